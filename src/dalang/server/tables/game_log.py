"""A game so far: its replayed log, and the next entries before they are on disk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Protocol

from dalang.engine.api import CHANCE, EVERYONE, OVER, Event, Position, View
from dalang.engine.errors import DalangError
from dalang.engine.lesson import Lesson
from dalang.engine.session import Session, is_choice
from dalang.engine.spec import GameSpec
from dalang.engine.telling import Telling
from dalang.server.storage import (
    UNDO,
    BrokenGame,
    Ending,
    Entry,
    TableRecord,
    now,
    replay_entry,
    restore,
)
from dalang.server.tables.clocks import GameClock, clock_rule
from dalang.server.tables.dealing import Dealer
from dalang.server.tables.seat_notices import SeatNotice
from dalang.server.tables.waiting import Waiting


@dataclass(frozen=True, eq=False, slots=True)
class LoggedEvent:
    """An event, with the number of the log entry that caused it and who acted."""

    number: int
    actor: int
    event: Event
    scored: tuple[int, int] | None = field(init=False)  # the seat that scored, and how much

    def __post_init__(self) -> None:
        seat, points, scored = self.event.args.get("seat"), self.event.args.get("points"), None
        if isinstance(seat, int) and isinstance(points, int) and points:
            scored = seat, points
        object.__setattr__(self, "scored", scored)


class Snapshot(Protocol):
    """A game at one moment, ready to be drawn: a running table, or a moment of a replay."""

    @property
    def version(self) -> int:
        """Another one looks different."""
        ...

    @property
    def spec(self) -> GameSpec:
        """Which game."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """What the people at the seats are called."""
        ...

    @property
    def actor(self) -> int:
        """Who is to decide."""
        ...

    @property
    def waiting(self) -> Waiting:
        """Whom everybody waits for."""
        ...

    def view(self, viewer: int) -> View:
        """What a viewer knows."""
        ...

    def told(self, viewer: int) -> list[LoggedEvent]:
        """What a viewer was told so far."""
        ...

    def can_undo(self, seat: int) -> bool:
        """Whether a seat has something to take back."""
        ...

    def has_shown(self, seat: int) -> bool:
        """Whether a seat has just shown something, so that it is not taken back."""
        ...

    @property
    def notices(self) -> Sequence[SeatNotice]:
        """Who was replaced, and who is back."""
        ...


class GameLog:
    """A game with everything that happened in it.

    To continue, a copy is made, its `fresh` entries are stored, and only then does it replace the
    original: nobody sees anything that is not on disk.
    """

    def __init__(self, spec: GameSpec, record: TableRecord, entries: Iterable[Entry]) -> None:
        self.events: list[LoggedEvent] = []
        self.count = 0  # entries in the log; the number the next one gets
        self.fresh: list[Entry] = []  # those that are not stored yet
        self._numbers: list[int] = []  # the log number of every step of the session
        rule = clock_rule(record.clock)
        self.clock = GameClock.new(rule, record.players) if rule else None  # left for everybody
        self.session: Session = restore(spec, record, entries, self._hear)

    def copy(self) -> GameLog:
        """The same game, ready for what comes next."""
        twin = copy(self)
        twin.session, twin.fresh = self.session.copy(), []
        twin.events, twin._numbers = self.events.copy(), self._numbers.copy()
        return twin

    @property
    def position(self) -> Position:
        """The present position, secrets included."""
        return self.session.position

    @property
    def actor(self) -> int:
        """Who is to decide, or CHANCE before the first deal, or OVER."""
        return int(self.session.position.actor())

    def told(self, viewer: int) -> list[LoggedEvent]:
        """What a viewer was told so far."""
        return heard_by(viewer, self.events)

    def told_since(self, number: int, viewer: int) -> list[LoggedEvent]:
        """What a viewer was told after an entry of the log."""
        start = len(self.events)
        while start and self.events[start - 1].number > number:
            start -= 1
        return heard_by(viewer, self.events[start:])

    def has_rested(self, telling: Telling) -> bool:
        """Whether the last decision ended a round or led to a scoring."""
        keys = (*telling.rounds, *telling.scorings)
        for one in reversed(self.events):
            if one.event.key in keys:
                return True
            if one.actor != CHANCE:
                decided = [other for other in self.events if other.number == one.number]
                return any(other.event.key in keys for other in decided)
        return False

    def ending(self) -> Ending | None:
        """How the game ended, if it did."""
        if self.actor != OVER:
            return None
        position = self.position
        told = self.session.spec.statistics
        statistics = told(position) if told else ()
        return Ending(position.ended_by(), position.scores(), position.ranking(), statistics)

    # --- playing ------------------------------------------------------------------------

    def play(self, seat: int, text: str, spent: int = 0) -> None:
        """A seat's action, and the time that it has cost."""
        self._note(seat, text, self.session.play(seat, text), spent)

    def undo(self, seat: int, spent: int = 0) -> None:
        """Takes back a seat's last decision, and what followed from it without a choice."""
        while self.session.can_undo(seat):
            self.session.undo(seat)
            self._note(seat, UNDO, [], spent)
            spent = 0
            if is_choice(self.position):
                break

    def go_on(self, dealer: Dealer) -> None:
        """Lets chance move and gives forced answers until somebody must decide."""
        while (actor := self.actor) != OVER:
            position = self.position
            if actor == CHANCE:
                outcome = dealer.next_outcome(self.session)
                text = position.action_text(outcome)
                self._note(CHANCE, text, self.session.happen(outcome))
            elif is_choice(position):
                break
            else:
                self.answer()

    def answer(self, spent: int = 0) -> None:
        """Gives the first of the answers; for seats that have only one."""
        position = self.position
        self.play(self.actor, position.action_text(position.legal_actions()[0]), spent)

    # --- the log ------------------------------------------------------------------------

    def continued(self, record: TableRecord, entries: Sequence[Entry]) -> GameLog:
        """The same game with what another process has appended; BrokenGame if it does not fit."""
        twin = self.copy()
        for entry in entries:
            try:
                if entry.number != twin.count:
                    raise DalangError(f"The log has number {entry.number} in its place.")
                events = replay_entry(twin.session, entry)
            except Exception as error:  # rules that trust their input may trip over anything
                detail = f"{type(error).__name__}: {error}"
                raise BrokenGame(record.id, entry.number, detail) from error
            twin._hear(entry, events)
        return twin

    def _note(self, actor: int, text: str, events: list[Event], spent: int = 0) -> None:
        entry = Entry(self.count, actor, text, now(), spent)
        self.fresh.append(entry)
        self._hear(entry, events)

    def _hear(self, entry: Entry, events: list[Event]) -> None:
        self.count = entry.number + 1
        self.clock = self.clock.after(entry) if self.clock else None
        if entry.text == UNDO:
            taken_back = self._numbers.pop()
            while self.events and self.events[-1].number == taken_back:
                self.events.pop()
        else:
            self._numbers.append(entry.number)
            self.events += [LoggedEvent(entry.number, entry.actor, event) for event in events]


def heard_by(viewer: int, events: Iterable[LoggedEvent]) -> list[LoggedEvent]:
    """Those of the events that a viewer may know."""
    allowed = (EVERYONE, viewer)
    return [one for one in events if one.event.seen_by in allowed]


def begin_lesson(spec: GameSpec, record: TableRecord, lesson: Lesson) -> list[Entry]:
    """The log of a lesson's table up to the learner's first decision."""
    game_log, dealer = GameLog(spec, record, ()), Dealer(lesson.secret)
    game_log.go_on(dealer)
    for text in lesson.opening:
        game_log.play(game_log.actor, text)
        game_log.go_on(dealer)
        while len(game_log.position.legal_actions()) == 1:  # nobody is there to be told anything
            game_log.answer()
            game_log.go_on(dealer)
    return game_log.fresh
