"""Copying everything from one database into another: from SQLite to PostgreSQL, or back.

All of it is one transaction.  What was written is read again and compared row by row before it is
committed: the copy is complete, or the other database is as empty as it was.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, Engine, String, Table, exists, func, insert, select

from dalang.server.storage.database import (
    complaints,
    is_sqlite,
    open_engine,
    place,
    read_url,
    reading,
    sqlite_file,
    writing,
)
from dalang.server.storage.errors import StorageError
from dalang.server.storage.models import Base
from dalang.server.storage.postgres import storable

ROWS = 1000  # read and written at a time
# A row after those that it refers to; what running processes tell each other stays behind.
TABLES = [table for table in Base.metadata.sorted_tables if not table.info.get("fleeting")]


def copy_database(source: str, target: str) -> dict[str, int]:
    """Copies a database that no server is using; returns the number of rows by table."""
    check_urls(source, target)
    with (
        closing_engine(source) as old_engine,
        closing_engine(target) as new_engine,
        complaints(new_engine.url),
        reading(old_engine).connect() as old,
        writing(new_engine).begin() as new,
    ):
        _refuse_to_mix(new)
        for table in TABLES:
            for rows in _batches(old, table):
                new.execute(insert(table), [_portable(row) for row in rows])
        return {table.name: _compared(table, old, new) for table in TABLES}


def check_urls(source: str, target: str) -> None:
    """Refuses what can be refused without touching anything."""
    from_url = read_url(source)
    if from_url == read_url(target):
        raise StorageError("A database is not copied onto itself.")
    if is_sqlite(from_url) and not sqlite_file(from_url).exists():
        raise StorageError(f"There is no database {sqlite_file(from_url)}.")


@contextmanager
def closing_engine(url: str) -> Generator[Engine]:
    """An open database, closed at the end."""
    engine = open_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def _refuse_to_mix(new: Connection) -> None:
    if any(new.scalar(select(exists(select(table)))) for table in TABLES):
        raise StorageError(f"{place(new.engine.url)} is not empty; only an empty one is filled.")


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table by the order of its keys, which is the same in every database."""
    with complaints(connection.engine.url):
        keys = [
            key.collate("C") if isinstance(key.type, String) and not _in_file(connection) else key
            for key in table.primary_key
        ]
        query = select(table).order_by(*keys).execution_options(yield_per=ROWS)
        with closing(connection.execute(query)) as found:
            for rows in found.mappings().partitions():
                yield [dict(row) for row in rows]


def _in_file(connection: Connection) -> bool:
    return is_sqlite(connection.engine.url)


def _compared(table: Table, old: Connection, new: Connection) -> int:
    """How many rows there are; raises StorageError if one of them is not the same."""
    count = 0
    wanted = map(_portable, _rows(old, table))
    for one, other in zip_longest(wanted, _rows(new, table)):
        if one != other:
            keys = [str((one or other or {})[key.name]) for key in table.primary_key]
            raise StorageError(
                f"Nothing was copied: {table.name} {' '.join(keys)} would not be the same."
            )
        count += 1
    if count != new.scalar(select(func.count()).select_from(table)):
        raise StorageError(f"Nothing was copied: {table.name} would not have the same rows.")
    return count


def _portable(row: dict[str, Any]) -> dict[str, Any]:
    """The same row in every database."""
    return {name: storable(value) for name, value in row.items()}


def _rows(connection: Connection, table: Table) -> Iterator[dict[str, Any]]:
    for rows in _batches(connection, table):
        yield from rows
