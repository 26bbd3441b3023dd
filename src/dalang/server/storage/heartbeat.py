"""The ear and the heart of a process at a PostgreSQL: one connection, in a thread of its own.

It hears what other processes announce, and gives a sign of life by which they know that this one
lives.  If the connection is lost, it makes another one; who is told of that must look again at
everything, because what was announced meanwhile was not heard.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from time import monotonic
from typing import Any, Final

from sqlalchemy import Engine

from dalang.server.storage.announcing import CHANNEL, Announcement
from dalang.server.storage.postgres import lock_number
from dalang.server.storage.queries.processes import DEAD
from dalang.server.storage.records import set_clock

LOG = logging.getLogger("dalang.server")
BEAT: Final = 1.5  # seconds between two signs of life
BREATH: Final = 0.3  # seconds before another connection is tried
COMING: Final = "come"  # what a new process announces
STUCK: Final = 8.0  # seconds without an answer: the connection is given up
SWIFT: Final = 0.5  # seconds: an answer that took longer does not tell what time it is

_LIVE: Final = """
INSERT INTO server_process (id, role, places, seen)
VALUES (%s, %s, %s, clock_timestamp() AT TIME ZONE 'utc')
ON CONFLICT (id) DO UPDATE SET seen = EXCLUDED.seen RETURNING xmax = 0, seen
"""
_OTHERS: Final = f"""
SELECT id, role, places FROM server_process
WHERE seen > clock_timestamp() AT TIME ZONE 'utc' - interval '{DEAD} seconds'
"""


@dataclass(frozen=True)
class Peer:
    """A process that lives."""

    id: str
    role: str
    places: int


@dataclass(frozen=True)
class Beat:
    """A sign of life that was given, and who else lives."""

    living: dict[str, Peer]
    connected: bool  # over a new connection: something may not have been heard
    unknown: bool  # the database did not know this process, or not any more
    began: float  # when it was given, by this process's clock


class Heartbeat:
    """Beats until it is stopped.  Both callbacks are called in the event loop."""

    def __init__(
        self,
        engine: Engine,
        me: Peer,
        heard: Callable[[Announcement], None],
        beaten: Callable[[Beat], None],
    ) -> None:
        self._engine, self._me = engine, me
        self._heard, self._beaten = heard, beaten
        self._loop = asyncio.get_running_loop()
        self._ended = Event()
        self._connection: Any = None
        self._asked: float | None = None  # since when an answer of the database is awaited
        self._lost = False  # and the host was told of it
        self._timed = False  # whether the database's time is known
        self._thread = Thread(target=self._run, name="dalang-heartbeat", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread; the process is known until its row is removed."""
        self._ended.set()
        self.cut()
        self._thread.join()

    def cut(self) -> None:
        """Ends the connection from outside, even if its thread waits for it."""
        with (
            suppress(Exception),  # it may be gone, or be going, already
            socket.socket(fileno=os.dup(self._connection.fileno())) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    def check(self) -> None:
        """Gives up a connection that is frozen: nobody else would."""
        if self._asked is not None and monotonic() - self._asked > STUCK:
            LOG.warning("the database does not answer: another connection is tried")
            self._asked = None
            self.cut()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                with closing(self._connect()) as self._connection:
                    self._live(self._connection)
            except Exception as error:  # whatever it was: a process without a heartbeat is dead
                if not self._ended.is_set() and not self._lost:
                    LOG.warning("the connection that listens is lost: %s", type(error).__name__)
                self._lost = True
            self._ended.wait(BREATH)

    def _connect(self) -> Any:
        """A connection of the engine's kind that does not belong to its pool."""
        borrowed = self._engine.raw_connection()
        connection: Any = borrowed.driver_connection
        borrowed.detach()
        connection.rollback()
        connection.autocommit = True
        connection.execute("SET synchronous_commit = off")  # a sign of life need not last
        connection.execute("SELECT pg_advisory_lock_shared(%s)", (lock_number("server"),))
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def _live(self, connection: Any) -> None:
        connected = True
        while not self._ended.is_set():
            began = self._asked = monotonic()
            given = (self._me.id, self._me.role, self._me.places)
            unknown, seen = connection.execute(_LIVE, given).fetchone()
            self.tell_time(seen, monotonic() - began)
            if unknown:
                coming = f"{self._me.id} {COMING} 0 {self._me.id}"
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, coming))
            others = [Peer(*row) for row in connection.execute(_OTHERS).fetchall()]
            self._asked, self._lost = None, False
            living = {one.id: one for one in others}
            self._tell(self._beaten, Beat(living, connected, unknown, began))
            connected = False
            self._listen(connection, began + BEAT)

    def tell_time(self, seen: datetime, took: float) -> None:
        """The database has told its time: what processes write has to be in the same one."""
        if took < SWIFT or not self._timed:
            self._timed = True
            asked = datetime.now(UTC) - timedelta(seconds=took / 2)
            set_clock(seen.replace(tzinfo=UTC) - asked)

    def _listen(self, connection: Any, until: float) -> None:
        """Until the next sign of life is due; new processes are met at once."""
        came = False
        while (left := until - monotonic()) > 0 and not came and not self._ended.is_set():
            for notice in connection.notifies(timeout=left, stop_after=1):
                if said := Announcement.read(notice.payload):
                    came = came or (said.kind == COMING and said.origin != self._me.id)
                    self._tell(self._heard, said)

    def _tell(self, whom: Callable[[Any], None], what: Any) -> None:
        with suppress(RuntimeError):  # the loop has been closed: nobody listens any more
            self._loop.call_soon_threadsafe(whom, what)
