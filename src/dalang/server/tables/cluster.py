"""Several processes at one PostgreSQL, as one of them sees it.

docs/architecture.md, *Several processes*, says what is announced, who drives a table, and why
nothing can happen twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import Any, Final

from dalang.server.limits import Share
from dalang.server.storage import AsyncStore, OpenPagesElsewhere, StorageError
from dalang.server.storage.announcing import Announcement
from dalang.server.storage.heartbeat import Beat, Heartbeat, Peer
from dalang.server.storage.queries import processes
from dalang.server.storage.queries.processes import CHORES, DEAD
from dalang.server.tables.peers import FORGOTTEN, Hearer, LocalTables, Peers
from dalang.server.tables.table import Table

LOG = logging.getLogger("dalang.server")
LOOKING: Final = 4.0  # seconds between two looks at what may not have been heard
ADOPTED: Final = 10  # tables of a dead process that are taken over at a time
SELDOM: Final = 10  # looks until one that is more thorough
GATHERING: Final = 0.02  # seconds in which openings and closings of pages are told together
ILL: Final = 15.0  # seconds without a sign of life until visitors should be sent elsewhere
FRESH: Final = DEAD - 1.0  # seconds after a sign of life in which others surely see it


class Cluster(Peers):
    """Several processes at one PostgreSQL."""

    def __init__(self, store: AsyncStore, role: str = "serve", places: int = 0) -> None:
        self.process = store.process
        self.store = store
        self._me = Peer(self.process, role, places)
        self._living: dict[str, Peer] = {}
        self._beaten = asyncio.Event()
        self._last_beat = 0.0
        self.heartbeat: Heartbeat | None = None
        self._house: LocalTables | None = None
        self._held: set[str] = set()  # leases of this process, as far as it knows
        self._taken_over: set[str] = set()
        self._holders: dict[str, str] = {}  # of leases that others hold
        self._moved: set[tuple[str, str]] = set()  # whose pages have to be told: table, person
        self._publishing = False
        self._hearers: dict[str, list[Hearer]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._adopting = asyncio.Lock()
        self._left = False
        self._doubts = False  # something could not be read: presence may have been missed
        for kind, hearer in {
            "log": self._table_changed,
            "table": self._table_changed,
            "presence": self._presence_changed,
            "free": self._freed,
            "gone": self._gone,
        }.items():
            self.hear(kind, hearer)

    async def begin(self, house: LocalTables) -> None:
        """Listens, and is known to the others when this returns."""
        self._house = house
        self.heartbeat = Heartbeat(
            self.store.engine, self._me, lambda said: self.heed(said), self._beat
        )
        async with asyncio.timeout(60.0):
            await self._beaten.wait()
        self._start(self._look_for_ever())

    async def leave(self, left: Collection[str] = ()) -> None:
        """What this process held is free at once."""
        if self._left:
            return
        self._left = True
        self._held.clear()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.heartbeat:
            await asyncio.to_thread(self.heartbeat.stop)
        with suppress(StorageError):  # then the others find out by themselves
            await self.store.write(processes.leave, self.process, left)

    # --- signs of life ------------------------------------------------------------------

    @property
    def others(self) -> bool:  # type: ignore[override]
        """Whether another process serves the same tables now, or this one cannot know."""
        return any(one.role == "serve" for one in self._living.values() if one != self._me) or (
            not self._is_fresh
        )

    @property
    def _is_fresh(self) -> bool:
        """Whether the others surely know that this process lives."""
        return monotonic() - self._last_beat < FRESH

    @property
    def is_well(self) -> bool:  # type: ignore[override]
        """Whether the last sign of life was given lately."""
        return monotonic() - self._last_beat < ILL

    def living(self, role: str) -> list[Peer]:
        """The processes of a kind that live now."""
        return [one for one in self._living.values() if one.role == role]

    def _beat(self, beat: Beat) -> None:
        if self._left:
            return
        late = beat.began - self._last_beat > DEAD
        died = self._living.keys() - beat.living.keys()
        came = beat.living.keys() - self._living.keys()  # or is back: what it serves counts again
        self._living, self._last_beat = beat.living, beat.began
        if late or beat.unknown:  # others may have taken over what this process held
            self._held.clear()
        if beat.unknown:
            self._start(self._publish_all())
            if self._beaten.is_set():  # with the leases of others, who may be gone for good
                self._pass_on(Announcement(self.process, FORGOTTEN, 0, self.process))
        if beat.connected:
            self._start(self.look_at_everything())
        elif came:
            self._start(self._look_at_presence(self._in_memory))
        if died or not self._beaten.is_set():
            self._mourn(died)
        self._beaten.set()

    def _mourn(self, died: Collection[str]) -> None:
        """Processes are gone: somebody must do what they did."""
        self._start(self._look_at_presence(self._in_memory))
        for table_id, table in self._in_memory.items():
            if self._holders.get(table_id) in died:
                del self._holders[table_id]
                table.audience.stir()
        self._start(self._adopt())

    def _gone(self, said: Announcement) -> None:
        self._living.pop(said.subject, None)
        self._mourn({said.subject})

    # --- announcements ------------------------------------------------------------------

    def hear(self, kind: str, hearer: Hearer) -> None:
        """Lets somebody know of announcements of a kind by others."""
        self._hearers.setdefault(kind, []).append(hearer)

    async def call_out(self, kind: str, subject: str, number: int = 0) -> None:
        """If that is not possible now, nobody hears it."""
        with suppress(StorageError):
            await self.store.write(processes.call_out, kind, subject, number)

    def heed(self, said: Announcement) -> None:
        """Something was announced.

        Also what this process has changed itself, as it may not know that it has: a commit of which
        it was not told comes later than its look at the store.
        """
        if said.origin == self.process:
            table = self._in_memory.get(said.subject)
            if table and said.kind in ("log", "table") and said.number > table.revision:
                self._start(table.follow(said.number, only_log=said.kind == "log"))
            return
        self._pass_on(said)

    def _pass_on(self, said: Announcement) -> None:
        for hearer in self._hearers.get(said.kind, ()):
            if doing := hearer(said):
                self._start(doing)

    async def _table_changed(self, said: Announcement) -> None:
        if table := self._in_memory.get(said.subject):
            await table.follow(said.number, only_log=said.kind == "log")

    # --- a look at everything, because an announcement may be lost ----------------------

    @property
    def _in_memory(self) -> Mapping[str, Table]:
        return self._house.in_memory if self._house else {}

    async def _look_for_ever(self) -> None:
        for looks in count(1):
            await asyncio.sleep(LOOKING)
            seldom = looks % SELDOM == 0
            if seldom:
                await self._tried(self._release_forgotten())
            if self.heartbeat:
                self.heartbeat.check()
            thorough, self._doubts = seldom or self._doubts, False
            await self._tried(self.look_at_everything(thorough))
            if CHORES in self._held:
                await self._tried(self.store.write(processes.forget_dead))
            await self._adopt()

    async def look_at_everything(self, thorough: bool = True) -> None:
        """One question about all tables; only those that have changed are read.

        Who is where is only looked at if that is asked for: then all of it has to be read.
        """
        tables = dict(self._in_memory)
        if not tables:
            return
        known = {table_id: table.revision for table_id, table in tables.items()}
        for table_id, revision in (await self.store.read(processes.changed, known)).items():
            table = tables[table_id]
            await table.follow(table.revision + 1 if revision is None else revision)
        await self._look_at_holders(tables)
        if thorough:
            await self._look_at_presence(tables)

    async def _look_at_holders(self, tables: Mapping[str, Table]) -> None:
        known = {name: held for name, held in self._holders.items() if name in tables}
        if not known:
            return
        for table_id, holder in (await self.store.read(processes.other_holders, known)).items():
            if self._holders.get(table_id) == known[table_id]:  # nothing was heard meanwhile
                self._holders[table_id] = holder
                tables[table_id].audience.stir()

    # --- who drives ---------------------------------------------------------------------

    async def drives(self, table_id: str) -> bool:
        """Claims the table if nobody drives it, or only a process that is gone."""
        if self._left:
            return False
        if table_id in self._held and self._is_fresh:
            return True
        if self.is_driven_elsewhere(table_id):
            return False
        holder = await self.store.write(processes.claim, table_id, self.process)
        if holder.process != self.process:
            self._held.discard(table_id)
            self._holders[table_id] = holder.process
            return False
        self._holders.pop(table_id, None)
        self._held.add(table_id)
        if holder.taken_over:
            self._taken_over.add(table_id)
        return True

    def is_driven_elsewhere(self, table_id: str) -> bool:
        """As far as this process knows."""
        holder = self._holders.get(table_id, "")
        return holder in self._living and holder != self.process

    def has_taken_over(self, table_id: str) -> bool:
        """Asked once."""
        was = table_id in self._taken_over
        self._taken_over.discard(table_id)
        return was

    async def does_chores(self) -> bool:
        """One process does them for all."""
        try:
            if self.is_driven_elsewhere(CHORES):
                self._holders.update(await self.store.read(processes.holders, [CHORES]))
            return await self.drives(CHORES)
        except StorageError:
            return False

    async def release(self, table_id: str) -> None:
        """Another process may want to drive it."""
        self._holders.pop(table_id, None)
        if table_id in self._held:
            self._held.discard(table_id)
            with suppress(StorageError):
                await self.store.write(processes.release, self.process, table_id)

    async def _release_forgotten(self) -> None:
        """Leases that could not be given back when this process wanted to."""
        for subject in await self.store.read(processes.leases_of, self.process):
            if subject not in self._held and subject not in self._in_memory:
                await self.store.write(processes.release, self.process, subject)

    def _freed(self, said: Announcement) -> None:
        self._holders.pop(said.subject, None)
        if table := self._in_memory.get(said.subject):
            table.audience.stir()

    async def _adopt(self) -> None:
        """Takes over the tables of processes that are gone, a few at a time."""
        if self._me.role != "serve" or self._adopting.locked():
            return
        async with self._adopting:
            try:
                while found := await self.store.write(processes.adopt, self.process, ADOPTED):
                    for table_id in found:
                        await self._adopt_one(table_id)
            except StorageError as error:
                LOG.warning("tables of another process wait: %s", error)

    async def _adopt_one(self, table_id: str) -> None:
        self._held.add(table_id)
        self._taken_over.add(table_id)
        self._holders.pop(table_id, None)
        assert self._house is not None
        if table_id not in self._in_memory:
            try:
                await self._house.wake(table_id)
            except Exception as error:  # a broken game must not keep the others waiting
                LOG.warning("table %s is not taken over: %s", table_id, type(error).__name__)
        if table := self._in_memory.get(table_id):
            table.audience.stir()
        else:
            await self.release(table_id)

    # --- limits -------------------------------------------------------------------------

    async def allow(self, shares: Sequence[Share]) -> bool:
        """Counted in the database, but only where somebody else counts, too."""
        if not self.others:
            return True
        return await self.store.write(processes.spend, shares)

    # --- who is where -------------------------------------------------------------------

    def publish(self, table_id: str, person: str) -> None:
        """Tells the others in a moment, together with what else happens until then."""
        self._moved.add((table_id, person))
        if not self._publishing and not self._left:
            self._publishing = True
            self._start(self._publish_soon())

    async def _publish_soon(self) -> None:
        """What cannot be told now is told as soon as it can be: it would be wrong for ever."""
        pause = GATHERING
        try:
            while self._moved:
                await asyncio.sleep(pause)
                moved, self._moved = self._moved, set()
                try:
                    await self._publish(moved)
                    pause = GATHERING
                except StorageError:
                    self._moved |= moved
                    pause = LOOKING
        finally:
            self._publishing = False

    async def _publish(self, moved: Collection[tuple[str, str]]) -> None:
        changes = [
            (table_id, person, table.audience.pages_of(person), table.presence.unseen(person))
            for table_id, person in sorted(moved)
            if (table := self._in_memory.get(table_id))
        ]
        if changes:
            await self.store.write(processes.keep_presence, self.process, changes)

    async def _publish_all(self) -> None:
        """The database has forgotten this process, and whom it serves."""
        for table_id, table in self._in_memory.items():
            for person in table.audience.own_people:
                self.publish(table_id, person)

    async def _presence_changed(self, said: Announcement) -> None:
        if table := self._in_memory.get(said.subject):
            await self._look_at_presence({said.subject: table})

    async def meet(self, table: Table) -> None:
        """Who looks at it elsewhere?"""
        await self._look_at_presence({table.record.id: table})

    async def looked_at(self) -> Collection[str]:
        """The tables that somebody has a page of open, also through other processes."""
        return frozenset(await self.store.read(processes.looked_at))

    async def _look_at_presence(self, tables: Mapping[str, Table]) -> None:
        tables = dict(tables)
        found: dict[str, list[OpenPagesElsewhere]] = {table_id: [] for table_id in tables}
        if not tables:
            return
        rows = await self.store.read(processes.presence, tables.keys(), self.process)
        for table_id, pages in rows:
            found[table_id].append(pages)
        for table_id, elsewhere in found.items():
            tables[table_id].look_elsewhere(elsewhere)

    # --- in the background --------------------------------------------------------------

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._left:
            work.close()
            return
        task = asyncio.create_task(self._tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may not even have begun

    async def _tried(self, work: Awaitable[None]) -> None:
        """What fails is done again by the next look at everything."""
        try:
            await work
        except StorageError as error:
            self._doubts = True
            LOG.info("the other processes are not understood: %s", error)
        except Exception:
            self._doubts = True
            LOG.exception("the other processes are not understood")
