"""Web of Power as a row of numbers: `columns` says what they are, `write` writes them so."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.tensors import Columns, Sheet, Tensor
from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import CARDS, FULL_DECK, HAND_SIZE, N_CARDS
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
    assert isinstance(position, State)
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
    assert isinstance(position, State)
    sheet.begin(viewer)
    s = position
    _write_board(s, sheet)
    sheet.hands(s.hand, s.known, s.pile)
    _write_cards(s, sheet)
    sheet.own(s.carried)


def _write_board(s: State, sheet: Sheet) -> None:
    """What everybody knows, up to how many cards are held."""
    sheet.one_of(s.phase)
    sheet.seat(s.start)
    sheet.seat(s.turn)
    sheet.number(s.pile_outs)
    sheet.one_of(s.ended)
    sheet.one_of(s.card)
    sheet.number(s.joker)
    sheet.one_of(s.country)
    sheet.by_seat(s.points)
    sheet.seats(s.owner)
    sheet.by_seat(s.cloisters)
    sheet.by_seat(s.advisors)
    sheet.by_seat(s.cloisters_left)
    sheet.by_seat(s.advisors_left)
    sheet.numbers(s.free)
    sheet.numbers(s.most)
    sheet.numbers(s.court)
    sheet.by_seat(s.held)


def _write_cards(s: State, sheet: Sheet) -> None:
    """What everybody knows, from the open cards on."""
    sheet.numbers(s.open)
    sheet.numbers(s.discard)
    sheet.number(s.pile_size)
    sheet.numbers(s.carried_all)
    sheet.by_seat(s.carried_held)
    sheet.by_seat(_played(s))


def _played(s: State) -> vec[i64]:
    """What each seat played from hidden cards since the reshuffle."""
    counts = s.known[:]
    for place in range(len(counts)):
        counts[place] = 0
    for step in s.trail:
        seat = step // TRAIL_SEAT
        counts[seat * N_CARDS + step % TRAIL_SEAT // HAND_SIZE] += 1
    return counts


TENSOR = Tensor(columns, write, write_known)
