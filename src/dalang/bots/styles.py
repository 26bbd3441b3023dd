"""Styles of play: what somebody cares for more, or less, than others who play as well.

A style is a set of factors for the weights of a game's judge, in its `styles.toml`.  Who has a
style that a game does not know plays there like everybody else.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, cast

from dalang.engine.errors import BadWeights
from dalang.engine.spec import GameSpec

STYLES: Final = ("daring", "patient", "hoarding")


def styled(spec: GameSpec, style: str, weights: list[float] | None) -> list[float] | None:
    """The judge's weights as somebody of that style has them; None: as everybody has them."""
    factors = styles_of(spec).get(style)
    if not factors:
        return weights
    plain = spec.new_judge().weights if weights is None else weights
    return [
        weight * factors.get(name, 1.0) for name, weight in zip(spec.weights, plain, strict=True)
    ]


def styles_of(spec: GameSpec) -> Mapping[str, Mapping[str, float]]:
    """The styles that a game knows; raises BadWeights if its file is wrong."""
    return _read(spec.folder / "styles.toml", spec.weights)


@cache
def _read(path: Path, names: tuple[str, ...]) -> Mapping[str, Mapping[str, float]]:
    if not path.exists():
        return {}
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadWeights(f"{path} cannot be read: {problem}") from problem
    for style, factors in given.items():
        if style not in STYLES or not isinstance(factors, dict):
            raise BadWeights(f"{path}: {style!r} is no style; there are {', '.join(STYLES)}.")
        for name, factor in cast("dict[str, object]", factors).items():
            if name not in names:
                raise BadWeights(f"{path}: {style} has {name!r}, which the judge does not know.")
            if not isinstance(factor, int | float) or not 0 <= factor < math.inf:
                raise BadWeights(f"{path}: {style}.{name} is no factor but {factor!r}.")
    return given
