"""Many bots on one scale, from all of their games at once: Bradley and Terry's model.

Every pair of different bots at a table is a comparison: who has the better place.  Unlike ratings
that are updated game by game (ratings.py), the order of the games does not matter, and the
intervals shrink with their number.  The unit is that of people's ratings: a lead of UNIT makes one
e times as likely to be ahead of the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean, stdev
from typing import Final

UNIT: Final = 25 / 6 * math.sqrt(2)  # as in OpenSkill: two players' performances differ by that
SAMPLES: Final = 60  # of the bootstrap
ROUNDS: Final = 400  # of the fit, at most
CLOSE: Final = 1e-5  # changes below that are none

Wins = Counter[tuple[str, str]]  # how often the first was ahead of the second


@dataclass(frozen=True)
class Scaled:
    """Where a bot stands, and half of its 95 % interval."""

    value: float
    margin: float


def comparisons(names: Sequence[str], seating: Sequence[int], places: Sequence[int]) -> Wins:
    """Who was ahead of whom in one game; a shared place counts half for each."""
    wins: Wins = Counter()
    for one, bot in enumerate(seating):
        for other, rival in enumerate(seating):
            if names[bot] != names[rival] and places[one] <= places[other]:
                shared = places[one] == places[other]
                wins[names[bot], names[rival]] += 0.5 if shared else 1  # type: ignore[assignment]
    return wins


def fitted(wins: Wins) -> dict[str, float]:
    """The most likely values, with a mean of 0 (by minorisation and maximisation).

    Half a win each way is added to every pair that met, so that nobody is infinitely far away.
    """
    pairs = {tuple(sorted(pair)) for pair in wins}
    names = sorted({name for pair in pairs for name in pair})
    meetings: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    won = dict.fromkeys(names, 0.0)
    for one, other in sorted(pairs):
        mine, theirs = wins[one, other] + 0.5, wins[other, one] + 0.5
        won[one] += mine
        won[other] += theirs
        meetings[one].append((other, mine + theirs))
        meetings[other].append((one, mine + theirs))
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        before = dict(strength)
        for name in names:
            met = sum(count / (strength[name] + strength[rival]) for rival, count in meetings[name])
            strength[name] = won[name] / met
        mean = math.exp(fmean(math.log(value) for value in strength.values()))
        strength = {name: value / mean for name, value in strength.items()}
        if all(abs(math.log(strength[name] / before[name])) < CLOSE for name in names):
            break
    return {name: UNIT * math.log(value) for name, value in strength.items()}


def on_one_scale(deals: Iterable[Wins], fixed: Sequence[str], at: float) -> dict[str, Scaled]:
    """All bots, the mean of the fixed ones being at a value; intervals by drawing deals again.

    They are never narrower than those of as many even comparisons as there were pairs in deals.
    """
    observed = list(deals)
    best = _moved(fitted(_sum(observed)), fixed, at)
    drawn = [_moved(values, fixed, at) for values in _drawn_again(observed)]
    met = Counter(name for wins in observed for pair in wins for name in pair)
    return {
        name: Scaled(value, max(_spread(name, drawn), 2 * 1.96 * UNIT / math.sqrt(met[name])))
        for name, value in best.items()
    }


def steps_between(deals: Iterable[Wins], names: Sequence[str]) -> list[Scaled]:
    """How far each of these bots is ahead of the one before it; intervals as above."""
    observed = list(deals)
    best = fitted(_sum(observed))
    drawn = [values for values in _drawn_again(observed) if all(name in values for name in names)]
    return [
        Scaled(
            best[after] - best[before],
            1.96 * stdev(values[after] - values[before] for values in drawn),
        )
        for before, after in pairwise(names)
    ]


def _drawn_again(observed: Sequence[Wins]) -> Iterator[dict[str, float]]:
    """The values that other draws of the deals would have given."""
    rng = Random(1)
    for _ in range(SAMPLES):
        yield fitted(_sum(rng.choices(observed, k=len(observed))))


def _spread(name: str, drawn: Sequence[dict[str, float]]) -> float:
    """Half of the interval; deals that say nothing about somebody may have been drawn."""
    values = [each[name] for each in drawn if name in each]
    return 1.96 * stdev(values) if len(values) > 1 else math.inf


def _sum(deals: Sequence[Wins]) -> Wins:
    total: Wins = Counter()
    for wins in deals:
        total.update(wins)
    return total


def _moved(found: dict[str, float], fixed: Sequence[str], at: float) -> dict[str, float]:
    shift = at - fmean(found[name] for name in fixed)
    return {name: value + shift for name, value in found.items()}
