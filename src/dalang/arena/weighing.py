"""Writing a file of weights: only the numbers change, and a line that says where they come from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from dalang.arena.errors import BadMatch

MARK = "# Tuned: "


def write_weights(path: Path, names: Sequence[str], weights: Sequence[float], origin: str) -> None:
    """Puts the numbers into the file, in their places; comments stay."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    lines = [line for line in text.splitlines() if not line.startswith(MARK)]
    for name, weight in zip(names, weights, strict=True):
        lines = _with(lines, name, f"{weight:.4g}")
    try:
        path.write_text("\n".join([MARK + origin, *lines]) + "\n", encoding="utf-8")
    except OSError as problem:
        raise BadMatch(f"{path} cannot be written: {problem.strerror}.") from problem


def _with(lines: list[str], name: str, number: str) -> list[str]:
    """The lines with one number in its place, or at the end if it has none yet."""
    pattern = re.compile(rf"^({re.escape(name)}\s*=\s*)[^\s#]+")
    found = [line for line in lines if pattern.match(line)]
    if not found:
        return [*lines, f"{name} = {number}"]
    return [pattern.sub(lambda match: match[1] + number, line) for line in lines]
