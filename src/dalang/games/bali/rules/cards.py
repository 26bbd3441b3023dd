"""BA 1.6, BA 2.5, BA R4: the stock, the discard pile, and cards going from one place to another."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args, Event
from dalang.engine.arrays import zeros
from dalang.engine.vecs import vec
from dalang.games.bali.components import CARDS, ISLANDS, N_CARDS, N_ISLANDS
from dalang.games.bali.rules.memory import note_discarded, note_put, note_taken
from dalang.games.bali.state import State


def can_draw(s: State, sink: list[Event] | None) -> bool:
    """BA 2.5: a card is needed; if the stock is empty, the discards become the stock."""
    if s.stock_size:
        return True
    size: i64 = 0
    for count in s.discard:
        size += count
    if size == 0:
        return False
    if not s.reshuffled:
        s.buried = s.stock  # nothing is left in it but the cards nobody has seen
        s.reshuffled = 1
    s.stock = s.discard
    s.stock_size = size
    s.discard = zeros(N_CARDS)
    if sink is not None:
        sink.append(Event("reshuffled", {"count": int(size)}))
    return True


def draw_to_hand(s: State, seat: i64, card: i64, sink: list[Event] | None) -> None:
    """BA 2.2: the top card of the stock; everybody sees that, only the seat sees which."""
    s.stock[card] -= 1
    s.stock_size -= 1
    s.hand[seat * N_CARDS + card] += 1
    s.held[seat] += 1
    if sink is not None:
        sink.append(Event("drew", {"seat": int(seat)}))
        sink.append(Event("drew_what", {"card": CARDS[card]}, seen_by=int(seat)))


def discard_card(s: State, seat: i64, card: i64) -> None:
    """BA R4: a card from hand goes face up to the discard pile."""
    s.hand[seat * N_CARDS + card] -= 1
    s.held[seat] -= 1
    s.discard[card] += 1
    note_discarded(s, seat, card)


def put_card(s: State, seat: i64, card: i64, island: i64, sink: list[Event] | None) -> None:
    """BA 3.2, BA 3.4: a card from hand goes face down on top of the seat's pile at an island."""
    s.hand[seat * N_CARDS + card] -= 1
    s.held[seat] -= 1
    push(s, seat * N_ISLANDS + island, card)
    note_put(s, seat)
    if sink is not None:
        name = ISLANDS[island]
        sink.append(Event("put", {"seat": int(seat), "island": name}))
        if s.memory_aid:
            what: Args = {"card": CARDS[card], "island": name}
            sink.append(Event("put_what", what, seen_by=int(seat)))


def take_card(s: State, seat: i64, island: i64, sink: list[Event] | None) -> None:
    """BA 3.4: the top card of the seat's pile, known to the position, comes to the hand."""
    card = pop(s, seat * N_ISLANDS + island)
    s.hand[seat * N_CARDS + card] += 1
    s.held[seat] += 1
    note_taken(s, seat, island)
    tell_took(seat, card, island, sink)


def look_at_card(s: State, seat: i64, card: i64, island: i64) -> None:
    """BA 1.3: a card nobody had seen turns out to be this one, and comes to the hand."""
    bag = unseen_cards(s)
    bag[card] -= 1
    pop(s, seat * N_ISLANDS + island)
    s.hand[seat * N_CARDS + card] += 1
    s.held[seat] += 1
    note_taken(s, seat, island)


def unseen_cards(s: State) -> vec[i64]:
    """BA 1.3, BA 2.5: what the cards dealt at set-up can be; never part of a reshuffle."""
    return s.buried if s.reshuffled else s.stock


def tell_took(seat: i64, card: i64, island: i64, sink: list[Event] | None) -> None:
    """BA 3.4: everybody sees from which pile, only the seat sees which card."""
    if sink is not None:
        name = ISLANDS[island]
        what: Args = {"card": CARDS[card], "island": name}
        sink.append(Event("took", {"seat": int(seat), "island": name}))
        sink.append(Event("took_what", what, seen_by=int(seat), reveals=True))


def push(s: State, place: i64, card: i64) -> None:
    """BA 1.6: a card on top of a pile; the piles behind it in the row make room."""
    last: i64 = len(s.ends) - 1
    piled = s.piled
    for at in range(s.ends[place], s.ends[last] + 1):
        moved = piled[at]
        piled[at] = card
        card = moved
    for behind in range(place, last + 1):
        s.ends[behind] += 1


def pop(s: State, place: i64) -> i64:
    """BA 1.6: the top card off a pile; the piles behind it in the row close up."""
    last: i64 = len(s.ends) - 1
    piled = s.piled
    top = s.ends[place] - 1
    card = piled[top]
    for at in range(top, s.ends[last] - 1):
        piled[at] = piled[at + 1]
    for behind in range(place, last + 1):
        s.ends[behind] -= 1
    return card
