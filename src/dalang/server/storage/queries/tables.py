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
from dalang.server.storage.announcing import TableNews, announce, origin_of, told_of_table
from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import NotStored, StorageError
from dalang.server.storage.models import ChatRow, EntryRow, PutAwayRow, SeatRow, TableRow
from dalang.server.storage.queries.bounds import check_opening, check_person
from dalang.server.storage.records import Ending, GameWish, Seat, SeatKind, Status, TableRecord, now

_LISTED: Final = 1000  # of the newest: nobody turns that many pages
_NOT_ENDED: Final = Ending()
_TOUCH: Final = (
    update(TableRow)
    .where(TableRow.id == bindparam("table_id"))
    .values(updated=bindparam("moment"), revision=TableRow.revision + 1)
)
_TOUCH_ALOUD: Final = _TOUCH.returning(TableRow.revision, told_of_table())


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
    found = tables_of(db, select(TableRow).where(TableRow.id == table_id))
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
    return tables_of(db, newest_first.limit(limit).offset(offset))


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
    return tables_of(db, fair.limit(limit).offset(offset))


def seeking(db: Database, search: GameWish) -> list[TableRecord]:
    """Open tables that look for strangers who want just that, the oldest first."""
    found = select(TableRow).where(TableRow.status == "open", TableRow.spread > 0, _has_room())
    same = (
        TableRow.game == search.game,
        TableRow.players == search.players,
        TableRow.pace == search.pace,
        TableRow.clock == search.clock,
        TableRow.rated == search.rated,
    )
    return tables_of(db, found.where(*same).order_by(TableRow.created, TableRow.id).limit(_LISTED))


def seekers(db: Database) -> dict[str, int]:
    """How many people wait for strangers, by game."""
    waiting = (
        select(TableRow.game, func.count())
        .join(SeatRow, SeatRow.table_id == TableRow.id)
        .where(TableRow.status == "open", TableRow.spread > 0, SeatRow.kind == "person")
        .group_by(TableRow.game)
    )
    return {game: count for game, count in db.execute(waiting)}  # noqa: C416


def due_to_fill(db: Database, moment: datetime) -> list[str]:
    """Open tables at which bots are to take the free seats by now."""
    due = TableRow.status == "open", TableRow.fills <= moment
    return list(db.scalars(select(TableRow.id).where(*due)))


def lock_table(db: Connection, table_id: str) -> None:
    """Until the end of the transaction, nobody else changes anything at a table."""
    db.execute(select(TableRow.id).where(TableRow.id == table_id).with_for_update())


def close_open(db: Connection, table_id: str) -> bool:
    """Deletes a table that waits for players; False if it does not."""
    lock_table(db, table_id)
    waits = select(TableRow.id).where(TableRow.id == table_id, *_waits())
    if db.scalar(waits) is None:
        return False
    for rows in (ChatRow, SeatRow):
        db.execute(delete(rows).where(rows.table_id == table_id))
    db.execute(delete(TableRow).where(TableRow.id == table_id))
    announce(db, "closed", table_id)
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


def swap_seats(db: Connection, table_id: str, one: Seat, other: Seat) -> int:
    """Two people change seats, if both still sit where they did."""
    revision = touch(db, table_id)
    _place(db, table_id, replace(one, seat=other.seat), other)
    _place(db, table_id, replace(other, seat=one.seat), one)
    return revision


def set_seat(
    db: Connection, table_id: str, seat: Seat, was: Seat | None = None, number: int | None = None
) -> int:
    """Puts somebody else, or nobody, on a seat; with `was`, only if the seat still is like that.

    With `number`, only if that is the number of the next entry.
    """
    revision = touch(db, table_id)  # first: nobody else changes this table meanwhile
    if number is not None:
        logged = select(func.count()).where(EntryRow.table_id == table_id)
        if db.scalar(logged) != number:
            raise NotStored(f"Something was played at the table {table_id!r}.")
    _place(db, table_id, seat, was)
    return revision


def _place(db: Connection, table_id: str, seat: Seat, was: Seat | None) -> None:
    place = update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.seat == seat.seat)
    if was is not None:
        place = place.where(SeatRow.kind == was.kind, SeatRow.person == was.person)
    if db.execute(place.values(**vars(seat))).rowcount == 0:
        raise NotStored(f"There is no seat {seat.seat} at the table {table_id!r}.")


def take_seat(db: Connection, table_id: str, seat: Seat, was: Seat, bounds: TableBounds) -> int:
    """Somebody sits down who may not be at too many tables."""
    lock_table(db, table_id)
    others = select(func.count()).where(
        SeatRow.table_id == table_id, SeatRow.seat != seat.seat, SeatRow.kind == "open"
    )
    check_person(db, seat.person or "", db.scalar(others) == 0, bounds)
    return set_seat(db, table_id, seat, was)


def set_status(db: Connection, table_id: str, status: Status, ending: Ending = _NOT_ENDED) -> int:
    """Opens, starts or finishes a table."""
    result = {
        "ended_by": ending.ended_by,
        "scores": list(ending.scores),
        "ranking": list(ending.ranking),
    }
    revision = touch(db, table_id)
    db.execute(update(TableRow).where(TableRow.id == table_id).values(status=status, **result))
    return revision


def touch(db: Connection, table_id: str, kind: TableNews = "table") -> int:
    """Notes that something happened at a table; returns its revision.

    With PostgreSQL, the other processes are told of it when the transaction is committed, and of
    two at the same table one waits here for the other.  With SQLite there are none: 0.
    """
    given = {"table_id": table_id, "moment": now()}
    if db.dialect.name == "sqlite":
        if db.execute(_TOUCH, given).rowcount == 0:
            raise NotStored(f"There is no table {table_id!r}.")
        return 0
    told = db.execute(_TOUCH_ALOUD, given | {"origin": origin_of(db), "kind": kind}).first()
    if told is None:
        raise NotStored(f"There is no table {table_id!r}.")
    return int(told[0])


def revision(db: Database, table_id: str) -> int:
    """How often a table has been changed; -1 if there is none."""
    found = db.scalar(select(TableRow.revision).where(TableRow.id == table_id))
    return -1 if found is None else found


def tables_of(db: Database, query: Select[TableRow]) -> list[TableRecord]:
    """The tables that a query finds, with their seats."""
    rows = db.scalars(query).all()
    ids = [row.id for row in rows]
    chairs = select(SeatRow).where(SeatRow.table_id.in_(ids)).order_by(SeatRow.seat)
    seats: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
    for chair in db.scalars(chairs) if ids else ():
        seats[chair.table_id].append(_seat(chair))
    return [_record(row, seats[row.id]) for row in rows]


def seats_of(db: Connection, table_id: str) -> list[Seat]:
    """Who sits where at a table."""
    chairs = select(SeatRow.__table__).where(SeatRow.table_id == table_id).order_by(SeatRow.seat)
    return [_seat(cast("SeatRow", chair)) for chair in db.execute(chairs)]


def _seat(row: SeatRow) -> Seat:
    kind = cast("SeatKind", row.kind)
    left = {"resigned": row.resigned, "late": row.late}
    return Seat(row.seat, kind, row.person, row.bot, row.name, row.invite, **left, along=row.along)


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
        rated=row.rated,
        spread=row.spread,
        fills=row.fills,
        pauses=row.pauses,
        clock=row.clock,
        clock_from=row.clock_from,
        seats=tuple(seats),
    )
