"""Friends who are asked to a table."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, func, insert, select
from sqlalchemy.orm import Session as Database

from dalang.server.storage.errors import NotStored, TooManyStored
from dalang.server.storage.models import InvitationRow, PersonRow, SeatRow, TableRow, TieRow
from dalang.server.storage.queries.tables import tables_of
from dalang.server.storage.records import TableRecord, now


@dataclass(frozen=True)
class Invitation:
    """A friend asks somebody to a table."""

    table: TableRecord
    asker: str  # person
    name: str  # of the asker


def invite(db: Connection, table_id: str, asker: str, person: str, most: int) -> bool:
    """Asks a friend to an open table; False if they were asked before.

    A person who is no friend (any more) is not asked: NotStored.
    """
    friends = TieRow.kind == "friend", TieRow.person == person, TieRow.other == asker
    if db.scalar(select(TieRow.person).where(*friends)) is None:
        raise NotStored(f"{person} is no friend of {asker}.")
    here = InvitationRow.table_id == table_id
    if db.scalar(select(InvitationRow.at).where(here, InvitationRow.person == person)) is not None:
        return False
    if (db.scalar(select(func.count()).where(here)) or 0) >= most:
        raise TooManyStored(f"{most} people are asked to {table_id} already.")
    row = {"table_id": table_id, "person": person, "asker": asker, "at": now()}
    db.execute(insert(InvitationRow).values(**row))
    return True


def uninvite(db: Connection, table_id: str, person: str) -> None:
    """Somebody does not want to come."""
    own = InvitationRow.table_id == table_id, InvitationRow.person == person
    db.execute(delete(InvitationRow).where(*own))


def invited(db: Database, table_id: str) -> set[str]:
    """Who is asked to a table."""
    asked = select(InvitationRow.person).where(InvitationRow.table_id == table_id)
    return set(db.scalars(asked))


def invitations(db: Database, person_id: str) -> list[Invitation]:
    """To tables that still wait, by people who are still friends; the newest first."""
    friends = exists().where(
        TieRow.person == person_id, TieRow.other == InvitationRow.asker, TieRow.kind == "friend"
    )
    seated = exists().where(SeatRow.table_id == InvitationRow.table_id, SeatRow.person == person_id)
    asked = (
        select(InvitationRow.table_id, InvitationRow.asker, PersonRow.name)
        .join(PersonRow, PersonRow.id == InvitationRow.asker)
        .join(TableRow, TableRow.id == InvitationRow.table_id)
        .where(InvitationRow.person == person_id, TableRow.status == "open", friends, ~seated)
        .order_by(InvitationRow.at.desc(), InvitationRow.table_id)
    )
    rows = db.execute(asked).all()
    wanted = select(TableRow).where(TableRow.id.in_([row.table_id for row in rows]))
    tables = {record.id: record for record in tables_of(db, wanted)}
    return [Invitation(tables[row.table_id], row.asker, row.name) for row in rows]
