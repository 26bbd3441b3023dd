"""Playing games at random, in one compiled loop."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import CHANCE, OVER, Position
from dalang.engine.rng import Rng


def random_step(position: Position, rng: Rng) -> i64:
    """A random legal action, or a random outcome if chance is to move."""
    if position.actor() == CHANCE:
        return position.draw_chance(rng)
    legal = position.legal_actions()
    return legal[rng.below(len(legal))]


def play_out(position: Position, rng: Rng) -> i64:
    """Plays at random to the end; returns how many actions and outcomes that took."""
    steps: i64 = 0
    while True:
        actor = position.actor()
        if actor == OVER:
            return steps
        if actor == CHANCE:
            position.apply(position.draw_chance(rng))
        else:
            legal = position.legal_actions()
            position.apply(legal[rng.below(len(legal))])
        steps += 1


def settle_chance(position: Position, rng: Rng) -> None:
    """Lets chance move until a seat is asked or the game is over."""
    while position.actor() == CHANCE:
        position.apply(position.draw_chance(rng))
