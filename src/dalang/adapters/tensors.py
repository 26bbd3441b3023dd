"""Views and positions as arrays, and back again.

>>> import dalang
>>> from dalang.adapters.tensors import Layout
>>> layout = Layout("bali", players=3)
>>> position = dalang.game("bali").start(3)
>>> dalang.settle_chance(position, dalang.Rng(1))
>>> row = layout.observation(dalang.game("bali").observe(position, 0))
>>> row.shape == (layout.size,)
True
>>> layout.decode(row, viewer=0)["masks_left"]
array([4, 4, 4, 4])

The numbers of a row are 0 to 1: a count is divided by the most it can be, and of several
possibilities the one that holds is 1.  `describe()` says what every number means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TypeAlias

from dalang.adapters import MissingLibrary

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

from dalang.engine.api import WATCHER, Position, View
from dalang.engine.errors import BadTable
from dalang.engine.spec import GameSpec
from dalang.engine.tensors import Column, Columns, Sheet, Tensor
from dalang.registry import game

Row: TypeAlias = NDArray[np.float32]
Numbers: TypeAlias = NDArray[np.int64]
Written: TypeAlias = tuple[Callable[[Position, int], None], Row]


@dataclass(frozen=True)
class Feature:
    """What one number of a row means."""

    index: int
    field: str
    labels: tuple[str, ...]  # along each axis, and the choice if it is one of several
    high: float  # the most it can be, divided as in the row; infinite where there is no limit

    def __str__(self) -> str:
        return f"{self.index}: {self.field}" + "".join(f"[{label}]" for label in self.labels)


class Layout:
    """How positions of a game for a number of players are written as rows of numbers.

    Every viewer has a sheet, on which only what has changed since their last row is written; rows
    are copied from there.  So threads cannot share a layout.
    """

    def __init__(self, key: str, players: int) -> None:
        self.game: GameSpec = game(key)
        self.players = players
        tensor = _tensor(self.game)
        self.game.start(players)  # raises BadTable if it is not for that many
        columns = Columns(players)
        tensor.columns(columns)
        self.fields: tuple[Column, ...] = tuple(columns.fields)
        sizes = [field.size for field in self.fields]
        self.size: int = sum(sizes)
        names = [field.name for field in self.fields]
        self.starts = dict(zip(names, np.cumsum([0, *sizes]).tolist(), strict=False))
        limits = np.array([1 if field.bounded else np.inf for field in self.fields], np.float32)
        self.high: Row = np.repeat(limits, sizes)
        self.tensor = tensor
        self.new_sheet = partial(Sheet, columns)
        self._known = self._sheets(tensor.write_known)
        self._full = self._sheets(tensor.write)

    def _sheets(self, write: Callable[[Sheet, Position, int], None]) -> dict[int, Written]:
        """For every viewer what writes their row, and the row."""
        found: dict[int, Written] = {}
        for viewer in (WATCHER, *range(self.players)):
            sheet = self.new_sheet()
            row: Row = np.frombuffer(memoryview(sheet.values), np.float32)
            row.flags.writeable = False
            found[viewer] = partial(write, sheet), row
        return found

    def __reduce__(self) -> tuple[type[Layout], tuple[str, int]]:
        return Layout, (self.game.key, self.players)

    def observation(self, view: View) -> Row:
        """What a viewer knows, as numbers from 0 to 1."""
        return self.known(view.known, view.viewer)

    def known(self, position: Position, viewer: int) -> Row:
        """The same numbers as those of the viewer's view, without making the view."""
        write, row = self._known[viewer]
        write(position, viewer)
        return row.copy()

    def write_known(self, position: Position, viewer: int) -> Row:
        """As `known`, for callers that keep rows: the viewer's next row overwrites it."""
        write, row = self._known[viewer]
        write(position, viewer)
        return row

    def full(self, position: Position, viewer: int) -> Row:
        """Everything about a position, secrets too, told from a seat's side."""
        write, row = self._full[viewer]
        write(position, viewer)
        return row.copy()

    def decode(self, row: Row, viewer: int) -> dict[str, Numbers]:
        """The numbers of a row by name, seats counted from the first at the table again.

        A choice is the number of its option, or -1 if there is none.
        """
        return {field.name: self._read(field, row, max(viewer, 0)) for field in self.fields}

    def _read(self, field: Column, row: Row, viewer: int) -> Numbers:
        start = self.starts[field.name]
        part = row[start : start + field.size].reshape(field.shape) * field.high
        numbers: Numbers = np.rint(part).astype(np.int64)
        if field.choices:
            found = numbers.any(axis=-1)
            chosen = numbers.argmax(axis=-1)
            if field.of_seats:
                chosen = (chosen + viewer) % self.players
            numbers = np.where(found, chosen, -1)
        return np.roll(numbers, viewer, axis=0) if field.by_seat else numbers

    def describe(self) -> list[Feature]:
        """What every number of a row means, in order."""
        entries: list[Feature] = []
        for field in self.fields:
            axes = (*field.axes, field.choices) if field.choices else field.axes
            high = 1.0 if field.bounded else np.inf
            for labels in product(*axes):
                entries.append(Feature(len(entries), field.name, labels, high))
        return entries


def describe_observation(key: str, players: int) -> list[Feature]:
    """What every number of a game's observations means, in order."""
    return Layout(key, players).describe()


def _tensor(spec: GameSpec) -> Tensor:
    if spec.rows is None:
        raise BadTable(f"{spec.title} cannot be written as numbers: it declares no fields.")
    return spec.rows
