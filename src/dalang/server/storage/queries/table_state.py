"""Everything about one table, at one moment: to load it, or to catch up with other processes."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.orm import Session as Database

from dalang.server.storage.models import HintRow
from dalang.server.storage.queries.friends import blocks
from dalang.server.storage.queries.intentions import again, premoves
from dalang.server.storage.queries.log import chat, entries
from dalang.server.storage.queries.people import habits
from dalang.server.storage.queries.replays import branch, sequel
from dalang.server.storage.queries.tables import revision as revision_of
from dalang.server.storage.queries.tables import table, touch
from dalang.server.storage.records import StoredHint, TableState


def table_state(
    db: Database, table_id: str, count: int = 0, said: int = 0, limit: int = 200
) -> TableState | None:
    """How a table is stored, and what was played and said from these numbers on."""
    record = table(db, table_id)
    if record is None:
        return None
    people = {seat.person for seat in record.seats if seat.person}
    return TableState(
        revision_of(db, table_id),
        record,
        entries(db, table_id, count),
        chat(db, table_id, limit, said),
        sequel(db, table_id),
        branch(db, table_id),
        again(db, table_id),
        premoves(db, table_id),
        habits(db, people),
        blocks(db, people),
        hints(db, table_id),
    )


def keep_hint(db: Connection, table_id: str, hint: StoredHint) -> int:
    """For the other processes, one of which may serve the page of the person who asked."""
    revision = touch(db, table_id)
    db.execute(delete(HintRow).where(HintRow.table_id == table_id, HintRow.seat == hint.seat))
    db.execute(insert(HintRow).values(table_id=table_id, **vars(hint)))
    return revision


def hints(db: Database, table_id: str) -> list[StoredHint]:
    """What the seats of a table were advised last."""
    rows = db.scalars(select(HintRow).where(HintRow.table_id == table_id))
    return [StoredHint(row.seat, row.number, row.advice) for row in rows]
