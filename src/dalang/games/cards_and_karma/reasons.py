"""Why an action is not allowed, with the paragraph that says so.

Only what the seat to move knows is used: its own dice and what lies open.
"""

from __future__ import annotations

from dalang.engine.api import Reason
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import (
    ARRANGE_REWARD,
    COPY_SHIP,
    DRAW_TWO,
    END_TURN,
    FIRST_DIE,
    FIRST_DISCARD,
    FIRST_PAY,
    FIRST_TAKE,
    FIRST_USE,
    NO_MORE,
    PAY_ADMINISTRATOR,
    PAY_KARMA,
    TAKE_COINS,
    TRIO_SAME,
)
from dalang.games.cards_and_karma.components import (
    CARDS,
    COLOURS,
    COST,
    COST_COLOUR,
    DIE_COLOUR,
    FIRST_GOOD,
    FIRST_GOODS,
    FIRST_PALACE,
    FIRST_SHIP,
    REWARDS,
    SYMBOLS,
)
from dalang.games.cards_and_karma.rules.paying import Purse
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


def why_not(s: State, action: int) -> Reason:
    """The reason for an action that legal_actions() does not name."""
    if action < PAY_KARMA:
        return _why_not_choice(s, action)
    if action < COPY_SHIP:
        return _why_not_token(s, action)
    if action < FIRST_DIE:
        return _why_not_answer(s, action)
    if action < FIRST_TAKE:
        return _why_not_die(s, action - int(FIRST_DIE))
    if action < FIRST_USE:
        return _why_not_take(s, action - int(FIRST_TAKE))
    if action < FIRST_PAY:
        return _why_not_use(s, action - int(FIRST_USE))
    if action < FIRST_DISCARD:
        return _why_not_pay(s, action - int(FIRST_PAY))
    return _why_not_discard(s, action - int(FIRST_DISCARD))


def _why_not_choice(s: State, action: int) -> Reason:
    if action == NO_MORE:
        return Reason("CK 3.8", "must_take", {}) if s.phase == GOODS else _not_now(s)
    if action >= TAKE_COINS:
        return _not_now(s)
    if action == END_TURN:
        return Reason("CK 2.4", "no_passing", {}) if s.phase == TURN else _not_now(s)
    if s.phase == ARRANGE:
        return _not_now(s)
    if s.phase not in (TURN, AFTER):
        return Reason("CK R8", "administrator_not_now", {})
    if not s.administrators[s.turn]:
        return Reason("CK 6.3" if action == DRAW_TWO else "CK 6.1", "no_administrator", {})
    return Reason("CK 6.1", "extra_turn_at_the_end", {})


def _why_not_token(s: State, action: int) -> Reason:
    """Karma or a joker in a payment."""
    if s.phase != PAY:
        return Reason("CK 3.2", "nothing_to_pay", {}) if s.phase == TURN else _not_now(s)
    if action == PAY_ADMINISTRATOR:
        if s.picked_administrators >= s.administrators[s.turn]:
            return Reason("CK 6.2", "no_administrator", {})
        return Reason("CK R12", "needless", {})
    if actions.argument_of(s.next_task()) >= FIRST_SHIP:
        return Reason("CK 5.1", "karma_goes_with_a_die", {})
    if s.picked_karma >= s.karma[s.turn]:
        return Reason("CK 5.1", "no_karma", {})
    return Reason("CK R12", "needless", {})


def _why_not_answer(s: State, action: int) -> Reason:
    """Copying a ship, choosing a trio, arranging the score cards."""
    if action >= ARRANGE_REWARD:
        reward = REWARDS[action - int(ARRANGE_REWARD)]
        if s.phase == ARRANGE:
            return Reason("CK 7.3", "placed_already", {"reward": reward})
        return Reason("CK 7.3", "not_arranging", {})
    if action >= TRIO_SAME:
        return Reason("CK 4.8", "no_such_trio", {}) if s.phase == TRIO_CHOICE else _not_now(s)
    if s.phase == COPY:
        return Reason("CK 3.7", "no_ship_there", {"owner": action - int(COPY_SHIP)})
    return _not_now(s)


def _why_not_die(s: State, card: int) -> Reason:
    if s.phase in (TURN, DIE):
        return Reason("CK 3.1", "not_in_display", {"card": CARDS[card]})
    return _not_now(s)


def _why_not_take(s: State, card: int) -> Reason:
    if s.phase == TURN:
        if s.where[card] != ON_DISPLAY:
            return Reason("CK 1.4", "not_in_display", {"card": CARDS[card]})
        return _why_not_buy(s, card)
    kinds = {
        int(GOODS): (FIRST_GOODS, FIRST_PALACE, "only_goods"),
        int(MORE_GOODS): (FIRST_GOODS, FIRST_PALACE, "only_goods"),
        int(PALACE): (FIRST_PALACE, len(CARDS), "only_palace"),
        int(COINS_OR_PALACE): (FIRST_PALACE, len(CARDS), "only_palace"),
        int(FAME_OR_SHIP): (FIRST_SHIP, FIRST_GOODS, "only_ship"),
    }
    if int(s.phase) not in kinds:
        return _not_now(s)
    first, end, key = kinds[int(s.phase)]
    paragraph = "CK 7.2" if s.phase >= COINS_OR_PALACE else "CK 3.6"
    if first <= card < end:
        return Reason(paragraph, "not_in_display", {"card": CARDS[card]})
    return Reason(paragraph, key, {})


def _why_not_buy(s: State, card: int) -> Reason:
    """CK 3.2, CK 3.3, CK 3.5: no payment exists."""
    args: dict[str, object] = {"card": CARDS[card], "cost": int(COST[card])}
    if card >= FIRST_SHIP:
        return Reason(_price_paragraph(card), "no_exact_value", args)
    colour = int(COST_COLOUR[card])
    args["colour"] = COLOURS[colour]
    if not s.administrators[s.turn] and not _holds_colour(s, colour):
        return Reason("CK 3.2", "no_die_of_colour", args)
    args["most"] = int(Purse(s).reach(colour))
    return Reason("CK 3.2", "sum_too_low", args)


def _price_paragraph(card: int) -> str:
    """Which paragraph says how a card is paid."""
    if card < FIRST_SHIP:
        return "CK 3.2"
    return "CK 3.5" if card >= FIRST_PALACE else "CK 3.3"


def _holds_colour(s: State, colour: int) -> bool:
    return any(DIE_COLOUR[card] == colour for card in s.cards_in(HAND + s.turn))


def _why_not_pay(s: State, card: int) -> Reason:
    if s.phase != PAY:
        return Reason("CK 3.2", "nothing_to_pay", {}) if s.phase == TURN else _not_now(s)
    bought = int(actions.argument_of(s.next_task()))
    if s.where[card] != HAND + s.turn:
        return Reason(_price_paragraph(bought), "not_in_hand", {"card": CARDS[card]})
    args: dict[str, object] = {"die": die_name(s, card), "cost": int(COST[bought])}
    if bought >= FIRST_SHIP:
        return Reason(_price_paragraph(bought), "value_not_exact", args)
    if DIE_COLOUR[card] != COST_COLOUR[bought]:
        args["colour"] = COLOURS[COST_COLOUR[bought]]
        return Reason("CK 3.2", "colour_does_not_match", args)
    return Reason("CK R12", "needless", {})


def _why_not_discard(s: State, card: int) -> Reason:
    if s.phase != DISCARD:
        return Reason("CK 3.1", "no_need_to_discard", {}) if s.phase == TURN else _not_now(s)
    return Reason("CK 3.1", "not_in_hand", {"card": CARDS[card]})


def _why_not_use(s: State, card: int) -> Reason:
    if s.phase != SYMBOL:
        return _not_now(s)
    symbol = int(actions.argument_of(s.next_task()))
    paragraph = "CK 4.4" if symbol >= FIRST_GOOD else "CK 4.2"
    args: dict[str, object] = {"card": CARDS[card], "symbol": SYMBOLS[symbol]}
    return Reason(paragraph, "does_not_show", args)


_FIRST = {
    int(TURN): ("CK 3.1", "action_now"),
    int(ARRANGE): ("CK 7.3", "arrange_first"),
    int(PAY): ("CK 3.2", "pay_first"),
    int(DISCARD): ("CK 3.1", "hand_limit"),
    int(DIE): ("CK 3.8", "die_first"),
    int(GOODS): ("CK 3.8", "goods_first"),
    int(MORE_GOODS): ("CK 3.6", "more_goods_first"),
    int(PALACE): ("CK 3.8", "palace_first"),
    int(COPY): ("CK R6", "copy_first"),
    int(TRIO_CHOICE): ("CK 4.8", "trio_first"),
    int(SYMBOL): ("CK 4.8", "trio_first"),
    int(COINS_OR_PALACE): ("CK 7.2", "coins_or_palace_first"),
    int(FAME_OR_SHIP): ("CK 7.2", "fame_or_ship_first"),
    int(AFTER): ("CK R8", "action_done"),
}


def _not_now(s: State) -> Reason:
    """Something else is being asked."""
    paragraph, key = _FIRST[int(s.phase)]
    if s.phase == PAY:
        paragraph = _price_paragraph(int(actions.argument_of(s.next_task())))
    return Reason(paragraph, key, {})
