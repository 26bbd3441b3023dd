"""What the page of a replay shows at one moment, through somebody's eyes.

The game is over, so all hands may be shown: the referee sees the table of a spectator with every
seat's hand next to it.  Otherwise it is drawn as a seat or a spectator saw it at that moment.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from dalang.engine.api import WATCHER, Args, Phrase
from dalang.engine.words import Words
from dalang.server.rendering.moments import words_of
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.regions import game_regions
from dalang.server.replays.analysis import Progress
from dalang.server.replays.timeline import ReplaySnapshot, ReplayTimeline
from dalang.server.replays.win_chart import Plot
from dalang.server.tables.game_log import LoggedEvent
from dalang.server.words import VOCABULARY

ALL, WATCH = "all", "watch"  # whose eyes; a seat by its number
_NAMED = re.compile(r'\bid="([^"]+)"')
_NAMING = re.compile(r'\b(id|for|aria-labelledby|aria-describedby)="([^"]+)"')
_POINTING = re.compile(r'((?:href="|url\()#)([^")]+)')


@dataclass(frozen=True)
class ReplayContext:
    """What the templates of the regions may ask of a replay's table."""

    id: str
    key: str
    title: str
    status: str


@dataclass(frozen=True)
class Jump:
    """A moment worth jumping to, in words."""

    move: int
    words: str


@dataclass(frozen=True)
class ReplayOutlook:
    """What the bots think of a game, or how far they are."""

    plot: Plot | None
    progress: Progress | None
    failed: bool


class Screen:
    """A moment of a replay, through somebody's eyes, in a language."""

    def __init__(self, timeline: ReplayTimeline, move: int, eyes: str, language: str) -> None:
        self.timeline, self.move, self.language = (
            timeline,
            max(0, min(move, timeline.last)),
            language,
        )
        self.own = Words(VOCABULARY, language)
        self.names = timeline.names or tuple(
            self.own.say(Phrase("seat", {"number": seat + 1}))
            for seat in range(timeline.replay.players)
        )
        seats = [str(seat) for seat in range(timeline.replay.players)]
        self.eyes = eyes if eyes in (*seats, WATCH) else ALL
        self.viewer = int(self.eyes) if self.eyes in seats else WATCHER
        self.moment = ReplaySnapshot(timeline, self.move, self.names)
        self.words = words_of(timeline.spec.key, language, self.names)

    @property
    def key(self) -> Hashable:
        """All that a drawing of this moment depends on."""
        return self.timeline.name, self.names, self.move, self.eyes, self.language

    @property
    def path(self) -> str:
        """The address of this moment."""
        eyes = "" if self.eyes == ALL else f"&eyes={self.eyes}"
        return f"/replay/{self.timeline.name}?move={self.move}{eyes}"

    @cached_property
    def jumps(self) -> list[Jump]:
        """Rounds and scorings."""
        return [Jump(mark.move, self.words.say(mark.event.event)) for mark in self.timeline.marks]

    @property
    def chapter(self) -> tuple[int, int]:
        """Where the round before and the next one begin."""
        before = [jump.move for jump in self.jumps if jump.move < self.move]
        after = [jump.move for jump in self.jumps if jump.move > self.move]
        return max(before, default=0), min(after, default=self.timeline.last)

    # --- drawing ------------------------------------------------------------------------

    def regions(self, renderer: Renderer) -> dict[str, str]:
        """Everything that changes from moment to moment, by the id of its element."""
        drawn = renderer.still(self.moment, self.viewer, self.language, self.facts)
        if self.eyes == ALL:
            drawn.pop("hand", "")
            drawn["hands"] = self._frame(renderer, "hands", {"hands": self._hands(renderer)})
        told: Args = {"acted": self._acted, "lines": self._lines, "asked": self._asked}
        drawn["moment"] = self._frame(renderer, "moment", told)
        drawn["timeline"] = self._frame(renderer, "timeline", {})
        return drawn

    def _frame(self, renderer: Renderer, name: str, more: Args) -> str:
        own_emblems = self.timeline.spec.scene is not None
        context: Args = {"screen": self, "timeline": self.timeline, "own_emblems": own_emblems}
        return renderer.page(f"regions/{name}.html", self.language, context | more).strip()

    def outlook(self, renderer: Renderer, outlook: ReplayOutlook) -> str:
        """What the bots think; it is there for all eyes, as the game is over."""
        return self._frame(renderer, "analysis", vars(outlook))

    @property
    def facts(self) -> ReplayContext:
        """What the regions may ask of the table."""
        status = "finished" if self.moment.over else "running"
        return ReplayContext(
            self.timeline.name, self.timeline.spec.key, self.timeline.spec.title, status
        )

    def _hands(self, renderer: Renderer) -> list[Markup]:
        """What every seat holds: its own hand, as the game draws it for that seat."""
        name = "hand" if "hand" in game_regions(self.timeline.spec) else "middle"
        hands: list[Markup] = []
        for seat in range(len(self.names)):
            drawn = renderer.still(self.moment, seat, self.language, self.facts, (name,))[name]
            hands.append(Markup(apart(drawn, f"of-{seat}-")))
        return hands

    # --- telling ------------------------------------------------------------------------

    @property
    def _decision(self) -> int:
        """The number of the step that was the move; -1 at the start."""
        return self.timeline.stills[self.move - 1].steps if self.move else -1

    @property
    def _acted(self) -> int:
        """Whose move it was."""
        return self.timeline.steps[self._decision].actor if self.move else -1

    @property
    def news(self) -> list[LoggedEvent]:
        """What these eyes saw happen by the move."""
        return self.moment.news(self.viewer)

    @property
    def _lines(self) -> list[str]:
        """The move itself, in words; what followed from it is in the log."""
        return [self.words.say(one.event) for one in self.news if one.number == self._decision]

    @property
    def said(self) -> list[str]:
        """All news, for those who listen."""
        return [self.words.say(one.event) for one in self.news]

    @property
    def _asked(self) -> str:
        """What was asked then, if these eyes could see it."""
        actor = self.moment.actor
        if actor < 0 or (self.eyes != ALL and self.viewer != actor):
            return ""
        return self.words.say(self.moment.view(actor).known.question())

    @property
    def headline(self) -> str:
        """The state of the game in a line."""
        summary = self.timeline.spec.summary(self.moment.view(self.viewer))
        return next(map(self.words.say, summary), "")

    def action(self, move: int, text: str) -> str:
        """An action that was possible at some moment, in words."""
        position = self.timeline.stills[move].position
        return self.words.say(position.action_phrase(position.parse_action(text)))

    @property
    def flights(self) -> list[list[str]]:
        """What moved on the page by the move."""
        find = self.timeline.spec.flights
        flown = [find(one.event, self.viewer) for one in self.news] if find else []
        return [list(flight) for flights in flown for flight in flights]


def apart(html: str, prefix: str) -> str:
    """The same drawing with other ids, so that a page can have several; it is not animated."""
    own = set(_NAMED.findall(html))

    def renamed(names: str) -> str:
        return " ".join(prefix + name if name in own else name for name in names.split())

    html = _NAMING.sub(lambda found: f'{found[1]}="{renamed(found[2])}"', html)
    html = _POINTING.sub(lambda found: found[1] + renamed(found[2]), html)
    return html.replace(" data-fly", "")
