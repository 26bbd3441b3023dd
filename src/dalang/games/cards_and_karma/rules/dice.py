"""CK 3.1, CK 6.3: taking dice from the display and from the draw pile; the hand limit."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma.actions import FIRST_DIE, FIRST_DISCARD
from dalang.games.cards_and_karma.components import (
    CARDS,
    COLOURS,
    DIE_COLOUR,
    HAND_LIMIT,
)
from dalang.games.cards_and_karma.rules.piles import (
    card_to_hand,
    die_name,
    discard_die,
    top_to_hand,
)
from dalang.games.cards_and_karma.state import DIE, DISCARD, HAND, ON_DISPLAY, PUBLIC, State


def too_many(s: State, dice: i64) -> bool:
    """CK 3.1: this many more dice would exceed the hand limit, so some are discarded first."""
    if s.sizes[HAND + s.turn] + dice <= HAND_LIMIT:
        return False
    s.phase = DISCARD
    return True


def legal_discard(s: State) -> vec[i64]:
    """CK 3.1: any die in hand."""
    return s.for_each_in(HAND + s.turn, FIRST_DISCARD)


def apply_discard(s: State, action: i64, sink: list[Event] | None) -> None:
    """CK 3.1, CK 2.5: the die is discarded, and everybody sees its value."""
    card = action - FIRST_DISCARD
    known = s.die[card] >= PUBLIC
    discard_die(s, card)
    if sink is not None:
        args: dict[str, object] = {
            "seat": int(s.turn),
            "card": CARDS[card],
            "die": die_name(s, card),
        }
        sink.append(Event("discarded", args, reveals=not known))


def take_chosen_die(s: State, card: i64, sink: list[Event] | None) -> bool:
    """CK 3.1: action A, once there is room in the hand."""
    if too_many(s, 1):
        return True
    s.task_done()
    take_die(s, card, sink)
    return False


def take_dice(s: State, dice: i64) -> bool:
    """CK 3.1, CK 3.6: room for all of them first, then one by one."""
    if dice == 0:
        s.task_done()
        return False
    if not too_many(s, dice):
        s.phase = DIE
    return True


def legal_die(s: State) -> vec[i64]:
    """CK 3.1: any card of the display."""
    return s.for_each_in(ON_DISPLAY, FIRST_DIE)


def apply_die(s: State, action: i64, sink: list[Event] | None) -> None:
    """CK 3.1: one die; its value is seen before the next is chosen."""
    s.one_fewer()
    take_die(s, action - FIRST_DIE, sink)


def take_die(s: State, card: i64, sink: list[Event] | None) -> None:
    """CK 3.1: a card of the display becomes a die in hand."""
    card_to_hand(s, card)
    tell(s, "took_die", card, sink)


def draw_dice(s: State, dice: i64, sink: list[Event] | None) -> bool:
    """CK 6.3: from the top of the draw pile, one by one, within the hand limit."""
    if dice == 0:
        s.task_done()
        return False
    if too_many(s, dice):
        return True
    s.one_fewer()
    card = top_to_hand(s, sink)
    tell(s, "drew_die", card, sink)
    return False


def tell(s: State, key: str, card: i64, sink: list[Event] | None) -> None:
    """R11: everybody sees the action side and the colour."""
    if sink is not None:
        args: dict[str, object] = {
            "seat": int(s.turn),
            "card": CARDS[card],
            "colour": COLOURS[DIE_COLOUR[card]],
        }
        sink.append(Event(key, args))
