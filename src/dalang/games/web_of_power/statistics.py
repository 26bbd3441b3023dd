"""What a finished game of Web of Power tells of its players besides their points."""

from __future__ import annotations

from dalang.engine.api import Position
from dalang.games.web_of_power.components import (
    ADVISORS,
    ALLY_A,
    ALLY_B,
    BIT,
    CLOISTERS,
    N_ALLIANCES,
    N_SPACES,
    NEIGHBOURS,
)
from dalang.games.web_of_power.rules.chains import group_of, longest_path
from dalang.games.web_of_power.rules.scoring import has_majority
from dalang.games.web_of_power.state import State


def statistics(position: Position) -> list[dict[str, int]]:
    """By seat: cloisters, advisors, alliances that score, and the longest chain."""
    assert isinstance(position, State)
    return [_of_seat(position, seat) for seat in range(position.players)]


def _of_seat(s: State, seat: int) -> dict[str, int]:
    return {
        "cloisters": int(CLOISTERS - s.cloisters_left[seat]),
        "advisors": int(ADVISORS - s.advisors_left[seat]),
        "alliances": sum(
            has_majority(s, seat, ALLY_A[number]) and has_majority(s, seat, ALLY_B[number])
            for number in range(N_ALLIANCES)
        ),
        "chain": longest_chain(s, seat),
    }


def longest_chain(s: State, seat: int) -> int:
    """WP 7.1: the longest path of all groups of a seat, long enough to score or not."""
    spaces = [space for space in range(N_SPACES) if s.owner[space] == seat]
    own = sum(int(BIT[space]) for space in spaces)
    groups = {int(group_of(space, own, NEIGHBOURS)) for space in spaces}
    return max((len(longest_path(group, NEIGHBOURS)) for group in groups), default=0)
