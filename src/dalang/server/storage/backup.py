"""A consistent copy of a database that is in use."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from dalang.server.storage.database import is_sqlite, read_url, sqlite_file
from dalang.server.storage.errors import StorageError


def back_up(url_text: str, target: Path) -> None:
    """Copies the database, with any schema, without blocking its server."""
    url = read_url(url_text)
    if not is_sqlite(url):
        raise StorageError(
            "PostgreSQL has its own tool for this, which also works while the server runs: "
            f"pg_dump --format=custom --file={target} --dbname=URL (pg_restore puts it back)."
        )
    source = sqlite_file(url)
    if not source.exists():
        raise StorageError(f"There is no database {source}.")
    _refuse_to_overwrite(target)
    try:
        _back_up(source, target)
    except sqlite3.Error as error:
        raise StorageError(f"The database {source} cannot be copied: {error}.") from None
    except OSError as error:
        raise StorageError(f"{target} cannot be written: {error.strerror}.") from None


def _back_up(source: Path, target: Path) -> None:
    """Writes to another name first: a file with the target's name is always complete."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)  # mode 0600
    os.close(handle)
    draft = Path(name)
    try:
        copy_file(source, draft)
        sync(draft)
        _publish(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    sync(target.parent)


def _refuse_to_overwrite(target: Path) -> None:
    if os.path.lexists(target):
        raise StorageError(f"{target} exists already; a backup overwrites nothing.")


def copy_file(source: Path, draft: Path) -> None:
    """A consistent copy of a database; raises StorageError if it is damaged."""
    read_only = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(read_only, uri=True)) as old,
        closing(sqlite3.connect(draft)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, without companions
        (verdict,) = new.execute("PRAGMA quick_check").fetchone()
    if verdict != "ok":
        raise StorageError(f"The database {source} is damaged; no backup was made of it.")


def sync(path: Path) -> None:
    """Until it is on the disk; a directory too, where the system can do that."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _publish(draft: Path, target: Path) -> None:
    """Gives the copy its name, unless that name was taken in the meantime."""
    try:
        os.link(draft, target)
    except FileExistsError:
        _refuse_to_overwrite(target)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
        _refuse_to_overwrite(target)  # a file system without links, such as a USB stick's
        draft.rename(target)
