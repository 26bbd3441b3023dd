"""The other processes that serve the same tables: none with SQLite, any number with PostgreSQL.

This is what a process knows of them if there are none: it drives every table, and nobody has to be
told anything.  cluster.py is for PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, Final, Protocol

from dalang.server.limits import Share
from dalang.server.storage.announcing import Announcement
from dalang.server.storage.heartbeat import Peer
from dalang.server.tables.table import Table

FORGOTTEN: Final = "forgotten"  # heard if the database has lost all leases, as by a crash

Hearer = Callable[[Announcement], Coroutine[Any, Any, None] | None]


class LocalTables(Protocol):
    """What peers must know of the tables here."""

    @property
    def in_memory(self) -> Mapping[str, Table]:
        """The tables that are kept up to date."""
        ...

    async def wake(self, table_id: str) -> None:
        """Loads a table if bots or the server have to act there."""
        ...


class Peers:
    """There are none: this process does everything by itself."""

    process = ""
    others = False  # whether another process serves the same tables now
    is_well = True  # whether this process hears the others, and they know that it lives

    @property
    def count(self) -> int:
        """How many processes serve the tables."""
        return max(1, len(self.living("serve")))

    async def drives(self, table_id: str) -> bool:
        """Whether this process is the one that lets bots and the server act at a table."""
        return True

    def has_taken_over(self, table_id: str) -> bool:
        """Whether it took the table over from a process that is gone; asked once."""
        return False

    async def does_chores(self) -> bool:
        """Whether this process is the one that does what one does for all."""
        return True

    def is_driven_elsewhere(self, table_id: str) -> bool:
        """Whether another process, which lives, is known to drive a table."""
        return False

    async def release(self, table_id: str) -> None:
        """This process drives a table no longer."""

    async def call_out(self, kind: str, subject: str, number: int = 0) -> None:
        """Tells all processes something that is not stored."""

    async def allow(self, shares: Sequence[Share]) -> bool:
        """Whether somebody may have one more of something, of what all processes give together."""
        return True

    def publish(self, table_id: str, person: str) -> None:
        """Somebody has opened or closed a page of a table, or looked away from it."""

    async def meet(self, table: Table) -> None:
        """A table has been loaded: who looks at it elsewhere?"""

    async def looked_at(self) -> Collection[str]:
        """The tables that somebody has a page of open, also through other processes."""
        return frozenset()

    def living(self, role: str) -> list[Peer]:
        """The processes of a kind that live now."""
        return []

    def hear(self, kind: str, hearer: Hearer) -> None:
        """Lets somebody know of announcements of a kind by others."""

    async def begin(self, house: LocalTables) -> None:
        """Returns when this process is known to the others."""

    async def leave(self, left: Collection[str] = ()) -> None:
        """This process ends; the tables `left` go on by themselves, through others."""
