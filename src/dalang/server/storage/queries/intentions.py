"""What people at a table have decided for later.  Writes return its revision: see touch()."""

from __future__ import annotations

from sqlalchemy import Connection, delete, exists, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.models import AgainRow, EntryRow, PremoveRow
from dalang.server.storage.queries.tables import touch
from dalang.server.storage.records import StoredPremove, now


def keep_premove(db: Connection, table_id: str, premove: StoredPremove) -> int:
    """What somebody will do when asked, instead of what they had decided before."""
    revision = drop_premove(db, table_id, premove.seat)
    db.execute(insert(PremoveRow).values(table_id=table_id, **vars(premove)))
    return revision


def drop_premove(db: Connection, table_id: str, seat: int) -> int:
    """A seat has decided nothing any more."""
    revision = touch(db, table_id)  # one after the other
    db.execute(delete(PremoveRow).where(PremoveRow.table_id == table_id, PremoveRow.seat == seat))
    return revision


def miss_premove(db: Connection, table_id: str, seat: int) -> int:
    """What a seat had decided was not possible any more; it is kept to be told of it."""
    revision = touch(db, table_id)
    own = PremoveRow.table_id == table_id, PremoveRow.seat == seat
    db.execute(update(PremoveRow).where(*own).values(missed=True))
    return revision


def premoves(db: Database, table_id: str) -> list[StoredPremove]:
    """What was decided at a table by seats that have not acted since then."""
    acted = exists().where(
        EntryRow.table_id == table_id,
        EntryRow.actor == PremoveRow.seat,
        EntryRow.number >= PremoveRow.number,
    )
    rows = db.scalars(select(PremoveRow).where(PremoveRow.table_id == table_id, ~acted))
    return [
        StoredPremove(row.seat, row.person, row.number, row.text, row.question, row.missed)
        for row in rows
    ]


def keep_again(db: Connection, table_id: str, person: str, joins: bool) -> int:
    """Whether somebody wants to play again; who changes their mind is still the first to ask."""
    revision = touch(db, table_id)  # one after the other
    own = AgainRow.table_id == table_id, AgainRow.person == person
    answered = db.scalar(select(AgainRow.at).where(*own))
    db.execute(delete(AgainRow).where(*own))
    row = {"table_id": table_id, "person": person, "joins": joins, "at": answered or now()}
    db.execute(insert(AgainRow).values(**row))
    return revision


def again(db: Database, table_id: str) -> dict[str, bool]:
    """Who wants to play again, in the order of their answers."""
    answers = select(AgainRow).where(AgainRow.table_id == table_id).order_by(AgainRow.at)
    return {row.person: row.joins for row in db.scalars(answers)}
