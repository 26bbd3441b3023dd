"""Positions as rows of numbers, for machine learning.

A game's `tensor.py` says which columns a row has (`Column`) and writes them, in that order, on a
`Sheet`: everything, or only what one seat knows.

Seats are ordered from the viewer's side: the viewer first, then the others in the order of play.
A choice is one-hot: one number for each option, all 0 if there is none.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from mypy_extensions import i32, i64

from dalang.engine.api import Position
from dalang.engine.arrays import zeros
from dalang.engine.vecs import vec

Labels: TypeAlias = tuple[str, ...]

ONE: Final[i32] = 0x3F800000  # the bits of 1.0
TABLED: Final[i64] = 256  # numbers below this have the bits of their shares looked up …
LOOKED_UP: Final[i64] = 255  # … and no other bits than these


# By the unit and the measures of the fields: see Sheet.
_SHARES: Final[dict[tuple[int, ...], vec[i32]]] = {}


@dataclass(frozen=True)
class Column:
    """Some numbers of a row that belong together."""

    name: str
    axes: tuple[Labels, ...] = ()  # what each index means; none for a single number
    choices: Labels = ()  # if each is one of these, which takes as many numbers
    by_seat: bool = False  # the first axis is the seats, from the viewer on
    of_seats: bool = False  # the choices are the seats, from the viewer on
    high: int = 1  # the most a number can be; what it is divided by
    bounded: bool = True  # False: `high` is only usual, as with points

    @property
    def shape(self) -> tuple[int, ...]:
        """How many numbers along each axis, the choices last."""
        lengths = tuple(len(labels) for labels in self.axes)
        return (*lengths, len(self.choices)) if self.choices else lengths

    @property
    def size(self) -> int:
        """How many numbers in all."""
        size = 1
        for length in self.shape:
            size *= length
        return size


class Columns:
    """The fields of a row for a number of players, each added in one line."""

    def __init__(self, players: int) -> None:
        self.seats: Labels = ("viewer", *(f"next{n}" for n in range(1, players)))
        self.fields: list[Column] = []

    def number(self, name: str, high: int, *axes: Sequence[str], bounded: bool = True) -> None:
        """One number, or one for everything along the axes."""
        labels = tuple(tuple(axis) for axis in axes)
        self.fields.append(Column(name, labels, high=high, bounded=bounded))

    def by_seat(self, name: str, high: int, *axes: Sequence[str], bounded: bool = True) -> None:
        """For every seat one number, or one for everything along the axes."""
        labels = (self.seats, *(tuple(axis) for axis in axes))
        self.fields.append(Column(name, labels, by_seat=True, high=high, bounded=bounded))

    def one_of(self, name: str, choices: Sequence[str], *axes: Sequence[str]) -> None:
        """One of several, or so for everything along the axes."""
        labels = tuple(tuple(axis) for axis in axes)
        self.fields.append(Column(name, labels, tuple(choices)))

    def one_of_by_seat(self, name: str, choices: Sequence[str], *axes: Sequence[str]) -> None:
        """For every seat one of several, or so for everything along the axes."""
        labels = (self.seats, *(tuple(axis) for axis in axes))
        self.fields.append(Column(name, labels, tuple(choices), by_seat=True))

    def seat(self, name: str, *axes: Sequence[str]) -> None:
        """A seat, or one for everything along the axes."""
        labels = tuple(tuple(axis) for axis in axes)
        self.fields.append(Column(name, labels, self.seats, of_seats=True))


@final
class Sheet:
    """A row being written: one call for every field, in the order of the columns.

    A sheet is reused: only what was written last time is cleared.  What is written in every row
    anyway (always …) need not be cleared, and of what rarely changes from row to row (keep …) only
    changes have to be written; such a field is always written by the same method.  A number is
    stored as the bits of a 32-bit float, which Python's arrays can read directly; with a unit it is
    a whole number instead, as many units as are nearest.  Small shares are looked up, so that
    writing needs no division.  Long fields are written without asking which numbers are 0: a
    processor cannot guess that, and a wrong guess takes longer than writing ten numbers.
    """

    def __init__(self, columns: Columns, unit: int = 0) -> None:
        fields = columns.fields
        self._unit = unit
        self._one: i32 = unit or ONE
        self._marks = vec[i32]([0, self._one])  # for what does not hold, and for what does
        size = sum(field.size for field in fields)
        self.values = vec[i32]([0] * size)
        self.players: i64 = len(columns.seats)
        self.viewer: i64 = 0  # whose knowledge it is, or WATCHER
        self.side: i64 = 0  # the seat it is told from
        self.first: i64 = 0  # of the row's numbers
        self.at: i64 = 0  # the next number
        self.field: i64 = 0  # the next field
        self._written = zeros(size + 1)  # where the numbers are that are not 0 …
        self._count: i64 = 0  # … and how many
        self.found = zeros(size + 1)  # for find()
        self.kept = zeros(size)  # by place in the row: what stands there and is not wiped
        self._chosen = zeros(len(fields))  # by field: the same of a single choice, + 1
        highs = sorted({field.high for field in fields})
        self._highs = highs
        self._shares = _SHARES.get((unit, *highs), vec[i32]())  # all sheets of a game share them
        if len(self._shares) == 0:
            self._shares = vec[i32]([self._share(n, high) for high in highs for n in range(TABLED)])
            _SHARES[(unit, *highs)] = self._shares
        self._scales = vec[i64]([highs.index(field.high) * int(TABLED) for field in fields])
        self._choices = vec[i64]([len(field.choices) for field in fields])
        self._each = vec[i64]([field.size // len(columns.seats) for field in fields])

    def move_to(self, values: vec[i32], first: i64) -> None:
        """From now on the row is a part of somebody else's array, where nothing is written yet."""
        self.values = values
        self.first = first
        self._count = 0
        self.kept = zeros(len(self.kept))
        self._chosen = zeros(len(self._chosen))

    def begin(self, viewer: i64) -> None:
        """A new row, told from a viewer's side; a watcher looks from the first seat."""
        values = self.values
        written = self._written
        count = self._count
        while count:
            count -= 1
            values[written[count]] = 0
        self._count = 0
        self.at = self.first
        self.field = 0
        self.viewer = viewer
        self.side = 0
        if viewer > 0:
            self.side = viewer

    def read(self) -> list[float]:
        """The row as it stands."""
        return [float(number) for number in memoryview(self.values).cast("B").cast("f")]

    def number(self, value: i64) -> None:
        """A number."""
        self.put(0, value)
        self.leave(1)

    def numbers(self, numbers: vec[i64]) -> None:
        """Numbers as they come."""
        self._from(numbers, 0)
        self.leave(len(numbers))

    def by_seat(self, numbers: vec[i64]) -> None:
        """Numbers of every seat, the viewer's first."""
        self._from(numbers, self._each[self.field] * self.side)
        self.leave(len(numbers))

    def _from(self, numbers: vec[i64], first: i64) -> None:
        """Writes a field that starts at `first` and wraps around at the end of the numbers."""
        values = self.values
        written = self._written
        shares = self._shares
        scale = self._scales[self.field]
        count = self._count
        begin = self.at
        length: i64 = len(numbers)
        place = begin - first
        bits: i64 = 0  # of all numbers
        for value in numbers:
            bits |= value
            at = place if place >= begin else place + length
            values[at] = shares[scale + (value & LOOKED_UP)]
            written[count] = at
            count += value != 0
            place += 1
        self._count = count
        if bits & ~LOOKED_UP:
            self._correct(numbers, first)

    def _correct(self, numbers: vec[i64], first: i64) -> None:
        """Writes those numbers of a field that cannot be looked up."""
        length: i64 = len(numbers)
        place = -first
        for value in numbers:
            if value & ~LOOKED_UP:
                self._put_rare(place if place >= 0 else place + length, value)
            place += 1

    def always_steps_by_seat(self, ends: vec[i64]) -> None:
        """How far each number of every seat is from the one before it, the viewer's first.

        For a field written so in every row; the steps are below TABLED.
        """
        values = self.values
        shares = self._shares
        scale = self._scales[self.field]
        length: i64 = len(ends)
        place = self.at + length - self._each[self.field] * self.side
        end = self.at + length
        before: i64 = 0
        for number in ends:
            if place == end:
                place = self.at
            values[place] = shares[scale + number - before]
            before = number
            place += 1
        self.leave(length)

    def own(self, numbers: vec[i64]) -> None:
        """Numbers of every seat; a viewer knows only those of their own seat."""
        if self.viewer >= 0:
            self.of_seat(numbers, self.viewer)
        self.leave(len(numbers))

    def of_seat(self, numbers: vec[i64], seat: i64) -> None:
        """One seat's part of a field with numbers of every seat, most of which are 0."""
        each = self._each[self.field]
        first = seat * each
        shift = self.seen_as(seat) * each - first
        for hit in range(self.find(numbers, first, first + each)):
            n = self.found[hit]
            self.put(n + shift, numbers[n])

    def always(self, numbers: vec[i64]) -> None:
        """Like numbers(), for a field written so in every row: it need not be wiped."""
        values = self.values
        shares = self._shares
        scale = self._scales[self.field]
        place = self.at
        bits: i64 = 0  # of all numbers
        for value in numbers:
            bits |= value
            values[place] = shares[scale + (value & LOOKED_UP)]
            place += 1
        if bits & ~LOOKED_UP:
            self._correct(numbers, 0)
        self.at = place
        self.field += 1

    def always_by_seat(self, numbers: vec[i64]) -> None:
        """Like by_seat(), for a field written so in every row: it need not be wiped."""
        values = self.values
        shares = self._shares
        scale = self._scales[self.field]
        first = self._each[self.field] * self.side
        begin = self.at
        end: i64 = begin + len(numbers)
        place = end - first
        bits: i64 = 0  # of all numbers
        for value in numbers:
            if place == end:
                place = begin
            bits |= value
            values[place] = shares[scale + (value & LOOKED_UP)]
            place += 1
        if bits & ~LOOKED_UP:
            self._correct(numbers, first)
        self.at = end
        self.field += 1

    def always_one(self, value: i64) -> None:
        """Like number(), for a field written so in every row: it need not be wiped."""
        self.values[self.at] = self._shares[self._scales[self.field] + (value & LOOKED_UP)]
        if value & ~LOOKED_UP:
            self._put_rare(0, value)
        self.at += 1
        self.field += 1

    def hands(self, hand: vec[i64], known: vec[i64], pile: vec[i64]) -> None:
        """Three fields: the cards all know in every hand, the viewer's hand, the unseen cards.

        `hand` and `known` count the cards of every seat by kind, `pile` those left to draw; there
        are fewer of each than TABLED.  What is unknown in other hands counts as unseen, like
        the pile.
        """
        unseen = pile[:]
        self._put_hands(hand, known, unseen)
        self.leave(len(known))
        self.leave(len(hand))
        self.always(unseen)

    def _put_hands(self, hand: vec[i64], known: vec[i64], unseen: vec[i64]) -> None:
        """One look at every hand serves for all: what is known is held, and what is hidden too."""
        values = self.values
        written = self._written
        shares = self._shares
        scale = self._scales[self.field]
        own_scale = self._scales[self.field + 1]
        own_field: i64 = len(known)
        count = self._count
        kinds: i64 = len(unseen)
        seat: i64 = 0
        first: i64 = 0  # of the seat's numbers …
        shift = self.at + self.seen_as(0) * kinds  # … and how far from there they are written
        for hit in range(self.find(hand, 0, len(hand))):
            n = self.found[hit]
            while n >= first + kinds:
                seat += 1
                first += kinds
                shift = self.at + self.seen_as(seat) * kinds - first
            values[n + shift] = shares[scale + known[n]]
            written[count] = n + shift
            count += known[n] != 0
            if seat == self.viewer:
                values[own_field + n + shift] = shares[own_scale + hand[n]]
                written[count] = own_field + n + shift
                count += 1
            else:
                unseen[n - first] += hand[n] - known[n]
        self._count = count

    def find(self, numbers: vec[i64], first: i64, end: i64) -> i64:
        """Notes in `found` where the numbers are that are not 0; says how many there are."""
        found = self.found
        count: i64 = 0
        for n in range(first, end):
            found[count] = n
            count += numbers[n] != 0
        return count

    def count(self, things: vec[i64], kinds: i64) -> None:
        """How many there are of each kind."""
        for n in range(len(things)):
            same = _like_this(things, n)
            if same:
                self.put(things[n], same)
        self.leave(kinds)

    def one_of(self, choice: i64) -> None:
        """One of several; below 0 there is none."""
        if choice >= 0:
            self.mark(choice)
        self.at += self._choices[self.field]
        self.field += 1

    def each_one_of(self, choices: vec[i64]) -> None:
        """One of several, again and again."""
        self._marks_from(choices, self.at)
        self.leave(len(choices) * self._choices[self.field])

    def each_one_of_by_seat(self, choices: vec[i64]) -> None:
        """One of several, again and again for every seat, the viewer's first."""
        length: i64 = len(choices) * self._choices[self.field]
        self._marks_from(choices, self.at + length - self._each[self.field] * self.side)
        self.leave(length)

    def _marks_from(self, choices: vec[i64], start: i64) -> None:
        values = self.values
        marks = self._marks
        written = self._written
        several = self._choices[self.field]
        count = self._count
        place = start
        end: i64 = self.at + len(choices) * several
        for choice in choices:
            if place == end:
                place = self.at
            held: i64 = choice >= 0
            values[place + choice * held] = marks[held]
            written[count] = place + choice * held
            count += held
            place += several
        self._count = count

    def keep(self, n: i64, value: i64) -> None:
        """The n-th number from here, below TABLED, in this row and until it is written again."""
        self.values[self.at + n] = self._shares[self._scales[self.field] + value]

    def keep_next(self, n: i64, value: i64) -> None:
        """Like keep(), by the measure of the next field; n still counts from here."""
        self.values[self.at + n] = self._shares[self._scales[self.field + 1] + value]

    def keep_ranks(self, order: vec[i64], things: i64) -> None:
        """The place of each item in an order that rarely changes, the first being 1.

        Items below 0 are none; a field is always written so, or never.
        """
        kept = self.kept
        first = self.at - self.first  # where each item is kept, + 1
        changed = False
        slot = first
        for thing in order:
            if kept[slot] != thing + 1:
                changed = True
            slot += 1
        if changed:
            self._keep_order(order, first)
        self.leave(things)

    def _keep_order(self, order: vec[i64], first: i64) -> None:
        """Another order than in the last row: what was written is wiped first."""
        kept = self.kept
        for slot in range(first, first + len(order)):
            if kept[slot]:
                self.values[self.at + kept[slot] - 1] = 0
        share = self._scales[self.field]
        slot = first
        for thing in order:
            share += 1
            kept[slot] = thing + 1
            if thing >= 0:
                self.values[self.at + thing] = self._shares[share]
            slot += 1

    def keep_one_of(self, choice: i64) -> None:
        """Like one_of(), for what rarely changes; a field is always written so, or never."""
        before = self._chosen[self.field] - 1
        if choice != before:
            if before >= 0:
                self.values[self.at + before] = 0
            if choice >= 0:
                self.values[self.at + choice] = self._one
            self._chosen[self.field] = choice + 1
        self.leave(self._choices[self.field])

    def keep_seat(self, seat: i64) -> None:
        """Like seat(), for what rarely changes; a field is always written so, or never."""
        self.keep_one_of(self.seen_as(seat) if seat >= 0 else -1)

    def keep_each_one_of(self, choices: vec[i64]) -> None:
        """Like each_one_of(), for what rarely changes; a field is always written so, or never."""
        self._keep_marks(choices, 0)
        self.leave(len(choices) * self._choices[self.field])

    def keep_each_one_of_by_seat(self, choices: vec[i64]) -> None:
        """Like each_one_of_by_seat(), for what rarely changes; always so, or never."""
        length: i64 = len(choices)
        self._keep_marks(choices, length - length // self.players * self.side)
        self.leave(length * self._choices[self.field])

    def _keep_marks(self, choices: vec[i64], turned: i64) -> None:
        """Writes the changes of a field in which the first choice comes that much later."""
        kept = self.kept
        begin = self.at - self.first  # where each choice is kept, + 1
        end: i64 = begin + len(choices)
        slot = begin + turned
        for choice in choices:
            if slot == end:
                slot = begin
            if kept[slot] != choice + 1:
                place = self.at + (slot - begin) * self._choices[self.field]
                self._keep_mark(slot, place, choice)
            slot += 1

    def _keep_mark(self, slot: i64, place: i64, choice: i64) -> None:
        """Another choice than in the last row, among those that begin at a place."""
        before = self.kept[slot]
        if before:
            self.values[place + before - 1] = 0
        if choice >= 0:
            self.values[place + choice] = self._one
        self.kept[slot] = choice + 1

    def keep_seats(self, seats: vec[i64]) -> None:
        """Like seats(), for what rarely changes; a field is always written so, or never."""
        kept = self.kept
        first = self.at - self.first
        side: i64 = first + len(seats)  # where it is kept from which side they are told, + 1
        if kept[side] != self.side + 1:
            self._forget_seats(first, side)
            kept[side] = self.side + 1
        slot = first
        for seat in seats:
            if kept[slot] != seat + 1:
                place = self.at + (slot - first) * self.players
                if kept[slot]:
                    self.values[place + self.seen_as(kept[slot] - 1)] = 0
                if seat >= 0:
                    self.values[place + self.seen_as(seat)] = self._one
                kept[slot] = seat + 1
            slot += 1
        self.leave(len(seats) * self.players)

    def _forget_seats(self, first: i64, side: i64) -> None:
        """Wipes the marks of keep_seats() that were told from another side."""
        kept = self.kept
        now = self.side
        self.side = kept[side] - 1
        for slot in range(first, side):
            if kept[slot]:
                place = self.at + (slot - first) * self.players
                self.values[place + self.seen_as(kept[slot] - 1)] = 0
                kept[slot] = 0
        self.side = now

    def seat(self, seat: i64) -> None:
        """A seat; below 0 it is nobody's."""
        if seat >= 0:
            self.mark(seat - self.side if seat >= self.side else seat - self.side + self.players)
        self.at += self.players
        self.field += 1

    def seats(self, seats: vec[i64]) -> None:
        """One seat after the other."""
        values = self.values
        written = self._written
        marks = self._marks
        players = self.players
        side = self.side
        count = self._count
        at = self.at
        for seat in seats:
            held: i64 = seat >= 0
            before: i64 = seat < side
            place = at + (seat - side + players * before) * held
            values[place] = marks[held]
            written[count] = place
            count += held
            at += players
        self._count = count
        self.at = at
        self.field += 1

    def seen_as(self, seat: i64) -> i64:
        """How far a seat sits from the viewer, in the order of play."""
        return seat - self.side if seat >= self.side else seat - self.side + self.players

    def put(self, n: i64, value: i64) -> None:
        """The n-th number from here, by the measure of the present field."""
        place = self.at + n
        self.values[place] = self._shares[self._scales[self.field] + (value & LOOKED_UP)]
        self._written[self._count] = place
        self._count += value != 0
        if value & ~LOOKED_UP:
            self._put_rare(n, value)

    def mark(self, n: i64) -> None:
        """The n-th number from here is 1."""
        place = self.at + n
        self.values[place] = self._one
        self._written[self._count] = place
        self._count += 1

    def leave(self, size: i64) -> None:
        """The field is complete and had this many numbers."""
        self.at += size
        self.field += 1

    def _put_rare(self, n: i64, value: i64) -> None:
        """The n-th number from here, if it cannot be looked up."""
        high = self._highs[self._scales[self.field] // TABLED]
        self.values[self.at + n] = self._share(int(value), high)

    def _share(self, value: int, high: int) -> int:
        """A share, as it is stored."""
        if self._unit:
            return (2 * value * self._unit + high) // (2 * high)
        return _bits(value / high)


def _like_this(things: vec[i64], n: i64) -> i64:
    """How many things are like the n-th; 0 if one of them comes later and will be asked for."""
    same: i64 = 1
    for other in range(len(things)):
        if things[other] == things[n] and other != n:
            if other > n:
                return 0
            same += 1
    return same


def _bits(share: float) -> int:
    """The bits of a 32-bit float, as a number."""
    (bits,) = struct.unpack("=i", struct.pack("=f", share))
    return int(bits)


@dataclass(frozen=True)
class Tensor:
    """How a game is written as numbers: what its `tensor.py` exports.

    `write` writes everything, ordered from a viewer's side; `write_known` only what the viewer
    knows, with the same result from a position and from the view of it.  Both begin a new row.
    """

    columns: Callable[[Columns], None]
    write: Callable[[Sheet, Position, int], None]
    write_known: Callable[[Sheet, Position, int], None]
