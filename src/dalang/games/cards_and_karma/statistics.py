"""What a finished game of Cards & Karma tells of its players besides their points."""

from __future__ import annotations

from dalang.engine.api import Position
from dalang.games.cards_and_karma.components import N_BUILDINGS
from dalang.games.cards_and_karma.state import State


def statistics(position: Position) -> list[dict[str, int]]:
    """By seat: score cards turned on either side, karma that is left, and buildings in its rows."""
    assert isinstance(position, State)
    return [_of_seat(position, seat) for seat in range(position.players)]


def _of_seat(s: State, seat: int) -> dict[str, int]:
    return {
        "by_fame": int(s.left[seat]),
        "by_coins": int(s.right[seat]),
        "karma": int(s.karma[seat]),
        "buildings": sum(int(N_BUILDINGS[card]) for card in s.cards_before(seat)),
    }
