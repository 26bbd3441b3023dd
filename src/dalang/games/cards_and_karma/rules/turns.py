"""CK 3, CK 6: the action of a turn, and administrators before and after it."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import zeros
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import (
    DRAW_TWO,
    END_TURN,
    EXTRA_TURN,
    FIRST_DIE,
    FIRST_TAKE,
    task,
)
from dalang.games.cards_and_karma.components import FACES, FIRST_GOODS, FIRST_PALACE
from dalang.games.cards_and_karma.rules.cards import take_card
from dalang.games.cards_and_karma.rules.paying import Purse, is_payable
from dalang.games.cards_and_karma.rules.rounds import next_turn
from dalang.games.cards_and_karma.state import ACTED, BEFORE, ON_DISPLAY, State


def legal_turn(s: State) -> vec[i64]:
    """CK 3.1 to CK 3.5, CK 6.3: any card as a die, any card that can be paid, or first two dice."""
    legal = zeros(1 + 2 * s.sizes[ON_DISPLAY])
    first: i64 = 0
    if s.administrators[s.turn]:
        legal[0] = DRAW_TWO
        first = 1
    end = s.write_cards_in(ON_DISPLAY, legal, first)
    number = end
    purse = Purse(s)
    for place in range(first, end):
        card = legal[place]
        legal[place] = FIRST_DIE + card
        if purse.can_pay(card):
            legal[number] = FIRST_TAKE + card
            number += 1
    return legal[:number]


def may_take_more(s: State) -> bool:
    """R11: as far as everybody knows the only card of the display can be taken as more than a die.

    Where several lie there, or there is an administrator, nobody doubts that there is a choice.
    """
    display = s.cards_in(ON_DISPLAY)
    return len(display) == 1 and is_payable(s, display[0], FACES)


def apply_turn(s: State, action: i64, sink: list[Event] | None) -> None:
    """CK 3: exactly one of five actions; CK 6.3: administrators come in addition."""
    if action == DRAW_TWO:
        draw_two(s, sink)
        return
    s.moment = ACTED
    if action < FIRST_TAKE:
        s.push(task(actions.TAKE_DIE, action - FIRST_DIE))
        return
    card = action - FIRST_TAKE
    if FIRST_GOODS <= card < FIRST_PALACE:
        take_card(s, card, sink)
    else:
        s.push(task(actions.PAY, card))


def draw_two(s: State, sink: list[Event] | None) -> None:
    """CK 6.3: an administrator is returned for two dice from the pile."""
    s.administrators[s.turn] -= 1
    s.push(task(actions.DRAW, 2))
    if sink is not None:
        sink.append(Event("administrator_dice", {"seat": int(s.turn)}))


def legal_after(s: State) -> vec[i64]:
    """R8: the turn ends, or an administrator brings another one, or two dice."""
    return vec[i64]([END_TURN, EXTRA_TURN, DRAW_TWO])


def apply_after(s: State, action: i64, sink: list[Event] | None) -> bool:
    """CK 6.1, CK 6.3, R8; says whether something is asked, or the game is over."""
    if action == END_TURN:
        return next_turn(s, sink)
    if action == DRAW_TWO:
        draw_two(s, sink)
        return False
    s.administrators[s.turn] -= 1
    s.moment = BEFORE
    if sink is not None:
        sink.append(Event("administrator_turn", {"seat": int(s.turn)}))
    return False
