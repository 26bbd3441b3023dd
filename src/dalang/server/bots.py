"""Bots at the table: they think in worker processes, which are sent a view and nothing else."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from concurrent.futures import ProcessPoolExecutor

from dalang.bots import answer
from dalang.engine.api import View


class Thinkers:
    """The worker processes.  Compiled thinking holds its interpreter, so never in a thread."""

    def __init__(self, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(workers, mp_context=context)

    async def choose(self, level: str, key: str, view: View) -> str:
        """What a bot of a level does; its text."""
        loop = asyncio.get_running_loop()
        seed = secrets.randbits(63)
        return await loop.run_in_executor(self._pool, answer, level, key, view.to_text(), seed)

    def stop(self) -> None:
        """Ends the workers."""
        self._pool.shutdown(wait=False, cancel_futures=True)
