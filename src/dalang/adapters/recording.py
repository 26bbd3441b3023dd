"""Games of bots as rows of numbers, one for every decision: what a data set consists of.

A row holds what the seat to decide knew, and nothing else about the position: hidden hands of
others are no part of it.  How the game ended is in every row of it, because learners want it there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalang.adapters.payoffs import by_place
from dalang.adapters.tensors import Layout, Row
from dalang.arena.chance import seed_of
from dalang.bots import Asked, BotName, ask
from dalang.bots.naming import split
from dalang.engine.api import CHANCE, OVER, Position
from dalang.engine.errors import DalangError
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.registry import game

Arrays: TypeAlias = dict[str, NDArray[Any]]

# Every column with its type; `observation` and `action_mask` have many numbers in a row.
COLUMNS: dict[str, Any] = {
    "game": np.int64,
    "step": np.int32,
    "seat": np.int8,
    "bot": np.int8,
    "observation": np.float32,
    "action_mask": np.int8,
    "action": np.int32,
    "reward": np.float32,
    "score": np.int32,
    "place": np.int8,
    "ended_by": np.int8,
}


class BadDataset(DalangError):
    """A data set that cannot be made, or a folder that holds another one."""


@dataclass(frozen=True)
class Recipe:
    """What a data set depends on, except how many games it has."""

    key: str
    players: int
    bots: tuple[BotName, ...]
    seed: int

    @classmethod
    def of(cls, key: str, players: int | None, bots: str, seed: int = 1) -> Recipe:
        """As people ask for it: bots separated by commas, the usual number of seats."""
        names = tuple(BotName.of(word, key) for word in split(bots))
        seats = game(key).usual_players if players is None else players
        return cls(key, seats, names, seed)

    def __post_init__(self) -> None:
        Layout(self.key, self.players)  # says if the game is not for so many, or has no numbers
        if not self.bots:
            raise BadDataset("Somebody has to play: name at least one bot.")
        for bot in self.bots:
            bot.make(self.key)

    def seating(self, number: int) -> list[int]:
        """Which bot sits where: they move by one seat with every game."""
        return [(seat + number) % len(self.bots) for seat in range(self.players)]

    def names(self) -> list[str]:
        """What to call the bots, all different."""
        names: list[str] = []
        for bot in self.bots:
            same = sum(name.split(" #")[0] == bot.name for name in names)
            names.append(f"{bot.name} #{same + 1}" if same else bot.name)
        return names

    @cached_property
    def layout(self) -> Layout:
        """How positions are written."""
        return Layout(self.key, self.players)

    def __reduce__(self) -> tuple[type[Recipe], tuple[Any, ...]]:
        return Recipe, (self.key, self.players, self.bots, self.seed)


@dataclass
class Decision:
    """What a seat was asked, knew and did."""

    step: int
    seat: int
    known: Row
    legal: list[int]
    action: int


def play(recipe: Recipe, number: int) -> Arrays:
    """One game of the set, decision by decision; questions with one answer are left out."""
    spec, seating = game(recipe.key), recipe.seating(number)
    position, chance = spec.start(recipe.players), Rng(seed_of("data", recipe.seed, number))
    bots = [recipe.bots[bot].make(recipe.key) for bot in seating]
    streams = [Rng(seed_of("data bot", recipe.seed, number, seat)) for seat, _ in enumerate(bots)]
    where = f"game {number} of seed {recipe.seed}"
    asked = [Asked(recipe.bots[bot].name, recipe.key, where) for bot in seating]
    decisions: list[Decision] = []
    step = 0
    while (seat := int(position.actor())) != OVER:
        if seat == CHANCE:
            action = int(random_step(position, chance))
        else:
            legal = [int(each) for each in position.legal_actions()]
            action = legal[0]
            if len(legal) > 1:
                view = spec.observe(position, seat)
                known = recipe.layout.observation(view)  # first, for a bot may change its view
                action = ask(bots[seat], view, streams[seat], asked[seat])
                decisions.append(Decision(step, seat, known, legal, action))
        position.apply(action)
        step += 1
    return _columns(recipe, number, decisions, position)


def _columns(recipe: Recipe, number: int, decisions: list[Decision], end: Position) -> Arrays:
    """The decisions of one game as columns, with how it ended for the one who decided."""
    spec, seating = game(recipe.key), recipe.seating(number)
    count = len(decisions)
    seats = [decision.seat for decision in decisions]
    masks = np.zeros((count, spec.action_count), np.int8)
    rows = np.zeros((count, recipe.layout.size), np.float32)
    for row, decision in enumerate(decisions):
        masks[row, decision.legal] = 1
        rows[row] = decision.known
    worth, scores, places = by_place(end), end.scores(), end.ranking()
    found: dict[str, Any] = {
        "game": [number] * count,
        "step": [decision.step for decision in decisions],
        "seat": seats,
        "bot": [seating[seat] for seat in seats],
        "observation": rows,
        "action_mask": masks,
        "action": [decision.action for decision in decisions],
        "reward": [worth[seat] for seat in seats],
        "score": [scores[seat] for seat in seats],
        "place": [places[seat] for seat in seats],
        "ended_by": [spec.ends.index(end.ended_by())] * count,
    }
    return {name: np.asarray(found[name], kind) for name, kind in COLUMNS.items()}


def digest(rows: Arrays) -> str:
    """The checksum of one game: of what its columns say, however they are stored."""
    found = hashlib.sha256()
    for name, kind in COLUMNS.items():
        found.update(np.ascontiguousarray(rows[name], np.dtype(kind).newbyteorder("<")).tobytes())
    return found.hexdigest()


def checksum(games: Iterable[str]) -> str:
    """The checksum of a set, from those of its games in order."""
    return hashlib.sha256("".join(games).encode()).hexdigest()
