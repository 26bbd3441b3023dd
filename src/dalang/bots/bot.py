"""What a bot is."""

from __future__ import annotations

from dalang.engine.api import View
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec


class Bot:
    """Somebody who decides.  Subclasses give choose(); everything they may know is in the view."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec

    def choose(self, view: View, rng: Rng) -> int:
        """One of view.legal_actions(), of which there is at least one."""
        raise NotImplementedError
