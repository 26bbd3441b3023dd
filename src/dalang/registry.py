"""Finds the games: every package under dalang.games that exports GAME.  The only dynamic import."""

from __future__ import annotations

from functools import cache
from importlib import import_module
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


def from_text(text: str) -> Position:
    """The position of any game, written as text."""
    return game(Fields(text).text("game")).from_text(text)
