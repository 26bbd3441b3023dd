"""Tables while somebody is at them: the game, who sits where, and who must hear of a change."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from time import monotonic

from dalang.engine.api import CHANCE, EVERYONE, OVER, Event, View
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.registry import game
from dalang.server.chance import Dealer
from dalang.server.refusals import NotYourSeat
from dalang.server.storage import (
    UNDO,
    AsyncStore,
    ChatLine,
    Ending,
    Entry,
    NumberTaken,
    Seat,
    TableRecord,
    now,
    replay_entry,
)

PATIENCE = 300.0  # seconds without a move until others may give a seat to a bot


@dataclass(frozen=True)
class Happening:
    """An event, with the number of the log entry that caused it and who acted."""

    number: int
    actor: int
    event: Event


class Room:
    """One table in memory.  The log in the store is the truth; this is its replay."""

    def __init__(self, record: TableRecord, store: AsyncStore, patience: float = PATIENCE) -> None:
        self.record = record
        self.patience = patience
        self.next_table = ""  # where the same people play on
        self.spec: GameSpec = game(record.game)
        self.session = Session(self.spec, record.players, record.options)
        self.count = 0  # entries in the log; the number the next one gets
        self.version = 0  # rises with everything a viewer could notice
        self.happenings: list[Happening] = []
        self.chat: list[ChatLine] = []
        self.moved = monotonic()  # when somebody last acted
        self._numbers: list[int] = []  # the log number of every step of the session
        self._unwritten: list[Entry] = []
        self._dealer = Dealer(record.secret)
        self._store = store
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()

    async def load(self) -> None:
        """Replays the log from the store."""
        self.session = Session(self.spec, self.record.players, self.record.options)
        self.happenings, self._numbers, self._unwritten, self.count = [], [], [], 0
        for entry in await self._store.entries(self.record.id):
            self._replay(entry)
        self.chat = await self._store.chat(self.record.id)

    def _replay(self, entry: Entry) -> None:
        events = replay_entry(self.session, entry)
        if entry.text == UNDO:
            self._forget_last()
        else:
            self._remember(entry.number, entry.actor, events)
        self.count = entry.number + 1

    # --- what there is to see -----------------------------------------------------------

    @property
    def actor(self) -> int:
        """Who is to decide, or CHANCE before the first deal, or OVER."""
        return int(self.session.position.actor())

    def seats_of(self, person: str) -> list[int]:
        """Every seat that a person plays."""
        return [
            seat.seat
            for seat in self.record.seats
            if person and seat.person == person and seat.kind == "person"
        ]

    def seat_of(self, person: str) -> int:
        """Where a person plays, or -1; of several seats the one that decides, or did so last."""
        own = self.seats_of(person)
        if self.actor in own or not own:
            return self.actor if own else -1
        if len(own) == 1:
            return own[0]
        return next(
            (step.actor for step in reversed(self.session.log) if step.actor in own), own[0]
        )

    def lent_seat(self, person: str) -> int:
        """The seat a bot plays for a person, or -1."""
        lent = (
            seat.seat
            for seat in self.record.seats
            if person and seat.person == person and seat.kind == "bot"
        )
        return next(lent, -1)

    @property
    def commitment(self) -> str:
        """The hash of the game's secret."""
        return self._dealer.commitment

    def overdue(self) -> int:
        """The person's seat that everybody has been waiting for too long, or -1."""
        seat = self.record.seats[self.actor] if self.actor >= 0 else None
        if seat is None or self.record.status != "running" or self.idle() < self.patience:
            return -1
        return seat.seat if seat.kind == "person" else -1

    def view(self, viewer: int) -> View:
        """What a viewer knows."""
        return self.spec.observe(self.session.position, viewer)

    def told(self, viewer: int) -> list[Happening]:
        """What a viewer was told so far."""
        return [one for one in self.happenings if one.event.seen_by in (EVERYONE, viewer)]

    def idle(self) -> float:
        """Seconds since anything happened in the game."""
        return monotonic() - self.moved

    async def wait_newer(self, version: int) -> None:
        """Until something has changed since a version."""
        while self.version <= version:
            await self._changed.wait()

    def changed(self) -> None:
        """Wakes everybody who waits."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    # --- playing ------------------------------------------------------------------------

    async def begin(self) -> None:
        """Everybody has sat down; or had, when the server was stopped before the first deal."""
        async with self._lock:
            if self.record.status == "open":
                self.record = replace(self.record, status="running")
                await self._store.set_status(self.record.id, "running")
            if self.actor == CHANCE:
                await self._go_on()

    async def play(self, seat: int, text: str, number: int) -> bool:
        """A seat's action.  Does nothing if the log has moved on, so a double click plays once."""
        async with self._lock:
            if number != self.count or self.record.status != "running":
                return False
            self._note(seat, text, self.session.play(seat, text))
            await self._go_on()
            return True

    async def undo(self, seat: int, number: int) -> bool:
        """Takes back a seat's last decision, and what followed from it without a choice."""
        async with self._lock:
            if number != self.count or not self.session.can_undo(seat):
                return False
            while self.session.can_undo(seat):
                self.session.undo(seat)
                self._forget_last()
                self._unwritten.append(self._entry(seat, UNDO))
                if len(self.session.position.legal_actions()) > 1:
                    break
            await self._write()
            self.changed()
            return True

    async def seat(self, before: Seat, after: Seat) -> None:
        """Somebody sits down, leaves, or is replaced; of two at the same time the first counts."""
        async with self._lock:
            if self.record.seats[before.seat] != before:
                raise NotYourSeat("seat_taken")
            seats = tuple(after if old == before else old for old in self.record.seats)
            await self._store.set_seat(self.record.id, after)
            self.record = replace(self.record, seats=seats)
            self.moved = monotonic()
            self.changed()

    async def say(self, person: str, name: str, text: str) -> None:
        """A line of chat."""
        self.chat.append(await self._store.add_chat(self.record.id, person, name, text))
        self.changed()

    async def _go_on(self) -> None:
        """Chance speaks, answers that leave no choice are given, until somebody must decide."""
        while self.actor != OVER:
            position = self.session.position
            if self.actor == CHANCE:
                outcome = self._dealer.next_outcome(self.session)
                text = position.action_text(outcome)
                self._note(CHANCE, text, self.session.happen(outcome))
            elif len(legal := position.legal_actions()) == 1:
                text = position.action_text(legal[0])
                self._note(self.actor, text, self.session.play(self.actor, text))
            else:
                break
        await self._write()
        if self.actor == OVER:
            self._finish()
        self.changed()

    def _finish(self) -> None:
        position = self.session.position
        self.record = replace(
            self.record,
            status="finished",
            ended_by=position.ended_by(),
            scores=position.scores(),
            ranking=position.ranking(),
        )

    # --- the log ------------------------------------------------------------------------

    def _note(self, actor: int, text: str, events: list[Event]) -> None:
        self.moved = monotonic()
        entry = self._entry(actor, text)
        self._unwritten.append(entry)
        self._remember(entry.number, actor, events)

    def _entry(self, actor: int, text: str) -> Entry:
        return Entry(self.count + len(self._unwritten), actor, text, now())

    def _remember(self, number: int, actor: int, events: list[Event]) -> None:
        self._numbers.append(number)
        self.happenings += [Happening(number, actor, event) for event in events]

    def _forget_last(self) -> None:
        number = self._numbers.pop()
        self.happenings = [one for one in self.happenings if one.number != number]

    def _ending(self) -> Ending | None:
        position = self.session.position
        if self.actor != OVER:
            return None
        return Ending(position.ended_by(), position.scores(), position.ranking())

    async def _write(self) -> None:
        """Puts what happened on disk; if another process was first, takes over its log."""
        entries, self._unwritten = self._unwritten, []
        try:
            await self._store.append(self.record.id, entries, self._ending())
        except NumberTaken:
            await self.load()
        else:
            self.count += len(entries)
