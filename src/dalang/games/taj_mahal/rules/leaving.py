"""TM 6: leaving the round."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import replaced, zeros
from dalang.engine.vecs import vec
from dalang.games.taj_mahal.actions import FIRST_TAKE
from dalang.games.taj_mahal.components import (
    CARDS,
    N_CARDS,
    N_SPECIALS,
    N_SYMBOLS,
    NONE,
    TAKE_FROM_DISPLAY,
)
from dalang.games.taj_mahal.rules.piles import can_draw, draw_to_hand, tell_drew
from dalang.games.taj_mahal.rules.rounds import next_turn
from dalang.games.taj_mahal.state import FIRST_DRAW, TAKE, State


def leave(s: State, sink: list[Event] | None) -> None:
    """TM 6.1, TM 6.2: the cards leave the table; who never played a card this round draws one."""
    first_turn = clear_table(s) == 0
    s.inside[s.turn] = 0
    if first_turn:
        if can_draw(s, sink):
            s.phase = FIRST_DRAW
            return
        if sink is not None:
            sink.append(Event("nothing_to_draw", {"seat": int(s.turn)}))
    begin_taking(s, sink)


def clear_table(s: State) -> i64:
    """TM 6.1: cards to the discard pile, special cards back; returns how many were discarded."""
    seat = s.turn
    discarded: i64 = 0
    table = s.table
    discard = s.discard[:]
    first = seat * N_CARDS
    for card in range(N_CARDS):
        count = table[first + card]
        if count:
            discard[card] += count
            table[first + card] = 0
            discarded += count
    s.discard = discard
    s.discard_size += discarded
    for special in range(N_SPECIALS):
        if s.special_out[special] and s.special_holder[special] == seat:
            s.special_out = replaced(s.special_out, special, 0)
    for symbol in range(N_SYMBOLS):
        s.shown[seat * N_SYMBOLS + symbol] = 0
    s.colour[seat] = NONE
    return discarded


def apply_first_draw(s: State, card: i64, sink: list[Event] | None) -> None:
    """TM 6.2: the top card of the draw pile."""
    draw_to_hand(s, s.turn, card)
    tell_drew(s, s.turn, card, sink)
    begin_taking(s, sink)


def begin_taking(s: State, sink: list[Event] | None) -> None:
    """TM 6.3: two cards from the display, or what is there."""
    s.takes_due = min(TAKE_FROM_DISPLAY, s.display_size)
    if s.takes_due:
        s.phase = TAKE
    else:
        next_turn(s, sink)


def legal_take(s: State) -> vec[i64]:
    """TM 6.3: any card of the display."""
    legal = zeros(s.display_size)
    number: i64 = 0
    card: i64 = 0
    for count in s.display:
        if count:
            legal[number] = FIRST_TAKE + card
            number += 1
        card += 1  # noqa: SIM113 - enumerate() would count in objects
    return legal[:number]


def apply_take(s: State, action: i64, sink: list[Event] | None) -> None:
    """TM 6.3: the card goes to the hand, and everybody has seen it."""
    card = action - FIRST_TAKE
    s.display[card] -= 1
    s.display_size -= 1
    place = s.turn * N_CARDS + card
    s.hand[place] += 1
    s.known[place] += 1
    s.held[s.turn] += 1
    s.takes_due -= 1
    if sink is not None:
        sink.append(Event("took", {"seat": int(s.turn), "card": CARDS[card]}))
    if s.takes_due == 0:
        next_turn(s, sink)
