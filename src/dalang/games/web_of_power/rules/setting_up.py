"""WP 1: set-up.  Everything here is chance."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import filled
from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import CARDS, HAND_SIZE, N_CARDS, OPEN_CARDS
from dalang.games.web_of_power.state import DEAL, LAY_OPEN, TURN, State


def start_weights(s: State) -> vec[i64]:
    """WP 1.3, R8: every seat is equally likely to begin."""
    return filled(s.players, 1)


def apply_start(s: State, seat: i64, sink: list[Event] | None) -> None:
    """WP 1.3, R8: the start player is drawn by lot."""
    s.start = seat
    s.phase = DEAL
    if sink is not None:
        sink.append(Event("start_drawn", {"seat": int(seat)}))


def apply_deal(s: State, card: i64, sink: list[Event] | None) -> None:
    """WP 1.4: three cards each, hidden from the others."""
    seat = s.turn
    s.pile[card] -= 1
    s.pile_size -= 1
    s.hand[seat * N_CARDS + card] += 1
    s.held[seat] += 1
    if s.held[seat] == HAND_SIZE:
        s.turn = (seat + 1) % s.players
        if s.turn == 0:
            s.phase = LAY_OPEN
    if sink is not None:
        sink.append(Event("dealt", {"card": CARDS[card]}, seen_by=int(seat)))


def apply_lay_open(s: State, card: i64, sink: list[Event] | None) -> None:
    """WP 1.4: two cards lie open next to the pile; then the start player begins."""
    s.pile[card] -= 1
    s.pile_size -= 1
    s.open[card] += 1
    s.open_size += 1
    if s.open_size == OPEN_CARDS:
        s.turn = s.start
        s.phase = TURN
    if sink is not None:
        sink.append(Event("laid_open", {"card": CARDS[card]}))
