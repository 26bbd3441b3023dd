"""The house: all tables that are in use, and the bots that sit at them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from time import monotonic

from dalang.bots import LEVELS, UnknownBot
from dalang.engine.errors import BadTable, DalangError
from dalang.engine.spec import Options
from dalang.registry import game
from dalang.server.bots import Thinkers
from dalang.server.rooms import NotYourSeat, Room
from dalang.server.storage import AsyncStore, Person, Seat, TableRecord

LOG = logging.getLogger("dalang.server")
PATIENCE = 300.0  # seconds without a move until others may give a seat to a bot
UNUSED = 900.0  # seconds until a table that nobody looks at leaves the memory
TIDYING = 60.0  # seconds between looking for such tables
BREATH = 1.0  # seconds after a bot failed, until it is asked again


class NoSuchTable(DalangError):
    """There is no table of that name."""


class House:
    """Opens tables, finds them again, and lets the bots play."""

    def __init__(
        self, store: AsyncStore, thinkers: Thinkers, pace: float, patience: float = PATIENCE
    ) -> None:
        self.store = store
        self._thinkers = thinkers
        self._pace = pace  # seconds a bot waits, so that people can follow
        self._patience = patience
        self._rooms: dict[str, Room] = {}
        self._used: dict[str, float] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}

    # --- tables -------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """A table by its name, from memory or from the store."""
        if table not in self._rooms:
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
            await asyncio.shield(self._loading[table])
        self._used[table] = monotonic()
        return self._rooms[table]

    async def _load(self, table: str) -> Room:
        try:
            record = await self.store.table(table)
            if record is None:
                raise NoSuchTable("There is no such table.")
            room = Room(record, self.store)
            await room.load()
            await room.begin()  # it may have been interrupted just there
            self._rooms[table] = room
            self._watch(room)
            return room
        finally:
            del self._loading[table]

    async def open_table(
        self, host: Person, key: str, seats: Sequence[Seat], options: Options, public: bool
    ) -> Room:
        """A new table; it begins as soon as no seat is free."""
        spec = game(key)
        if len(seats) not in spec.players:
            counts = ", ".join(str(count) for count in spec.players)
            raise BadTable(f"{spec.title} is for {counts} players, not for {len(seats)}.")
        for seat in seats:
            if seat.kind == "bot" and seat.bot not in LEVELS:
                raise UnknownBot(f"There is no bot {seat.bot!r}.")
        complete = spec.complete_options(options)
        record = TableRecord.new(key, spec.edition, seats, host.id, public, complete)
        await self.store.add_table(record)
        return await self.room(record.id)

    async def tidy_for_ever(self) -> None:
        """Forgets tables that nobody has looked at for a while; the store keeps them."""
        while True:
            await asyncio.sleep(TIDYING)
            self.tidy(monotonic() - UNUSED)

    def tidy(self, before: float) -> None:
        """Forgets the tables that were last used before a moment, unless a bot is playing there."""
        for table, room in list(self._rooms.items()):
            if self._used[table] < before and not room.viewers and self._bot_to_move(room) is None:
                del self._rooms[table], self._used[table]
                if driver := self._drivers.pop(table, None):
                    driver.cancel()

    # --- seats --------------------------------------------------------------------------

    async def sit(self, room: Room, person: Person, number: int, invite: str) -> None:
        """Takes a free seat; one with an invitation only by its link."""

        def chair(seat: Seat) -> Seat:
            if seat.kind != "open":
                raise NotYourSeat("That seat is taken.")
            if seat.invite and not secrets.compare_digest(seat.invite.encode(), invite.encode()):
                raise NotYourSeat("That seat is kept for somebody with a link.")
            if room.seat_of(person.id) >= 0:
                raise NotYourSeat("You sit at this table already.")
            return replace(seat, kind="person", person=person.id, name=person.name, invite="")

        await room.seat(number, chair)
        await room.begin()

    async def stand_in(self, room: Room, person: Person, number: int) -> None:
        """Lets a bot play for somebody who has vanished; only those at the table may ask for it."""

        def chair(seat: Seat) -> Seat:
            if seat.kind != "person" or room.seat_of(person.id) < 0:
                raise NotYourSeat("Nobody can be replaced there.")
            if seat.person != person.id and room.idle() < self._patience:
                raise NotYourSeat("Give them some more time.")
            return replace(seat, kind="bot", bot=next(reversed(LEVELS)))

        await room.seat(number, chair)

    async def come_back(self, room: Room, person: Person) -> None:
        """Takes every own seat back from the bot that stood in."""

        def chair(seat: Seat) -> Seat:
            if seat.person != person.id or seat.kind != "bot":
                raise NotYourSeat("That is not your seat.")
            return replace(seat, kind="person", bot="")

        for seat in room.record.seats:
            if seat.person == person.id and seat.kind == "bot":
                await room.seat(seat.seat, chair)

    # --- bots ---------------------------------------------------------------------------

    def _watch(self, room: Room) -> None:
        if room.record.status != "finished":
            self._drivers[room.record.id] = asyncio.create_task(self._drive(room))

    @staticmethod
    def _bot_to_move(room: Room) -> Seat | None:
        if room.record.status != "running" or room.actor < 0:
            return None
        seat = room.record.seats[room.actor]
        return seat if seat.kind == "bot" else None

    async def _drive(self, room: Room) -> None:
        """Plays the bots' turns at one table until the game is over."""
        while room.record.status != "finished":
            version = room.version
            seat = self._bot_to_move(room)
            if seat is None:
                await room.wait_newer(version)
                continue
            await asyncio.sleep(self._pace)
            try:
                await self._bot_turn(room, seat)
            except Exception as error:  # whatever it is, the table must not stand still for ever
                LOG.warning("table %s: a bot failed: %s", room.record.id, type(error).__name__)
                await asyncio.sleep(BREATH)

    async def _bot_turn(self, room: Room, seat: Seat) -> None:
        number, view = room.count, room.view(seat.seat)
        text = await self._thinkers.choose(seat.bot, room.record.game, view)
        if not await room.play(seat.seat, text, number, by="bot"):
            LOG.info("table %s: a bot's answer came too late", room.record.id)

    async def stop(self) -> None:
        """Ends everything that runs by itself."""
        for driver in self._drivers.values():
            driver.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._drivers.values(), return_exceptions=True)
        self._thinkers.stop()
