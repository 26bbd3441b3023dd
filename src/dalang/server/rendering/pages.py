"""Pages and regions: HTML for one viewer, in one language, from that viewer's view."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import cast
from weakref import WeakKeyDictionary

from jinja2.runtime import Macro
from markupsafe import Markup, escape

from dalang.engine.api import OVER, WATCHER, Args, Phrase, View
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games
from dalang.server.rendering.assets import asset_url, build_tag, inline
from dalang.server.rendering.cache import Glance, Lazy, Look, Parts, Pool, Region, Values, kept_from
from dalang.server.rendering.comfort import comfort, seat_names
from dalang.server.rendering.ending import best_gains
from dalang.server.rendering.environment import environment_of, sayer
from dalang.server.rendering.figures import Figures
from dalang.server.rendering.guide import Guidance, guidance
from dalang.server.rendering.hints import HintPanel, counsel, marked
from dalang.server.rendering.lesson_plan import Memory
from dalang.server.rendering.score_sheet import account
from dalang.server.rendering.story import Storyteller
from dalang.server.rendering.table_context import TableContext, Visitor, last_round
from dalang.server.storage import SeatKind
from dalang.server.tables.game_log import LoggedEvent, Snapshot
from dalang.server.tables.presence import Whereabouts
from dalang.server.words import VOCABULARY

FRAME_REGIONS = (
    "round",
    "waiting",
    "prompt",
    "last",
    "advice",
    "guide",
    "log",
    "scores",
    "chat",
    "foot",
    "ending",
    "roundup",
)
BUTTON = re.compile(r'name="move"\s+value="([^"]*)"')  # that makes a choice
MOST_TELLERS = 6  # at one table
PLATES = 4096  # names at seats that are remembered
CONTEXTS = 64  # kept: all pages of a table are drawn one after the other
GAME_REGIONS = ("pieces", "middle", "seats", "own", "hand")
PLAIN_REGIONS = ("middle", "seats")
REPLAY_REGIONS = ("log", "scores")


class Album:
    """What was drawn lately at one table."""

    def __init__(self) -> None:
        self.regions: dict[tuple[str, str], Region] = {}  # by language and name
        self.pools: dict[str, Pool] = {}  # by language
        self.parts = Parts()
        self.tellers: dict[tuple[str, tuple[str, ...]], Storyteller] = {}  # by language and names
        self.memory: Memory | None = None
        self.backdrop: tuple[int, Args] = -1, {}  # and of which version
        self.headline: tuple[Hashable, str] = None, ""  # and for what it was made
        self._shared: dict[str, tuple[int, Values]] = {}  # by language; of which version

    def shared(self, language: str, version: int, scene: Args) -> Values:
        """What is the same for all viewers of a version: the parts of the backdrop in a scene."""
        drawn, backdrop = self.backdrop
        if drawn != version:
            return {}
        if self._shared.get(language, (-1,))[0] != version:
            same = self.pools[language].same
            looks = {f"scene.{name}": value for name, value in backdrop.items()}
            pooled = {look: same(look, value, version) for look, value in looks.items()}
            self._shared[language] = version, pooled
        values = self._shared[language][1]
        return {
            f"scene.{name}": values[f"scene.{name}"]
            for name, value in backdrop.items()
            if scene[name] is value
        }


class Painter:
    """Draws parts of one version of a table, in the words of one language."""

    def __init__(self, words: Words, parts: Parts, version: int, key: tuple[object, ...]) -> None:
        self._say, self._noun = sayer(words), words.name
        self._parts, self._version, self._key = parts, version, key

    def part(self, macro: Macro, name: Hashable, *args: object) -> str:
        """Calls a macro that was imported without context: it knows only what it is given here.

        One with an argument `part` is itself made of parts.
        """
        more: Args = {"part": self.part} if "part" in macro.arguments else {}
        draw = partial(macro, self._say, self._noun, *args, **more)
        return self._parts.draw((macro.name, name, *self._key), self._version, args, draw)


class Renderer:
    """One Jinja environment for each language."""

    def __init__(self) -> None:
        self._environments = {language: environment_of(language) for language in LANGUAGES}
        self.build = build_tag()
        self._albums: WeakKeyDictionary[Snapshot, Album] = WeakKeyDictionary()
        self._contexts: OrderedDict[Hashable, Args] = OrderedDict()
        self._plate = lru_cache(maxsize=PLATES)(self._draw_plate)
        self._boards: dict[tuple[str, str], Markup] = {}  # by game and language

    def page(self, template: str, language: str, context: Args) -> str:
        """A whole page."""
        return self._environments[language].get_template(template).render(context)

    def regions(self, visitor: Visitor, language: str) -> dict[str, str]:
        """Everything on the table's page that can change, by the id of its element."""
        table, context = visitor.table, self.context(visitor, language)
        templates, stamps = region_templates(table.spec), chat_stamp(visitor)
        game = {name: path for name, path in templates.items() if name not in FRAME_REGIONS}
        frame = {name: path for name, path in templates.items() if name in FRAME_REGIONS}
        drawn = self._draw(table, language, context, stamps, game)
        context = {**context, "placed": placed(drawn, cast("Args", context["legal"]))}
        drawn = self._draw(table, language, context, stamps, frame) | drawn
        return marked(drawn, cast("HintPanel", context["advice"]))

    def still(
        self,
        stage: Snapshot,
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
        stage: Snapshot,
        language: str,
        context: Args,
        stamps: dict[Look, object],
        templates: Mapping[str, str],
    ) -> dict[str, str]:
        environment, album = self._environments[language], self._album(stage)
        pool = album.pools.setdefault(language, Pool())
        shared = album.shared(language, stage.version, cast("Args", context["scene"]))
        glance = Glance(context, pool, stage.version, stamps | _stamps(context), shared)

        drawn: dict[str, str] = {}
        for name, path in templates.items():
            region = album.regions.get((language, name))
            if region is None:
                region = Region(environment.get_template(path))
                album.regions[language, name] = region
            drawn[name] = region.draw(glance)
        return drawn

    def board(self, spec: GameSpec, language: str) -> Markup:
        """The part of a board that never changes, with the same in words for those who listen."""
        if (spec.key, language) not in self._boards:
            words = Words(spec.vocabulary, language)
            environment, tools = self._environments[language], _tools(spec, words)
            names = ["board.html", *(["in_words.html"] if _is_told_in_words(spec) else [])]
            drawn = [
                environment.get_template(f"{spec.key}/{name}").render(box=spec.box, **tools)
                for name in names
            ]
            self._boards[spec.key, language] = Markup("".join(drawn))
        return self._boards[spec.key, language]

    def figures(self, spec: GameSpec, language: str) -> Figures:
        """The pictures of a game's components."""
        return Figures(self._environments[language], spec, Words(spec.vocabulary, language))

    def surroundings(self, spec: GameSpec, language: str) -> Args:
        """What the page of a game needs in addition to its regions."""
        folder = spec.folder / "view"
        own_drawing = draws_itself(spec.key)
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

    def context(self, visitor: Visitor, language: str) -> Args:
        """What the templates of a table may use; all of it from the viewer's view."""
        table, viewer = visitor.table, visitor.viewer
        key = (table, table.version, viewer, language)
        if key not in self._contexts:
            self._contexts[key] = self._context(table, viewer, language)
            if len(self._contexts) > CONTEXTS:
                self._contexts.popitem(last=False)
        guide = self._guidance(visitor, language)
        words = words_of(table.spec.key, language, visitor.names)
        advice = counsel(visitor, words, language)
        own: Args = {
            "table": TableContext.of(visitor),
            "plates": self._plates(visitor, language),
            "guide": guide,
            "advice": advice,
            "comfort": comfort(visitor, words),
            "seated": seat_names(language, visitor.table.record.seats),
        }
        return {**self._contexts[key], **own}

    def _plates(self, visitor: Visitor, language: str) -> tuple[Markup, ...]:
        """The names at the seats, with who is there and whom a bot plays for."""
        table, plates = visitor.table, list[Markup]()
        names = seat_names(language, table.record.seats)
        for seat in table.record.seats:
            me = bool(visitor.person) and seat.person == visitor.person
            where = "here" if me else table.presence.of(seat.person)
            name, known = names[seat.seat], bool(seat.person) and not seat.resigned
            plates.append(self._plate(language, name, seat.kind, known, where))
        return tuple(plates)

    def _draw_plate(
        self, language: str, name: str, kind: SeatKind, known: bool, where: Whereabouts
    ) -> Markup:
        template = self._environments[language].get_template("regions/plate.html")
        macro = cast("Callable[..., str]", template.module.plate)  # type: ignore[attr-defined]
        return Markup(macro(name, kind, known, where).strip())

    def _guidance(self, visitor: Visitor, language: str) -> Guidance:
        """What the guide says to the viewer."""
        album, table = self._album(visitor.table), visitor.table
        album.memory = album.memory or Memory(table.session)
        return guidance(visitor, words_of(table.spec.key, language, visitor.names), album.memory)

    def _context(self, table: Snapshot, viewer: int, language: str) -> Args:
        """What two pages with the same eyes share."""
        names = table.names
        words = words_of(table.spec.key, language, names)
        view, told = table.view(viewer), table.told(viewer)
        teller, notices = self.teller(table, language), table.notices
        scored = [(one.number, one.event.seen_by) for one in told if one.scored]
        return {
            "version": table.version,
            "viewer": viewer,
            "watching": viewer < 0,  # the same for all who play: what they see is drawn once
            "actor": table.actor,
            "names": names,
            "plates": names,  # at a table also who is there
            "view": Lazy(view.fields),
            "scene": self._scene(table, view, last_round(told, table.actor)),
            "box": table.spec.box,
            "legal": _choices(view, words) if table.waiting.asks(viewer) else {},
            "excused": table.waiting.excuses(viewer),
            "question": Lazy(lambda: question_of(table, view, words, language)),
            "headline": Lazy(
                lambda: self._headline(table, words, (table.version, language, names))
            ),
            "summary": Lazy(lambda: [words.say(line) for line in table.spec.summary(view)]),
            "points": view.known.scores(),
            "own_emblems": table.spec.scene is not None,
            "can_undo": table.can_undo(viewer),
            "has_shown": table.has_shown(viewer),
            "told": (viewer, len(told), told[-1].number if told else -1),
            "scored": scored,
            "noted": len(notices),
            "log": Lazy(lambda: teller.log(told, viewer, notices)),
            "last": Lazy(lambda: teller.last(told, viewer)),
            "roundup": Lazy(lambda: teller.roundup(told)),
            "sheet": Lazy(lambda: teller.sheet(told)),
            "steps": Lazy(lambda: teller.steps(told, table.actor == OVER)),
            "account": Lazy(lambda: account(told, view.known.scores(), words)),
            "best": Lazy(lambda: best_gains(told, viewer, words)),
            "seated": names,
            "part": Painter(words, self._album(table).parts, table.version, (language, names)).part,
            **_tools(table.spec, words),
        }

    def _scene(self, table: Snapshot, view: View, lately: Sequence[LoggedEvent]) -> Args:
        """What the game's own drawing needs: from the view, and from what its viewer was told."""
        spec = table.spec
        if spec.scene is None:
            return {}
        recalled = spec.recall([one.event for one in lately]) if spec.recall else {}
        if spec.foreground is None:
            return spec.scene(view) | recalled
        common = self._backdrop(table)
        return common | spec.foreground(view, common) | recalled

    def _backdrop(self, table: Snapshot) -> Args:
        """What is drawn once for everybody: from a spectator's view, so that all may see it."""
        album = self._album(table)
        if album.backdrop[0] != table.version and table.spec.backdrop:
            before, fresh = album.backdrop[1], table.spec.backdrop(table.view(WATCHER))
            common = {name: kept_from(before.get(name), value) for name, value in fresh.items()}
            album.backdrop = table.version, common
        return album.backdrop[1]

    def _headline(self, table: Snapshot, words: Words, key: Hashable) -> str:
        """The first line of what there is to see; taken from a spectator's view, it suits all."""
        album = self._album(table)
        if album.headline[0] != key:
            summary = table.spec.summary(table.view(WATCHER))
            album.headline = key, words.say(summary[0]) if summary else ""
        return album.headline[1]

    def teller(self, table: Snapshot, language: str) -> Storyteller:
        """Who tells what happened at a table."""
        tellers, names = self._album(table).tellers, table.names
        if (language, names) not in tellers:
            template = self._environments[language].get_template("regions/line.html")
            macro = cast("Callable[..., str]", template.module.line)  # type: ignore[attr-defined]
            draw = partial(macro, emblems=table.spec.scene is not None)
            if len(tellers) > MOST_TELLERS:
                tellers.clear()
            words, own = words_of(table.spec.key, language, names), Words(VOCABULARY, language)
            tellers[language, names] = Storyteller(table.spec, words, own, draw)
        return tellers[language, names]

    def _album(self, table: Snapshot) -> Album:
        if table not in self._albums:
            self._albums[table] = Album()
        return self._albums[table]


def question_of(table: Snapshot, view: View, words: Words, language: str) -> str:
    """What the viewer is asked; by name only where several people share a screen."""
    if not table.waiting.asks(view.viewer):
        return ""
    asked = words.say(view.known.question())
    if table.waiting.shared:
        return asked
    rest = asked.removeprefix(f"{table.names[view.viewer]}: ")
    if rest == asked:
        return asked  # a game that asks in another form
    return Words(VOCABULARY, language).say(Phrase("your_turn_to", {"question": rest}))


def _choices(view: View, words: Words) -> dict[str, str]:
    known = view.known
    return {
        known.action_text(action): words.say(known.action_phrase(action))
        for action in view.legal_actions()
    }


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


def _stamps(context: Args) -> dict[Look, object]:
    """Values that represent parts of a context that are functions or slow to compare.

    The words of a table come from its names and its language, and drawings are kept by language.
    """
    names, scored = context["names"], context["scored"]
    return {
        "log": (context["told"], context["noted"], names),
        "last": (context["told"], names),
        "roundup": (context["told"], names),
        "sheet": (scored, names),
        "steps": (context["told"], names),
        "account": (scored, names, context["points"]),
        "best": (scored, names, context["viewer"]),
        "box": 0,
        "asset": 0,
        "say": names,
        "noun": names,
        "part": names,
    }


def chat_stamp(visitor: Visitor) -> dict[Look, object]:
    """A short value that represents the whole chat."""
    chat = visitor.table.chat
    return {"table.chat": (len(chat), [line.number for line in chat[-1:]])}


@lru_cache(maxsize=1024)
def words_of(key: str, language: str, names: tuple[str, ...]) -> Words:
    """A game's words for the people at a table."""
    return Words(all_games()[key].vocabulary, language, names)


def _tools(spec: GameSpec, words: Words) -> Args:
    """What the templates of a game may call."""
    return {
        "say": sayer(words),
        "noun": words.name,
        "asset": partial(asset_url, spec.key),
    }


def region_templates(spec: GameSpec, frame: Sequence[str] = FRAME_REGIONS) -> Mapping[str, str]:
    """The template of each region: the game's own, or the plain one that serves any game."""
    own = GAME_REGIONS if draws_itself(spec.key) else PLAIN_REGIONS
    folder = spec.key if draws_itself(spec.key) else "plain"
    return {name: f"regions/{name}.html" for name in frame} | {
        name: f"{folder}/{name}.html" for name in own
    }


def _is_told_in_words(spec: GameSpec) -> bool:
    """Whether a game tells those who cannot see its board what is always on it."""
    return (spec.folder / "view" / "in_words.html").exists()


@cache
def draws_itself(key: str) -> bool:
    """Whether a game has its own drawings."""
    return (all_games()[key].folder / "view" / "pieces.html").exists()
