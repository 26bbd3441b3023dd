"""Taj Mahal as a row of numbers: `columns` says what they are, `write` writes them so."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.arrays import total
from dalang.engine.tensors import Columns, Sheet, Tensor
from dalang.games.taj_mahal.components import (
    N_BONUS_TILES,
    N_CARDS,
    N_PROVINCES,
    N_SYMBOLS,
    PROVINCES,
    ROUNDS,
)
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.state import FIELDS, State


def columns(row: Columns) -> None:
    """What the numbers are."""
    FIELDS.add_columns(
        row,
        *("phase", "round", "start", "turn", "card"),
        *("palaces_due", "crown_due", "tile_won", "takes_due", "taken"),
    )
    row.one_of("province", PROVINCES)  # of this round
    row.number("tile_number", int(ROUNDS), PROVINCES)  # 0 until its tile is laid
    FIELDS.add_columns(
        row,
        *("bonus", "palace", "crown_palace", "court", "special_holder", "special_out"),
        *("points", "influence", "commodities", "tile_owner", "inside", "colour"),
        *("shown", "table", "held"),
        *("known", "hand", "pile"),  # to a viewer: their hand; in the pile all that is unseen
        *("carried_left", "carried_pool", "display", "discard", "pile_size", "carried"),
    )


def write(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes everything, secrets too."""
    assert isinstance(position, TajMahal)
    sheet.begin(viewer)
    s = position
    _write_play(s, sheet)
    sheet.by_seat(s.known)
    sheet.by_seat(s.hand)
    sheet.always(s.pile)
    _write_cards(s, sheet)
    sheet.by_seat(s.carried)


def write_known(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes what a viewer knows: all hidden cards of others may lie in the pile."""
    assert isinstance(position, TajMahal)
    sheet.begin(viewer)
    s = position
    _write_play(s, sheet)
    sheet.hands(s.hand, s.known, s.pile)
    _write_cards(s, sheet)
    if viewer >= 0 and s.carried_left[viewer]:
        sheet.of_seat(s.carried, viewer)
    sheet.leave(len(s.carried))


def _write_play(s: State, sheet: Sheet) -> None:
    """What everybody knows, up to the cards on the table."""
    sheet.keep_one_of(s.phase)
    sheet.always_one(s.round)
    sheet.keep_seat(s.start)
    sheet.keep_seat(s.turn)
    sheet.keep_one_of(s.card)
    sheet.always_one(s.palaces_due)
    sheet.always_one(s.crown_due)
    sheet.always_one(s.tile_won)
    sheet.always_one(s.takes_due)
    _write_board(s, sheet)
    sheet.always_by_seat(s.points)
    sheet.always_by_seat(s.influence)
    sheet.always_by_seat(s.commodities)
    sheet.keep_seats(s.tile_owner)
    sheet.always_by_seat(s.inside)
    sheet.keep_each_one_of_by_seat(s.colour)
    sheet.always_by_seat(s.shown)
    for seat in range(s.players):
        if _has_cards_out(s, seat):
            sheet.of_seat(s.table, seat)
    sheet.leave(len(s.table))
    sheet.always_by_seat(s.held)


def _has_cards_out(s: State, seat: i64) -> bool:
    """Whether a seat has cards on the table: every one shows some symbol."""
    shown = s.shown
    for symbol in range(seat * N_SYMBOLS, (seat + 1) * N_SYMBOLS):
        if shown[symbol]:
            return True
    return False


def _write_cards(s: State, sheet: Sheet) -> None:
    """What everybody knows, from the carried cards on."""
    sheet.always_by_seat(s.carried_left)
    if total(s.carried_left):
        sheet.numbers(s.carried_pool)
    else:
        sheet.leave(N_CARDS)
    sheet.always(s.display)
    sheet.always(s.discard)
    sheet.always_one(s.pile_size)


def _write_board(s: State, sheet: Sheet) -> None:
    """The tiles, the palaces and what lies in the court."""
    sheet.count(s.taken, N_BONUS_TILES)
    if s.round:
        sheet.keep_one_of(s.order[s.round - 1])
    else:
        sheet.keep_one_of(-1)
    sheet.keep_ranks(s.order, N_PROVINCES)
    sheet.keep_each_one_of(s.bonus)
    sheet.keep_seats(s.palace)
    sheet.keep_seats(s.crown_palace)
    sheet.always(s.court)
    sheet.keep_seats(s.special_holder)
    sheet.always(s.special_out)


TENSOR = Tensor(columns, write, write_known)
