"""People and their tokens."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from typing import cast

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.errors import NotStored
from dalang.server.storage.models import DeviceRow, PersonRow, TokenRow
from dalang.server.storage.records import (
    Person,
    PlayHabits,
    Speed,
    Token,
    Wish,
    new_person_id,
    now,
)

_TOKEN_PREFIX = "dalang_"  # so that a token that went astray can be told for what it is


def add_person(db: Connection, name: str, language: str = "") -> Person:
    """A new person."""
    person = Person(new_person_id(), name, language, now())
    row = {name: value for name, value in vars(person).items() if name != "habits"}
    db.execute(insert(PersonRow).values(**row))
    return person


def person(db: Database, person_id: str) -> Person | None:
    """The person of that id."""
    return _person(db.get(PersonRow, person_id))


def rename(db: Connection, person_id: str, name: str) -> None:
    """Gives a person another name."""
    _change(db, person_id, name=name)


def set_language(db: Connection, person_id: str, language: str) -> None:
    """Gives a person another language; "" = the browser's."""
    _change(db, person_id, language=language)


def set_notices(db: Connection, person_id: str, wish: Wish) -> None:
    """When a person wants to be told that a game waits."""
    _change(db, person_id, notices=wish)


def set_habits(db: Connection, person_id: str, habits: PlayHabits) -> None:
    """How a person wants to play."""
    confirms = sorted(habits.confirms)
    _change(db, person_id, speed=habits.speed, grace=habits.grace, confirms=confirms)


def habits(db: Database, people: Collection[str]) -> dict[str, PlayHabits]:
    """How some people want to play, by their ids."""
    rows = db.scalars(select(PersonRow).where(PersonRow.id.in_(people)))
    return {row.id: _habits(row) for row in rows}


def _change(db: Connection, person_id: str, **changes: object) -> None:
    """Gives a person another name, language, wish or habit."""
    changed = update(PersonRow).where(PersonRow.id == person_id).values(**changes)
    if db.execute(changed).rowcount == 0:
        raise NotStored(f"There is no person {person_id!r}.")


def revoke_links(db: Connection, person_id: str) -> int:
    """Makes the personal links made so far void; returns the new counter."""
    counted = update(PersonRow).where(PersonRow.id == person_id)
    statement = counted.values(links=PersonRow.links + 1).returning(PersonRow.links)
    links = db.scalar(statement)
    if links is None:
        raise NotStored(f"There is no person {person_id!r}.")
    return links


def person_of_session(db: Database, person_id: str, session: int) -> Person | None:
    """The person, if nobody has signed out everywhere since the cookie was made."""
    row = db.get(PersonRow, person_id)
    return _person(row) if row and row.sessions == session else None


def sign_out(db: Connection, person_id: str) -> int:
    """Ends every cookie, link and token made so far; returns the new counter of sessions."""
    counted = update(PersonRow).where(PersonRow.id == person_id)
    values = {"sessions": PersonRow.sessions + 1, "links": PersonRow.links + 1}
    session = db.scalar(counted.values(**values).returning(PersonRow.sessions))
    if session is None:
        raise NotStored(f"There is no person {person_id!r}.")
    db.execute(delete(TokenRow).where(TokenRow.person == person_id))
    db.execute(delete(DeviceRow).where(DeviceRow.person == person_id))
    return int(session)


def use_link(db: Connection, person_id: str, links: int) -> int | None:
    """Uses up a link and all others made so far; None if it was used up or revoked before.

    Returns the counter of sessions, for the cookie of the browser that used it.
    """
    fresh = update(PersonRow).where(PersonRow.id == person_id, PersonRow.links == links)
    counted = fresh.values(links=PersonRow.links + 1).returning(PersonRow.sessions)
    return db.scalar(counted)


def person_of_link(db: Database, person_id: str, links: int) -> Person | None:
    """The person, if the counter has not moved on since the link was made."""
    row = db.get(PersonRow, person_id)
    return _person(row) if row and row.links == links else None


def add_token(db: Connection, person_id: str, label: str) -> str:
    """A new token, which is shown only once."""
    if db.scalar(select(PersonRow.id).where(PersonRow.id == person_id)) is None:
        raise NotStored(f"There is no person {person_id!r}.")
    token = _TOKEN_PREFIX + secrets.token_urlsafe(32)
    row = {"id": secrets.token_hex(8), "person": person_id, "label": label, "created": now()}
    db.execute(insert(TokenRow).values(hash=_hash(token), **row))
    return token


def person_of_token(db: Database, token: str) -> Person | None:
    """Whose token that is."""
    owned = select(PersonRow).join(TokenRow, TokenRow.person == PersonRow.id)
    return _person(db.scalars(owned.where(TokenRow.hash == _hash(token))).one_or_none())


def tokens(db: Database, person_id: str) -> list[Token]:
    """The person's tokens, oldest first."""
    owned = select(TokenRow).where(TokenRow.person == person_id)
    rows = db.scalars(owned.order_by(TokenRow.created, TokenRow.id))
    return [Token(row.id, row.label, row.created) for row in rows]


def revoke_token(db: Connection, person_id: str, token_id: str) -> bool:
    """Ends a token of that person; False if there is none of that id."""
    owned = delete(TokenRow).where(TokenRow.id == token_id, TokenRow.person == person_id)
    return db.execute(owned).rowcount > 0


def _person(row: PersonRow | None) -> Person | None:
    if row is None:
        return None
    notices = cast("Wish", row.notices)
    return Person(
        row.id,
        row.name,
        row.language,
        row.created,
        row.links,
        notices,
        row.sessions,
        _habits(row),
    )


def _habits(row: PersonRow) -> PlayHabits:
    return PlayHabits(cast("Speed", row.speed), row.grace, frozenset(row.confirms))


def _hash(token: str) -> str:
    """Of 256 random bits: no salt and no slow hash can make guessing any harder."""
    return hashlib.sha256(token.encode()).hexdigest()
