"""People's ratings in a game: OpenSkill (Plackett–Luce), which knows tables of more than two.

A rating is a guess (mu) and how far it may be off (sigma).  People see it on a scale that they know
from elsewhere: 1500 for a newcomer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

SURE: Final = 10  # games until a rating is more than provisional
_SCALE, _ZERO = 40, 500  # 1500 = 40 × 25 + 500


@dataclass(frozen=True)
class PlayerRating:
    """How strong somebody seems in a game, and how many games counted."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    games: int = 0

    @property
    def shown(self) -> int:
        """As people see it."""
        return round(_SCALE * self.mu + _ZERO)

    @property
    def margin(self) -> int:
        """By how much it may be off, in two of three cases."""
        return round(_SCALE * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether too few games were played to tell."""
        return self.games < SURE


@dataclass(frozen=True)
class RatedSeat:
    """Somebody at a table that counts; a bot's rating never changes."""

    rating: PlayerRating
    place: int
    is_bot: bool = False


def bot_rating(mu: float) -> PlayerRating:
    """A bot's, which was measured in many games."""
    return PlayerRating(mu, 1.0, SURE)


def rate(seats: Sequence[RatedSeat]) -> list[PlayerRating]:
    """The ratings of all seats after a game; those of bots stay as they were."""
    model = _model()
    teams = [[model.rating(mu=seat.rating.mu, sigma=seat.rating.sigma)] for seat in seats]
    after = model.rate(teams, ranks=[seat.place for seat in seats])
    return [
        seat.rating
        if seat.is_bot
        else PlayerRating(float(team[0].mu), float(team[0].sigma), seat.rating.games + 1)
        for seat, team in zip(seats, after, strict=True)
    ]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # takes a while, and only the end of a game needs it

    return PlackettLuce()
