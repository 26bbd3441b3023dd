"""The bot that searches with what it learned from games against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dalang.bots.budget import Budget
from dalang.bots.expert import ExpertBot
from dalang.bots.net import NetJudge
from dalang.bots.net_file import net_judge, path_of
from dalang.bots.search import Habits, Search
from dalang.engine.api import View
from dalang.engine.judging import Judge, TwoMinds
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.weights import read_weights

# Short playouts differ less from each other than the expert's do, so the first look, which follows
# every action to the end of the turn, is worth more of them (benchmarks/training).
LOYALTY: Final = 20.0


def habits_with(nets: NetJudge) -> Habits:
    """How to search with nets."""
    return Habits(horizon=int(nets.horizon), loyalty=LOYALTY)


def instinct_path(spec: GameSpec) -> Path:
    """Where a game keeps the weights of a prior that was learned from the search's choices."""
    return spec.folder / "weights" / "instinct.toml"


def learned_judge(spec: GameSpec) -> Judge:
    """The game's judge; with a learned prior, if the game has one."""
    judge, path = spec.new_judge(), instinct_path(spec)
    if not path.exists():
        return judge
    return TwoMinds(judge, spec.new_judge(read_weights(path, spec.weights)))


def has_learned(spec: GameSpec) -> bool:
    """Whether a game's master knows more than its expert, at some table at least."""
    return instinct_path(spec).exists() or path_of(spec).exists()


class MasterBot(ExpertBot):
    """The expert's search with what was learned from games: nets, or a prior.

    With nets it plays out less before it asks them.  Where a game has neither, or has no nets for
    this number of players, or where other weights are given, it searches as the expert does.
    """

    def __init__(
        self,
        spec: GameSpec,
        weights: list[float] | None = None,
        budget: Budget | None = None,
        habits: Habits | None = None,
        nets: Path | None = None,
    ) -> None:
        super().__init__(spec, weights, budget, habits)
        if weights is None:
            self.judge = learned_judge(spec)
        self._nets = nets
        self._asks_nets = nets is not None or (weights is None and path_of(spec).exists())
        self._learned = net_judge(spec, nets) if self._asks_nets else None

    def __getstate__(self) -> dict[str, object]:
        """Nets are read again where a copy is made."""
        plain = learned_judge(self.spec) if self._asks_nets else self.judge
        return {**super().__getstate__(), "judge": plain, "_learned": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        if self._asks_nets:
            self._learned = net_judge(self.spec, self._nets)

    def think(self, view: View, rng: Rng) -> Search:
        """A search with the nets, if there are some for this table."""
        learned = self._learned
        if learned is not None and learned.nets[view.known.players] is not None:
            self.judge, self.habits = learned, habits_with(learned)
        return super().think(view, rng)
