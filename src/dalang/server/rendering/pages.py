"""Pages and regions: HTML for one viewer, in one language, from that viewer's view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import cast
from weakref import WeakKeyDictionary

from markupsafe import Markup

from dalang.engine.api import Args
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.server.rendering.assets import asset_url, build_tag, inline
from dalang.server.rendering.choices import Choices, placed
from dalang.server.rendering.environment import environment_of, pieces_of
from dalang.server.rendering.figures import Figures
from dalang.server.rendering.guide import Guidance, guidance
from dalang.server.rendering.hints import HintPanel, counsel, marked
from dalang.server.rendering.lesson_plan import Memory
from dalang.server.rendering.moments import Plates, TableMoment, tools, words_of
from dalang.server.rendering.parts import Parts
from dalang.server.rendering.personal_panel import personal_panel, seat_names
from dalang.server.rendering.regions import (
    PERSON_REGIONS,
    PUBLIC_REGIONS,
    REPLAY_REGIONS,
    SEAT_REGIONS,
    draws_itself,
    game_regions,
)
from dalang.server.rendering.story import Storyteller
from dalang.server.rendering.table_context import SeatClock, TableContext, Visitor
from dalang.server.storage import SeatKind
from dalang.server.tables.game_log import Snapshot
from dalang.server.tables.presence import Whereabouts
from dalang.server.tables.table import Table
from dalang.server.words import VOCABULARY

MOST_VOICES = 6  # at one table
PLATES = 4096  # names at seats that are remembered
MOMENTS = 16  # kept: all pages of a table are drawn one after the other


@dataclass(frozen=True)
class Voice:
    """What depends on the language and on what the people at a table are called."""

    teller: Storyteller
    parts: Parts


class Album:
    """What the pages of one table share for longer than a moment."""

    def __init__(self) -> None:
        self.voices: dict[tuple[str, tuple[str, ...]], Voice] = {}  # by language and names
        self.memory: Memory | None = None


class Renderer:
    """One Jinja environment for each language."""

    def __init__(self) -> None:
        self._environments = {language: environment_of(language) for language in LANGUAGES}
        self.build = build_tag()
        self._albums: WeakKeyDictionary[Snapshot, Album] = WeakKeyDictionary()
        self.moments: OrderedDict[tuple[Snapshot, str], TableMoment] = (
            OrderedDict()
        )  # the newest last
        self._plate = lru_cache(maxsize=PLATES)(self._draw_plate)
        self._boards: dict[tuple[str, str], Markup] = {}  # by game and language

    def page(self, template: str, language: str, context: Args) -> str:
        """A whole page."""
        return self._environments[language].get_template(template).render(context)

    def regions(self, visitor: Visitor, language: str) -> dict[str, str]:
        """Everything on the table's page that can change, by the id of its element."""
        table, viewer = visitor.table, visitor.viewer
        moment = self._moment(table, language)
        game = moment.regions(viewer, game_regions(table.spec))
        frame = moment.regions(viewer, (*PUBLIC_REGIONS, *SEAT_REGIONS))
        own = self._own_context(visitor, language, moment.context(viewer), game)
        panel = self._draw(language, PERSON_REGIONS, own)
        if _hears_otherwise(visitor):
            frame |= self._draw(language, ("chat",), own)
        return marked({**panel, **frame, **game}, cast("HintPanel", own["advice"]))

    def _moment(self, table: Table, language: str) -> TableMoment:
        """What all pages of a table share now."""
        moment = self.moments.get((table, language))
        if moment is None or moment.version != table.version:
            nobody = TableContext.of(Visitor(table))
            moment = self._keep(table, language, nobody, partial(self._plates, table, language))
        return moment

    def _keep(self, stage: Snapshot, language: str, table: object, plates: Plates) -> TableMoment:
        voice = self._voice(stage, language)
        voice.parts.turn()
        moment = TableMoment(
            self._environments[language], stage, voice.teller, table, plates, voice.parts
        )
        self.moments[stage, language] = moment
        self.moments.move_to_end((stage, language))
        if len(self.moments) > MOMENTS:
            self.moments.popitem(last=False)
        return moment

    def still(
        self,
        stage: Snapshot,
        viewer: int,
        language: str,
        table: object,
        only: Iterable[str] = (),
    ) -> dict[str, str]:
        """Regions of a game at one moment of its replay; `table` is what they may ask of it."""
        moment = self.moments.get((stage, language)) or self._keep(
            stage, language, table, lambda _: stage.names
        )
        return moment.regions(viewer, only or (*REPLAY_REGIONS, *game_regions(stage.spec)))

    def _draw(self, language: str, names: Iterable[str], context: Args) -> dict[str, str]:
        """Regions for one page."""
        get = self._environments[language].get_template
        drawn = {name: pieces_of(get(f"regions/{name}.html"), context) for name in names}
        return {name: "".join(pieces).strip() for name, pieces in drawn.items()}

    def board(self, spec: GameSpec, language: str) -> Markup:
        """The part of a board that never changes, with the same in words for those who listen."""
        if (spec.key, language) not in self._boards:
            words = Words(spec.vocabulary, language)
            environment, own = self._environments[language], tools(spec, words)
            names = ["board.html", *(["in_words.html"] if _is_told_in_words(spec) else [])]
            drawn = [
                environment.get_template(f"{spec.key}/{name}").render(box=spec.box, **own)
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
        own_drawing = draws_itself(spec)
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

    def _own_context(
        self, visitor: Visitor, language: str, shared: Args, game: Mapping[str, str]
    ) -> Args:
        """What the templates may use that are drawn for one page: what the person may know."""
        words = words_of(visitor.table.spec.key, language, visitor.names)
        return {
            **shared,
            "table": TableContext.of(visitor),
            "guide": self._guidance(visitor, language),
            "advice": counsel(visitor, words, language),
            "personal": personal_panel(visitor, words),
            "seated": seat_names(language, visitor.table.record.seats),
            "placed": placed(game, cast("Choices", shared["legal"])),
        }

    def _plates(self, table: Table, language: str, viewer: int) -> Sequence[Markup]:
        """The names at the seats, with who is there and whom a bot plays for."""
        seats, names = table.record.seats, seat_names(language, table.record.seats)
        me, plates = seats[viewer].person if viewer >= 0 else None, list[Markup]()
        for seat in seats:
            where = "here" if me and seat.person == me else table.presence.of(seat.person)
            name, known = names[seat.seat], bool(seat.person) and not seat.resigned
            plate = self._plate(language, name, seat.kind, known, where)
            plates.append(self._clock(language, SeatClock.of(table, seat.seat)) + plate)
        return plates

    def _clock(self, language: str, clock: SeatClock | None) -> Markup:
        """What a seat has left, before its name."""
        if clock is None:
            return Markup("")
        template = self._environments[language].get_template("regions/clock.html")
        macro = cast("Callable[..., str]", template.module.clock_of)  # type: ignore[attr-defined]
        return Markup(macro(clock).strip())

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

    def teller(self, table: Snapshot, language: str) -> Storyteller:
        """Who tells what happened at a table."""
        return self._voice(table, language).teller

    def _voice(self, table: Snapshot, language: str) -> Voice:
        voices, names = self._album(table).voices, table.names
        if (language, names) not in voices:
            template = self._environments[language].get_template("regions/line.html")
            macro = cast("Callable[..., str]", template.module.line)  # type: ignore[attr-defined]
            draw = partial(macro, emblems=table.spec.scene is not None)
            if len(voices) > MOST_VOICES:
                voices.clear()
            words, own = words_of(table.spec.key, language, names), Words(VOCABULARY, language)
            teller = Storyteller(table.spec, words, own, draw)
            voices[language, names] = Voice(teller, Parts(words))
        return voices[language, names]

    def _album(self, table: Snapshot) -> Album:
        if table not in self._albums:
            self._albums[table] = Album()
        return self._albums[table]


def _hears_otherwise(visitor: Visitor) -> bool:
    """Whether somebody reads more or less of the chat than everybody does."""
    table, person = visitor.table, visitor.person
    if not person:
        return False
    private = any(line.to and line.is_for(person) for line in table.chat)
    return private or person in table.preferences.blocks


def _is_told_in_words(spec: GameSpec) -> bool:
    """Whether a game tells those who cannot see its board what is always on it."""
    return (spec.folder / "view" / "in_words.html").exists()
