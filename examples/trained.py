"""Bots that play what ppo.py and deep_monte_carlo.py have learned; they need NumPy alone.

    dalang arena web_of_power --players 3 --bots club,examples/trained.py:Ppo

A network is in weights/GAME-PLAYERS-KIND.npz beside this file, or in the folder that the variable
DALANG_WEIGHTS names.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from dalang.adapters.tensors import Layout
from dalang.bots.bot import Bot
from dalang.engine.api import View
from dalang.engine.errors import DalangError
from dalang.engine.rng import Rng

LAYERS = ("0", "2", "4")  # as torch numbers them; between them is what is below 0 cut off


class NotTrained(DalangError):
    """There is no network for that game and that number of players."""


class Trained(Bot):
    """Takes the action to which its network gives the largest number."""

    kind = ""
    layout: Layout | None = None

    def choose(self, view: View, rng: Rng) -> int:
        """The best of the legal actions."""
        if self.layout is None or self.layout.players != view.known.players:
            self._load(view.known.players)
        assert self.layout is not None
        numbers = self.layout.observation(view)
        for weight, bias in self.layers[:-1]:
            numbers = np.maximum(weight @ numbers + bias, 0)
        legal = [int(action) for action in view.legal_actions()]
        weight, bias = self.layers[-1]
        return legal[int(np.argmax(weight[legal] @ numbers + bias[legal]))]

    def _load(self, players: int) -> None:
        folder = Path(os.environ.get("DALANG_WEIGHTS", Path(__file__).parent / "weights"))
        path = folder / f"{self.spec.key}-{players}-{self.kind}.npz"
        if not path.is_file():
            raise NotTrained(f"There is no network {path}: train it first.")
        self.layout = Layout(self.spec.key, players)
        with np.load(path) as found:
            arrays: dict[str, Any] = {name: found[name] for name in found.files}
        self.layers = [
            (arrays[f"{n}.weight"].astype(np.float32), arrays[f"{n}.bias"].astype(np.float32))
            for n in LAYERS
        ]


class Ppo(Trained):
    """What ppo.py has learned."""

    kind = "ppo"


class DeepMonteCarlo(Trained):
    """What deep_monte_carlo.py has learned."""

    kind = "dmc"
