"""Positions whose fields are declared in a table: what the states of all games have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from dalang.engine.api import Args, Phrase, Position
from dalang.engine.notation import Fields

if TYPE_CHECKING:
    from dalang.engine.field_table import FieldTable


@mypyc_attr(allow_interpreted_subclasses=True)
class DeclaredPosition(Position):
    """A position that is set up, written and read by its table of fields.

    `phase` is what comes next, and `turn` the seat that it is about.
    """

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = 0
        self.turn: i64 = 0

    def field_table(self) -> FieldTable:
        """All fields of the game's positions."""
        raise NotImplementedError

    def begin(self, players: i64, options: Mapping[str, str]) -> None:
        self.set_up(players)

    def set_up(self, players: i64) -> None:
        """Opens the box: nothing has happened yet."""
        self.players = players
        self.field_table().blank(self, int(players))
        self.lay_out()
        self.derive()

    def lay_out(self) -> None:
        """Puts down what lies on the table before anything happens, if there is something."""

    def derive(self) -> None:
        """Computes the fields that are not written from those that are."""
        raise NotImplementedError

    def fields(self) -> Args:
        return self.field_table().of(self)

    def read(self, given: Fields) -> None:
        self.field_table().read(self, given)

    def question(self) -> Phrase:
        phase = self.field_table().word(self, "phase")
        return Phrase(f"ask_{phase}", {"seat": int(self.turn)})
