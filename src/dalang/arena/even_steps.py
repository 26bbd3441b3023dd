"""Ten strengths at even distances, from the measured ratings of a few skills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from dalang.arena.book import read
from dalang.arena.one_scale import Scaled, Wins, comparisons
from dalang.bots.master import has_learned
from dalang.bots.strength import STRENGTHS
from dalang.engine.spec import GameSpec

LEVELS = {"novice": "skill:0", "club": "skill:1", "master": "skill:2"}
QUICK = ("skill:0", "skill:0.2", "skill:0.4", "skill:0.6", "skill:0.8", "skill:1")
DEEP = ("skill:0.8", "skill:1", "skill:1.3", "skill:1.65", "skill:2")  # these take their time
EXPERT = "expert:300"  # as in the ladder


def same_as(spec: GameSpec) -> dict[str, str]:
    """Levels that play as a skill does: the expert, too, where the master has learned nothing."""
    return LEVELS if has_learned(spec) else {**LEVELS, "expert": "skill:2"}


def deep(spec: GameSpec) -> tuple[str, ...]:
    """Who plays each other from a club player on, the expert among them if it is somebody else."""
    return (*DEEP, EXPERT) if has_learned(spec) else DEEP


def deals_of(path: Path, same: Mapping[str, str]) -> list[Wins]:
    """Who was ahead of whom in each deal of a file of results; some bots are the same as others."""
    header, results = read(path)
    plain = [str(name) for name in header["bots"]]
    plain = [name if name.startswith("s") else name.partition(":")[0] for name in plain]
    names = [same.get(name, name) for name in plain]
    found: dict[int, Wins] = {}
    for result in results:
        wins = comparisons(names, result.seating, result.places)
        found.setdefault(result.deal, Wins()).update(wins)
    return list(found.values())


def rising(measured: Mapping[float, Scaled]) -> list[tuple[float, float]]:
    """Skills with their ratings, where more skill is never worse: neighbours are averaged."""
    blocks: list[tuple[float, float, list[float]]] = []  # rating, weight, skills
    for skill, found in sorted(measured.items()):
        block = (found.value, 1 / max(found.margin, 0.1) ** 2, [skill])
        while blocks and blocks[-1][0] >= block[0]:
            value, weight, skills = blocks.pop()
            total = weight + block[1]
            mean = (value * weight + block[0] * block[1]) / total
            block = (mean, total, skills + block[2])
        blocks.append(block)
    return [(sum(skills) / len(skills), value) for value, _, skills in blocks]


def even_steps(curve: Sequence[tuple[float, float]]) -> list[float]:
    """The skills of all strengths: from the first of the curve to its last, in equal steps."""
    lowest, highest = curve[0][1], curve[-1][1]
    wanted = [lowest + (highest - lowest) * number / (STRENGTHS - 1) for number in range(STRENGTHS)]
    inner = [round(_skill_at(curve, value), 3) for value in wanted[1:-1]]
    return [curve[0][0], *inner, curve[-1][0]]


def _skill_at(curve: Sequence[tuple[float, float]], value: float) -> float:
    """Between the two skills whose ratings it lies between."""
    for (skill, low), (next_skill, high) in pairwise(curve):
        if low <= value <= high:
            return skill + (next_skill - skill) * (value - low) / (high - low)
    return curve[-1][0]
