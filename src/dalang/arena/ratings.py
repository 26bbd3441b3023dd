"""Ratings of several bots on one scale: OpenSkill, which knows games of more than two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from dalang.arena.errors import arena_extra
from dalang.arena.game import Result


@dataclass(frozen=True)
class Rating:
    """How strong somebody seems, and how far that may be off."""

    mu: float
    sigma: float


def ratings(results: Iterable[Result], bots: int) -> list[Rating]:
    """The ratings of all bots after these games, in that order.

    Seats of the same bot are one team, ranked by their mean place: a bot alone against three as
    good as itself is then expected to be ahead of them half of the time.
    """
    with arena_extra():
        from openskill.models import PlackettLuce
    model: Any = PlackettLuce()
    rated: list[Any] = [model.rating() for _ in range(bots)]
    for result in results:
        present = sorted(set(result.seating))
        if len(present) > 1:
            ranks = [_mean_place(result, bot) for bot in present]
            teams: Any = model.rate([[rated[bot]] for bot in present], ranks=ranks)
            for bot, team in zip(present, teams, strict=True):
                rated[bot] = team[0]
    return [Rating(float(rating.mu), float(rating.sigma)) for rating in rated]


def _mean_place(result: Result, bot: int) -> float:
    pairs = zip(result.seating, result.places, strict=True)
    return fmean(place for who, place in pairs if who == bot)
