"""Strengths in even steps, from somebody who begins to a master.

A *skill* is one number: 0 is a novice, 1 a club player, 2 a master.  Up to 1 a bot looks more and
more carefully: it overlooks less, errs less and imagines more positions.  Beyond 1 it thinks a
share of its decisions over, by the master's search, and takes the others at a glance.

What the ten strengths of a game are is in its `strengths.toml`, measured by
`scripts/bot-strengths` so that one is about as far from the next, in rating, as any other.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, cast

from dalang.bots.bot import Bot
from dalang.bots.budget import Budget
from dalang.bots.greedy import MOOD, OVERLOOKED, POSITIONS, GreedyBot
from dalang.bots.master import MasterBot
from dalang.engine.api import View
from dalang.engine.errors import BadWeights
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec

STRENGTHS: Final = 10  # steps from the weakest to the strongest
MASTERLY: Final = 2.0  # the highest skill
# For a game that nobody has measured.
USUAL_SKILLS: Final = (0.0, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0, 1.3, 1.6, MASTERLY)


class SkilledBot(GreedyBot):
    """Plays with a skill between a novice's and a master's."""

    searches = True

    def __init__(
        self,
        spec: GameSpec,
        weights: list[float] | None = None,
        budget: Budget | None = None,
        skill: float = MASTERLY,
    ) -> None:
        super().__init__(spec, weights, budget)
        care = min(skill, 1.0)
        self.thought = max(skill - 1.0, 0.0)  # the share of decisions that it thinks over
        self.positions = 1 + round((POSITIONS - 1) * care)
        self.overlooked = OVERLOOKED * (1.0 - care)
        self.mood = MOOD * (1.0 - care)
        self._thinker: Bot | None = MasterBot(spec, weights, budget) if self.thought else None

    def choose(self, view: View, rng: Rng) -> int:
        """By a search or at a glance; the dice say which, and know nothing of the game."""
        if self._thinker is not None and rng.chance() < self.thought:
            return self._thinker.choose(view, rng)
        return super().choose(view, rng)


def skill_of(spec: GameSpec, strength: int) -> float:
    """What a strength from 1 to STRENGTHS means in a game."""
    return skills(spec.folder / "strengths.toml")[strength - 1]


@cache
def skills(path: Path) -> tuple[float, ...]:
    """The skills of a file, from the weakest to the strongest; raises BadWeights."""
    if not path.exists():
        return USUAL_SKILLS
    try:
        given = tomllib.loads(path.read_text("utf-8")).get("skills")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadWeights(f"{path} cannot be read: {problem}") from problem
    numbers = cast("list[object]", given) if isinstance(given, list) else []
    found = tuple(float(each) for each in numbers if isinstance(each, int | float))
    rising = all(0.0 <= each <= MASTERLY for each in found) and list(found) == sorted(found)
    if len(found) != len(numbers) or len(found) != STRENGTHS or not rising:
        raise BadWeights(f"{path}: skills are {STRENGTHS} rising numbers from 0 to {MASTERLY:g}.")
    return found
