"""Random games to try things on."""

from __future__ import annotations

from collections.abc import Iterator

from dalang.engine.api import OVER, Position
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec


def walk(spec: GameSpec, players: int, seed: int) -> Iterator[Position]:
    """A random game, position by position; the last one is over."""
    rng = Rng(seed)
    position = spec.start(players)
    yield position
    while position.actor() != OVER:
        position.apply(random_step(position, rng))
        yield position


def decisions(spec: GameSpec, players: int, seed: int, every: int) -> Iterator[Position]:
    """Some positions of a random game in which a seat is to decide."""
    at_seats = (position for position in walk(spec, players, seed) if position.actor() >= 0)
    return (position for number, position in enumerate(at_seats) if number % every == seed % every)
