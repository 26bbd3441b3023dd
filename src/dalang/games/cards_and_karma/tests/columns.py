"""What columns of Cards & Karma's rows of numbers hold, if no field has that name."""

from __future__ import annotations

from typing import Any

from dalang.engine.testing import Columned, tally


def before(known: Any, first: int) -> list[list[int]]:
    """Which cards lie before each seat; the places of a kind are numbered from `first`."""
    seats = range(first, first + known.players)
    return [[int(place == seat) for place in known.where] for seat in seats]


COLUMNS: Columned = {
    "task": lambda known: known.tasks[-1] // 256 if len(known.tasks) else -1,
    "task_argument": lambda known: known.tasks[-1] % 256 if len(known.tasks) else 0,
    "tasks": lambda known: tally([task // 256 for task in known.tasks], 26),
    "queue": lambda known: tally([task // 256 for task in known.queue], 26),
    "picked": lambda known: tally(known.picked, 144),
    "place": lambda known: [[int(lies == place) for lies in known.where] for place in range(1, 6)],
    "hand": lambda known: before(known, 6),
    "table": lambda known: before(known, 10),
    "value": lambda known: [
        [die if die < 8 else 0 for die in known.die],
        [die - 8 if die >= 8 else 0 for die in known.die],
    ],
}
