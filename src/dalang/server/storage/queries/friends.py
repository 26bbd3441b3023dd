"""Friends and blocks, and who is here of those who want to be seen.

A tie has a direction.  Friends have one each; people who are blocked are not told by whom.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.announcing import announce
from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import TooManyStored
from dalang.server.storage.models import PersonRow, TieRow
from dalang.server.storage.queries.people import person_record
from dalang.server.storage.records import Person, TieKind, now


def ask_friend(db: Connection, person_id: str, other_id: str, most: int) -> None:
    """Asks somebody to be friends, or says yes to who has asked."""
    _take_turns(db, person_id, other_id)
    back = _kind(db, other_id, person_id)
    if _kind(db, person_id, other_id) == "friend":
        return
    if back in ("asked", "friend"):
        _tie(db, person_id, other_id, "friend", most)
        _tie(db, other_id, person_id, "friend", most)
    else:  # also if they have blocked the one who asks, who is not to learn of it
        _tie(db, person_id, other_id, "asked", most)


def part(db: Connection, person_id: str, other_id: str) -> None:
    """Friends no more; an answer to who has asked, or asking taken back.  Blocks stay."""
    _take_turns(db, person_id, other_id)
    for one, two in ((person_id, other_id), (other_id, person_id)):
        kinds = TieRow.person == one, TieRow.other == two, TieRow.kind != "block"
        db.execute(delete(TieRow).where(*kinds))


def block(db: Connection, person_id: str, other_id: str, most: int) -> None:
    """Somebody does not want to have to do with somebody else."""
    part(db, person_id, other_id)
    _tie(db, person_id, other_id, "block", most)
    announce(db, "blocks", person_id)


def unblock(db: Connection, person_id: str, other_id: str) -> None:
    """They do not mind any more."""
    own = TieRow.person == person_id, TieRow.other == other_id, TieRow.kind == "block"
    db.execute(delete(TieRow).where(*own))
    announce(db, "blocks", person_id)


def tied(db: Database, person_id: str, kind: TieKind) -> list[Person]:
    """Those whom somebody has asked, is a friend of, or has blocked; by name."""
    return _people(db, select(TieRow.other).where(TieRow.person == person_id, TieRow.kind == kind))


def tie(db: Database, person_id: str, other_id: str) -> str | None:
    """What somebody else is to somebody: asked, a friend, blocked, or nothing."""
    return db.scalar(
        select(TieRow.kind).where(TieRow.person == person_id, TieRow.other == other_id)
    )


def askers(db: Database, person_id: str) -> list[Person]:
    """Those who want to be somebody's friends, unless they are blocked."""
    shut = select(TieRow.other).where(TieRow.person == person_id, TieRow.kind == "block")
    asked = select(TieRow.person).where(TieRow.other == person_id, TieRow.kind == "asked")
    return _people(db, asked.where(TieRow.person.not_in(shut)))


def blocks(db: Database, people: Collection[str]) -> dict[str, frozenset[str]]:
    """Whom some people have blocked."""
    rows = select(TieRow.person, TieRow.other).where(TieRow.person.in_(people))
    found: dict[str, set[str]] = {}
    for person, other in db.execute(rows.where(TieRow.kind == "block")):
        found.setdefault(person, set()).add(other)
    return {person: frozenset(others) for person, others in found.items()}


def set_shown(db: Connection, person_id: str, shown: bool) -> None:
    """Whether friends may see that somebody is here."""
    moment = now() if shown else None
    known = update(PersonRow).where(PersonRow.id == person_id)
    db.execute(known.values(shown=shown, online=moment))


def see_people(db: Connection, people: Collection[str]) -> None:
    """Notes that some people are here, if they want to be seen."""
    here = PersonRow.id.in_(people), PersonRow.shown
    db.execute(update(PersonRow).where(*here).values(online=now()))


def _people(db: Database, ids: Select[str]) -> list[Person]:
    rows = db.scalars(select(PersonRow).where(PersonRow.id.in_(ids)).order_by(PersonRow.name))
    return [found for row in rows if (found := person_record(row))]


def _take_turns(db: Connection, *people: str) -> None:
    for one in sorted(people):
        take_turn(db, f"person {one}")


def _kind(db: Connection, person_id: str, other_id: str) -> str | None:
    tie = TieRow.person == person_id, TieRow.other == other_id
    return db.scalar(select(TieRow.kind).where(*tie))


def _tie(db: Connection, person_id: str, other_id: str, kind: TieKind, most: int) -> None:
    db.execute(delete(TieRow).where(TieRow.person == person_id, TieRow.other == other_id))
    owned = db.scalar(select(func.count()).where(TieRow.person == person_id)) or 0
    if owned >= most:
        raise TooManyStored(f"Person {person_id} knows {most} people already.")
    row = {"person": person_id, "other": other_id, "kind": kind, "at": now()}
    db.execute(insert(TieRow).values(**row))
