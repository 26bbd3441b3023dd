"""Bali as a row of numbers: `columns` says what they are, `write` writes them, in that order.

Of a pile there is what it holds and which card lies on top; the order below is left out.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.arrays import zeros
from dalang.engine.tensors import Columns, Sheet, Tensor
from dalang.engine.vecs import vec
from dalang.games.bali.components import (
    CARDS,
    DECK,
    DECK_SIZE,
    ISLANDS,
    N_CARDS,
    N_ISLANDS,
    UNSEEN,
)
from dalang.games.bali.observe import observe
from dalang.games.bali.position import Bali
from dalang.games.bali.state import FIELDS, LAY, State

_NO_CARDS: Final = zeros(N_CARDS)


def columns(row: Columns) -> None:
    """What the numbers are."""
    FIELDS.add_columns(
        row,
        *("phase", "active", "turn", "island", "quiet", "end", "led", "exempt", "turn_over"),
        *("use", "used", "best", "leader", "target", "draws", "turn_begins", "start_card"),
        *("disc", "seal", "masks_left", "masks", "fled", "held"),
    )
    row.by_seat("pile_size", int(DECK_SIZE), ISLANDS)
    FIELDS.add_columns(
        row, "laid", "unvisited", "shown", "discard", "stock_size", "reshuffled", "hand"
    )
    row.by_seat("piled", int(max(DECK)), ISLANDS, CARDS)  # the cards that were ever seen
    row.one_of_by_seat("top", CARDS, ISLANDS)
    FIELDS.add_columns(row, "stock", "buried")  # to a viewer: in the stock all that is unseen


def write(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes everything, secrets too."""
    assert isinstance(position, Bali)
    sheet.begin(viewer)
    s = position
    _write_open(s, sheet)
    sheet.by_seat(s.hand)
    rest = DECK[:]  # of no use here
    for seat in range(s.players):
        _put_piled(s, seat, sheet, rest)
    sheet.leave(len(s.ends) * N_CARDS)
    sheet.leave(len(s.ends) * N_CARDS)
    sheet.always(s.stock)
    sheet.numbers(s.buried)


def write_known(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes what a viewer knows: their own cards; all others are unseen.

    While somebody else lays cards down (BA 6.3) not even the height of the pile is known; how that
    is hidden, the view knows best.
    """
    assert isinstance(position, Bali)
    sheet.begin(viewer)
    s = position
    if s.phase == LAY and s.turn != viewer:
        write(sheet, observe(position, viewer).known, viewer)
        return
    _write_open(s, sheet)
    sheet.own(s.hand)
    unseen = _unseen(s, viewer)
    if viewer >= 0:
        _put_piled(s, viewer, sheet, unseen)
    sheet.leave(len(s.ends) * N_CARDS)
    sheet.leave(len(s.ends) * N_CARDS)
    sheet.always(unseen)
    sheet.leave(N_CARDS)


def _unseen(s: State, viewer: i64) -> vec[i64]:
    """The cards a viewer cannot see, by kind: neither discarded nor their own nor remembered.

    `_put_piled` takes away those in the viewer's piles.
    """
    unseen = DECK[:]
    discard = s.discard
    if viewer < 0:
        for card in range(N_CARDS):
            unseen[card] -= discard[card]
    else:
        hand = s.hand
        first = viewer * N_CARDS
        for card in range(N_CARDS):
            unseen[card] -= discard[card] + hand[first + card]
    return unseen


def _write_open(s: State, sheet: Sheet) -> None:
    """What everybody knows."""
    _write_turn(s, sheet)
    sheet.keep_each_one_of_by_seat(s.start_card)
    sheet.keep_seats(s.disc)
    sheet.keep_seats(s.seal)
    sheet.always(s.masks_left)
    sheet.always_by_seat(s.masks)
    sheet.always_by_seat(s.fled)
    sheet.always_by_seat(s.held)
    sheet.always_steps_by_seat(s.ends)
    sheet.always_by_seat(s.laid)
    sheet.always(s.unvisited)
    sheet.always_by_seat(s.shown)
    sheet.always(s.discard)
    sheet.always_one(s.stock_size)
    sheet.always_one(s.reshuffled)


def _write_turn(s: State, sheet: Sheet) -> None:
    """What is going on in this turn."""
    sheet.keep_one_of(s.phase)
    sheet.keep_seat(s.active)
    sheet.keep_seat(s.turn)
    sheet.keep_one_of(s.island)
    sheet.always_one(s.quiet)
    sheet.keep_one_of(s.end)
    sheet.keep_one_of(s.led)
    sheet.keep_seat(s.exempt)
    sheet.always_one(s.turn_over)
    sheet.keep_one_of(s.use)
    sheet.always_one(s.used)
    sheet.always_one(s.best)
    sheet.keep_seat(s.leader)
    sheet.keep_one_of(s.target)
    sheet.always_one(s.draws)
    sheet.always_one(s.turn_begins)


def _put_piled(s: State, seat: i64, sheet: Sheet, unseen: vec[i64]) -> None:
    """Two fields of a seat: how many of each card are known to lie in each pile, and on top.

    What lies there is taken away from the unseen cards.
    """
    piled = s.piled
    ends = s.ends
    counts = _NO_CARDS[:]
    to = sheet.seen_as(seat) * N_ISLANDS * N_CARDS
    tops: i64 = len(ends) * N_CARDS
    begin = s.pile_begin(seat * N_ISLANDS)
    for place in range(seat * N_ISLANDS, (seat + 1) * N_ISLANDS):
        end = ends[place]
        for n in range(begin, end):
            card = piled[n]
            if card != UNSEEN:
                counts[card] += 1
                unseen[card] -= 1
        for n in range(begin, end):
            card = piled[n]
            if card != UNSEEN and counts[card]:
                sheet.put(to + card, counts[card])
                counts[card] = 0
        if end > begin and piled[end - 1] != UNSEEN:
            sheet.mark(tops + to + piled[end - 1])
        to += N_CARDS
        begin = end


TENSOR = Tensor(columns, write, write_known)
