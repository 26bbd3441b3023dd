"""The result of a match, as data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dalang.arena.errors import MissingPackage
from dalang.arena.game import Result
from dalang.arena.match import Match
from dalang.arena.ratings import Rating, ratings
from dalang.arena.statistics import Estimate, Standing, standings, whole_deals
from dalang.registry import game


@dataclass(frozen=True)
class Report:
    """A match so far: only deals of which every game was played count."""

    match: Match
    deals: int
    games: int
    standings: list[Standing]
    ratings: list[Rating] | None  # None: OpenSkill is not installed

    @classmethod
    def of(cls, match: Match, results: Sequence[Result]) -> Report:
        """Everything there is to say about these results."""
        deals = whole_deals(match, results)
        games = [result for each in deals for result in each]
        try:
            rated = ratings(games, len(match.contenders))
        except MissingPackage:
            rated = None
        return cls(match, len(deals), len(games), standings(match, deals), rated)

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        spec = game(self.match.key)
        return {
            "game": self.match.key,
            "edition": spec.edition,
            "players": self.match.players,
            "seating": self.match.seating,
            "seed": self.match.seed,
            "deals": self.deals,
            "games": self.games,
            "bots": [self._bot(standing) for standing in self.standings],
        }

    def rating(self, standing: Standing) -> Rating | None:
        """The rating of a bot, if it can be known."""
        return self.ratings[standing.bot] if self.ratings else None

    def _bot(self, standing: Standing) -> dict[str, Any]:
        rating = self.rating(standing)
        return {
            "name": standing.name,
            "games": standing.games,
            "win_share": _estimate(standing.share),
            "fair_share": standing.fair,
            "ratio": standing.ratio,
            "score": _estimate(standing.scores),
            "place": _estimate(standing.places),
            "milliseconds_per_decision": standing.milliseconds,
            "rating": {"mu": rating.mu, "sigma": rating.sigma} if rating else None,
        }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    """An interval nobody knows yet is null: JSON has no infinity."""
    bounds = {"low": estimate.low, "high": estimate.high}
    return {
        "mean": estimate.mean,
        **{name: bound if math.isfinite(bound) else None for name, bound in bounds.items()},
    }
