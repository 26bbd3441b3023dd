"""A summary with its symbols: each is drawn where it is named.

A game that wants it has a view/signs.toml, which says by what words a sign is named in each
language, and a macro `sign` in its view/figures.html, which draws it.  The texts themselves stay
plain, so that people who correct them need not know about signs.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup

from dalang.engine.words import SOURCE_LANGUAGE
from dalang.server.rendering.figures import Figures

POINTS = {"en": "points?", "nl": "punt(?:en)?", "de": "Punkte?"}
_BLOCK = re.compile(r"(<(li|p)>)(.*?)(</\2>)", re.DOTALL)
_SECTION = re.compile(r"<h2>(.*?)</h2>", re.DOTALL)


@dataclass(frozen=True)
class Sign:
    """Something with a drawing, and the words that name it."""

    key: str
    words: re.Pattern[str]


@dataclass(frozen=True)
class Section:
    """A part of the summary with its own heading."""

    title: Markup
    figures: Markup
    text: Markup


@cache
def signs_of(folder: Path, language: str) -> tuple[Sign, ...]:
    """The signs of a game; in English where a language has no words for one."""
    path = folder / "view" / "signs.toml"
    if not path.exists():
        return ()
    listed: list[dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))["sign"]
    return tuple(
        Sign(one["id"], _whole_words(one.get(language, one[SOURCE_LANGUAGE]))) for one in listed
    )


def _whole_words(words: str) -> re.Pattern[str]:
    """Words as they begin, in any case; `a|b` are two of them."""
    return re.compile(rf"(?<![\w&])(?:{words})", re.IGNORECASE)


def with_signs(html: str, signs: tuple[Sign, ...], figures: Figures, language: str) -> Markup:
    """The text with signs before their names, once in each line, and points as coins."""

    def drawn(match: re.Match[str]) -> str:
        return match[1] + _line(match[3], signs, figures, language) + match[4]

    return Markup(_BLOCK.sub(drawn, html))


def _line(text: str, signs: tuple[Sign, ...], figures: Figures, language: str) -> str:
    """One line; all places are found before anything is drawn, so drawings are not searched."""
    places: dict[int, str] = {}
    for sign in signs:
        found = sign.words.search(text)
        if found and found.start() not in places:
            picture = figures.draw("sign", sign.key)
            places[found.start()] = f'<span class="token-sign" aria-hidden="true">{picture}</span>'
    coins = {
        match.start(1): match.end(1)
        for match in re.finditer(rf"(?<![\w–-])(\d+) (?={POINTS[language]}\b)", text)
    }
    parts: list[str] = []
    at = 0
    for place in sorted({*places, *coins}):
        parts += [text[at:place], places.get(place, "")]
        at = place
        if place in coins:
            at = coins[place]
            parts.append(f'<b class="points-coin">{text[place:at]}</b>')
    return "".join([*parts, text[at:]])


def sections(html: str, figures: Figures) -> tuple[Markup, list[Section]]:
    """What stands before the first heading, and the sections with their pictures."""
    intro, *rest = _SECTION.split(html)
    found = [
        Section(Markup(title), figures.draw(f"summary_{number}"), Markup(text))
        for number, (title, text) in enumerate(zip(rest[::2], rest[1::2], strict=True), start=1)
    ]
    return Markup(re.sub(r"<h1>.*?</h1>", "", intro)), found
