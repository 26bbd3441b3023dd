"""One server for one PostgreSQL database: two would each believe to know how its games stand.

The database frees the lock when the connection ends, however it ends.  A file of SQLite is guarded
by the lock of its folder.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from dalang.server.storage.database import complaints, is_sqlite, place, read_url
from dalang.server.storage.errors import StorageError
from dalang.server.storage.postgres import lock_number, make_engine

LOG = logging.getLogger("dalang.server")
LOOKING = 5.0  # seconds between two looks at whether the lock is still held
ASKING = 1.0  # seconds between two attempts to get it


class DatabaseHeld(StorageError):
    """Another server uses the database."""


@contextmanager
def server_lock(url_text: str, waiting: Callable[[str], None] | None = None) -> Generator[None]:
    """Holds the database; raises StorageError if another server does.

    With `waiting`, waits until the other one has ended, and says so once.
    """
    url = read_url(url_text)
    if is_sqlite(url):
        yield
        return
    engine, ended = make_engine(url), Event()
    try:
        with complaints(url):
            connection = _awaited(engine, waiting) if waiting else _held(engine)
        guard = Thread(target=_guard, args=(engine, connection, ended), daemon=True)
        guard.start()
        try:
            yield
        finally:
            ended.set()
            guard.join()
    finally:
        engine.dispose()


def _awaited(engine: Engine, tell: Callable[[str], None]) -> Connection:
    """The same, as soon as nobody else holds it; a lost connection only means to ask again."""
    told = False
    while True:
        try:
            return _held(engine)
        except DatabaseHeld as error:
            if not told:
                tell(str(error))
            told = True
        except SQLAlchemyError:
            if not told:  # the URL may be wrong
                raise
        time.sleep(ASKING)


def _held(engine: Engine) -> Connection:
    """A connection that holds the lock as long as it is open."""
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    query = "SELECT pg_try_advisory_lock(%s)"
    if connection.exec_driver_sql(query, (lock_number("server"),)).scalar():
        return connection
    connection.close()
    raise DatabaseHeld(
        f"{place(engine.url)} is used by another server. "
        "Stop that one first, or give this one another database."
    )


def _guard(engine: Engine, connection: Connection, ended: Event) -> None:
    """Takes the lock again after a lost connection; ends the server if another one was quicker.

    Until it is noticed, both can play: the numbers of a log still allow each move only once.
    """
    while not ended.wait(LOOKING):
        try:
            connection.exec_driver_sql("SELECT 1")
        except SQLAlchemyError:
            with suppress(SQLAlchemyError):
                connection.close()
            try:
                connection = _held(engine)
            except SQLAlchemyError:  # it is not back yet
                continue
            except DatabaseHeld as error:
                LOG.error("%s This one ends.", error)
                os.kill(os.getpid(), signal.SIGTERM)
                return
    with suppress(SQLAlchemyError):
        connection.close()
