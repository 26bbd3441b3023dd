"""What a process tells the others at the same PostgreSQL, in the transaction that changes it.

A notice says what has changed, and never what it is now: those who hear it read the store.  It is
delivered when the transaction is committed, and only then.  With SQLite there is nobody to tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import ColumnElement, Connection, String, bindparam, cast, func, literal

from dalang.server.storage.models import TableRow

CHANNEL: Final = "dalang"
ORIGIN: Final = "dalang_process"  # an execution option: which process writes

TableNews = Literal["log", "table"]  # entries were appended, or anything may have changed


@dataclass(frozen=True)
class Announcement:
    """Something that has changed."""

    origin: str  # the process that has changed it
    kind: str
    number: int  # of a table: its revision
    subject: str  # the id of a table, a person, a process …

    @classmethod
    def read(cls, text: str) -> Announcement | None:
        """What a notice says; None if it is not one of ours."""
        words = text.split(" ")
        if len(words) != 4 or not words[2].removeprefix("-").isdecimal():
            return None
        return cls(words[0], words[1], int(words[2]), words[3])


def announce(db: Connection, kind: str, subject: str, number: int = 0) -> None:
    """Tells the other processes of a change, if it is committed."""
    if db.dialect.name != "sqlite":
        text = f"{origin_of(db)} {kind} {number} {subject}"
        db.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, text))


def origin_of(db: Connection) -> str:
    """The process that writes."""
    return str(db.get_execution_options().get(ORIGIN) or "-")


def told_of_table() -> ColumnElement[None]:
    """For an UPDATE of a table that returns its new revision: announces it on the way."""
    revision = cast(TableRow.revision, String)
    text = func.concat_ws(
        literal(" "),
        cast(bindparam("origin"), String),
        cast(bindparam("kind"), String),
        revision,
        TableRow.id,
    )
    return func.pg_notify(literal(CHANNEL), text)
