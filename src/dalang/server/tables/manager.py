"""The house: all tables that are in use, and the bots that sit at them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from dalang.bots import LEVELS, USUAL_LEVEL, UnknownBot
from dalang.engine.errors import BadTable, UnknownGame
from dalang.engine.lesson import Lesson
from dalang.engine.spec import GameSpec, Options
from dalang.registry import game
from dalang.server.errors import NoSuchTable, NotYourSeat
from dalang.server.storage import AsyncStore, Branch, BrokenGame, Entry, Person, Seat, TableRecord
from dalang.server.tables.bot_workers import BotWorkers
from dalang.server.tables.game_log import begin_lesson
from dalang.server.tables.seats import is_alone
from dalang.server.tables.table import PATIENCE, Check, Table
from dalang.server.tables.thinking_time import Pause, ThinkingTime

LOG = logging.getLogger("dalang.server")
MOST_TABLES = 50  # of one person, where a new name is put
UNUSED = 900.0  # seconds until a table that nobody looks at leaves the memory
TIDYING = 60.0  # seconds between looking for such tables
BREATH = 1.0  # seconds after a bot failed, until it is asked again


class TableManager:
    """Opens tables, finds them again, and lets the bots play."""

    def __init__(
        self,
        store: AsyncStore,
        thinkers: BotWorkers,
        pace: float,
        patience: float = PATIENCE,
        herald: Callable[[Table], None] = lambda room: None,
        pauses: ThinkingTime | None = None,
    ) -> None:
        self.store = store
        self._thinkers = thinkers
        self._pace = pace  # seconds a bot waits, so that people can follow
        self._patience = patience
        self._herald = herald  # is told when a person is asked to decide
        self._pauses = pauses or ThinkingTime()
        self._rematches = asyncio.Lock()
        self._rooms: dict[str, Table] = {}
        self._used: dict[str, float] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    # --- tables -------------------------------------------------------------------------

    async def room(self, table: str) -> Table:
        """A table by its name, from memory or from the store."""
        if table not in self._rooms:
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
            await asyncio.shield(self._loading[table])
        self._used[table] = monotonic()
        return self._rooms[table]

    async def wake(self, table: str) -> None:
        """Whoever acts by themselves at a table does so, though nobody looks on."""
        record = await self.store.table(table)
        if record is None or table in self._rooms:
            return
        probe = Table(record, self.store)
        await probe.load()
        if self._goes_on(probe):
            await self.room(table)

    @property
    def tables_in_memory(self) -> frozenset[str]:
        """Those that need not be loaded."""
        return frozenset(self._rooms)

    def resting(self) -> float:
        """For how many seconds nobody has acted at any table in memory."""
        return monotonic() - max((room.moved for room in self._rooms.values()), default=0.0)

    async def _load(self, table: str) -> Table:
        try:
            record = await self.store.table(table)
            if record is None:
                raise NoSuchTable("no_such_table")
            room = Table(record, self.store, self._patience)
            await room.load()
            await room.begin()  # it may have been interrupted just there
            self._rooms[table], self._used[table] = room, monotonic()
            if self._closing:
                room.close()
            self._watch(room)
            return room
        finally:
            del self._loading[table]

    async def open_table(
        self,
        host: Person,
        key: str,
        seats: Sequence[Seat],
        options: Options,
        public: bool,
        pace: int = 0,
        advice: bool | None = None,
    ) -> Table:
        """A new table; it begins as soon as no seat is free."""
        record = new_record(host, key, seats, options, public, pace, advice)
        await self.store.add_table(record)
        return await self.room(record.id)

    async def open_branch(
        self,
        host: Person,
        key: str,
        seats: Sequence[Seat],
        options: Options,
        entries: Sequence[Entry],
        branch: Branch,
    ) -> Table:
        """A new table that goes on from a moment of another game; only its players know of it."""
        record = new_record(host, key, seats, options, public=False)
        await self.store.add_branch(record, entries, branch)
        return await self.room(record.id)

    async def open_lesson(
        self, learner: Person, spec: GameSpec, lesson: Lesson, seats: Sequence[Seat]
    ) -> Table:
        """A table that begins as the lesson says."""
        new = new_record(learner, spec.key, seats, {}, public=False)
        record = replace(new, secret=lesson.secret)
        opening = begin_lesson(spec, record, lesson)
        await self.store.add_table(record)
        await self.store.append(record.id, opening)
        return await self.room(record.id)

    async def tidy_for_ever(self) -> None:
        """Forgets tables that nobody has looked at for a while; the store keeps them."""
        while True:
            await asyncio.sleep(TIDYING)
            try:
                self.tidy(monotonic() - UNUSED)
            except Exception:
                LOG.exception("the tables cannot be tidied")

    def tidy(self, before: float) -> None:
        """Forgets the tables last used before a moment, unless they go on by themselves."""
        for table, room in list(self._rooms.items()):
            if self._used[table] < before and not room.viewers and not self._goes_on(room):
                del self._rooms[table], self._used[table]
                if driver := self._drivers.pop(table, None):
                    driver.cancel()

    # --- seats --------------------------------------------------------------------------

    async def sit(self, room: Table, person: Person, number: int, invite: str) -> None:
        """Takes a free seat; one with an invitation only by its link."""
        seat = self._seat(room, number)
        if seat.kind == "person" and seat.person == person.id:
            return  # asked for twice
        if seat.kind != "open":
            raise NotYourSeat("seat_taken")
        if seat.invite and not secrets.compare_digest(seat.invite.encode(), invite.encode()):
            raise NotYourSeat("seat_kept")

        def check() -> None:
            if any(other.person == person.id for other in room.record.seats):
                raise NotYourSeat("sit_already")

        taken = replace(seat, kind="person", person=person.id, name=person.name, invite="")
        await room.seat(seat, taken, check)
        await room.begin()

    async def stand_in(self, room: Table, person: Person, number: int) -> None:
        """Lets a bot play for oneself, or for somebody everybody has waited for too long."""
        seat = self._seat(room, number)

        def check() -> None:
            if seat.kind != "person" or room.record.status != "running":
                raise NotYourSeat("nobody_to_replace")
            if seat.person == person.id:
                return
            if room.seat_of(person.id) < 0:
                raise NotYourSeat("not_at_table")
            if room.overdue() != number:
                raise NotYourSeat("more_time")

        await self.lend(room, seat, check)

    async def lend(self, room: Table, seat: Seat, check: Check) -> None:
        """A bot plays for the person of a seat, until that person takes it back."""
        await room.seat(seat, replace(seat, kind="bot", bot=USUAL_LEVEL), check)

    async def come_back(self, room: Table, person: Person) -> None:
        """Takes seats back from the bots that stood in."""
        for seat in room.record.seats:
            if seat.person == person.id and seat.kind == "bot":
                with suppress(NotYourSeat):  # asked for twice
                    await room.seat(seat, replace(seat, kind="person", bot=""))

    async def rename(self, person: Person, name: str) -> None:
        """Gives a person another name, also at the tables where they sit."""
        await self.store.rename(person.id, name)
        for record in await self.store.tables(person=person.id, limit=MOST_TABLES):
            if record.status == "finished":
                continue
            with suppress(BrokenGame, UnknownGame, NotYourSeat):  # the other tables go on
                room = await self.room(record.id)
                for seat in room.record.seats:
                    if seat.person == person.id and seat.name == person.name:
                        await room.seat(seat, replace(seat, name=name))

    async def rematch(self, room: Table, person: Person) -> Table:
        """The same people at a new table; whoever asks first opens it for all of them."""
        if room.record.status != "finished" or room.seat_of(person.id) < 0:
            raise NotYourSeat("no_rematch")
        async with self._rematches:
            if not room.next_table:
                old = room.record
                seats = [_again(seat) for seat in old.seats]
                again = new_record(
                    person, old.game, seats, old.options, old.public, old.pace, old.advice
                )
                room.next_table = await self.store.add_sequel(old.id, again)
                room.changed()
                self._herald(await self.room(room.next_table))
            return await self.room(room.next_table)

    @staticmethod
    def _seat(room: Table, number: int) -> Seat:
        if not 0 <= number < room.record.players:
            raise NotYourSeat("no_such_seat")
        return room.record.seats[number]

    # --- bots ---------------------------------------------------------------------------

    def _watch(self, room: Table) -> None:
        if room.record.status != "finished":
            self._drivers[room.record.id] = asyncio.create_task(self._drive(room))

    @staticmethod
    def _bot_to_move(room: Table) -> Seat | None:
        if room.record.status != "running" or room.actor < 0:
            return None
        seat = room.record.seats[room.actor]
        return seat if seat.kind == "bot" else None

    def _goes_on(self, room: Table) -> bool:
        """Whether somebody will act whom nobody has to ask."""
        return bool(room.may_begin() or self._bot_to_move(room) or room.excused())

    async def _drive(self, room: Table) -> None:
        """Acts for whoever does not act in person, until the game is over; calls those who do."""
        called, rest = _person_called(room), None
        while room.record.status != "finished":
            version = room.version
            if (now_called := _person_called(room)) != called:
                called = now_called
                self._herald(room)
            if not self._goes_on(room):
                await _wait(room, version)
                continue
            try:
                if room.may_begin():  # it could not be written when the last one sat down
                    await room.begin()
                elif seat := self._bot_to_move(room):
                    await self._bot_turn(room, seat)
                elif seat := room.excused():
                    rest = await self._answer_for(room, seat, rest)
            except Exception as error:  # whatever it is, the table must not stand still for ever
                LOG.warning("table %s: a bot failed: %s", room.record.id, type(error).__name__)
                await asyncio.sleep(BREATH)

    async def _bot_turn(self, room: Table, seat: Seat) -> None:
        """A bot thinks during its pause: how long it thought tells nothing of what it holds."""
        number, view = room.count, room.view(seat.seat)
        until = monotonic() + self._pauses.of_bot(self._pace)
        text = await self._thinkers.choose(seat.bot, room.record.game, view)
        await asyncio.sleep(until - monotonic())
        if not await room.play(seat.seat, text, number, by="bot"):
            LOG.info("table %s: a bot's answer came too late", room.record.id)

    async def _answer_for(self, room: Table, seat: Seat, rest: Pause | None) -> Pause:
        """Gives the only answer of a person whom nobody asks, once the pause is over."""
        if rest is None or rest.number != room.count:
            rest = Pause(room, seat, self._pauses)
        if (left := rest.left(room, seat)) > 0:
            await room.wait_stirred(left)
        else:
            await room.answer(seat.seat, rest.number)
        return rest

    def close(self) -> None:
        """Lets go of everybody who waits for news, so that the server can end."""
        self._closing = True
        for room in self._rooms.values():
            room.close()

    async def stop(self) -> None:
        """Ends everything that runs by itself."""
        for running in (self._loading, self._drivers):  # a table that comes brings its driver
            tasks: list[asyncio.Task[Any]] = list(running.values())
            for task in tasks:
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.stop()


def new_record(
    host: Person,
    key: str,
    seats: Sequence[Seat],
    options: Options,
    public: bool,
    pace: int = 0,
    advice: bool | None = None,
) -> TableRecord:
    """A table as it is first stored; raises BadTable or UnknownBot if it cannot be.

    If nobody says whether hints are allowed, they are where one person plays against bots.
    """
    spec = game(key)
    if len(seats) not in spec.players:
        counts = ", ".join(str(count) for count in spec.players)
        raise BadTable(f"{spec.title} is for {counts} players, not for {len(seats)}.")
    for seat in seats:
        if seat.kind == "bot" and seat.bot not in LEVELS:
            raise UnknownBot(f"There is no bot {seat.bot!r}.")
    advised = is_alone(seats) if advice is None else advice
    return TableRecord.new(
        key, spec.edition, seats, host.id, public, spec.complete_options(options), pace, advised
    )


def _again(seat: Seat) -> Seat:
    """The seat at a new table: a bot that stood in for somebody stays as a bot."""
    if seat.kind == "bot" and seat.person:
        return Seat(seat.seat, "bot", bot=seat.bot, name=f"Bot {seat.seat + 1}")
    return seat


def _person_called(room: Table) -> tuple[int, str | None] | None:
    """Who has to decide, whatever they are called."""
    seat = room.called()
    return (seat.seat, seat.person) if seat else None


async def _wait(room: Table, version: int) -> None:
    """Until something changes; once somebody is overdue, that is a change too."""
    left = room.patience - room.idle()
    if room.record.status != "running" or left <= 0:
        await room.wait_newer(version)
        return
    try:
        async with asyncio.timeout(left):
            await room.wait_newer(version)
    except TimeoutError:
        room.changed()
