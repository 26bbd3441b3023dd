"""Worker processes: each is asked one thing at a time, and none may keep anybody waiting for ever.

One that dies or hangs is replaced; one whose server is gone ends, however the server went: its end
of a pipe is closed everywhere, and on Linux the kernel ends it too, even one that stands still.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import SpawnContext
from typing import Any, Final, Protocol, TypeVar, cast

from dalang.engine import api

LOG = logging.getLogger("dalang.server")
GENTLE: Final = 10  # how much lower than the server's the priority is
_END_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of Linux

Answer = TypeVar("Answer")


class BotFailed(Exception):
    """A bot that gave no answer."""

    @property
    def kind(self) -> str:
        """What went wrong, without anything that the bot knew."""
        return str(self).partition(":")[0]


@dataclass(frozen=True)
class Patience:
    """How many seconds a worker has for an answer."""

    thinking: float = 2.0  # what it takes by itself
    margin: float = 20.0  # the machine may be busy
    start: float = 60.0  # instead of the margin for the first answer: Python has to be loaded


class Pipe(Protocol):
    """An end of a pipe between two processes; its type depends on the system."""

    def send(self, message: Any, /) -> None:
        """Says something, as data."""
        ...

    def recv(self) -> Any:
        """What the other end says; raises EOFError if it has gone."""
        ...

    def poll(self, timeout: float | None = 0.0, /) -> bool:
        """Waits for something to be said, or for the other end to go."""
        ...

    def close(self) -> None:
        """Lets go."""
        ...


@dataclass(frozen=True)
class Reply:
    """What a worker sends back."""

    good: bool
    value: Any  # the answer, or what went wrong


class Worker:
    """One process.  It is started by the thread it ends with, which is that of the server."""

    def __init__(self, context: SpawnContext, leash: Pipe, gentle: bool) -> None:
        ours, theirs = context.Pipe()
        self._pipe: Pipe = ours
        self._process = context.Process(
            target=_work_for_ever, args=(theirs, leash, gentle, os.getpid()), daemon=True
        )
        self._process.start()
        theirs.close()
        self.is_new = True  # has never answered

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid or 0

    def ask(self, work: Callable[..., Any], args: tuple[object, ...]) -> asyncio.Future[Reply]:
        """The answer, when it comes; fails with EOFError or OSError if the process dies."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[Reply] = loop.create_future()

        def exchange() -> None:
            reply: Reply | Exception
            try:
                self._pipe.send((work, args))
                reply = self._pipe.recv()
            except Exception as error:
                reply = error
            with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, waiting, reply)

        threading.Thread(target=exchange, name="dalang-bot", daemon=True).start()
        return waiting

    def end(self) -> None:
        """At once: one that hangs would not react to a friendlier signal."""
        self._process.kill()

    def wait(self, seconds: float) -> None:
        """Until it has ended."""
        self._process.join(seconds)


def _settle(waiting: asyncio.Future[Reply], reply: Reply | Exception) -> None:
    if waiting.done():  # the one who waited has given up
        return
    if isinstance(reply, Reply):
        waiting.set_result(reply)
    else:
        waiting.set_exception(reply)


class Crew:
    """Workers that all come from the same build of Dalang."""

    def __init__(self, context: SpawnContext, leash: Pipe, size: int, gentle: bool) -> None:
        self._new = partial(Worker, context, leash, gentle)
        self._places = asyncio.Semaphore(size)
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._retired = False

    @property
    def has_worked(self) -> bool:
        """Whether there are any processes."""
        return bool(self._idle or self._busy)

    async def ask(
        self, work: Callable[..., Any], args: tuple[object, ...], patience: Patience
    ) -> Reply:
        """The answer of a worker that is free, or as soon as one is."""
        async with self._places:
            worker = self._idle.pop() if self._idle else self._new()
            self._busy.add(worker)
            try:
                reply = await _in_time(worker, work, args, patience)
            except BaseException:  # nobody knows what it would say next, and to whom
                worker.end()
                raise
            finally:
                self._busy.discard(worker)
            worker.is_new = False
            if self._retired:
                worker.end()
            else:
                self._idle.append(worker)
            return reply

    def retire(self) -> None:
        """Those that think finish what they think about."""
        self._retired = True
        for worker in self._idle:
            worker.end()
        self._idle.clear()

    def end(self) -> None:
        """All of them, also those that are thinking."""
        all_of_them = [*self._idle, *self._busy]
        for worker in all_of_them:
            worker.end()
        for worker in all_of_them:
            worker.wait(1.0)


async def _in_time(
    worker: Worker, work: Callable[..., Any], args: tuple[object, ...], patience: Patience
) -> Reply:
    seconds = patience.thinking + (patience.start if worker.is_new else patience.margin)
    try:
        async with asyncio.timeout(seconds):
            return await worker.ask(work, args)
    except TimeoutError:
        LOG.warning(
            "a bot's process (%d) gave no answer within %.0f seconds: another one takes its place",
            worker.pid,
            seconds,
        )
        raise BotFailed("it hung") from None
    except (EOFError, OSError):
        LOG.warning("a bot's process (%d) died: another one takes its place", worker.pid)
        raise BotFailed("it died") from None


class Elsewhere(Protocol):
    """Workers on other machines: see remote_workers.py."""

    nobody: type[Exception]  # is raised if none of them answers

    @property
    def places(self) -> int:
        """How many questions they can be asked at a time."""
        ...

    async def ask(self, work: Callable[..., Any], args: tuple[object, ...]) -> Any:
        """The answer."""
        ...


class WorkerPool:
    """Worker processes.  Compiled thinking holds its interpreter, so never in a thread."""

    def __init__(
        self, workers: int, gentle: bool = False, patience: Patience | None = None
    ) -> None:
        self.size = workers
        self._gentle = gentle  # they run at a low priority
        self._patience = patience or Patience()
        self.elsewhere: Elsewhere | None = None  # workers of other processes, if there are any
        self._context = multiprocessing.get_context("spawn")
        self._end, self._leash = self._context.Pipe(duplex=False)
        self._crew = self._new_crew()

    def _new_crew(self) -> Crew:
        return Crew(self._context, self._end, self.size, self._gentle)

    async def ask(self, work: Callable[..., Answer], *args: object) -> Answer:
        """The answer of a worker; question and answer are plain data."""
        if self.elsewhere is not None and self.elsewhere.places:
            try:
                return cast("Answer", await self.elsewhere.ask(work, args))
            except self.elsewhere.nobody:
                pass
        reply = await self._crew.ask(work, args, self._patience)
        if not reply.good:
            raise BotFailed(reply.value)
        return cast("Answer", reply.value)

    @property
    def has_worked(self) -> bool:
        """Whether a process of this one's own was ever needed."""
        return self._crew.has_worked

    def places_elsewhere(self) -> int:
        """How many questions can be asked beside those to one's own workers."""
        return self.elsewhere.places if self.elsewhere else 0

    async def renew(self) -> str:
        """New workers for what is asked from now on; the old ones finish what they think about.

        They are new processes, which import Dalang from where `sys.path` finds it first now.
        Returns that place.
        """
        crew = self._new_crew()
        reply = await crew.ask(_place, (), self._patience)  # nobody waits for imports
        if not reply.good:
            crew.end()
            raise BotFailed(reply.value)
        old, self._crew = self._crew, crew
        old.retire()
        return str(reply.value)

    def stop(self) -> None:
        """Ends the workers, also those that are thinking."""
        self._leash.close()
        self._crew.end()


# --- in the worker ------------------------------------------------------------------------


def _work_for_ever(pipe: Pipe, leash: Pipe, gentle: bool, parent: int) -> None:
    """Ctrl+C reaches the workers too, but they end when the server says so, or when it is gone."""
    if gentle and hasattr(os, "nice"):  # Windows has none
        os.nice(GENTLE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent(parent)
    threading.Thread(target=_end_with, args=(leash,), daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            work, args = pipe.recv()
            _answer(pipe, work, args)


def _answer(pipe: Pipe, work: Callable[..., Any], args: tuple[object, ...]) -> None:
    """No error here may end the server."""
    try:
        pipe.send(Reply(True, work(*args)))
    except OSError:
        raise
    except BaseException as error:
        pipe.send(Reply(False, f"{type(error).__name__}: {error}"))


def _end_with_parent(parent: int) -> None:
    """Lets the kernel end this process with its parent, where it can: see prctl(2) of Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it was gone already
            os._exit(0)


def _end_with(leash: Pipe) -> None:
    with suppress(OSError):
        leash.poll(None)  # nothing is ever sent: it is closed, by the server or by its death
    os._exit(0)


def _place() -> str:
    """The file the engine of this process comes from."""
    return api.__file__
