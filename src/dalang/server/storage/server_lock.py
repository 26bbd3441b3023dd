"""Who uses a PostgreSQL database: any number of servers, or one command that needs it alone.

Each server shares the lock as long as it listens (heartbeat.py).  The database frees it when the
connection ends, however it ends.  A file of SQLite is guarded by the lock of its folder.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from dalang.server.storage.database import complaints, is_sqlite, place, read_url
from dalang.server.storage.errors import StorageError
from dalang.server.storage.postgres import lock_number, make_engine


class DatabaseHeld(StorageError):
    """Somebody else uses the database."""


@contextmanager
def sole_use(url_text: str) -> Generator[None]:
    """Holds the database alone; raises DatabaseHeld if a server uses it."""
    with _holding(url_text, "pg_try_advisory_lock", "is used by a server. Stop that one first"):
        yield


def check_free(url_text: str) -> None:
    """Raises DatabaseHeld if a command needs the database alone just now."""
    busy = "is being copied. Wait until that has ended"
    with _holding(url_text, "pg_try_advisory_lock_shared", busy):
        pass


@contextmanager
def _holding(url_text: str, how: str, otherwise: str) -> Generator[None]:
    url = read_url(url_text)
    if is_sqlite(url):
        yield
        return
    engine = make_engine(url)
    try:
        with complaints(url):
            connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            held = connection.exec_driver_sql(f"SELECT {how}(%s)", (lock_number("server"),))
            free = held.scalar()
        if not free:
            connection.close()
            raise DatabaseHeld(
                f"{place(engine.url)} {otherwise}, or give this one another database."
            )
        with connection:
            yield
    finally:
        engine.dispose()
