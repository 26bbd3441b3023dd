"""Pages and regions: HTML for one viewer, in one language, from that viewer's view."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    select_autoescape,
)
from markupsafe import Markup

from dalang.engine.api import Args, Phrase
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games
from dalang.server.rooms import Room
from dalang.server.storage import ChatLine
from dalang.server.words import VOCABULARY

HERE = Path(__file__).parent
LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
FRAME_REGIONS = ("prompt", "log", "chat")
GAME_REGIONS = ("pieces", "middle", "seats", "hand")


@dataclass(frozen=True)
class Sight:
    """What is drawn for one viewer of a room."""

    room: Room
    viewer: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """What everybody may know of a table besides the game itself: no position, no secret."""

    id: str
    key: str
    title: str
    status: str
    players: int
    number: int  # the log number of the next move
    scores: list[int]
    result: list[tuple[int, int]]  # place and seat, best first; empty while the game runs
    chat: list[ChatLine]

    @classmethod
    def of(cls, room: Room) -> Facts:
        """Of a room as it is now."""
        record = room.record
        return cls(
            record.id,
            record.game,
            room.spec.title,
            record.status,
            record.players,
            room.count,
            record.scores,
            sorted((place, seat) for seat, place in enumerate(record.ranking)),
            room.chat[-50:],
        )


class Renderer:
    """One Jinja environment for each language."""

    def __init__(self) -> None:
        self._environments = {language: _environment(language) for language in LANGUAGES}

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
        html = template.render(
            box=components(spec.key),
            say=_say(words),
            noun=words.name,
            asset=lambda path: asset_url(spec.key, path),
        )
        return Markup(html)

    @staticmethod
    def marked(regions: dict[str, str]) -> dict[str, Markup]:
        """Rendered regions, to be put into a page as they are."""
        return {name: Markup(html) for name, html in regions.items()}

    def context(self, sight: Sight, language: str) -> Args:
        """What the templates of a table may use; all of it from the viewer's view."""
        room, viewer = sight.room, sight.viewer
        view = room.view(viewer)
        words = Words(room.spec.vocabulary, language, sight.names)
        known = view.known
        choices = {
            known.action_text(action): words.say(known.action_phrase(action))
            for action in view.legal_actions()
        }
        return {
            "table": Facts.of(room),
            "viewer": viewer,
            "actor": room.actor,
            "names": sight.names,
            "view": view.fields(),
            "scene": room.spec.scene(view) if room.spec.scene else {},
            "box": components(room.spec.key),
            "legal": choices if room.record.status == "running" else {},
            "question": words.say(known.question()),
            "summary": [words.say(line) for line in room.spec.summary(view)],
            "told": [(one, words.say(one.event)) for one in room.told(viewer)],
            "points": known.scores(),
            "own_emblems": room.spec.scene is not None,
            "can_undo": room.can_undo(viewer),
            "say": _say(words),
            "noun": words.name,
            "asset": lambda path: asset_url(room.spec.key, path),
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


def asset_url(key: str, path: str) -> str:
    """The address of a file in a game's view folder, with a tag that changes with the file."""
    return f"/view/{key}/{path}?{_tag(all_games()[key].folder / 'view' / path)}"


def static_url(path: str) -> str:
    """The address of one of the server's own files."""
    return f"/static/{path}?{_tag(HERE / 'static' / path)}"


@cache
def _tag(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


@cache
def inline(path: Path) -> Markup:
    """A drawing of our own that must stand in the page itself."""
    return Markup(path.read_text(encoding="utf-8")) if path.exists() else Markup()


def _say(words: Words) -> Callable[..., str]:
    return lambda key, **args: words.say(Phrase(key, args))


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
    environment.globals.update(
        language=language,
        languages=LANGUAGE_NAMES,
        word=_say(own),
        own_noun=own.name,
        static=static_url,
        inline=inline,
    )
    return environment
