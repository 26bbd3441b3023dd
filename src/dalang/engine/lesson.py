"""A game's first lesson: lesson.toml, a beginning that is the same for everybody who learns it.

The secret determines the deals, and `opening` the moves of the others before the learner's first
decision.  The hints of the game's vocabulary explain each kind of decision.  Steps explain the rest
of the rules, one idea at a time, when it first matters; `taught` says where each paragraph of the
summary is taught.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import cast

START = "start"  # LessonStep.when: at the beginning


@dataclass(frozen=True)
class LessonStep:
    """One idea of a lesson; its words are in the game's vocabulary."""

    key: str
    at: str  # the selector of what it is about: the guide points there
    when: tuple[str, ...] = ()  # kinds of decision or events; the first of them that comes up
    by: int = 0  # at the latest before the learner's decision of this number; 0: before the end
    icons: tuple[str, ...] = ()  # symbols of the game's sprite that it explains, with their classes


@dataclass(frozen=True)
class Lesson:
    """How a guided first game begins, and what it teaches; the learner sits at seat 0."""

    players: int
    secret: bytes
    opening: tuple[str, ...] = ()  # actions of the other seats, in the order of play
    steps: tuple[LessonStep, ...] = ()
    taught: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


@lru_cache(maxsize=64)
def lesson_of(folder: Path) -> Lesson | None:
    """The lesson of a game, if it has one."""
    path = folder / "lesson.toml"
    if not path.exists():
        return None
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return Lesson(
        read["players"],
        bytes.fromhex(read["secret"]),
        tuple(read["opening"]),
        tuple(_step(table) for table in read.get("step", [])),
        {begins: tuple(steps) for begins, steps in read.get("taught", {}).items()},
    )


def _step(table: Mapping[str, object]) -> LessonStep:
    """One [[step]] of the file."""
    return LessonStep(
        str(table["key"]),
        str(table["at"]),
        tuple(cast("list[str]", table.get("when", []))),
        cast("int", table.get("by", 0)),
        tuple(cast("list[str]", table.get("icons", []))),
    )
