"""Bali as a row of numbers: `columns` says what they are, `write` writes them, in that order.

Of a pile there is what it holds and which card lies on top; the order below is left out.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.arrays import filled, zeros
from dalang.engine.tensors import Columns, Sheet, Tensor
from dalang.games.bali.components import (
    CARDS,
    DECK,
    DECK_SIZE,
    FLIGHT_CARDS,
    ISLANDS,
    MASK_COUNT,
    MASKS,
    MOST_SHOWN,
    N_CARDS,
    N_ISLANDS,
    N_START_CARDS,
    NONE,
    OFFICES,
    STALEMATE_TURNS,
    START_NUMBERS,
    UNSEEN,
)
from dalang.games.bali.state import ENDS, PHASES, SETS, State

_USES = ("putting", "taking")
_MOST_OF_A_CARD = int(max(DECK))
_MOST_MASKS = int(max(MASK_COUNT))


def columns(row: Columns) -> None:
    """What the numbers are."""
    row.one_of("phase", PHASES)
    row.seat("active")
    row.seat("turn")
    row.one_of("island", ISLANDS)  # where the Dalang stands
    row.number("quiet", int(STALEMATE_TURNS))
    row.one_of("end", ENDS)
    row.one_of("led", CARDS)
    row.seat("exempt")
    row.number("turn_over", 1)
    row.one_of("use", _USES)
    row.number("used", int(FLIGHT_CARDS), bounded=False)
    row.number("best", int(MOST_SHOWN))
    row.seat("leader")
    row.one_of("target", ISLANDS)
    row.number("draws", int(DECK_SIZE))
    row.number("turn_begins", 1)
    row.one_of_by_seat("start_card", [str(number) for number in START_NUMBERS])
    row.seat("disc", OFFICES, ISLANDS)
    row.seat("seal", ISLANDS)
    row.number("masks_left", _MOST_MASKS, MASKS)
    row.by_seat("masks", _MOST_MASKS, MASKS)
    row.by_seat("fled", 1)
    row.by_seat("held", int(DECK_SIZE))
    row.by_seat("pile_size", int(DECK_SIZE), ISLANDS)
    row.by_seat("laid", int(DECK_SIZE), ISLANDS)
    row.number("unvisited", 1, ISLANDS)
    row.by_seat("shown", _MOST_OF_A_CARD, OFFICES, SETS)
    row.number("discard", _MOST_OF_A_CARD, CARDS)
    row.number("stock_size", int(DECK_SIZE))
    row.number("reshuffled", 1)
    row.by_seat("hand", _MOST_OF_A_CARD, CARDS)
    row.by_seat("piled", _MOST_OF_A_CARD, ISLANDS, CARDS)  # the cards that were ever seen
    row.one_of_by_seat("top", CARDS, ISLANDS)
    row.number("stock", _MOST_OF_A_CARD, CARDS)  # to a viewer: all that is unseen
    row.number("buried", _MOST_OF_A_CARD, CARDS)


def write(position: Position, sheet: Sheet) -> None:
    """Writes a position, or what is known of it."""
    assert isinstance(position, State)
    s = position
    _write_turn(s, sheet)
    sheet.each_one_of_by_seat(s.start_card, N_START_CARDS)
    sheet.seats(s.disc)
    sheet.seats(s.seal)
    sheet.numbers(s.masks_left)
    sheet.by_seat(s.masks)
    sheet.by_seat(s.fled)
    sheet.by_seat(s.held)
    sheet.by_seat(_pile_sizes(s))
    sheet.by_seat(s.laid)
    sheet.numbers(s.unvisited)
    sheet.by_seat(s.shown)
    sheet.numbers(s.discard)
    sheet.number(s.stock_size)
    sheet.number(s.reshuffled)
    sheet.by_seat(s.hand)
    sheet.by_seat(_piled(s))
    sheet.each_one_of_by_seat(_tops(s), N_CARDS)
    sheet.numbers(s.stock)
    sheet.numbers(s.buried)


def _write_turn(s: State, sheet: Sheet) -> None:
    """What is going on in this turn."""
    sheet.one_of(s.phase, len(PHASES))
    sheet.seat(s.active)
    sheet.seat(s.turn)
    sheet.one_of(s.island, N_ISLANDS)
    sheet.number(s.quiet)
    sheet.one_of(s.end - 1, len(ENDS))
    sheet.one_of(s.led, N_CARDS)
    sheet.seat(s.exempt)
    sheet.number(s.turn_over)
    sheet.one_of(s.use - 1, len(_USES))
    sheet.number(s.used)
    sheet.number(s.best)
    sheet.seat(s.leader)
    sheet.one_of(s.target, N_ISLANDS)
    sheet.number(s.draws)
    sheet.number(s.turn_begins)


def _pile_sizes(s: State) -> vec[i64]:
    """How high each pile is."""
    places: i64 = len(s.ends)
    sizes = zeros(places)
    for place in range(places):
        sizes[place] = s.pile_size(place)
    return sizes


def _piled(s: State) -> vec[i64]:
    """How many of each card are known to lie in each pile."""
    places: i64 = len(s.ends)
    counts = zeros(places * N_CARDS)
    begin: i64 = 0
    for place in range(places):
        for n in range(begin, s.ends[place]):
            if s.piled[n] != UNSEEN:
                counts[place * N_CARDS + s.piled[n]] += 1
        begin = s.ends[place]
    return counts


def _tops(s: State) -> vec[i64]:
    """The top card of each pile, if there is one and it is known."""
    places: i64 = len(s.ends)
    tops = filled(places, NONE)
    for place in range(places):
        if s.pile_size(place):
            tops[place] = s.piled[s.ends[place] - 1]
    return tops


TENSOR = Tensor(columns, write)
