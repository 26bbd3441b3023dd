"""A backup becomes the database again; what was there before is kept beside it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from dalang.server.storage.backup import copy_file, sync
from dalang.server.storage.database import is_sqlite, read_url
from dalang.server.storage.errors import StorageError
from dalang.server.storage.sqlite import sqlite_file

COMPANIONS = ("-wal", "-shm")  # what SQLite keeps beside a file in use


def put_back(url_text: str, source: Path) -> Path | None:
    """Puts a backup in the database's place; returns where the old one is now, if there was one.

    No server may use the database.  At every moment there is a complete copy of either of them.
    """
    url = read_url(url_text)
    if not is_sqlite(url):
        raise StorageError("Only SQLite is restored here; for PostgreSQL use pg_restore.")
    target = sqlite_file(url)
    _check(source)
    if target.exists() and source.samefile(target):
        raise StorageError(f"{source} is the database itself, not a backup of it.")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = target.with_name(f".{target.name}.restored")
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL, 0o600))  # the cards of running games
        copy_file(source, draft)
        old = _set_aside(target) if target.exists() else None
        sync(draft)
        draft.replace(target)
        sync(target.parent)
    except OSError as error:
        raise StorageError(f"{target} cannot be replaced: {error.strerror}.") from None
    return old


def _check(source: Path) -> None:
    """Raises StorageError unless it is a whole database of Dalang."""
    if not source.is_file():
        raise StorageError(f"There is no backup {source}.")
    read_only = f"{source.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(read_only, uri=True)) as database:
            (verdict,) = database.execute("PRAGMA quick_check").fetchone()
            names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error:
        raise StorageError(f"{source} is no SQLite database.") from None
    if verdict != "ok":
        raise StorageError(f"The backup {source} is damaged; nothing was changed.")
    if not names >= {"alembic_version", "entry"}:
        raise StorageError(f"{source} is a database, but not one of Dalang.")


def _set_aside(target: Path) -> Path:
    """Renames the old database with its companions: it may be damaged, so nothing is read."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    old = target.with_name(f"{target.stem}-replaced-{moment}{target.suffix}")
    for end in COMPANIONS:
        companion = target.with_name(target.name + end)
        if companion.exists():
            companion.rename(old.with_name(old.name + end))
    return target.rename(old)
