"""What columns of Web of Power's rows of numbers hold, if no field has that name."""

from __future__ import annotations

from typing import Any

from dalang.engine.testing import Columned


def played(known: Any) -> list[list[int]]:
    counts = [[0] * 5 for _ in range(known.players)]
    for step in known.trail:
        counts[step // 15][step % 15 // 3] += 1
    return counts


COLUMNS: Columned = {"played": played}
