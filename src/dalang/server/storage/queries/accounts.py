"""Ways in: browsers, passkeys, addresses, letters and recovery codes.

Everything that counts once is deleted by the statement that looks for it, so of two who come with
the same link, code or signature only one gets in, on however many servers they try.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Final, cast

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import NotStored, TooManyStored
from dalang.server.storage.models import (
    BrowserRow,
    ChallengeRow,
    EmailRow,
    LetterRow,
    PasskeyRow,
    PersonRow,
    RecoveryRow,
)
from dalang.server.storage.queries.people import hash_of, person_record
from dalang.server.storage.records import Browser, Letter, LetterPurpose, Passkey, Person, now

CHALLENGE_LIFE: Final = timedelta(minutes=5)
LETTER_LIFE: Final = timedelta(minutes=30)
SEEN_EVERY: Final = timedelta(hours=1)
MOST_LETTERS: Final = 3  # to one address that are still good


# --- browsers -----------------------------------------------------------------------------


def add_browser(db: Connection, person_id: str, label: str, most: int) -> Browser:
    """Somebody has signed in; of too many browsers, the one not seen for longest is signed out."""
    take_turn(db, f"person {person_id}")
    own = select(BrowserRow.id).where(BrowserRow.person == person_id)
    newest = list(db.scalars(own.order_by(BrowserRow.seen.desc(), BrowserRow.id)))
    if surplus := newest[most - 1 :]:
        db.execute(delete(BrowserRow).where(BrowserRow.id.in_(surplus)))
    browser = Browser(secrets.token_urlsafe(12), person_id, label, now(), now())
    db.execute(insert(BrowserRow).values(**vars(browser)))
    return browser


def browsers(db: Database, person_id: str) -> list[Browser]:
    """Where somebody is signed in, the latest first."""
    own = select(BrowserRow).where(BrowserRow.person == person_id)
    rows = db.scalars(own.order_by(BrowserRow.seen.desc(), BrowserRow.id))
    return [Browser(row.id, row.person, row.label, row.created, row.seen) for row in rows]


def is_overdue(db: Database, browser_id: str) -> bool:
    """Whether a browser was last noted more than an hour ago."""
    row = db.get(BrowserRow, browser_id)
    return row is not None and row.seen < now() - SEEN_EVERY


def see_browser(db: Connection, browser_id: str) -> None:
    """Notes that a browser is used."""
    db.execute(update(BrowserRow).where(BrowserRow.id == browser_id).values(seen=now()))


def delete_browser(db: Connection, person_id: str, browser_id: str) -> bool:
    """Signs a browser of that person out; False if there is none of that id."""
    own = delete(BrowserRow).where(BrowserRow.id == browser_id, BrowserRow.person == person_id)
    return db.execute(own).rowcount > 0


# --- passkeys -----------------------------------------------------------------------------


def add_challenge(db: Connection, challenge: str, purpose: str, person_id: str) -> None:
    """Something to be signed; what nobody signed in time is forgotten."""
    db.execute(delete(ChallengeRow).where(ChallengeRow.expires < now()))
    row = {"id": challenge, "purpose": purpose, "person": person_id}
    db.execute(insert(ChallengeRow).values(expires=now() + CHALLENGE_LIFE, **row))


def take_challenge(db: Connection, challenge: str, purpose: str, person_id: str) -> bool:
    """Uses a challenge up; False if it was used, is too old, or was meant for something else."""
    fitting = ChallengeRow.purpose == purpose, ChallengeRow.person == person_id
    wanted = delete(ChallengeRow).where(ChallengeRow.id == challenge, *fitting)
    return db.execute(wanted.where(ChallengeRow.expires >= now())).rowcount > 0


def add_passkey(db: Connection, passkey: Passkey, most: int) -> None:
    """A new key; a guest who has one has an account."""
    take_turn(db, f"person {passkey.person}")
    if db.scalar(select(PasskeyRow.id).where(PasskeyRow.id == passkey.id)) is not None:
        raise NotStored("That passkey is known already.")
    owned = select(func.count()).where(PasskeyRow.person == passkey.person)
    if (db.scalar(owned) or 0) >= most:
        raise TooManyStored(f"Person {passkey.person} has {most} passkeys already.")
    db.execute(insert(PasskeyRow).values(**vars(passkey)))
    _has_account(db, passkey.person)


def passkey(db: Database, passkey_id: str) -> Passkey | None:
    """The passkey of that id."""
    row = db.get(PasskeyRow, passkey_id)
    return _passkey(row) if row else None


def passkeys(db: Database, person_id: str) -> list[Passkey]:
    """A person's passkeys, oldest first."""
    own = select(PasskeyRow).where(PasskeyRow.person == person_id)
    return [_passkey(row) for row in db.scalars(own.order_by(PasskeyRow.created, PasskeyRow.id))]


def use_passkey(db: Connection, passkey_id: str, before: int, count: int) -> bool:
    """Notes a signature; False if another one was noted since its counter was read."""
    known = PasskeyRow.id == passkey_id, PasskeyRow.count == before
    return db.execute(update(PasskeyRow).where(*known).values(count=count, used=now())).rowcount > 0


def delete_passkey(db: Connection, person_id: str, passkey_id: str) -> bool:
    """Forgets a passkey; False if it is not theirs, or nothing else would let them in."""
    take_turn(db, f"person {person_id}")
    owned = db.scalar(select(func.count()).where(PasskeyRow.person == person_id)) or 0
    if owned < 2 and db.scalar(select(EmailRow.person).where(EmailRow.person == person_id)) is None:
        return False
    own = delete(PasskeyRow).where(PasskeyRow.id == passkey_id, PasskeyRow.person == person_id)
    return db.execute(own).rowcount > 0


def _passkey(row: PasskeyRow) -> Passkey:
    return Passkey(
        id=row.id,
        person=row.person,
        public_key=row.public_key,
        count=row.count,
        label=row.label,
        transports=row.transports,
        created=row.created,
        used=row.used,
    )


# --- e-mail -------------------------------------------------------------------------------


def email(db: Database, person_id: str) -> str:
    """A person's address; "" if there is none."""
    row = db.get(EmailRow, person_id)
    return row.address if row else ""


def owner_of_address(db: Database, address: str) -> Person | None:
    """Who has shown that an address is theirs."""
    owned = select(PersonRow).join(EmailRow, EmailRow.person == PersonRow.id)
    return person_record(db.scalars(owned.where(EmailRow.address == address)).one_or_none())


def add_letter(db: Connection, letter: Letter) -> str:
    """The secret of a new link; "" if enough letters are on their way to that address."""
    take_turn(db, f"address {letter.address}")
    db.execute(delete(LetterRow).where(LetterRow.expires < now()))
    sent = select(func.count()).where(LetterRow.address == letter.address)
    if (db.scalar(sent) or 0) >= MOST_LETTERS:
        return ""
    secret = secrets.token_urlsafe(32)
    row = {"hash": hash_of(secret), "expires": now() + LETTER_LIFE, **vars(letter)}
    db.execute(insert(LetterRow).values(**row))
    return secret


def letter(db: Database, secret: str) -> tuple[Letter, Person] | None:
    """What a link is for and whom it concerns, if it is still good."""
    row = db.get(LetterRow, hash_of(secret))
    if row is None or row.expires < now():
        return None
    person = person_record(db.get(PersonRow, row.person))
    assert person
    return Letter(cast("LetterPurpose", row.purpose), row.person, row.address), person


def use_letter(db: Connection, secret: str, purpose: LetterPurpose) -> Letter | None:
    """Uses a link up for its purpose, and all others to the same address for the same purpose."""
    wanted = LetterRow.hash == hash_of(secret), LetterRow.purpose == purpose
    found = delete(LetterRow).where(*wanted, LetterRow.expires >= now())
    row = db.execute(found.returning(LetterRow.person, LetterRow.address)).one_or_none()
    if row is None:
        return None
    used = Letter(purpose, row.person, row.address)
    same = LetterRow.address == used.address, LetterRow.purpose == purpose
    db.execute(delete(LetterRow).where(LetterRow.person == used.person, *same))
    return used


def prove_address(db: Connection, secret: str, person_id: str) -> bool:
    """Makes an address somebody's own by the link that was sent there."""
    take_turn(db, f"person {person_id}")
    proven = use_letter(db, secret, "prove")
    if proven is None or proven.person != person_id:
        return False
    take_turn(db, f"address {proven.address}")
    taken = select(EmailRow.person).where(EmailRow.address == proven.address)
    if db.scalar(taken.where(EmailRow.person != person_id)) is not None:
        return False
    db.execute(delete(EmailRow).where(EmailRow.person == person_id))
    row = {"person": person_id, "address": proven.address, "since": now()}
    db.execute(insert(EmailRow).values(**row))
    _has_account(db, person_id)
    return True


def delete_email(db: Connection, person_id: str) -> bool:
    """Forgets an address; False if nothing else would let them in."""
    take_turn(db, f"person {person_id}")
    if db.scalar(select(func.count()).where(PasskeyRow.person == person_id)) == 0:
        return False
    db.execute(delete(LetterRow).where(LetterRow.person == person_id))
    return db.execute(delete(EmailRow).where(EmailRow.person == person_id)).rowcount > 0


def _has_account(db: Connection, person_id: str) -> None:
    """From now on, unless it has been so for a while."""
    guest = PersonRow.id == person_id, PersonRow.account.is_(None)
    db.execute(update(PersonRow).where(*guest).values(account=now()))


# --- recovery codes -----------------------------------------------------------------------


def set_codes(db: Connection, person_id: str, codes: Collection[str]) -> None:
    """New codes; those of before are worth nothing any more."""
    take_turn(db, f"person {person_id}")
    db.execute(delete(RecoveryRow).where(RecoveryRow.person == person_id))
    rows = [{"hash": hash_of(code), "person": person_id, "created": now()} for code in codes]
    db.execute(insert(RecoveryRow), rows)


def codes_left(db: Database, person_id: str) -> int:
    """How many codes somebody has that are still good."""
    return db.scalar(select(func.count()).where(RecoveryRow.person == person_id)) or 0


def use_code(db: Connection, code: str) -> str | None:
    """Uses a code up; whose it was, or None if it is none."""
    found = delete(RecoveryRow).where(RecoveryRow.hash == hash_of(code))
    return db.scalar(found.returning(RecoveryRow.person))
