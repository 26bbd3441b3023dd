"""CK 1.2, CK 2.4, CK 2.5: the display and the piles, and seeing the values of dice."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.rng import Rng, draw_among
from dalang.engine.vecs import append, pop, vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.components import (
    CARDS,
    COLOURS,
    DIE_COLOUR,
    FACES,
    NONE,
)
from dalang.games.cards_and_karma.state import (
    DISCARDED,
    HAND,
    ON_DISPLAY,
    PILE,
    PUBLIC,
    State,
)


def apply_top(s: State, card: i64, sink: list[Event] | None) -> None:
    """CK 1.2: the next card comes to light, action side up."""
    s.top = card
    s.pile[card] = 0
    if sink is not None and not leaves_at_once(s):
        sink.append(Event("top_shown", {"card": CARDS[card]}))


def draw_top(s: State, rng: Rng) -> i64:
    """CK 1.2: any card of the pile, by lot."""
    return s.nth_card(PILE, rng.below(s.sizes[PILE]))


def leaves_at_once(s: State) -> bool:
    """CK 1.3, CK 1.4, CK 2.3: whether the top card is dealt or laid out next, and told then."""
    pending = s.next_task()
    if pending == NONE or actions.argument_of(pending) == 0:
        return False
    return actions.kind_of(pending) in (actions.LAY_OUT, actions.DEAL)


def take_top(s: State, place: i64, sink: list[Event] | None) -> i64:
    """CK 2.5: the top card leaves the pile; with the last one the discard pile becomes the pile."""
    card = s.top
    s.top = NONE
    s.move(card, place)
    if s.sizes[PILE] == 0:
        for other in s.cards_in(DISCARDED):
            s.move(other, PILE)
            s.pile[other] = 1
        s.discard_top = NONE
        if sink is not None:
            sink.append(Event("reshuffled", {}))
    return card


def lay_out(s: State, cards: i64, sink: list[Event] | None) -> None:
    """CK 1.4, CK 2.3, CK 2.4: one card after the other goes from the pile to the display."""
    if cards == 0:
        s.task_done()
        return
    s.one_fewer()
    card = take_top(s, ON_DISPLAY, sink)
    if sink is not None:
        sink.append(Event("laid_out", {"card": CARDS[card]}))


def card_to_hand(s: State, card: i64) -> None:
    """CK 3.1: the card becomes a die in the hand of the seat on turn, who sees its value."""
    s.move(card, HAND + s.turn)
    see_value(s, card)


def top_to_hand(s: State, sink: list[Event] | None) -> i64:
    """CK 1.3, CK 6.3: the top card becomes a die in the hand of the seat on turn."""
    card = take_top(s, HAND + s.turn, sink)
    see_value(s, card)
    return card


def see_value(s: State, card: i64) -> None:
    """R14: the value of the card is seen next, unless it was seen before."""
    if s.die[card] == 0:
        s.turning = append(s.turning, card)


def discard_die(s: State, card: i64) -> None:
    """CK 2.5: a die goes from the hand to the discard pile, where everybody sees its value."""
    s.move(card, DISCARDED)
    s.discard_top = card
    if s.die[card] < PUBLIC:
        s.set_die(card, s.die[card] + PUBLIC)


def discard_card(s: State, card: i64) -> None:
    """CK 2.5: a card goes from a row to the discard pile, dice side up."""
    s.move(card, DISCARDED)
    s.discard_top = card
    see_value(s, card)


def value_weights(s: State) -> vec[i64]:
    """R14: one of the values of this colour that nobody has seen yet."""
    first = DIE_COLOUR[s.turning[len(s.turning) - 1]] * FACES
    return s.bag[first : first + FACES]


def draw_value(s: State, rng: Rng) -> i64:
    """R14: one of them, by lot."""
    first = DIE_COLOUR[s.turning[len(s.turning) - 1]] * FACES
    return draw_among(s.bag, first, FACES, rng)


def apply_value(s: State, face: i64, sink: list[Event] | None) -> None:
    """R11, R14: the value is seen, by the holder alone or, on the discard pile, by everybody."""
    s.turning, card = pop(s.turning)
    s.bag[DIE_COLOUR[card] * FACES + face] -= 1
    in_hand = s.where[card] != DISCARDED
    s.set_die(card, face + 1 if in_hand else face + 1 + PUBLIC)
    if sink is not None:
        args: dict[str, object] = {"card": CARDS[card], "die": die_name(s, card)}
        if in_hand:
            sink.append(Event("die_seen", args, seen_by=int(s.turn)))
        else:
            sink.append(Event("turned_up", args))


def die_name(s: State, card: i64) -> str:
    """A card's dice side, such as "blue 4"."""
    return f"{COLOURS[DIE_COLOUR[card]]} {s.value(card)}"
