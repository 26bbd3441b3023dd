"""Playing with strangers: a seat at a table that looks for somebody, or a table that does.

People who look for others sit at an open table, so waiting needs nothing of its own: the table is
in the lobby, friends can be invited to it, and its page says who has come.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from dalang.server.errors import NoSuchTable, NotYourSeat
from dalang.server.ratings import PlayerRating
from dalang.server.storage import GameWish, Person, Seat, StorageError, TableRecord, now, queries
from dalang.server.tables.manager import TableManager
from dalang.server.tables.moving import bots_sit_down
from dalang.server.tables.opening import TableTerms
from dalang.server.tables.seats import is_free
from dalang.server.tables.table import Table

LOG = logging.getLogger("dalang.server")
LOOKING: Final = 2.0  # seconds between two looks at tables that bots are to fill


class Matchmaker:
    """Brings together people who want to play the same."""

    def __init__(self, tables: TableManager) -> None:
        self._tables = tables
        self._store = tables.store
        self._searching = asyncio.Lock()

    async def find(
        self, person: Person, search: GameWish, wait: timedelta | None, place: str
    ) -> Table:
        """A table where somebody sits now: one that looked for them, or one that looks for others.

        After `wait`, bots take the seats that are still free; None = never.
        """
        async with self._searching:
            mine = await self._seated_already(person, search)
            if mine is None:
                mine = await self.join(person, search, None)
            if mine is not None:
                return mine
            own = await self.open(person, search, wait, place)
            # Another process may have opened a table just now: the younger one gives way.
            older = await self.join(person, search, own.record)
            if older is not None:
                with suppress(NotYourSeat, NoSuchTable):  # somebody has just sat down there
                    await self._tables.leave(own, person)
            return older or own

    async def _seated_already(self, person: Person, search: GameWish) -> Table | None:
        """Asked for twice."""
        for record in await self._store.read(queries.seeking, search):
            if any(seat.person == person.id for seat in record.seats):
                return await self._tables.find(record.id)
        return None

    async def join(self, person: Person, search: GameWish, own: TableRecord | None) -> Table | None:
        """Sits down at the oldest table that fits, if there is one older than their own."""
        for record in await self._store.read(queries.seeking, search):
            if own and (record.created, record.id) >= (own.created, own.id):
                return None
            if not await self._fits(person, search, record):
                continue
            with suppress(NotYourSeat, NoSuchTable):  # somebody was quicker
                table = await self._tables.find(record.id)
                free = next((seat for seat in table.record.seats if is_free(seat)), None)
                if free is not None:
                    await self._tables.sit(table, person, free.seat, "")
                    return table
        return None

    async def _fits(self, person: Person, search: GameWish, record: TableRecord) -> bool:
        """Whether ratings are close enough, and nobody there is blocked by the person.

        Whether one of them has blocked the person is asked when they sit down.
        """
        others = [seat.person for seat in record.seats if seat.person]
        blocks = await self._store.read(queries.blocks, [person.id])
        unwanted = {person.id, *blocks.get(person.id, ())}
        if not unwanted.isdisjoint([record.host, *others]):
            return False
        found = await self._store.read(queries.ratings_of, search.game, [person.id, *others])
        mine = found.get(person.id, PlayerRating()).shown
        gaps = [abs(found.get(other, PlayerRating()).shown - mine) for other in others]
        return max(gaps, default=0) <= min(search.spread, record.spread)

    async def open(
        self, person: Person, search: GameWish, wait: timedelta | None, place: str
    ) -> Table:
        """A table that looks for others."""
        seats = [Seat(0, "person", person.id, name=person.name)]
        seats += [Seat(number) for number in range(1, search.players)]
        terms = TableTerms(
            public=True,
            pace=search.pace,
            clock=search.clock,
            advice=False,
            rated=search.rated,
            spread=search.spread,
            fills=now() + wait if wait is not None else None,
            place=place,
        )
        return await self._tables.open_table(person, search.game, seats, terms)

    async def fill_for_ever(self) -> None:
        """As long as the server runs."""
        while True:
            await asyncio.sleep(LOOKING)
            try:
                if await self._tables.peers.does_chores():
                    await self.fill(now())
            except StorageError as error:  # a full disk, say; the next look may find it well again
                LOG.warning("the tables cannot be filled: %s", error)
            except Exception:
                LOG.exception("the tables cannot be filled")

    async def fill(self, moment: datetime) -> None:
        """Bots take the free seats of tables that have waited long enough."""
        for table_id in await self._store.read(queries.due_to_fill, moment):
            with suppress(NotYourSeat, NoSuchTable):
                table = await self._tables.find(table_id)
                await bots_sit_down(table, [seat for seat in table.record.seats if is_free(seat)])
