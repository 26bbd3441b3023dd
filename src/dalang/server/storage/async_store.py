"""The store as coroutines, for a server that must not block.

A few threads read, and one writes, in groups (see writer.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session as Database

from dalang.server.storage import queries
from dalang.server.storage.records import Entry
from dalang.server.storage.store import Store
from dalang.server.storage.tail import Tail
from dalang.server.storage.writer import Writer

READERS = 4

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class AsyncStore:
    """A store whose writes are on disk when their coroutines return."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writer = Writer(store.writing)
        self._readers = ThreadPoolExecutor(READERS, "dalang-reader")
        self._tail = Tail(store.engine) if store.is_shared else None

    @property
    def engine(self) -> Engine:
        """The database."""
        return self._store.engine

    @property
    def process(self) -> str:
        """How other processes know this one."""
        return self._store.process

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same database."""
        return self._store.is_shared

    @property
    def waiting(self) -> int:
        """Writes that are queued."""
        return self._writer.waiting

    async def close(self) -> None:
        """Writes what is queued; the store itself stays open."""
        await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._readers.shutdown)
        if self._tail:
            await self._tail.close()

    async def read(
        self,
        query: Callable[Concatenate[Database, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """What a query finds."""
        work = partial(self._store.read, query, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def appended(self, table_id: str, count: int) -> list[Entry]:
        """What another process has added to a log of which `count` entries are known."""
        if self._tail is None:
            return await self.read(queries.entries, table_id, count)
        return await self._tail.since(table_id, count)

    async def write(
        self,
        query: Callable[Concatenate[Connection, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Runs a write, which is on disk on return."""
        subject = args[0] if args and isinstance(args[0], str) else ""
        future = self._writer.submit(lambda db: query(db, *args, **kwargs), subject)
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[Result] = loop.create_future()
        future.add_done_callback(partial(_tell, loop, waiting))
        try:
            return await waiting
        except asyncio.CancelledError:
            future.cancel()
            raise


def _tell(
    loop: asyncio.AbstractEventLoop, waiting: asyncio.Future[Result], done: Future[Result]
) -> None:
    """Called by the writing thread: passes the result to the caller's event loop.

    asyncio.wrap_future() does the same, but leaves garbage that only the collector can find: each
    of the two futures holds the other one.
    """
    with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
        loop.call_soon_threadsafe(_settle, waiting, done)


def _settle(waiting: asyncio.Future[Result], done: Future[Result]) -> None:
    if waiting.done():  # the caller has given up
        return
    if done.cancelled():
        waiting.cancel()
    elif error := done.exception():
        waiting.set_exception(error)
    else:
        waiting.set_result(done.result())
