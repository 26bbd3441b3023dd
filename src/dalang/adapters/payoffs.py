"""What a finished game is worth to every seat.  All kinds of payoff sum to zero."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from dalang.engine.api import Position
from dalang.engine.errors import BadTable

Payoff = Callable[[Position], list[float]]


def by_place(position: Position) -> list[float]:
    """1 for the winner, -1 for the last, evenly spaced between; equal places share."""
    return list(_shares(tuple(position.ranking())))


@cache
def _shares(places: tuple[int, ...]) -> list[float]:
    """What these places are worth; there are few different ones, and many games."""
    others = len(places) - 1
    return [
        (sum(other > place for other in places) - sum(other < place for other in places)) / others
        for place in places
    ]


def by_score(position: Position) -> list[float]:
    """The points above or below the average of all seats."""
    scores = position.scores()
    average = sum(scores) / len(scores)
    return [score - average for score in scores]


PAYOFFS: dict[str, Payoff] = {"place": by_place, "score": by_score}


def payoff(name: str) -> Payoff:
    """The payoff of that name."""
    if name not in PAYOFFS:
        raise BadTable(f"There is no reward {name!r}. There are: {', '.join(PAYOFFS)}.")
    return PAYOFFS[name]
