"""Games with a pace, inside a transaction that the store opens.

The log alone says since when a decision is due, so a restart changes nothing.
"""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, func, insert, select
from sqlalchemy.orm import Session as Database
from sqlalchemy.orm import aliased

from dalang.server.storage.database import take_turn
from dalang.server.storage.models import EntryRow, ReminderRow, TableRow
from dalang.server.storage.records import Paced


def paced(db: Database, table_id: str | None = None) -> list[Paced]:
    """The running tables that have a pace, or one of them, longest waiting first."""
    counted = aliased(EntryRow)
    newest = select(func.max(counted.number)).where(counted.table_id == TableRow.id)
    last = and_(EntryRow.table_id == TableRow.id, EntryRow.number == newest.scalar_subquery())
    columns = (TableRow.id, TableRow.pace, EntryRow.number, EntryRow.at, ReminderRow.number)
    query = select(*columns).select_from(TableRow).join(EntryRow, last)
    query = query.outerjoin(ReminderRow, ReminderRow.table_id == TableRow.id)
    query = query.where(TableRow.status == "running", TableRow.pace > 0).order_by(EntryRow.at)
    if table_id is not None:
        query = query.where(TableRow.id == table_id)
    return [
        Paced(table, pace, number + 1, at, reminded)
        for table, pace, number, at, reminded in db.execute(query)
    ]


def paced_ids(db: Database) -> list[str]:
    """The same by their names, without a look at any log."""
    query = select(TableRow.id).where(TableRow.status == "running", TableRow.pace > 0)
    return list(db.scalars(query))


def keep_reminder(db: Connection, table_id: str, number: int) -> None:
    """Notes that somebody was reminded of the decision that is asked at a number."""
    take_turn(db, f"reminder {table_id}")
    db.execute(delete(ReminderRow).where(ReminderRow.table_id == table_id))
    db.execute(insert(ReminderRow).values(table_id=table_id, number=number))
