"""A game's rows of numbers are as long as its fields say, and stay within their bounds."""

from __future__ import annotations

from dalang.engine.api import WATCHER, Position
from dalang.engine.conformance.walks import walk
from dalang.engine.spec import GameSpec
from dalang.engine.tensors import Columns, Field, Sheet, Tensor


def check_tensor(spec: GameSpec, players: int, seed: int) -> None:
    """Positions and views are written to the last number; nothing is out of bounds."""
    if spec.tensor is None:
        return
    columns = Columns(players)
    spec.tensor.columns(columns)
    names = [field.name for field in columns.fields]
    assert len(set(names)) == len(names), "two fields have the same name"
    for number, position in enumerate(walk(spec, players, seed)):
        if number % 5 == 0:
            viewer = number % (players + 1) + WATCHER
            known = spec.observe(position, viewer).known
            for shown in (position, known):
                _check_row(spec.tensor, columns.fields, shown, viewer)


def _check_row(tensor: Tensor, fields: list[Field], shown: Position, viewer: int) -> None:
    size = sum(field.size for field in fields)
    sheet = Sheet(size, shown.players, viewer)
    tensor.write(shown, sheet)
    assert sheet.at == size, f"the fields have {size} numbers, {sheet.at} were written"
    start = 0
    for field in fields:
        numbers = [int(value) for value in sheet.values[start : start + field.size]]
        start += field.size
        assert min(numbers) >= 0, f"{field.name} is below 0"
        assert not field.bounded or max(numbers) <= field.high, f"{field.name} is above its limit"
        if field.choices:
            count = len(field.choices)
            groups = [sum(numbers[n : n + count]) for n in range(0, len(numbers), count)]
            assert max(groups) <= 1, f"{field.name} is two things at once"
