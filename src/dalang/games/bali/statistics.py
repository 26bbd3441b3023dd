"""What a finished game of Bali tells of its players besides their points."""

from __future__ import annotations

from dalang.engine.api import Position
from dalang.games.bali.components import MASK_VALUE, N_MASKS
from dalang.games.bali.state import State


def statistics(position: Position) -> list[dict[str, int]]:
    """By seat: masks, the most valuable one, and seals."""
    assert isinstance(position, State)
    return [_of_seat(position, seat) for seat in range(position.players)]


def _of_seat(s: State, seat: int) -> dict[str, int]:
    first = seat * int(N_MASKS)
    masks = [int(count) for count in s.masks[first : first + N_MASKS]]
    values = [int(MASK_VALUE[mask]) for mask, count in enumerate(masks) if count]
    return {
        "masks": sum(masks),
        "best_mask": max(values, default=0),
        "seals": list(s.seal).count(seat),
    }
