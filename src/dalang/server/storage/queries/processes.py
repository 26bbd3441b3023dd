"""What several processes at one PostgreSQL know of each other, by the database's clock.

A process is alive if it has given a sign of life within DEAD seconds.  What it holds, others may
take over then.  That it may be alive all the same does no harm: see docs/architecture.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    String,
    delete,
    func,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.orm import Session as Database

from dalang.server.limits import Share
from dalang.server.storage.announcing import announce
from dalang.server.storage.models import (
    AllowanceRow,
    HouseKeyRow,
    LeaseRow,
    PresenceRow,
    ProcessRow,
)
from dalang.server.storage.records import OpenPagesElsewhere

DEAD: Final = 5.0  # seconds without a sign of life
FORGOTTEN: Final = 60.0  # seconds until nothing is left of a process
ALLOWED: Final = 3600.0  # seconds after which nothing is left of what anybody spent
CHORES: Final = "chores"  # the lease of the process that does what one does for all

_CHANGED: Final = text("""
SELECT known.id, game_table.revision
FROM unnest(CAST(:ids AS text[]), CAST(:revisions AS int[])) AS known (id, revision)
LEFT JOIN game_table ON game_table.id = known.id
WHERE game_table.revision IS DISTINCT FROM known.revision
""")
_OTHERS: Final = text("""
SELECT known.subject, coalesce(lease.process, '')
FROM unnest(CAST(:subjects AS text[]), CAST(:processes AS text[])) AS known (subject, process)
LEFT JOIN lease ON lease.subject = known.subject
WHERE coalesce(lease.process, '') <> known.process
""")

NOW: Final = func.timezone("utc", func.clock_timestamp())


class Holder(NamedTuple):
    """Who holds a lease."""

    process: str
    taken_over: bool  # just now, from one that is gone


def alive() -> Select[Any]:
    """The ids of the processes that live."""
    return select(ProcessRow.id).where(ProcessRow.seen > NOW - seconds(DEAD))


def seconds(count: float) -> Any:
    """For sums with moments of the database."""
    return text(f"interval '{count} seconds'")


def _one_of(column: InstrumentedAttribute[str], ids: Collection[str]) -> ColumnElement[bool]:
    """As one parameter, however many there are."""
    return column == func.any(literal(list(ids), ARRAY(String)))


def changed(db: Database, known: Mapping[str, int]) -> dict[str, int | None]:
    """Those of some tables that have another revision than is known; None if one is no more.

    They are compared by the database: usually there is nothing to tell.
    """
    found = db.execute(_CHANGED, {"ids": list(known), "revisions": list(known.values())})
    return {name: revision for name, revision in found}  # noqa: C416


# --- leases -------------------------------------------------------------------------------


def claim(db: Connection, subject: str, process: str) -> Holder:
    """Takes a lease unless another process that lives holds it; who holds it now."""
    held = select(LeaseRow.process).where(LeaseRow.subject == subject).with_for_update()
    while (was := db.scalar(held)) is None:  # another one may come first, and be gone again
        new = insert(LeaseRow).values(subject=subject, process=process).on_conflict_do_nothing()
        if db.execute(new.returning(LeaseRow.subject)).first():  # an INSERT does not count rows
            return Holder(process, taken_over=False)
    if was == process or (was and db.scalar(alive().where(ProcessRow.id == was))):
        return Holder(was, taken_over=False)
    db.execute(update(LeaseRow).where(LeaseRow.subject == subject).values(process=process))
    return Holder(process, taken_over=True)


def adopt(db: Connection, process: str, most: int) -> list[str]:
    """Takes over tables of processes that are gone; which."""
    orphans = select(LeaseRow.subject).where(
        LeaseRow.process.not_in(alive()), LeaseRow.subject != CHORES
    )
    some = orphans.limit(most).with_for_update(skip_locked=True)
    taken = update(LeaseRow).where(LeaseRow.subject.in_(some.scalar_subquery()))
    done = db.execute(taken.values(process=process).returning(LeaseRow.subject))
    return list(done.scalars())


def release(db: Connection, process: str, subject: str) -> None:
    """A process does not drive a table any more, if it did; others may want to."""
    own = LeaseRow.subject == subject, LeaseRow.process == process
    if db.execute(delete(LeaseRow).where(*own)).rowcount:
        announce(db, "free", subject)


def leases_of(db: Database, process: str) -> list[str]:
    """What a process holds."""
    return list(db.scalars(select(LeaseRow.subject).where(LeaseRow.process == process)))


def holders(db: Database, subjects: Collection[str]) -> dict[str, str]:
    """Which process holds which of these leases."""
    query = select(LeaseRow.subject, LeaseRow.process).where(_one_of(LeaseRow.subject, subjects))
    return {name: found for name, found in db.execute(query)}  # noqa: C416


def other_holders(db: Database, known: Mapping[str, str]) -> dict[str, str]:
    """Those of some leases that others hold than is known; "" if nobody does."""
    found = db.execute(_OTHERS, {"subjects": list(known), "processes": list(known.values())})
    return {name: process for name, process in found}  # noqa: C416


def leave(db: Connection, process: str, left: Collection[str]) -> None:
    """A process ends; the tables `left` go on by themselves, and others must take them over."""
    own = LeaseRow.process == process
    if left:
        given = update(LeaseRow).where(own, LeaseRow.subject.in_(left))
        db.execute(given.values(process=""))
    db.execute(delete(LeaseRow).where(own))
    db.execute(delete(PresenceRow).where(PresenceRow.process == process))
    db.execute(delete(ProcessRow).where(ProcessRow.id == process))
    announce(db, "gone", process)


def forget_dead(db: Connection) -> None:
    """Removes what is left of processes that have been gone for long; leases stay to be adopted."""
    lately = select(ProcessRow.id).where(ProcessRow.seen > NOW - seconds(FORGOTTEN))
    db.execute(delete(PresenceRow).where(PresenceRow.process.not_in(lately)))
    db.execute(delete(ProcessRow).where(ProcessRow.id.not_in(lately)))
    db.execute(delete(AllowanceRow).where(AllowanceRow.at < NOW - seconds(ALLOWED)))


# --- who is where -------------------------------------------------------------------------


def keep_presence(
    db: Connection, process: str, changes: Sequence[tuple[str, str, int, int]]
) -> None:
    """The pages that people have open through a process: table, person, all, unseen ones."""
    for table_id, person, pages, unseen in changes:
        own = PresenceRow.table_id == table_id, PresenceRow.person == person
        if pages <= 0:
            db.execute(delete(PresenceRow).where(*own, PresenceRow.process == process))
        else:
            key = {"table_id": table_id, "process": process, "person": person}
            counts = {"pages": pages, "unseen": unseen}
            row = insert(PresenceRow).values(**key, **counts)
            db.execute(row.on_conflict_do_update(index_elements=list(key), set_=counts))
    for table_id in {change[0] for change in changes}:
        announce(db, "presence", table_id)


def presence(
    db: Database, table_ids: Collection[str], process: str
) -> list[tuple[str, OpenPagesElsewhere]]:
    """Who has pages of these tables open through other processes that live."""
    elsewhere = _one_of(PresenceRow.table_id, table_ids), PresenceRow.process != process
    rows = db.scalars(select(PresenceRow).where(*elsewhere, PresenceRow.process.in_(alive())))
    return [
        (row.table_id, OpenPagesElsewhere(row.process, row.person, row.pages, row.unseen))
        for row in rows
    ]


def looked_at(db: Database) -> list[str]:
    """The tables that anybody has a page of open, through whichever process that lives."""
    query = select(PresenceRow.table_id).where(PresenceRow.process.in_(alive()))
    return list(db.scalars(query.distinct()))


# --- limits -------------------------------------------------------------------------------


def spend(db: Connection, shares: Sequence[Share]) -> bool:
    """Counts one more of each; False, and nothing of the rest, if somebody had enough of one."""
    return all(_spend(db, share) for share in shares)


def _spend(db: Connection, share: Share) -> bool:
    """A bucket that leaks: what was spent is forgotten at the rate of the limit."""
    past = func.extract("epoch", NOW - AllowanceRow.at)
    spent = func.greatest(0.0, AllowanceRow.spent - share.rate * past) + 1.0
    row = insert(AllowanceRow).values(name=share.name, spent=1.0, at=NOW)
    row = row.on_conflict_do_update(
        index_elements=["name"], set_={"spent": spent, "at": NOW}, where=spent <= share.burst
    )
    return db.execute(row.returning(AllowanceRow.name)).first() is not None


# --- what all of them need ----------------------------------------------------------------


def house_key(db: Connection, name: str, proposed: str) -> str:
    """The key of that name: what was proposed first, by whichever process."""
    new = insert(HouseKeyRow).values(name=name, text=proposed).on_conflict_do_nothing()
    db.execute(new)
    return cast("str", db.scalar(select(HouseKeyRow.text).where(HouseKeyRow.name == name)))


def call_out(db: Connection, kind: str, subject: str, number: int = 0) -> None:
    """Tells the other processes of something that is not stored."""
    announce(db, kind, subject, number)
