"""Where games are played: in this process, in one on every core, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import Any, Protocol, TypeVar

from dalang.arena.errors import BadMatch, arena_extra

Task = TypeVar("Task")
Answer = TypeVar("Answer")

LOCAL = "local"


class Workers(Protocol):
    """Does tasks, several at once; answers come as they are ready."""

    def do(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        """The answer of every task, in any order."""
        ...


@contextmanager
def workers(count: int | None, cluster: str | None) -> Generator[Workers]:
    """Workers for as long as the context lasts: the given number, or one per core."""
    if count is not None and count < 1:
        raise BadMatch(f"At least one worker has to play, not {count}.")
    if cluster is not None:
        with _ray(cluster, count) as ray:
            yield ray
    elif (count or os.cpu_count() or 1) == 1:
        yield ThisProcess()
    else:
        with _processes(count or os.cpu_count() or 1) as pool:
            yield pool


class ThisProcess:
    """This process: nothing to set up, one game at a time."""

    def do(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        """One after the other."""
        return map(work, tasks)


# --- processes --------------------------------------------------------------------------------


class Processes:
    """One process on every core."""

    def __init__(self, pool: ProcessPoolExecutor, count: int) -> None:
        self._pool = pool
        self._count = count

    def do(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        """Keeps every process busy, and no long queue: what is interrupted is quickly over."""
        waiting = iter(tasks)
        running: set[Future[Answer]] = set()
        while True:
            for task in islice(waiting, 2 * self._count - len(running)):
                running.add(self._pool.submit(work, task))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


@contextmanager
def _processes(count: int) -> Generator[Processes]:
    """Processes that end when this one does, for any reason."""
    context = multiprocessing.get_context("spawn")
    end, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, partial(_set_up, end))
    try:
        yield Processes(pool, count)
    finally:
        leash.close()
        end.close()
        pool.shutdown(wait=False, cancel_futures=True)


def _set_up(end: Any) -> None:
    """In the worker: Ctrl+C is for the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(end,), daemon=True).start()


def _end_with(end: Any) -> None:
    with suppress(OSError):
        end.poll(None)  # nothing is ever sent: it is closed, by the arena or by its death
    os._exit(0)


# --- Ray --------------------------------------------------------------------------------------


class RayCluster:
    """The machines of a Ray cluster."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._slots = int(ray.cluster_resources().get("CPU", 1))

    def do(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        """As many at once as the cluster has processors, and as many again in the queue."""
        remote = self._ray.remote(num_cpus=1)(work)
        waiting = iter(tasks)
        running: list[Any] = []
        while True:
            for task in islice(waiting, 2 * self._slots - len(running)):
                running.append(remote.remote(task))
            if not running:
                return
            done, running = self._ray.wait(running, num_returns=1)
            for reference in done:
                yield self._ray.get(reference)


@contextmanager
def _ray(address: str, count: int | None) -> Generator[RayCluster]:
    """A cluster that is there, or "local": one on this machine, for as long as it is needed."""
    if address != LOCAL and not address.startswith("ray://"):
        raise BadMatch(f"A cluster is ray://HOST:PORT, or local; not {address!r}.")
    with arena_extra():
        import ray
    library: Any = ray
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL:
            library.init(num_cpus=count, include_dashboard=False, **quiet)
        else:
            library.init(address, **quiet)
    except (ConnectionError, OSError, RuntimeError) as problem:
        raise BadMatch(f"There is no Ray cluster at {address}: {problem}") from problem
    try:
        yield RayCluster(library)
    finally:
        library.shutdown()
