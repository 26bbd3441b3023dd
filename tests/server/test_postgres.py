"""What only PostgreSQL can do, and how its troubles are told: in one sentence, without a secret."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from tests.databases import SOCKET, database_url, url_in
from tests.server.harness import Guest, Server, choices, running

from dalang.cli import main
from dalang.server.bounds import TableBounds
from dalang.server.storage import (
    AsyncStore,
    Entry,
    Seat,
    StorageError,
    Store,
    TableBound,
    TableRecord,
    now,
    queries,
)
from dalang.server.storage.copying import copy_database
from dalang.server.storage.errors import ConnectionLost
from dalang.server.storage.models import Base
from dalang.server.storage.server_lock import sole_use
from dalang.server.tables.table import Table

pytestmark = pytest.mark.postgres

PASSWORD = "hunter2-in-the-url"
PATIENCE = 120.0  # seconds until a test gives up; nothing is measured


@pytest.fixture
def url(tmp_path: Path) -> str:
    return database_url(tmp_path)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def administer(url: str, *commands: str) -> None:
    """As somebody else does who uses the same database."""
    with psycopg.connect(url, autocommit=True) as connection:
        for command in commands:
            connection.execute(command.encode())


def new_table(store: Store) -> TableRecord:
    ada = store.write(queries.add_person, "Ada")
    record = table_of(ada.id)
    store.write(queries.add_table, record)
    return record


def table_of(host: str) -> TableRecord:
    return TableRecord.new("taj_mahal", "TM-1", [Seat(0, "person", host), Seat(1)], host)


def complaint(url: str) -> str:
    """The sentence with which a server would not start."""
    with pytest.raises(StorageError) as error:
        Store(url)
    said = str(error.value)
    assert said.count("\n") == 0
    assert PASSWORD not in said
    assert error.value.__cause__ is None
    return said


# --- schema and transactions --------------------------------------------------------------


def test_the_migrations_make_the_tables_of_the_models(store: Store) -> None:
    with store.engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), Base.metadata)
    assert differences == []


def test_several_may_open_a_new_database_together(store: Store, tmp_path: Path) -> None:
    administer(url_in(os.environ[SOCKET], "postgres"), f"CREATE DATABASE {tmp_path.name}")
    new = url_in(os.environ[SOCKET], tmp_path.name)
    with ThreadPoolExecutor(3) as threads:
        stores = list(threads.map(Store, [new] * 3))
    ada = stores[0].write(queries.add_person, "Ada")
    assert all(one.read(queries.person, ada.id) == ada for one in stores)
    for one in stores:
        one.close()


def test_of_two_processes_none_opens_a_table_too_many(url: str, store: Store) -> None:
    """Each has counted what was there before it, not what the other one was about to write."""
    ada = store.write(queries.add_person, "Ada")
    bounds, together = TableBounds(3, 3, 3, 3), Barrier(4)

    def opens(_: int) -> bool:
        other = Store(url)
        together.wait()
        try:
            other.write(queries.add_table, table_of(ada.id), bounds)
        except TableBound:
            return False
        finally:
            other.close()
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(opens, range(4))) == [False, True, True, True]


def test_a_write_that_was_in_the_way_of_another_is_repeated(store: Store) -> None:
    record, left = new_table(store), [1, 1]

    def append(db: Any) -> None:
        queries.append(db, record.id, [Entry(0, 0, "withdraw", now())])
        if left:
            left.pop()
            db.exec_driver_sql("DO $$ BEGIN RAISE USING ERRCODE = '40001'; END $$")

    async def work() -> None:
        writer = AsyncStore(store)
        await writer.write(append)
        await writer.close()

    asyncio.run(work())
    assert not left
    assert len(store.read(queries.entries, record.id)) == 1


def test_the_character_that_cannot_be_stored_is_replaced(store: Store) -> None:
    record = new_table(store)
    line = store.write(queries.add_chat, record.id, record.host, "Ada", "a\0b")
    assert [said.text for said in store.read(queries.chat, record.id)] == ["a\ufffdb"]
    assert line.number == 0
    assert store.read(queries.table, "no\0where") is None


# --- moving house -------------------------------------------------------------------------


def everything(url: str) -> dict[str, list[Any]]:
    store = Store(url)
    with store.engine.connect() as connection:
        found = {
            table.name: sorted(map(repr, connection.execute(table.select()).all()))
            for table in Base.metadata.sorted_tables
        }
    store.close()
    return found


def furnish(url: str) -> None:
    """One row at least of what people, tables and logs leave behind."""
    store = Store(url)
    record = new_table(store)
    store.write(queries.append, record.id, [Entry(n, n % 2, f"say {n}", now()) for n in range(9)])
    store.write(queries.add_chat, record.id, record.host, "Ada", "Grüße 🐘 <b>")
    store.write(queries.add_token, record.host, "bot")
    store.write(queries.put_away, record.host, record.id)
    store.write(queries.add_sequel, record.id, table_of(record.host))
    store.close()


def test_a_house_moves_and_moves_back(url: str, tmp_path: Path) -> None:
    files = [f"sqlite:///{tmp_path}/{name}/dalang.sqlite" for name in ("before", "after")]
    furnish(files[0])
    before = everything(files[0])
    assert main(["migrate-database", files[0], url]) == 0
    assert everything(url) == before
    assert main(["migrate-database", url, files[1]]) == 0
    assert everything(files[1]) == everything(files[0]) == before


def test_nothing_is_mixed_and_nothing_is_copied_from_nowhere(
    url: str, store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = f"sqlite:///{tmp_path}/dalang.sqlite"
    assert main(["migrate-database", file, url]) == 2
    assert "There is no database" in capsys.readouterr().err
    furnish(file)
    new_table(store)
    before = everything(url)
    assert main(["migrate-database", file, url]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert main(["migrate-database", url, url]) == 2
    assert "onto itself" in capsys.readouterr().err
    assert everything(url) == before


def test_a_copy_that_differs_is_taken_back(url: str, store: Store, tmp_path: Path) -> None:
    """Here the other database changes what it is given, in one entry."""
    file = f"sqlite:///{tmp_path}/dalang.sqlite"
    furnish(file)
    administer(
        url,
        "CREATE FUNCTION lie() RETURNS trigger AS $$ BEGIN NEW.text = 'pass'; RETURN NEW; END $$ "
        "LANGUAGE plpgsql",
        "CREATE TRIGGER lie BEFORE INSERT ON entry FOR EACH ROW WHEN (NEW.number = 7) "
        "EXECUTE FUNCTION lie()",
    )
    with pytest.raises(StorageError, match=r"Nothing was copied: entry \S+ 7 would not be"):
        copy_database(file, url)
    assert not any(everything(url).values())


def test_the_house_of_a_running_server_does_not_move(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = f"sqlite:///{tmp_path}/dalang.sqlite"
    furnish(file)
    with running(tmp_path / "home"):
        assert main(["migrate-database", file, database_url(tmp_path / "home")]) == 2
    assert "is used by a server" in capsys.readouterr().err
    assert not any(everything(url).values())


def test_a_backup_says_which_tool_to_use(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy"), "--database", url]) == 2
    assert "pg_dump --format=custom" in capsys.readouterr().err


# --- bad luck -----------------------------------------------------------------------------


def test_a_server_does_not_start_while_the_house_moves(url: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dalang.cli", "serve", "--port", "0", "--no-browser"]
    command += ["--data", str(tmp_path), "--database", url]
    with sole_use(url):
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert re.fullmatch(r"dalang: .* is being copied\. .*\n", done.stderr)


def test_wrong_urls_are_told(url: str) -> None:
    socket = os.environ[SOCKET]
    for wrong, words in (
        (url_in(socket, "nowhere", password=PASSWORD), "does not exist; make it with: createdb"),
        (url_in(socket, "postgres", "nobody", PASSWORD), "does not accept this user"),
        (url_in(socket, "postgres", "locked", PASSWORD), "does not accept this user"),
        (url_in(socket, "postgres", "locked"), "does not accept this user"),
        (url_in(f"{socket}/none", "games", "me", PASSWORD), "nothing listens there"),
        (f"postgresql://me:{PASSWORD}@127.0.0.1:1/games", "nothing listens there"),
        (f"postgres://me@127.0.0.1:1/games?password={PASSWORD}", "nothing listens there"),
        (f"postgresql://me:{PASSWORD}@no.host.invalid/games", "there is no such host"),
        (f"postgresql://me:{PASSWORD}@host:port/games", "is not understood"),
        (f"mysql://me:{PASSWORD}@host/games", "is not understood"),
        (f"{url}&sslmode={PASSWORD}", "an option or a value that PostgreSQL does not know"),
        (f"{url}&key={PASSWORD}", "an option or a value that PostgreSQL does not know"),
    ):
        assert words in complaint(wrong), wrong


def test_a_driver_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pip install 'dalang[web,postgres]'" in complaint(url)


def test_a_database_of_a_newer_dalang_is_refused(url: str) -> None:
    administer(url, "UPDATE alembic_version SET version_num = '9999'")
    assert "was written by a newer Dalang (schema 9999). Upgrade Dalang" in complaint(url)


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    name = f"{tmp_path.name}_else"
    administer(url_in(os.environ[SOCKET], "postgres"), f"CREATE DATABASE {name}")
    other = url_in(os.environ[SOCKET], name)
    administer(other, "CREATE TABLE recipe (id int)")
    assert "belongs to something else" in complaint(other)


def test_a_database_with_few_letters_is_refused(tmp_path: Path) -> None:
    name = f"{tmp_path.name}_latin"
    make = f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"
    administer(url_in(os.environ[SOCKET], "postgres"), make)
    assert "has the encoding LATIN1" in complaint(url_in(os.environ[SOCKET], name))


def database_of(url: str) -> str:
    return url.split("@/")[1].split("?")[0]


def test_a_replica_is_refused(url: str) -> None:
    administer(url, f"ALTER DATABASE {database_of(url)} SET default_transaction_read_only = on")
    assert "can only be read, as a replica can" in complaint(url)


def test_no_connection_left_is_told(url: str) -> None:
    administer(url, "CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")  # others use `locked` now
    full = url_in(os.environ[SOCKET], database_of(url), "crowded")
    try:
        assert "has no free connection; raise its max_connections" in complaint(full)
    finally:
        administer(url, "DROP ROLE crowded")


def test_a_user_who_may_not_is_told(url: str) -> None:
    """Everything is there, but belongs to somebody else."""
    stranger = url_in(os.environ[SOCKET], database_of(url), "locked", "right")
    assert "does not let this user do what Dalang needs" in complaint(stranger)


FAILS = """
CREATE FUNCTION fail() RETURNS trigger AS $$ BEGIN RAISE USING ERRCODE = '{code}'; END $$
LANGUAGE plpgsql;
CREATE TRIGGER fail BEFORE INSERT ON entry EXECUTE FUNCTION fail()
"""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("53100", "has no disk space left"),
        ("53200", "has no memory left"),
        ("25006", "can only be read"),
        ("40P01", "two changes came at the same moment"),
    ],
)
def test_a_move_that_cannot_be_stored_is_refused_and_the_table_stays_as_it_was(
    url: str, tmp_path: Path, code: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as server:
        guest, table = begun(server)
        before, number = table.session.position.to_text(), table.count
        administer(url, FAILS.format(code=code))
        assert guest.play(table.record.id, choices(table)[0], number) == 503
        assert (table.session.position.to_text(), table.count) == (before, number)
        assert words in caplog.text
        administer(url, "DROP TRIGGER fail ON entry")
        assert guest.play(table.record.id, choices(table)[0], number) == 200
        assert server.read(queries.entries, table.record.id)[number].text


def begun(server: Server) -> tuple[Guest, Table]:
    guest = server.guest("Ada")
    table_id = guest.open_table("taj_mahal", ["me", "hot", "hot"])
    return guest, server.find(table_id)


def test_lost_connections_are_replaced(url: str, tmp_path: Path) -> None:
    """As by a restart of the database; the next query notices nothing."""
    with running(tmp_path) as server:
        guest, table = begun(server)
        number = table.count
        gone = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"  # waits for it
        cut = f"{gone} WHERE pid <> pg_backend_pid()"
        administer(url, f"{cut} AND datname = current_database()")
        assert guest.play(table.record.id, choices(table)[0], number) == 200


def test_after_a_connection_lost_in_the_middle_nothing_is_stored_twice(store: Store) -> None:
    """Nobody can know whether the commit arrived: those who wait are told, nothing is repeated."""
    record, tries = new_table(store), [0]

    def cut(db: Any) -> None:
        tries[0] += 1
        db.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    async def work() -> list[object]:
        writer = AsyncStore(store)
        said = [writer.write(queries.add_chat, record.id, record.host, "Ada", "x") for _ in "abc"]
        results = await asyncio.gather(writer.write(cut), *said, return_exceptions=True)
        await writer.write(queries.add_chat, record.id, record.host, "Ada", "back")
        await writer.close()
        return list(results)

    results = asyncio.run(work())
    assert isinstance(results[0], ConnectionLost)
    assert tries == [1]
    stored = [result for result in results[1:] if not isinstance(result, Exception)]
    assert len(store.read(queries.chat, record.id)) == len(stored) + 1


def test_a_pool_that_is_used_up_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store.engine.pool, "_timeout", 0.01)
    taken = [store.engine.connect() for _ in range(10)]
    with pytest.raises(StorageError, match="every connection of this process is in use"):
        store.read(queries.person, "nobody")
    for connection in taken:
        connection.close()
    assert store.read(queries.person, "nobody") is None
