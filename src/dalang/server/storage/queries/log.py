"""The log of every game and what was said there, inside a transaction that the store opens.

The log is the source of truth: entries are only appended, and replaying it gives the position.
Appending is what a busy server does most, so its statements are prepared once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Select, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Database

from dalang.server.storage.errors import NumberMissing, NumberTaken
from dalang.server.storage.models import ChatRow, EntryRow
from dalang.server.storage.queries.results import keep_results
from dalang.server.storage.queries.tables import set_status, touch
from dalang.server.storage.records import ChatLine, Ending, Entry, now

_LAST_ENTRY: Final = select(func.max(EntryRow.number)).where(
    EntryRow.table_id == bindparam("table_id")
)
_LAST_LINE: Final = select(func.max(ChatRow.number)).where(
    ChatRow.table_id == bindparam("table_id")
)
_ADD_ENTRIES: Final = insert(EntryRow)
_ADD_LINE: Final = insert(ChatRow)


def append(
    db: Connection, table_id: str, entries: Sequence[Entry], ending: Ending | None = None
) -> int:
    """Appends the next entries, all or none; with `ending`, they also finish the table.

    Returns the revision of the table: see touch().
    """
    if ending is None:  # first, because it makes other processes wait: none comes in between
        revision = touch(db, table_id, "log")
    else:
        revision = set_status(db, table_id, "finished", ending)
    _check_numbers(_next_number(db, _LAST_ENTRY, table_id), table_id, entries)
    if not entries:
        return revision
    try:
        db.execute(_ADD_ENTRIES, [{"table_id": table_id, **vars(entry)} for entry in entries])
    except IntegrityError:  # whatever happens, the key allows each number once
        raise NumberTaken(f"Table {table_id} has number {entries[0].number} already.") from None
    if ending is not None:
        keep_results(db, table_id, ending)
    return revision


def entries(db: Database, table_id: str, since: int = 0) -> list[Entry]:
    """The log of a game, or what follows from a number on."""
    columns = select(EntryRow.number, EntryRow.actor, EntryRow.text, EntryRow.at, EntryRow.spent)
    logged = columns.where(EntryRow.table_id == table_id).order_by(EntryRow.number)
    logged = logged.where(EntryRow.number >= since) if since else logged
    return [Entry(*row) for row in db.execute(logged)]


def add_chat(
    db: Connection, table_id: str, person_id: str, name: str, text: str, to: str = ""
) -> ChatLine:
    """Something said, to everybody or to one person."""
    touch(db, table_id)
    line = ChatLine(_next_number(db, _LAST_LINE, table_id), person_id, name, text, now(), to)
    db.execute(_ADD_LINE, {"table_id": table_id, **vars(line)})
    return line


def chat(db: Database, table_id: str, limit: int = 200, since: int = 0) -> list[ChatLine]:
    """The last things said, oldest first."""
    said = select(ChatRow).where(ChatRow.table_id == table_id, ChatRow.number >= since)
    rows = db.scalars(said.order_by(ChatRow.number.desc()).limit(limit)).all()
    return [
        ChatLine(row.number, row.person, row.name, row.text, row.at, row.to) for row in rows[::-1]
    ]


def _next_number(db: Connection, last_number: Select[int], table_id: str) -> int:
    last = db.scalar(last_number, {"table_id": table_id})
    return 0 if last is None else last + 1


def _check_numbers(first: int, table_id: str, entries: Sequence[Entry]) -> None:
    for number, entry in enumerate(entries, first):
        if entry.number < number:
            raise NumberTaken(f"Table {table_id} has number {entry.number} already.")
        if entry.number > number:
            raise NumberMissing(f"Table {table_id} has no number {number} yet.")
