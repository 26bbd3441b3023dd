"""The bot that searches."""

from __future__ import annotations

from typing import Final

from dalang.bots.bot import Bot
from dalang.bots.budget import Budget
from dalang.bots.search import Habits, Search
from dalang.engine.api import View
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec

USUAL_BUDGET: Final = Budget(simulations=300)


class ExpertBot(Bot):
    """Information-set tree search with the game's judge; keeps its tree for the rest of a turn."""

    searches = True

    def __init__(
        self,
        spec: GameSpec,
        weights: list[float] | None = None,
        budget: Budget | None = None,
        habits: Habits | None = None,
    ) -> None:
        super().__init__(spec, weights, budget)
        self.budget = budget or USUAL_BUDGET
        self.habits = habits or Habits()
        self._search: Search | None = None
        self._expected = ""  # the view, as text, that the kept search is about

    def __getstate__(self) -> dict[str, object]:
        """A copy thinks afresh: the tree that is kept is not part of what the bot is."""
        return {**self.__dict__, "_search": None, "_expected": ""}

    def choose(self, view: View, rng: Rng) -> int:
        """The action that won the contest at the root of the search."""
        legal = view.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        search = self.think(view, rng)
        action = search.ranking[0].action
        self._keep(search, view, action, rng)
        return int(action)

    def think(self, view: View, rng: Rng) -> Search:
        """A search that has used up the budget."""
        search = self._search
        if search is None or self._expected != view.to_text():
            search = Search(self.spec.imagine, self.judge, view.known.players, self.habits)
        search.think(view, self.budget.simulations, self.budget.milliseconds, rng)
        return search

    def _keep(self, search: Search, view: View, action: int, rng: Rng) -> None:
        """Remembers the tree if the next decision is ours again, with nothing new to know."""
        self._search = None
        after = self.spec.imagine(view, rng)
        after.apply(action)
        if after.actor() == view.viewer and search.adopt(action):
            self._search = search
            self._expected = self.spec.observe(after, int(view.viewer)).to_text()
