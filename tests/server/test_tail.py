"""What a process reads that follows others: together, over one connection, which may be lost."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event
from tests.databases import database_url
from tests.server.test_async_store import run

from dalang.server.storage import (
    AsyncStore,
    Entry,
    Seat,
    StorageError,
    Store,
    TableRecord,
    now,
    queries,
)
from dalang.server.storage.queries import processes

pytestmark = pytest.mark.postgres


@pytest.fixture
def url(tmp_path: Path) -> str:
    return database_url(tmp_path)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def tables(store: Store) -> list[str]:
    """Three games, each with one entry more than the one before."""
    ada = store.write(queries.add_person, "Ada")
    names: list[str] = []
    for count in (1, 2, 3):
        record = TableRecord.new("taj_mahal", "TM-1", [Seat(0), Seat(1)], ada.id)
        store.write(queries.add_table, record)
        log = [Entry(n, 0, f"move {n}", now(), 10 * n) for n in range(count)]
        store.write(queries.append, record.id, log)
        names.append(record.id)
    return names


@pytest.fixture
def asked(store: Store) -> Iterator[list[str]]:
    """The statements that the database was sent."""
    found: list[str] = []

    def note(_c: object, _k: object, statement: str, *_: object) -> None:
        found.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    yield found
    event.remove(store.engine, "before_cursor_execute", note)


def test_what_is_asked_together_is_read_together(
    store: Store, tables: list[str], asked: list[str]
) -> None:
    wanted = [(tables[0], 0), (tables[1], 1), (tables[2], 3), (tables[1], 0), ("nowhere", 0)]

    async def work(s: AsyncStore) -> None:
        found = await asyncio.gather(*(s.appended(*each) for each in wanted))
        for each, log in zip(wanted, found, strict=True):
            assert log == store.read(queries.entries, *each)
        assert [len(log) for log in found] == [1, 1, 0, 2, 0]

    run(store, work)
    assert sum("unnest" in statement for statement in asked) == 1


def test_whoever_has_given_up_keeps_nobody_waiting(store: Store, tables: list[str]) -> None:
    async def work(s: AsyncStore) -> None:
        given_up = asyncio.create_task(s.appended(tables[0], 0))
        waiting = asyncio.create_task(s.appended(tables[1], 0))
        await asyncio.sleep(0)
        given_up.cancel()
        assert len(await waiting) == 2
        assert len(await s.appended(tables[2], 0)) == 3

    run(store, work)


def test_a_connection_that_was_lost_is_replaced(store: Store, url: str, tables: list[str]) -> None:
    async def work(s: AsyncStore) -> None:
        for _ in range(3):
            assert len(await s.appended(tables[1], 1)) == 1
            await asyncio.to_thread(cut_all, url)

    run(store, work)


def cut_all(url: str) -> None:
    """As a database does that is started again."""
    others = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE {} AND {}"
    same = others.format("datname = current_database()", "pid <> pg_backend_pid()")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(same.encode())


def test_what_cannot_be_read_is_told_to_all_who_asked(
    store: Store, tables: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(s: AsyncStore) -> None:
        with monkeypatch.context() as patches:
            patches.setattr("dalang.server.storage.tail._APPENDED", "SELECT %s, %s, nothing")
            asking = [s.appended(name, 0) for name in tables]
            answers: list[Any] = list(await asyncio.gather(*asking, return_exceptions=True))
            assert [isinstance(one, StorageError) for one in answers] == [True] * 3
        assert len(await s.appended(tables[2], 0)) == 3

    run(store, work)


def test_the_database_compares_what_is_known(store: Store, tables: list[str]) -> None:
    known = {name: store.read(queries.revision, name) for name in tables}
    assert store.read(processes.changed, known) == {}
    store.write(queries.append, tables[1], [Entry(2, 0, "move 2", now())])
    found = store.read(processes.changed, {**known, "nowhere": 1})
    assert found == {tables[1]: known[tables[1]] + 1, "nowhere": None}


def test_the_database_compares_who_drives(store: Store, tables: list[str]) -> None:
    for name in tables:
        store.write(processes.claim, name, "me")
    known = {tables[0]: "me", tables[1]: "another", "nowhere": "another", "free": ""}
    assert store.read(processes.other_holders, known) == {tables[1]: "me", "nowhere": ""}
