"""Every game with every number of players, and positions out of random games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dalang.engine.api import OVER, Position
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import all_games

# The usual number of players before every commit, the others in `make test`.
TABLES = [
    pytest.param(
        game.key, players, marks=[] if players == game.usual_players else [pytest.mark.slow]
    )
    for game in all_games().values()
    for players in game.players
]
DRAWN = [table for table in TABLES if all_games()[str(table.values[0])].scene]
every_table = pytest.mark.parametrize(("key", "players"), TABLES)
every_drawn_table = pytest.mark.parametrize(("key", "players"), DRAWN)
every_game = pytest.mark.parametrize("key", all_games())


def positions(spec: GameSpec, players: int, seed: int, every: int) -> Iterator[Position]:
    """Positions of a random game, its beginning and its end among them."""
    rng, position, number = Rng(seed), spec.start(players), 0
    while position.actor() != OVER:
        if number % every == 0:
            yield position
        position.apply(random_step(position, rng))
        number += 1
    yield position
