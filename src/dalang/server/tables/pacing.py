"""Games over days: late players are reminded once, and then a bot plays for them.

Clocks of live games are watched by the driver of each table; tables that nobody drives are woken.
The log says when a decision is due (`Table.due`), so it does not matter if the server was down.
Tables that nobody looks at stay on disk until there is something to do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, Literal

from dalang.engine.errors import UnknownGame
from dalang.server.errors import NotYourSeat
from dalang.server.storage import BrokenGame, Damaged, Paced, Seat, StorageError, now, queries
from dalang.server.storage.announcing import Announcement
from dalang.server.tables.manager import TableManager
from dalang.server.tables.peers import FORGOTTEN
from dalang.server.tables.table import Table

LOG = logging.getLogger("dalang.server")
LOOKING: Final = 30.0  # seconds between looking what is due
STEPPING_IN: Final = 4.0  # seconds between asking whether the process that looks is gone
REMINDING: Final = 0.25  # of the time left when somebody is reminded

Called = Literal["reminder", "lent"]
Caller = Callable[[Table, Seat, Called], None]  # tells the person of a seat


class Pacer:
    """Watches over all tables that have a pace."""

    def __init__(self, tables: TableManager, call: Caller) -> None:
        self._tables = tables
        self._call = call
        self._broken: set[str] = set()
        tables.peers.hear(FORGOTTEN, self._wake_again)

    async def look_for_ever(self) -> None:
        """As long as the server runs."""
        peers = self._tables.peers
        if await peers.does_chores():
            await _tried(self.wake())
        while True:
            if ours := await peers.does_chores():
                await _tried(self.look(now()))
            await asyncio.sleep(LOOKING if ours else STEPPING_IN)

    async def _wake_again(self, said: Announcement) -> None:
        """Nobody knows any more which tables a process drove that is gone, too."""
        if await self._tables.peers.does_chores():
            await self.wake()

    async def wake(self) -> None:
        """After a restart: bots that were about to move do so, although nobody is watching."""
        for paced in await self._all_paced():
            with suppress(BrokenGame, UnknownGame):
                await self._tables.wake(paced.table)
        await self._wake_clocks()

    async def _wake_clocks(self) -> None:
        for table in await self._tables.store.read(queries.clocked_ids):
            if table not in self._broken:
                try:
                    await self._tables.wake(table)
                except (BrokenGame, UnknownGame) as error:
                    LOG.warning("%s", error)
                    self._broken.add(table)

    async def look(self, moment: datetime) -> None:
        """Does what is due at a moment."""
        await self._wake_clocks()
        for paced in await self._all_paced():
            if not self._has_work(paced, moment):
                continue
            try:
                await self._attend(await self._tables.find(paced.table), paced, moment)
            except (BrokenGame, UnknownGame) as error:
                LOG.warning("%s", error)
                self._broken.add(paced.table)

    async def _all_paced(self) -> list[Paced]:
        """If a part of the logs is damaged, those of the other tables."""
        store, found = self._tables.store, list[Paced]()
        try:
            return await store.read(queries.paced)
        except Damaged:
            for table in await store.read(queries.paced_ids):
                with suppress(Damaged):
                    found += await store.read(queries.paced, table)
        return found

    def _has_work(self, paced: Paced, moment: datetime) -> bool:
        if paced.table in self._broken:
            return False
        due = paced.since + timedelta(seconds=paced.pace)
        soon = moment >= remind_at(due, paced.pace) and paced.reminded != paced.number
        return soon or moment >= due

    async def _attend(self, table: Table, paced: Paced, moment: datetime) -> None:
        """The table may know better than its log: somebody has just taken a seat back."""
        seat, due = table.waiting.called, table.due()
        if seat is None or due is None or moment < remind_at(due, table.record.pace):
            return
        if moment < due:
            if paced.reminded == table.count:
                return
            number = table.count
            store, wanted = self._tables.store, (table.record.id, number)
            first = await store.write(queries.keep_reminder, *wanted)
            if first and table.count == number and table.waiting.called == seat:
                self._call(table, seat, "reminder")
            return

        def check() -> None:
            due = table.due()
            if table.waiting.called != seat or due is None or moment < due:
                raise NotYourSeat("more_time")

        try:
            await self._tables.lend(table, seat, check)
        except NotYourSeat:  # somebody else has done it just now
            return
        self._call(table, seat, "lent")


async def _tried(work: Awaitable[None]) -> None:
    try:
        await work
    except StorageError as error:  # the database is away, which a sentence says as well
        LOG.warning("the paces of the tables cannot be looked at: %s", error)
    except Exception:  # a full disk, say; the next look may find it well again
        LOG.exception("the paces of the tables cannot be looked at")


def remind_at(due: datetime, pace: int) -> datetime:
    """When somebody is reminded of a decision."""
    return due - timedelta(seconds=pace * REMINDING)
