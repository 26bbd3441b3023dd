"""BA 1: set-up.  Everything here is chance."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import filled
from dalang.engine.vecs import vec
from dalang.games.bali.components import (
    ISLANDS,
    N_ISLANDS,
    N_OFFICES,
    N_START_CARDS,
    NONE,
    OFFICES,
    START_DALANG,
    START_DISC,
    START_NUMBERS,
)
from dalang.games.bali.rules.arriving import pick_up_piles
from dalang.games.bali.state import State


def start_weights(s: State) -> vec[i64]:
    """BA 1.4: any start card that is left."""
    weights = filled(N_START_CARDS, 1)
    for card in s.start_card:
        if card != NONE:
            weights[card] = 0
    return weights


def apply_start(s: State, card: i64, sink: list[Event] | None) -> None:
    """BA 1.4: the seat gets a start card, and the discs it names."""
    seat = s.turn
    s.start_card[seat] = card
    for office in range(N_OFFICES):
        s.disc[office * N_ISLANDS + START_DISC[card * N_OFFICES + office]] = seat
    if sink is not None:
        args: dict[str, object] = {"seat": int(seat), "number": START_NUMBERS[card]}
        for office in range(N_OFFICES):
            args[OFFICES[office]] = ISLANDS[START_DISC[card * N_OFFICES + office]]
        sink.append(Event("start_card", args))
    s.turn += 1
    if s.turn == s.players:
        begin_game(s, sink)


def begin_game(s: State, sink: list[Event] | None) -> None:
    """BA 1.4, BA 1.5: the lowest start card starts; the card of who sits before says where."""
    s.active = 0
    for seat in range(s.players):
        if s.start_card[seat] < s.start_card[s.active]:
            s.active = seat
    before = s.active - 1 if s.active else s.players - 1
    s.island = START_DALANG[s.start_card[before]]
    s.turn_begins = 1
    if sink is not None:
        sink.append(Event("dalang_starts", {"island": ISLANDS[s.island], "seat": int(s.active)}))
    pick_up_piles(s, sink)
