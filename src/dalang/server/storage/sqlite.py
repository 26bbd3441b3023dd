"""SQLite, the usual database: one file, one writer at a time, on disk before anybody is told."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from dalang.server.settings import make_private_directory
from dalang.server.storage.errors import Damaged, StorageError

BUSY_SECONDS = 30  # how long a writer waits for another process
WRITING = "dalang_writing"  # execution option: this transaction is going to write
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def make_engine(url: URL) -> Engine:
    """Creates the file if it is missing."""
    _make_file(sqlite_file(url))
    engine = create_engine(url, hide_parameters=True)  # errors must not quote what is stored
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin)
    return engine


def sqlite_file(url: URL) -> Path:
    """The file of an SQLite database."""
    if not url.database or url.database == ":memory:":
        raise StorageError("A database in memory would forget every game; give it a file.")
    return Path(url.database)


def folder_of(url: URL) -> Path | None:
    """Where the file is whose folder a server locks; None if it is no file."""
    return sqlite_file(url).parent if url.get_backend_name() == "sqlite" else None


def place(url: URL) -> str:
    """Where the database is."""
    return f"The database {sqlite_file(url)}"


def complaint(url: URL, error: SQLAlchemyError) -> StorageError:
    """What went wrong, without anything that is stored."""
    cause = getattr(error, "orig", None)
    what = str(cause) if isinstance(cause, sqlite3.Error) else type(error).__name__
    kind = Damaged if getattr(cause, "sqlite_errorcode", 0) & 0xFF in _DAMAGE else StorageError
    return kind(f"{place(url)}: {what}.")


def damage(connection: Connection) -> list[str]:
    """What is broken in the file itself."""
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA quick_check")]
    return [f"The database file is damaged: {line}" for line in found if line != "ok"]


def _make_file(path: Path) -> None:
    """An empty file that only its owner may read; SQLite gives its other files the same mode."""
    make_private_directory(path.parent)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StorageError(f"The database {path} cannot be opened: {error.strerror}.") from None


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
    immediate = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
