"""Bots at the table: they think in worker processes, which are sent a view and nothing else."""

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
from typing import Protocol

from dalang.bots import answer
from dalang.engine.api import View

Answerer = Callable[[str, str, str, int], str]  # level, game, view's text, seed -> action's text


class BotFailed(Exception):
    """A bot that gave no answer."""


class Leash(Protocol):
    """The workers' end of a pipe to the server, whatever the system makes of it."""

    def poll(self, timeout: float | None = 0.0, /) -> bool:
        """Waits for something to be said, or for the other end to go."""
        ...


class Thinkers:
    """The worker processes.  Compiled thinking holds its interpreter, so never in a thread."""

    def __init__(self, workers: int, answerer: Answerer = answer) -> None:
        self._workers = workers
        self._answerer = answerer
        self._context = multiprocessing.get_context("spawn")
        self._end, self._leash = self._context.Pipe(duplex=False)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        set_up = partial(_set_up_worker, self._end)
        return ProcessPoolExecutor(self._workers, self._context, set_up)

    async def choose(self, level: str, key: str, view: View) -> str:
        """What a bot of a level does; its text."""
        loop = asyncio.get_running_loop()
        pool, seed, text = self._pool, secrets.randbits(63), view.to_text()
        try:
            question = (level, key, text, seed)
            return await loop.run_in_executor(pool, _answer_safely, self._answerer, question)
        except BrokenProcessPool:  # a worker was killed: the next question finds new ones
            if self._pool is pool:
                self._pool = self._new_pool()
            raise

    def stop(self) -> None:
        """Ends the workers, also those that are thinking."""
        self._leash.close()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _answer_safely(answerer: Answerer, question: tuple[str, str, str, int]) -> str:
    """In the worker: whatever goes wrong there, it must not end the server."""
    try:
        return answerer(*question)
    except BaseException as error:
        raise BotFailed(f"{type(error).__name__}: {error}") from None


def _set_up_worker(end: Leash) -> None:
    """Ctrl+C reaches the workers too, but they end when the server says so, or when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(end,), daemon=True).start()


def _end_with(end: Leash) -> None:
    with suppress(OSError):
        end.poll(None)  # nothing is ever sent: it is closed, by the server or by its death
    os._exit(0)
