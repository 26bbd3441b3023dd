"""Hosts, bans, reports and words of the house.

Whatever a host does is written to the audit log in the same transaction.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.announcing import announce
from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import NotStored, TooManyStored
from dalang.server.storage.models import (
    AuditRow,
    EmailRow,
    HouseWordRow,
    PersonRow,
    ReportRow,
)
from dalang.server.storage.queries.people import person_record
from dalang.server.storage.records import (
    HOST,
    AuditEntry,
    Complaint,
    Person,
    new_person_id,
    now,
)

COMMAND_LINE = ("", "dalang host")  # a host without an id


def note(db: Connection, host: tuple[str, str], deed: str, person: str, detail: str = "") -> None:
    """Writes down what a host does: their id and name, what, to whom, and how."""
    row = {"host": host[0], "host_name": host[1], "deed": deed, "person": person, "detail": detail}
    db.execute(insert(AuditRow).values(id=new_person_id(), at=now(), **row))


def audit(db: Database, limit: int = 100, offset: int = 0) -> list[AuditEntry]:
    """What hosts have done, the latest first."""
    latest = select(AuditRow).order_by(AuditRow.at.desc(), AuditRow.id)
    rows = db.scalars(latest.limit(limit).offset(offset))
    return [AuditEntry(row.at, row.host_name, row.deed, row.person, row.detail) for row in rows]


# --- roles --------------------------------------------------------------------------------


def accounts_called(db: Database, word: str, limit: int = 50) -> list[Person]:
    """The accounts of an id, of an address, or of a name; of all names that contain it."""
    own = select(PersonRow).where(PersonRow.account.is_not(None))
    address = select(EmailRow.person).where(EmailRow.address == word.lower())
    exact = own.where((PersonRow.id == word) | PersonRow.id.in_(address) | (PersonRow.name == word))
    like = own.where(func.lower(PersonRow.name).contains(word.lower(), autoescape=True))
    for query in (exact, like):
        rows = db.scalars(query.order_by(PersonRow.name, PersonRow.id).limit(limit)).all()
        if rows:
            return [found for row in rows if (found := person_record(row))]
    return []


def hosts(db: Database) -> list[Person]:
    """Everybody who looks after the house."""
    rows = db.scalars(select(PersonRow).where(PersonRow.role == HOST).order_by(PersonRow.name))
    return [found for row in rows if (found := person_record(row))]


def set_host(db: Connection, person_id: str, is_host: bool) -> None:
    """Makes an account a host, or a host an account like others; a banned one cannot be one."""
    known = PersonRow.id == person_id, PersonRow.account.is_not(None)
    values: dict[str, object] = {"role": HOST, "ban": "", "ban_until": None}
    changed = update(PersonRow).where(*known).values(**(values if is_host else {"role": ""}))
    if db.execute(changed).rowcount == 0:
        raise NotStored(f"There is no account {person_id!r}.")
    note(db, COMMAND_LINE, "host_added" if is_host else "host_removed", person_id)


# --- bans ---------------------------------------------------------------------------------


def ban(db: Connection, host: Person, person_id: str, reason: str, until: datetime | None) -> bool:
    """Shuts somebody out until a moment or for good; hosts are not shut out by one another."""
    known = PersonRow.id == person_id, PersonRow.role != HOST
    shut = update(PersonRow).where(*known).values(ban=reason, ban_until=until)
    if db.execute(shut).rowcount == 0:
        return False
    last = until.date().isoformat() if until else "–"
    note(db, (host.id, host.name), "banned", person_id, f"{last}: {reason}")
    announce(db, "signed-out", person_id)
    return True


def lift_ban(db: Connection, host: Person, person_id: str) -> bool:
    """Lets somebody in again."""
    known = PersonRow.id == person_id, PersonRow.ban != ""
    let_in = update(PersonRow).where(*known).values(ban="", ban_until=None)
    if db.execute(let_in).rowcount == 0:
        return False
    note(db, (host.id, host.name), "ban_lifted", person_id)
    return True


def banned(db: Database, limit: int = 200) -> list[Person]:
    """Everybody who is shut out now."""
    rows = db.scalars(select(PersonRow).where(PersonRow.ban != "").order_by(PersonRow.name))
    found = [person for row in rows if (person := person_record(row)) and person.is_banned]
    return found[:limit]


# --- reports ------------------------------------------------------------------------------


def add_report(db: Connection, report: Complaint, most: int) -> None:
    """Something for the hosts to look at; raises TooManyStored if enough of one person wait."""
    take_turn(db, f"person {report.reporter}")
    waiting = ReportRow.reporter == report.reporter, ReportRow.closed.is_(None)
    if (db.scalar(select(func.count()).where(*waiting)) or 0) >= most:
        raise TooManyStored(f"Person {report.reporter} has {most} open reports.")
    db.execute(insert(ReportRow).values(**vars(report)))


def reports(db: Database, limit: int = 100) -> list[tuple[Complaint, Person, str]]:
    """What waits for a host, the oldest first: the report, whom it is about, and whose it is."""
    waiting = select(ReportRow).where(ReportRow.closed.is_(None))
    found: list[tuple[Complaint, Person, str]] = []
    for row in db.scalars(waiting.order_by(ReportRow.created, ReportRow.id).limit(limit)):
        person = person_record(db.get(PersonRow, row.person))
        reporter = db.get(PersonRow, row.reporter)
        assert person
        assert reporter
        found.append((_report(row), person, reporter.name))
    return found


def report(db: Database, report_id: str) -> Complaint | None:
    """The report of that id."""
    row = db.get(ReportRow, report_id)
    return _report(row) if row else None


def ban_for_report(
    db: Connection, host: Person, report_id: str, reason: str, until: datetime | None
) -> bool:
    """Settles a report by shutting somebody out; False if another host was quicker.

    Who cannot be shut out is not (NotStored), and then the report is not settled, either.
    """
    if not close_report(db, host, report_id, "banned"):
        return False
    person = db.scalar(select(ReportRow.person).where(ReportRow.id == report_id))
    if person is None or not ban(db, host, person, reason, until):
        raise NotStored(f"Whom report {report_id!r} is about cannot be shut out.")
    return True


def close_report(db: Connection, host: Person, report_id: str, outcome: str) -> bool:
    """Settles a report; False if another host was quicker."""
    waiting = ReportRow.id == report_id, ReportRow.closed.is_(None)
    settled = update(ReportRow).where(*waiting).values(closed=now(), outcome=outcome)
    person = db.scalar(settled.returning(ReportRow.person))
    if person is None:
        return False
    note(db, (host.id, host.name), "report_closed", person, outcome)
    return True


def _report(row: ReportRow) -> Complaint:
    names = [column.name for column in ReportRow.__table__.columns]
    return Complaint(**{name: getattr(row, name) for name in names})


# --- words --------------------------------------------------------------------------------


def house_words(db: Database) -> dict[str, str]:
    """Words that names and chat must not contain, by how they look."""
    rows = db.scalars(select(HouseWordRow).order_by(HouseWordRow.word))
    return {row.shape: row.word for row in rows}


def add_house_word(db: Connection, host: Person, shape: str, word: str) -> None:
    """One more of them."""
    take_turn(db, "house words")
    if db.scalar(select(HouseWordRow.shape).where(HouseWordRow.shape == shape)) is None:
        db.execute(insert(HouseWordRow).values(shape=shape, word=word, created=now()))
        note(db, (host.id, host.name), "word_added", "", word)


def delete_house_word(db: Connection, host: Person, shape: str) -> None:
    """One less of them."""
    gone = delete(HouseWordRow).where(HouseWordRow.shape == shape)
    word = db.scalar(gone.returning(HouseWordRow.word))
    if word is not None:
        note(db, (host.id, host.name), "word_removed", "", word)
