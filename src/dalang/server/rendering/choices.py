"""Choices on the table: buttons that make a move if it is possible, and otherwise ask why not.

A drawing for everybody has all of them dark.  Who is asked gets it with those lit that a list of
choices names, so the page needs no script for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from markupsafe import Markup, escape

Choices = Mapping[str, str]  # by the text of the action, in words

BUTTON: Final = re.compile(r'name="move"\s+value="([^"]*)"')  # that makes a choice
DARK: Final = re.compile(r'class="([^"]*)" type="button" data-why="([^"]*)" aria-disabled="true"')


def button(legal: Choices, action: str, style: str) -> Markup:
    """The attributes of a button for an action: its classes, what it does and how it is called."""
    return Markup(_attributes(escape(style), escape(action), legal.get(action, "")))


def lit(html: str, legal: Choices) -> Markup:
    """The same drawing with these choices lit."""
    known = {str(escape(text)): words for text, words in legal.items()}
    return Markup(
        DARK.sub(lambda dark: _attributes(dark[1], dark[2], known.get(dark[2], "")), html)
    )


def _attributes(style: str, action: str, words: str) -> str:
    if words:
        return f'class="{style} legal" name="move" value="{action}" aria-label="{escape(words)}"'
    return f'class="{style}" type="button" data-why="{action}" aria-disabled="true"'


def placed(drawn: Mapping[str, str], legal: Iterable[str]) -> dict[str, str]:
    """The choices that have a button of their own on the table, and in which region it is.

    The question need not repeat them as chips: it has them in its list of words only.
    """
    where: dict[str, str] = {}
    if wanted := {str(escape(text)): text for text in legal}:
        for name, html in drawn.items():
            for value in BUTTON.findall(html):
                if value in wanted:
                    where.setdefault(wanted[value], name)
    return where
