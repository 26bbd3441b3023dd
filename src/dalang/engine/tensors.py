"""Positions as rows of numbers, for programs that learn.

A game's `tensor.py` says which fields a row has (`Field`) and writes them, in that order, on a
`Sheet`.  The same writing serves a view and a position: a view is a position in which the secrets
are blank.

Seats are told from the viewer's side: the viewer comes first, then the others in the order of play.
What is one of several is as many numbers as there are possibilities, a single one of them 1; none
of them is 1 where there is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, final

from librt.vecs import vec
from mypy_extensions import i64

from dalang.engine.api import Position
from dalang.engine.arrays import zeros

Labels: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Field:
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
    """The fields of a row for so many players, each added in one line."""

    def __init__(self, players: int) -> None:
        self.seats: Labels = ("viewer", *(f"next{n}" for n in range(1, players)))
        self.fields: list[Field] = []

    def number(self, name: str, high: int, *axes: Sequence[str], bounded: bool = True) -> None:
        """One number, or one for everything along the axes."""
        labels = tuple(tuple(axis) for axis in axes)
        self.fields.append(Field(name, labels, high=high, bounded=bounded))

    def by_seat(self, name: str, high: int, *axes: Sequence[str], bounded: bool = True) -> None:
        """For every seat one number, or one for everything along the axes."""
        labels = (self.seats, *(tuple(axis) for axis in axes))
        self.fields.append(Field(name, labels, by_seat=True, high=high, bounded=bounded))

    def one_of(self, name: str, choices: Sequence[str], *axes: Sequence[str]) -> None:
        """One of several, or so for everything along the axes."""
        labels = tuple(tuple(axis) for axis in axes)
        self.fields.append(Field(name, labels, tuple(choices)))

    def one_of_by_seat(self, name: str, choices: Sequence[str], *axes: Sequence[str]) -> None:
        """For every seat one of several, or so for everything along the axes."""
        labels = (self.seats, *(tuple(axis) for axis in axes))
        self.fields.append(Field(name, labels, tuple(choices), by_seat=True))

    def seat(self, name: str, *axes: Sequence[str]) -> None:
        """A seat, or one for everything along the axes."""
        labels = tuple(tuple(axis) for axis in axes)
        self.fields.append(Field(name, labels, self.seats, of_seats=True))


@final
class Sheet:
    """A row being written, from the first number to the last."""

    def __init__(self, size: i64, players: i64, viewer: i64) -> None:
        self.values = zeros(size)
        self.at: i64 = 0
        self.players = players
        self.viewer: i64 = viewer if viewer > 0 else 0  # a watcher looks from the first seat

    def number(self, value: i64) -> None:
        """A number."""
        self.values[self.at] = value
        self.at += 1

    def numbers(self, numbers: vec[i64]) -> None:
        """Numbers as they come."""
        values = self.values
        at = self.at
        for value in numbers:
            values[at] = value
            at += 1
        self.at = at

    def by_seat(self, numbers: vec[i64]) -> None:
        """Numbers of every seat, the viewer's first."""
        values = self.values
        at = self.at
        length: i64 = len(numbers)
        first = length // self.players * self.viewer
        for n in range(first, length):
            values[at] = numbers[n]
            at += 1
        for n in range(first):
            values[at] = numbers[n]
            at += 1
        self.at = at

    def count(self, things: vec[i64], kinds: i64) -> None:
        """How many there are of each of so many kinds."""
        for kind in things:
            self.values[self.at + kind] += 1
        self.at += kinds

    def one_of(self, choice: i64, count: i64) -> None:
        """One of so many; below 0 there is none."""
        if choice >= 0:
            self.values[self.at + choice] = 1
        self.at += count

    def each_one_of(self, choices: vec[i64], count: i64) -> None:
        """One of so many, again and again."""
        values = self.values
        at = self.at
        for choice in choices:
            if choice >= 0:
                values[at + choice] = 1
            at += count
        self.at = at

    def each_one_of_by_seat(self, choices: vec[i64], count: i64) -> None:
        """One of so many, again and again for every seat, the viewer's first."""
        length: i64 = len(choices)
        first = length // self.players * self.viewer
        self.each_one_of(choices[first:length], count)
        self.each_one_of(choices[:first], count)

    def seat(self, seat: i64) -> None:
        """A seat; below 0 it is nobody's."""
        if seat >= 0:
            self.values[self.at + self.seen_as(seat)] = 1
        self.at += self.players

    def seats(self, seats: vec[i64]) -> None:
        """One seat after the other."""
        values = self.values
        players = self.players
        viewer = self.viewer
        at = self.at
        for seat in seats:
            if seat >= viewer:
                values[at + seat - viewer] = 1
            elif seat >= 0:
                values[at + seat - viewer + players] = 1
            at += players
        self.at = at

    def seen_as(self, seat: i64) -> i64:
        """How far a seat sits from the viewer, in the order of play."""
        return seat - self.viewer if seat >= self.viewer else seat - self.viewer + self.players


@dataclass(frozen=True)
class Tensor:
    """How a game is written as numbers: what its `tensor.py` exports."""

    columns: Callable[[Columns], None]
    write: Callable[[Position, Sheet], None]
