"""What happened at a table, in words: the log, and where the points came from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from dalang.engine.api import CHANCE, Args
from dalang.engine.words import Words
from dalang.server.rendering.table_context import last_turn_ended, score_sheet
from dalang.server.tables.game_log import LoggedEvent

LOG_LINES = 50  # at least, if there are that many
SAID = 32  # sentences that are remembered: all pages of a table say the same one after the other
TOGETHER = 20  # lines that go at a time: mostly, what is new is all that changes


@dataclass(frozen=True, slots=True)
class StoryLine:
    """Something that happened, in words."""

    words: str
    points: int  # scored by it


@dataclass(frozen=True)
class Story:
    """What happened, drawn."""

    fresh: Markup  # since the viewer's last turn
    old: Markup


@dataclass(frozen=True)
class StoryStep:
    """Something that happened in the turn that is on, or was the last one."""

    number: int  # of the log entry that caused it
    place: int  # among what that entry caused
    key: str
    args: Args
    words: str


@dataclass(frozen=True)
class Source:
    """Points of one seat that came from the same kind of thing."""

    title: str
    points: int
    lines: list[StoryLine]


class Storyteller:
    """Tells what happened at one table in one language; all pages share the sentences."""

    def __init__(self, words: Words, draw: Callable[[int, str, int, int], str]) -> None:
        self._words = words
        self._draw = draw  # from who acted, the words, the points and who scored them
        self._said: dict[LoggedEvent, str] = {}
        self._drawn: dict[LoggedEvent, str] = {}
        self._old: dict[int, tuple[Hashable, Markup]] = {}  # by viewer; and of which lines

    def say(self, one: LoggedEvent) -> str:
        """What happened, in words."""
        words = self._said.get(one)
        if words is None:
            if len(self._said) >= SAID:
                self._said.clear()
            words = self._said[one] = self._words.say(one.event)
        return words

    def log(self, told: Sequence[LoggedEvent], viewer: int) -> Story:
        """What a viewer was told, newest first: what is new, and the rest."""
        fresh = len(told) - last_turn_ended(told, viewer) if viewer >= 0 else 0
        fresh = fresh if fresh < len(told) else 0
        gone = max(0, len(told) - LOG_LINES) // TOGETHER * TOGETHER
        known = max(gone, len(told) - fresh)
        new = [self._line(one) for one in reversed(told[known:])]
        new = [line.replace('class="', 'class="fresh ', 1) for line in new]
        return Story(Markup("".join(new)), self._lines(viewer, told, gone, known))

    def _lines(self, viewer: int, told: Sequence[LoggedEvent], begin: int, end: int) -> Markup:
        """The lines of a part of what a viewer was told, newest first.

        Events are only ever taken back from the end, so a part with the same end is the same.
        """
        part = begin, end, told[end - 1] if end else None
        if viewer not in self._old or self._old[viewer][0] != part:
            lines = [self._line(one) for one in reversed(told[begin:end])]
            self._old[viewer] = part, Markup("".join(lines))
        return self._old[viewer][1]

    def steps(self, told: Sequence[LoggedEvent], over: bool = False) -> list[StoryStep]:
        """What has happened since somebody else acted, in order, for a game that shows it.

        When the game is over: what happened in the turn in which somebody scored last.
        """
        if over:
            scored = max((one.number for one in told if one.scored), default=-1)
            told = [one for one in told if one.number <= scored]
        last = next((one.actor for one in reversed(told) if one.actor != CHANCE), CHANCE)
        begin = len(told)
        while begin and told[begin - 1].actor in (CHANCE, last):
            begin -= 1
        while last != CHANCE and told[begin].actor == CHANCE:  # what somebody else has caused
            begin += 1
        found: list[StoryStep] = []
        for one in told[begin:]:
            place = found[-1].place + 1 if found and found[-1].number == one.number else 0
            args = dict(one.event.args)
            found.append(StoryStep(one.number, place, one.event.key, args, self.say(one)))
        return found

    def sheet(self, told: Sequence[LoggedEvent]) -> dict[int, list[Source]]:
        """Where the points of every seat came from."""
        return {
            seat: [self._source(key, ones) for key, ones in sources.items()]
            for seat, sources in score_sheet(told).items()
        }

    def _source(self, key: str, ones: list[LoggedEvent]) -> Source:
        lines = [StoryLine(self.say(one), (one.scored or (0, 0))[1]) for one in ones]
        title = self._words.name("score", key) if self._words.knows("score", key) else ""
        return Source(title, sum(line.points for line in lines), lines)

    def _line(self, one: LoggedEvent) -> str:
        line = self._drawn.get(one)
        if line is None:
            scorer, points = one.scored or (-1, 0)
            line = str(self._draw(one.actor, self.say(one), points, scorer))
            self._drawn[one] = line
        return line
