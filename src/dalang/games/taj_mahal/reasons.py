"""Why an action is not allowed, with the paragraph that says so.

Only what the seat to move knows is used: its own hand and what lies open.
"""

from __future__ import annotations

from dalang.engine.api import Args, Reason
from dalang.games.taj_mahal.actions import (
    ADD_NOTHING,
    FIRST_CARD,
    FIRST_CROWN,
    FIRST_PALACE,
    FIRST_SPECIAL,
    FIRST_TAKE,
    WITHDRAW,
)
from dalang.games.taj_mahal.components import (
    CARDS,
    CITIES,
    COLOURS,
    N_CARDS,
    N_COLOUR_CARDS,
    PROVINCE_OF,
    PROVINCES,
    SPECIALS,
)
from dalang.games.taj_mahal.state import ADD, CROWN, PALACE, TAKE, TURN, State


def why_not(s: State, action: int) -> Reason:
    """The reason for an action that legal_actions() does not name."""
    if action == WITHDRAW:
        return _not_now(s)
    if action == ADD_NOTHING:
        return Reason("TM 3.5", "needs_free_colour", {}) if s.phase == ADD else _not_now(s)
    if action < FIRST_CARD + N_COLOUR_CARDS:
        return _why_not_play(s, action - int(FIRST_CARD))
    if action < FIRST_SPECIAL:
        return _why_not_white(s, action - int(FIRST_CARD))
    if action < FIRST_PALACE:
        return _why_not_special(s, action - int(FIRST_SPECIAL))
    if action < FIRST_CROWN:
        return _why_not_palace(s, action - int(FIRST_PALACE))
    if action < FIRST_TAKE:
        return _why_not_crown(s, action - int(FIRST_CROWN))
    return _why_not_take(s, action - int(FIRST_TAKE))


def _why_not_play(s: State, card: int) -> Reason:
    if s.phase == ADD:
        return Reason("TM 3.1", "one_colour_card", {})
    if s.phase != TURN:
        return _not_now(s)
    if not s.hand[int(s.turn) * int(N_CARDS) + card]:
        return Reason("TM 3.1", "not_in_hand", {"card": CARDS[card]})
    return Reason(
        "TM 3.2", "wrong_colour", {"card": CARDS[card], "colour": COLOURS[s.colour[s.turn]]}
    )


def _why_not_white(s: State, card: int) -> Reason:
    if s.phase == TURN:
        return Reason("TM 3.3", "colour_card_first", {})
    if s.phase != ADD:
        return _not_now(s)
    if not s.hand[int(s.turn) * int(N_CARDS) + card]:
        return Reason("TM 3.1", "not_in_hand", {"card": CARDS[card]})
    return Reason("TM 3.5", "needs_free_colour", {})


def _why_not_special(s: State, special: int) -> Reason:
    if s.phase == TURN:
        return Reason("TM 3.3", "colour_card_first", {})
    if s.phase != ADD:
        return _not_now(s)
    if s.special_holder[special] != s.turn:
        return Reason("TM 8.1", "special_not_held", {"special": SPECIALS[special]})
    if s.special_out[special]:
        return Reason("TM R6", "special_used", {"special": SPECIALS[special]})
    return Reason("TM 3.5", "needs_free_colour", {})


def _why_not_palace(s: State, city: int) -> Reason:
    if s.phase not in (PALACE, CROWN) or PROVINCE_OF[city] != s.province():
        return _not_there(s, city, "TM 4.3")
    if s.phase == CROWN:
        return Reason("TM R3", "crown_palace_now", {})
    return Reason("TM 4.3", "city_taken", {"city": CITIES[city], "owner": int(s.palace[city])})


def _why_not_crown(s: State, city: int) -> Reason:
    if s.phase not in (PALACE, CROWN) or PROVINCE_OF[city] != s.province():
        return _not_there(s, city, "TM 4.5")
    return Reason("TM R3", "ordinary_palace_first", {})


def _not_there(s: State, city: int, paragraph: str) -> Reason:
    """No palace of either kind can be placed now, or not in that province."""
    if s.phase == TURN:
        return Reason(paragraph, "withdraw_first", {})
    if s.phase not in (PALACE, CROWN):
        return _not_now(s)
    args: Args = {"city": CITIES[city], "province": PROVINCES[s.province()]}
    return Reason(paragraph, "other_province", args)


def _why_not_take(s: State, card: int) -> Reason:
    if s.phase == TURN:
        return Reason("TM 6.3", "withdraw_first", {})
    if s.phase != TAKE:
        return _not_now(s)
    return Reason("TM 6.3", "not_in_display", {"card": CARDS[card]})


def _not_now(s: State) -> Reason:
    """Something else is being asked."""
    if s.phase == ADD:
        return Reason("TM 3.3", "add_first", {})
    if s.phase == PALACE:
        return Reason("TM 4.3", "palace_first", {})
    if s.phase == CROWN:
        return Reason("TM 4.5", "crown_first", {})
    if s.phase == TAKE:
        return Reason("TM 6.3", "take_first", {})
    return Reason("TM 2.2", "play_or_withdraw", {})
