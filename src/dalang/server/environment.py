"""Where templates are found, and what they all may call; one environment for each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, cast

from babel.dates import format_datetime
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    nodes,
    select_autoescape,
)
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup

from dalang.engine.api import Args, Phrase
from dalang.engine.words import Words
from dalang.registry import all_games
from dalang.server.assets import HERE, cover_url, inline, static_url
from dalang.server.drawn import Recorder
from dalang.server.words import VOCABULARY

LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}


class Compiler(CodeGenerator):
    """Jinja's own, but `a if b` is the empty text if not b, and not something undefined.

    Both look alike on a page; but to make something undefined and find out that it has no text
    takes as long as a hundred characters take.
    """

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        """Jinja calls this by its name."""
        node.expr2 = node.expr2 or nodes.Const("", lineno=node.lineno)
        super().visit_CondExpr(node, frame)


class Sheets(Environment):
    """Templates that hold no globals of their own, so that looking for one is quick."""

    code_generator_class = Compiler

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Those of the environment."""
        return super().make_globals(d) if d else self.globals


def environment_of(language: str) -> Environment:
    """What draws the pages in one language."""
    views: Mapping[str, FileSystemLoader] = {
        key: FileSystemLoader(spec.folder / "view") for key, spec in all_games().items()
    }
    environment = Sheets(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(views)]),
        undefined=StrictUndefined,
        autoescape=select_autoescape(["html", "svg"]),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.context_class = Recorder
    own = Words(VOCABULARY, language)
    shared: Args = {
        "language": language,
        "languages": LANGUAGE_NAMES,
        "word": sayer(own),
        "own_noun": own.name,
        "static": static_url,
        "inline": inline,
        "cover": cover_url,
        "moment": partial(moment_html, language),
    }
    cast("MutableMapping[str, object]", environment.globals).update(shared)
    return environment


def sayer(words: Words) -> Callable[..., str]:
    """What templates call to say something."""

    def say(key: str, **args: object) -> str:
        return words.say(Phrase(key, args))

    return say


def moment_html(language: str, moment: datetime) -> Markup:
    """A moment in UTC; times.js writes it as the clock of the reader shows it."""
    words = f"{format_datetime(moment, 'short', tzinfo=UTC, locale=language)} UTC"
    iso = moment.isoformat(timespec="seconds")
    return Markup('<time datetime="{}" data-local>{}</time>').format(iso, words)
