"""The wire between a server and its PostgreSQL, for scripts/fault-test: it can be cut or frozen."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

SOCKET = ".s.PGSQL.5432"  # how libpq calls it in its folder
CHUNK = 65_536


class Wires:
    """Every server's wire, by one thread."""

    def __init__(self, folder: Path, database: Path, count: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="wires", daemon=True)
        self._thread.start()
        self.wires: list[Wire] = []
        for number in range(count):
            place = folder / f"wire-{number}"
            place.mkdir(exist_ok=True)
            wire = Wire(place, database / SOCKET)
            self.run(wire.open())
            self.wires.append(wire)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """In the thread of the wires."""
        asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def close(self) -> None:
        """All ends."""
        for wire in self.wires:
            self.run(wire.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Wire:
    """A socket that passes on what it is told to the database, and back.

    Frozen, it passes on nothing; deaf, it passes on what a server says but not what it is answered.
    """

    def __init__(self, folder: Path, database: Path) -> None:
        self.folder = folder
        self._database = database
        self._to_database, self._to_server = asyncio.Event(), asyncio.Event()
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listens."""
        await self.mend()
        self._server = await asyncio.start_unix_server(self._serve, self.folder / SOCKET)

    async def close(self) -> None:
        """Listens no longer."""
        if self._server:
            self._server.close()
        await self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def cut(self) -> None:
        """All connections end at once; new ones can be made."""
        for writer in list(self._open):
            writer.transport.abort()

    async def freeze(self) -> None:
        """Nothing moves on any connection, also on new ones."""
        self._to_database.clear()
        self._to_server.clear()

    async def deafen(self) -> None:
        """Answers no longer arrive: a commit is made, and nobody is told."""
        self._to_server.clear()

    async def mend(self) -> None:
        """Everything goes on."""
        self._to_database.set()
        self._to_server.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_unix_connection(self._database)
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, there[1]}
        ways = [
            asyncio.create_task(_pass_on(reader, there[1], self._to_database)),
            asyncio.create_task(_pass_on(there[0], writer, self._to_server)),
        ]
        self._tasks |= {*ways}
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for one in (writer, there[1]):
            self._open.discard(one)
            one.close()
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        self._tasks -= {*ways}


async def _pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, allowed: asyncio.Event
) -> None:
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            await allowed.wait()
            writer.write(data)
            await writer.drain()
