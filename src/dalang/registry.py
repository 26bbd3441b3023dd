"""Finds the games: every package under dalang.games that exports GAME.  The only dynamic import."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pickle import PicklingError
from pkgutil import iter_modules

import dalang.games
from dalang.engine.api import Position
from dalang.engine.errors import UnknownGame
from dalang.engine.notation import Fields
from dalang.engine.spec import GameSpec


@cache
def all_games() -> dict[str, GameSpec]:
    """Every game by its key."""
    found = [
        import_module(f"dalang.games.{module.name}").GAME
        for module in iter_modules(dalang.games.__path__)
        if module.ispkg
    ]
    return {game.key: game for game in found}


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
