"""The kinds of field that positions are made of; the docstring of each shows how it is written.

A game's `state.py` declares every field once, in its FIELDS: a FieldTable of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from mypy_extensions import i64

from dalang.engine.declarations import MOST, Counted, Declaration, Field, Line, Value
from dalang.engine.errors import PositionError
from dalang.engine.field_table import FieldTable
from dalang.engine.notation import Fields, counted, owned
from dalang.engine.tensors import Column, Labels
from dalang.engine.vecs import vec

__all__ = [
    "Counts",
    "Declaration",
    "FieldTable",
    "Line",
    "Marks",
    "Number",
    "Numbers",
    "OneOf",
    "OneOfEach",
    "Owners",
    "PerSeat",
    "SeatNumber",
    "Several",
]

NONE = -1  # no choice, nobody's seat


# --- Single values ----------------------------------------------------------------------


@dataclass(frozen=True)
class Number(Counted):
    """`round: 3`."""

    _: KW_ONLY
    needed: bool = True
    for_each: bool = False  # the most is meant for each player

    def look(self) -> str:
        return f"{self.low} to {self.most}" + (" for each player" if self.for_each else "")

    def blank(self, players: int) -> Value:
        return self.low

    def show(self, s: object, players: int) -> object:
        return getattr(s, self.name)

    def parse(self, given: Fields, players: int) -> Value:
        return given.number(self.line, *self.limits(players))

    def limits(self, players: int) -> tuple[int, int]:
        return self.low, self.most * players if self.for_each else self.most

    def column(self, seats: Labels) -> Column:
        return self.counting((), seats)


@dataclass(frozen=True)
class SeatNumber(Field):
    """`turn: 2`, or nobody where it is not needed: `leader: -`."""

    _: KW_ONLY
    needed: bool = True

    def look(self) -> str:
        return "a seat" if self.needed else "a seat, or nobody"

    def blank(self, players: int) -> Value:
        return self.limits(players)[0]

    def show(self, s: object, players: int) -> object:
        seat: int = getattr(s, self.name)
        return seat if self.needed else _if_any(seat, range(players))

    def parse(self, given: Fields, players: int) -> Value:
        if self.needed:
            return given.number(self.line, 0, players - 1)
        return given.seat_or_nobody(self.line, players)

    def limits(self, players: int) -> tuple[int, int]:
        return 0 if self.needed else NONE, players - 1

    def column(self, seats: Labels) -> Column:
        return Column(self.name, choices=seats, of_seats=True)


@dataclass(frozen=True)
class OneOf(Field):
    """`phase: turn`, or nothing where it is not needed: `country: -`."""

    names: Labels
    _: KW_ONLY
    needed: bool = True
    nothing: str = ""  # a word for none of them
    usually: str = ""  # which it is if it is left out

    def must_be_given(self) -> bool:
        return self.needed and not self.usually

    def look(self) -> str:
        words = f"{_listed(self.names)}, or nothing"
        if self.needed:
            words = _listed(self._words(), len(self.names) + 1)
        return f"{words}; `{self.usually}` if left out" if self.usually else words

    def blank(self, players: int) -> Value:
        return self.limits(players)[0]

    def show(self, s: object, players: int) -> object:
        number: int = getattr(s, self.name)
        return self._words()[number] if self.needed else _if_any(number, self.names)

    def parse(self, given: Fields, players: int) -> Value:
        if not self.needed:
            return given.at_most_one(self.line, self.names)
        if self.usually and not given.has(self.line):
            return self.names.index(self.usually)
        found = given.choice(self.line, self._words())
        return found if found < len(self.names) else NONE

    def limits(self, players: int) -> tuple[int, int]:
        return 0 if self.needed and not self.nothing else NONE, len(self.names) - 1

    def column(self, seats: Labels) -> Column:
        return Column(self.name, choices=self.names)

    def _words(self) -> Labels:
        return (*self.names, self.nothing) if self.nothing else self.names


# --- Arrays -----------------------------------------------------------------------------


@dataclass(frozen=True)
class PerSeat(Counted):
    """`points: 3 0 12`: a number for each seat."""

    _: KW_ONLY
    needed: bool = True  # False: nothing is written where all are 0
    sums: str = ""  # if it is left out, it is how many things that field has for each seat

    def look(self) -> str:
        return f"for each seat {self.low} to {self.most}"

    def blank(self, players: int) -> Value:
        return [self.low] * players

    def show(self, s: object, players: int) -> object:
        numbers: list[int] = list(getattr(s, self.name))
        return numbers if self.needed or any(numbers) else []

    def must_be_given(self) -> bool:
        return self.needed and not self.sums

    def is_sum(self) -> bool:
        return self.sums != ""

    def add_up(self, s: object, players: int) -> None:
        counts: vec[i64] = getattr(s, self.sums)
        each = len(counts) // players
        self.put(s, [sum(counts[n * each : (n + 1) * each]) for n in range(players)])

    def parse(self, given: Fields, players: int) -> Value:
        limits = self.limits(players)
        found = given.numbers(self.line, players, *limits, or_none=not self.needed)
        return found or self.blank(players)

    def column(self, seats: Labels) -> Column:
        return self.counting((), seats, by_seat=True)


@dataclass(frozen=True)
class Counts(Counted):
    """`hand 0: 2 priest, warrior`: how many there are of each name, or so for each seat."""

    names: Labels
    _: KW_ONLY
    axes: tuple[Labels, ...] = ()  # if the array has several, the names being theirs together

    def look(self) -> str:
        return f"how many of each: {_listed(self.names)}"

    def blank(self, players: int) -> Value:
        return [0] * (len(self.names) * (players if self.rows else 1))

    def show(self, s: object, players: int) -> object:
        counts: vec[i64] = getattr(s, self.name)
        if self.rows:
            return [counted(counts, self.names, seat) for seat in range(players)]
        return counted(counts, self.names)

    def parse(self, given: Fields, players: int) -> Value:
        lines = self.lines(players)
        return [count for line in lines for count in given.counts(line, self.names)]

    def column(self, seats: Labels) -> Column:
        return self.counting(self.axes or (self.names,), seats, self.rows)


@dataclass(frozen=True)
class Marks(Field):
    """`court: vizier, monk`: those names, or without names those seats, that are marked with 1."""

    names: Labels = ()
    _: KW_ONLY
    start: int = 0  # whether all are marked where nothing has happened

    def look(self) -> str:
        return f"those of {_listed(self.names)}" if self.names else "seats"

    def blank(self, players: int) -> Value:
        return [self.start] * (len(self.names) or players)

    def show(self, s: object, players: int) -> object:
        marks: vec[i64] = getattr(s, self.name)
        return [
            thing for thing, mark in zip(self.names or range(players), marks, strict=True) if mark
        ]

    def parse(self, given: Fields, players: int) -> Value:
        if self.names:
            found = given.names(self.line, None, self.names)
        else:
            found = given.numbers(self.line, None, 0, players - 1)
        if len(set(found)) < len(found):
            raise PositionError(f"{self.line} names something twice.")
        return [1 if n in found else 0 for n in range(len(self.names) or players)]

    def limits(self, players: int) -> tuple[int, int]:
        return 0, 1

    def column(self, seats: Labels) -> Column:
        return Column(self.name, (self.names or seats,), by_seat=not self.names)


@dataclass(frozen=True)
class Owners(Field):
    """`palaces 0: delhi, agra`: which seat each of the names belongs to, if any."""

    names: Labels
    _: KW_ONLY
    rows: bool = True
    axes: tuple[Labels, ...] = ()  # if the array has several, the names being theirs together

    def look(self) -> str:
        return f"those of {_listed(self.names)}"

    def blank(self, players: int) -> Value:
        return [NONE] * len(self.names)

    def show(self, s: object, players: int) -> object:
        owners: vec[i64] = getattr(s, self.name)
        return [owned(owners, seat, self.names) for seat in range(players)]

    def parse(self, given: Fields, players: int) -> Value:
        return given.owners(self.line, players, self.names)

    def limits(self, players: int) -> tuple[int, int]:
        return NONE, players - 1

    def column(self, seats: Labels) -> Column:
        return Column(self.name, self.axes or (self.names,), seats, of_seats=True)


@dataclass(frozen=True)
class OneOfEach(Field):
    """`colours: red, none, green`: one of the names for each seat, or for each label on a line."""

    names: Labels
    _: KW_ONLY
    nothing: str = "none"  # the word for none of them
    labels: Labels = ()
    by_seat: bool = True
    needed: bool = True

    def look(self) -> str:
        whom = "for each place" if self.labels else "for each seat"
        return f"{whom} {_listed((*self.names, self.nothing))}"

    def blank(self, players: int) -> Value:
        return [NONE] * ((len(self.labels) or 1) * (players if self.by_seat else 1))

    def show(self, s: object, players: int) -> object:
        words = (*self.names, self.nothing)
        chosen: vec[i64] = getattr(s, self.name)
        found = [words[number] for number in chosen]
        each = len(self.labels)
        return [found[n : n + each] for n in range(0, len(found), each)] if each else found

    def parse(self, given: Fields, players: int) -> Value:
        words = (*self.names, self.nothing)
        length = len(self.labels) or players
        found = [n for line in self.lines(players) for n in given.names(line, length, words)]
        return [number if number < len(self.names) else NONE for number in found]

    def limits(self, players: int) -> tuple[int, int]:
        return NONE, len(self.names) - 1

    def column(self, seats: Labels) -> Column:
        axes = (self.labels,) if self.labels else ()
        labels = (seats, *axes) if self.by_seat else axes
        return Column(self.name, labels, self.names, by_seat=self.by_seat)


@dataclass(frozen=True)
class Several(Counted):
    """`turning: ship2-blue, ship8-blue`: a list of names as long as it comes."""

    names: Labels

    def look(self) -> str:
        return f"a list of {_listed(self.names)}"

    def blank(self, players: int) -> Value:
        return []

    def show(self, s: object, players: int) -> object:
        chosen: vec[i64] = getattr(s, self.name)
        return [self.names[number] for number in chosen]

    def parse(self, given: Fields, players: int) -> Value:
        return given.names(self.line, None, self.names)

    def limits(self, players: int) -> tuple[int, int]:
        return 0, len(self.names) - 1

    def column(self, seats: Labels) -> Column:
        most = self.usual or self.most
        return Column(self.name, (self.names,), high=most, bounded=not self.usual)


@dataclass(frozen=True)
class Numbers(Field):
    """An array that neither a line nor a row of numbers shows directly."""

    _: KW_ONLY
    in_rows: bool = False
    length: int = 0
    for_each: bool = False  # that length for each seat
    low: int = 0
    most: int = MOST
    start: int = 0

    def blank(self, players: int) -> Value:
        return [self.start] * (self.length * (players if self.for_each else 1))

    def limits(self, players: int) -> tuple[int, int]:
        return self.low, self.most


# --- Helpers ----------------------------------------------------------------------------


def _if_any(number: int, things: Sequence[object]) -> list[object]:
    return [] if number == NONE else [things[number]]


def _listed(names: Sequence[str], most: int = 8) -> str:
    """Some names for the docs, not hundreds."""
    shown = ", ".join(f"`{name}`" for name in names[:most])
    return f"{shown} …" if len(names) > most else shown
