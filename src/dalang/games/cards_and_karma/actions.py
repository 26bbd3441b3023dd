"""Every action of Cards & Karma as a number, as a text that lasts and as a phrase; and every task.

A resolution is a stack of tasks (R1) and a queue of tasks (R2).  A task is a kind and a small
number in one int: `task(COINS, 3)` is written "coins 3".
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.actions import ActionList, Kind, each
from dalang.engine.api import Args
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma.components import (
    CARDS,
    COLOURS,
    DIE_COLOUR,
    FIRST_GOODS,
    FIRST_PALACE,
    FIRST_SHIP,
    N_CARDS,
    N_REWARDS,
    NONE,
    PARTS,
    REWARD_AT_ONCE,
    REWARD_LATER,
    REWARDS,
    SYMBOLS,
)

# --- actions ------------------------------------------------------------------------

END_TURN: Final[i64] = 0
EXTRA_TURN: Final[i64] = 1  # CK 6.1
DRAW_TWO: Final[i64] = 2  # CK 6.3
NO_MORE: Final[i64] = 3  # CK 3.6: no second goods card
TAKE_COINS: Final[i64] = 4  # CK 7.2
TAKE_FAME: Final[i64] = 5  # CK 7.2
PAY_KARMA: Final[i64] = 6  # CK 5.1
PAY_ADMINISTRATOR: Final[i64] = 7  # CK 6.2
COPY_SHIP: Final[i64] = 8  # CK 3.7: the last ship of seat 0, 1, 2, 3
TRIO_SAME: Final[i64] = 12  # CK 4.1, CK 4.3: three of symbol 0, 1 … 5
TRIO_DIFFERENT: Final[i64] = 18  # CK 4.2, CK 4.4: three different buildings, or goods
ARRANGE_REWARD: Final[i64] = 20  # CK 7.3: the reward of the next score card, 0, 1 … 5
FIRST_DIE: Final[i64] = 20 + N_REWARDS  # CK 3.1: a display card taken as a die
FIRST_TAKE: Final[i64] = 20 + N_REWARDS + N_CARDS  # a display card taken with its action side
FIRST_USE: Final[i64] = 20 + N_REWARDS + 2 * N_CARDS  # the card that gives its symbol to a trio
FIRST_PAY: Final[i64] = 20 + N_REWARDS + 3 * N_CARDS  # a die put into the payment
FIRST_DISCARD: Final[i64] = 20 + N_REWARDS + 4 * N_CARDS  # a die over the hand limit

_DICE: Final[list[Args]] = [
    {"card": CARDS[n], "colour": COLOURS[DIE_COLOUR[n]]} for n in range(N_CARDS)
]
_SHIPS: Final = CARDS[FIRST_SHIP:FIRST_GOODS]
_GOODS: Final = CARDS[FIRST_GOODS:FIRST_PALACE]
_PALACES: Final = CARDS[FIRST_PALACE:]

ACTIONS: Final = ActionList(
    Kind(END_TURN, "end turn", "do_end_turn"),
    Kind(EXTRA_TURN, "administrator turn", "do_extra_turn"),
    Kind(DRAW_TWO, "administrator dice", "do_draw_two"),
    Kind(NO_MORE, "no more", "do_no_more"),
    Kind(TAKE_COINS, "coins", "do_coins"),
    Kind(TAKE_FAME, "fame", "do_fame"),
    Kind(PAY_KARMA, "pay karma", "do_pay_karma"),
    Kind(PAY_ADMINISTRATOR, "pay administrator", "do_pay_administrator"),
    Kind(COPY_SHIP, "copy {owner}", "do_copy", each(owner=range(4))),
    Kind(TRIO_SAME, "trio {symbol}", "do_trio_same", each(symbol=SYMBOLS)),
    Kind(TRIO_DIFFERENT, "trio different buildings", "do_trio_buildings"),
    Kind(TRIO_DIFFERENT + 1, "trio different goods", "do_trio_goods"),
    Kind(ARRANGE_REWARD, "arrange {reward}", "do_arrange", each(reward=REWARDS)),
    Kind(FIRST_DIE, "die {card}", "do_die", _DICE),
    Kind(FIRST_TAKE, "take {card}", "do_take_building", each(card=CARDS[:FIRST_SHIP])),
    Kind(FIRST_TAKE + FIRST_SHIP, "take {card}", "do_take_ship", each(card=_SHIPS)),
    Kind(FIRST_TAKE + FIRST_GOODS, "take {card}", "do_take_goods", each(card=_GOODS)),
    Kind(FIRST_TAKE + FIRST_PALACE, "take {card}", "do_take_palace", each(card=_PALACES)),
    Kind(FIRST_USE, "use {card}", "do_use", each(card=CARDS)),
    Kind(FIRST_PAY, "pay {card}", "do_pay", each(card=CARDS)),
    Kind(FIRST_DISCARD, "discard {card}", "do_discard", each(card=CARDS)),
)

# --- tasks --------------------------------------------------------------------------

FAME: Final[i64] = 0  # gain this much fame
COINS: Final[i64] = 1
KARMA: Final[i64] = 2
ADMINISTRATORS: Final[i64] = 3
DICE: Final[i64] = 4  # take this many dice from the display
TAKE_DIE: Final[i64] = 5  # take this card from the display as a die
DRAW: Final[i64] = 6  # draw this many dice from the pile
GOODS: Final[i64] = 7  # take a goods card from the display
MORE_GOODS: Final[i64] = 8  # a second one may be taken
PALACE: Final[i64] = 9  # take a palace card from the display
COINS_OR_PALACE: Final[i64] = 10
FAME_OR_SHIP: Final[i64] = 11
COPY: Final[i64] = 12  # the reward of somebody's last ship
TOP_CARD: Final[i64] = 13  # carry out the top card of the pile
COINS_FOR_GOODS: Final[i64] = 14
DISCARD: Final[i64] = 15  # this palace card is done
BUILDING_TRIO: Final[i64] = 16  # this card may have made trios
GOODS_TRIO: Final[i64] = 17
SYMBOL: Final[i64] = 18  # a card showing this symbol goes into a trio of different ones
SHIP_TRIO: Final[i64] = 19  # the ships under lock 1 or 2 are done
SETTLE: Final[i64] = 20  # the trios are discarded and paid
PAY: Final[i64] = 21  # pay for this card of the display
LAY_OUT: Final[i64] = 22  # lay out this many cards
DEAL: Final[i64] = 23  # deal this many cards
START: Final[i64] = 24  # draw the start player
SCORE: Final[i64] = 25  # turn the leftmost (0) or rightmost (1) unturned score card

_NUMBERS: Final = tuple(str(number) for number in range(25))
_TASKS: Final[list[tuple[str, tuple[str, ...]]]] = [
    ("fame", _NUMBERS),
    ("coins", _NUMBERS),
    ("karma", _NUMBERS),
    ("administrators", _NUMBERS),
    ("dice", _NUMBERS),
    ("take die", CARDS),
    ("draw", _NUMBERS),
    ("goods", ()),
    ("more goods", ()),
    ("palace", ()),
    ("coins or palace", ()),
    ("fame or ship", ()),
    ("copy ship", ()),
    ("top card", ()),
    ("coins for goods", ()),
    ("discard", CARDS),
    ("building trio", CARDS),
    ("goods trio", CARDS),
    ("symbol", SYMBOLS),
    ("ship trio", ("0", "1", "2")),
    ("settle", ()),
    ("pay", CARDS),
    ("lay out", _NUMBERS),
    ("deal", _NUMBERS),
    ("start", ()),
    ("score card", ("left", "right")),
]
TASK_KINDS: Final = tuple(name for name, _ in _TASKS)
_ARGUMENT_BITS: Final[i64] = 8  # enough for the number of any card
_NAMED_TASKS: Final = {
    f"{name} {argument}": kind * 256 + number
    for kind, (name, arguments) in enumerate(_TASKS)
    for number, argument in enumerate(arguments)
} | {name: kind * 256 for kind, (name, arguments) in enumerate(_TASKS) if not arguments}
_TASK_NAMES: Final = {code: name for name, code in _NAMED_TASKS.items()}
TASK_NAMES: Final = tuple(_NAMED_TASKS)
TASK_CODES: Final = tuple(_NAMED_TASKS.values())


def task(kind: i64, argument: i64 = 0) -> i64:
    """One thing to be done."""
    return (kind << _ARGUMENT_BITS) + argument


def kind_of(pending: i64) -> i64:
    """The kind of a pending task."""
    return pending >> _ARGUMENT_BITS


def argument_of(pending: i64) -> i64:
    """How many, or with which card."""
    return pending & 255


def task_name(pending: i64) -> str:
    """The lasting name of a task."""
    return _TASK_NAMES[int(pending)]


def _table(parts: list[list[str]]) -> vec[i64]:
    """Two places for each list of parts, in order; NONE where there is nothing."""
    codes = [[_NAMED_TASKS[name] for name in names] + [int(NONE)] * 2 for names in parts]
    return vec[i64]([code for pair in codes for code in pair[:2]])


CARD_TASKS: Final = _table(PARTS)  # of a ship's reward, of a palace action: at 2 * card
REWARD_TASKS: Final = _table(REWARD_AT_ONCE)  # of a score card: at 2 * reward
REWARD_QUEUE: Final = _table(REWARD_LATER)
