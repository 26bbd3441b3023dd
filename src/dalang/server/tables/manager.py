"""All tables that are in use, and the bots that sit at them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from dalang.bots import USUAL_LEVEL
from dalang.engine.errors import UnknownGame
from dalang.engine.lesson import Lesson
from dalang.engine.spec import GameSpec
from dalang.server.bounds import TableBounds
from dalang.server.errors import NoSuchTable, NotYourSeat
from dalang.server.people.names import distinct, is_name_of
from dalang.server.storage import (
    AsyncStore,
    Branch,
    BrokenGame,
    Damaged,
    DamagedGame,
    Entry,
    Person,
    PlayHabits,
    Seat,
    StorageError,
    now,
    queries,
)
from dalang.server.storage.announcing import Announcement
from dalang.server.tables import premoves
from dalang.server.tables.bot_workers import BotWorkers
from dalang.server.tables.driving import TableDriver
from dalang.server.tables.game_log import begin_lesson
from dalang.server.tables.opening import TableTerms, new_record, told_in_words
from dalang.server.tables.peers import Peers
from dalang.server.tables.rematch import all_agree, seat_again
from dalang.server.tables.seats import has_link, is_warmed
from dalang.server.tables.table import PATIENCE, Check, Table
from dalang.server.tables.thinking_time import ThinkingTime

LOG = logging.getLogger("dalang.server")
MOST_TABLES = 50  # of one person, where a new name is put
UNUSED = 900.0  # seconds until a table that nobody looks at leaves the memory
TIDYING = 60.0  # seconds between looking for such tables


class TableManager:
    """Opens tables, finds them again, and lets the bots play."""

    def __init__(
        self,
        store: AsyncStore,
        bot_workers: BotWorkers,
        pace: float,
        patience: float = PATIENCE,
        herald: Callable[[Table], None] = lambda table: None,
        thinking_time: ThinkingTime | None = None,
        bounds: TableBounds | None = None,
        peers: Peers | None = None,
    ) -> None:
        self.store = store
        self.peers = peers or Peers()
        self._bot_workers = bot_workers
        self._unhurried = pace > 0
        self._bounds = bounds or TableBounds()
        self._patience = patience
        self._herald = herald  # is told when a person is asked to decide
        self._thinking_time = thinking_time or ThinkingTime()
        self._driver = TableDriver(bot_workers, pace, self._thinking_time, herald, self.peers)
        self._rematches = asyncio.Lock()
        self._tables: dict[str, Table] = {}
        self._used: dict[str, float] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._closing = False
        self._unreadable: set[str] = set()  # tables that were set aside
        self.peers.hear("closed", self._closed_elsewhere)
        self.peers.hear("habits", self._habits_changed)
        self.peers.hear("refresh", self._refreshed)
        self.peers.hear("blocks", lambda said: self.learn_blocks(said.subject))
        self.peers.hear("go-on", self._goes_on_elsewhere)

    # --- tables -------------------------------------------------------------------------

    async def find(self, table_id: str, fresh: bool = True) -> Table:
        """A table by its name, from memory or from the store.

        It is as it was stored last by whichever process, unless it need not be `fresh`.
        """
        if table_id not in self._tables:
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.create_task(self._load(table_id))
            await asyncio.shield(self._loading[table_id])
        elif fresh and self.store.is_shared:  # even if no other process is known: it may be new
            await self._refresh(self._tables[table_id])
        self._used[table_id] = monotonic()
        return self._tables[table_id]

    async def _refresh(self, table: Table) -> None:
        """Somebody has perhaps just done something there through another process."""
        revision = await self.store.read(queries.revision, table.record.id)
        if revision < 0:
            self._closed(table.record.id)
            raise NoSuchTable("no_such_table")
        await table.follow(revision)

    @property
    def in_memory(self) -> Mapping[str, Table]:
        """Those that need not be loaded, and are kept up to date."""
        return self._tables

    async def wake(self, table_id: str) -> None:
        """Lets bots and the server act at a table, although nobody is watching it."""
        record = await self.store.read(queries.table, table_id)
        if record is None or record.status == "finished" or table_id in self._tables:
            return
        probe = Table(record, self.store)
        probe.remember = premoves.remember
        await probe.load()
        if self._driver.goes_on(probe):
            await self.find(table_id)

    async def is_readable(self, table_id: str) -> bool:
        """Whether a table can be loaded: its log is whole, and the rules can replay it."""
        if table_id in self._tables:
            return True
        try:
            record = await self.store.read(queries.table, table_id)
            if record is not None:
                await Table(record, self.store).load()
        except (BrokenGame, Damaged, UnknownGame):
            return False
        return record is not None

    @property
    def closing(self) -> bool:
        """Whether the server is about to end."""
        return self._closing

    def gauges(self) -> dict[str, tuple[str, float]]:
        """How much there is of what at this moment, and what that means."""
        watched = sum(table.audience.is_watching for table in self._tables.values())
        return {
            "tables": ("Tables in memory.", len(self._tables)),
            "tables_watched": ("Tables that somebody looks at.", watched),
            "bots_waiting": ("Bots that wait for a worker.", self._driver.waiting),
            "writes_waiting": ("Writes that wait for the database.", self.store.waiting),
            "processes": ("Processes that serve these tables.", self.peers.count),
        }

    @property
    def own_bots(self) -> Collection[str]:
        """What the host's bots are called."""
        return self._bot_workers.own.keys()

    @property
    def tables_in_memory(self) -> frozenset[str]:
        """Those that need not be loaded."""
        return frozenset(self._tables)

    def resting(self) -> float:
        """For how many seconds nobody has acted at any table in memory."""
        return monotonic() - max((table.moved for table in self._tables.values()), default=0.0)

    async def _load(self, table_id: str) -> Table:
        try:
            record = await self.store.read(queries.table, table_id)
            if record is None:
                raise NoSuchTable("no_such_table")
            table = Table(record, self.store, self._patience, self._thinking_time.grace)
            table.unhurried = self._unhurried
            table.remember, table.publish = premoves.remember, self.peers.publish
            try:
                await table.load()
            except Damaged:
                raise self._set_aside(table_id) from None
            await table.begin()  # it may have been interrupted just there
            self._tables[table_id], self._used[table_id] = table, monotonic()
            if self.store.is_shared:  # nothing that was announced meanwhile may be missed
                await self.peers.meet(table)
                await table.follow(await self.store.read(queries.revision, table_id))
            if self._closing:
                table.audience.close()
            self._watch(table)
            return table
        finally:
            del self._loading[table_id]

    def _set_aside(self, table_id: str) -> DamagedGame:
        """A game that cannot be read is named to the host, once; all others go on."""
        error = DamagedGame(table_id)
        if table_id not in self._unreadable:
            self._unreadable.add(table_id)
            LOG.error("%s It is set aside; see docs/hosting.md, Backup.", error)
        return error

    async def open_table(
        self, host: Person, key: str, seats: Sequence[Seat], terms: TableTerms
    ) -> Table:
        """A new table; it begins as soon as no seat is free."""
        record = new_record(host, key, seats, terms, self.own_bots)
        with told_in_words():
            await self.store.write(queries.add_table, record, self._bounds)
        return await self.find(record.id)

    async def open_branch(
        self,
        host: Person,
        key: str,
        seats: Sequence[Seat],
        terms: TableTerms,
        entries: Sequence[Entry],
        branch: Branch,
    ) -> Table:
        """A new table that continues another game from a moment."""
        record = new_record(host, key, seats, terms, self.own_bots)
        with told_in_words():
            await self.store.write(queries.add_branch, record, entries, branch, self._bounds)
        return await self.find(record.id)

    async def open_lesson(
        self,
        learner: Person,
        spec: GameSpec,
        lesson: Lesson,
        seats: Sequence[Seat],
        place: str = "",
    ) -> Table:
        """A table that begins as the lesson says."""
        new = new_record(learner, spec.key, seats, TableTerms(place=place))
        record = replace(new, secret=lesson.secret)
        opening = begin_lesson(spec, record, lesson)
        with told_in_words():
            await self.store.write(queries.add_table, record, self._bounds)
        await self.store.write(queries.append, record.id, opening)
        return await self.find(record.id)

    async def tidy_for_ever(self) -> None:
        """Forgets tables that nobody has looked at for a while; the store keeps them."""
        while True:
            await asyncio.sleep(TIDYING)
            try:
                self.tidy(monotonic() - UNUSED)
                if await self.peers.does_chores():
                    await self.close_stale(now() - timedelta(days=self._bounds.open_days))
            except StorageError as error:
                LOG.warning("the tables cannot be tidied: %s", error)
            except Exception:
                LOG.exception("the tables cannot be tidied")

    def tidy(self, before: float) -> None:
        """Forgets the tables last used before a moment, unless bots or the server have to act."""
        for table_id, table in list(self._tables.items()):
            if (
                self._used[table_id] < before
                and not table.audience.is_served
                and not self._goes_on_here(table)
            ):
                self.forget(table_id)

    async def close_stale(self, before: datetime) -> None:
        """Closes the tables that wait for players in vain, unless somebody looks at them."""
        looked_at = {name for name, table in self._tables.items() if table.audience.is_watching}
        looked_at.update(await self.peers.looked_at())
        for table_id in await self.store.write(queries.close_stale, before, looked_at):
            self._closed(table_id)

    def _closed(self, table_id: str) -> None:
        if table := self._tables.get(table_id):
            table.gone()
        self.forget(table_id)

    def _goes_on_here(self, table: Table) -> bool:
        """Whether bots or the server will act at a table, through this process."""
        elsewhere = self.peers.is_driven_elsewhere(table.record.id)
        return not elsewhere and self._driver.goes_on(table)

    def forget(self, table_id: str) -> None:
        """A table leaves the memory."""
        self._tables.pop(table_id, None)
        self._used.pop(table_id, None)
        if driver := self._drivers.pop(table_id, None):
            driver.cancel()

    # --- what other processes say -------------------------------------------------------

    def _closed_elsewhere(self, said: Announcement) -> None:
        self._closed(said.subject)

    async def _habits_changed(self, said: Announcement) -> None:
        found = await self.store.read(queries.habits, {said.subject})
        for person, habits in found.items():
            self._adopt_habits(person, habits)

    def _goes_on_elsewhere(self, said: Announcement) -> None:
        if (table := self._tables.get(said.subject)) and (seat := table.lingering()) >= 0:
            table.go_on(seat, said.number)

    # --- seats --------------------------------------------------------------------------

    async def sit(self, table: Table, person: Person, number: int, invite: str) -> None:
        """Takes a free seat; one with an invitation only by its link, and even from a bot."""
        seat = self._seat(table, number)
        if seat.kind == "person" and seat.person == person.id:
            return  # asked for twice
        if seat.kind != "open" and not is_warmed(seat):
            raise NotYourSeat("seat_taken")
        if seat.invite and not has_link(seat, invite):
            raise NotYourSeat("seat_kept")
        await self._check_welcome(table, person)

        def check() -> None:
            if any(other.person == person.id for other in table.record.seats):
                raise NotYourSeat("sit_already")
            if table.record.status not in ("open", "running"):
                raise NotYourSeat("seat_taken")

        name = distinct(person.name, [other.name for other in table.record.seats])
        taken = replace(seat, kind="person", person=person.id, name=name, bot="")
        with told_in_words():
            await table.seat(seat, taken, check, self._bounds)
        await table.begin()

    async def _check_welcome(self, table: Table, person: Person) -> None:
        """Nobody sits down with somebody who has blocked them."""
        seated = {seat.person for seat in table.record.seats if seat.person}
        blocks = await self.store.read(queries.blocks, {table.record.host, *seated})
        if any(person.id in others for others in blocks.values()):
            raise NotYourSeat("not_welcome")

    async def learn_blocks(self, person_id: str) -> None:
        """Somebody has blocked somebody, or does not any more."""
        own = (await self.store.read(queries.blocks, [person_id])).get(person_id, frozenset())
        for table in self._tables.values():
            if any(seat.person == person_id for seat in table.record.seats):
                table.preferences.blocks[person_id] = own
                table.audience.whisper(person_id)

    async def leave(self, table: Table, person: Person) -> None:
        """Before the game: a player leaves the table, and the host closes it."""
        if table.record.status != "open":
            raise NotYourSeat("begun_already")
        if table.record.host == person.id:
            await table.close_down()
            self.forget(table.record.id)
            return
        own = [seat for seat in table.record.seats if seat.person == person.id]
        if not own:
            raise NotYourSeat("not_at_table")

        def check() -> None:
            if table.record.status != "open":
                raise NotYourSeat("begun_already")

        for seat in own:
            await table.seat(seat, Seat(seat.seat, invite=seat.invite), check)

    async def stand_in(self, table: Table, person: Person, number: int) -> None:
        """Lets a bot play for the person who asks, or for one who has taken too long."""
        seat = self._seat(table, number)

        def check() -> None:
            if seat.kind != "person" or table.record.status != "running":
                raise NotYourSeat("nobody_to_replace")
            if seat.person == person.id and table.record.rated:
                raise NotYourSeat("rated_play_yourself")
            if seat.person == person.id:
                return
            if table.seat_of(person.id) < 0:
                raise NotYourSeat("not_at_table")
            if table.overdue() != number:
                raise NotYourSeat("more_time")

        await self.lend(table, seat, check)

    async def lend(self, table: Table, seat: Seat, check: Check) -> None:
        """A bot plays for the person of a seat, until that person takes it back."""
        await table.seat(seat, replace(seat, kind="bot", bot=USUAL_LEVEL), check)

    async def resign(self, table: Table, person: Person) -> None:
        """Somebody gives up for good: a bot plays on at their seats, and everybody is told."""
        own = [seat for seat in table.record.seats if seat.person == person.id]
        own = [seat for seat in own if not seat.resigned]
        if not own:
            raise NotYourSeat("not_at_table")

        def check() -> None:
            if table.record.status != "running":
                raise NotYourSeat("nobody_to_replace")

        for seat in own:
            level = seat.bot or USUAL_LEVEL
            await table.seat(seat, replace(seat, kind="bot", bot=level, resigned=True), check)

    async def come_back(self, table: Table, person: Person) -> None:
        """Takes seats back from the bots that stood in."""
        for seat in table.record.seats:
            if seat.person == person.id and seat.kind == "bot" and not seat.resigned:
                with suppress(NotYourSeat):  # asked for twice
                    await table.seat(seat, replace(seat, kind="person", bot=""))
                await self.store.write(queries.take_out, person.id, table.record.id)

    async def rename(self, person: Person, name: str) -> None:
        """Gives a person another name, also at the tables where they sit."""
        await self.store.write(queries.rename, person.id, name)
        await self.rename_seats(person.id, person.name, name)

    async def rename_seats(self, person_id: str, before: str, name: str) -> None:
        """Where somebody sits under one name, another one is shown; finished games keep theirs."""
        for record in await self.store.read(queries.tables, person=person_id, limit=MOST_TABLES):
            if record.status == "finished":
                continue
            with suppress(BrokenGame, UnknownGame, NotYourSeat):  # the other tables continue
                table = await self.find(record.id)
                for seat in table.record.seats:
                    if seat.person == person_id and is_name_of(seat, before):
                        others = [one.name for one in table.record.seats if one != seat]
                        await table.seat(seat, replace(seat, name=distinct(name, others)))

    async def refresh(self, tables: Iterable[str]) -> None:
        """Some tables were changed in the store, and not by themselves."""
        for table_id in tables:
            with suppress(BrokenGame, Damaged, UnknownGame):  # the others are to learn of it, too
                if table := self._tables.get(table_id):
                    await table.reload()
                else:
                    await self.wake(table_id)  # perhaps a bot is to move there now
            await self.peers.call_out("refresh", table_id)

    async def _refreshed(self, said: Announcement) -> None:
        """Another process has changed a table in the store."""
        if table := self._tables.get(said.subject):
            await table.reload()

    async def set_habits(self, person: Person, habits: PlayHabits) -> None:
        """How a person wants to play, at once at all tables where they sit."""
        await self.store.write(queries.set_habits, person.id, habits)
        self._adopt_habits(person.id, habits)

    def _adopt_habits(self, person: str, habits: PlayHabits) -> None:
        for table in self._tables.values():
            if person in table.preferences.habits:
                table.preferences.habits[person] = habits
                table.audience.whisper(person)

    async def go_on(self, table: Table, seat: int, number: int) -> None:
        """Somebody will not take back: bots, through whichever process, need not wait."""
        table.go_on(seat, number)
        await self.peers.call_out("go-on", table.record.id, number)

    async def rematch(
        self, table: Table, person: Person, place: str = "", joins: bool = True, now: bool = False
    ) -> Table:
        """Somebody wants to play again, or does not; the new table, or the old one until then.

        It opens once all have answered, or once one of those who want to play wants to begin `now`.
        Bots take the seats of the others.
        """
        if table.record.status != "finished" or table.seat_of(person.id) < 0:
            raise NotYourSeat("no_rematch")
        async with self._rematches:
            if not table.next_table:
                await table.wish_again(person.id, joins)
                if not (now and joins) and not all_agree(table):
                    return table
                await self._open_again(table, person, place)
            return await self.find(table.next_table)

    async def _open_again(self, table: Table, person: Person, place: str) -> None:
        old, wishes = table.record, table.preferences.again
        seats = [seat_again(seat, wishes, self.own_bots) for seat in old.seats]
        host: Person | None = person
        if not wishes[person.id]:  # the last to answer stays away
            first = next(one for one, joins in wishes.items() if joins)
            host = await self.store.read(queries.person, first)
        terms = TableTerms(
            old.options, old.public, old.pace, old.clock, old.advice, old.rated, place=place
        )
        again = new_record(host or person, old.game, seats, terms, self.own_bots)
        with told_in_words():
            table.next_table = await self.store.write(
                queries.add_sequel, old.id, again, self._bounds
            )
        table.audience.wake()
        self._herald(await self.find(table.next_table))

    @staticmethod
    def _seat(table: Table, number: int) -> Seat:
        if not 0 <= number < table.record.players:
            raise NotYourSeat("no_such_seat")
        return table.record.seats[number]

    # --- bots ---------------------------------------------------------------------------

    def _watch(self, table: Table) -> None:
        if table.record.status != "finished":
            self._drivers[table.record.id] = asyncio.create_task(self._driver.drive(table))

    def close(self) -> None:
        """Releases everybody who waits for news, so that the server can stop."""
        self._closing = True
        for table in self._tables.values():
            table.audience.close()

    async def hand_over(self) -> None:
        """Bots and the server act no more through this process; others take their place at once."""
        left = [table_id for table_id, table in self._tables.items() if self._goes_on_here(table)]
        await self.peers.leave(left)
        drivers = list(self._drivers.values())
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)

    async def stop(self) -> None:
        """Stops all background tasks."""
        await self.hand_over()
        for running in (self._loading, self._drivers):  # a table that comes brings its driver
            tasks: list[asyncio.Task[Any]] = list(running.values())
            for task in tasks:
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)
        self._bot_workers.stop()
