"""What can go wrong with stored games.  No message tells a secret, a token or what was played."""

from __future__ import annotations

from dalang.engine.errors import DalangError


class StorageError(DalangError):
    """The database cannot do what was asked of it."""


class Damaged(StorageError):
    """What was asked for lies in a part of the database file that is broken."""


class ConnectionLost(StorageError):
    """The database cannot be reached; whether the last write was stored is not known."""


class WriteConflict(StorageError):
    """Another transaction was in the way; the same write may succeed the next time."""


class NumberTaken(StorageError):
    """Somebody else has appended an entry of that number already."""


class NumberMissing(StorageError):
    """The entry before that number does not exist."""


class NotStored(StorageError):
    """There is no such person, table or seat."""


class TooManyStored(StorageError):
    """Somebody has as many of these as one may have."""


class TableBound(TooManyStored):
    """Somebody, or some address, has as many tables as the host allows."""

    def __init__(self, bound: str, most: int) -> None:
        super().__init__(f"There are {most} tables already: {bound}.")
        self.bound = bound  # a field of TableBounds
        self.most = most


class BrokenGame(StorageError):
    """A stored game that cannot be replayed on the present rules.

    `detail` says why.  It may tell what was played: it is for the host, never for a page.
    """

    def __init__(self, table: str, number: int | None, detail: str) -> None:
        where = "its start" if number is None else f"entry number {number}"
        super().__init__(f"Table {table} cannot be replayed on the present rules: {where} fails.")
        self.table = table
        self.number = number
        self.detail = detail


class DamagedGame(BrokenGame):
    """A stored game whose part of the database file is broken; other games are not affected."""

    def __init__(self, table: str) -> None:
        super().__init__(table, None, "the database file is damaged there")
        self.args = (f"Table {table} cannot be read: the database file is damaged there.",)
