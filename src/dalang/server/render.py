"""Pages and regions: HTML for one viewer, in one language, from that viewer's view."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import cast

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    select_autoescape,
)
from markupsafe import Markup

from dalang.engine.api import Args, Phrase, View
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games
from dalang.server.course import Happening
from dalang.server.facts import Facts, Sight, last_turn_ended, points_of, score_sheet
from dalang.server.words import VOCABULARY

HERE = Path(__file__).parent
LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
FRAME_REGIONS = ("waiting", "prompt", "log", "scores", "chat", "foot")
LOG_LINES = 120
GAME_REGIONS = ("pieces", "middle", "seats", "hand")


@dataclass(frozen=True)
class Line:
    """Something that happened, in words."""

    actor: int
    words: str
    points: int  # scored by it …
    scorer: int  # … and by whom


@dataclass(frozen=True)
class Source:
    """Points of one seat that came from the same kind of thing."""

    title: str
    points: int
    lines: list[Line]


class Renderer:
    """One Jinja environment for each language."""

    def __init__(self) -> None:
        self._environments = {language: _environment(language) for language in LANGUAGES}
        self.build = _build()  # changes with everything that a page is made of

    def page(self, template: str, language: str, context: Args) -> str:
        """A whole page."""
        return self._environments[language].get_template(template).render(context)

    def regions(self, sight: Sight, language: str) -> dict[str, str]:
        """Everything on the table's page that can change, by the id of its element."""
        environment, context = self._environments[language], self.context(sight, language)
        return {
            name: environment.get_template(template).render(context).strip()
            for name, template in region_templates(sight.room.spec).items()
        }

    def board(self, spec: GameSpec, language: str) -> Markup:
        """The part of a board that never changes."""
        words = Words(spec.vocabulary, language)
        template = self._environments[language].get_template(f"{spec.key}/board.html")
        return Markup(template.render(box=components(spec.key), **_tools(spec, words)))

    @staticmethod
    def marked(regions: dict[str, str]) -> dict[str, Markup]:
        """Rendered regions, to be put into a page as they are."""
        return {name: Markup(html) for name, html in regions.items()}

    def context(self, sight: Sight, language: str) -> Args:
        """What the templates of a table may use; all of it from the viewer's view."""
        room, viewer = sight.room, sight.viewer
        view = room.view(viewer)
        words = words_of(room.spec.key, language, sight.names)
        return {
            "table": Facts.of(sight),
            "viewer": viewer,
            "actor": room.actor,
            "names": sight.names,
            "view": view.fields(),
            "scene": room.spec.scene(view) if room.spec.scene else {},
            "box": components(room.spec.key),
            "legal": _choices(view, words) if room.record.status == "running" else {},
            "question": words.say(view.known.question()),
            "summary": [words.say(line) for line in room.spec.summary(view)],
            "points": view.known.scores(),
            "own_emblems": room.spec.scene is not None,
            "can_undo": room.can_undo(viewer),
            **_told(room.told(viewer), viewer, words),
            **_tools(room.spec, words),
        }


def _choices(view: View, words: Words) -> dict[str, str]:
    known = view.known
    return {
        known.action_text(action): words.say(known.action_phrase(action))
        for action in view.legal_actions()
    }


def _told(told: list[Happening], viewer: int, words: Words) -> Args:
    """The log, newest first, how much of it is new to the viewer, and where points came from."""
    fresh = len(told) - last_turn_ended(told, viewer) if viewer >= 0 else 0
    sheet = {
        seat: [_source(key, ones, words) for key, ones in sources.items()]
        for seat, sources in score_sheet(told).items()
    }
    lines = [_line(one, words) for one in reversed(told[-LOG_LINES:])]
    return {"log": lines, "fresh": fresh if fresh < len(told) else 0, "sheet": sheet}


@lru_cache(maxsize=1024)
def words_of(key: str, language: str, names: tuple[str, ...]) -> Words:
    """A game's words for the people at a table."""
    return Words(all_games()[key].vocabulary, language, names)


@lru_cache(maxsize=100_000)  # what happened is said again with every change of a page
def _line(one: Happening, words: Words) -> Line:
    scorer, points = points_of(one) or (-1, 0)
    return Line(one.actor, words.say(one.event), points, scorer)


def _source(key: str, ones: list[Happening], words: Words) -> Source:
    lines = [_line(one, words) for one in ones]
    title = words.name("score", key) if words.knows("score", key) else ""
    return Source(title, sum(line.points for line in lines), lines)


def _tools(spec: GameSpec, words: Words) -> Args:
    """What the templates of a game may call."""
    return {
        "say": _say(words),
        "noun": words.name,
        "asset": partial(asset_url, spec.key),
    }


def region_templates(spec: GameSpec) -> dict[str, str]:
    """The template of each region: the game's own, or the plain one that serves any game."""
    own = {name: f"{spec.key}/{name}.html" for name in GAME_REGIONS}
    if not (spec.folder / "view" / "pieces.html").exists():
        own = {name: f"plain/{name}.html" for name in ("middle", "seats")}
    return {name: f"regions/{name}.html" for name in FRAME_REGIONS} | own


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
    own = Words(VOCABULARY, language)
    shared: Args = {
        "language": language,
        "languages": LANGUAGE_NAMES,
        "word": _say(own),
        "own_noun": own.name,
        "static": static_url,
        "inline": inline,
        "cover": cover_url,
    }
    cast("MutableMapping[str, object]", environment.globals).update(shared)
    return environment
