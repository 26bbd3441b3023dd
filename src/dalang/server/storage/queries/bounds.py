"""Whether somebody may have one more table, asked by the very transaction that makes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select

from dalang.server.bounds import RECENT, TableBounds
from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import TableBound
from dalang.server.storage.models import SeatRow, TableRow
from dalang.server.storage.records import Seat, TableRecord, now

_NAMES: Final = {  # by whose, and whether it begins
    ("person", False): "open_per_person",
    ("person", True): "running_per_person",
    ("address", False): "open_per_address",
    ("address", True): "running_per_address",
}


def check_opening(db: Connection, record: TableRecord, bounds: TableBounds) -> None:
    """Raises TableBound if a person or an address has too many tables."""
    begins = is_full(record.seats)
    check_person(db, record.host, begins, bounds)
    if record.opened_from:
        take_turn(db, f"address {record.opened_from}")
        from_there = TableRow.opened_from == record.opened_from
        _check(db, from_there, begins, "address", bounds)


def check_person(db: Connection, person: str, begins: bool, bounds: TableBounds) -> None:
    """Raises TableBound if a person has too many tables that have begun, or that have not."""
    take_turn(db, f"person {person}")
    sits = select(SeatRow.table_id).where(SeatRow.person == person)
    own = or_(TableRow.host == person, TableRow.id.in_(sits))
    _check(db, own, begins, "person", bounds)


def is_full(seats: Sequence[Seat]) -> bool:
    """Whether nobody has to be waited for: such a table begins."""
    return all(seat.kind != "open" for seat in seats)


def _check(
    db: Connection, whose: ColumnElement[bool], begins: bool, of: str, bounds: TableBounds
) -> None:
    name = _NAMES[of, begins]
    most: int = getattr(bounds, name)
    free = exists().where(SeatRow.table_id == TableRow.id, SeatRow.kind == "open")
    waits = and_(TableRow.status == "open", free)
    goes_on = and_(
        or_(TableRow.status == "running", and_(TableRow.status == "open", ~free)),
        TableRow.updated > now() - RECENT,
    )
    query = select(func.count()).select_from(TableRow).where(whose, goes_on if begins else waits)
    if (db.scalar(query) or 0) >= most:
        raise TableBound(name, most)
