"""Do chances to win come true?  Predicted against happened, in games that bots play."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Final

from dalang.arena.game import play
from dalang.arena.match import Match
from dalang.bots.advice import searched_chances
from dalang.bots.budget import Budget
from dalang.bots.calibration import Calibration, calibrated
from dalang.engine.api import Position
from dalang.engine.rng import Rng
from dalang.registry import game

BINS: Final = 10
SAMPLES: Final = 40  # of the bootstrap
SURENESS: Final = (0.3, 3.0)  # between these …
DOUBT: Final = (0.0, 0.5)  # … the best are looked for


@dataclass(frozen=True)
class Foretold:
    """A moment of a game: the chances then, and who won in the end."""

    deal: int
    chances: tuple[float, ...]
    won: tuple[float, ...]  # shares of the victory


@dataclass(frozen=True)
class Bin:
    """Predictions that were about the same."""

    predicted: float
    happened: float
    count: int


def foretell(match: Match, deal: int, moments: int, budget: Budget) -> list[Foretold]:
    """Some moments of one game, evenly spread over its decisions."""
    taken: list[int] = []
    job = next(job for job in match.jobs(deal + 1) if job.deal == deal)
    result = play(job, taken)
    winners = result.places.count(1)
    won = tuple(1 / winners if place == 1 else 0.0 for place in result.places)
    spec, rng = game(match.key), Rng(match.seed * 1_000_003 + deal)
    found: list[Foretold] = []
    for position in _positions(spec.start(match.players), taken, moments):
        found.append(Foretold(deal, searched_chances(spec, position, budget, rng), won))
    return found


def _positions(position: Position, taken: Sequence[int], wanted: int) -> list[Position]:
    """The positions after equal shares of the game."""
    marks = {len(taken) * (2 * number + 1) // (2 * wanted) for number in range(wanted)}
    found: list[Position] = []
    for number, action in enumerate(taken):
        if number in marks:
            found.append(position.clone())
        position.apply(action)
    return found


def best_calibration(found: Sequence[Foretold]) -> Calibration:
    """What makes that which happened most likely: for every doubt there is a best sureness."""

    def with_doubt(doubt: float) -> Calibration:
        sureness = lowest(SURENESS, lambda each: loss(found, Calibration(each, doubt)))
        return Calibration(sureness, doubt)

    return with_doubt(lowest(DOUBT, lambda each: loss(found, with_doubt(each))))


def lowest(bounds: tuple[float, float], cost: Callable[[float], float]) -> float:
    """Where a cost is lowest, by golden sections."""
    low, high = bounds
    share = (math.sqrt(5) - 1) / 2
    while high - low > 0.005:
        first, second = high - share * (high - low), low + share * (high - low)
        if cost(first) < cost(second):
            high = second
        else:
            low = first
    return round((low + high) / 2, 2)


def crossed(found: Sequence[Foretold]) -> list[Foretold]:
    """Every game corrected by what fits those that it is not among: held out, and none is lost."""
    halves = [[one for one in found if one.deal % 2 == half] for half in (0, 1)]
    fitting = [best_calibration(half) for half in reversed(halves)]
    return [
        replace(one, chances=calibrated(one.chances, calibration))
        for half, calibration in zip(halves, fitting, strict=True)
        for one in half
    ]


def loss(found: Sequence[Foretold], calibration: Calibration) -> float:
    """How surprising the results are, in nats for each moment."""
    total = 0.0
    for one in found:
        chances = calibrated(one.chances, calibration)
        total -= sum(
            share * math.log(max(chance, 1e-3))
            for chance, share in zip(chances, one.won, strict=True)
        )
    return total / len(found)


def bins(found: Sequence[Foretold], calibration: Calibration) -> list[Bin]:
    """All seats' chances in ten groups of about equal size, from the lowest to the highest."""
    pairs = [
        pair
        for one in found
        for pair in zip(calibrated(one.chances, calibration), one.won, strict=True)
    ]
    pairs.sort(key=lambda pair: pair[0])  # not by the result, where chances are equal
    edges = [len(pairs) * number // BINS for number in range(BINS + 1)]
    groups = [pairs[start:end] for start, end in pairwise(edges)]
    return [
        Bin(
            sum(chance for chance, _ in group) / len(group),
            sum(won for _, won in group) / len(group),
            len(group),
        )
        for group in groups
        if group
    ]


def mean_error(groups: Sequence[Bin]) -> float:
    """By how much predictions are off, on average over all of them."""
    total = sum(group.count for group in groups)
    return sum(abs(group.predicted - group.happened) * group.count for group in groups) / total


def luck(found: Sequence[Foretold], calibration: Calibration) -> float:
    """The mean error that chance alone would make with so few games, by drawing deals again."""
    deals: dict[int, list[Foretold]] = {}
    for one in found:
        deals.setdefault(one.deal, []).append(one)
    lean = [group.happened - group.predicted for group in bins(found, calibration)]
    rng = Random(1)
    errors: list[float] = []
    for _ in range(SAMPLES):
        drawn = [one for deal in rng.choices(list(deals.values()), k=len(deals)) for one in deal]
        for group, usual in zip(bins(drawn, calibration), lean, strict=True):
            errors.append(abs(group.happened - group.predicted - usual))
    return fmean(errors)
