"""The fields of a position, each declared once.

A game's `state.py` has a table of its fields, FIELDS: the name, kind and values of each and who
knows it.  The table provides a position as plain data and as text (`of`), reading it back (`read`),
a position in which nothing has happened yet (`blank`), the columns of its rows of numbers
(`add_columns`), scenes for tests (`scene`) and the page of the notation (`reference.py`).

Code that has to be fast is written by hand in the game: copies, and writing rows of numbers.  The
conformance suite compares it with the table, so that a forgotten field is found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from mypy_extensions import i64

from dalang.engine.api import Args
from dalang.engine.errors import PositionError
from dalang.engine.notation import Fields, counted, owned, write
from dalang.engine.tensors import Column, Columns, Labels
from dalang.engine.vecs import vec

S = TypeVar("S")
Value: TypeAlias = int | list[int]

NONE = -1  # no choice, nobody's seat
MOST = 999  # the limit of counts that have no other


class Declared(Protocol):
    """What a table needs of the positions it is about."""

    players: i64

    def set_up(self, players: i64) -> None:
        """Begins a game for that many players."""

    def derive(self) -> None:
        """Computes the fields that are not written from those that are."""


# --- What a table consists of -----------------------------------------------------------


@dataclass(frozen=True)
class Declaration:
    """What a written position has a line for, or one for each seat."""

    name: str
    says: str  # what it means, for the docs
    _: KW_ONLY
    text: str = ""  # its name in the notation, if that is another
    rows: bool = False  # every seat has its own line
    needed: bool = False  # is never nothing

    def must_be_given(self) -> bool:
        """Whether it may not be left out when a position is written by hand."""
        return self.needed

    def lines(self, players: int) -> list[str]:
        """The names of its lines."""
        name = self.text or self.name
        return [f"{name} {seat}" for seat in range(players)] if self.rows else [name]

    @property
    def line(self) -> str:
        """The name of its only line."""
        return self.text or self.name

    def look(self) -> str:
        """What its line contains, for the docs."""
        raise NotImplementedError

    def show(self, s: object, players: int) -> object:
        """Its value as plain data."""
        raise NotImplementedError

    def read(self, s: object, given: Fields, players: int) -> None:
        """Takes its value from a written position."""
        raise NotImplementedError


@dataclass(frozen=True)
class Line(Declaration, Generic[S]):
    """A line that a game writes and reads itself; the attributes behind it are fields."""

    value: str  # what it contains, for the docs
    shows: Callable[[S], object]
    reads: Callable[[S, Fields], None]

    def look(self) -> str:
        return self.value

    def show(self, s: object, players: int) -> object:
        return self.shows(cast("S", s))

    def read(self, s: object, given: Fields, players: int) -> None:
        self.reads(cast("S", s), given)


@dataclass(frozen=True)
class Field(Declaration):
    """An attribute of a position: a number, or numbers in a flat array."""

    _: KW_ONLY
    known_to: Literal["everybody", "its seat", "nobody"] = "everybody"
    in_rows: bool = True  # rows of numbers have a column of this name

    def read(self, s: object, given: Fields, players: int) -> None:
        self.put(s, self.parse(given, players))

    def put(self, s: object, value: Value) -> None:
        """Gives a position this value."""
        setattr(s, self.name, value if isinstance(value, int) else vec[i64](value))

    def parse(self, given: Fields, players: int) -> Value:
        """The value a written position gives."""
        raise NotImplementedError

    def blank(self, players: int) -> Value:
        """The value where nothing has happened yet."""
        raise NotImplementedError

    def limits(self, players: int) -> tuple[int, int]:
        """The least and the most a number of it can be."""
        raise NotImplementedError

    def column(self, seats: Labels) -> Column:
        """Its column in a row of numbers."""
        raise NotImplementedError


@dataclass(frozen=True)
class Counted(Field):
    """A field that counts; rows of numbers divide by the usual value, else by the maximum."""

    _: KW_ONLY
    low: int = 0
    most: int = MOST
    usual: int = 0

    def limits(self, players: int) -> tuple[int, int]:
        return self.low, self.most

    def counting(self, axes: tuple[Labels, ...], seats: Labels, by_seat: bool = False) -> Column:
        """The column of counts along these axes."""
        most = self.limits(len(seats))[1]
        high = self.usual or most
        labels = (seats, *axes) if by_seat else axes
        return Column(self.name, labels, by_seat=by_seat, high=high, bounded=high >= most)


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

    def add_up(self, s: object, players: int) -> None:
        """Takes its value from the field that it counts."""
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


# --- The table --------------------------------------------------------------------------


class FieldTable:
    """All fields of a game's positions, in the order in which they are written.

    `unwritten` are the fields that can be derived from those, or that a Line writes.
    """

    def __init__(
        self,
        key: str,
        edition: str,
        players: Sequence[int],
        *,
        written: Sequence[Declaration],
        unwritten: Sequence[Field],
    ) -> None:
        self.key = key
        self.edition = edition
        self.players = players
        self.entries = written
        fields = [entry for entry in written if isinstance(entry, Field)]
        self.fields = {field.name: field for field in [*fields, *unwritten]}

    def blank(self, s: object, players: int) -> None:
        """Makes it a position for that many players in which nothing has happened."""
        for name, value in self._blanks(players):
            setattr(s, name, value if isinstance(value, int) else value[:])

    @cache  # noqa: B019 - a table stays as long as its game
    def _blanks(self, players: int) -> list[tuple[str, int | vec[i64]]]:
        blanks = [(field.name, field.blank(players)) for field in self.fields.values()]
        return [(name, n if isinstance(n, int) else vec[i64](n)) for name, n in blanks]

    def copy(self, source: Declared, target: Declared, secrets: bool = True) -> None:
        """Takes everything over, or only what everybody knows; games in a hurry do it by hand."""
        target.players = source.players
        for name, field in self.fields.items():
            if secrets or field.known_to == "everybody":
                value = getattr(source, name)
                setattr(target, name, value if isinstance(value, int) else value[:])

    def of(self, s: Declared) -> Args:
        """Everything about a position by name, as plain data."""
        players = int(s.players)
        shown = {entry.line: entry.show(s, players) for entry in self.entries}
        return {**self._header(players), **shown}

    def _header(self, players: int) -> Args:
        return {"game": self.key, "edition": self.edition, "players": players}

    def read(self, s: Declared, given: Fields) -> None:
        """Sets up a written position: complete, in range, with all derived fields.

        Only the game and the number of players must be given.  A list that is left out is empty,
        anything else is as it is before the first deal, and sizes follow from what they count.
        """
        given.need(["game", "players"])
        given.expect("game", self.key)
        if given.has("edition"):
            given.expect("edition", self.edition)
        players = given.number("players", self.players[0], self.players[-1])
        s.set_up(players)
        given.fill_in(write({entry.line: entry.show(s, players) for entry in self._needed()}))
        sizes = [entry for entry in self.sizes() if not given.has(entry.line)]
        for entry in self.entries:
            if entry not in sizes:
                entry.read(s, given, players)
        given.done()
        for entry in sizes:
            entry.add_up(s, players)
        s.derive()

    def sizes(self) -> list[PerSeat]:
        """The fields that count what another one contains."""
        return [entry for entry in self.entries if isinstance(entry, PerSeat) and entry.sums]

    def _needed(self) -> list[Declaration]:
        return [entry for entry in self.entries if entry.must_be_given()]

    def add_columns(self, row: Columns, *names: str) -> None:
        """The next columns of a row of numbers are those of these fields."""
        row.fields.extend(self.fields[name].column(row.seats) for name in names)

    def scene(self, nothing: object, players: int, given: Mapping[str, str | int]) -> str:
        """A written position with the given lines; all others are as if nothing had happened.

        `nothing` is a new position of the game.  `hand_0` is the line `hand 0`.
        """
        self.blank(nothing, players)
        needed = {entry.line: entry.show(nothing, players) for entry in self._needed()}
        lines = dict(
            line.split(": ", 1) for line in write({**self._header(players), **needed}).splitlines()
        )
        for key, value in given.items():
            name, _, seat = key.rpartition("_")
            lines[f"{name} {seat}" if seat.isdigit() else key] = str(value)
        return "".join(f"{name}: {value}\n" for name, value in lines.items())


def _if_any(number: int, things: Sequence[object]) -> list[object]:
    return [] if number == NONE else [things[number]]


def _listed(names: Sequence[str], most: int = 8) -> str:
    """Some names for the docs, not hundreds."""
    shown = ", ".join(f"`{name}`" for name in names[:most])
    return f"{shown} …" if len(names) > most else shown
