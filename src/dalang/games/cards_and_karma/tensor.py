"""Cards & Karma as a row of numbers: `columns` says what they are, `write` writes them so.

Of what is still to be resolved there is the next task, and of the others how many of each kind.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.arrays import zeros
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
    PLAYERS,
    REWARDS,
    WORDS,
)
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
_DIE_BITS: Final[i64] = 4  # see State.die
_ONE_DIE: Final[i64] = 15
_PACKED: Final[i64] = 15  # dice in one word
_PACKS: Final[i64] = (N_CARDS + _PACKED - 1) // _PACKED
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
    dice = _packed(s.die)
    if not open_hands:
        _hide_dice(s, sheet, dice, unseen)
    kept = sheet.kept
    column = sheet.at - sheet.first
    for word in range(_PACKS):
        if dice[word] != kept[column + word]:
            _write_pack(sheet, word * _PACKED, dice[word], kept[column + word])
            kept[column + word] = dice[word]
    sheet.leave(2 * N_CARDS)
    sheet.always(unseen)


def _packed(dice: vec[i64]) -> vec[i64]:
    """Four bits for every die, so that many are compared at once."""
    packs = zeros(_PACKS)
    word: i64 = 0
    pack: i64 = 0
    shift: i64 = 0
    for die in dice:
        pack |= die << shift
        shift += _DIE_BITS
        if shift == _PACKED * _DIE_BITS:
            packs[word] = pack
            word += 1
            pack = 0
            shift = 0
    if shift:
        packs[word] = pack
    return packs


def _hide_dice(s: State, sheet: Sheet, dice: vec[i64], unseen: vec[i64]) -> None:
    """Dice that only other seats have seen count as unseen."""
    cards = sheet.found
    count: i64 = 0
    for word in range(WORDS):
        held: i64 = 0
        for seat in range(s.players):
            if seat != sheet.viewer:
                held |= s.sets[(HAND + seat) * WORDS + word]
        count = write_cards(cards, count, word, held)
    for n in range(count):
        card = cards[n]
        die = s.die[card]
        if 0 < die < PUBLIC:
            unseen[DIE_COLOUR[card] * FACES + die - 1] += 1
            dice[card // _PACKED] ^= die << (card % _PACKED * _DIE_BITS)


def _write_pack(sheet: Sheet, first: i64, now: i64, before: i64) -> None:
    """The values that are not what they were in the last row."""
    card = first
    changed = now ^ before
    while changed:
        if changed & _ONE_DIE:
            die = now & _ONE_DIE
            if die < PUBLIC:
                sheet.keep(card, die)
                sheet.keep(N_CARDS + card, 0)
            else:
                sheet.keep(card, 0)
                sheet.keep(N_CARDS + card, die - PUBLIC)
        card += 1
        now >>= _DIE_BITS
        changed >>= _DIE_BITS


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
    if pending == NONE:
        sheet.one_of(NONE)
        sheet.number(0)
    else:
        sheet.one_of(kind_of(pending))
        sheet.number(argument_of(pending))
    _count_kinds(s.tasks, sheet)
    _count_kinds(s.queue, sheet)
    sheet.count(s.picked, N_CARDS)
    sheet.number(s.picked_karma)
    sheet.number(s.picked_administrators)
    sheet.number(s.due_coins)
    sheet.number(s.due_administrators)


def _count_kinds(tasks: vec[i64], sheet: Sheet) -> None:
    """How many tasks there are of each kind."""
    if len(tasks) == 0:
        sheet.leave(len(TASK_KINDS))
        return
    kinds = tasks[:]
    for n in range(len(tasks)):
        kinds[n] = kind_of(tasks[n])
    sheet.count(kinds, len(TASK_KINDS))


def _write_places(s: State, sheet: Sheet) -> None:
    """Where every card lies that is not in the pile: only the moves since the last row."""
    kept = sheet.kept
    column = sheet.at - sheet.first
    sets = column + N_CARDS  # there the sets of the last row are kept, and who saw it
    if kept[sets + _N_SETS] != sheet.side + 1:
        kept[sets + _N_SETS] = sheet.side + 1
        for old in range(_N_SETS):
            kept[sets + old] = 0
    n: i64 = 0
    for cards in s.sets:
        if cards != kept[sets + n]:
            came = cards & ~kept[sets + n]
            if came:
                _lay(s, sheet, n, came)
            kept[sets + n] = cards
        n += 1  # noqa: SIM113 - enumerate() would count in objects
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
