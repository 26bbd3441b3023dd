"""Web of Power as a row of numbers: `columns` says what they are, `write` writes them so."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.arrays import zeros
from dalang.engine.tensors import Columns, Sheet, Tensor
from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import CARDS, FULL_DECK, HAND_SIZE, N_CARDS
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.state import FIELDS, TRAIL_SEAT, State


def columns(row: Columns) -> None:
    """What the numbers are."""
    FIELDS.add_columns(
        row,
        *("phase", "start", "turn", "pile_outs", "ended", "card", "joker", "country"),
        *("points", "owner", "cloisters", "advisors", "cloisters_left", "advisors_left"),
        *("free", "most", "court", "held"),
        *("known", "hand", "pile"),  # to a viewer: their hand; in the pile all that is unseen
        *("open", "discard", "pile_size", "carried_all", "carried_held"),
    )
    row.by_seat("played", int(max(FULL_DECK)), CARDS)  # from hidden cards since the reshuffle
    FIELDS.add_columns(row, "carried")


def write(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes everything, secrets too."""
    assert isinstance(position, WebOfPower)
    sheet.begin(viewer)
    s = position
    _write_board(s, sheet)
    sheet.by_seat(s.known)
    sheet.by_seat(s.hand)
    sheet.always(s.pile)
    _write_cards(s, sheet)
    sheet.by_seat(s.carried)


def write_known(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes what a viewer knows: all hidden cards of others may lie in the pile."""
    assert isinstance(position, WebOfPower)
    sheet.begin(viewer)
    s = position
    _write_board(s, sheet)
    sheet.hands(s.hand, s.known, s.pile)
    _write_cards(s, sheet)
    sheet.own(s.carried)


def _write_board(s: State, sheet: Sheet) -> None:
    """What everybody knows, up to how many cards are held."""
    sheet.keep_one_of(s.phase)
    sheet.keep_seat(s.start)
    sheet.keep_seat(s.turn)
    sheet.always_one(s.pile_outs)
    sheet.keep_one_of(s.ended)
    sheet.keep_one_of(s.card)
    sheet.always_one(s.joker)
    sheet.keep_one_of(s.country)
    sheet.always_by_seat(s.points)
    sheet.keep_seats(s.owner)
    sheet.always_by_seat(s.cloisters)
    sheet.always_by_seat(s.advisors)
    sheet.always_by_seat(s.cloisters_left)
    sheet.always_by_seat(s.advisors_left)
    sheet.always(s.free)
    sheet.always(s.most)
    sheet.always(s.court)
    sheet.always_by_seat(s.held)


def _write_cards(s: State, sheet: Sheet) -> None:
    """What everybody knows, from the open cards on."""
    sheet.always(s.open)
    sheet.always(s.discard)
    sheet.always_one(s.pile_size)
    sheet.always(s.carried_all)
    sheet.always_by_seat(s.carried_held)
    sheet.always_by_seat(_played(s))


def _played(s: State) -> vec[i64]:
    """What each seat played from hidden cards since the reshuffle."""
    counts = zeros(len(s.known))
    for step in s.trail:
        seat = step // TRAIL_SEAT
        counts[seat * N_CARDS + step % TRAIL_SEAT // HAND_SIZE] += 1
    return counts


TENSOR = Tensor(columns, write, write_known)
