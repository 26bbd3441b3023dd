"""Where templates are found, and what they all may call; one environment for each language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from datetime import UTC, datetime
from functools import lru_cache, partial
from types import FunctionType, MethodType
from typing import Any, cast

from babel.dates import format_date, format_datetime, format_time, format_timedelta
from babel.numbers import format_decimal  # pyright: ignore[reportUnknownVariableType]
from jinja2 import (
    BaseLoader,
    BytecodeCache,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
    nodes,
    select_autoescape,
)
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from dalang.engine.api import Args, Phrase
from dalang.engine.words import Words
from dalang.registry import all_games
from dalang.server.rendering.assets import HERE, card_url, cover_url, inline, static_url
from dalang.server.storage import now
from dalang.server.tables.clocks import ClockRule, clock_rule
from dalang.server.tables.seats import PACES
from dalang.server.words import VOCABULARY

DIRECT = (FunctionType, MethodType, Macro, partial)
SHORT = 100  # characters of a text that may come again
MANY = 20_000  # such texts
OF_DICTS = frozenset(dir(dict))  # what templates may call of a dictionary, as in scene.items()
LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}


def in_html(value: object) -> str:
    """A value as HTML."""
    if type(value) is str:
        return _escaped(value) if len(value) < SHORT else escape(value)
    if type(value) is Markup:
        return value
    return str(value) if type(value) is int else escape(value)


@lru_cache(maxsize=MANY)
def _escaped(text: str) -> str:
    """Names, classes and most words are written again and again."""
    return str(escape(text))


# A start tag, including the parts that Jinja writes.
TAG = re.compile(r"<[a-zA-Z](?:\{\{.*?\}\}|\{%.*?%\}|[^<>])*>", re.DOTALL)
LINE_BREAK = re.compile(r"\n\s*")
INDENTATION = re.compile(r"\n[ \t]+")
TAG_END = re.compile(r"\n\s*((?:\{% endif %\}\s*)?/?>)$")
AFTER_STATEMENT = re.compile(r"%\}\n\s*")


def without_layout(source: str) -> str:
    """A template without what only helps to read it: its indentation, and line breaks in tags."""
    return INDENTATION.sub("\n", TAG.sub(lambda found: _in_one_line(found[0]), source))


def _in_one_line(tag: str) -> str:
    ended = TAG_END.sub(lambda end: LINE_BREAK.sub("", end[1]), tag)
    return LINE_BREAK.sub(" ", AFTER_STATEMENT.sub("%}", ended))


class Compiler(CodeGenerator):
    """Jinja's code generator with two changes that give the same page in much less time.

    `a if b` is the empty text if not b, and not an undefined value that becomes an empty text.  And
    values in HTML do not become Markup first, because they are joined to a text anyway.
    """

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        """Jinja calls this by its name."""
        node.expr2 = node.expr2 or nodes.Const("", lineno=node.lineno)
        super().visit_CondExpr(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.in_html(")


class Compiled(BytecodeCache):
    """What templates become: the same for all languages, and for all servers of a process."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Jinja asks for it before it compiles."""
        if code := self._known.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Jinja has compiled it."""
        self._known[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


COMPILED = Compiled()


class QuickContext(Context):
    """A context that calls our own functions and macros directly.

    They need none of the extra arguments that Jinja looks for at every call.
    """

    def call(self, obj: Callable[..., object], *args: object, **kwargs: object) -> object:
        """Templates do this for every function they call."""
        if type(obj) in DIRECT:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return obj(*args, **kwargs)
        return super().call(obj, *args, **kwargs)


class Sheets(Environment):
    """Templates that never change and have no globals: finding one is quick."""

    code_generator_class = Compiler
    in_html = staticmethod(in_html)  # templates call it

    def __init__(self, loader: BaseLoader) -> None:
        super().__init__(
            loader=loader,
            undefined=StrictUndefined,
            autoescape=select_autoescape(["html", "svg"]),
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=COMPILED,
        )
        self.context_class = QuickContext
        self._found: dict[str, Template] = {}

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Jinja asks for it before it reads a template."""
        return super().preprocess(without_layout(source), name, filename)

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """The template of that name."""
        if globals or isinstance(name, Template):
            return super().get_template(name, parent, globals)
        if name not in self._found:
            self._found[name] = super().get_template(name)
        return self._found[name]

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`a.b` in a template; of a dictionary it is the entry, at which Jinja would look last."""
        if type(obj) is dict and attribute in obj and attribute not in OF_DICTS:
            return obj[attribute]  # pyright: ignore[reportUnknownVariableType]
        return super().getattr(obj, attribute)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Those of the environment."""
        return super().make_globals(d) if d else self.globals


def pieces_of(template: Template, context: Args) -> Iterator[str]:
    """What a template draws, piece by piece, from a context that has the globals already."""
    return template.root_render_func(template.new_context(context, shared=True))


def environment_of(language: str) -> Environment:
    """What draws the pages in one language."""
    views: Mapping[str, FileSystemLoader] = {
        key: FileSystemLoader(spec.folder / "view") for key, spec in all_games().items()
    }
    loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(views)])
    environment = Sheets(loader)
    own = Words(VOCABULARY, language)
    shared: Args = {
        "language": language,
        "languages": LANGUAGE_NAMES,
        "word": sayer(own),
        "own_noun": own.name,
        "static": static_url,
        "inline": inline,
        "cover": cover_url,
        "card": card_url,
        "icons": inline(HERE / "static" / "icons.svg"),
        "moment": partial(moment_html, language),
        "ago": partial(ago, language),
        "day": partial(day_in_words, language),
        "decimal": partial(decimal, language),
        "clock": partial(clock_html, language),
        "pace_name": partial(time_in_words, own),
    }
    cast("MutableMapping[str, object]", environment.globals).update(shared)
    return environment


def sayer(words: Words) -> Callable[..., str]:
    """What templates call to say something."""

    def say(key: str, **args: object) -> str:
        return words.say(Phrase(key, args)) if args else words.label(key)

    return say


def time_in_words(own: Words, word: str) -> str:
    """A pace by its word, or a clock: "10 min + 10 s per turn"."""
    if word in PACES:
        return own.name("pace", word)
    rule = clock_rule(word) or ClockRule()
    if rule.decision:
        return own.say(Phrase("clock_decision", {"time": _short(rule.decision)}))
    given: Args = {"time": _short(rule.game)}
    if rule.increment:
        return own.say(Phrase("clock_game", {**given, "more": _short(rule.increment)}))
    return own.say(Phrase("clock_whole", given))


def _short(seconds: int) -> str:
    """In signs that are the same in all our languages."""
    return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"


def moment_html(language: str, moment: datetime) -> Markup:
    """A moment in UTC; times.js writes it as the clock of the reader shows it."""
    words = f"{format_datetime(moment, 'short', tzinfo=UTC, locale=language)} UTC"
    iso = moment.isoformat(timespec="seconds")
    return Markup('<time datetime="{}" data-local>{}</time>').format(iso, words)


def ago(language: str, moment: datetime) -> str:
    """How long ago something was, as one says it: "2 hours ago"."""
    return format_timedelta(moment - now(), add_direction=True, locale=language)


def day_in_words(language: str, moment: datetime) -> str:
    """The date of a moment."""
    return format_date(moment, "long", locale=language)


def decimal(language: str, number: float, pattern: str = "#,##0.0") -> str:
    """With one digit after the point, or the comma."""
    return cast("str", format_decimal(number, pattern, locale=language))


def clock_html(language: str, moment: datetime) -> Markup:
    """The time of day, for something of today; times.js adds the date if it was not."""
    words = f"{format_time(moment, 'short', tzinfo=UTC, locale=language)} UTC"
    iso = moment.isoformat(timespec="seconds")
    return Markup('<time datetime="{}" data-local="clock">{}</time>').format(iso, words)
