"""The store: opens transactions for what is in queries/."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session as Database

from dalang.server.metrics import DATABASE_SECONDS
from dalang.server.storage import health, queries
from dalang.server.storage.backup import back_up
from dalang.server.storage.database import complaints, is_sqlite, open_engine, reading, writing
from dalang.server.storage.errors import Damaged, DamagedGame, StorageError

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Store:
    """People, tables and the logs of their games.  May be used from several threads."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.process = secrets.token_hex(4)  # how the others at a PostgreSQL know this one
        self.engine: Engine = open_engine(url)
        self._reading = reading(self.engine)
        self.writing = writing(self.engine, self.process)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same database."""
        return not is_sqlite(self.engine.url)

    def close(self) -> None:
        """Closes the database."""
        self.engine.dispose()

    # --- The whole --------------------------------------------------------------------

    def check(self) -> list[str]:
        """What is wrong with the database, in sentences; the rules of the games are not asked."""
        try:
            found = self.read(health.check)
        except StorageError as error:  # worse than the check itself can bear
            found = [str(error)]
        return [*found, *self._unreadable()] if found else []

    def _unreadable(self) -> list[str]:
        """Which games a damage has hit: each is read by itself, as a failed reading ends all."""
        found: list[str] = []
        with suppress(StorageError):
            for table_id in self.read(health.table_ids):
                try:
                    self.read(queries.entries, table_id)
                except Damaged:
                    found.append(str(DamagedGame(table_id)))
        return found

    def backup(self, path: Path) -> None:
        """A consistent copy while the server runs; overwrites nothing."""
        back_up(self._url, path)

    # --- Transactions -----------------------------------------------------------------

    def read(
        self,
        query: Callable[Concatenate[Database, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Runs a query in one transaction."""
        with (
            DATABASE_SECONDS.measured("read"),
            complaints(self.engine.url),
            Database(self._reading) as db,
            db.begin(),
        ):
            return query(db, *args, **kwargs)

    def write(
        self,
        query: Callable[Concatenate[Connection, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Runs a write in one transaction, which is on disk on return."""
        with complaints(self.engine.url), self.writing.begin() as db:
            return query(db, *args, **kwargs)
