"""The settings of a training run: one TOML file, kept in the folder of the run."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from dalang.bots import BotName
from dalang.engine.errors import DalangError
from dalang.registry import game


class BadTraining(DalangError):
    """A run that cannot be started or continued; the message is a sentence for people."""


@dataclass(frozen=True)
class TrainingSettings:
    """What is learned, from how many games, and how.

    A generation plays games with the nets as they are, then learns from its own and the last few
    generations' positions.  The first ones play by instinct: by what actions promise at a glance.
    The last ones may play by search, which learns what the search finds (expert iteration).
    """

    game: str
    seed: int = 1
    instinct_steps: int = 100  # towards an instinct that wins, before the first generation
    generations: int = 20
    games: int = 2000  # of a generation, over all numbers of players …
    by_instinct: int = 3  # generations before the nets themselves choose …
    instinct_games: int = 10_000  # … and how many games these have, which take little time
    share: float = 0.05  # of decisions that are learned from
    searched: int = 0  # generations at the end that decide by a search, …
    searched_games: int = 1000  # … of as many games …
    searched_share: float = 0.5  # … and a share of decisions that is larger, as they are dear …
    simulations: int = 60  # … with a tree of that size …
    asks_nets: bool = True  # … and the nets in it, or the judge alone
    candidates: int = 6  # actions that are compared, the most promising ones
    exploration: float = 0.04  # how often any action is taken
    warmth: float = 0.02  # how much worse, in chances, an action may be that is still taken often
    trace: float = 0.8  # lambda: how much the result counts next to the value of the next position
    first_layer: int = 48
    second_layer: int = 16
    passes: int = 2  # over all remembered positions, in a generation
    memory: int = 6  # generations
    batch: int = 512
    rate: float = 0.001  # of learning, at the beginning; it falls to a tenth
    decay: float = 0.02  # by which weights shrink
    horizon: int = 4  # turns that a search with these nets plays out …
    anywhere: bool = False  # … and whether it may then stop in the middle of a turn or auction
    settled: bool = False  # learn only from positions where the judge has something to say
    only: int = 0  # the number of players that all this is for; 0: all
    measured: int = 5  # generations between two measurements of strength; 0: none
    deals: int = 10  # of a measurement, against each opponent
    level: str = "master:100"  # who is measured, with the nets …
    against: tuple[str, ...] = ("club", "expert:100")  # … alone at a table of each of these

    def __post_init__(self) -> None:
        spec = game(self.game)
        if not spec.weights or spec.rows is None:
            raise BadTraining(f"{spec.title} has no judge or no numbers to learn from.")
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise BadTraining(f"{name} must be at least {least}.")
        for name in ("exploration", "share", "searched_share", "trace"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadTraining(f"{name} must be from 0 to 1.")
        if self.only and self.only not in spec.players:
            raise BadTraining(f"{spec.title} is not for {self.only} players.")
        if self.searched and self.by_instinct + self.searched > self.generations:
            raise BadTraining("generations must be at least by_instinct and searched together.")
        if self.first_layer % 2:
            raise BadTraining("first_layer must be even.")
        for opponent in self.against:
            BotName.of(opponent, self.game).make(self.game)

    def is_searched(self, generation: int) -> bool:
        """Whether a generation, counted from 0, decides by a search."""
        return generation >= self.generations - self.searched

    def games_of(self, generation: int) -> int:
        """How many games a generation plays."""
        if self.is_searched(generation):
            return self.searched_games
        return self.instinct_games if generation < self.by_instinct else self.games

    def remembers_from(self, generation: int) -> int:
        """The first of the generations that are learned from after this one."""
        first = max(0, generation - self.memory + 1)
        if self.is_searched(generation):  # what a search finds is better than what came before
            return max(first, self.generations - self.searched)
        return first

    @classmethod
    def read(cls, path: Path) -> TrainingSettings:
        """From a file; raises BadTraining, naming the file, if it is not a file of settings."""
        try:
            given = tomllib.loads(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
            raise BadTraining(f"{path} cannot be read: {problem}") from problem
        return cls.of(given, str(path))

    @classmethod
    def of(cls, given: dict[str, Any], where: str) -> TrainingSettings:
        """From plain data, checked."""
        known = {field.name: str(field.type) for field in fields(cls)}
        for name, value in given.items():
            if name not in known:
                raise BadTraining(f"{where}: there is no setting {name!r}.")
            if not _fits(known[name], value):
                raise BadTraining(f"{where}: {name} cannot be {value!r}.")
        if "game" not in given:
            raise BadTraining(f"{where} does not say which game.")
        if isinstance(given.get("against"), list):
            given = {**given, "against": tuple(given["against"])}
        return cls(**given)

    def text(self) -> str:
        """As a file."""
        lines = [
            f"{field.name} = {_toml(getattr(self, field.name))}" for field in fields(type(self))
        ]
        return "\n".join(lines) + "\n"


_LEAST = {
    "instinct_steps": 0,
    "generations": 1,
    "games": 1,
    "instinct_games": 1,
    "by_instinct": 1,
    "searched": 0,
    "searched_games": 1,
    "simulations": 2,
    "candidates": 1,
    "warmth": 0.0001,
    "first_layer": 2,
    "second_layer": 1,
    "passes": 1,
    "memory": 1,
    "batch": 1,
    "rate": 0,
    "decay": 0,
    "horizon": 0,
    "measured": 0,
    "deals": 1,
}


def _fits(kind: str, value: Any) -> bool:
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "float":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "str":
        return isinstance(value, str)
    items: list[Any] = value if _is(list, value) else [None]
    return all(isinstance(item, str) for item in items)


def _is(kind: type, value: object) -> bool:
    return isinstance(value, kind)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if _is(tuple, value):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)
