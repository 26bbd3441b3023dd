"""Whether what is stored is whole, as far as that can be told without the rules of the games."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session as Database

from dalang.server.storage.database import damage
from dalang.server.storage.models import EntryRow, SeatRow, TableRow


def check(db: Database) -> list[str]:
    """What is wrong; nothing, if all is well."""
    found = damage(db.connection())
    return found or [*_gaps(db), *_unended(db), *_seatless(db)]


def ping(db: Database) -> None:
    """Whether the database answers at all."""
    db.execute(select(1))


def table_ids(db: Database) -> list[str]:
    """The names of all tables."""
    return list(db.scalars(select(TableRow.id).order_by(TableRow.id)))


def _gaps(db: Database) -> Iterator[str]:
    """The numbers of a log are 0, 1, 2 … without a gap."""
    number = EntryRow.number
    whole = func.max(number) + 1
    logs = select(EntryRow.table_id, func.count(number), whole).group_by(EntryRow.table_id)
    broken = logs.having(or_(func.count(number) != whole, func.min(number) != 0))
    for table_id, count, length in db.execute(broken.order_by(EntryRow.table_id)):
        yield f"Table {table_id}: of {length} entries {length - count} are missing."


def _unended(db: Database) -> Iterator[str]:
    """A finished game says how it ended."""
    unended = select(TableRow.id).where(TableRow.status == "finished", TableRow.ended_by == "")
    for table_id in db.scalars(unended.order_by(TableRow.id)):
        yield f"Table {table_id} is finished but does not say how it ended."


def _seatless(db: Database) -> Iterator[str]:
    """A table has as many seats as players."""
    seats = select(func.count()).where(SeatRow.table_id == TableRow.id).scalar_subquery()
    wrong = select(TableRow.id, TableRow.players, seats).where(seats != TableRow.players)
    for table_id, players, count in db.execute(wrong.order_by(TableRow.id)):
        yield f"Table {table_id} is for {players} players but has {count} seats."
