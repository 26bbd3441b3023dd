"""No column that says who somebody is can be forgotten: not when they go, nor when they come along.

The rows are made from the models, one for each such column, so a new table is among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Column, Connection, ForeignKey, Table, func, insert, select
from tests.databases import database_url
from tests.server.test_personal_data import TOLD

from dalang.server.storage import Store, now, queries
from dalang.server.storage.models import Base
from dalang.server.storage.models.base import UtcDateTime

GUEST, ACCOUNT, OTHER = "guest", "account", "other"
# Where somebody who is deleted is still named by their key, which leads to nothing.
STAYS = {
    "audit.host": "nothing is removed from the hosts' log; the name is",
    "audit.person": "the same",
    "entrant.person": "their results count for the others; the name is gone",
    "game_table.host": "the games of others stay readable",
    "report.person": "a host may still have to settle it; name and line are gone",
    "report.reporter": "the same",
    "tournament.host": "it goes on for the others",
}
# What ends with a guest who is taken along; all the rest is the account's from then on.
ENDS = {
    "browser.person": "the account has its own",
    "challenge.person": "a question to a guest",
    "email.person": "an address is a way into an account, and guests have none",
    "letter.person": "a link to a guest",
    "passkey.person": "a way into an account",
    "rating.person": "ratings do not come along: docs/ratings.md",
    "recovery.person": "a way into an account",
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(database_url(tmp_path))
    yield store
    store.close()


def personal() -> list[tuple[Table, Column[Any]]]:
    """Every column that says who somebody is, of what lasts."""
    return [
        (table, column)
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if f"{table.name}.{column.name}" in TOLD and not table.info.get("fleeting")
    ]


def fill(db: Connection) -> None:
    """Three people, and a row for each column in which the guest is named."""
    numbers = count(1)
    for person in (GUEST, ACCOUNT, OTHER):
        _add(db, Base.metadata.tables["person"], numbers, {"id": person, "ban": ""})
    for table, column in personal():
        _add(db, table, numbers, {column.name: GUEST})


def _add(db: Connection, table: Table, numbers: Iterator[int], given: dict[str, object]) -> None:
    number = next(numbers)
    for column in table.columns:
        if column.name not in given:
            given[column.name] = _value(db, column, number, numbers)
    db.execute(insert(table).values(**given))


def _value(db: Connection, column: Column[Any], number: int, numbers: Iterator[int]) -> object:
    """Something that fits; what is referred to is made first."""
    key: ForeignKey | None = next(iter(column.foreign_keys), None)
    if key is None:
        if column.nullable:
            return None
        if isinstance(column.type, UtcDateTime):
            return now()
        return [] if isinstance(column.type, JSON) else column.type.python_type(number)
    if key.column.table.name == "person":
        return OTHER
    _add(db, key.column.table, numbers, {key.column.name: f"made {number}"})
    return f"made {number}"


def naming(store: Store, person: str) -> dict[str, int]:
    """In which of those columns somebody is named, and how often."""

    def look(db: Connection) -> dict[str, int]:
        counted = {
            f"{table.name}.{column.name}": db.scalar(
                select(func.count()).select_from(table).where(column == person)
            )
            for table, column in personal()
        }
        return {name: times for name, times in counted.items() if times}

    return store.write(look)


def test_every_column_is_looked_at(store: Store) -> None:
    """Otherwise the tests below would find nothing."""
    store.write(fill)
    lasting = {f"{table.name}.{column.name}" for table, column in personal()}
    assert naming(store, GUEST).keys() == lasting
    assert TOLD.keys() - lasting == {"job.asker", "presence.person"}


def test_who_is_deleted_is_named_nowhere_without_a_reason(store: Store) -> None:
    store.write(fill)
    store.write(queries.delete_person, GUEST, "club")
    assert naming(store, GUEST).keys() == STAYS.keys()


def test_everything_of_a_guest_comes_along_or_ends(store: Store) -> None:
    store.write(fill)
    before = naming(store, GUEST)
    assert store.write(queries.take_along, GUEST, ACCOUNT)
    assert naming(store, GUEST) == {}
    assert naming(store, ACCOUNT).keys() == before.keys() - ENDS.keys()
    assert store.read(queries.person, GUEST) is None
