"""Why an action is not allowed, with the paragraph that says so.

Only what the seat to move knows is used: its own dice and what lies open.
"""

from __future__ import annotations

from dalang.engine.api import Args, Phrase, Reason
from dalang.engine.reasons import OTHERWISE, Why, find_reason, of_the_action
from dalang.games.cards_and_karma.actions import argument_of
from dalang.games.cards_and_karma.components import (
    CARDS,
    COLOURS,
    COST,
    COST_COLOUR,
    DIE_COLOUR,
    FACES_OF_CARDS,
    FIRST_GOOD,
    FIRST_PALACE,
    FIRST_SHIP,
    SYMBOLS,
)
from dalang.games.cards_and_karma.rules.paying import Purse, price
from dalang.games.cards_and_karma.rules.piles import die_name
from dalang.games.cards_and_karma.state import (
    AFTER,
    ARRANGE,
    COINS_OR_PALACE,
    COPY,
    DIE,
    DISCARD,
    FAME_OR_SHIP,
    GOODS,
    HAND,
    MORE_GOODS,
    ON_DISPLAY,
    PALACE,
    PAY,
    SYMBOL,
    TRIO_CHOICE,
    TURN,
    State,
)


def why_not(s: State, action: Phrase) -> Reason:
    """The reason for an action that legal_actions() does not name."""
    return find_reason(s, int(s.phase), action, _AGAINST, _INSTEAD)


# --- administrators and karma -------------------------------------------------------


def _extra_turn(s: State, args: Args) -> Reason:
    if not s.administrators[s.turn]:
        return Reason("CK 6.1", "no_administrator", {})
    return _NO_EXTRA_TURN


def _draw_two(s: State, args: Args) -> Reason:
    if not s.administrators[s.turn]:
        return Reason("CK 6.3", "no_administrator", {})
    return _NO_EXTRA_TURN


def _pay_karma(s: State, args: Args) -> Reason:
    if price(s) >= FIRST_SHIP:
        return Reason("CK 5.1", "karma_goes_with_a_die", {})
    if s.picked_karma >= s.karma[s.turn]:
        return Reason("CK 5.1", "no_karma", {})
    return _NEEDLESS


def _pay_administrator(s: State, args: Args) -> Reason:
    if s.picked_administrators >= s.administrators[s.turn]:
        return Reason("CK 6.2", "no_administrator", {})
    return _NEEDLESS


# --- cards --------------------------------------------------------------------------


def _die(s: State, args: Args) -> Reason:
    return Reason("CK 3.1", "not_in_display", {"card": args["card"]})


def _take(s: State, args: Args) -> Reason:
    """CK 3.2, CK 3.3, CK 3.5: the card is not there, or no payment exists."""
    card = CARDS.index(args["card"])
    if s.where[card] != ON_DISPLAY:
        return Reason("CK 1.4", "not_in_display", args)
    args["cost"] = int(COST[card])
    if card >= FIRST_SHIP:
        return Reason(_price_paragraph(card), "no_exact_value", args)
    colour = int(COST_COLOUR[card])
    args["colour"] = COLOURS[colour]
    dice = (die for die in s.cards_in(HAND + s.turn) if DIE_COLOUR[die] == colour)
    if not s.administrators[s.turn] and not any(True for _ in dice):
        return Reason("CK 3.2", "no_die_of_colour", args)
    args["most"] = int(Purse(s).reach(colour))
    return Reason("CK 3.2", "sum_too_low", args)


def _take_free(s: State, args: Args) -> Reason:
    """A card that costs nothing is taken, of one kind."""
    paragraph = "CK 7.2" if s.phase >= COINS_OR_PALACE else "CK 3.6"
    kind = _FREE[int(s.phase)]
    if FACES_OF_CARDS[str(args["card"])]["kind"] == kind:
        return Reason(paragraph, "not_in_display", args)
    return Reason(paragraph, f"only_{kind}", {})


def _pay(s: State, args: Args) -> Reason:
    card, bought = CARDS.index(args["card"]), int(price(s))
    if s.where[card] != HAND + s.turn:
        return Reason(_price_paragraph(bought), "not_in_hand", args)
    offer: Args = {"die": die_name(s, card), "cost": int(COST[bought])}
    if bought >= FIRST_SHIP:
        return Reason(_price_paragraph(bought), "value_not_exact", offer)
    if DIE_COLOUR[card] != COST_COLOUR[bought]:
        offer["colour"] = COLOURS[COST_COLOUR[bought]]
        return Reason("CK 3.2", "colour_does_not_match", offer)
    return _NEEDLESS


def _pay_first(s: State, args: Args) -> Reason:
    return Reason(_price_paragraph(int(price(s))), "pay_first", {})


def _price_paragraph(card: int) -> str:
    """Which paragraph says how a card is paid."""
    if card < FIRST_SHIP:
        return "CK 3.2"
    return "CK 3.5" if card >= FIRST_PALACE else "CK 3.3"


# --- ships, trios and score cards ---------------------------------------------------


def _use(s: State, args: Args) -> Reason:
    symbol = int(argument_of(s.next_task()))
    paragraph = "CK 4.4" if symbol >= FIRST_GOOD else "CK 4.2"
    return Reason(paragraph, "does_not_show", {**args, "symbol": SYMBOLS[symbol]})


# --- all together -------------------------------------------------------------------

_NEEDLESS = Reason("CK R12", "needless", {})
_NO_EXTRA_TURN = Reason("CK 6.1", "extra_turn_at_the_end", {})
_NOT_NOW = Reason("CK R8", "administrator_not_now", {})
_NOTHING_TO_PAY = Reason("CK 3.2", "nothing_to_pay", {})

_FREE = {  # what is taken without paying, by phase
    int(GOODS): "goods",
    int(MORE_GOODS): "goods",
    int(PALACE): "palace",
    int(COINS_OR_PALACE): "palace",
    int(FAME_OR_SHIP): "ship",
}
_TAKING: dict[int, Why[State]] = {TURN: _take, **dict.fromkeys(_FREE, _take_free)}
_TRIO: dict[int, Why[State]] = {TRIO_CHOICE: Reason("CK 4.8", "no_such_trio", {})}

# What is asked instead, by phase.
_INSTEAD: dict[int, Why[State]] = {
    TURN: Reason("CK 3.1", "action_now", {}),
    ARRANGE: Reason("CK 7.3", "arrange_first", {}),
    PAY: _pay_first,
    DISCARD: Reason("CK 3.1", "hand_limit", {}),
    DIE: Reason("CK 3.8", "die_first", {}),
    GOODS: Reason("CK 3.8", "goods_first", {}),
    MORE_GOODS: Reason("CK 3.6", "more_goods_first", {}),
    PALACE: Reason("CK 3.8", "palace_first", {}),
    COPY: Reason("CK R6", "copy_first", {}),
    TRIO_CHOICE: Reason("CK 4.8", "trio_first", {}),
    SYMBOL: Reason("CK 4.8", "trio_first", {}),
    COINS_OR_PALACE: Reason("CK 7.2", "coins_or_palace_first", {}),
    FAME_OR_SHIP: Reason("CK 7.2", "fame_or_ship_first", {}),
    AFTER: Reason("CK R8", "action_done", {}),
}

_AGAINST: dict[str, dict[int, Why[State]]] = {
    "do_end_turn": {TURN: Reason("CK 2.4", "no_passing", {})},
    "do_extra_turn": {
        TURN: _extra_turn,
        AFTER: _extra_turn,
        ARRANGE: _INSTEAD[ARRANGE],
        OTHERWISE: _NOT_NOW,
    },
    "do_draw_two": {
        TURN: _draw_two,
        AFTER: _draw_two,
        ARRANGE: _INSTEAD[ARRANGE],
        OTHERWISE: _NOT_NOW,
    },
    "do_no_more": {GOODS: Reason("CK 3.8", "must_take", {})},
    "do_pay_karma": {PAY: _pay_karma, TURN: _NOTHING_TO_PAY},
    "do_pay_administrator": {PAY: _pay_administrator, TURN: _NOTHING_TO_PAY},
    "do_pay": {PAY: _pay, TURN: _NOTHING_TO_PAY},
    "do_copy": {COPY: of_the_action("CK 3.7", "no_ship_there")},
    "do_trio_same": _TRIO,
    "do_trio_buildings": _TRIO,
    "do_trio_goods": _TRIO,
    "do_arrange": {
        ARRANGE: of_the_action("CK 7.3", "placed_already"),
        OTHERWISE: Reason("CK 7.3", "not_arranging", {}),
    },
    "do_die": {TURN: _die, DIE: _die},
    "do_take_building": _TAKING,
    "do_take_ship": _TAKING,
    "do_take_goods": _TAKING,
    "do_take_palace": _TAKING,
    "do_use": {SYMBOL: _use},
    "do_discard": {
        DISCARD: of_the_action("CK 3.1", "not_in_hand"),
        TURN: Reason("CK 3.1", "no_need_to_discard", {}),
    },
}
