"""One server for one data directory: two would each play its games without the other.

The system frees the lock when the process ends, however it ends: nothing is left to be removed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dalang.server.settings import BadSettings, make_private_directory

LOCK_FILE: Final = "server.lock"
_FAR: Final = 1 << 30  # where nothing is written: Windows lets nobody read what is locked


@contextmanager
def folder_lock(home: Path) -> Generator[None]:
    """Holds a data directory; raises BadSettings if another process does."""
    make_private_directory(home)
    path = home / LOCK_FILE
    try:
        handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise BadSettings(f"{path} cannot be opened: {error.strerror}.") from None
    try:
        _lock(handle, home)
        os.truncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(handle)


def _lock(handle: int, home: Path) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.lseek(handle, 0, os.SEEK_SET)
        holder = os.read(handle, 20).decode("ascii", "replace").strip()
        raise BadSettings(
            f"Another server (process {holder or 'unknown'}) uses the folder {home}. "
            "Stop it first, or give this one another folder (--data)."
        ) from None
