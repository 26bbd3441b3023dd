"""Cards & Karma as a row of numbers: `columns` says what they are, `write` writes them so.

Of what is still to be resolved there is the next task, and of the others how many of each kind.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.arrays import filled
from dalang.engine.hands import own_row
from dalang.engine.tensors import Columns, Sheet, Tensor
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma.actions import TASK_KINDS, argument_of, kind_of
from dalang.games.cards_and_karma.components import (
    CARDS,
    DIE_BITS,
    DIE_COLOUR,
    FACES,
    N_CARDS,
    N_REWARDS,
    NONE,
    ONE_DIE,
    PACKED,
    PACKS,
    PLAYERS,
    WORDS,
)
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.state import (
    FIELDS,
    HAND,
    N_PLACES,
    PILE,
    PUBLIC,
    TABLE,
    State,
    write_cards,
)

_PLACES = ("display", "discarded", "carried", "locked", "locked_again")
_WHO_SAW = ("owner", "all")


def _begins(players: int, side: int) -> list[int]:
    """By place: where the numbers of its cards begin; the pile has none."""
    cards = int(N_CARDS)
    begins = [int(NONE)]
    begins += [(place - 1) * cards for place in range(1, int(HAND))]
    seen_as = [(seat - side) % players for seat in range(int(TABLE - HAND))]
    begins += [(int(HAND) - 1 + seat) * cards for seat in seen_as]
    begins += [(int(HAND) - 1 + players + seat) * cards for seat in seen_as]
    return begins


_N_SETS: Final[i64] = N_PLACES * WORDS
_MOST: Final = max(PLAYERS)
_BEGINS: Final = vec[i64](  # one line for every number of players and every side
    [begin for n in range(1, _MOST + 1) for side in range(_MOST) for begin in _begins(n, side)]
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
    assert isinstance(position, CardsAndKarma)
    sheet.begin(viewer)
    s = position
    _write_open(s, sheet)
    sheet.keep_each_one_of_by_seat(s.rewards)
    _write_values(s, sheet, s.bag[:], open_hands=True)


def write_known(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes what a viewer knows: values in other hands may be any of the unseen."""
    assert isinstance(position, CardsAndKarma)
    sheet.begin(viewer)
    s = position
    _write_open(s, sheet)
    _write_rewards(s, sheet)
    _write_values(s, sheet, s.bag[:], open_hands=False)


def _write_values(s: State, sheet: Sheet, unseen: vec[i64], open_hands: bool) -> None:
    """The values of dice that only their owner has seen, and those that all have; then the unseen.

    Unseen are those in the bag, and in other hands unless these are open.
    """
    dice = s.dice[:]
    if not open_hands:
        _hide_dice(s, sheet, dice, unseen)
    kept = sheet.kept
    column = sheet.at - sheet.first
    for word in range(PACKS):
        if dice[word] != kept[column + word]:
            _write_pack(sheet, word * PACKED, dice[word], kept[column + word])
            kept[column + word] = dice[word]
    sheet.leave(2 * N_CARDS)
    sheet.always(unseen)


def _hide_dice(s: State, sheet: Sheet, dice: vec[i64], unseen: vec[i64]) -> None:
    """Dice that only other seats have seen count as unseen."""
    cards = sheet.found
    count: i64 = 0
    for seat in range(s.players):
        if seat != sheet.viewer:
            count = s.write_cards_in(HAND + seat, cards, count)
    for n in range(count):
        card = cards[n]
        die = s.die[card]
        if 0 < die < PUBLIC:
            unseen[DIE_COLOUR[card] * FACES + die - 1] += 1
            dice[card // PACKED] ^= die << (card % PACKED * DIE_BITS)


def _write_pack(sheet: Sheet, first: i64, now: i64, before: i64) -> None:
    """The values that are not what they were in the last row."""
    card = first
    changed = now ^ before
    while changed:
        if changed & ONE_DIE:
            die = now & ONE_DIE
            if die < PUBLIC:
                sheet.keep(card, die)
                sheet.keep(N_CARDS + card, 0)
            else:
                sheet.keep(card, 0)
                sheet.keep(N_CARDS + card, die - PUBLIC)
        card += 1
        now >>= DIE_BITS
        changed >>= DIE_BITS


def _write_rewards(s: State, sheet: Sheet) -> None:
    """The score cards; while they are being arranged, viewers only see their own."""
    rewards = s.rewards
    if s.arranging():
        rewards = own_row(rewards, filled(len(rewards), NONE), sheet.viewer, N_REWARDS)
    sheet.keep_each_one_of_by_seat(rewards)


def _write_open(s: State, sheet: Sheet) -> None:
    """What everybody knows."""
    sheet.always_one(s.open_rewards)
    sheet.keep_one_of(s.phase)
    sheet.keep_one_of(s.moment)
    sheet.always_one(s.round)
    sheet.always_one(s.series)
    sheet.keep_seat(s.elephant)
    sheet.keep_seat(s.turn)
    sheet.always_one(s.extra_turns)
    sheet.always_one(s.arranged)
    _write_tasks(s, sheet)
    sheet.keep_one_of(s.top)
    sheet.keep_one_of(s.discard_top)
    sheet.always_by_seat(s.fame)
    sheet.always_by_seat(s.coins)
    sheet.always_by_seat(s.karma)
    sheet.always_by_seat(s.administrators)
    sheet.always_by_seat(s.left)
    sheet.always_by_seat(s.right)
    _write_places(s, sheet)


def _write_tasks(s: State, sheet: Sheet) -> None:
    """What is being resolved."""
    pending = s.next_task()
    if pending == NONE:
        sheet.keep_one_of(NONE)
        sheet.always_one(0)
    else:
        sheet.keep_one_of(kind_of(pending))
        sheet.always_one(argument_of(pending))
    _count_kinds(s.tasks, sheet)
    _count_kinds(s.queue, sheet)
    sheet.count(s.picked, N_CARDS)
    sheet.always_one(s.picked_karma)
    sheet.always_one(s.picked_administrators)
    sheet.always_one(s.due_coins)
    sheet.always_one(s.due_administrators)


def _count_kinds(tasks: vec[i64], sheet: Sheet) -> None:
    """How many tasks there are of each kind."""
    for n in range(len(tasks)):
        kind = kind_of(tasks[n])
        same: i64 = 1
        for before in range(n):
            same += kind_of(tasks[before]) == kind
        sheet.put(kind, same)
    sheet.leave(len(TASK_KINDS))


def _write_places(s: State, sheet: Sheet) -> None:
    """Where every card lies that is not in the pile: only the moves since the last row."""
    kept = sheet.kept
    column = sheet.at - sheet.first
    sets = column + N_CARDS  # there the sets of the last row are kept, and who saw it
    if kept[sets + _N_SETS] != sheet.side + 1:
        kept[sets + _N_SETS] = sheet.side + 1
        for old in range(_N_SETS):
            kept[sets + old] = 0
    slot = sets
    for cards in s.sets:
        before = kept[slot]
        if cards != before:
            if cards & ~before:
                _lay(s, sheet, slot - sets, cards & ~before)
            kept[slot] = cards
        slot += 1
    sheet.leave((HAND - PILE - 1) * N_CARDS)
    sheet.leave(s.players * N_CARDS)
    sheet.leave(s.players * N_CARDS)


def _lay(s: State, sheet: Sheet, which: i64, cards: i64) -> None:
    """Cards that have come to a place: one word of its set."""
    line = (s.players - 1) * _MOST + sheet.side
    begin = _BEGINS[line * N_PLACES + which // WORDS]
    found = sheet.found
    for n in range(write_cards(found, 0, which % WORDS, cards)):
        sheet.lay(found[n], begin)


TENSOR = Tensor(columns, write, write_known)
