"""What a bot is."""

from __future__ import annotations

from dalang.bots.budget import BadBudget, Budget
from dalang.engine.api import View
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec


class Bot:
    """A player that decides.  Subclasses define choose(); everything they may know is in the view.

    `weights` are for the game's judge; None means the tuned ones.  Every bot can have a time limit,
    but only one that searches can have a number of simulations.  A bot may keep what it computed
    for its next decision, so a game needs one bot for each seat.
    """

    searches = False

    def __init__(
        self, spec: GameSpec, weights: list[float] | None = None, budget: Budget | None = None
    ) -> None:
        if budget is not None and budget.simulations and not self.searches:
            raise BadBudget(f"{type(self).__name__} does not search: it takes no simulations.")
        self.milliseconds = budget.milliseconds if budget else 0  # 0: as long as it takes
        self.spec = spec
        self.judge = spec.new_judge(weights)

    def choose(self, view: View, rng: Rng) -> int:
        """One of view.legal_actions(), of which there is at least one."""
        raise NotImplementedError
