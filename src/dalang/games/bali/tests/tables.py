"""Setting the scene for Bali."""

from __future__ import annotations

from typing import cast

from dalang.engine import testing
from dalang.engine.api import EVERYONE, Event, Position
from dalang.engine.testing import random_game, settle, why
from dalang.games.bali import GAME
from dalang.games.bali.position import Bali

BLUE, YELLOW, GREEN, RED = range(4)
DISCS = (
    "prince panschar, priest kukusch",
    "prince tschakkalag, priest panschar",
    "prince wontong, priest tschakkalag",
    "prince kukusch, priest wontong",
)


def scene(players: int = 4, /, **given: str | int) -> Bali:
    """Blue's turn on Wontong, all piles empty, with what is given; `hand_0` is the field `hand 0`.

    Hand sizes follow from the hands.
    """
    position = GAME.from_text(scene_text(players, **given))
    assert isinstance(position, Bali)
    return position


def scene_text(players: int = 4, /, **given: str | int) -> str:
    usual: dict[str, str | int] = {f"discs_{seat}": DISCS[seat] for seat in range(players)}
    usual["start_cards"] = " ".join(str(seat + 1) for seat in range(players))
    return testing.scene(GAME, players, {"phase": "turn", "dalang": "wontong", **usual, **given})


def public(events: list[Event]) -> list[tuple[str, dict[str, object]]]:
    """What everybody is told."""
    return [(event.key, event.args) for event in events if event.seen_by == EVERYONE]


def paragraph(position: Position, text: str) -> str:
    """The paragraph that forbids an action."""
    return why(position, text)[0]


def reason(position: Position, text: str) -> str:
    """The key of the reason why an action is forbidden."""
    return why(position, text)[1]


def field(position: Position, name: str) -> object:
    """A field of the position; "hand 0" is the row of seat 0."""
    fields = position.fields()
    word, _, seat = name.partition(" ")
    if seat:
        return cast("list[object]", fields[word])[int(seat)]
    return fields[word]


def dealt(players: int, seed: int) -> Bali:
    """A new game at its first decision."""
    position = GAME.start(players)
    settle(position, seed)
    assert isinstance(position, Bali)
    return position


def after(players: int, seed: int, steps: int) -> Bali:
    """A random game after a number of steps, or at its end."""
    position = random_game(GAME, players, seed, steps)
    assert isinstance(position, Bali)
    return position
