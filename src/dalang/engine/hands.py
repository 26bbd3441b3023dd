"""Hands of cards that are counted by kind: what a viewer sees of them, and what nobody sees."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.vecs import vec


def own_row(table: vec[i64], others: vec[i64], viewer: i64, width: i64) -> vec[i64]:
    """A table by seats in which only the viewer's row is that of `table`."""
    seen = others[:]
    if viewer >= 0:
        for place in range(viewer * width, (viewer + 1) * width):
            seen[place] = table[place]
    return seen


def with_unseen(pile: vec[i64], hand: vec[i64], seen: vec[i64], width: i64) -> vec[i64]:
    """The pile together with the cards of all hands that a viewer does not see."""
    unseen = pile[:]
    kind: i64 = 0
    for place in range(len(hand)):
        unseen[kind] += hand[place] - seen[place]
        kind += 1
        if kind == width:
            kind = 0
    return unseen
