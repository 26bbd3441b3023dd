"""A game's rules as numbered paragraphs: rulebook.md, rulebook.nl.md, rulebook.de.md.

And, if it has one, its summary on a page: summary.md, summary.nl.md, summary.de.md.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_PARAGRAPH = re.compile(r"^\*\*([A-Z]+ (?:R\d+|\d+\.\d+))\*\* (.*)$")


def rulebook_text(folder: Path, language: str) -> str:
    """The whole rulebook, as Markdown."""
    return _path(folder, "rulebook", language).read_text(encoding="utf-8")


def summary_text(folder: Path, language: str) -> str | None:
    """Aim, turn and scoring in short, as Markdown; None if nobody has written it."""
    path = _path(folder, "summary", language)
    return path.read_text(encoding="utf-8") if path.exists() else None


def translation(folder: Path, name: str, language: str) -> Path:
    """The file of that name in a language other than English."""
    return folder / f"{name}.{language}.md"


def _path(folder: Path, name: str, language: str) -> Path:
    """The file in a language; in English if nobody has translated it."""
    path = translation(folder, name, language)
    return path if path.exists() else folder / f"{name}.md"


@lru_cache(maxsize=64)
def paragraphs(folder: Path, language: str) -> dict[str, str]:
    """Every numbered paragraph by its number, in order: {"TM 1.1": "…"}."""
    found = (_PARAGRAPH.match(line) for line in rulebook_text(folder, language).splitlines())
    return {match[1]: match[2] for match in found if match}
