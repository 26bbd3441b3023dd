"""The house: all tables that are in use, and the bots that sit at them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import replace

from dalang.bots import LEVELS, UnknownBot
from dalang.engine.errors import BadTable, DalangError
from dalang.engine.spec import Options
from dalang.registry import game
from dalang.server.bots import Thinkers
from dalang.server.rooms import NotYourSeat, Room
from dalang.server.storage import AsyncStore, Person, Seat, TableRecord

LOG = logging.getLogger("dalang.server")
PATIENCE = 300.0  # seconds without a move until others may give a seat to a bot


class NoSuchTable(DalangError):
    """There is no table of that name."""


class House:
    """Opens tables, finds them again, and lets the bots play."""

    def __init__(self, store: AsyncStore, thinkers: Thinkers, pace: float) -> None:
        self.store = store
        self._thinkers = thinkers
        self._pace = pace  # seconds a bot waits, so that people can follow
        self._rooms: dict[str, Room] = {}
        self._loading = asyncio.Lock()
        self._drivers: dict[str, asyncio.Task[None]] = {}

    # --- tables -------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """A table by its name, from memory or from the store."""
        if table not in self._rooms:
            async with self._loading:
                if table not in self._rooms:
                    self._rooms[table] = await self._load(table)
        return self._rooms[table]

    async def _load(self, table: str) -> Room:
        record = await self.store.table(table)
        if record is None:
            raise NoSuchTable("There is no such table.")
        room = Room(record, self.store)
        await room.load()
        self._watch(room)
        return room

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
        room = await self.room(record.id)
        await self._begin_if_full(room)
        return room

    # --- seats --------------------------------------------------------------------------

    async def sit(self, room: Room, person: Person, number: int, invite: str) -> None:
        """Takes a free seat; one with an invitation only by its link."""
        seat = room.record.seats[number] if 0 <= number < room.record.players else None
        if seat is None or seat.kind != "open":
            raise NotYourSeat("That seat is taken.")
        if seat.invite and not secrets.compare_digest(seat.invite, invite):
            raise NotYourSeat("That seat is kept for somebody with a link.")
        if room.seat_of(person.id) >= 0:
            raise NotYourSeat("You sit at this table already.")
        await room.seat(replace(seat, kind="person", person=person.id, name=person.name, invite=""))
        await self._begin_if_full(room)

    async def stand_in(self, room: Room, person: Person, number: int) -> None:
        """Lets a bot play for somebody who has vanished; only those at the table may ask for it."""
        seat = room.record.seats[number] if 0 <= number < room.record.players else None
        if seat is None or seat.kind != "person" or room.seat_of(person.id) < 0:
            raise NotYourSeat("Nobody can be replaced there.")
        if seat.person != person.id and room.idle() < PATIENCE:
            raise NotYourSeat("Give them some more time.")
        await room.seat(replace(seat, kind="bot", bot="random"))

    async def come_back(self, room: Room, person: Person) -> None:
        """Takes a seat back from the bot that stood in."""
        for seat in room.record.seats:
            if seat.person == person.id and seat.kind == "bot":
                await room.seat(replace(seat, kind="person", bot=""))

    async def _begin_if_full(self, room: Room) -> None:
        if room.record.status == "open" and all(s.kind != "open" for s in room.record.seats):
            await room.begin()

    # --- bots ---------------------------------------------------------------------------

    def _watch(self, room: Room) -> None:
        if room.record.status != "finished":
            self._drivers[room.record.id] = asyncio.create_task(self._drive(room))

    async def _drive(self, room: Room) -> None:
        """Plays the bots' turns at one table until the game is over."""
        while room.record.status != "finished":
            version = room.version
            seat = room.record.seats[room.actor] if room.actor >= 0 else None
            if room.record.status == "running" and seat is not None and seat.kind == "bot":
                await asyncio.sleep(self._pace)
                await self._bot_turn(room, seat)
            else:
                await room.wait_newer(version)

    async def _bot_turn(self, room: Room, seat: Seat) -> None:
        number = room.count
        try:
            view = room.view(seat.seat)
            text = await self._thinkers.choose(seat.bot, room.record.game, view)
            await room.play(seat.seat, text, number)
        except DalangError:
            # The seat was taken back or the table moved on while the bot was thinking.
            LOG.info("table %s: a bot's answer came too late", room.record.id)

    async def stop(self) -> None:
        """Ends everything that runs by itself."""
        for driver in self._drivers.values():
            driver.cancel()
        await asyncio.gather(*self._drivers.values(), return_exceptions=True)
        self._thinkers.stop()
