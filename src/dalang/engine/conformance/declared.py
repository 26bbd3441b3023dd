"""The table of fields: it names every attribute, and what is written by hand agrees with it."""

from __future__ import annotations

from typing import Protocol, cast

from dalang.engine.api import Position
from dalang.engine.conformance.walks import walk
from dalang.engine.declarations import Field, Value
from dalang.engine.fields import FieldTable, Numbers
from dalang.engine.objects import attributes
from dalang.engine.spec import GameSpec


class Copied(Protocol):
    """What the states of all games can do."""

    def copy_public(self, other: object) -> None:
        """Takes over all that lies open."""


def check_fields(spec: GameSpec, players: int, seed: int) -> None:
    """Every attribute is declared, stays within its bounds, and survives being written.

    Arrays that no line shows directly may differ after reading, if the text is the same.
    """
    if spec.fields is None:
        return
    stray = attributes(spec.start(players)) ^ {"players", *spec.fields.fields}
    assert not stray, f"only the table or only the position has {sorted(stray)}"
    for number, position in enumerate(walk(spec, players, seed)):
        if number % 5 == seed % 5:
            again = spec.from_text(position.to_text())
            for field in spec.fields.fields.values():
                value = value_of(position, field)
                _check_bounds(field, value, players)
                same = value_of(again, field) == value or isinstance(field, Numbers)
                assert same, f"{field.name} is lost when written"


def _check_bounds(field: Field, value: Value, players: int) -> None:
    low, high = field.limits(players)
    numbers = [value] if isinstance(value, int) else value
    assert all(low <= n <= high for n in numbers), f"{field.name} is {value}, not {low} to {high}"


def check_copies(spec: GameSpec, players: int, seed: int) -> None:
    """A clone has every field; what `copy_public` takes over are the public ones and no others."""
    if spec.fields is None:
        return
    position = spec.start(players)
    _make_distinct(position, spec.fields, seed)
    blank, twin, seen = type(position)(), position.clone(), type(position)()
    cast("Copied", seen).copy_public(position)
    assert seen.players == twin.players == players
    for field in spec.fields.fields.values():
        value = value_of(position, field)
        assert value_of(twin, field) == value, f"{field.name} is not copied by clone()"
        if field.known_to == "everybody":
            assert value_of(seen, field) == value, f"{field.name} is not copied by copy_public()"
        else:
            kept = value_of(seen, field) == value_of(blank, field)
            assert kept, f"{field.name} is secret, but copied by copy_public()"


def _make_distinct(position: Position, table: FieldTable, seed: int) -> None:
    """Gives every field a value that no other has, nor any new position."""
    for number, field in enumerate(table.fields.values(), 1000 + seed):
        single = isinstance(value_of(position, field), int)
        field.put(position, number if single else [number, number + 1])


def value_of(position: Position, field: Field) -> Value:
    """The value of a field, an array as a list."""
    value: object = getattr(position, field.name)
    return value if isinstance(value, int) else [int(n) for n in cast("list[int]", value)]
