"""TM 6.4: the draw pile and the discard pile."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import zeros
from dalang.games.taj_mahal.components import CARDS, N_CARDS
from dalang.games.taj_mahal.rules.memory import carry_over
from dalang.games.taj_mahal.state import State


def can_draw(s: State, sink: list[Event] | None) -> bool:
    """TM 6.4: a card is needed; an empty draw pile is made again from the discard pile."""
    if s.pile_size == 0 and s.discard_size > 0:
        s.pile = s.discard[:]  # copies of the position share the old one
        s.pile_size = s.discard_size
        s.discard = zeros(N_CARDS)
        s.discard_size = 0
        carry_over(s)
        if sink is not None:
            sink.append(Event("reshuffled", {}))
    return s.pile_size > 0


def draw_to_hand(s: State, seat: i64, card: i64) -> None:
    """The top card of the draw pile goes to a hand."""
    s.pile[card] -= 1
    s.pile_size -= 1
    s.hand[seat * N_CARDS + card] += 1
    s.held[seat] += 1


def tell_drew(s: State, seat: i64, card: i64, sink: list[Event] | None) -> None:
    """R11: everybody sees that a card was drawn, only the drawer sees which."""
    if sink is not None:
        sink.append(Event("drew", {"seat": int(seat)}))
        sink.append(Event("drew_what", {"card": CARDS[card]}, seen_by=int(seat)))
