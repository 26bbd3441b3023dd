"""Group commit: together, on the disk before anybody is told, and nobody pays for another."""

import asyncio
import shutil
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from threading import Event, get_ident

import pytest
from sqlalchemy import event
from tests.databases import database_url

from dalang.server.storage import (
    AsyncStore,
    Ending,
    Entry,
    NumberTaken,
    Person,
    Seat,
    StorageError,
    Store,
    TableRecord,
    now,
    queries,
)

PATIENCE = 120  # seconds


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(database_url(tmp_path))
    yield store
    store.close()


@pytest.fixture
def ada(store: Store) -> Person:
    return store.write(queries.add_person, "Ada")


def run(store: Store, work: Callable[[AsyncStore], Coroutine[object, object, None]]) -> None:
    async def whole() -> None:
        writer = AsyncStore(store)
        try:
            await asyncio.wait_for(work(writer), PATIENCE)
        finally:
            await writer.close()

    asyncio.run(whole())


def new_table(ada: Person) -> TableRecord:
    return TableRecord.new("taj_mahal", "TM-1", [Seat(0), Seat(1)], ada.id)


def entry(number: int) -> Entry:
    return Entry(number, 0, "withdraw", now())


def commits(store: Store) -> list[int]:
    """Grows by the thread's id with every commit from now on."""
    seen: list[int] = []

    def note(_: object) -> None:
        seen.append(get_ident())

    event.listen(store.engine, "commit", note)
    return seen


class Gate:
    """Holds every commit until it is opened."""

    def __init__(self, store: Store) -> None:
        self.reached, self.opened = Event(), Event()
        event.listen(store.engine, "commit", self._pass)

    def _pass(self, _: object) -> None:
        self.reached.set()
        assert self.opened.wait(PATIENCE)


def test_every_query_does_what_it_does_in_the_store(store: Store) -> None:
    async def work(s: AsyncStore) -> None:
        ada = await s.write(queries.add_person, "Ada", "nl")
        await s.write(queries.rename, ada.id, "Bo")
        await s.write(queries.set_language, ada.id, "de")
        person = await s.read(queries.person, ada.id)
        assert person
        assert (person.name, person.language) == ("Bo", "de")
        assert await s.write(queries.revoke_links, ada.id) == 1
        assert await s.read(queries.person_of_link, ada.id, 0) is None
        token = await s.write(queries.add_token, ada.id, "bot")
        assert await s.read(queries.person_of_token, token) == store.read(queries.person, ada.id)
        (known,) = await s.read(queries.tokens, ada.id)
        assert await s.write(queries.revoke_token, ada.id, known.id)
        record = new_table(ada)
        await s.write(queries.add_table, record)
        assert await s.read(queries.table, record.id) == record
        assert await s.read(queries.tables, status="open", person=ada.id) == [record]
        await s.write(queries.set_seat, record.id, Seat(1, "bot", bot="random"))
        await s.write(queries.set_status, record.id, "running")
        await s.write(queries.append, record.id, [entry(0)])
        await s.write(
            queries.append, record.id, [entry(1)], Ending("twelve_rounds", [1, 2], [2, 1])
        )
        assert len(await s.read(queries.entries, record.id)) == 2
        line = await s.write(queries.add_chat, record.id, ada.id, "Bo", "hello")
        assert await s.read(queries.chat, record.id) == [line]
        after = await s.read(queries.table, record.id)
        assert after
        assert (after.status, after.seats[1].bot) == ("finished", "random")

    run(store, work)
    assert store.check() == []


def test_both_stores_are_asked_alike() -> None:
    own = {"waiting", "engine", "process", "appended"}
    assert {n for n in vars(AsyncStore) if n[0] != "_"} - own <= set(vars(Store))


def test_what_queues_up_is_committed_together_by_one_thread(store: Store, ada: Person) -> None:
    seen = commits(store)
    records = [new_table(ada) for _ in range(100)]

    async def work(s: AsyncStore) -> None:
        await asyncio.gather(*(s.write(queries.add_table, record) for record in records))
        await asyncio.gather(
            *(s.write(queries.append, record.id, [entry(0)]) for record in records)
        )

    run(store, work)
    assert len(seen) <= 20
    assert len(set(seen)) == 1
    assert all(len(store.read(queries.entries, record.id)) == 1 for record in records)


def test_nobody_is_told_before_the_commit(store: Store, ada: Person) -> None:
    records = [new_table(ada) for _ in range(10)]
    for record in records:
        store.write(queries.add_table, record)
    gate = Gate(store)

    async def work(s: AsyncStore) -> None:
        tasks = [
            asyncio.create_task(s.write(queries.append, record.id, [entry(0)]))
            for record in records
        ]
        assert await asyncio.to_thread(gate.reached.wait, PATIENCE)
        await asyncio.sleep(0.1)
        assert not any(task.done() for task in tasks)
        gate.opened.set()
        await asyncio.gather(*tasks)

    run(store, work)


@pytest.mark.sqlite
def test_what_was_told_is_in_the_files(store: Store, ada: Person, tmp_path: Path) -> None:
    """A copy of the files, as a crash would leave them, holds what was confirmed just before."""
    record = new_table(ada)
    store.write(queries.add_table, record)

    async def work(s: AsyncStore) -> None:
        for number in range(5):
            await s.write(queries.append, record.id, [entry(number)])
            crashed = tmp_path / f"crashed-{number}"
            crashed.mkdir()
            for suffix in ("", "-wal"):
                shutil.copy(f"{tmp_path}/dalang.sqlite{suffix}", crashed)
            found = Store(f"sqlite:///{crashed}/dalang.sqlite")
            assert [each.number for each in found.read(queries.entries, record.id)] == list(
                range(number + 1)
            )
            found.close()

    run(store, work)


def test_one_refused_writing_harms_no_other_of_its_group(store: Store, ada: Person) -> None:
    record, other = new_table(ada), new_table(ada)
    store.write(queries.add_table, record)
    store.write(queries.add_table, other)

    async def work(s: AsyncStore) -> None:
        results = await asyncio.gather(
            s.write(queries.append, record.id, [entry(0)]),
            s.write(queries.append, record.id, [entry(0)]),
            s.write(queries.append, record.id, [entry(1)]),
            s.write(queries.add_chat, record.id, ada.id, "Ada", "half a sign \ud800"),
            s.write(queries.add_chat, record.id, "nobody", "?", "hello"),
            s.write(queries.append, other.id, [entry(0)]),
            return_exceptions=True,
        )
        kinds = [type(result) for result in results]
        refused = [NumberTaken, int, StorageError, StorageError, int]
        assert kinds == [int, *refused]

    run(store, work)
    assert [len(store.read(queries.entries, each.id)) for each in (record, other)] == [2, 1]
    assert store.read(queries.chat, record.id) == []


def test_nothing_is_told_or_kept_when_the_commit_fails(store: Store, ada: Person) -> None:
    record = new_table(ada)
    store.write(queries.add_table, record)

    def break_down(_: object) -> None:
        raise OSError("the disk is gone")

    async def work(s: AsyncStore) -> None:
        event.listen(store.engine, "commit", break_down)
        appends = (s.write(queries.append, record.id, [entry(number)]) for number in (0, 1))
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert all(isinstance(result, Exception) for result in results)
        event.remove(store.engine, "commit", break_down)
        assert await s.read(queries.entries, record.id) == []
        await s.write(queries.append, record.id, [entry(0)])  # and the store still works

    run(store, work)
    assert len(store.read(queries.entries, record.id)) == 1


def test_closing_writes_what_is_queued(store: Store, ada: Person) -> None:
    record = new_table(ada)
    store.write(queries.add_table, record)

    async def work() -> None:
        writer = AsyncStore(store)
        tasks = [
            asyncio.create_task(writer.write(queries.append, record.id, [entry(n)]))
            for n in range(50)
        ]
        await asyncio.sleep(0)
        await writer.close()
        await asyncio.gather(*tasks)
        with pytest.raises(StorageError, match="closed"):
            await writer.write(queries.append, record.id, [entry(50)])
        await writer.close()

    asyncio.run(work())
    assert len(store.read(queries.entries, record.id)) == 50


def test_a_caller_who_goes_away_stops_nothing(store: Store, ada: Person) -> None:
    record = new_table(ada)
    store.write(queries.add_table, record)
    gate = Gate(store)

    async def work(s: AsyncStore) -> None:
        first = asyncio.create_task(s.write(queries.append, record.id, [entry(0)]))
        assert await asyncio.to_thread(gate.reached.wait, PATIENCE)
        second = asyncio.create_task(s.write(queries.append, record.id, [entry(1)]))
        await asyncio.sleep(0.05)
        first.cancel()
        second.cancel()
        gate.opened.set()
        await s.write(queries.add_chat, record.id, ada.id, "Ada", "hello")

    run(store, work)
    assert len(store.read(queries.entries, record.id)) in (1, 2)
    assert store.check() == []
