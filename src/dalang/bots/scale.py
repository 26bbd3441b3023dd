"""Where the levels of bots stand on the scale of people's ratings, game by game.

`scripts/bot-ratings` measures it from the games of the ladder and writes a game's `ratings.toml`.
A newcomer begins at 25: between a novice and a club player.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Final

from dalang.registry import game

# For a game that nobody has measured: steps as they are elsewhere.
USUAL: Final[Mapping[str, float]] = {"random": 5.0, "novice": 17.0, "club": 33.0, "expert": 38.0}


def bot_strength(key: str, level: str) -> float:
    """The rating of a level; one that was not measured plays as a club player, or as the best."""
    scale = _scale(key)
    if level in scale:
        return scale[level]
    return max(scale.values()) if level == "master" else scale.get("club", USUAL["club"])


@cache
def _scale(key: str) -> Mapping[str, float]:
    path = game(key).folder / "ratings.toml"
    if not path.exists():
        return USUAL
    return {level: float(mu) for level, mu in tomllib.loads(path.read_text("utf-8"))["mu"].items()}
