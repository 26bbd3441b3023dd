"""R1, R2: working through what follows from an action, until a seat or chance is asked."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import argument_of, kind_of, task
from dalang.games.cards_and_karma.components import (
    FIRST_BUILDING,
    FIRST_GOOD,
    FIRST_GOODS,
    NONE,
    SMALL_DISPLAY,
)
from dalang.games.cards_and_karma.rules.cards import (
    ask_coins_or_palace,
    ask_copy,
    ask_fame_or_ship,
    ask_goods,
    ask_more_goods,
    ask_palace,
    carry_out_top,
    coins_for_goods,
    palace_done,
    place_ship,
    place_waiting_ship,
)
from dalang.games.cards_and_karma.rules.dice import draw_dice, take_chosen_die, take_dice
from dalang.games.cards_and_karma.rules.piles import lay_out
from dalang.games.cards_and_karma.rules.rounds import all_done
from dalang.games.cards_and_karma.rules.setting_up import deal
from dalang.games.cards_and_karma.rules.tokens import gain, turn_score_card
from dalang.games.cards_and_karma.rules.trios import ask_symbol, find_trios, settle, ship_trio
from dalang.games.cards_and_karma.state import (
    ARRANGE,
    CARRIED,
    ON_DISPLAY,
    PAY,
    PILE,
    START,
    TOP,
    VALUE,
    State,
)


def go_on(s: State, sink: list[Event] | None) -> None:
    """R1, R2: does one thing after the other until something is asked or the game is over."""
    while not step(s, sink):
        pass


def break_row_first(s: State) -> bool:
    """CK 2.4 as it was once: the last card of the display, a ship, broke the row before new cards
    were laid out.  Takes back the first of those; says whether this was such a case."""
    for ship in s.cards_in(CARRIED):
        if ship < FIRST_GOODS and s.next_task() == task(actions.LAY_OUT, SMALL_DISPLAY - 1):
            s.task_done()
            s.top = s.cards_in(ON_DISPLAY)[0]
            s.move(s.top, PILE)
            place_ship(s, ship, None)
            go_on(s, None)
            return True
    return False


def step(s: State, sink: list[Event] | None) -> bool:
    """What lies open first, then the stack, then the queue; says whether something is asked."""
    if s.open_rewards and s.arranging():
        s.phase = ARRANGE
        return True
    if len(s.turning):
        s.phase = VALUE
        return True
    if s.top == NONE:
        s.phase = TOP
        return True
    if s.sizes[ON_DISPLAY] == 0 and s.round > 0:
        # CK 2.4: an empty display is never left, not even during a resolution.
        s.push(task(actions.LAY_OUT, SMALL_DISPLAY))
    elif s.sizes[CARRIED] and place_waiting_ship(s, sink):
        return False
    if len(s.tasks):
        return do_task(s, s.next_task(), sink)
    if len(s.queue):
        s.push(s.queue[0])
        s.queue = s.queue[1:]
        return False
    return all_done(s, sink)


def do_task(s: State, pending: i64, sink: list[Event] | None) -> bool:
    """R1: the next task, and whether it asks something."""
    kind = kind_of(pending)
    argument = argument_of(pending)
    if kind <= actions.ADMINISTRATORS:
        gain(s, kind, argument, sink)
        return False
    if kind <= actions.DRAW:
        return do_dice(s, kind, argument, sink)
    if kind <= actions.COPY:
        return do_reward(s, kind, sink)
    if kind <= actions.DISCARD:
        do_palace(s, kind, argument, sink)
        return False
    if kind <= actions.SETTLE:
        return do_trio(s, kind, argument, sink)
    if kind == actions.SCORE:
        return turn_score_card(s, argument, sink)
    if kind == actions.LAY_OUT:
        lay_out(s, argument, sink)
        return False
    if kind == actions.DEAL:
        deal(s, argument, sink)
        return False
    s.phase = PAY if kind == actions.PAY else START
    return True


def do_dice(s: State, kind: i64, argument: i64, sink: list[Event] | None) -> bool:
    """CK 3.1, CK 6.3: dice."""
    if kind == actions.DICE:
        return take_dice(s, argument)
    if kind == actions.TAKE_DIE:
        return take_chosen_die(s, argument, sink)
    return draw_dice(s, argument, sink)


def do_reward(s: State, kind: i64, sink: list[Event] | None) -> bool:
    """CK 3.6, CK 7.2: rewards that take cards."""
    if kind == actions.GOODS:
        return ask_goods(s, sink)
    if kind == actions.MORE_GOODS:
        return ask_more_goods(s)
    if kind == actions.PALACE:
        return ask_palace(s, sink)
    if kind == actions.COINS_OR_PALACE:
        return ask_coins_or_palace(s)
    if kind == actions.FAME_OR_SHIP:
        return ask_fame_or_ship(s)
    return ask_copy(s, sink)


def do_palace(s: State, kind: i64, argument: i64, sink: list[Event] | None) -> None:
    """CK 3.7: palace actions."""
    if kind == actions.TOP_CARD:
        carry_out_top(s, sink)
    elif kind == actions.COINS_FOR_GOODS:
        coins_for_goods(s)
    else:
        palace_done(s, argument)


def do_trio(s: State, kind: i64, argument: i64, sink: list[Event] | None) -> bool:
    """CK 4: trios."""
    if kind == actions.BUILDING_TRIO:
        return find_trios(s, FIRST_BUILDING, argument, sink)
    if kind == actions.GOODS_TRIO:
        return find_trios(s, FIRST_GOOD, argument, sink)
    if kind == actions.SYMBOL:
        return ask_symbol(s, argument)
    if kind == actions.SHIP_TRIO:
        ship_trio(s, argument, sink)
    else:
        settle(s, sink)
    return False
