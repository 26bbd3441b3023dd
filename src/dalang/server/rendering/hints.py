"""Hints on the page: the actions that are advised, in words and on their buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from babel.numbers import format_percent, get_decimal_symbol
from markupsafe import escape

from dalang.bots.advice import Advice
from dalang.bots.motives import in_words
from dalang.engine.api import Phrase
from dalang.engine.words import Words
from dalang.server.rendering.table_context import Visitor
from dalang.server.tables.hints import may_ask
from dalang.server.words import VOCABULARY


@dataclass(frozen=True)
class HintLine:
    """An action that is advised, in words."""

    text: str
    words: str
    outlook: str
    reason: str = ""  # why it is preferred


@dataclass(frozen=True)
class HintPanel:
    """What the page of one person shows."""

    offered: bool = False
    lines: tuple[HintLine, ...] = ()  # the best first


def counsel(visitor: Visitor, words: Words, language: str) -> HintPanel:
    """What somebody may ask, and was answered."""
    if not may_ask(visitor.table, visitor.person):
        return HintPanel()
    known, own = visitor.table.view(visitor.viewer).known, Words(VOCABULARY, language)

    def line(one: Advice) -> HintLine:
        outlook: dict[str, object] = {
            "chance": format_percent(one.win_chance, locale=language),
            "place": f"{one.place:.1f}".replace(".", get_decimal_symbol(language)),
        }
        phrase = Phrase("advice_outlook", outlook)
        why = (
            Phrase("advice_reason", {"reason": in_words(one.reason, words)}) if one.reason else None
        )
        return HintLine(
            one.text,
            words.say(known.action_phrase(one.action)),
            own.say(phrase),
            own.say(why) if why else "",
        )

    return HintPanel(True, tuple(line(one) for one in visitor.table.advised(visitor.viewer)))


def marked(regions: Mapping[str, str], given: HintPanel) -> dict[str, str]:
    """The same regions; every button for something that is advised says how good it is."""
    drawn = dict(regions)
    for rank, line in enumerate(given.lines, 1):
        button = f'name="move" value="{escape(line.text)}"'
        for name, html in drawn.items():
            drawn[name] = html.replace(button, f'{button} data-best="{rank}"')
    return drawn
