"""Which letters of which fonts a drawing shows, as far as that can be told without a browser.

If it is not certain which of several rules wins, all of them count: a font too many does no harm.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from dalang.adapters.stylesheet import rules, split

Style = tuple[bool, bool]  # whether it is the font of titles, and whether it is italic
_SIMPLE: Final = re.compile(r"[.]?[\w-]+")
_CONTENT: Final = re.compile(r"content:\s*([\"'])(.*?)\1")
FIGURES: Final = frozenset("0123456789")  # counters and attr() in style sheets


@dataclass(frozen=True)
class FontRule:
    """What one selector says about a font."""

    compounds: tuple[frozenset[str], ...]  # the last one is about the element itself
    title: bool | None
    italic: bool | None

    def fits(self, path: list[Element]) -> bool:
        """Whether it is about the last element of a path, the others being around it."""
        *around, last = self.compounds
        if not _fits(path[-1], last):
            return False
        above = iter(path[:-1])
        return all(any(_fits(element, compound) for element in above) for compound in around)


def declarations(body: str) -> dict[str, str]:
    """The declarations of a rule by name."""
    parts = (part.partition(":") for part in body.split(";"))
    return {name.strip(): " ".join(value.split()) for name, colon, value in parts if colon}


def said(css: str, board: Element) -> dict[Style, set[str]]:
    """The letters of a drawing by the style they are written in."""
    found: dict[Style, set[str]] = defaultdict(set)
    generated = {letter for _, text in _CONTENT.findall(css) for letter in text}
    found[False, False] |= FIGURES | generated
    _listen(board, [], _font_rules(css), found)
    return found


def _listen(
    element: Element, around: list[Element], known: list[FontRule], found: dict[Style, set[str]]
) -> None:
    path = [*around, element]
    texts = [element.text, *(child.tail for child in element)]
    if letters := {letter for text in texts if text for letter in text if not letter.isspace()}:
        for title in _nearest(path, [(rule, rule.title) for rule in known]):
            for italic in _nearest(path, [(rule, rule.italic) for rule in known]):
                found[title, italic] |= letters
    for child in element:
        if child.tag != "title":
            _listen(child, path, known, found)


def _nearest(path: list[Element], known: list[tuple[FontRule, bool | None]]) -> set[bool]:
    """What the rules say about the element, or else about the nearest one around it."""
    for length in range(len(path), 0, -1):
        here = path[:length]
        if here[-1].tag in ("em", "i"):
            return {True, False}
        if said := {value for rule, value in known if value is not None and rule.fits(here)}:
            return said
    return {False}


def _font_rules(css: str) -> list[FontRule]:
    return [
        FontRule(tuple(map(_compound, re.split(r"[\s>+~]+", selector))), title, italic)
        for rule in rules(css)
        if (told := _told(declarations(rule.body))) != (None, None)
        for title, italic in [told]
        for selector in split(rule.head)
        if "::" not in selector
    ]


def _told(body: dict[str, str]) -> tuple[bool | None, bool | None]:
    """Whether a rule says that the font is that of titles, and that it is italic."""
    title = italic = None
    if "font" in body and "var(" in body["font"]:
        title, italic = "var(--title)" in body["font"], "italic" in body["font"]
    if "var(" in body.get("font-family", ""):
        title = "var(--title)" in body["font-family"]
    if "font-style" in body:
        italic = "italic" in body["font-style"]
    return title, italic


def _compound(selector: str) -> frozenset[str]:
    """The tag and the classes that it names; what is in brackets is taken to be so."""
    return frozenset(_SIMPLE.findall(re.sub(r"::?[\w-]+|\(.*\)|\[.*\]|#[\w-]+", "", selector)))


def _fits(element: Element, compound: frozenset[str]) -> bool:
    own = {element.tag, *(f".{name}" for name in element.get("class", "").split())}
    return compound <= own
