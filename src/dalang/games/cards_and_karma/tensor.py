"""Cards & Karma as a row of numbers: `columns` says what they are, `write` writes them so.

Of what is still to be resolved there is the next task, and of the others how many of each kind.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.tensors import Columns, Sheet, Tensor
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma.actions import TASK_KINDS, argument_of, kind_of
from dalang.games.cards_and_karma.components import (
    CARDS,
    DIE_COLOUR,
    FACES,
    N_CARDS,
    N_REWARDS,
    NONE,
    REWARDS,
)
from dalang.games.cards_and_karma.state import FIELDS, HAND, PILE, PUBLIC, TABLE, State

_PLACES = ("display", "discarded", "carried", "locked", "locked_again")
_WHO_SAW = ("owner", "all")
# By place: where the numbers of its cards begin; the pile has none, and seats depend on the viewer.
_NEUTRAL: Final = vec[i64](
    [NONE]
    + [(place - PILE - 1) * N_CARDS for place in range(PILE + 1, HAND)]
    + [NONE] * (2 * (TABLE - HAND))
)


def columns(row: Columns) -> None:
    """What the numbers are."""
    FIELDS.add_columns(
        row,
        *("open_rewards", "phase", "moment", "round", "series", "elephant", "turn"),
        *("extra_turns", "arranged"),
    )
    row.one_of("task", TASK_KINDS)
    row.number("task_argument", 256)  # how many, or with which card
    row.number("tasks", 4, TASK_KINDS, bounded=False)
    row.number("queue", 4, TASK_KINDS, bounded=False)
    FIELDS.add_columns(
        row,
        *("picked", "picked_karma", "picked_administrators", "due_coins", "due_administrators"),
        *("top", "discard_top", "fame", "coins", "karma", "administrators", "left", "right"),
    )
    row.number("place", 1, _PLACES, CARDS)  # of the cards before nobody; the rest is in the pile
    row.by_seat("hand", 1, CARDS)
    row.by_seat("table", 1, CARDS)
    FIELDS.add_columns(row, "rewards")
    row.number("value", int(FACES), _WHO_SAW, CARDS)  # 0 where it is not known
    FIELDS.add_columns(row, "bag")


def write(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes everything, secrets too."""
    assert isinstance(position, State)
    sheet.begin(viewer)
    s = position
    _write_open(s, sheet)
    sheet.each_one_of_by_seat(s.rewards)
    _write_values(s, sheet, s.bag[:], open_hands=True)


def write_known(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes what a viewer knows: values in other hands may be any of the unseen."""
    assert isinstance(position, State)
    sheet.begin(viewer)
    s = position
    _write_open(s, sheet)
    _write_rewards(s, sheet)
    _write_values(s, sheet, s.bag[:], open_hands=False)


def _write_values(s: State, sheet: Sheet, unseen: vec[i64], open_hands: bool) -> None:
    """The values of dice that only their owner has seen, and those that all have; then the unseen.

    Unseen are those in the bag, and in other hands unless these are open.
    """
    kept = sheet.kept
    column = sheet.at - sheet.first
    own = HAND + sheet.viewer
    card: i64 = 0
    for die in s.die:
        shown = die
        # Whether only the owner saw it: one product, because a processor cannot guess which it is.
        if (2 * die - 1) * (die - PUBLIC) < 0 and not open_hands:
            place = s.where[card]
            if place >= HAND and place < TABLE and place != own:
                unseen[DIE_COLOUR[card] * FACES + die - 1] += 1
                shown = 0
        if shown != kept[column + card]:
            kept[column + card] = shown
            _write_value(sheet, card, shown)
        card += 1  # noqa: SIM113 - enumerate() would count in objects
    sheet.leave(2 * N_CARDS)
    sheet.always(unseen)


def _write_value(sheet: Sheet, card: i64, die: i64) -> None:
    """A value that is not what it was in the last row."""
    sheet.keep(card, die if die < PUBLIC else 0)
    sheet.keep(N_CARDS + card, die - PUBLIC if die >= PUBLIC else 0)


def _write_rewards(s: State, sheet: Sheet) -> None:
    """The score cards; while they are being arranged, viewers only see their own."""
    if not s.arranging():
        sheet.each_one_of_by_seat(s.rewards)
        return
    if sheet.viewer >= 0:
        for place in range(N_REWARDS):
            reward = s.rewards[sheet.viewer * N_REWARDS + place]
            if reward >= 0:
                sheet.mark(place * len(REWARDS) + reward)
    sheet.leave(s.players * N_REWARDS * len(REWARDS))


def _write_open(s: State, sheet: Sheet) -> None:
    """What everybody knows."""
    sheet.number(s.open_rewards)
    sheet.one_of(s.phase)
    sheet.one_of(s.moment)
    sheet.number(s.round)
    sheet.number(s.series)
    sheet.seat(s.elephant)
    sheet.seat(s.turn)
    sheet.number(s.extra_turns)
    sheet.number(s.arranged)
    _write_tasks(s, sheet)
    sheet.one_of(s.top)
    sheet.one_of(s.discard_top)
    sheet.by_seat(s.fame)
    sheet.by_seat(s.coins)
    sheet.by_seat(s.karma)
    sheet.by_seat(s.administrators)
    sheet.by_seat(s.left)
    sheet.by_seat(s.right)
    _write_places(s, sheet)


def _write_tasks(s: State, sheet: Sheet) -> None:
    """What is being resolved."""
    pending = s.next_task()
    sheet.one_of(kind_of(pending) if pending != NONE else NONE)
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
    """Where every card lies that is not in the pile."""
    first = _NEUTRAL[:]
    hands = (HAND - PILE - 1) * N_CARDS
    for seat in range(s.players):
        first[HAND + seat] = hands + sheet.seen_as(seat) * N_CARDS
        first[TABLE + seat] = first[HAND + seat] + s.players * N_CARDS
    sheet.lie(s.where, first)
    sheet.leave(hands)
    sheet.leave(s.players * N_CARDS)
    sheet.leave(s.players * N_CARDS)


TENSOR = Tensor(columns, write, write_known)
