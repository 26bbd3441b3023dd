"""`dalang worker` as a process: bots and analyses on a machine of their own."""

from __future__ import annotations

import asyncio
import signal
from contextlib import closing, suppress

from dalang.server.logs import set_up_logs
from dalang.server.settings import BadSettings, Settings
from dalang.server.storage import AsyncStore, Store
from dalang.server.tables.cluster import Cluster
from dalang.server.tables.remote_workers import NoTables, RemoteWorker
from dalang.server.tables.workers import WorkerPool


def check(settings: Settings) -> None:
    """Refuses a database that nobody else can use."""
    with closing(Store(settings.database)) as disk:
        if not disk.is_shared:
            raise BadSettings(
                "Workers need a PostgreSQL that the servers use, too (--database postgresql://…)."
            )


def run(settings: Settings, places: int) -> None:
    """Answers until the process is told to end."""
    set_up_logs(as_json=settings.json_logs)
    asyncio.run(_run(settings, places))


async def _run(settings: Settings, places: int) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows: Ctrl+C ends it as it ends any program
            loop.add_signal_handler(name, ended.set)
    with closing(Store(settings.database)) as disk:
        store, pool = AsyncStore(disk), WorkerPool(places)
        house = Cluster(store, "worker", places)
        worker = RemoteWorker(store, house, pool, places)
        await house.begin(NoTables())
        working = asyncio.create_task(worker.work_for_ever())
        await ended.wait()
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        await house.leave()
        pool.stop()
        await store.close()
