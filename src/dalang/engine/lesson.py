"""A game's first lesson: lesson.toml, a beginning that is the same for everybody who learns it.

The secret determines the deals, and `opening` the moves of the others before the learner's first
decision.  The hints of the game's vocabulary explain each kind of decision.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path


@dataclass(frozen=True)
class Lesson:
    """How a guided first game begins; the learner sits at seat 0."""

    players: int
    secret: bytes
    opening: tuple[str, ...] = ()  # actions of the other seats, in the order of play


@lru_cache(maxsize=64)
def lesson_of(folder: Path) -> Lesson | None:
    """The lesson of a game, if it has one."""
    path = folder / "lesson.toml"
    if not path.exists():
        return None
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return Lesson(read["players"], bytes.fromhex(read["secret"]), tuple(read["opening"]))
