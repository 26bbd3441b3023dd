"""BA 3.1, BA 3.2: warriors, warding them off, and fleeing."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.bali.actions import FIRST_EXEMPT, FIRST_PLAY, FIRST_PUT, FLEE
from dalang.games.bali.components import (
    CARDS,
    FLIGHT_CARDS,
    N_CARDS,
    N_ISLANDS,
    WARRIOR,
)
from dalang.games.bali.rules.answering import next_answer, offer_second
from dalang.games.bali.rules.cards import discard_card, put_card
from dalang.games.bali.state import EXEMPT, FLIGHT, State


def lead_warrior(s: State) -> None:
    """BA 3.1: first somebody is exempted."""
    s.phase = EXEMPT


def legal_exempt(s: State) -> vec[i64]:
    """BA 3.1, BA R1: any passive player, present or fled."""
    legal = vec[i64]()
    for seat in range(s.players):
        if seat != s.active:
            legal = append(legal, FIRST_EXEMPT + seat)
    return legal


def apply_exempt(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 3.1: the others present are challenged, clockwise."""
    s.exempt = action - FIRST_EXEMPT
    if sink is not None:
        sink.append(Event("exempted", {"seat": int(s.active), "exempt": int(s.exempt)}))
    next_answer(s, sink)


def legal_ward(s: State) -> vec[i64]:
    """BA 3.1: flee, or ward the warrior off with one."""
    legal = vec[i64]([FLEE])
    if s.hand[s.turn * N_CARDS + WARRIOR]:
        legal = append(legal, FIRST_PLAY + WARRIOR)
    return legal


def apply_ward(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 3.1: the warrior is discarded, or the flight begins."""
    if action != FLEE:
        discard_card(s, s.turn, WARRIOR)
        if sink is not None:
            sink.append(Event("warded", {"seat": int(s.turn)}, reveals=True))
        offer_second(s, sink)
        return
    s.used = 0
    if sink is not None:
        sink.append(Event("flees", {"seat": int(s.turn)}))
    flee_on(s, sink)


def flee_on(s: State, sink: list[Event] | None) -> None:
    """BA 3.2: three cards are saved, all if there are fewer; then the player is gone."""
    if s.used < FLIGHT_CARDS and s.held[s.turn]:
        s.phase = FLIGHT
        return
    discard_hand(s, s.turn, sink)
    s.fled[s.turn] = 1
    s.used = 0
    next_answer(s, sink)


def legal_flight(s: State) -> vec[i64]:
    """BA 3.2: any hand card, on the seat's pile at any other island."""
    return add_puts(s, vec[i64]())


def add_puts(s: State, legal: vec[i64]) -> vec[i64]:
    """BA 3.2, BA 3.4: every hand card can go to every own pile at an inactive island."""
    hand = s.turn * N_CARDS
    for card in range(N_CARDS):
        if s.hand[hand + card]:
            for island in range(N_ISLANDS):
                if island != s.island:
                    legal = append(legal, FIRST_PUT + card * N_ISLANDS + island)
    return legal


def apply_flight(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 3.2: one more card is safe."""
    put = action - FIRST_PUT
    put_card(s, s.turn, put // N_ISLANDS, put % N_ISLANDS, sink)
    s.used += 1
    flee_on(s, sink)


def discard_hand(s: State, seat: i64, sink: list[Event] | None) -> None:
    """BA 3.2: what is not saved goes face up to the discard pile."""
    lost: list[str] = []
    for card in range(N_CARDS):
        while s.hand[seat * N_CARDS + card]:
            discard_card(s, seat, card)
            if sink is not None:
                lost.append(CARDS[card])
    if sink is not None and lost:
        sink.append(Event("flight_lost", {"seat": int(seat), "cards": lost}, reveals=True))
