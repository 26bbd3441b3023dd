"""Tournaments, who takes part, and the tables of every round.

Several processes may want to take the same step at the same time.  Each step names the state that
it follows from, and is refused if that is not the present one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import Connection, exists, func, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.errors import NotStored, TooManyStored
from dalang.server.storage.models import EntrantRow, PairingRow, TableRow, TournamentRow
from dalang.server.storage.queries.moderation import note
from dalang.server.storage.queries.tables import add_table, tables_of
from dalang.server.storage.records import (
    Format,
    Pairing,
    Participant,
    Person,
    TableRecord,
    Tournament,
    TournamentStatus,
    now,
)


def add_tournament(db: Connection, tournament: Tournament, most_open: int) -> None:
    """A new tournament, unless its host has too many that are not over."""
    mine = select(func.count()).where(
        TournamentRow.host == tournament.host, TournamentRow.status.in_(("open", "running"))
    )
    if (db.scalar(mine) or 0) >= most_open:
        raise TooManyStored(f"{tournament.host} has {most_open} tournaments already.")
    db.execute(insert(TournamentRow).values(**vars(tournament)))


def tournament(db: Database, tournament_id: str) -> Tournament | None:
    """The tournament of that id."""
    row = db.get(TournamentRow, tournament_id)
    return _tournament(row) if row else None


def tournaments(
    db: Database, status: TournamentStatus, person: str | None = None, limit: int = 50
) -> list[Tournament]:
    """The newest first; of a person, those that they are the host of or take part in."""
    query = select(TournamentRow).where(TournamentRow.status == status)
    if person is not None:
        entered = select(EntrantRow.tournament).where(EntrantRow.person == person)
        query = query.where((TournamentRow.host == person) | TournamentRow.id.in_(entered))
    newest_first = query.order_by(TournamentRow.created.desc(), TournamentRow.id).limit(limit)
    return [_tournament(row) for row in db.scalars(newest_first)]


def due_tournaments(db: Database, moment: datetime) -> list[Tournament]:
    """Those that are to begin by now."""
    due = TournamentRow.status == "open", TournamentRow.starts <= moment
    rows = db.scalars(select(TournamentRow).where(*due).order_by(TournamentRow.starts))
    return [_tournament(row) for row in rows]


def rounds_over(db: Database) -> list[Tournament]:
    """Those whose last round is over, or that have none yet."""
    void = PairingRow.void_from.is_not(None) & (PairingRow.void_from <= now())
    played = exists().where(
        PairingRow.tournament == TournamentRow.id,
        PairingRow.round == TournamentRow.round,
        PairingRow.table_id == TableRow.id,
        TableRow.status != "finished",
        ~void,
    )
    over = select(TournamentRow).where(TournamentRow.status == "running", ~played)
    return [_tournament(row) for row in db.scalars(over.order_by(TournamentRow.created))]


def unfinished_pairings(db: Database) -> list[Pairing]:
    """The tables that the present rounds of all tournaments wait for."""
    drawn = (
        select(PairingRow)
        .join(TournamentRow, TournamentRow.id == PairingRow.tournament)
        .join(TableRow, TableRow.id == PairingRow.table_id)
        .where(TournamentRow.status == "running", PairingRow.round == TournamentRow.round)
        .where(TableRow.status != "finished")
    )
    return [_pairing(row) for row in db.scalars(drawn.order_by(PairingRow.table_id))]


def set_void_from(db: Connection, table_id: str, moment: datetime | None) -> None:
    """From when on a tournament goes on without a table; None = it can be read."""
    here = update(PairingRow).where(PairingRow.table_id == table_id)
    db.execute(here.values(void_from=moment))


def cancel_stale(db: Connection, before: datetime) -> None:
    """Those that their hosts have not begun since a moment do not take place."""
    waiting = TournamentRow.status == "open", TournamentRow.starts.is_(None)
    stale = update(TournamentRow).where(*waiting, TournamentRow.created < before)
    db.execute(stale.values(status="cancelled"))


def entrants(db: Database, tournament_id: str) -> list[Participant]:
    """Who takes part, the strongest first; before it begins, in the order of entering."""
    entered = select(EntrantRow).where(EntrantRow.tournament == tournament_id)
    ordered = entered.order_by(EntrantRow.seed, EntrantRow.entered, EntrantRow.person)
    return [
        Participant(row.person, row.name, row.seed, row.withdrawn, row.entered)
        for row in db.scalars(ordered)
    ]


def enter(db: Connection, tournament_id: str, person: str, name: str) -> None:
    """Somebody takes part, before it begins; twice is not too often."""
    found = _locked(db, tournament_id, "open")
    mine = EntrantRow.tournament == tournament_id, EntrantRow.person == person
    if db.scalar(select(EntrantRow.person).where(*mine)) is not None:
        db.execute(update(EntrantRow).where(*mine).values(withdrawn=False, name=name))
    else:
        values = {"tournament": tournament_id, "person": person, "name": name, "entered": now()}
        db.execute(insert(EntrantRow).values(seed=0, withdrawn=False, **values))
    taking_part = select(func.count()).where(
        EntrantRow.tournament == tournament_id, EntrantRow.withdrawn.is_(False)
    )
    if (db.scalar(taking_part) or 0) > found.most:
        raise TooManyStored(f"{found.most} take part already.")


def withdraw(db: Connection, tournament_id: str, person: str) -> None:
    """Somebody does not take part any more; what they have played counts."""
    _locked(db, tournament_id, "open", "running")
    mine = EntrantRow.tournament == tournament_id, EntrantRow.person == person
    if db.execute(update(EntrantRow).where(*mine).values(withdrawn=True)).rowcount == 0:
        raise NotStored(f"{person} does not take part in {tournament_id}.")


def begin_tournament(db: Connection, tournament_id: str, order: Sequence[str], rounds: int) -> bool:
    """Nobody can enter any more: people are numbered in the order given; False if it has begun."""
    if not _step(db, tournament_id, "open", 0, status="running", rounds=rounds):
        return False
    for seed, person in enumerate(order, 1):
        mine = EntrantRow.tournament == tournament_id, EntrantRow.person == person
        db.execute(update(EntrantRow).where(*mine).values(seed=seed))
    return True


def draw_round(
    db: Connection, tournament_id: str, number: int, records: Sequence[TableRecord]
) -> bool:
    """The tables of the next round, all or none; False if that round has been drawn already."""
    if not _step(db, tournament_id, "running", number - 1, round=number):
        return False
    entered = select(EntrantRow.person, EntrantRow.seed)
    entered = entered.where(EntrantRow.tournament == tournament_id)
    known: dict[str | None, int] = {row.person: row.seed for row in db.execute(entered)}
    for board, record in enumerate(records, 1):
        add_table(db, record)
        values = {"tournament": tournament_id, "round": number, "table_id": record.id}
        seeds = [known.get(seat.person) for seat in record.seats]
        db.execute(insert(PairingRow).values(board=board, seeds=seeds, **values))
    return True


def finish_tournament(db: Connection, tournament_id: str, number: int) -> bool:
    """The last round is over; False if somebody else has said so already."""
    return _step(db, tournament_id, "running", number, status="finished")


def cancel_tournament(db: Connection, tournament_id: str) -> bool:
    """It does not take place; False if it has begun."""
    return _step(db, tournament_id, "open", 0, status="cancelled")


def cancel_as_host(db: Connection, host: Person, tournament_id: str) -> bool:
    """Somebody who looks after the house cancels it; False if it has begun."""
    here = select(TournamentRow.host, TournamentRow.name).where(TournamentRow.id == tournament_id)
    row = db.execute(here).one()
    if not cancel_tournament(db, tournament_id):
        return False
    note(db, (host.id, host.name), "tournament_cancelled", row.host, row.name)
    return True


def pairings(db: Database, tournament_id: str) -> list[Pairing]:
    """The tables of all rounds."""
    drawn = select(PairingRow).where(PairingRow.tournament == tournament_id)
    ordered = drawn.order_by(PairingRow.round, PairingRow.board)
    return [_pairing(row) for row in db.scalars(ordered)]


def tables_of_tournament(db: Database, tournament_id: str) -> list[TableRecord]:
    """The tables of all rounds, with their results."""
    drawn = select(PairingRow.table_id).where(PairingRow.tournament == tournament_id)
    return tables_of(db, select(TableRow).where(TableRow.id.in_(drawn)))


def tournament_of_table(db: Database, table_id: str) -> Tournament | None:
    """The tournament that a table belongs to."""
    drawn = select(PairingRow.tournament).where(PairingRow.table_id == table_id)
    row = db.scalar(select(TournamentRow).where(TournamentRow.id.in_(drawn)))
    return _tournament(row) if row else None


def _step(
    db: Connection, tournament_id: str, was: TournamentStatus, last_round: int, **changes: object
) -> bool:
    """Changes a tournament that is in this state; False if it is not."""
    here = TournamentRow.id == tournament_id, TournamentRow.status == was
    change = update(TournamentRow).where(*here, TournamentRow.round == last_round)
    return db.execute(change.values(**changes)).rowcount == 1


def _locked(db: Connection, tournament_id: str, *statuses: TournamentStatus) -> TournamentRow:
    """Nobody else changes the tournament until the transaction ends."""
    here = select(TournamentRow.status, TournamentRow.most).where(TournamentRow.id == tournament_id)
    row = db.execute(here.with_for_update()).first()
    if row is None or row.status not in statuses:
        raise NotStored(f"Tournament {tournament_id!r} is not {' or '.join(statuses)}.")
    return cast("TournamentRow", row)


def _pairing(row: PairingRow) -> Pairing:
    return Pairing(row.round, row.board, row.table_id, tuple(row.seeds), row.void_from)


def _tournament(row: TournamentRow) -> Tournament:
    return Tournament(
        id=row.id,
        name=row.name,
        host=row.host,
        game=row.game,
        format=cast("Format", row.format),
        seats=row.seats,
        rounds=row.rounds,
        pace=row.pace,
        most=row.most,
        starts=row.starts,
        created=row.created,
        seed=row.seed,
        status=cast("TournamentStatus", row.status),
        round=row.round,
        clock=row.clock,
    )
