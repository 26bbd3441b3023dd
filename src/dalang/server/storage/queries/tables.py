"""Tables and their seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.orm import Session as Database

from dalang.server.bounds import TableBounds
from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import NotStored, StorageError
from dalang.server.storage.models import ChatRow, EntryRow, PutAwayRow, SeatRow, TableRow
from dalang.server.storage.queries.bounds import check_opening, check_person
from dalang.server.storage.records import Ending, Seat, SeatKind, Status, TableRecord, now

_LISTED: Final = 1000  # of the newest: nobody turns that many pages
_NOT_ENDED: Final = Ending()
_TOUCH: Final = (
    update(TableRow).where(TableRow.id == bindparam("table_id")).values(updated=bindparam("moment"))
)


def add_table(db: Connection, record: TableRecord, bounds: TableBounds | None = None) -> None:
    """A new table with its seats; with bounds, only if its host may have one more."""
    if [seat.seat for seat in record.seats] != list(range(record.players)):
        raise StorageError(f"Table {record.id} needs the seats 0 to {record.players - 1}.")
    if bounds is not None:
        check_opening(db, record, bounds)
    columns = {name: value for name, value in vars(record).items() if name != "seats"}
    db.execute(insert(TableRow).values(**columns))
    db.execute(insert(SeatRow), [{"table_id": record.id, **vars(seat)} for seat in record.seats])


def table(db: Database, table_id: str) -> TableRecord | None:
    """The table of that id."""
    found = _with_seats(db, select(TableRow).where(TableRow.id == table_id))
    return found[0] if found else None


def tables(
    db: Database,
    status: Status | None = None,
    person: str | None = None,
    public: bool | None = None,
    limit: int = 50,
    offset: int = 0,
    put_away: bool = True,
) -> list[TableRecord]:
    """Tables, newest first; `person` sits there or is the host.

    Those where they have resigned are left out, and if asked for those they have put away.
    """
    query = select(TableRow)
    if status is not None:
        query = query.where(TableRow.status == status)
    if public is not None:
        query = query.where(TableRow.public == public)
    if person is not None:
        sits = select(SeatRow.table_id).where(SeatRow.person == person)
        gone = sits.where(SeatRow.resigned == true())
        query = query.where(or_(TableRow.host == person, TableRow.id.in_(sits)))
        query = query.where(or_(TableRow.status != "running", TableRow.id.not_in(gone)))
    if person is not None and not put_away:
        hidden = select(PutAwayRow.table_id).where(PutAwayRow.person == person)
        query = query.where(TableRow.id.not_in(hidden))
    newest_first = query.order_by(TableRow.created.desc(), TableRow.id)
    return _with_seats(db, newest_first.limit(limit).offset(offset))


def lobby(db: Database, status: Status, limit: int, offset: int = 0) -> list[TableRecord]:
    """Public tables for everybody: first one of each host and address, then the next of each.

    So nobody's tables hide those of others, however many they are; of two the newer is first.
    A table whose free seats are all kept for somebody is not offered to everybody.
    """
    found = select(TableRow.id, TableRow.host, TableRow.opened_from, TableRow.created)
    found = found.where(TableRow.status == status, TableRow.public == true())
    if status == "open":
        found = found.where(_has_room())
    newest = found.order_by(TableRow.created.desc(), TableRow.id).limit(_LISTED).subquery().c
    order = newest.created.desc(), newest.id
    of_host = func.row_number().over(partition_by=newest.host, order_by=order)
    hosts = select(newest.id, newest.host, newest.opened_from, newest.created, of_host.label("nth"))
    nth = hosts.subquery().c
    place = case((nth.opened_from == "", nth.host), else_=nth.opened_from)
    within = nth.nth, nth.created.desc(), nth.id
    of_place = func.row_number().over(partition_by=place, order_by=within)
    turns = select(nth.id, of_place.label("turn")).subquery()
    query = select(TableRow).join(turns, turns.c.id == TableRow.id)
    fair = query.order_by(turns.c.turn, TableRow.created.desc(), TableRow.id)
    return _with_seats(db, fair.limit(limit).offset(offset))


def close_open(db: Connection, table_id: str) -> bool:
    """Deletes a table that waits for players; False if it does not."""
    db.execute(select(TableRow.id).where(TableRow.id == table_id).with_for_update())
    waits = select(TableRow.id).where(TableRow.id == table_id, *_waits())
    if db.scalar(waits) is None:
        return False
    for rows in (ChatRow, SeatRow):
        db.execute(delete(rows).where(rows.table_id == table_id))
    db.execute(delete(TableRow).where(TableRow.id == table_id))
    return True


def close_stale(db: Connection, before: datetime, kept: Collection[str] = ()) -> list[str]:
    """Deletes the tables that have waited for players since a moment without any news."""
    stale = select(TableRow.id).where(TableRow.updated < before, *_waits())
    ids = [found for found in db.scalars(stale) if found not in kept]
    return [found for found in ids if close_open(db, found)]


def _waits() -> tuple[ColumnElement[bool], ...]:
    """Of a table that waits for players: no game has ever begun there."""
    free = exists().where(SeatRow.table_id == TableRow.id, SeatRow.kind == "open")
    logged = exists().where(EntryRow.table_id == TableRow.id)
    return TableRow.status == "open", free, ~logged


def _has_room() -> ColumnElement[bool]:
    """Of a table with a seat that anybody may take."""
    free = SeatRow.kind == "open", SeatRow.invite == ""
    return exists().where(SeatRow.table_id == TableRow.id, *free)


def put_away(db: Connection, person: str, table_id: str) -> None:
    """Takes a game off somebody's own list; twice is not too often."""
    take_turn(db, f"person {person}")
    take_out(db, person, table_id)
    db.execute(insert(PutAwayRow).values(person=person, table_id=table_id))


def take_out(db: Connection, person: str, table_id: str) -> None:
    """Puts a game back on the list."""
    own = PutAwayRow.person == person, PutAwayRow.table_id == table_id
    db.execute(delete(PutAwayRow).where(*own))


def swap_seats(db: Connection, table_id: str, one: Seat, other: Seat) -> None:
    """Whoever sits on one of two seats sits on the other; only if both still are like that."""
    for seat, was in ((replace(one, seat=other.seat), other), (replace(other, seat=one.seat), one)):
        set_seat(db, table_id, seat, was)


def set_seat(db: Connection, table_id: str, seat: Seat, was: Seat | None = None) -> None:
    """Puts somebody else, or nobody, on a seat; with `was`, only if the seat still is like that."""
    touch(db, table_id)  # first: nobody else changes anything at this table meanwhile
    place = update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.seat == seat.seat)
    if was is not None:
        place = place.where(SeatRow.kind == was.kind, SeatRow.person == was.person)
    if db.execute(place.values(**vars(seat))).rowcount == 0:
        raise NotStored(f"There is no seat {seat.seat} at the table {table_id!r}.")


def take_seat(db: Connection, table_id: str, seat: Seat, was: Seat, bounds: TableBounds) -> None:
    """Somebody sits down who may not be at too many tables."""
    touch(db, table_id)
    others = select(func.count()).where(
        SeatRow.table_id == table_id, SeatRow.seat != seat.seat, SeatRow.kind == "open"
    )
    check_person(db, seat.person or "", db.scalar(others) == 0, bounds)
    set_seat(db, table_id, seat, was)


def set_status(db: Connection, table_id: str, status: Status, ending: Ending = _NOT_ENDED) -> None:
    """Opens, starts or finishes a table."""
    result = {
        "ended_by": ending.ended_by,
        "scores": list(ending.scores),
        "ranking": list(ending.ranking),
    }
    change = update(TableRow).where(TableRow.id == table_id)
    if db.execute(change.values(status=status, updated=now(), **result)).rowcount == 0:
        raise NotStored(f"There is no table {table_id!r}.")


def touch(db: Connection, table_id: str) -> None:
    """Notes that something happened at a table."""
    if db.execute(_TOUCH, {"table_id": table_id, "moment": now()}).rowcount == 0:
        raise NotStored(f"There is no table {table_id!r}.")


def _with_seats(db: Database, query: Select[TableRow]) -> list[TableRecord]:
    rows = db.scalars(query).all()
    ids = [row.id for row in rows]
    chairs = select(SeatRow).where(SeatRow.table_id.in_(ids)).order_by(SeatRow.seat)
    seats: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
    for chair in db.scalars(chairs) if ids else ():
        seats[chair.table_id].append(_seat(chair))
    return [_record(row, seats[row.id]) for row in rows]


def _seat(row: SeatRow) -> Seat:
    kind = cast("SeatKind", row.kind)
    return Seat(row.seat, kind, row.person, row.bot, row.name, row.invite, row.resigned)


def _record(row: TableRow, seats: Sequence[Seat]) -> TableRecord:
    return TableRecord(
        id=row.id,
        game=row.game,
        edition=row.edition,
        players=row.players,
        options=row.options,
        host=row.host,
        public=row.public,
        status=cast("Status", row.status),
        created=row.created,
        updated=row.updated,
        secret=row.secret,
        ended_by=row.ended_by,
        scores=row.scores,
        ranking=row.ranking,
        pace=row.pace,
        advice=row.advice,
        opened_from=row.opened_from,
        seats=tuple(seats),
    )
