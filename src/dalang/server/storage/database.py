"""Opening the database: connection settings, schema, clear error messages."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from dalang.server.settings import make_private_directory
from dalang.server.storage.errors import Damaged, StorageError
from dalang.server.storage.migrating import migrate

BUSY_SECONDS = 30  # how long a writer waits for another process
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_WRITING = "dalang_writing"  # execution option: this transaction is going to write


def open_engine(url_text: str) -> Engine:
    """The database, created if it is missing and migrated if it is old."""
    url = _url(url_text)
    if url.get_backend_name() == "sqlite":
        _make_file(sqlite_file(url))
    engine = create_engine(url, hide_parameters=True)  # errors must not quote what is stored
    if url.get_backend_name() == "sqlite":
        _prepare_sqlite(engine)
    try:
        with complaints(url), writing(engine).begin() as connection:
            migrate(connection, place(url))
    except BaseException:
        engine.dispose()
        raise
    return engine


def writing(engine: Engine) -> Engine:
    """The same database for transactions that write."""
    return engine.execution_options(**{_WRITING: True})


@contextmanager
def complaints(url: URL) -> Generator[None]:
    """Turns database errors into messages without any of its contents."""
    try:
        yield
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None)
        what = str(cause) if isinstance(cause, sqlite3.Error) else type(error).__name__
        kind = Damaged if getattr(cause, "sqlite_errorcode", 0) & 0xFF in _DAMAGE else StorageError
        raise kind(f"{place(url)}: {what}.") from None
    except (UnicodeError, OverflowError) as error:
        raise StorageError(f"Something given cannot be stored: {type(error).__name__}.") from None


def damage(connection: Connection) -> list[str]:
    """What is broken in an SQLite file itself."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA quick_check")]
    return [f"The database file is damaged: {line}" for line in found if line != "ok"]


def place(url: URL) -> str:
    """Where the database is, without its password."""
    if url.get_backend_name() == "sqlite":
        return f"The database {sqlite_file(url)}"
    return f"The database {url.render_as_string(hide_password=True)}"


def sqlite_file(url: URL) -> Path:
    """The file of an SQLite database."""
    if not url.database or url.database == ":memory:":
        raise StorageError("A database in memory would forget every game; give it a file.")
    return Path(url.database)


def _url(text: str) -> URL:
    try:
        url = make_url(text)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ImportError):
        raise StorageError(
            "The URL of the database is not understood; it looks like sqlite:////folder/file."
        ) from None
    return url


def _make_file(path: Path) -> None:
    """An empty file that only its owner may read; SQLite gives its other files the same mode."""
    make_private_directory(path.parent)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StorageError(f"The database {path} cannot be opened: {error.strerror}.") from None


def _prepare_sqlite(engine: Engine) -> None:
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin)


def _set_up_connection(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, see _begin
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")  # a commit returns when it is on the disk
    connection.execute("PRAGMA foreign_keys = ON")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Keep a write-ahead log; SQLite does not wait by itself for the lock this needs."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(connection: Connection) -> None:
    """A writer takes its turn at once: what it read before it writes cannot have changed."""
    immediate = connection.get_execution_options().get(_WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
