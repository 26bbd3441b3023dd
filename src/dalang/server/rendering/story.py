"""What happened at a table, in words: the log, the last move, and where the points came from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from dalang.engine.api import CHANCE, Args, Phrase
from dalang.engine.spec import GameSpec
from dalang.engine.words import Words
from dalang.server.rendering.table_context import last_turn_ended, score_sheet
from dalang.server.rendering.turns import (
    NO_SEAT,
    LogTurn,
    about,
    last_move,
    last_stretch,
    scoring_first,
    told_first,
    turns,
    was_forced,
)
from dalang.server.tables.game_log import LoggedEvent
from dalang.server.tables.seat_notices import SeatNotice

LOG_LINES = 50  # at least, if there are that many
SAID = 32  # sentences that are remembered: all pages of a table say the same one after the other
ENTRIES = 400  # of the log that are remembered, in words and drawn
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
class LogEntry:
    """A turn in words: whose, what happened, and what was laid out again after it."""

    seat: int
    name: str  # of the seat if all begins with it, or ""
    clauses: tuple[str, ...]
    folded: tuple[str, ...] = ()
    points: int = 0
    kind: str = "turn"  # or "heading", a line across the log; or "notice", not of the game

    @property
    def spoken(self) -> str:
        """For somebody who listens."""
        done = "; ".join(self.clauses)
        parts = [f"{self.name} {done}".strip() if done else "", *self.folded]
        return " ".join(f"{part}." if part[-1] not in ".!?" else part for part in parts if part)


@dataclass(frozen=True)
class LastLine:
    """The newest turn of somebody else, as one line, and what it touched on the page."""

    entry: LogEntry
    number: int  # of the log entry that began it
    others: tuple[int, ...]  # seats that acted before it, since the viewer's own last turn
    marks: str  # as JSON: names of elements, whose colour, and 1 if somebody acted since


@dataclass(frozen=True)
class SeatGain:
    """What a round brought to one seat."""

    seat: int
    name: str
    points: int
    sources: tuple[tuple[str, int], ...]  # what for


@dataclass(frozen=True)
class Roundup:
    """What a round or a scoring brought to everybody, the most first."""

    number: int  # of the log entry that ended it
    words: str  # how it ended
    gains: tuple[SeatGain, ...]


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

    def __init__(
        self, spec: GameSpec, words: Words, own: Words, draw: Callable[[LogEntry], str]
    ) -> None:
        self._spec, self._telling = spec, spec.telling
        self._words = words
        self._own = own  # what is not said by the game
        self._draw = draw
        self._said: dict[tuple[LoggedEvent, bool], str] = {}
        self._told: dict[Hashable, LogEntry] = {}  # by what a turn in words depends on
        self._sources: dict[tuple[LoggedEvent, ...], Source] = {}
        self._drawn: dict[LogEntry, str] = {}
        self._old: dict[int, tuple[Hashable, Markup]] = {}  # by viewer; and of which lines

    def say(self, one: LoggedEvent, inside: bool = False) -> str:
        """What happened, in words: a sentence, or a clause inside of one."""
        words = self._said.get((one, inside))
        if words is None:
            if len(self._said) >= SAID:
                self._said.clear()
            words = self._words.clause(one.event) if inside else self._words.say(one.event)
            self._said[one, inside] = words
        return words

    # --- the log ------------------------------------------------------------------------

    def log(
        self, told: Sequence[LoggedEvent], viewer: int, notices: Sequence[SeatNotice] = ()
    ) -> Story:
        """What a viewer was told, newest first: what is new, and the rest."""
        fresh = len(told) - last_turn_ended(told, viewer) if viewer >= 0 else 0
        fresh = fresh if fresh < len(told) else 0
        gone = max(0, len(told) - LOG_LINES) // TOGETHER * TOGETHER
        known = max(gone, len(told) - fresh)
        late = told[known].number if known < len(told) else -1
        now = [one for one in notices if 0 <= late < one.number]
        new = self._entries(told[known:], now, viewer, known)
        new = [line.replace('class="', 'class="fresh ', 1) for line in new]
        then = [one for one in notices if one not in now]
        return Story(Markup("".join(new)), self._lines(viewer, told, gone, known, then))

    def _lines(
        self,
        viewer: int,
        told: Sequence[LoggedEvent],
        begin: int,
        end: int,
        notices: Sequence[SeatNotice],
    ) -> Markup:
        """The lines of a part of what a viewer was told, newest first.

        Events are only ever taken back from the end, so a part with the same end is the same.
        """
        part = begin, end, told[end - 1] if end else None, tuple(notices)
        if viewer not in self._old or self._old[viewer][0] != part:
            first = told[begin].number if begin else -1
            seen = [one for one in notices if one.number > first]
            lines = self._entries(told[begin:end], seen, viewer, begin)
            self._old[viewer] = part, Markup("".join(lines))
        return self._old[viewer][1]

    def _entries(
        self,
        told: Sequence[LoggedEvent],
        notices: Sequence[SeatNotice],
        viewer: int,
        first: int,
    ) -> list[str]:
        """What was told, turn by turn, newest first; and who was replaced in between."""
        found: list[str] = []
        begin = 0
        for notice in notices:
            end = begin
            while end < len(told) and told[end].number < notice.number:
                end += 1
            found += self._turns(told[begin:end], viewer, first + begin)
            found.append(self._entry_html(self._notice(notice)))
            begin = end
        found += self._turns(told[begin:], viewer, first + begin)
        return found[::-1]

    def _turns(self, told: Sequence[LoggedEvent], viewer: int, first: int) -> list[str]:
        """Lines with names: on a page, each stays the one it is while others come and grow."""
        lines: list[str] = []
        for turn in turns(told, self._telling, self._spec.marks, first):
            entry = self._entry(turn, scoring_first(turn.events), viewer)
            if entry.clauses or entry.folded:
                line = self._entry_html(entry)
                lines.append(line.replace("<li ", f'<li id="told-{turn.place}" ', 1))
        return lines

    def _notice(self, notice: SeatNotice) -> LogEntry:
        return LogEntry(notice.seat, "", (self.notice(notice),), kind="notice")

    def notice(self, notice: SeatNotice) -> str:
        """That somebody was replaced, or is back."""
        return self._own.say(Phrase(notice.key, {"name": self._words.player(notice.seat)}))

    def _entry(self, turn: LogTurn, events: Sequence[LoggedEvent], viewer: int) -> LogEntry:
        """A turn in words, as viewers who know as much about its reasons are told it."""
        forced = tuple(was_forced(one, viewer) for one in events)
        told = turn.seat, turn.heading, tuple(events), tuple(turn.folded.items()), forced
        entry = self._told.get(told)
        if entry is None:
            if len(self._told) >= ENTRIES:
                self._told.clear()
            entry = self._told[told] = self._in_words(turn, events, forced)
        return entry

    def _in_words(
        self, turn: LogTurn, events: Sequence[LoggedEvent], forced: Sequence[bool]
    ) -> LogEntry:
        """A turn in words; its sentences name the seat once, at the beginning if they can."""
        name = self._words.player(turn.seat) if turn.seat != NO_SEAT else ""
        told = [self.say(one, place > 0).removesuffix(".") for place, one in enumerate(events)]
        own = [place for place, words in enumerate(told) if name and words.startswith(f"{name} ")]
        named = own[:1] == [0]
        for place in own if named else own[1:]:
            told[place] = told[place].removeprefix(f"{name} ")
        clauses = Counter(
            f"{words} ({self._no_choice(one.event.key)})" if only else words
            for words, one, only in zip(told, events, forced, strict=True)
        )
        return LogEntry(
            turn.seat,
            name if named else "",
            tuple(f"{words} ×{times}" if times > 1 else words for words, times in clauses.items()),
            self._folded(turn),
            turn.points,
            "heading" if turn.heading else "turn",
        )

    def _no_choice(self, key: str) -> str:
        """Why there was no other answer: as the game says, or just so."""
        own = f"forced_{key}"
        knows = own in self._spec.vocabulary.labels
        return self._words.label(own) if knows else self._own.label("no_choice")

    def _folded(self, turn: LogTurn) -> tuple[str, ...]:
        labels = {key: self._telling.folds[key] for key in turn.folded}
        phrases = [(label, turn.folded[key]) for key, label in labels.items() if label]
        return tuple(self._words.say(Phrase(key, {"count": count})) for key, count in phrases)

    def _entry_html(self, entry: LogEntry) -> str:
        line = self._drawn.get(entry)
        if line is None:
            if len(self._drawn) >= ENTRIES:
                self._drawn.clear()
            line = self._drawn[entry] = str(self._draw(entry))
        return line

    # --- what just happened -------------------------------------------------------------

    def last(self, told: Sequence[LoggedEvent], viewer: int) -> LastLine | None:
        """The newest turn of somebody else; what changed the board comes first."""
        move = last_move(told, viewer, self._telling)
        if move is None:
            return None
        own = [one for one in move.events if about(one) == move.actor]
        found = turns(own or move.events, self._telling, self._spec.marks)
        events = [one for turn in found if not turn.heading for one in turn.events]
        turn = LogTurn(move.actor, told_first(events, self._telling))
        marks = [*self._marks(move.before, viewer, 1), *self._marks(move.events, viewer, 0)]
        return LastLine(
            self._entry(turn, turn.events, viewer),
            move.events[0].number,
            tuple(move.others),
            json.dumps(marks, separators=(",", ":")),
        )

    def _marks(
        self, events: Sequence[LoggedEvent], viewer: int, old: int
    ) -> list[tuple[str, int, int]]:
        return [
            (name, about(one) if about(one) != NO_SEAT else one.actor, old)
            for one in events
            for name in self._telling.touched(one.event, viewer)
        ]

    def heard(self, fresh: Sequence[LoggedEvent], viewer: int) -> list[str]:
        """What is new, for somebody who listens: each turn once, and no refill by itself."""
        found = turns(fresh, self._telling, self._spec.marks)
        entries = [
            self._entry(turn, told_first(turn.events, self._telling), viewer) for turn in found
        ]
        return [entry.spoken for entry in entries if entry.spoken]

    def roundup(self, told: Sequence[LoggedEvent]) -> Roundup | None:
        """What the last round or scoring brought, if one is over."""
        stretch = last_stretch(told, self._telling)
        if stretch is None:
            return None
        sheet = self.sheet(stretch.events)
        seats = range(len(self._words.names))
        gains = [self._gain(seat, sheet.get(seat, [])) for seat in seats]
        gains.sort(key=lambda gain: -gain.points)
        return Roundup(stretch.number, self.say(stretch.ended_by), tuple(gains))

    def _gain(self, seat: int, sources: Sequence[Source]) -> SeatGain:
        named = [(source.title or source.lines[0].words, source.points) for source in sources]
        points = sum(source.points for source in sources)
        return SeatGain(seat, self._words.player(seat), points, tuple(named))

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
        source = self._sources.get(tuple(ones))
        if source is None:
            if len(self._sources) >= ENTRIES:
                self._sources.clear()
            lines = [StoryLine(self.say(one), (one.scored or (0, 0))[1]) for one in ones]
            title = self._words.name("score", key) if self._words.knows("score", key) else ""
            source = Source(title, sum(line.points for line in lines), lines)
            self._sources[tuple(ones)] = source
        return source
