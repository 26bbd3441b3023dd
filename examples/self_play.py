"""Many games side by side in which every seat is played by the same learner.

ppo.py and deep_monte_carlo.py learn from these games, and trained.py plays what they have learned.
What a seat is shown is what it knows, and what the game is worth to it comes at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

import dalang
from dalang.adapters.payoffs import by_place
from dalang.adapters.simulator import Mask, Simulator
from dalang.adapters.tensors import Row
from dalang.engine.arrays import zeros

Weights = dict[str, np.ndarray[Any, Any]]


@dataclass
class Story:
    """What one seat saw and did in one game, decision by decision."""

    rows: list[Row] = field(default_factory=list[Row])
    masks: list[Mask] = field(default_factory=list[Mask])
    actions: list[int] = field(default_factory=list[int])
    notes: list[tuple[float, ...]] = field(default_factory=list[tuple[float, ...]])
    worth: float = 0.0  # 1 for the winner, -1 for the last


class Tables:
    """Games that begin again when they are over."""

    def __init__(self, key: str, players: int, count: int, seed: int) -> None:
        self.games = [Simulator(key, players, "place", None) for _ in range(count)]
        self.players, self.seed = players, seed * 1_000_000_000
        self.stories: list[list[Story]] = [[] for _ in self.games]
        self.finished: list[Story] = []
        self.played = 0
        for number in range(count):
            self._begin(number)

    def _begin(self, number: int) -> None:
        self.seed += 1
        self.games[number].begin(self.seed, zeros(self.players))
        self.stories[number] = [Story() for _ in range(self.players)]

    def see(self) -> tuple[Row, Mask]:
        """What the seat to decide knows and may do, in every game."""
        seats = [int(game.stepper.actor) for game in self.games]
        rows = np.stack([game.row(seat) for game, seat in zip(self.games, seats, strict=True)])
        masks = [game.mask(seat) for game, seat in zip(self.games, seats, strict=True)]
        return rows, np.stack(masks)

    def play(self, rows: Row, masks: Mask, actions: Any, *notes: Any) -> None:
        """One decision in every game, remembered with whatever the learner notes about it."""
        for number, game in enumerate(self.games):
            if masks[number].sum() > 1:  # from a question with one answer there is nothing to learn
                story = self.stories[number][int(game.stepper.actor)]
                story.rows.append(rows[number])
                story.masks.append(masks[number])
                story.actions.append(int(actions[number]))
                story.notes.append(tuple(float(note[number]) for note in notes))
            game.stepper.play(int(actions[number]))
            if game.is_over():
                self._end(number)

    def _end(self, number: int) -> None:
        for story, worth in zip(
            self.stories[number], by_place(self.games[number].position), strict=True
        ):
            story.worth = worth
            self.finished.append(story)
        self.played += 1
        self._begin(number)

    def take_finished(self) -> list[Story]:
        """The games that have ended since the last time."""
        finished, self.finished = self.finished, []
        return finished


def network(inputs: int, outputs: int, hidden: int = 256) -> torch.nn.Sequential:
    """Two hidden layers: from what a seat knows to a number for every action."""
    nn = torch.nn
    return nn.Sequential(
        nn.Linear(inputs, hidden),
        nn.ReLU(),
        nn.Linear(hidden, hidden),
        nn.ReLU(),
        nn.Linear(hidden, outputs),
    )


def batches(count: int, size: int, chance: np.random.Generator) -> Iterator[Any]:
    """All numbers below `count` in a random order, in parts."""
    order = chance.permutation(count)
    for start in range(0, count, size):
        yield torch.from_numpy(order[start : start + size])


def save(path: Path, net: torch.nn.Sequential, told: str) -> None:
    """The network as plain arrays of 16-bit floats, which NumPy reads; and how it was trained."""
    arrays: Weights = {
        name: value.numpy().astype(np.float16) for name, value in net.state_dict().items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, told=np.array(told), **arrays)


def checked_players(key: str, players: int | None) -> int:
    """That many seats, or the usual number."""
    count = players or dalang.game(key).usual_players
    dalang.game(key).start(count)
    return count
