"""A game's rows of numbers: as long as its fields say, within their bounds, and without secrets."""

from __future__ import annotations

from dalang.engine.api import WATCHER, Position
from dalang.engine.conformance.declared import value_of
from dalang.engine.conformance.walks import walk
from dalang.engine.declarations import Field, Value
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.tensors import Column, Columns, Sheet, Tensor


def check_tensor(spec: GameSpec, players: int, seed: int) -> None:
    """Rows are written to the last number; what is known is the same as of the view."""
    tensor = spec.rows
    if tensor is None:
        return
    columns = Columns(players)
    tensor.columns(columns)
    names = [field.name for field in columns.fields]
    assert len(set(names)) == len(names), "two fields have the same name"
    sheet, rng = Sheet(columns), Rng(seed)
    for number, position in enumerate(walk(spec, players, seed)):
        if number % 5 == 0:
            viewer = number // 5 % (players + 1) + WATCHER
            _check_row(columns.fields, _all_of(tensor, position, viewer, sheet), sheet)
            _check_known(spec, tensor, position, viewer, sheet, rng)


def check_columns(spec: GameSpec, players: int, seed: int) -> None:
    """Every field of the table has its column, and `write` writes there what the field holds."""
    tensor = spec.rows
    if tensor is None or spec.fields is None:
        return
    columns = Columns(players)
    tensor.columns(columns)
    fields = {name: field for name, field in spec.fields.fields.items() if field.in_rows}
    missing = set(fields) - {column.name for column in columns.fields}
    assert not missing, f"rows of numbers leave out {missing}"
    sheet, rng = Sheet(columns), Rng(seed)
    for number, position in enumerate(walk(spec, players, seed)):
        if number % 50 == 0:
            marked = position.clone()
            for field in fields.values():
                field.put(marked, _anything(field.blank(players), field.column(columns.seats), rng))
            viewer = number // 50 % players
            row = _all_of(tensor, marked, viewer, sheet)
            _check_columns(columns, fields, marked, viewer, row)


def _anything(blank: Value, column: Column, rng: Rng) -> Value:
    """Some value of a field, regardless of the rules."""

    def one() -> int:
        if isinstance(blank, list) and not blank:  # a list of what the axis names
            return int(rng.below(len(column.axes[0])))
        if column.choices:
            return int(rng.below(len(column.choices) + 1)) - 1
        return int(rng.below(column.high + 1))

    if isinstance(blank, int):
        return one()
    return [one() for _ in blank or range(3)]


def _check_columns(
    columns: Columns, fields: dict[str, Field], position: Position, viewer: int, row: list[float]
) -> None:
    start = 0
    for column in columns.fields:
        numbers = row[start : start + column.size]
        start += column.size
        if column.name in fields:
            wanted = _as_column(value_of(position, fields[column.name]), column, viewer)
            agree = all(abs(a - b) < 1e-6 for a, b in zip(numbers, wanted, strict=True))
            assert agree, f"{column.name} is written otherwise than its field says"


def _as_column(value: Value, column: Column, viewer: int) -> list[float]:
    """The numbers of a column, computed in the simplest way."""
    values = [value] if isinstance(value, int) else value
    if column.by_seat:
        first = viewer * (len(values) // len(column.axes[0]))
        values = values[first:] + values[:first]
    if column.choices:
        back = viewer if column.of_seats else 0
        several = len(column.choices)
        return [
            float(n >= 0 and (n - back) % several == choice)
            for n in values
            for choice in range(several)
        ]
    if len(values) != column.size:  # a list, of which a row tells how many there are of each
        values = [values.count(n) for n in range(column.size)]
    return [n / column.high for n in values]


def _all_of(tensor: Tensor, shown: Position, viewer: int, sheet: Sheet) -> list[float]:
    tensor.write(sheet, shown, viewer)
    return sheet.read()


def _known_of(tensor: Tensor, position: Position, viewer: int, sheet: Sheet) -> list[float]:
    tensor.write_known(sheet, position, viewer)
    return sheet.read()


def _check_known(
    spec: GameSpec, tensor: Tensor, position: Position, viewer: int, sheet: Sheet, rng: Rng
) -> None:
    """What is written of a position is what its view tells; dealing the unseen changes nothing."""
    view = spec.observe(position, viewer)
    seen = _known_of(tensor, view.known, viewer, sheet)
    assert _known_of(tensor, position, viewer, sheet) == seen, "the view tells otherwise"
    if position.actor() >= 0:
        other = spec.imagine(view, rng)
        assert _known_of(tensor, other, viewer, sheet) == seen, "the row tells a secret"


def _check_row(fields: list[Column], row: list[float], sheet: Sheet) -> None:
    assert sheet.field == len(fields), f"there are {len(fields)} fields, {sheet.field} were written"
    assert sheet.at == len(row), f"the fields have {len(row)} numbers, {sheet.at} were written"
    start = 0
    for field in fields:
        numbers = row[start : start + field.size]
        start += field.size
        assert min(numbers) >= 0, f"{field.name} is below 0"
        assert not field.bounded or max(numbers) <= 1, f"{field.name} is above its limit"
        if field.choices:
            count = len(field.choices)
            groups = [sum(numbers[n : n + count]) for n in range(0, len(numbers), count)]
            assert max(groups) <= 1, f"{field.name} is two things at once"
