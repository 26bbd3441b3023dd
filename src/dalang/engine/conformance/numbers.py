"""A game's rows of numbers: as long as its fields say, within their bounds, and without secrets."""

from __future__ import annotations

from dalang.engine.api import WATCHER, Position
from dalang.engine.conformance.walks import walk
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.tensors import Columns, Field, Sheet, Tensor


def check_tensor(spec: GameSpec, players: int, seed: int) -> None:
    """Rows are written to the last number; what is known is the same as of the view."""
    if spec.tensor is None:
        return
    columns = Columns(players)
    spec.tensor.columns(columns)
    names = [field.name for field in columns.fields]
    assert len(set(names)) == len(names), "two fields have the same name"
    sheet, rng = Sheet(columns), Rng(seed)
    for number, position in enumerate(walk(spec, players, seed)):
        if number % 5 == 0:
            viewer = number // 5 % (players + 1) + WATCHER
            _check_row(columns.fields, _all_of(spec.tensor, position, viewer, sheet), sheet)
            _check_known(spec, position, viewer, sheet, rng)


def _all_of(tensor: Tensor, shown: Position, viewer: int, sheet: Sheet) -> list[float]:
    tensor.write(sheet, shown, viewer)
    return sheet.read()


def _known_of(tensor: Tensor, position: Position, viewer: int, sheet: Sheet) -> list[float]:
    tensor.write_known(sheet, position, viewer)
    return sheet.read()


def _check_known(spec: GameSpec, position: Position, viewer: int, sheet: Sheet, rng: Rng) -> None:
    """What is written of a position is what its view tells; dealing the unseen changes nothing."""
    assert spec.tensor is not None
    view = spec.observe(position, viewer)
    seen = _known_of(spec.tensor, view.known, viewer, sheet)
    assert _known_of(spec.tensor, position, viewer, sheet) == seen, "the view tells otherwise"
    if position.actor() >= 0:
        other = spec.imagine(view, rng)
        assert _known_of(spec.tensor, other, viewer, sheet) == seen, "the row tells a secret"


def _check_row(fields: list[Field], row: list[float], sheet: Sheet) -> None:
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
