"""WP 2.8 and WP 3: refilling hand and open row, the first scoring and the reshuffle."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import EMPTY, total, zeros
from dalang.engine.vecs import append, vec
from dalang.games.web_of_power.actions import FIRST_TAKE, REST
from dalang.games.web_of_power.components import CARDS, HAND_SIZE, N_CARDS, OPEN_CARDS
from dalang.games.web_of_power.rules.ending import ends_for_lack_of_room, next_turn
from dalang.games.web_of_power.rules.scoring import score_cloisters
from dalang.games.web_of_power.state import DRAW, END, REFILL, TAKE, State


def begin_taking(s: State, sink: list[Event] | None) -> None:
    """WP 2.8: first the open cards are chosen; R3: once the pile is out for good nobody draws."""
    if s.is_last_round():
        next_turn(s, sink)
    elif s.open_size and s.held[s.turn] < HAND_SIZE:
        s.phase = TAKE
    else:
        refill(s, sink)


def legal_take(s: State) -> vec[i64]:
    """WP 2.8: one of the open cards, or all the rest from the pile."""
    legal = vec[i64]([REST])
    for card in range(N_CARDS):
        if s.open[card]:
            legal = append(legal, FIRST_TAKE + card)
    return legal


def apply_take(s: State, action: i64, sink: list[Event] | None) -> None:
    """WP 2.8: the open card goes to the hand, and everybody has seen it."""
    if action == REST:
        refill(s, sink)
        return
    card = action - FIRST_TAKE
    s.open[card] -= 1
    s.open_size -= 1
    place = s.turn * N_CARDS + card
    s.hand[place] += 1
    s.known[place] += 1
    s.held[s.turn] += 1
    if sink is not None:
        sink.append(Event("took", {"seat": int(s.turn), "card": CARDS[card]}))
    begin_taking(s, sink)


def refill(s: State, sink: list[Event] | None) -> None:
    """WP 2.8: the rest of the hand, then the open row; R3: all stops with the pile."""
    if s.is_last_round():
        next_turn(s, sink)
    elif s.held[s.turn] < HAND_SIZE:
        s.phase = DRAW
    elif s.open_size < OPEN_CARDS:
        s.phase = REFILL
    else:
        next_turn(s, sink)


def apply_draw(s: State, card: i64, sink: list[Event] | None) -> None:
    """WP 2.8, R4: everybody sees that a card was drawn, only the drawer sees which."""
    seat = s.turn
    s.pile[card] -= 1
    s.pile_size -= 1
    s.hand[seat * N_CARDS + card] += 1
    s.held[seat] += 1
    if sink is not None:
        sink.append(Event("drew", {"seat": int(seat)}))
        sink.append(Event("drew_what", {"card": CARDS[card]}, seen_by=int(seat)))
    after_draw(s, sink)


def apply_refill(s: State, card: i64, sink: list[Event] | None) -> None:
    """WP 2.8: the open row is refilled to two."""
    s.pile[card] -= 1
    s.pile_size -= 1
    s.open[card] += 1
    s.open_size += 1
    if sink is not None:
        sink.append(Event("laid_open", {"card": CARDS[card]}))
    after_draw(s, sink)


def after_draw(s: State, sink: list[Event] | None) -> None:
    """WP 3.1, WP 5.1: something happens at once when that was the last card of the pile."""
    if s.pile_size == 0:
        pile_ran_out(s, sink)
    if s.phase != END:
        refill(s, sink)


def pile_ran_out(s: State, sink: list[Event] | None) -> None:
    """WP 3.1: the first time the cloisters are scored; WP 5.1: then comes the last round."""
    s.pile_outs += 1
    if s.pile_outs == 2:
        if sink is not None:
            sink.append(Event("pile_out_again", {"seat": int(s.last_seat())}))
        return
    if sink is not None:
        sink.append(Event("first_scoring", {}))
    score_cloisters(s, sink)
    reshuffle(s, sink)
    ends_for_lack_of_room(s, sink)


def reshuffle(s: State, sink: list[Event] | None) -> None:
    """WP 3.2: the discard pile becomes the pile; open cards stay, hands stay."""
    s.pile = s.discard
    s.pile_size = total(s.pile)
    s.discard = zeros(N_CARDS)
    remember_hidden(s)
    if sink is not None:
        sink.append(Event("reshuffled", {"cards": int(s.pile_size)}))


def remember_hidden(s: State) -> None:
    """WP 3.2, R4: what lies neither open nor in the new pile is hidden in the hands."""
    s.trail = EMPTY[:]
    for seat in range(s.players):
        s.carried_held[seat] = s.hidden(seat)
        for card in range(N_CARDS):
            place = seat * N_CARDS + card
            s.carried[place] = s.hand[place] - s.known[place]
            s.carried_all[card] += s.carried[place]
