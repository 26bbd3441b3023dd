"""People's pages: who has one that others may look at."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, exists, or_, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.models import PersonRow, RatingRow, TieRow
from dalang.server.storage.queries.people import person_record
from dalang.server.storage.records import Person, now


def profile(db: Database, handle: str, viewer: str = "") -> Person | None:
    """Whose page that is; None if there is none for this viewer.

    There is none of guests without a rating, of those who do not want one or are banned, and for
    whom they have blocked.
    """
    shut = exists().where(
        TieRow.person == PersonRow.id, TieRow.other == viewer, TieRow.kind == "block"
    )
    open_to_viewer = or_(_is_open(), PersonRow.id == viewer)
    found = select(PersonRow).where(PersonRow.handle == handle, open_to_viewer, ~shut)
    return person_record(db.scalars(found).one_or_none())


def handles(db: Database, people: Collection[str]) -> dict[str, str]:
    """The addresses of the pages of some people, of those who have one."""
    found = select(PersonRow.id, PersonRow.handle).where(PersonRow.id.in_(people), _is_open())
    return {row.id: row.handle for row in db.execute(found) if row.handle}


def set_profile(db: Connection, person_id: str, profile: bool) -> None:
    """Whether others may look at somebody's page."""
    db.execute(update(PersonRow).where(PersonRow.id == person_id).values(profile=profile))


def _is_open() -> ColumnElement[bool]:
    rated = exists().where(RatingRow.person == PersonRow.id)
    free = or_(PersonRow.ban == "", PersonRow.ban_until <= now())
    return PersonRow.profile & or_(PersonRow.account.is_not(None), rated) & free
