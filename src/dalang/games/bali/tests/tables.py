"""Setting the scene for Bali."""

from __future__ import annotations

from typing import cast

from dalang.engine.api import EVERYONE, Event, Position
from dalang.engine.testing import change, lines, opening, random_game, settle, size_hands, why
from dalang.games.bali import GAME
from dalang.games.bali.components import ISLANDS
from dalang.games.bali.position import Bali

BLUE, YELLOW, GREEN, RED = range(4)
DISCS = (
    "prince panschar, priest kukusch",
    "prince tschakkalag, priest panschar",
    "prince wontong, priest tschakkalag",
    "prince kukusch, priest wontong",
)
BY_SEAT = ("discs", "seals", "masks", "hand", "shown", *ISLANDS)


def scene(players: int = 4, /, **given: str | int) -> Bali:
    """Blue's turn on Wontong, all piles empty, with what is given; `hand_0` is the field `hand 0`.

    Hand sizes follow from the hands.
    """
    position = GAME.from_text(scene_text(players, **given))
    assert isinstance(position, Bali)
    return position


def scene_text(players: int = 4, /, **given: str | int) -> str:
    fields = scene_fields(players)
    change(fields, given, "laid ")
    if "hand_sizes" not in given:
        size_hands(fields, players)
    return lines(fields)


def scene_fields(players: int) -> dict[str, str]:
    fields = {
        "phase": "turn",
        "active": "0",
        "turn": "0",
        "dalang": "wontong",
        "quiet_turns": "0",
        "end": "none",
        "start_cards": " ".join(str(seat + 1) for seat in range(players)),
        "fled": "-",
        "unvisited": "-",
        "reshuffled": "0",
        "hand_sizes": "",
        "discard": "-",
        "buried": "-",
        "led": "-",
        "exempt": "-",
        "turn_over": "0",
        "use": "none",
        "used": "0",
        "best": "0",
        "leader": "-",
        "target": "-",
        "draws": "0",
        "turn_begins": "0",
    }
    discs = {f"discs {seat}": DISCS[seat] for seat in range(players)}
    return opening(GAME, players, fields, BY_SEAT) | discs


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
