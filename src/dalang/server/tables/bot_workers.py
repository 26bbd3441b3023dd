"""Bots at the table: they think in worker processes, which are sent a view and nothing else.

Of a game that is over all is known: whoever is asked where it was won is sent positions.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from typing import Final, Protocol, TypeVar

from dalang.bots import Budget, answer
from dalang.bots.advice import AT_THE_TABLE, Advice, advise, appraise
from dalang.engine import api
from dalang.engine.api import Position, View

Answerer = Callable[[str, str, str, int], str]  # level, game, view's text, seed -> action's text
Answer = TypeVar("Answer")
GENTLE: Final = 10  # how much lower than the server's the priority is


class BotFailed(Exception):
    """A bot that gave no answer."""


class Leash(Protocol):
    """The workers' end of a pipe to the server, whatever the system makes of it."""

    def poll(self, timeout: float | None = 0.0, /) -> bool:
        """Waits for something to be said, or for the other end to go."""
        ...


class WorkerPool:
    """Worker processes.  Compiled thinking holds its interpreter, so never in a thread."""

    def __init__(self, workers: int, gentle: bool = False) -> None:
        self.size = workers
        self._gentle = gentle  # they leave the processor to whoever else wants it
        self._context = multiprocessing.get_context("spawn")
        self._end, self._leash = self._context.Pipe(duplex=False)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        set_up = partial(_set_up_worker, self._end, self._gentle)
        return ProcessPoolExecutor(self.size, self._context, set_up)

    async def ask(self, work: Callable[..., Answer], *args: object) -> Answer:
        """What a worker makes of it; whatever it is, it goes there and back as data."""
        loop, pool = asyncio.get_running_loop(), self._pool
        try:
            return await loop.run_in_executor(pool, _safely, work, args)
        except BrokenProcessPool:  # a worker was killed: the next question finds new ones
            if self._pool is pool:
                self._pool = self._new_pool()
            raise

    async def renew(self) -> str:
        """New workers for what is asked from now on; the old ones finish what they think about.

        They are new processes, which import Dalang from where `sys.path` finds it first now.
        Returns that place.
        """
        pool = self._new_pool()
        loop = asyncio.get_running_loop()
        place = await loop.run_in_executor(pool, _safely, _place, ())  # nobody waits for imports
        old, self._pool = self._pool, pool
        old.shutdown(wait=False)
        return place

    def stop(self) -> None:
        """Ends the workers, also those that are thinking."""
        self._leash.close()
        self._pool.shutdown(wait=False, cancel_futures=True)


class BotWorkers(WorkerPool):
    """Those who play as bots."""

    def __init__(self, workers: int, answerer: Answerer = answer) -> None:
        super().__init__(workers)
        self._answerer = answerer

    async def choose(self, level: str, key: str, view: View) -> str:
        """What a bot of a level does; its text."""
        return await self.ask(self._answerer, level, key, view.to_text(), secrets.randbits(63))


class AdviceWorkers(WorkerPool):
    """Those who tell people what a bot would do, and where a game was won.

    They are others than those who play: no table has to wait because somebody wants to know.
    """

    def __init__(self, workers: int = 1) -> None:
        super().__init__(workers, gentle=True)

    async def hint(self, key: str, view: View) -> list[Advice]:
        """The best actions for whoever's view it is."""
        return await self.ask(advise, key, view.to_text(), AT_THE_TABLE, secrets.randbits(63))

    async def appraise(self, key: str, position: Position, budget: Budget) -> tuple[float, ...]:
        """Every seat's chance to win from a position of a game that is over."""
        return await self.ask(appraise, key, position.to_text(), budget, secrets.randbits(63))


def _safely(work: Callable[..., Answer], args: tuple[object, ...]) -> Answer:
    """In the worker: whatever goes wrong there, it must not end the server."""
    try:
        return work(*args)
    except BaseException as error:
        raise BotFailed(f"{type(error).__name__}: {error}") from None


def _place() -> str:
    """In the worker: the file its engine comes from."""
    return api.__file__


def _set_up_worker(end: Leash, gentle: bool) -> None:
    """Ctrl+C reaches the workers too, but they end when the server says so, or when it is gone."""
    if gentle and hasattr(os, "nice"):  # Windows has none
        os.nice(GENTLE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(end,), daemon=True).start()


def _end_with(end: Leash) -> None:
    with suppress(OSError):
        end.poll(None)  # nothing is ever sent: it is closed, by the server or by its death
    os._exit(0)
