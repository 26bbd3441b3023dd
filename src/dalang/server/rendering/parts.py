"""Parts of drawings: macros that know nothing but what they are given.

So everybody who gives the same gets the same drawing, and it stays true for as long as the same is
given.  Between two moves most of a table does not change.
"""

from __future__ import annotations

from jinja2.runtime import Macro
from markupsafe import Markup

from dalang.engine.words import Words
from dalang.server.rendering.environment import sayer

Drawings = dict[Macro, list[tuple[tuple[object, ...], Markup]]]  # with what each was given


class Parts:
    """The parts that were drawn for this version of a table and for the one before."""

    def __init__(self, words: Words) -> None:
        self._say, self._noun = sayer(words), words.name
        self._drawn: Drawings = {}
        self._before: Drawings = {}

    def turn(self) -> None:
        """A new version begins: what it does not ask for will be forgotten with the next one."""
        self._before, self._drawn = self._drawn, {}

    def draw(self, macro: Macro, *given: object) -> Markup:
        """What a macro of the game makes of its words and what it is given.

        It is found by comparing, because much of what templates are given has no hash.
        """
        drawn = self._drawn.setdefault(macro, [])
        for known, html in drawn:
            if known == given:
                return html
        for known, html in self._before.get(macro, ()):
            if known == given:
                drawn.append((known, html))
                return html
        html = Markup(macro(self._say, self._noun, *given).strip())
        drawn.append((given, html))
        return html
