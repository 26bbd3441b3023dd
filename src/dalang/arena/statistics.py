"""From results to shares with intervals.

Games of one deal share their luck, so they are not independent, and a deal counts as one
observation: its games are averaged first, and intervals follow from the spread of the deals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import NormalDist, fmean, stdev
from typing import TypeVar

from dalang.arena.game import Result
from dalang.arena.match import Match

Number = TypeVar("Number", int, float)

NORMAL = NormalDist().inv_cdf(0.975)
FEW = {1: 12.7062, 2: 4.3027}  # degrees of freedom for which the series below is too short


@dataclass(frozen=True)
class Estimate:
    """A mean over deals and its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """What one bot achieved in a match."""

    bot: int  # its number in the match
    name: str
    games: int
    deals: int
    share: Estimate  # of the victories; a shared victory is divided
    fair: float  # the share of somebody who plays just like everybody else
    scores: Estimate
    places: Estimate
    milliseconds: float  # of thinking for a decision

    @property
    def ratio(self) -> float:
        """How many times its fair share it won."""
        return self.share.mean / self.fair

    @property
    def better(self) -> bool:
        """Whether the whole interval lies above the fair share."""
        return self.share.low > self.fair


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t (Cornish and Fisher's series; exact for 1 and 2)."""
    if freedom in FEW:
        return FEW[freedom]
    z = NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


def mean_of_deals(values: Sequence[float]) -> Estimate:
    """The mean, one value a deal."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, -math.inf, math.inf)
    reach = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach)


def share_of_deals(shares: Sequence[float], fairs: Sequence[float]) -> Estimate:
    """The share, one value a deal; by how much it differs from what was fair in that deal.

    If all deals have the same result, their spread says nothing, and Wilson's interval for as many
    independent trials replaces it.
    """
    share, fair = fmean(shares), fmean(fairs)
    beyond = mean_of_deals([won - due for won, due in zip(shares, fairs, strict=True)])
    low, high = fair + beyond.low, fair + beyond.high
    if len(shares) > 1 and high - low < 1e-9:
        low, high = wilson(share, len(shares))
    return Estimate(share, max(0.0, low), min(1.0, high))


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Wilson's interval for a share of independent trials."""
    z2 = NORMAL**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = math.sqrt(share * (1 - share) / trials + z2 / (4 * trials**2)) / (1 + z2 / trials)
    return middle - reach * NORMAL, middle + reach * NORMAL


def whole_deals(match: Match, results: Iterable[Result]) -> list[list[Result]]:
    """The deals of which every game was played, in order; the others would not be balanced."""
    ordered = sorted(results, key=lambda result: (result.deal, result.number))
    deals = [list(games) for _, games in groupby(ordered, key=lambda result: result.deal)]
    return [games for games in deals if len(games) == len(match.seatings(games[0].deal))]


def victory(result: Result, bot: int) -> float:
    """The bot's share of one victory."""
    winners = [who for who, place in zip(result.seating, result.places, strict=True) if place == 1]
    return winners.count(bot) / len(winners)


def standings(match: Match, deals: Sequence[Sequence[Result]]) -> list[Standing]:
    """What every bot achieved, in the order of the match; bots that did not play are left out."""
    found: list[Standing] = []
    for bot, name in enumerate(match.names()):
        own = [
            present
            for games in deals
            if (present := [result for result in games if bot in result.seating])
        ]
        if own:
            found.append(_standing(bot, name, own))
    return found


def _standing(bot: int, name: str, deals: list[list[Result]]) -> Standing:
    shares = [fmean(victory(result, bot) for result in games) for games in deals]
    fairs = [
        fmean(result.seating.count(bot) / len(result.seating) for result in games)
        for games in deals
    ]
    decisions = sum(
        count
        for games in deals
        for result in games
        for count in _own(result, bot, result.decisions)
    )
    seconds = sum(
        spent for games in deals for result in games for spent in _own(result, bot, result.seconds)
    )
    return Standing(
        bot,
        name,
        sum(len(games) for games in deals),
        len(deals),
        share_of_deals(shares, fairs),
        fmean(fairs),
        mean_of_deals([_mean(bot, games, [g.scores for g in games]) for games in deals]),
        mean_of_deals([_mean(bot, games, [g.places for g in games]) for games in deals]),
        1000 * seconds / max(1, decisions),
    )


def _mean(bot: int, games: Sequence[Result], numbers: Sequence[Sequence[int]]) -> float:
    """The mean of something over all seats the bot had in a deal."""
    pairs = zip(games, numbers, strict=True)
    return fmean(number for game, each in pairs for number in _own(game, bot, each))


def _own(result: Result, bot: int, numbers: Sequence[Number]) -> list[Number]:
    """What concerns the seats of one bot."""
    return [number for who, number in zip(result.seating, numbers, strict=True) if who == bot]
