"""A table in memory is the replay of the store: how it is loaded, and follows other processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, TypeVar

from dalang.engine.api import Position
from dalang.engine.spec import GameSpec
from dalang.registry import game
from dalang.server.errors import NoSuchTable
from dalang.server.storage import (
    AsyncStore,
    Branch,
    ChatLine,
    OpenPagesElsewhere,
    StorageError,
    StoredPremove,
    TableRecord,
    TableState,
    now,
    queries,
)
from dalang.server.tables.audience import Audience
from dalang.server.tables.dealing import Dealer
from dalang.server.tables.deliveries import Deliveries
from dalang.server.tables.game_log import GameLog
from dalang.server.tables.preferences import Preferences
from dalang.server.tables.presence import Presence
from dalang.server.tables.seat_map import SeatHint as SeatHint
from dalang.server.tables.seat_map import SeatMap
from dalang.server.tables.waiting import NOBODY, Waiting

PATIENCE = 300.0  # seconds without a move until others may give a seat to a bot
CHAT_KEPT = 200  # lines in memory
EPOCH = datetime.min
UNKNOWN = -2  # no revision: neither what is stored nor the one before it

Result = TypeVar("Result")


class StoredTable:
    """What is known of one table.  The log in the store is the source of truth."""

    def __init__(
        self,
        record: TableRecord,
        store: AsyncStore,
        patience: float = PATIENCE,
        grace: float = 0.0,
    ) -> None:
        self.record = record
        self.grace = grace  # seconds bots wait for those who want to take back
        self.preferences = Preferences()
        self.patience = record.pace or patience
        self.next_table = ""  # where the same people play again
        self.branch: Branch | None = None  # the moment it continues from
        self.spec: GameSpec = game(record.game)
        self.game_log = GameLog(self.spec, record, ())
        self.audience = Audience()
        self.presence = Presence(self.audience.wake)
        self.unhurried = False  # bots take their time, so that people can follow
        self.pauses = record.pauses
        self.revision = 0  # what is known of the changes that are stored; see follow()
        self.publish: Callable[[str, str], None] = lambda table, person: None
        self.remember: Callable[[Any, Sequence[StoredPremove]], None] = lambda table, kept: None
        self.chat: list[ChatLine] = []
        self.moved = monotonic()  # when somebody last acted
        self.since = record.updated  # since when somebody is asked, as the log says
        self.deliveries = Deliveries()
        self.interrupted = False  # something could not be stored, so nobody's time counts
        self._start_clock()
        self.hints: dict[int, SeatHint] = {}  # what a seat was advised last
        self._waiting: tuple[tuple[Position, int, TableRecord] | None, Waiting] = None, NOBODY
        self._seat_map = SeatMap(record)
        self.dealer = Dealer(record.secret)
        self.store = store
        self._lock = asyncio.Lock()
        self._changes: set[asyncio.Task[Any]] = set()

    async def load(self) -> None:
        """Reads the table from the store and replays its log."""
        state = await self.store.read(queries.table_state, self.record.id, limit=CHAT_KEPT)
        if state is None:
            raise NoSuchTable("no_such_table")
        self.chat = []
        self._take_over(state, GameLog(self.spec, state.record, state.entries))

    def _take_over(self, state: TableState, game_log: GameLog) -> None:
        """What is stored, however it came about."""
        away_until = state.record.clock_from
        if game_log is not self.game_log:
            self.game_log = game_log
            self.since = state.entries[-1].at if state.entries else state.record.updated
            self._start_clock((now() - max(self.since, away_until or self.since)).total_seconds())
        elif away_until and away_until != self.record.clock_from:
            self._start_clock((now() - away_until).total_seconds())
        self.record, self.revision, self.pauses = state.record, state.revision, state.record.pauses
        self._hear_chat(state.chat)
        self.next_table, self.branch = state.next_table, state.branch
        self.preferences.again, self.preferences.habits = state.again, state.habits
        self.preferences.blocks = state.blocks
        self.hints |= {hint.seat: SeatHint.read(hint) for hint in state.hints}
        self.remember(self, state.premoves)

    def _start_clock(self, waited: float = 0.0) -> None:
        """Somebody has been asked for some seconds; nobody else's clock is compared with ours."""
        waited = max(waited, 0.0)
        self.asked_at = monotonic() - waited
        self.asked_on = now() - timedelta(seconds=waited)  # the same, for people
        self.interrupted = False

    async def _learn_habits(self) -> None:
        people = {seat.person for seat in self.record.seats if seat.person}
        self.preferences.habits = await self.store.read(queries.habits, people)
        self.preferences.blocks = await self.store.read(queries.blocks, people)

    async def reload(self) -> None:
        """Reads again what something else than this table has changed in the store."""

        async def change() -> None:
            await self.load()
            self.audience.wake()

        await self._alone(change)

    @property
    def count(self) -> int:
        """Entries in the log: the number the next one gets."""
        return self.game_log.count

    def gone(self) -> None:
        """Tells everybody who looks on that the table is no more."""
        self.record = replace(self.record, status="closed")
        self.audience.wake()

    # --- who is there -------------------------------------------------------------------

    def come(self, person: str, counts: bool) -> None:
        """A page was opened, by somebody who counts as present if they sit here."""
        self.audience.come(person)
        if counts:
            self.presence.come(person)
        self.publish(self.record.id, person)

    def go(self, person: str, counts: bool, unseen: bool) -> None:
        """A page was closed, which nobody had looked at last if `unseen`."""
        self.audience.go(person)
        if counts:
            self.presence.go(person, unseen)
        self.publish(self.record.id, person)

    def look(self, person: str, unseen: bool) -> None:
        """A page was looked away from, or looked at again."""
        self.presence.look(person, unseen)
        self.publish(self.record.id, person)

    def look_elsewhere(self, found: Sequence[OpenPagesElsewhere]) -> None:
        """Who has pages open through other processes."""
        pages: dict[str, tuple[int, int]] = {}
        for one in found:
            all_pages, unseen = pages.get(one.person, (0, 0))
            pages[one.person] = all_pages + one.pages, unseen + one.unseen
        self.audience.look_elsewhere(frozenset(pages))
        seated = {seat.person for seat in self.record.seats}
        self.presence.look_elsewhere(
            {person: counts for person, counts in pages.items() if person in seated}
        )

    # --- what other processes do --------------------------------------------------------

    async def follow(self, revision: int, only_log: bool = False) -> None:
        """Another process has changed something: catches up, unless that was done already.

        Every change of a table counts its revision up by one.  If it was only the next one, and the
        log alone has grown, what was appended is read; else everything that could have changed.
        """
        if revision > self.revision:
            await self._alone(lambda: self._follow(revision, only_log))

    async def _follow(self, revision: int, only_log: bool) -> None:
        if revision <= self.revision or self.record.status == "closed":
            return
        if not only_log or revision != self.revision + 1:
            await self._catch_up()
            return
        entries = await self.store.appended(self.record.id, self.count)
        self.revision = revision
        if entries:
            self.game_log = self.game_log.continued(self.record, entries)
            self.preferences.acted({entry.actor for entry in entries})
            self.since, self.moved = entries[-1].at, monotonic()
            self._start_clock()
            self.audience.wake()

    async def _catch_up(self) -> None:
        """Takes over whatever is stored; what is known of the log already is not played again."""
        state = await self.store.read(
            queries.table_state, self.record.id, self.count, _first_gap(self.chat), CHAT_KEPT
        )
        if state is None:
            self.gone()
            return
        game_log, shown, private = self.game_log, self._shown(), self._private()
        if state.entries:
            game_log = game_log.continued(state.record, state.entries)
            self.moved = monotonic()
        self._take_over(state, game_log)
        if self._shown() != shown:
            self.audience.wake()
        for person, own in self._private().items():  # nobody else is sent anything
            if private.get(person) != own:
                self.audience.whisper(person)

    def _shown(self) -> tuple[object, ...]:
        """All that everybody at the table may notice."""
        said = self.chat[-1].number if self.chat else -1, len(self.chat)
        record = replace(self.record, updated=EPOCH)  # which every change renews
        seen = self.game_log, record, said, self.next_table, self.branch
        return *seen, list(self.preferences.again.items()), dict(self.hints)

    def _private(self) -> dict[str, tuple[object, ...]]:
        """What only one person may notice, by person."""
        kept = self.preferences
        return {
            seat.person: (
                kept.premoves.get(seat.seat),
                kept.missed.get(seat.seat),
                kept.habits.get(seat.person),
                kept.blocks.get(seat.person),
            )
            for seat in self.record.seats
            if seat.person
        }

    async def _reach(self, number: int) -> None:
        """A number that is not known here was seen by its sender through another process."""
        if number > self.count and self.store.is_shared:
            await self._catch_up()

    def wrote(self, revision: int) -> None:
        """This process has made the change that has this revision; others may have come before."""
        if revision == self.revision + 1:
            self.revision = revision

    @contextmanager
    def doubting(self) -> Generator[None]:
        """If a write fails, it may have been stored all the same: then what is known is not enough.

        The next look at the store takes over everything.
        """
        try:
            yield
        except StorageError:
            self.revision = UNKNOWN
            raise

    def _hear_chat(self, lines: Sequence[ChatLine]) -> None:
        """What was said, in the order of its numbers."""
        said = {line.number: line for line in (*self.chat, *lines)}
        self.chat = [said[number] for number in sorted(said)][-CHAT_KEPT:]

    # --- one change after the other -----------------------------------------------------

    async def alone(self, change: Callable[[], Awaitable[Result]]) -> Result:
        """Makes a change of what is stored with the table, while nothing else changes it here."""
        return await self._alone(change)

    async def _alone(self, change: Callable[[], Awaitable[Result]]) -> Result:
        """Makes one change after the other, each to its end, even if its request was cancelled."""

        async def whole() -> Result:
            async with self._lock:
                with self.doubting():
                    return await change()

        task = asyncio.create_task(whole())
        self._changes.add(task)
        task.add_done_callback(self._changed_by)
        return await asyncio.shield(task)

    def _changed_by(self, task: asyncio.Task[Any]) -> None:
        self._changes.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left to hear of it


def _first_gap(chat: Sequence[ChatLine]) -> int:
    """The number of the first line that is not known: others may come between one's own."""
    number = chat[0].number if chat else 0
    for line in chat:
        if line.number != number:
            break
        number += 1
    return number
