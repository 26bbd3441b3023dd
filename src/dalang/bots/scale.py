"""Where the levels and strengths of bots stand on the scale of people's ratings, game by game.

`scripts/bot-ratings` computes it from games of the arena and writes a game's `ratings.toml`.
A newcomer begins at 25: between a novice and a club player.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Final

from dalang.bots.naming import STRENGTH_NAMES
from dalang.bots.strength import skill_of
from dalang.registry import game

# For a game that nobody has measured: steps as they are elsewhere.
USUAL: Final[Mapping[str, float]] = {"random": 5.0, "novice": 17.0, "club": 33.0, "expert": 38.0}


def bot_strength(key: str, bot: str) -> float:
    """The rating of a bot, whatever its style; one that was not measured plays as a club player.

    A master who was not measured plays as the best, and a strength as its skill says.
    """
    scale, plain = _scale(key), bot.partition("+")[0]
    if plain in scale:
        return scale[plain]
    if plain == "master":
        return max(scale.values())
    if plain in STRENGTH_NAMES:
        return _by_skill(key, skill_of(game(key), int(plain.partition(":")[2])))
    return scale.get("club", USUAL["club"])


def nearest_strength(key: str, bot: str) -> int:
    """The strength from 1 to STRENGTHS that plays most like a bot."""
    wanted = bot_strength(key, bot)
    found = [abs(bot_strength(key, name) - wanted) for name in STRENGTH_NAMES]
    return found.index(min(found)) + 1


def _by_skill(key: str, skill: float) -> float:
    """Between those whom the skill is between."""
    novice, club, master = (bot_strength(key, level) for level in ("novice", "club", "master"))
    if skill <= 1.0:
        return novice + (club - novice) * skill
    return club + (master - club) * (skill - 1.0)


@cache
def _scale(key: str) -> Mapping[str, float]:
    path = game(key).folder / "ratings.toml"
    if not path.exists():
        return USUAL
    return {level: float(mu) for level, mu in tomllib.loads(path.read_text("utf-8"))["mu"].items()}
