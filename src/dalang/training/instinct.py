"""A better instinct: weights by which actions look promising, found by whole games of instinct.

A game that everybody plays by instinct alone takes about a millisecond, so tens of thousands show
which weights win.  Each step tries several random directions: the weights a little further on play
those a little further back, half of the seats each, and the weights move towards the winners
(evolution strategies with antithetic pairs).  The result is the mean of the second half of the way.
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dalang.arena.chance import seed_of
from dalang.arena.learning import sizes
from dalang.arena.workers import Workers
from dalang.bots.looking import Outlook, by_instinct
from dalang.engine.api import CHANCE, OVER
from dalang.engine.judging import Judge
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import game
from dalang.training.checkpoint import Folder
from dalang.training.settings import BadTraining, TrainingSettings

DIRECTIONS: Final = 8  # of a step
GAMES: Final = 60  # of a direction
CHANGE: Final = 0.25  # of a weight's size, tried in either direction
PACE: Final = 0.5
MEMORY: Final = 0.9  # of earlier steps
KEPT: Final = ("scale", "sharpness")  # say how sure a judge is, not what is good
FILE: Final = "instinct.json"


@dataclass(frozen=True)
class InstinctDuel:
    """Two instincts that meet."""

    key: str
    one: tuple[float, ...]
    other: tuple[float, ...]
    seed: int


def lead(duel: InstinctDuel) -> float:
    """By how much the first is ahead of the second, in rewards, a seat and game."""
    spec = game(duel.key)
    judges = spec.new_judge(list(duel.one)), spec.new_judge(list(duel.other))
    rng = Rng(duel.seed)
    total = 0.0
    for number in range(GAMES):
        counts = (spec.usual_players, *spec.players)
        players = counts[number % len(counts)]
        total += _play(spec, players, judges, number % 2, rng)
    return total / GAMES


def _play(spec: GameSpec, players: int, judges: tuple[Judge, Judge], first: int, rng: Rng) -> float:
    """A game with the instincts at every second seat: the difference of their mean rewards."""
    position = spec.start(players)
    while (actor := position.actor()) != OVER:
        if actor == CHANCE:
            position.apply(position.draw_chance(rng))
        else:
            position.apply(by_instinct(judges[(int(actor) + first) % 2], position, rng))
    outlook = Outlook(players)
    outlook.look(judges[0], position)
    mine = [float(outlook.rewards[seat]) for seat in range(players) if (seat + first) % 2 == 0]
    theirs = [float(outlook.rewards[seat]) for seat in range(players) if (seat + first) % 2]
    return sum(mine) / len(mine) - sum(theirs) / len(theirs)


@dataclass
class Way:
    """How far the search for an instinct has come; places are in sizes of the weights."""

    place: list[float]
    speed: list[float]
    total: list[float]
    summed: int = 0
    steps: int = 0

    def as_json(self) -> str:
        """As text."""
        return json.dumps(vars(self))


def read_way(path: Path, length: int) -> Way:
    """How far an earlier run came; raises BadTraining, naming the file, if that cannot be told."""
    try:
        way = Way(**json.loads(path.read_text("utf-8")))
        places = way.place, way.speed, way.total
        if any(len(place) != length or not all(map(math.isfinite, place)) for place in places):
            raise ValueError(f"it needs {length} numbers for each of place, speed and total.")
        if min(operator.index(way.steps), operator.index(way.summed)) < 0:
            raise ValueError("steps cannot be negative.")
    except (OSError, TypeError, ValueError) as problem:
        raise BadTraining(
            f"{path} cannot be read: {problem} Without it, the climb begins again."
        ) from problem
    return way


class InstinctClimb:
    """The search itself."""

    def __init__(
        self, settings: TrainingSettings, weights: Sequence[float], folder: Folder
    ) -> None:
        self.settings = settings
        self.weights = tuple(weights)
        self.folder = folder
        names = game(settings.game).weights
        self.sizes = [
            0.0 if name in KEPT else size for name, size in zip(names, sizes(weights), strict=True)
        ]
        nothing = [0.0] * len(weights)
        self.way = Way(nothing, list(nothing), list(nothing))
        path = folder.path / FILE
        if path.exists():
            self.way = read_way(path, len(weights))

    def found(self) -> tuple[float, ...]:
        """The mean of the second half of the way."""
        count = self.way.summed
        return self._at([each / count for each in self.way.total]) if count else self.weights

    def go(self, workers: Workers) -> None:
        """All steps that are missing."""
        while self.way.steps < self.settings.instinct_steps:
            self.step(workers)
            self.folder.write(FILE, self.way.as_json().encode())

    def _at(self, place: Sequence[float]) -> tuple[float, ...]:
        pairs = zip(self.weights, self.sizes, place, strict=True)
        return tuple(weight + size * each for weight, size, each in pairs)

    def step(self, workers: Workers) -> None:
        """Tries some directions and moves on."""
        way = self.way
        rng = Rng(seed_of("instinct", self.settings.seed, way.steps))
        ways = [[_normal(rng) for _ in self.weights] for _ in range(DIRECTIONS)]
        duels = [
            (
                number,
                InstinctDuel(
                    self.settings.game,
                    self._at(_moved(way.place, each, CHANGE)),
                    self._at(_moved(way.place, each, -CHANGE)),
                    seed_of("duel", self.settings.seed, way.steps, number),
                ),
            )
            for number, each in enumerate(ways)
        ]
        leads = dict(workers.do(_numbered, duels))
        for weight in range(len(self.weights)):
            slope = sum(leads[number] * each[weight] for number, each in enumerate(ways))
            way.speed[weight] = MEMORY * way.speed[weight] + (1 - MEMORY) * slope / DIRECTIONS
        way.place = _moved(way.place, way.speed, PACE)
        way.steps += 1
        if way.steps * 2 > self.settings.instinct_steps:
            way.total = _moved(way.total, way.place, 1.0)
            way.summed += 1


def _numbered(given: tuple[int, InstinctDuel]) -> tuple[int, float]:
    number, duel = given
    return number, lead(duel)


def _moved(place: Sequence[float], direction: Sequence[float], by: float) -> list[float]:
    return [each + by * step for each, step in zip(place, direction, strict=True)]


def _normal(rng: Rng) -> float:
    """A normal number (Box and Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - rng.chance()))
    return radius * math.cos(2.0 * math.pi * rng.chance())
