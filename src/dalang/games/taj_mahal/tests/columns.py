"""What columns of Taj Mahal's rows of numbers hold, if no field has that name."""

from __future__ import annotations

from typing import Any

from dalang.engine.testing import Columned, tally


def tile_numbers(known: Any) -> list[int]:
    order = list(known.order)
    return [order.index(province) + 1 if province in order else 0 for province in range(12)]


COLUMNS: Columned = {
    "taken": lambda known: tally(known.taken, 6),
    "province": lambda known: known.order[known.round - 1] if known.round else -1,
    "tile_number": tile_numbers,
}
