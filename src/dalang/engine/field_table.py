"""The table of a game's fields, each declared once.

A game's `state.py` has a table of its fields, FIELDS: the name, kind and values of each and who
knows it.  The table provides a position as plain data and as text (`of`), reading it back (`read`),
a position in which nothing has happened yet (`blank`), the columns of its rows of numbers
(`add_columns`), scenes for tests (`scene`) and the page of the notation (`reference.py`).

Code that has to be fast is written by hand in the game: copies, and writing rows of numbers.  The
conformance suite compares it with the table, so that a forgotten field is found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol

from mypy_extensions import i64

from dalang.engine.api import Args
from dalang.engine.declarations import Declaration, Field
from dalang.engine.notation import Fields, write
from dalang.engine.tensors import Columns
from dalang.engine.vecs import vec


class Declared(Protocol):
    """What a table needs of the positions it is about."""

    players: i64

    def set_up(self, players: i64) -> None:
        """Begins a game for that many players."""

    def derive(self) -> None:
        """Computes the fields that are not written from those that are."""


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

    def word(self, s: Declared, name: str) -> str:
        """The value of a field as it is written."""
        return str(self.fields[name].show(s, int(s.players)))

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

    def sizes(self) -> list[Declaration]:
        """The fields that count what another one contains."""
        return [entry for entry in self.entries if entry.is_sum()]

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
