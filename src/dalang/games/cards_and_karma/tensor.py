"""Cards & Karma as a row of numbers: `columns` says what they are, `write` writes them so.

Of what is still to be resolved there is the next task, and of the others how many of each kind.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.arrays import filled, zeros
from dalang.engine.tensors import Columns, Sheet, Tensor
from dalang.games.cards_and_karma.actions import TASK_KINDS, argument_of, kind_of
from dalang.games.cards_and_karma.components import (
    CARDS,
    COLOURS,
    DICE_OF_EACH,
    FACES,
    N_CARDS,
    N_REWARDS,
    NONE,
    REWARDS,
)
from dalang.games.cards_and_karma.state import HAND, MOMENTS, PHASES, PUBLIC, TABLE, State

_PLACES = ("pile", "display", "discarded", "carried", "locked", "locked_again")
_VALUES = [str(value + 1) for value in range(FACES)]
_LAID_OUT = [str(place + 1) for place in range(N_REWARDS)]


def columns(row: Columns) -> None:
    """What the numbers are."""
    row.number("open_rewards", 1)
    row.one_of("phase", PHASES)
    row.one_of("moment", MOMENTS)
    row.number("round", 20, bounded=False)
    row.number("series", 2)
    row.seat("elephant")
    row.seat("turn")
    row.number("extra_turns", 2, bounded=False)
    row.number("arranged", int(N_REWARDS) * len(row.seats))
    row.one_of("task", TASK_KINDS)
    row.number("task_argument", 256)  # how many, or with which card
    row.number("tasks", 4, TASK_KINDS, bounded=False)
    row.number("queue", 4, TASK_KINDS, bounded=False)
    row.number("picked", 1, CARDS)
    row.number("picked_karma", 6, bounded=False)
    row.number("picked_administrators", 6, bounded=False)
    row.number("due_coins", 6, bounded=False)
    row.number("due_administrators", 6, bounded=False)
    row.one_of("top", CARDS)
    row.one_of("discard_top", CARDS)
    row.by_seat("fame", 10, bounded=False)
    row.by_seat("coins", 10, bounded=False)
    row.by_seat("karma", 6, bounded=False)
    row.by_seat("administrators", 6, bounded=False)
    row.by_seat("left", int(N_REWARDS))
    row.by_seat("right", int(N_REWARDS))
    row.one_of_by_seat("rewards", REWARDS, _LAID_OUT)
    row.one_of("place", _PLACES, CARDS)  # of the cards before nobody
    row.by_seat("hand", 1, CARDS)
    row.by_seat("table", 1, CARDS)
    row.number("value", int(FACES), CARDS)  # 0 where it is not known
    row.number("value_public", 1, CARDS)
    row.number("bag", int(DICE_OF_EACH), COLOURS, _VALUES)


def write(position: Position, sheet: Sheet) -> None:
    """Writes a position, or what is known of it."""
    assert isinstance(position, State)
    s = position
    sheet.number(s.open_rewards)
    sheet.one_of(s.phase, len(PHASES))
    sheet.one_of(s.moment, len(MOMENTS))
    sheet.number(s.round)
    sheet.number(s.series)
    sheet.seat(s.elephant)
    sheet.seat(s.turn)
    sheet.number(s.extra_turns)
    sheet.number(s.arranged)
    _write_tasks(s, sheet)
    sheet.one_of(s.top, N_CARDS)
    sheet.one_of(s.discard_top, N_CARDS)
    sheet.by_seat(s.fame)
    sheet.by_seat(s.coins)
    sheet.by_seat(s.karma)
    sheet.by_seat(s.administrators)
    sheet.by_seat(s.left)
    sheet.by_seat(s.right)
    sheet.each_one_of_by_seat(s.rewards, N_REWARDS)
    _write_places(s, sheet)
    _write_values(s, sheet)
    sheet.numbers(s.bag)


def _write_tasks(s: State, sheet: Sheet) -> None:
    """What is being resolved."""
    pending = s.next_task()
    sheet.one_of(kind_of(pending) if pending != NONE else NONE, len(TASK_KINDS))
    sheet.number(argument_of(pending) if pending != NONE else 0)
    sheet.count(_kinds(s.tasks), len(TASK_KINDS))
    sheet.count(_kinds(s.queue), len(TASK_KINDS))
    sheet.count(s.picked, N_CARDS)
    sheet.number(s.picked_karma)
    sheet.number(s.picked_administrators)
    sheet.number(s.due_coins)
    sheet.number(s.due_administrators)


def _kinds(tasks: vec[i64]) -> vec[i64]:
    """What kind of task each one is."""
    kinds = tasks[:]
    for n in range(len(tasks)):
        kinds[n] = kind_of(tasks[n])
    return kinds


def _write_places(s: State, sheet: Sheet) -> None:
    """Where every card lies."""
    general = filled(N_CARDS, NONE)
    hands = zeros(s.players * N_CARDS)
    tables = zeros(s.players * N_CARDS)
    for card in range(N_CARDS):
        where = s.where[card]
        if where >= TABLE:
            tables[(where - TABLE) * N_CARDS + card] = 1
        elif where >= HAND:
            hands[(where - HAND) * N_CARDS + card] = 1
        else:
            general[card] = where
    sheet.each_one_of(general, len(_PLACES))
    sheet.by_seat(hands)
    sheet.by_seat(tables)


def _write_values(s: State, sheet: Sheet) -> None:
    """The values on the dice sides, and which of them everybody has seen."""
    for card in range(N_CARDS):
        sheet.number(s.die[card] % PUBLIC)
    for card in range(N_CARDS):
        sheet.number(s.die[card] // PUBLIC)


TENSOR = Tensor(columns, write)
