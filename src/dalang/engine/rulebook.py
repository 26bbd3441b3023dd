"""A game's rules as numbered paragraphs: rulebook.md, rulebook.nl.md, rulebook.de.md."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from dalang.engine.words import SOURCE_LANGUAGE

_PARAGRAPH = re.compile(r"^\*\*([A-Z]+ (?:R\d+|\d+\.\d+))\*\* (.*)$")


def rulebook_text(folder: Path, language: str) -> str:
    """The whole rulebook, as Markdown."""
    middle = "" if language == SOURCE_LANGUAGE else f".{language}"
    return (folder / f"rulebook{middle}.md").read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def paragraphs(folder: Path, language: str) -> dict[str, str]:
    """Every numbered paragraph by its number, in order: {"TM 1.1": "…"}."""
    found = (_PARAGRAPH.match(line) for line in rulebook_text(folder, language).splitlines())
    return {match[1]: match[2] for match in found if match}
