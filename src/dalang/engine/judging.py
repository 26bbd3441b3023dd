"""How good a position looks to somebody who plays well: the evaluation that bots use.

A game's own judge is in its `bot.py`, with the weights that `dalang tune` found in `weights.toml`.
Judges only see *imagined* positions, dealt from a view, so they cannot know more than the seat that
thinks.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dalang.engine.api import Position
from dalang.engine.objects import Reduced
from dalang.engine.vecs import append, vec


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """Judges by the points alone: the default for a game without its own judge.

    A game's judge gives its own value() and prior(), and may set how they are to be read:
    `scale` is the lead in value that makes a seat e times as likely to win as another; `trust` is
    how much the prior counts next to the value for bots that look no further than a turn;
    `horizon` is how many turns a search plays out, by the prior, before it asks for the value; it
    gives everybody one in any case, unless the judge knows what a position is worth `anywhere`,
    in the middle of a turn too.
    """

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights
        self.scale: float = 10.0
        self.trust: float = 0.2
        self.horizon: i64 = 4
        self.anywhere: bool = False

    def __reduce__(self) -> Reduced:
        return type(self), (self.weights,)

    def value(self, position: Position, seat: i64) -> float:
        """About how many points the seat will have in the end; higher than the others' wins."""
        return float(position.scores()[seat])

    def values(self, position: Position) -> vec[float]:
        """The value for every seat; overridden where one look serves for all."""
        found = vec[float]()
        for seat in range(position.players):
            found = append(found, self.value(position, seat))
        return found

    def prior(self, position: Position, action: i64) -> float:
        """How promising a legal action looks, from what the actor knows.

        On the scale of logarithms: an action whose prior is higher by 1 is chosen e times as often
        by somebody who plays well.  Only differences between actions of one position count.
        """
        return 0.0

    def priors(self, position: Position, legal: vec[i64]) -> vec[float]:
        """The prior of every legal action, in their order; overridden where that is faster."""
        found = vec[float]()
        for action in legal:
            found = append(found, self.prior(position, action))
        return found

    def settled(self, position: Position) -> bool:
        """Whether the value means something here; if not, as during an auction, play continues."""
        return True

    def at_a_glance(self) -> Judge:
        """Who is asked for a first look, where many quick opinions do more than a few good ones."""
        return self


@final
class TwoMinds(Judge):
    """One judge says what positions are worth, another one how promising actions look."""

    def __init__(self, judge: Judge, instinct: Judge) -> None:
        super().__init__(judge.weights)
        self.judge = judge
        self.instinct = instinct
        self.scale = judge.scale
        self.trust = instinct.trust
        self.horizon = judge.horizon
        self.anywhere = judge.anywhere

    def __reduce__(self) -> Reduced:
        return TwoMinds, (self.judge, self.instinct)

    def value(self, position: Position, seat: i64) -> float:
        return self.judge.value(position, seat)

    def values(self, position: Position) -> vec[float]:
        return self.judge.values(position)

    def prior(self, position: Position, action: i64) -> float:
        return self.instinct.prior(position, action)

    def priors(self, position: Position, legal: vec[i64]) -> vec[float]:
        return self.instinct.priors(position, legal)

    def settled(self, position: Position) -> bool:
        return self.judge.settled(position)
