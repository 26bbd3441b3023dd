"""What follows from finished games, inside a transaction that the store opens.

Uploaded replays, games that continue another one, rematches, and analyses by bots.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.orm import Session as Database

from dalang.server.bounds import TableBounds
from dalang.server.storage.announcing import announce
from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import TooManyStored
from dalang.server.storage.models import AnalysisRow, BranchRow, SequelRow, UploadRow
from dalang.server.storage.queries.log import append
from dalang.server.storage.queries.tables import add_table, touch
from dalang.server.storage.records import Branch, Entry, TableRecord, Upload


def add_upload(db: Connection, upload: Upload, most: int) -> None:
    """Stores an uploaded replay; raises TooManyStored if a person has too many."""
    take_turn(db, f"person {upload.person}")
    owned = select(func.count()).where(UploadRow.person == upload.person)
    if (db.scalar(owned) or 0) >= most:
        raise TooManyStored(f"Person {upload.person} has {most} replays already.")
    db.execute(insert(UploadRow).values(**vars(upload)))


def upload(db: Database, upload_id: str) -> Upload | None:
    """The uploaded replay of that id."""
    row = db.get(UploadRow, upload_id)
    return _upload(row) if row else None


def uploads(db: Database, person_id: str) -> list[Upload]:
    """A person's uploaded replays, newest first."""
    owned = select(UploadRow).where(UploadRow.person == person_id)
    return [_upload(row) for row in db.scalars(owned.order_by(UploadRow.created.desc()))]


def delete_upload(db: Connection, person_id: str, upload_id: str) -> bool:
    """Deletes an uploaded replay of that person; False if there is none of that id."""
    own = delete(UploadRow).where(UploadRow.id == upload_id, UploadRow.person == person_id)
    if db.execute(own).rowcount == 0:
        return False
    db.execute(delete(AnalysisRow).where(AnalysisRow.source == upload_id))
    announce(db, "deleted", upload_id)
    return True


def _upload(row: UploadRow) -> Upload:
    return Upload(row.id, row.person, row.game, row.name, row.text, row.created)


def add_branch(
    db: Connection,
    record: TableRecord,
    entries: Sequence[Entry],
    branch: Branch,
    bounds: TableBounds | None = None,
) -> None:
    """A new table that continues another game from a moment and takes over its log."""
    add_table(db, record, bounds)
    db.execute(insert(BranchRow).values(table_id=record.id, **vars(branch)))
    append(db, record.id, entries)


def branch(db: Database, table_id: str) -> Branch | None:
    """The moment from which the game of a table continues, if any."""
    row = db.get(BranchRow, table_id)
    return Branch(row.source, row.move, row.inherited) if row else None


def add_sequel(
    db: Connection, table_id: str, record: TableRecord, bounds: TableBounds | None = None
) -> str:
    """A new table for the people of a finished one, unless they have one; returns its id."""
    touch(db, table_id)  # one after the other
    known = db.scalar(select(SequelRow.next_id).where(SequelRow.table_id == table_id))
    if known is not None:
        return str(known)
    add_table(db, record, bounds)
    db.execute(insert(SequelRow).values(table_id=table_id, next_id=record.id))
    return record.id


def sequel(db: Database, table_id: str) -> str:
    """Where the people of a finished table play again; "" if nowhere yet."""
    row = db.get(SequelRow, table_id)
    return row.next_id if row else ""


def keep_analysis(db: Connection, source: str, text: str) -> None:
    """What the bots think of a game; takes the place of an older opinion."""
    take_turn(db, f"analysis {source}")
    db.execute(delete(AnalysisRow).where(AnalysisRow.source == source))
    db.execute(insert(AnalysisRow).values(source=source, text=text))


def analysis(db: Database, source: str) -> str:
    """What the bots thought of a game; "" if they were not asked."""
    row = db.get(AnalysisRow, source)
    return row.text if row else ""
