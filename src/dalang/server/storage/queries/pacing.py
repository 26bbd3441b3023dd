"""Games with a pace or a clock, inside a transaction that the store opens.

The log alone says since when a decision is due, so a restart changes nothing.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, and_, delete, func, insert, select, update
from sqlalchemy.orm import Session as Database
from sqlalchemy.orm import aliased

from dalang.server.storage.database import take_turn
from dalang.server.storage.models import EntryRow, ReminderRow, TableRow, TurnNoticeRow
from dalang.server.storage.queries.tables import touch
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


def clocked_ids(db: Database) -> list[str]:
    """The running tables that have a clock."""
    query = select(TableRow.id).where(TableRow.status == "running", TableRow.clock != "")
    return list(db.scalars(query))


def resume_clock(db: Connection, table_id: str, moment: datetime) -> int:
    """The time of the seat that is asked counts from a moment on; returns the table's revision."""
    revision = touch(db, table_id)
    db.execute(update(TableRow).where(TableRow.id == table_id).values(clock_from=moment))
    return revision


def resume_clocks(db: Connection, moment: datetime) -> None:
    """The same at all tables: the server was away until that moment."""
    clocked = TableRow.status == "running", TableRow.clock != ""
    db.execute(update(TableRow).where(*clocked).values(clock_from=moment))


def keep_reminder(db: Connection, table_id: str, number: int) -> bool:
    """Notes that somebody was reminded of the decision that is asked at a number.

    False if they were already: of several processes, one reminds.
    """
    return _keep(db, ReminderRow, table_id, number)


def keep_turn_notice(db: Connection, table_id: str, number: int) -> bool:
    """The same of somebody who was told that a decision waits for them."""
    return _keep(db, TurnNoticeRow, table_id, number)


def _keep(
    db: Connection, rows: type[ReminderRow | TurnNoticeRow], table_id: str, number: int
) -> bool:
    """The newest number, unless it, or a newer one, is there."""
    take_turn(db, f"{rows.__tablename__} {table_id}")
    last = db.scalar(select(rows.number).where(rows.table_id == table_id))
    if last is not None and last >= number:
        return False
    db.execute(delete(rows).where(rows.table_id == table_id))
    db.execute(insert(rows).values(table_id=table_id, number=number))
    return True
