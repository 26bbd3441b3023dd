"""What goes on at a table by itself: bots think and play, and who has no choice is answered for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from dalang.server.logs import REQUEST, TABLE
from dalang.server.metrics import BOT_SECONDS, ERRORS
from dalang.server.storage import Seat, StorageError
from dalang.server.tables import premoves
from dalang.server.tables.bot_workers import BotWorkers
from dalang.server.tables.clocks import MOST_LAG
from dalang.server.tables.peers import Peers
from dalang.server.tables.preferences import PAUSES
from dalang.server.tables.table import Table
from dalang.server.tables.thinking_queue import ThinkingQueue
from dalang.server.tables.thinking_time import Pause, ThinkingTime, Thoughts

LOG = logging.getLogger("dalang.server")
GOING_ON: Final = 0.5  # of a bot's pause, if the same bot has just acted
LOOKING: Final = 30.0  # seconds after which a table that another process drives is looked at
BREATH: Final = 1.0  # seconds after a bot failed, until it is asked again

Herald = Callable[[Table], None]


class TableDriver:
    """Drives all tables, each by a task of its own."""

    def __init__(
        self,
        bot_workers: BotWorkers,
        pace: float,
        thinking_time: ThinkingTime,
        herald: Herald,
        peers: Peers,
    ) -> None:
        self._bot_workers = bot_workers
        self._thinking = ThinkingQueue(bot_workers.size, bot_workers.places_elsewhere)
        self._thoughts = Thoughts()
        self._pace = pace  # seconds a bot waits, so that people can follow
        self._thinking_time = thinking_time
        self._herald = herald  # is told when a person is asked to decide
        self._peers = peers

    @property
    def waiting(self) -> int:
        """Bots that would think if there were more workers."""
        return len(self._thinking)

    @staticmethod
    def _bot_to_move(table: Table) -> Seat | None:
        if table.record.status != "running" or table.actor < 0:
            return None
        seat = table.record.seats[table.actor]
        return seat if seat.kind == "bot" else None

    def goes_on(self, table: Table) -> bool:
        """Whether a bot or the server will act next, or somebody's time is running."""
        return self._acts(table) or table.seconds_left() is not None

    def _acts(self, table: Table) -> bool:
        by_itself = self._bot_to_move(table) or table.waiting.excused or premoves.due(table)
        return bool(table.may_begin() or by_itself or table.time_is_over())

    async def drive(self, table: Table) -> None:
        """Acts for seats that nobody plays in person, until the game is over; calls the others.

        Of several processes one does so; the others wait until it is gone.
        """
        TABLE.set(table.record.id)
        REQUEST.set("")  # no longer for the request that asked for the table
        called, rest = _person_called(table), None
        try:
            while table.record.status not in ("finished", "closed"):
                version = table.version
                if not await self._is_ours(table):
                    called = _person_called(table)
                    continue
                if self._peers.has_taken_over(table.record.id):
                    called = None  # nobody knows whether they were told
                await premoves.drop_void(table)
                if (now_called := _person_called(table)) != called and not premoves.due(table):
                    called = now_called
                    self._herald(table)
                if self._acts(table):
                    rest = await self._act(table, rest)
                else:
                    await _wait(table, version)
        finally:
            with suppress(asyncio.CancelledError):
                await asyncio.shield(self._peers.release(table.record.id))

    async def _is_ours(self, table: Table) -> bool:
        """Whether this process drives the table; else waits until that may have changed."""
        try:
            if await self._peers.drives(table.record.id):
                return True
        except StorageError:
            await asyncio.sleep(BREATH)
            return False
        await table.audience.wait_stirred(LOOKING)
        return False

    async def _act(self, table: Table, rest: Pause | None) -> Pause | None:
        try:
            if table.may_begin():  # it could not be written when the last one sat down
                await table.begin()
            elif seat := self._bot_to_move(table):
                await self._bot_turn(table, seat)
            elif seat := premoves.due(table):
                number = table.count
                await self._let_follow(table, seat, monotonic())
                await premoves.play(table, seat.seat, number)
            elif seat := table.waiting.excused:
                rest = await self._answer_for(table, seat, rest)
            elif table.time_is_over():
                await table.end_time()
        except Exception as error:  # any error: the table must not stop for ever
            ERRORS.add(type(error).__name__)
            LOG.warning("table %s: a bot failed: %s", table.record.id, type(error).__name__)
            await asyncio.sleep(BREATH)
        return rest

    async def _bot_turn(self, table: Table, seat: Seat) -> None:
        """A bot thinks during its pause: how long it thought reveals nothing about its cards.

        Therefore one without a choice takes as long as with one, even at a table without pauses.
        """
        number, view = table.count, table.view(seat.seat)
        met, least = monotonic(), 0.0
        async with self._thinking.turn(lambda: table.audience.is_watching):
            began = monotonic()
            text = await self._bot_workers.choose(seat.bot, table.record.game, view)
        BOT_SECONDS.observe(monotonic() - began, seat.bot)
        if len(view.legal_actions()) > 1:
            self._thoughts.keep(table.record.game, seat.bot, monotonic() - began)
        else:
            least = began + self._thoughts.like(table.record.game, seat.bot)
        await self._let_follow(table, seat, met)
        await asyncio.sleep(least - monotonic())
        await self._let_reconsider(table, number)
        if not await table.play(seat.seat, text, number, by="bot"):
            LOG.info("table %s: a bot's answer came too late", table.record.id)

    async def _let_follow(self, table: Table, seat: Seat, since: float) -> None:
        """Waits as long as the people there want, who may think better of it meanwhile."""
        if not table.pauses:
            return
        number, steps = table.count, table.session.log
        again = GOING_ON if steps and steps[-1].actor == seat.seat else 1.0
        rests = table.game_log.has_rested(table.spec.telling)
        pause = self._thinking_time.of_bot(self._pace * again, rests)
        while table.count == number:
            speed = table.preferences.speed(table.record.seats, table.audience.people)
            if (left := since + pause * PAUSES[speed] - monotonic()) <= 0:
                return
            await table.audience.wait_stirred(left)

    @staticmethod
    async def _let_reconsider(table: Table, number: int) -> None:
        """Waits while somebody may take back what they just did, if they wanted that."""
        while table.count == number and table.lingering() >= 0:
            if (left := table.moved + table.grace - monotonic()) <= 0:
                return
            await table.audience.wait_stirred(left)

    async def _answer_for(self, table: Table, seat: Seat, rest: Pause | None) -> Pause:
        """Gives the only answer of an excused person, once the pause is over."""
        if rest is None or rest.number != table.count:
            rest = Pause(table, seat, self._thinking_time)
        left, clock = rest.left(table, seat), table.seconds_left()
        if clock is not None:  # nobody loses by a pause
            left = min(left, clock)
        if table.pauses and left > 0:
            await table.audience.wait_stirred(left)
        else:
            await table.answer(seat.seat, rest.number)
        return rest


def _person_called(table: Table) -> tuple[int, str | None] | None:
    """The seat that the table calls, and its person."""
    seat = table.waiting.called
    return (seat.seat, seat.person) if seat else None


async def _wait(table: Table, version: int) -> None:
    """Until something changes; once somebody is overdue or out of time, that is a change too."""
    if (clock := table.seconds_left()) is not None:
        await table.audience.wait_stirred(clock + MOST_LAG / 1000)
        return
    left = table.patience - table.idle()
    if table.record.status != "running" or left <= 0:
        await table.audience.wait_newer(version)
        return
    try:
        async with asyncio.timeout(left):
            await table.audience.wait_newer(version)
    except TimeoutError:
        table.audience.wake()
