"""Pictures of what is in the box of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from jinja2 import Environment
from markupsafe import Markup

from dalang.engine.spec import GameSpec
from dalang.engine.words import Words
from dalang.server.rendering.environment import sayer


class Figures:
    """Pictures of a game's components, by the macros of its view/figures.html.

    A macro named after a kind in components.toml draws one such thing, `card_name` says what a card
    is called if its id does not, and `chapter_3` draws what belongs to that chapter of the rules.
    """

    def __init__(self, environment: Environment, spec: GameSpec, words: Words) -> None:
        self._tools = {"say": sayer(words), "noun": words.name, "box": spec.box}
        self._module: object = None
        if (spec.folder / "view" / "figures.html").exists():
            template = environment.get_template(f"{spec.key}/figures.html")
            self._module = template.make_module(self._tools)

    def draw(self, name: str, *args: object) -> Markup:
        """What a macro draws, or nothing if there is none of that name."""
        macro = cast("Callable[..., str] | None", getattr(self._module, name, None))
        return Markup(macro(*args)) if macro else Markup()
