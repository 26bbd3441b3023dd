"""Pages and regions: HTML for one viewer, in one language, from that viewer's view."""

from __future__ import annotations

import hashlib
import tomllib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, MutableMapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import cast
from weakref import WeakKeyDictionary

from babel.dates import format_datetime
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    select_autoescape,
)
from jinja2.runtime import Macro
from markupsafe import Markup

from dalang.engine.api import OVER, Args, Phrase, View
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games
from dalang.server.accounts import account
from dalang.server.course import Happening, Stage
from dalang.server.drawn import Glance, Lazy, Look, Parts, Pool, Recorder, Region
from dalang.server.facts import Facts, Sight, last_round
from dalang.server.guiding import Guidance, Memory, guidance
from dalang.server.telling import Teller
from dalang.server.words import VOCABULARY

HERE = Path(__file__).parent
LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
FRAME_REGIONS = ("waiting", "prompt", "guide", "log", "scores", "chat", "foot")
MOST_TELLERS = 6  # at one table
CONTEXTS = 64  # kept: all pages of a table are drawn one after the other
GAME_REGIONS = ("pieces", "middle", "seats", "hand")
REPLAY_REGIONS = ("log", "scores")


class Album:
    """What was drawn lately at one table."""

    def __init__(self) -> None:
        self.regions: dict[tuple[str, str], Region] = {}  # by language and name
        self.pools: dict[str, Pool] = {}  # by language
        self.parts = Parts()
        self.tellers: dict[tuple[str, tuple[str, ...]], Teller] = {}  # by language and names
        self.memory: Memory | None = None


class Figures:
    """Pictures of a game's components, by the macros of its view/figures.html.

    A macro named after a kind in components.toml draws one such thing, `card_name` says what a card
    is called if its id does not, and `chapter_3` draws what belongs to that chapter of the rules.
    """

    def __init__(self, environment: Environment, spec: GameSpec, words: Words) -> None:
        self._tools = {"say": _say(words), "noun": words.name, "box": components(spec.key)}
        self._module: object = None
        if (spec.folder / "view" / "figures.html").exists():
            template = environment.get_template(f"{spec.key}/figures.html")
            self._module = template.make_module(self._tools)

    def draw(self, name: str, *args: object) -> Markup:
        """What a macro draws, or nothing if there is none of that name."""
        macro = cast("Callable[..., str] | None", getattr(self._module, name, None))
        return Markup(macro(*args)) if macro else Markup()


class Renderer:
    """One Jinja environment for each language."""

    def __init__(self) -> None:
        self._environments = {language: _environment(language) for language in LANGUAGES}
        self.build = _build()  # changes with everything that a page is made of
        self._albums: WeakKeyDictionary[Stage, Album] = WeakKeyDictionary()
        self._contexts: OrderedDict[Hashable, Args] = OrderedDict()

    def page(self, template: str, language: str, context: Args) -> str:
        """A whole page."""
        return self._environments[language].get_template(template).render(context)

    def regions(self, sight: Sight, language: str) -> dict[str, str]:
        """Everything on the table's page that can change, by the id of its element."""
        context, stamps = self.context(sight, language), chat_stamp(sight)
        return self._draw(sight.room, language, context, stamps, region_templates(sight.room.spec))

    def still(
        self,
        stage: Stage,
        viewer: int,
        language: str,
        table: object,
        only: Sequence[str] = (*REPLAY_REGIONS, *GAME_REGIONS),
    ) -> dict[str, str]:
        """Regions of a game at one moment of its replay; `table` is what they may ask of it."""
        templates = region_templates(stage.spec, REPLAY_REGIONS)
        context = {**self._context(stage, viewer, language), "table": table}
        wanted = {name: templates[name] for name in only if name in templates}
        return self._draw(stage, language, context, {}, wanted)

    def _draw(
        self,
        stage: Stage,
        language: str,
        context: Args,
        stamps: dict[Look, object],
        templates: Mapping[str, str],
    ) -> dict[str, str]:
        environment, album = self._environments[language], self._album(stage)
        pool = album.pools.setdefault(language, Pool())
        glance = Glance(context, pool, stage.version, stamps | _stamps(context))

        def region(name: str, path: str) -> str:
            def draw(watched: Args) -> str:
                template = environment.get_template(path)
                complete = template.new_context(watched, shared=True)  # globals are in it already
                return "".join(template.root_render_func(complete)).strip()

            return album.regions.setdefault((language, name), Region()).draw(glance, draw)

        return {name: region(name, template) for name, template in templates.items()}

    def board(self, spec: GameSpec, language: str) -> Markup:
        """The part of a board that never changes."""
        words = Words(spec.vocabulary, language)
        template = self._environments[language].get_template(f"{spec.key}/board.html")
        return Markup(template.render(box=components(spec.key), **_tools(spec, words)))

    def figures(self, spec: GameSpec, language: str) -> Figures:
        """The pictures of a game's components."""
        return Figures(self._environments[language], spec, Words(spec.vocabulary, language))

    def surroundings(self, spec: GameSpec, language: str) -> Args:
        """What the page of a game needs besides its regions."""
        folder = spec.folder / "view"
        own_drawing = (folder / "pieces.html").exists()
        return {
            "own_drawing": own_drawing,
            "own_script": (folder / "board.js").exists(),
            "sprite": inline(folder / "sprite.svg"),
            "board": self.board(spec, language) if own_drawing else "",
            "asset": partial(asset_url, spec.key),
            "build": self.build,
        }

    @staticmethod
    def marked(regions: dict[str, str]) -> dict[str, Markup]:
        """Rendered regions, to be put into a page as they are."""
        return {name: Markup(html) for name, html in regions.items()}

    def context(self, sight: Sight, language: str) -> Args:
        """What the templates of a table may use; all of it from the viewer's view."""
        room, viewer = sight.room, sight.viewer
        key = (room, room.version, viewer, language)
        if key not in self._contexts:
            self._contexts[key] = self._context(room, viewer, language)
            if len(self._contexts) > CONTEXTS:
                self._contexts.popitem(last=False)
        guide = self._guidance(sight, language)
        return {**self._contexts[key], "table": Facts.of(sight), "guide": guide}

    def _guidance(self, sight: Sight, language: str) -> Guidance:
        """What the guide says to whoever looks."""
        album, room = self._album(sight.room), sight.room
        album.memory = album.memory or Memory(room.session)
        return guidance(sight, words_of(room.spec.key, language, sight.names), album.memory)

    def _context(self, room: Stage, viewer: int, language: str) -> Args:
        """What two pages with the same eyes share."""
        names = room.names
        words = words_of(room.spec.key, language, names)
        view, told = room.view(viewer), room.told(viewer)
        teller = self._teller(room, language, names)
        scored = [(one.number, one.event.seen_by) for one in told if one.scored]
        return {
            **self._environments[language].globals,
            "version": room.version,
            "viewer": viewer,
            "watching": viewer < 0,  # the same for all who play: what they see is drawn once
            "actor": room.actor,
            "names": names,
            "view": Lazy(view.fields),
            "scene": _scene(room.spec, view, last_round(told, room.actor)),
            "box": components(room.spec.key),
            "legal": _choices(view, words) if room.playing else {},
            "question": Lazy(lambda: words.say(view.known.question())),
            "headline": Lazy(lambda: next(map(words.say, room.spec.summary(view)), "")),
            "summary": Lazy(lambda: [words.say(line) for line in room.spec.summary(view)]),
            "points": view.known.scores(),
            "own_emblems": room.spec.scene is not None,
            "can_undo": room.can_undo(viewer),
            "told": (viewer, len(told), told[-1].number if told else -1),
            "scored": scored,
            "log": Lazy(lambda: teller.log(told, viewer)),
            "sheet": Lazy(lambda: teller.sheet(told)),
            "steps": Lazy(lambda: teller.steps(told, room.actor == OVER)),
            "account": Lazy(lambda: account(told, view.known.scores(), words)),
            "part": self._part(room, words, (language, names)),
            **_tools(room.spec, words),
        }

    def _part(self, room: Stage, words: Words, key: tuple[object, ...]) -> Callable[..., str]:
        """Calls a macro that was imported without context: it knows only what it is given here."""
        say, noun = _say(words), words.name
        parts = self._album(room).parts

        def part(macro: Macro, name: Hashable, *args: object) -> str:
            whole = (macro.name, name, *key)
            return parts.draw(whole, room.version, args, lambda: macro(say, noun, *args))

        return part

    def _teller(self, room: Stage, language: str, names: tuple[str, ...]) -> Teller:
        """Who tells what happened at a table."""
        tellers = self._album(room).tellers
        if (language, names) not in tellers:
            template = self._environments[language].get_template("regions/line.html")
            macro = cast("Callable[..., str]", template.module.line)  # type: ignore[attr-defined]
            draw = partial(macro, emblems=room.spec.scene is not None)
            if len(tellers) > MOST_TELLERS:
                tellers.clear()
            tellers[language, names] = Teller(words_of(room.spec.key, language, names), draw)
        return tellers[language, names]

    def _album(self, room: Stage) -> Album:
        if room not in self._albums:
            self._albums[room] = Album()
        return self._albums[room]


def _scene(spec: GameSpec, view: View, lately: Sequence[Happening]) -> Args:
    """What the game's own drawing needs: from the view, and from what its viewer was told."""
    if spec.scene is None:
        return {}
    recalled = spec.recall([one.event for one in lately]) if spec.recall else {}
    return spec.scene(view) | recalled


def _choices(view: View, words: Words) -> dict[str, str]:
    known = view.known
    return {
        known.action_text(action): words.say(known.action_phrase(action))
        for action in view.legal_actions()
    }


def _stamps(context: Args) -> dict[Look, object]:
    """What stands for the parts of a context that are long to compare, or are functions.

    The words of a table come from its names and its language, and drawings are kept by language.
    """
    names, scored = context["names"], context["scored"]
    return {
        ("log", ""): (context["told"], names),
        ("sheet", ""): (scored, names),
        ("steps", ""): (context["told"], names),
        ("account", ""): (scored, names, context["points"]),
        ("box", ""): 0,
        ("asset", ""): 0,
        ("say", ""): names,
        ("noun", ""): names,
        ("part", ""): names,
    }


def chat_stamp(sight: Sight) -> dict[Look, object]:
    """What stands for everything that was said."""
    chat = sight.room.chat
    return {("table", "chat"): (len(chat), [line.number for line in chat[-1:]])}


@lru_cache(maxsize=1024)
def words_of(key: str, language: str, names: tuple[str, ...]) -> Words:
    """A game's words for the people at a table."""
    return Words(all_games()[key].vocabulary, language, names)


def _tools(spec: GameSpec, words: Words) -> Args:
    """What the templates of a game may call."""
    return {
        "say": _say(words),
        "noun": words.name,
        "asset": partial(asset_url, spec.key),
    }


def region_templates(spec: GameSpec, frame: Sequence[str] = FRAME_REGIONS) -> dict[str, str]:
    """The template of each region: the game's own, or the plain one that serves any game."""
    own = {name: f"{spec.key}/{name}.html" for name in GAME_REGIONS}
    if not (spec.folder / "view" / "pieces.html").exists():
        own = {name: f"plain/{name}.html" for name in ("middle", "seats")}
    return {name: f"regions/{name}.html" for name in frame} | own


@cache
def components(key: str) -> dict[str, object]:
    """What is in the box of a game."""
    path = all_games()[key].folder / "components.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def cover_url(key: str) -> str:
    """The picture of a game on the first page: its own, or one the server keeps for it."""
    if (all_games()[key].folder / "view" / "cover.svg").exists():
        return asset_url(key, "cover.svg")
    own = f"covers/{key}.svg"
    return static_url(own if (HERE / "static" / own).exists() else "covers/any.svg")


def asset_url(key: str, path: str) -> str:
    """The address of a file in a game's view folder, with a tag that changes with the file."""
    return f"/view/{key}/{path}?{_tag(all_games()[key].folder / 'view' / path)}"


def static_url(path: str) -> str:
    """The address of one of the server's own files."""
    return f"/static/{path}?{_tag(HERE / 'static' / path)}"


@cache
def _tag(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def _build() -> str:
    folders = [HERE / "static", HERE / "templates"]
    folders += [spec.folder / "view" for spec in all_games().values()]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    return hashlib.sha256("".join(map(_tag, files)).encode()).hexdigest()[:10]


@cache
def inline(path: Path) -> Markup:
    """A drawing of our own that must stand in the page itself."""
    return Markup(path.read_text(encoding="utf-8")) if path.exists() else Markup()


def _say(words: Words) -> Callable[..., str]:
    def say(key: str, **args: object) -> str:
        return words.say(Phrase(key, args))

    return say


def moment_html(language: str, moment: datetime) -> Markup:
    """A moment in UTC; times.js writes it as the clock of the reader shows it."""
    words = f"{format_datetime(moment, 'short', tzinfo=UTC, locale=language)} UTC"
    iso = moment.isoformat(timespec="seconds")
    return Markup('<time datetime="{}" data-local>{}</time>').format(iso, words)


def _environment(language: str) -> Environment:
    views: Mapping[str, FileSystemLoader] = {
        key: FileSystemLoader(spec.folder / "view") for key, spec in all_games().items()
    }
    environment = Environment(
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
        "word": _say(own),
        "own_noun": own.name,
        "static": static_url,
        "inline": inline,
        "cover": cover_url,
        "moment": partial(moment_html, language),
    }
    cast("MutableMapping[str, object]", environment.globals).update(shared)
    return environment
