"""What a table of fields consists of: lines of a written position, and attributes of positions.

`fields.py` has the kinds of field that games declare, `field_table.py` what a table is good for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Generic, Literal, TypeAlias, TypeVar, cast

from mypy_extensions import i64

from dalang.engine.notation import Fields
from dalang.engine.tensors import Column, Labels
from dalang.engine.vecs import vec

S = TypeVar("S")
Value: TypeAlias = int | list[int]

MOST = 999  # the limit of counts that have no other


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

    def is_sum(self) -> bool:
        """Whether it counts what another field contains, and need not be given for that reason."""
        return False

    def add_up(self, s: object, players: int) -> None:
        """Takes its value from the field that it counts."""
        raise NotImplementedError

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
