"""Why an action is not allowed, with the paragraph that says so.

Only what the seat to move knows is used: its own hand and what lies open.
"""

from __future__ import annotations

from dalang.engine.api import Args, Phrase, Reason
from dalang.engine.reasons import Why, find_reason, of_the_action
from dalang.games.taj_mahal.components import (
    CARDS,
    CITIES,
    COLOURS,
    N_CARDS,
    PROVINCE_OF,
    PROVINCES,
    SPECIALS,
)
from dalang.games.taj_mahal.state import ADD, CROWN, PALACE, TAKE, TURN, State


def why_not(s: State, action: Phrase) -> Reason:
    """The reason for an action that legal_actions() does not name."""
    return find_reason(s, int(s.phase), action, _AGAINST, _INSTEAD)


def _play(s: State, args: Args) -> Reason:
    if not _holds(s, args):
        return Reason("TM 3.1", "not_in_hand", args)
    return Reason("TM 3.2", "wrong_colour", {**args, "colour": COLOURS[s.colour[s.turn]]})


def _add(s: State, args: Args) -> Reason:
    return _NEEDS_FREE_COLOUR if _holds(s, args) else Reason("TM 3.1", "not_in_hand", args)


def _holds(s: State, args: Args) -> bool:
    return s.hand[int(s.turn) * int(N_CARDS) + CARDS.index(args["card"])] > 0


def _add_special(s: State, args: Args) -> Reason:
    special = SPECIALS.index(args["special"])
    if s.special_holder[special] != s.turn:
        return Reason("TM 8.1", "special_not_held", args)
    if s.special_out[special]:
        return Reason("TM R6", "special_used", args)
    return _NEEDS_FREE_COLOUR


def _palace(s: State, args: Args) -> Reason:
    city = CITIES.index(args["city"])
    if PROVINCE_OF[city] != s.province():
        return _other_province(s, "TM 4.3", args)
    if s.phase == CROWN:
        return Reason("TM R3", "crown_palace_now", {})
    return Reason("TM 4.3", "city_taken", {**args, "owner": int(s.palace[city])})


def _crown(s: State, args: Args) -> Reason:
    if PROVINCE_OF[CITIES.index(args["city"])] != s.province():
        return _other_province(s, "TM 4.5", args)
    return Reason("TM R3", "ordinary_palace_first", {})


def _other_province(s: State, paragraph: str, args: Args) -> Reason:
    return Reason(paragraph, "other_province", {**args, "province": PROVINCES[s.province()]})


_NEEDS_FREE_COLOUR = Reason("TM 3.5", "needs_free_colour", {})
_COLOUR_CARD_FIRST = Reason("TM 3.3", "colour_card_first", {})

_AGAINST: dict[str, dict[int, Why[State]]] = {
    "do_add_nothing": {ADD: _NEEDS_FREE_COLOUR},
    "do_play": {TURN: _play, ADD: Reason("TM 3.1", "one_colour_card", {})},
    "do_add": {TURN: _COLOUR_CARD_FIRST, ADD: _add},
    "do_add_special": {TURN: _COLOUR_CARD_FIRST, ADD: _add_special},
    "do_palace": {
        TURN: Reason("TM 4.3", "withdraw_first", {}),
        PALACE: _palace,
        CROWN: _palace,
    },
    "do_crown": {TURN: Reason("TM 4.5", "withdraw_first", {}), PALACE: _crown, CROWN: _crown},
    "do_take": {
        TURN: Reason("TM 6.3", "withdraw_first", {}),
        TAKE: of_the_action("TM 6.3", "not_in_display"),
    },
}

# What is asked instead, by phase.
_INSTEAD: dict[int, Reason] = {
    TURN: Reason("TM 2.2", "play_or_withdraw", {}),
    ADD: Reason("TM 3.3", "add_first", {}),
    PALACE: Reason("TM 4.3", "palace_first", {}),
    CROWN: Reason("TM 4.5", "crown_first", {}),
    TAKE: Reason("TM 6.3", "take_first", {}),
}
