"""Finds the games.  The only dynamic import.

A game is a package under dalang.games that exports GAME, or what an entry point of the group
`dalang.games` of an installed package names: a GameSpec, or a module that exports GAME.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pickle import PicklingError
from pkgutil import iter_modules

import dalang.games
from dalang.engine.api import Position
from dalang.engine.errors import BadGame, UnknownGame
from dalang.engine.notation import Fields
from dalang.engine.spec import GameSpec

GROUP = "dalang.games"


@cache
def all_games() -> dict[str, GameSpec]:
    """Every game by its key."""
    found: dict[str, GameSpec] = {}
    own = [
        import_module(f"dalang.games.{module.name}").GAME
        for module in iter_modules(dalang.games.__path__)
        if module.ispkg
    ]
    for spec in [*own, *map(_from_elsewhere, entry_points(group=GROUP))]:
        if spec.key in found:
            there = found[spec.key].folder
            raise BadGame(f"Two games are called {spec.key!r}: {there} and {spec.folder}.")
        found[spec.key] = spec
    return found


def _from_elsewhere(entry: EntryPoint) -> GameSpec:
    """The game of an installed package."""
    try:
        loaded = entry.load()
    except Exception as problem:  # whatever is wrong with it, it is not ours
        raise BadGame(f"The game {entry.value!r} cannot be loaded: {problem}") from problem
    spec = getattr(loaded, "GAME", loaded)
    if not isinstance(spec, GameSpec):
        raise BadGame(f"The game {entry.value!r} is no GameSpec, nor has it one named GAME.")
    return spec


def game(key: str) -> GameSpec:
    """The game of that key."""
    if key not in all_games():
        raise UnknownGame(f"There is no game {key!r}. There are: {', '.join(all_games())}.")
    return all_games()[key]


def _by_key(spec: GameSpec) -> tuple[Callable[[str], GameSpec], tuple[str]]:
    """What pickle keeps of a game: its name, by which another process finds it."""
    if all_games().get(spec.key) is not spec:
        raise PicklingError(f"{spec!r} is not the installed game of that key.")
    return game, (spec.key,)


copyreg.pickle(GameSpec, _by_key)


def from_text(text: str) -> Position:
    """The position of any game, written as text."""
    return game(Fields(text).text("game")).from_text(text)
