"""Group commit: one thread writes, and all queued writes go to disk together.

A commit has to wait for the disk, which takes as long for a hundred moves as for one.  A write is
confirmed only after its commit is on disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

from sqlalchemy import Connection, Engine

from dalang.engine.errors import DalangError
from dalang.server.metrics import DATABASE_SECONDS
from dalang.server.storage.database import complaints
from dalang.server.storage.errors import ConnectionLost, StorageError, WriteConflict

LARGEST_GROUP = 256
ATTEMPTS = 5  # at a write that other processes are in the way of
BREATH = 0.05  # seconds

Result = TypeVar("Result")


class WriteJob(Generic[Result]):
    """Something to write, and who waits for it."""

    def __init__(self, work: Callable[[Connection], Result], subject: str = "") -> None:
        self.future: Future[Result] = Future()
        self.subject = subject  # what it is about, as far as that is known
        self._work = work
        self._done: list[Result] = []  # what came of it, once it was done
        self._refused: DalangError | None = None

    def attempt(self, connection: Connection) -> None:
        """Does the work, alone in its transaction: if it is refused, so is the transaction."""
        self._refused = None  # that was another transaction
        self._done = [self._work(connection)]

    def attempt_with_others(self, connection: Connection) -> None:
        """Does the work inside a savepoint; refused work leaves no trace in the transaction."""
        connection.exec_driver_sql("SAVEPOINT job")
        try:
            self.attempt(connection)
        except DalangError as error:
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
            self._refused = error
        connection.exec_driver_sql("RELEASE SAVEPOINT job")

    def settle(self) -> None:
        """Passes the result of the attempt to its caller."""
        if self._refused:
            self.fail(self._refused)
        else:
            self.future.set_result(self._done[0])

    def fail(self, error: Exception) -> None:
        """Tells the caller that nothing was stored."""
        self.future.set_exception(error)


class Writer:
    """The one thread that writes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[WriteJob[object] | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="dalang-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Writes that the next transaction will begin with."""
        return self._queue.qsize()

    def submit(self, work: Callable[[Connection], Result], subject: str = "") -> Future[Result]:
        """Queues a write; its future is done when it is on disk."""
        job = WriteJob(work, subject)
        with self._lock:
            if self._closed:
                raise StorageError("The store is closed.")
            self._queue.put(job)  # type: ignore[arg-type]  # nobody here looks at the result
        return job.future

    def close(self) -> None:
        """Writes what is queued, and ends."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            group, last = self._gather(job)
            try:
                waiting = [job for job in group if job.future.set_running_or_notify_cancel()]
                # In the same order in every process, so that none waits for one that waits for it.
                waiting.sort(key=lambda job: job.subject)
                self._commit(waiting)
            except Exception as error:  # without memory anything can fail, but not this thread
                _fail_all(group, error)
            if last:
                return

    def _gather(self, first: WriteJob[object]) -> tuple[list[WriteJob[object]], bool]:
        """Everything queued by now, and whether it is the end."""
        group = [first]
        while len(group) < LARGEST_GROUP:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is None:
                return group, True
            group.append(job)
        return group, False

    def _commit(self, group: list[WriteJob[object]], attempts: int = ATTEMPTS) -> None:
        try:
            self._transact(group)
        except WriteConflict as error:
            if attempts > 1:
                self._commit(group, attempts - 1)
            else:
                self._commit_singly(group, error)
        except Exception as error:
            self._commit_singly(group, error)
        else:
            for job in group:
                job.settle()

    def _transact(self, group: list[WriteJob[object]]) -> None:
        with (
            DATABASE_SECONDS.measured("write"),
            complaints(self._engine.url),
            self._engine.begin() as connection,
        ):
            if len(group) == 1:
                group[0].attempt(connection)
            else:
                for job in group:
                    job.attempt_with_others(connection)

    def _commit_singly(self, group: list[WriteJob[object]], error: Exception) -> None:
        """The group was rolled back: repeats each write alone, so that only the bad one fails.

        After a lost connection nobody knows whether it was: what was stored must not be repeated.
        """
        if len(group) == 1 or isinstance(error, ConnectionLost):
            for job in group:
                job.fail(error)
        else:
            for job in group:
                self._commit([job])


def _fail_all(group: list[WriteJob[object]], error: Exception) -> None:
    """Nobody waits for ever for something that will never be stored."""
    while any(not job.future.done() for job in group):
        try:
            for job in group:
                if not job.future.done():
                    job.fail(error)
        except Exception:  # there may be memory again in a moment
            time.sleep(BREATH)
