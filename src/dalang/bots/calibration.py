"""Chances to win that come true: corrected by what happened in games that were played.

A search may be too sure of itself, or not sure enough.  Its chances are raised to a power, the
*sureness* of a game, and divided by their sum: above 1 they move apart, below 1 together.  And it
plays on better than those who play, so it takes for decided what is not: to the *doubt*, a share of
the games, everybody has the same chance.  `scripts/win-chances` measures both and writes a game's
`calibration.toml`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from dalang.engine.errors import BadWeights
from dalang.engine.spec import GameSpec

LEAST: Final = 1e-4  # of a chance that is not 0


@dataclass(frozen=True)
class Calibration:
    """How the chances of a game are corrected."""

    sureness: float = 1.0
    doubt: float = 0.0


AS_IT_IS: Final = Calibration()


def calibration_of(spec: GameSpec) -> Calibration:
    """With which correction the chances of a game come true; raises BadWeights."""
    return _read(spec.folder / "calibration.toml")


def calibrated(chances: Sequence[float], calibration: Calibration) -> tuple[float, ...]:
    """The chances of all seats, moved apart or together."""
    if calibration == AS_IT_IS:
        return tuple(chances)
    sureness, doubt = calibration.sureness, calibration.doubt
    powers = [max(chance, LEAST) ** sureness if chance else 0.0 for chance in chances]
    whole, even = sum(powers), doubt / len(powers)
    return tuple((1 - doubt) * power / whole + even for power in powers)


@cache
def _read(path: Path) -> Calibration:
    if not path.exists():
        return AS_IT_IS
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadWeights(f"{path} cannot be read: {problem}") from problem
    sureness, doubt = _number(given.get("sureness")), _number(given.get("doubt"))
    if not 0 < sureness < math.inf:
        raise BadWeights(f"{path}: sureness is a number above 0, not {given.get('sureness')!r}.")
    if not 0 <= doubt < 1:
        raise BadWeights(
            f"{path}: doubt is a share, from 0 to below 1, not {given.get('doubt')!r}."
        )
    return Calibration(sureness, doubt)


def _number(given: object) -> float:
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        return float(given)
    return math.nan
