"""Opening the database: SQLite or PostgreSQL, its schema, clear error messages."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from dalang.server.storage import postgres, sqlite
from dalang.server.storage.announcing import ORIGIN
from dalang.server.storage.errors import StorageError
from dalang.server.storage.migrating import migrate
from dalang.server.storage.sqlite import sqlite_file as sqlite_file


def open_engine(url_text: str) -> Engine:
    """The database, created if it is missing (a file of SQLite) and migrated if it is old."""
    url = read_url(url_text)
    engine = sqlite.make_engine(url) if is_sqlite(url) else postgres.make_engine(url)
    try:
        with complaints(url), writing(engine).begin() as connection:
            if not is_sqlite(url):
                postgres.check_usable(connection, place(url))
            take_turn(connection, "schema")
            migrate(connection, place(url))
    except BaseException:
        engine.dispose()
        raise
    return engine


def reading(engine: Engine) -> Engine:
    """The same database for transactions that read, and see one moment of it."""
    if is_sqlite(engine.url):
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def writing(engine: Engine, process: str = "") -> Engine:
    """The same database for transactions that write, and announce what a process has changed."""
    return engine.execution_options(**{sqlite.WRITING: True, ORIGIN: process})


def take_turn(connection: Connection, what: str) -> None:
    """Asked before a write that depends on what it reads: one after the other.

    SQLite lets only one transaction write at a time, so there it is always one's turn.
    """
    if connection.dialect.name != "sqlite":
        postgres.take_turn(connection, what)


@contextmanager
def complaints(url: URL) -> Generator[None]:
    """Turns database errors into messages without any of its contents."""
    try:
        yield
    except SQLAlchemyError as error:
        kind = sqlite if is_sqlite(url) else postgres
        raise kind.complaint(url, error) from None
    except (UnicodeError, OverflowError) as error:
        raise StorageError(f"Something given cannot be stored: {type(error).__name__}.") from None


def damage(connection: Connection) -> list[str]:
    """What is broken in an SQLite file itself."""
    return sqlite.damage(connection) if connection.dialect.name == "sqlite" else []


def place(url: URL) -> str:
    """Where the database is, without its password."""
    return sqlite.place(url) if is_sqlite(url) else postgres.place(url)


def is_sqlite(url: URL) -> bool:
    """Whether it is a file, and not a PostgreSQL."""
    return url.get_backend_name() == "sqlite"


def read_url(text: str) -> URL:
    """A URL of a database that Dalang can use."""
    try:
        url = make_url(text)
        if url.get_backend_name() in postgres.NAMES:
            return url.set(drivername=postgres.DRIVER)
        if is_sqlite(url):
            url.get_dialect()
            return url
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError):
        pass
    raise StorageError(
        "The URL of the database is not understood; it looks like sqlite:////folder/file "
        "or postgresql://user@host/database."
    )
