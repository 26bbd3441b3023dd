"""What other processes have appended to logs: read again and again, so it has to cost little.

One connection is kept for it, and nothing is begun, committed or tried first: one statement reads
what was appended at all tables that are asked for together, as it is at one moment.  A connection
that was lost meanwhile is replaced, and the statement repeated, as it only reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC
from typing import Final, NamedTuple

from sqlalchemy import Connection, Engine

from dalang.server.metrics import DATABASE_SECONDS
from dalang.server.storage.database import complaints
from dalang.server.storage.errors import ConnectionLost
from dalang.server.storage.records import Entry

_APPENDED: Final = """
SELECT entry.table_id, entry.number, entry.actor, entry.text, entry.at, entry.spent
FROM unnest(%s::text[], %s::int[]) AS known (id, count)
JOIN entry ON entry.table_id = known.id AND entry.number >= known.count
ORDER BY entry.table_id, entry.number
"""

Logs = dict[str, list[Entry]]  # by table


class Wanted(NamedTuple):
    """A table, how much of its log is known, and who waits for the rest."""

    table_id: str
    known: int
    answer: asyncio.Future[list[Entry]]

    def tell(self, entries: Sequence[Entry]) -> None:
        """Another one may know less of the same table."""
        if not self.answer.done():  # or nobody waits any more
            self.answer.set_result([entry for entry in entries if entry.number >= self.known])

    def refuse(self, error: Exception) -> None:
        """It could not be read."""
        if not self.answer.done():
            self.answer.set_exception(error)


class Tail:
    """Of the logs in a PostgreSQL, for one process and its event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._thread = ThreadPoolExecutor(1, "dalang-tail")
        self._connection: Connection | None = None
        self._wanted: list[Wanted] = []
        self._reading: asyncio.Task[None] | None = None

    async def since(self, table_id: str, count: int) -> list[Entry]:
        """What the log of a table has after the first `count` entries."""
        wanted = Wanted(table_id, count, asyncio.get_running_loop().create_future())
        self._wanted.append(wanted)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_all())
        return await wanted.answer

    async def close(self) -> None:
        """Gives the connection back."""
        await asyncio.to_thread(self._thread.shutdown)
        self._let_go()

    async def _read_all(self) -> None:
        """As long as somebody asks: together what was asked meanwhile."""
        loop = asyncio.get_running_loop()
        while self._wanted:
            group, self._wanted = self._wanted, []
            try:
                found = await loop.run_in_executor(self._thread, self._read, group)
            except Exception as error:
                for one in group:
                    one.refuse(error)
            else:
                for one in group:
                    one.tell(found.get(one.table_id, []))
        self._reading = None

    def _read(self, group: Sequence[Wanted]) -> Logs:
        with DATABASE_SECONDS.measured("read"):
            if self._connection is None:
                return self._ask(group)
            try:
                return self._ask(group)
            except ConnectionLost:  # perhaps long ago
                return self._ask(group)

    def _ask(self, group: Sequence[Wanted]) -> Logs:
        known: dict[str, int] = {}
        for one in group:
            known[one.table_id] = min(one.known, known.get(one.table_id, one.known))
        given = list(known), list(known.values())
        with complaints(self._engine.url):
            try:
                if self._connection is None:
                    self._connection = self._engine.connect()
                rows = self._connection.exec_driver_sql(_APPENDED, given).all()
            except BaseException:
                self._let_go()
                raise
        found: Logs = {}
        for table_id, number, actor, text, at, spent in rows:
            entry = Entry(number, actor, text, at.replace(tzinfo=UTC), spent)
            found.setdefault(table_id, []).append(entry)
        return found

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
