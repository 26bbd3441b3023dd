"""Chances to win that come true: corrected by what happened in games that were played.

A search may be too sure of itself, or not sure enough.  Its chances are raised to a power, the
*sureness* of a game, and divided by their sum: above 1 they move apart, below 1 together.
`scripts/win-chances` measures it and writes a game's `calibration.toml`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from dalang.engine.errors import BadWeights
from dalang.engine.spec import GameSpec

AS_IT_IS: Final = 1.0
LEAST: Final = 1e-4  # of a chance that is not 0


def sureness_of(spec: GameSpec) -> float:
    """By which power the chances of a game come true; raises BadWeights."""
    return _read(spec.folder / "calibration.toml")


def calibrated(chances: Sequence[float], sureness: float) -> tuple[float, ...]:
    """The chances of all seats, moved apart or together."""
    if sureness == AS_IT_IS:
        return tuple(chances)
    powers = [max(chance, LEAST) ** sureness if chance else 0.0 for chance in chances]
    return tuple(power / sum(powers) for power in powers)


@cache
def _read(path: Path) -> float:
    if not path.exists():
        return AS_IT_IS
    try:
        given = tomllib.loads(path.read_text("utf-8")).get("sureness")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadWeights(f"{path} cannot be read: {problem}") from problem
    number = float(given) if isinstance(given, (int, float)) else math.nan
    if isinstance(given, bool) or not 0 < number < math.inf:
        raise BadWeights(f"{path}: sureness is a number above 0, not {given!r}.")
    return number
