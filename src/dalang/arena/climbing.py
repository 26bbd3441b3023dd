"""Weights by winning: of two opposite changes, the one that wins more games says where to go.

Simultaneous perturbation (Spall 1992), as chess programs are tuned.  Each step changes all weights
at random, up or down; the bot with these weights plays the bot with the opposite ones on the same
deals, and the weights move a little towards the winner.  One step is mostly luck, which averages
out over thousands of games, so the result is the mean of the second half of the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from dalang.arena.chance import seed_of
from dalang.arena.game import Result, play
from dalang.arena.journal import Journal
from dalang.arena.learning import sizes
from dalang.arena.match import MIXED, Match
from dalang.arena.workers import Workers
from dalang.bots import BotName
from dalang.engine.rng import Rng
from dalang.registry import game

DEALS: Final = 2  # of a step
CHANGE: Final = 0.25  # of a weight's size, tried in either direction
PACE: Final = 0.0015  # of a weight's size, for every game that is won


@dataclass(frozen=True)
class ClimbStep:
    """The result of the games of one change against the opposite one."""

    games: int
    lead: float  # of the first over the second: from -1, lost everything, to 1

    @classmethod
    def from_json(cls, given: Any) -> ClimbStep:
        """From plain data; raises KeyError, TypeError or ValueError if it does not fit."""
        return cls(int(given["games"]), float(given["lead"]))


@dataclass(frozen=True)
class Climb:
    """A climb: the starting weights, the bot and the seed of the deals."""

    key: str
    bot: str
    seed: int
    weights: tuple[float, ...]
    kept: tuple[int, ...] = ()  # numbers of weights that stay as they are

    def go(
        self,
        games: int,
        journal: Journal[ClimbStep],
        workers: Workers,
        time_left: Callable[[], bool],
        tell: Callable[[str], None],
    ) -> None:
        """Takes steps until the games are played or the time is over, but at least one."""
        played = sum(step.games for step in journal.lines)
        place = self.places(journal.lines)[-1]
        while played < games and (time_left() or not journal.lines):
            number = len(journal.lines)
            step = self._try(number, place, workers)
            journal.add(step)
            place = self._after(number, place, step)
            played += step.games
            if (number + 1) % 100 == 0:
                tell(f"{number + 1} steps, {played} of {games} games.")

    def places(self, steps: Sequence[ClimbStep]) -> list[list[float]]:
        """The weights at the beginning, and after every step."""
        places = [list(self.weights)]
        for number, step in enumerate(steps):
            places.append(self._after(number, places[-1], step))
        return places

    def found(self, steps: Sequence[ClimbStep]) -> list[float]:
        """The mean of the second half of the way."""
        places = self.places(steps)[(len(steps) + 1) // 2 :]
        return [fmean(weights) for weights in zip(*places, strict=True)]

    def _changes(self, number: int) -> Iterator[float]:
        """By how much a step would change every weight if its games were all won."""
        rng = Rng(seed_of("change", self.seed, number))
        for weight, size in enumerate(sizes(self.weights)):
            sign = 1 if rng.below(2) else -1
            yield 0.0 if weight in self.kept else sign * size

    def _after(self, number: int, place: Sequence[float], step: ClimbStep) -> list[float]:
        part = PACE * step.games * step.lead
        changes = self._changes(number)
        return [weight + part * change for weight, change in zip(place, changes, strict=True)]

    def _try(self, number: int, place: Sequence[float], workers: Workers) -> ClimbStep:
        """One change against the opposite one, at one number of players after the other."""
        changes = [CHANGE * change for change in self._changes(number)]
        more = tuple(weight + change for weight, change in zip(place, changes, strict=True))
        less = tuple(weight - change for weight, change in zip(place, changes, strict=True))
        counts = game(self.key).players
        match = Match(
            self.key,
            counts[number % len(counts)],
            (BotName(self.bot, more), BotName(self.bot, less)),
            MIXED,
            seed_of("climb", self.seed, number),
        )
        leads = [lead_of_first(result) for result in workers.do(play, match.jobs(DEALS))]
        return ClimbStep(len(leads), sum(sorted(leads)) / len(leads))


def lead_of_first(result: Result) -> float:
    """How far the first bot was ahead: over all pairs of a seat of each, who was placed better."""
    pairs = [
        (other > own) - (other < own)
        for own, bot in zip(result.places, result.seating, strict=True)
        for other, rival in zip(result.places, result.seating, strict=True)
        if bot == 0 and rival == 1
    ]
    return fmean(pairs) if pairs else 0.0
