"""Two writers can never both append number n."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from tests.databases import database_url

from dalang.server.storage import Entry, NumberTaken, Seat, Store, TableRecord, now, queries

NUMBERS = 60

PROCESS = """
import sys
from dalang.server.storage import Entry, NumberTaken, Store, now, queries
url, table, me = sys.argv[1:]
store = Store(url)
print("ready", flush=True)
sys.stdin.readline()
for number in range(NUMBERS):
    try:
        store.write(queries.append, table, [Entry(number, 0, me, now())])
        print(number)
    except NumberTaken:
        pass
""".replace("NUMBERS", str(NUMBERS))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(database_url(tmp_path))
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> str:
    host = store.write(queries.add_person, "Ada")
    record = TableRecord.new("taj_mahal", "TM-1", [Seat(0), Seat(1)], host.id)
    store.write(queries.add_table, record)
    return record.id


def check_winners(store: Store, table: str, won: dict[str, list[int]]) -> None:
    """Every number was won exactly once, and the log holds the winner's entry."""
    assert sorted(number for numbers in won.values() for number in numbers) == list(range(NUMBERS))
    for entry in store.read(queries.entries, table):
        assert entry.number in won[entry.text]
    assert store.check() == []


def test_threads_that_race_for_a_number(store: Store, table: str) -> None:
    start = Barrier(3)

    def race(me: str) -> list[int]:
        won: list[int] = []
        start.wait()
        for number in range(NUMBERS):
            try:
                store.write(queries.append, table, [Entry(number, 0, me, now())])
                won.append(number)
            except NumberTaken:
                pass
        return won

    names = ["a", "b", "c"]
    with ThreadPoolExecutor(3) as threads:
        won = dict(zip(names, threads.map(race, names), strict=True))
    check_winners(store, table, won)


@pytest.mark.slow
def test_processes_that_race_for_a_number(store: Store, table: str, tmp_path: Path) -> None:
    url = database_url(tmp_path)
    racers = {
        name: subprocess.Popen(
            [sys.executable, "-c", PROCESS, url, table, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("a", "b", "c")
    }
    for racer in racers.values():
        assert racer.stdout
        assert racer.stdout.readline() == "ready\n"
    for racer in racers.values():
        assert racer.stdin
        racer.stdin.write("go\n")
        racer.stdin.flush()
    printed = {name: racer.communicate(timeout=300)[0] for name, racer in racers.items()}
    won = {name: [int(word) for word in words.split()] for name, words in printed.items()}
    check_winners(store, table, won)
