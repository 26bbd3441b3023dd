"""WP 7: scoring chains.  The longest path of a group is searched for exactly, once in a game."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args, Event
from dalang.engine.arrays import EMPTY, zeros
from dalang.engine.vecs import append, vec
from dalang.games.web_of_power.components import (
    BIT,
    N_SPACES,
    NEIGHBOURS,
    SHORTEST_CHAIN,
    SPACES,
)
from dalang.games.web_of_power.state import State


def score_chains(s: State, sink: list[Event] | None) -> None:
    """WP 7.1: every group of every player, once."""
    for seat in range(s.players):
        own: i64 = 0
        for space in range(N_SPACES):
            if s.owner[space] == seat:
                own |= BIT[space]
        for space in range(N_SPACES):
            if own & BIT[space]:
                group = group_of(space, own, NEIGHBOURS)
                own &= ~group
                score_group(s, seat, group, sink)


def group_of(space: i64, own: i64, roads: vec[i64]) -> i64:
    """WP 7.1: the set of spaces in `own` that can be reached from one of them over roads."""
    reached = BIT[space]
    before: i64 = 0
    while reached != before:
        before = reached
        for other in range(len(roads)):
            if reached & BIT[other]:
                reached |= roads[other] & own
    return reached


def score_group(s: State, seat: i64, group: i64, sink: list[Event] | None) -> None:
    """WP 7.1, R2: a group scores its longest path, if that is long enough."""
    chain = longest_path(group, NEIGHBOURS)
    length: i64 = len(chain)
    if length < SHORTEST_CHAIN:
        return
    s.points[seat] += length
    if sink is not None:
        args: Args = {
            "seat": int(seat),
            "spaces": [SPACES[space] for space in chain],
            "points": int(length),
        }
        sink.append(Event("scored_chain", args))


def longest_path(group: i64, roads: vec[i64]) -> vec[i64]:
    """WP 7.1: a longest path over roads that visits no member of the group twice, in order.

    Every start is tried and every way on from it; only a path over the whole group ends the search
    early.
    """
    members = EMPTY
    for space in range(len(roads)):
        if group & BIT[space]:
            members = append(members, space)
    path = zeros(len(members))
    best = EMPTY
    for start in members:
        if len(best) == len(members):
            break
        path[0] = start
        best = walk_on(path, 1, group & ~BIT[start], members, roads, best)
    return best


def walk_on(
    path: vec[i64], length: i64, left: i64, members: vec[i64], roads: vec[i64], best: vec[i64]
) -> vec[i64]:
    """The longest of `best` and all paths that begin with the first `length` spaces of `path`."""
    if length > len(best):
        best = path[:length]
    onward = roads[path[length - 1]] & left
    for space in members:
        if onward & BIT[space] and len(best) < len(members):
            path[length] = space
            best = walk_on(path, length + 1, left & ~BIT[space], members, roads, best)
    return best
