"""People and their tokens."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from typing import cast

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.announcing import announce
from dalang.server.storage.errors import NotStored
from dalang.server.storage.models import BrowserRow, DeviceRow, LetterRow, PersonRow, TokenRow
from dalang.server.storage.records import (
    Person,
    PlayHabits,
    Speed,
    Token,
    Wish,
    new_handle,
    new_person_id,
    now,
)

_TOKEN_PREFIX = "dalang_"  # so that a token that went astray can be told for what it is


def add_person(db: Connection, name: str, language: str = "") -> Person:
    """A new person."""
    person = Person(new_person_id(), name, language, now(), handle=new_handle())
    row = {name: value for name, value in vars(person).items() if name != "habits"}
    db.execute(insert(PersonRow).values(**row))
    return person


def person(db: Database, person_id: str) -> Person | None:
    """The person of that id."""
    return person_record(db.get(PersonRow, person_id))


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
    announce(db, "habits", person_id)


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


def person_of_session(
    db: Database, person_id: str, session: int, browser: str = ""
) -> Person | None:
    """The person, if nobody has signed out everywhere since the cookie was made.

    A cookie that names a browser is worth as much as the browser is on the person's list.
    """
    row = db.get(PersonRow, person_id)
    if row is None or row.sessions != session:
        return None
    if browser:
        known = db.get(BrowserRow, browser)
        if known is None or known.person != person_id:
            return None
    return person_record(row)


def sign_out(db: Connection, person_id: str) -> int:
    """Ends every cookie, link and token made so far; returns the new counter of sessions."""
    counted = update(PersonRow).where(PersonRow.id == person_id)
    values = {"sessions": PersonRow.sessions + 1, "links": PersonRow.links + 1}
    session = db.scalar(counted.values(**values).returning(PersonRow.sessions))
    if session is None:
        raise NotStored(f"There is no person {person_id!r}.")
    for rows in (TokenRow, DeviceRow, BrowserRow, LetterRow):
        db.execute(delete(rows).where(rows.person == person_id))
    announce(db, "signed-out", person_id)
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
    return person_record(row) if row and row.links == links else None


def add_token(db: Connection, person_id: str, label: str) -> str:
    """A new token, which is shown only once."""
    if db.scalar(select(PersonRow.id).where(PersonRow.id == person_id)) is None:
        raise NotStored(f"There is no person {person_id!r}.")
    token = _TOKEN_PREFIX + secrets.token_urlsafe(32)
    row = {"id": secrets.token_hex(8), "person": person_id, "label": label, "created": now()}
    db.execute(insert(TokenRow).values(hash=hash_of(token), **row))
    return token


def person_of_token(db: Database, token: str) -> Person | None:
    """Whose token that is."""
    owned = select(PersonRow).join(TokenRow, TokenRow.person == PersonRow.id)
    return person_record(db.scalars(owned.where(TokenRow.hash == hash_of(token))).one_or_none())


def tokens(db: Database, person_id: str) -> list[Token]:
    """The person's tokens, oldest first."""
    owned = select(TokenRow).where(TokenRow.person == person_id)
    rows = db.scalars(owned.order_by(TokenRow.created, TokenRow.id))
    return [Token(row.id, row.label, row.created) for row in rows]


def revoke_token(db: Connection, person_id: str, token_id: str) -> bool:
    """Ends a token of that person; False if there is none of that id."""
    owned = delete(TokenRow).where(TokenRow.id == token_id, TokenRow.person == person_id)
    announce(db, "token-revoked", person_id)
    return db.execute(owned).rowcount > 0


def person_record(row: PersonRow | None) -> Person | None:
    """A person as plain data."""
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
        row.account,
        row.role,
        row.ban,
        row.ban_until,
        row.shown,
        row.online,
        row.handle,
        row.profile,
    )


def _habits(row: PersonRow) -> PlayHabits:
    return PlayHabits(cast("Speed", row.speed), row.grace, frozenset(row.confirms))


def hash_of(token: str) -> str:
    """Of 256 random bits: no salt and no slow hash can make guessing any harder."""
    return hashlib.sha256(token.encode()).hexdigest()
