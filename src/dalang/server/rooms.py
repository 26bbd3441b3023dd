"""Tables while somebody is at them: the game, who sits where, and who must hear of a change."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

from dalang.engine.api import View
from dalang.engine.errors import DalangError
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.registry import game
from dalang.server.chance import Dealer
from dalang.server.course import Course, Happening
from dalang.server.storage import (
    AsyncStore,
    ChatLine,
    NotStored,
    NumberTaken,
    Person,
    Seat,
    SeatKind,
    TableRecord,
)

LONGEST_CHAT = 200  # lines that are kept in memory

Result = TypeVar("Result")
Chair = Callable[[Seat], Seat]  # who sits there -> who is to sit there; may raise NotYourSeat


class NotYourSeat(DalangError):
    """Somebody else sits there, or nobody may."""


class Room:
    """One table in memory.  The log in the store is the truth; this is its replay."""

    def __init__(self, record: TableRecord, store: AsyncStore) -> None:
        self.record = record
        self.spec: GameSpec = game(record.game)
        self.course = Course(self.spec, record, ())
        self.version = 0  # rises with everything a viewer could notice
        self.chat: list[ChatLine] = []
        self.moved = monotonic()  # when somebody last acted
        self.viewers = 0  # pages that are open
        self.dealer = Dealer(record.secret)
        self._store = store
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._changes: set[asyncio.Task[Any]] = set()

    async def load(self) -> None:
        """Reads the table from the store and replays its log."""
        entries = await self._store.entries(self.record.id)
        self.record = await self._store.table(self.record.id) or self.record
        self.chat = await self._store.chat(self.record.id, LONGEST_CHAT)
        self.course = Course(self.spec, self.record, entries)

    # --- what there is to see -----------------------------------------------------------

    @property
    def session(self) -> Session:
        """The game."""
        return self.course.session

    @property
    def count(self) -> int:
        """Entries in the log: the number the next one gets."""
        return self.course.count

    @property
    def happenings(self) -> list[Happening]:
        """Everything that happened, secrets included."""
        return self.course.happenings

    @property
    def actor(self) -> int:
        """Who is to decide, or CHANCE before the first deal, or OVER."""
        return self.course.actor

    @property
    def names(self) -> tuple[str, ...]:
        """What the people and bots at the seats are called."""
        return tuple(seat.name for seat in self.record.seats)

    def seat_of(self, person: str) -> int:
        """Where a person sits, or -1.  Who holds several seats sits where the decision is."""
        own = [seat.seat for seat in self.record.seats if person and seat.person == person]
        return self.actor if self.actor in own else next(iter(own), -1)

    def view(self, viewer: int) -> View:
        """What a viewer knows."""
        return self.spec.observe(self.session.position, viewer)

    def told(self, viewer: int) -> list[Happening]:
        """What a viewer was told so far."""
        return self.course.told(viewer)

    def can_undo(self, seat: int) -> bool:
        """Whether the person at a seat has something to take back; not once the game is over."""
        if seat < 0 or self.record.status != "running" or self.record.seats[seat].kind != "person":
            return False
        return self.session.can_undo(seat)

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
        """Starts the game once everybody has sat down; goes on if it was interrupted."""
        await self._alone(self._begin)

    async def _begin(self) -> None:
        if any(seat.kind == "open" for seat in self.record.seats):
            return
        if self.record.status == "open":
            await self._store.set_status(self.record.id, "running")
            self.record = replace(self.record, status="running")
        if self.record.status == "running":
            draft = self.course.copy()
            draft.go_on(self.dealer)
            await self._write(draft)

    async def play(self, seat: int, text: str, number: int, by: SeatKind = "person") -> bool:
        """A seat's action.  Does nothing if the log has moved on, so a double click plays once.

        Nor does it if the seat has changed hands: a bot that stood in may answer too late.
        """

        async def change() -> bool:
            if number != self.count or self.record.status != "running":
                return False
            if self.record.seats[seat].kind != by:
                return False
            draft = self.course.copy()
            draft.play(seat, text)
            draft.go_on(self.dealer)
            return await self._write(draft)

        return await self._alone(change)

    async def undo(self, seat: int, number: int) -> bool:
        """Takes back a seat's last decision, and what followed from it without a choice."""

        async def change() -> bool:
            if number != self.count or not self.can_undo(seat):
                return False
            draft = self.course.copy()
            draft.undo(seat)
            return await self._write(draft)

        return await self._alone(change)

    async def _write(self, draft: Course) -> bool:
        """Puts what is new on the disk; if another process was first, takes over its log."""
        ending = draft.ending()
        try:
            if draft.fresh:
                await self._store.append(self.record.id, draft.fresh, ending)
        except NumberTaken:
            await self.load()
            self.changed()
            return False
        if ending:
            self.record = replace(self.record, status="finished", **vars(ending))
        self.course = draft
        self.moved = monotonic()
        self.changed()
        return True

    # --- sitting and talking ------------------------------------------------------------

    async def seat(self, number: int, chair: Chair) -> None:
        """Somebody sits down, leaves, or is replaced."""

        async def change() -> None:
            if not 0 <= number < self.record.players:
                raise NotYourSeat("There is no such seat.")
            was = self.record.seats[number]
            seat = chair(was)
            try:
                await self._store.set_seat(self.record.id, seat, was)
            except NotStored:
                await self.load()
                self.changed()
                raise NotYourSeat("Somebody else was quicker.") from None
            seats = tuple(seat if old.seat == number else old for old in self.record.seats)
            self.record = replace(self.record, seats=seats)
            self.changed()

        await self._alone(change)

    async def say(self, person: Person, text: str) -> None:
        """A line of chat."""
        line = await self._store.add_chat(self.record.id, person.id, person.name, text)
        self.chat = [*self.chat, line][-LONGEST_CHAT:]
        self.changed()

    async def _alone(self, change: Callable[[], Awaitable[Result]]) -> Result:
        """One change after the other, each to its end, even if whoever asked for it has gone."""

        async def whole() -> Result:
            async with self._lock:
                return await change()

        task = asyncio.create_task(whole())
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        return await asyncio.shield(task)
