"""Was a decision a mistake?  What was played against what would have been better, with evidence.

Both are judged by what the seat could know at the time: in positions imagined from its view, the
same ones for both, with the same luck.  A difference counts only if its interval is clear of zero.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from dalang.bots.budget import Budget
from dalang.bots.looking import Clock
from dalang.bots.search import Search
from dalang.bots.strongest import strongest
from dalang.engine.api import View
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import game

SURENESS: Final = 2.6  # standard errors on each side, for 99 %: a dozen decisions are examined
LEAST_GAIN: Final = 0.02  # of a chance to win, below which nobody would call it a turning point
FEWEST: Final = 30  # pairs of simulations


@dataclass(frozen=True)
class Duel:
    """A decision that was made, and the one that a search prefers."""

    played: str
    better: str
    chance: float  # to win, after what was played
    better_chance: float
    margin: float  # half of the interval of the difference
    pairs: int  # of simulations

    @property
    def gain(self) -> float:
        """How much the better action adds to the chance to win."""
        return self.better_chance - self.chance

    @property
    def is_clear(self) -> bool:
        """Whether there is enough evidence that the other action is better."""
        return self.pairs >= FEWEST and self.gain - self.margin >= LEAST_GAIN


def duel(spec: GameSpec, view: View, played: int, budget: Budget, rng: Rng) -> Duel | None:
    """What would have been better than an action of the viewer's; None if a search prefers it too.

    A search finds the other action, and as many simulations again compare the two: those that
    chose it would flatter it.
    """
    players, seat = int(view.known.players), int(view.viewer)
    judge, habits = strongest(spec, players)
    search = Search(spec.imagine, judge, players, habits)
    search.think(view, budget.simulations, budget.milliseconds, rng)
    best, mine = search.ranking[0], [one for one in search.root.children if one.action == played]
    if best.action == played or not mine:
        return None
    clock, wins = Clock(0, budget.milliseconds), list[tuple[float, float]]()
    while len(wins) < max(2, budget.simulations // 2) and not clock.is_up(1.0):
        position, seed = spec.imagine(view, rng), int(rng.next32())
        pair: list[float] = []
        for node in (mine[0], best):
            search.simulate(position.clone(), node, seat, Rng(seed))
            pair.append(float(search.outlook.wins[seat]))
        wins.append((pair[0], pair[1]))
    text = view.known.action_text
    return _duel(text(played), text(int(best.action)), wins)


def _duel(played: str, better: str, wins: Sequence[tuple[float, float]]) -> Duel | None:
    """The result of pairs of simulations; there is none without at least two of them."""
    count = len(wins)
    if count < 2:
        return None
    chance = sum(mine for mine, _ in wins) / count
    other = sum(theirs for _, theirs in wins) / count
    spread = sum((theirs - mine - other + chance) ** 2 for mine, theirs in wins) / (count - 1)
    return Duel(played, better, chance, other, SURENESS * math.sqrt(spread / count), count)


def doubtful_turns(
    curve: Sequence[tuple[int, Sequence[float]]], people: Collection[int]
) -> list[int]:
    """The turns after which one of those people had less chance to win, the greatest loss first.

    A turn is a seat and everybody's chances when it began; the last one is the end of the game.
    """
    lost = [
        (before[seat] - after[seat], number)
        for number, ((seat, before), (_, after)) in enumerate(pairwise(curve))
        if seat in people
    ]
    return [number for loss, number in sorted(lost, key=lambda one: (-one[0], one[1])) if loss > 0]


def examine(key: str, view_text: str, played: str, budget: Budget, seed: int) -> Duel | None:
    """From text to data: what worker processes are sent and send back."""
    spec = game(key)
    view = spec.view_from_text(view_text)
    return duel(spec, view, int(view.known.parse_action(played)), budget, Rng(seed))
