"""BA 6.4: the Dalang gives masks."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.games.bali.components import MASK_VALUE, N_ISLANDS, N_MASKS, NOBODY, NONE
from dalang.games.bali.state import State


def scores_here(s: State) -> bool:
    """BA 6.4: whether the active player has a disc on the island of the Dalang."""
    return s.disc[s.island] == s.active or s.disc[N_ISLANDS + s.island] == s.active


def award_masks(s: State, sink: list[Event] | None) -> i64:
    """BA 6.4: one mask alone, or one each if the discs are split; returns how many."""
    s.quiet = 0
    lowest = lowest_mask(s, 0)
    other = other_owner(s)
    if other == NOBODY or masks_left(s) == 1:
        award(s, s.active, lowest, sink)
        return 1
    award(s, other, lowest, sink)
    higher = lowest_mask(s, lowest + 1)
    award(s, s.active, lowest if higher == NONE else higher, sink)
    return 2


def other_owner(s: State) -> i64:
    """BA 6.4: whose the other disc on the island is, if it is not the active player's."""
    for office in range(2):
        owner = s.disc[office * N_ISLANDS + s.island]
        if owner != s.active and owner != NOBODY:
            return owner
    return NOBODY


def lowest_mask(s: State, least: i64) -> i64:
    """The lowest value left, from that row of masks on; NONE if there is none."""
    for value in range(least, N_MASKS):
        if s.masks_left[value]:
            return value
    return NONE


def masks_left(s: State) -> i64:
    """How many masks lie on the table."""
    count: i64 = 0
    for left in s.masks_left:
        count += left
    return count


def award(s: State, seat: i64, value: i64, sink: list[Event] | None) -> None:
    """BA 6.4: a mask goes from the table to a player, for good."""
    left = s.masks_left[value]
    s.masks_left[value] -= 1
    s.masks[seat * N_MASKS + value] += 1
    if sink is not None:
        points = int(MASK_VALUE[value])
        args: dict[str, object] = {"seat": int(seat), "value": points, "points": points}
        sink.append(Event("mask", args | {"left": int(left)}))
