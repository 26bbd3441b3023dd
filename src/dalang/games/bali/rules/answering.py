"""BA 2.3, BA 3.3: asking the passive players in turn, and ending the active player's turn.

Everybody present is asked, in the same order and with the same questions, regardless of their
cards: being asked reveals nothing.
"""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.bali.actions import DRAW, FIRST_PLAY, PASS
from dalang.games.bali.components import (
    CARDS,
    FIRST_DALANG,
    N_CARDS,
    NONE,
    OFFICE_OF,
    WARRIOR,
)
from dalang.games.bali.rules.cards import can_draw, discard_card, draw_to_hand
from dalang.games.bali.rules.turns import end_turn, go_on, next_seat
from dalang.games.bali.state import (
    ANSWER,
    BLOCK,
    RAISE,
    REWARD,
    REWARD_DRAW,
    SECOND,
    WARD,
    State,
)


def ask_next(s: State) -> bool:
    """BA 2.3: the next passive player present, clockwise, not the exempt one; or False."""
    seat = next_seat(s, s.turn)
    while seat != s.active:
        if not s.fled[seat] and seat != s.exempt:
            s.turn = seat
            s.phase = reaction_to(s.led)
            return True
        seat = next_seat(s, seat)
    return False


def reaction_to(card: i64) -> i64:
    """The question a card that was led puts to the others."""
    if card >= FIRST_DALANG:
        return BLOCK
    if OFFICE_OF[card] != NONE:
        return RAISE
    return WARD if card == WARRIOR else ANSWER


def next_answer(s: State, sink: list[Event] | None) -> None:
    """BA 3.3: the next to answer; after the last the turn continues, or ends."""
    if ask_next(s):
        return
    if s.turn_over:
        end_turn(s, sink)
    else:
        go_on(s)


def offer_second(s: State, sink: list[Event] | None) -> None:
    """BA 3.3, BA R2: who has answered may end the turn, unless somebody has done so already."""
    if s.turn_over:
        next_answer(s, sink)
    else:
        s.phase = SECOND


def legal_second(s: State) -> vec[i64]:
    """BA 3.3: a second card of the same kind, or not."""
    legal = vec[i64]([PASS])
    if s.hand[s.turn * N_CARDS + s.led]:
        legal = append(legal, FIRST_PLAY + s.led)
    return legal


def apply_second(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 3.3, BA R2: the second card has no effect but to end the turn; its player may draw."""
    if action == PASS:
        if sink is not None:
            sink.append(Event("no_second", {"seat": int(s.turn)}))
        next_answer(s, sink)
        return
    discard_card(s, s.turn, s.led)
    s.turn_over = 1
    s.phase = REWARD
    if sink is not None:
        args: dict[str, object] = {
            "seat": int(s.turn),
            "card": CARDS[s.led],
            "active": int(s.active),
        }
        sink.append(Event("second", args, reveals=True))


def legal_reward(s: State) -> vec[i64]:
    """BA 3.3: a card from the stock, or not; the card just discarded makes sure there is one."""
    return vec[i64]([PASS, DRAW])


def apply_reward(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 3.3: the player may at once draw 1 card."""
    if action == DRAW and can_draw(s, sink):
        s.phase = REWARD_DRAW
        return
    if sink is not None:
        sink.append(Event("no_reward", {"seat": int(s.turn)}))
    next_answer(s, sink)


def apply_reward_draw(s: State, card: i64, sink: list[Event] | None) -> None:
    """BA 3.3: one card from the stock."""
    draw_to_hand(s, s.turn, card, sink)
    next_answer(s, sink)
