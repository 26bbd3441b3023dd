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
    DICE_OF_EACH,
    DIE_COLOUR,
    FACES,
    N_CARDS,
    N_COLOURS,
    N_REWARDS,
    NONE,
    ONE_CARD,
    PACK_BITS,
    PACKED,
    PACKS,
    PLAYERS,
    WORD_SIZE,
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
)

_PLACES = ("display", "discarded", "carried", "locked", "locked_again")
_WHO_SAW = ("owner", "all")
_LINE: Final[i64] = 1 << PACK_BITS  # of a table that is read by what is packed


def _begins(players: int, side: int) -> list[int]:
    """By place, as packed: where the numbers of its cards begin; the pile has none."""
    cards = int(N_CARDS)
    begins = [int(NONE)]
    begins += [(place - 1) * cards for place in range(1, int(HAND))]
    seen_as = [(seat - side) % players for seat in range(int(TABLE - HAND))]
    begins += [(int(HAND) - 1 + seat) * cards for seat in seen_as]
    begins += [(int(HAND) - 1 + players + seat) * cards for seat in seen_as]
    return begins + [0] * int(_LINE - N_PLACES)


_MOST: Final = max(PLAYERS)
_BEGINS: Final = vec[i64](  # one line for every number of players and every side
    [begin for n in range(1, _MOST + 1) for side in range(_MOST) for begin in _begins(n, side)]
)

# What is kept of the last row, from the column of values on: the packed dice, then how many of each
# colour and value are shown, then whether the unseen ones were written by that.
_SHOWN: Final[i64] = PACKS
_BEGUN: Final[i64] = PACKS + N_COLOURS * FACES
_NUMBER_OF_DIE: Final = vec[i64](  # by colour and value, as packed
    [
        colour * int(FACES) + value % 8 - 1 if 0 < value % 8 <= FACES else 0
        for colour in range(N_COLOURS)
        for value in range(_LINE)
    ]
)
_PACKS_IN_WORD: Final[i64] = 4
assert _PACKS_IN_WORD * PACKED == WORD_SIZE
_ALL_PUBLIC: Final[i64] = 0x888888888888  # PUBLIC for every card of a pack
_HALVES: Final[i64] = 64  # half a pack has as many sets of cards
_SPREAD: Final = vec[i64](
    [sum(15 << 4 * n for n in range(6) if cards >> n & 1) for cards in range(64)]
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
    column = sheet.at - sheet.first
    _write_values(s, sheet, open_hands=True)
    sheet.always(s.bag)
    sheet.kept[column + _BEGUN] = 0


def write_known(sheet: Sheet, position: Position, viewer: i64) -> None:
    """Writes what a viewer knows: values in other hands may be any of the unseen."""
    assert isinstance(position, CardsAndKarma)
    sheet.begin(viewer)
    s = position
    _write_open(s, sheet)
    _write_rewards(s, sheet)
    _write_values(s, sheet, open_hands=False)
    sheet.leave(N_COLOURS * FACES)


def _write_values(s: State, sheet: Sheet, open_hands: bool) -> None:
    """The values of dice that only their owner has seen, and those that all have; and the unseen.

    All that are not shown are unseen: those in the bag, and in other hands unless these are open.
    Only the changes since the last row are written.
    """
    kept = sheet.kept
    column = sheet.at - sheet.first
    dice = s.dice
    if kept[column + _BEGUN] == 0:
        kept[column + _BEGUN] = 1
        for number in range(N_COLOURS * FACES):
            _count_shown(sheet, number, 0)
    hands: i64 = 0  # the cards in other hands, of one word of their sets
    for pack in range(PACKS):
        if pack % _PACKS_IN_WORD == 0 and not open_hands:
            hands = _other_hands(s, sheet.viewer, pack // _PACKS_IN_WORD)
        now = dice[pack]
        shown = (now & _ALL_PUBLIC) >> (PACK_BITS - 1)
        now &= shown * ONE_CARD | ~_spread(hands)
        hands >>= PACKED
        before = kept[column + pack]
        if now != before:
            kept[column + pack] = now
            _write_pack(sheet, pack * PACKED, now, before)
    sheet.leave(2 * N_CARDS)


def _other_hands(s: State, viewer: i64, word: i64) -> i64:
    """The cards in the hands of all seats but one, as one word of a set."""
    hands: i64 = 0
    for seat in range(s.players):
        if seat != viewer:
            hands |= s.sets[(HAND + seat) * WORDS + word]
    return hands


def _spread(cards: i64) -> i64:
    """As many bits for each card of a pack as it has there, from one bit for each."""
    half: i64 = PACKED // 2
    low = _SPREAD[cards & (_HALVES - 1)]
    return low | _SPREAD[(cards >> half) & (_HALVES - 1)] << (half * PACK_BITS)


def _write_pack(sheet: Sheet, first: i64, now: i64, before: i64) -> None:
    """The values that are not what they were in the last row."""
    card = first
    changed = now ^ before
    while changed:
        if changed & ONE_CARD:
            _write_die(sheet, card, now & ONE_CARD, before & ONE_CARD)
        card += 1
        now >>= PACK_BITS
        before >>= PACK_BITS
        changed >>= PACK_BITS


def _write_die(sheet: Sheet, card: i64, now: i64, before: i64) -> None:
    """Another value than in the last row, or others know it, or it is hidden again."""
    if before:
        sheet.keep(N_CARDS + card if before >= PUBLIC else card, 0)
    if now:
        sheet.keep(N_CARDS + card if now >= PUBLIC else card, now & (PUBLIC - 1))
    line = DIE_COLOUR[card] * _LINE
    if (now ^ before) & (PUBLIC - 1):
        if before:
            _count_shown(sheet, _NUMBER_OF_DIE[line + before], -1)
        if now:
            _count_shown(sheet, _NUMBER_OF_DIE[line + now], 1)


def _count_shown(sheet: Sheet, number: i64, more: i64) -> None:
    """One more or one fewer of the dice of a colour and a value is shown."""
    slot = sheet.at - sheet.first + _SHOWN + number
    shown = sheet.kept[slot] + more
    sheet.kept[slot] = shown
    sheet.keep_next(2 * N_CARDS + number, DICE_OF_EACH - shown)


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
    slot = sheet.at - sheet.first  # there the places of the last row are kept, and who saw it
    line = ((s.players - 1) * _MOST + sheet.side) * _LINE
    seen_by = slot + PACKS
    if kept[seen_by] != line:
        for pack in range(PACKS):
            _lay(sheet, kept[seen_by], pack * PACKED, 0, kept[slot + pack])
            kept[slot + pack] = 0
        kept[seen_by] = line
    first: i64 = 0
    for now in s.places:
        before = kept[slot]
        if now != before:
            kept[slot] = now
            _lay(sheet, line, first, now, before)
        slot += 1
        first += PACKED
    sheet.leave((HAND - PILE - 1) * N_CARDS)
    sheet.leave(s.players * N_CARDS)
    sheet.leave(s.players * N_CARDS)


def _lay(sheet: Sheet, line: i64, first: i64, now: i64, before: i64) -> None:
    """The cards of one pack that lie somewhere else than they did; seen from a side."""
    begins = _BEGINS
    card = first
    changed = now ^ before
    while changed:
        if changed & ONE_CARD:
            if before & ONE_CARD:
                sheet.keep(begins[line + (before & ONE_CARD)] + card, 0)
            if now & ONE_CARD:
                sheet.keep(begins[line + (now & ONE_CARD)] + card, 1)
        card += 1
        now >>= PACK_BITS
        before >>= PACK_BITS
        changed >>= PACK_BITS


TENSOR = Tensor(columns, write, write_known)
