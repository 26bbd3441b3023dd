"""Rows of numbers of a game without a tensor.py, from its table of fields.

Every field has a column, in the order of the table.  It is slower than a tensor.py, which also can
tell more: what is known of other hands, or an order in few numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

from mypy_extensions import i64

from dalang.engine.api import Position, View
from dalang.engine.declarations import Field, Value
from dalang.engine.field_table import FieldTable
from dalang.engine.tensors import Column, Columns, Sheet, Tensor
from dalang.engine.vecs import vec


def plain_tensor(table: FieldTable, observe: Callable[[Position, int], View]) -> Tensor:
    """Columns for all fields of the table; what a viewer knows is what the view has in them."""
    fields = [field for field in table.fields.values() if field.in_rows]

    def columns(row: Columns) -> None:
        table.add_columns(row, *(field.name for field in fields))

    @cache
    def laid_out(players: int) -> list[tuple[Field, Column]]:
        row = Columns(players)
        columns(row)
        return list(zip(fields, row.fields, strict=True))

    def write(sheet: Sheet, position: Position, viewer: int) -> None:
        sheet.begin(viewer)
        for field, column in laid_out(int(position.players)):
            _write_field(sheet, field, column, getattr(position, field.name))

    def write_known(sheet: Sheet, position: Position, viewer: int) -> None:
        write(sheet, observe(position, viewer).known, viewer)

    return Tensor(columns, write, write_known)


def _write_field(sheet: Sheet, field: Field, column: Column, value: Value) -> None:
    if isinstance(value, int):
        _write_number(sheet, column, value)
        return
    numbers = cast("vec[i64]", value)
    if column.of_seats:
        sheet.seats(numbers)
    elif column.choices and column.by_seat:
        sheet.each_one_of_by_seat(numbers)
    elif column.choices:
        sheet.each_one_of(numbers)
    elif column.by_seat:
        sheet.by_seat(numbers)
    elif field.blank(1) == []:  # a list of things, of which a row tells how many there are of each
        sheet.count(numbers, column.size)
    else:
        sheet.numbers(numbers)


def _write_number(sheet: Sheet, column: Column, value: int) -> None:
    if column.of_seats:
        sheet.seat(value)
    elif column.choices:
        sheet.one_of(value)
    else:
        sheet.number(value)
