"""Games over days: whoever has not decided in time is reminded once, then a bot plays for them.

When a decision is due follows from the log (`Room.due`), so it does not matter whether the server
was away meanwhile.  Tables that nobody looks at stay on the disk until there is something to do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, Literal

from dalang.server.house import House
from dalang.server.refusals import NotYourSeat
from dalang.server.rooms import Room
from dalang.server.storage import BrokenGame, Paced, Seat, now

LOG = logging.getLogger("dalang.server")
LOOKING: Final = 30.0  # seconds between looking what is due
REMINDING: Final = 0.25  # of the time left when somebody is reminded

Called = Literal["reminder", "lent"]
Caller = Callable[[Room, Seat, Called], None]  # tells the person of a seat


class Pacer:
    """Watches over all tables that have a pace."""

    def __init__(self, house: House, call: Caller) -> None:
        self._house = house
        self._call = call
        self._broken: set[str] = set()

    async def look_for_ever(self) -> None:
        """As long as the server runs."""
        while True:
            try:
                await self.look(now())
            except Exception:  # a full disk, say; the next look may find it well again
                LOG.exception("the paces of the tables cannot be looked at")
            await asyncio.sleep(LOOKING)

    async def look(self, moment: datetime) -> None:
        """Does what is due at a moment."""
        for table in await self._house.store.paced():
            if not self._has_work(table, moment):
                continue
            try:
                await self._attend(await self._house.room(table.table), table, moment)
            except BrokenGame as error:
                LOG.warning("%s", error)
                self._broken.add(table.table)

    def _has_work(self, table: Paced, moment: datetime) -> bool:
        if table.table in self._broken:
            return False
        due = table.since + timedelta(seconds=table.pace)
        soon = moment >= remind_at(due, table.pace) and table.reminded != table.number
        return soon or moment >= due

    async def _attend(self, room: Room, table: Paced, moment: datetime) -> None:
        """The room may know better than its log: somebody has just taken a seat back."""
        seat, due = room.asked(), room.due()
        if seat is None or due is None or moment < remind_at(due, room.record.pace):
            return
        if moment < due:
            if table.reminded == room.count:
                return
            await self._house.store.keep_reminder(room.record.id, room.count)
            self._call(room, seat, "reminder")
            return
        try:
            await self._house.lend(room, seat)
        except NotYourSeat:  # somebody else has done it just now
            return
        self._call(room, seat, "lent")


def remind_at(due: datetime, pace: int) -> datetime:
    """When somebody is reminded of a decision."""
    return due - timedelta(seconds=pace * REMINDING)
