"""Reading the weights of a game's judge: one number for every name, and nothing else."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path

from dalang.engine.errors import BadWeights


def read_weights(path: Path, names: tuple[str, ...]) -> list[float]:
    """The numbers in the order of the names; raises BadWeights, naming the file and the name."""
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadWeights(f"{path} cannot be read: {problem}") from problem
    for name in given:
        if name not in names:
            raise BadWeights(f"{path} has a weight {name!r}, which the judge does not know.")
    return [_number(path, name, given) for name in names]


def _number(path: Path, name: str, given: dict[str, object]) -> float:
    """One weight: a finite number."""
    if name not in given:
        raise BadWeights(f"{path} lacks the weight {name!r}.")
    number = given[name]
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise BadWeights(f"{path}: the weight {name!r} is not a number but {number!r}.")
    if not math.isfinite(number):
        raise BadWeights(f"{path}: the weight {name!r} is {number}, which is not finite.")
    return float(number)
