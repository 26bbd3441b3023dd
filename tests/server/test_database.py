"""Opening a database: made, migrated, or refused in words."""

import sqlite3
import stat
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from dalang.server.storage import PlayHabits, StorageError, Store, queries, start_up_report
from dalang.server.storage.migrating import FOLDER
from dalang.server.storage.models import Base

pytestmark = pytest.mark.sqlite


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "dalang.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    store = opened(file)
    yield store
    store.close()


def opened(file: Path) -> Store:
    return Store(f"sqlite:///{file}")


def complaint(file: Path) -> str:
    with pytest.raises(StorageError) as error:
        opened(file)
    assert str(file) in str(error.value)
    return str(error.value)


def test_the_files_are_private(store: Store, file: Path) -> None:
    store.write(queries.add_person, "Ada")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    assert modes == dict.fromkeys(
        ("dalang.sqlite", "dalang.sqlite-wal", "dalang.sqlite-shm"), 0o600
    )
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_commit_waits_for_the_disk_and_keys_are_enforced(store: Store) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}
    with store.engine.connect() as connection:
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
    assert found == wanted


def test_the_migrations_make_the_tables_of_the_models(store: Store) -> None:
    with store.engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), Base.metadata)
    assert differences == []


def test_a_database_from_before_games_over_days_is_brought_up_to_date(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    file.parent.mkdir()
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(FOLDER))
        command.upgrade(config, "0002")
        person = "INSERT INTO person VALUES ('ada', 'Ada', 'nl', '2026-01-01 12:00:00', 3)"
        connection.exec_driver_sql(person)
        table = (
            "INSERT INTO game_table VALUES ('t', 'bali', 'BA-1', 2, '{}', 'ada', 1, 'open', "
            "'2026-01-01 12:00:00', '2026-01-01 12:00:00', x'00', '', '[]', '[]')"
        )
        connection.exec_driver_sql(table)
    engine.dispose()
    store = opened(file)
    ada, found = store.read(queries.person, "ada"), store.read(queries.table, "t")
    store.close()
    assert ada is not None
    assert (ada.links, ada.notices) == (3, "days")
    assert found is not None
    assert (found.game, found.pace) == ("bali", 0)


def test_a_database_from_before_sessions_is_brought_up_to_date(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    file.parent.mkdir()
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(FOLDER))
        command.upgrade(config, "0004")
        person = "INSERT INTO person VALUES ('ada', 'Ada', '', '2026-01-01 12:00:00', 3, 'never')"
        connection.exec_driver_sql(person)
        table = (
            "INSERT INTO game_table VALUES ('t', 'bali', 'BA-1', 2, '{}', 'ada', 1, 'open', "
            "'2026-01-01 12:00:00', '2026-01-01 12:00:00', x'00', '', '[]', '[]', 0, 1)"
        )
        connection.exec_driver_sql(table)
        token = "INSERT INTO token VALUES ('t1', 'ada', 'bot', 'hash', '2026-01-01 12:00:00')"
        connection.exec_driver_sql(token)
    engine.dispose()
    store = opened(file)
    ada, found = store.read(queries.person_of_session, "ada", 0), store.read(queries.table, "t")
    tokens = store.read(queries.tokens, "ada")
    store.close()
    assert ada is not None
    assert (ada.name, ada.links, ada.notices, ada.sessions) == ("Ada", 3, "never", 0)
    assert found is not None
    assert (found.advice, found.opened_from) == (True, "")
    assert [token.label for token in tokens] == ["bot"]


def test_a_database_from_before_clocks_is_brought_up_to_date(file: Path) -> None:
    """A game that was going on goes on, without a clock."""
    engine = create_engine(f"sqlite:///{file}")
    file.parent.mkdir()
    day = "'2026-01-01 12:00:00'"
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(FOLDER))
        command.upgrade(config, "0031")
        for row in (
            f"person (id, name, language, created, links) VALUES ('ada', 'Ada', '', {day}, 0)",
            "game_table (id, game, edition, players, options, host, public, status, created, "
            "updated, secret, ended_by, scores, ranking) VALUES ('t', 'bali', 'BA-1', 1, '{}', "
            f"'ada', 1, 'running', {day}, {day}, x'00', '', '[]', '[]')",
            "seat (table_id, seat, kind, person, bot, name, invite) "
            "VALUES ('t', 0, 'person', 'ada', '', 'Ada', '')",
            f"entry (table_id, number, actor, text, at) VALUES ('t', 0, 0, 'pass', {day})",
        ):
            connection.exec_driver_sql(f"INSERT INTO {row}")
    engine.dispose()
    store = opened(file)
    found, (entry,) = store.read(queries.table, "t"), store.read(queries.entries, "t")
    store.close()
    assert found is not None
    assert (found.clock, found.clock_from, found.seats[0].late) == ("", None, False)
    assert (entry.text, entry.spent) == ("pass", 0)


def test_a_database_from_before_the_seeds_of_pairings_is_brought_up_to_date(file: Path) -> None:
    """The standings of a tournament that was going on stay as they were."""
    engine = create_engine(f"sqlite:///{file}")
    file.parent.mkdir()
    day = "'2026-01-01 12:00:00'"
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(FOLDER))
        command.upgrade(config, "0042")
        for row in (
            f"person (id, name, language, created, links) VALUES ('ada', 'Ada', '', {day}, 0)",
            f"person (id, name, language, created, links) VALUES ('bob', 'Bob', '', {day}, 0)",
            "game_table (id, game, edition, players, options, host, public, status, created, "
            "updated, secret, ended_by, scores, ranking) VALUES ('t', 'bali', 'BA-1', 3, '{}', "
            f"'ada', 1, 'running', {day}, {day}, x'00', '', '[]', '[]')",
            "seat (table_id, seat, kind, person, bot, name, invite) "
            "VALUES ('t', 0, 'person', 'ada', '', 'Ada', '')",
            "seat (table_id, seat, kind, person, bot, name, invite) "
            "VALUES ('t', 1, 'bot', NULL, 'club', 'Sari', '')",
            "seat (table_id, seat, kind, person, bot, name, invite) "
            "VALUES ('t', 2, 'bot', 'bob', 'club', 'Bob', '')",
            "tournament (id, name, host, game, format, seats, rounds, pace, most, created, seed, "
            f"status, round) VALUES ('c', 'Cup', 'ada', 'bali', 'swiss', 3, 2, 60, 8, {day}, 1, "
            "'running', 1)",
            "entrant (tournament, person, name, seed, withdrawn, entered) "
            f"VALUES ('c', 'ada', 'Ada', 2, 0, {day})",
            "entrant (tournament, person, name, seed, withdrawn, entered) "
            f"VALUES ('c', 'bob', 'Bob', 1, 0, {day})",
            "pairing (tournament, round, board, table_id) VALUES ('c', 1, 1, 't')",
        ):
            connection.exec_driver_sql(f"INSERT INTO {row}")
    engine.dispose()
    store = opened(file)
    (pairing,) = store.read(queries.pairings, "c")
    store.close()
    assert pairing.seeds == (2, None, 1)
    assert pairing.void_from is None


def test_a_database_from_before_habits_is_brought_up_to_date(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    file.parent.mkdir()
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(FOLDER))
        command.upgrade(config, "0006")
        day = "'2026-01-01 12:00:00'"
        person = f"INSERT INTO person VALUES ('ada', 'Ada', '', {day}, 3, 'never', 2)"
        connection.exec_driver_sql(person)
        table = (
            f"INSERT INTO game_table VALUES ('t', 'bali', 'BA-1', 1, '{{}}', 'ada', 1, 'running', "
            f"{day}, {day}, x'00', '', '[]', '[]', 0, 1, '')"
        )
        connection.exec_driver_sql(table)
        seat = "INSERT INTO seat VALUES ('t', 0, 'person', 'ada', '', 'Ada', '')"
        connection.exec_driver_sql(seat)
    engine.dispose()
    store = opened(file)
    ada, found = store.read(queries.person, "ada"), store.read(queries.table, "t")
    quick = PlayHabits("quick", True, frozenset({"bali"}))
    store.write(queries.set_habits, "ada", quick)
    later = store.read(queries.habits, ["ada", "bob"])
    store.close()
    assert ada is not None
    assert (ada.sessions, ada.habits) == (2, PlayHabits())
    assert found is not None
    assert [seat.resigned for seat in found.seats] == [False]
    assert later == {"ada": quick}


def test_a_database_from_before_accounts_is_brought_up_to_date(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    file.parent.mkdir()
    day = "'2026-01-01 12:00:00'"
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(FOLDER))
        command.upgrade(config, "0009")
        person = (
            f"INSERT INTO person VALUES "
            f"('ada', 'Ada', 'nl', {day}, 3, 'never', 2, 'quick', 1, '[\"bali\"]')"
        )
        connection.exec_driver_sql(person)
        token = f"INSERT INTO token VALUES ('t1', 'ada', 'bot', 'hash', {day})"
        connection.exec_driver_sql(token)
    engine.dispose()
    store = opened(file)
    ada = store.read(queries.person_of_session, "ada", 2)
    assert ada is not None
    assert (ada.name, ada.language, ada.habits.speed, ada.account) == ("Ada", "nl", "quick", None)
    browser = store.write(queries.add_browser, "ada", "Firefox", 5)
    assert store.read(queries.person_of_session, "ada", 2, browser.id) == ada
    assert store.read(queries.person_of_session, "ada", 2, "another") is None
    assert [token.label for token in store.read(queries.tokens, "ada")] == ["bot"]
    assert store.read(queries.everything, "ada")["passkeys"] == []
    store.close()


def test_a_database_from_before_ratings_keeps_its_people_and_games(file: Path) -> None:
    """From the last release without accounts: finished games become results, without a rating."""
    engine = create_engine(f"sqlite:///{file}")
    file.parent.mkdir()
    day = "'2026-01-01 12:00:00'"
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(FOLDER))
        command.upgrade(config, "0010")
        for key, name in (("ada", "Ada"), ("bob", "Bob")):
            values = {"id": key, "name": name, "language": "", "created": day, "links": 0}
            _insert(connection, "person", values)
        table = {"game": "bali", "edition": "BA-1", "players": 3, "options": "{}", "host": "ada"}
        table |= {"public": 1, "created": day, "updated": day, "secret": "x", "ended_by": ""}
        over = {"id": "t", "status": "finished", "scores": "[9, 7, 8]", "ranking": "[1, 3, 2]"}
        _insert(connection, "game_table", table | over)
        _insert(
            connection,
            "game_table",
            table | {"id": "u", "status": "running", "scores": "[]", "ranking": "[]"},
        )
        seats = [("ada", "person"), ("bob", "bot"), (None, "bot")]
        for number, (person, kind) in enumerate(seats):
            for key in ("t", "u"):
                seat = {"table_id": key, "seat": number, "kind": kind, "person": person}
                _insert(connection, "seat", seat | {"bot": "", "name": f"S{number}", "invite": ""})
    engine.dispose()
    store = opened(file)
    people = [store.read(queries.person, key) for key in ("ada", "bob")]
    results = [store.read(queries.results_of, key) for key in ("ada", "bob")]
    assert [[(one.table, one.place, one.points) for one in mine] for mine in results] == [
        [("t", 1, 9)],
        [("t", 3, 7)],  # a bot played on: the last place, whatever it reached
    ]
    assert [mine[0].abandoned for mine in results] == [False, True]
    assert (results[0][0].rating, results[0][0].statistics) == (None, None)
    assert store.read(queries.ratings_of, "bali", ["ada", "bob"]) == {}
    handles = {one.handle for one in people if one}
    assert len(handles) == 2
    assert None not in handles
    assert store.read(queries.handles, ["ada", "bob"]) == {}  # guests have no page
    running = store.read(queries.table, "u")
    assert running
    assert (running.rated, running.fills, len(running.seats)) == (False, None, 3)
    assert store.read(queries.invitations, "ada") == []
    store.close()


def _insert(connection: Connection, table: str, values: Mapping[str, object]) -> None:
    """A row with some columns; dates are written as SQL."""
    written = {
        key: str(value).strip("'") if value is not None else None for key, value in values.items()
    }
    names, marks = ", ".join(written), ", ".join(f":{name}" for name in written)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), written)


def test_opening_again_keeps_everything(file: Path) -> None:
    store = opened(file)
    ada = store.write(queries.add_person, "Ada")
    store.close()
    again = opened(file)
    assert again.read(queries.person, ada.id) == ada
    again.close()


def test_two_may_open_a_new_database_together(file: Path) -> None:
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(opened, [file] * 4))
    ada = stores[0].write(queries.add_person, "Ada")
    assert all(store.read(queries.person, ada.id) == ada for store in stores)
    for store in stores:
        store.close()


def test_a_database_of_a_newer_dalang_is_refused(store: Store, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "was written by a newer Dalang (schema 9999). Upgrade Dalang" in complaint(file)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada, " * 1000)
    assert complaint(file).endswith("file is not a database.")
    assert file.read_text() == "Dear Ada, " * 1000


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "recipes.sqlite"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE recipe (id)")
    assert "belongs to something else" in complaint(file)


@pytest.mark.slow
@pytest.mark.parametrize("share", [1, 4])
def test_a_damaged_database_is_told(share: int, file: Path) -> None:
    """A little and a lot of what was stored overwritten; the schema is left as it was."""
    opened(file).close()
    empty = file.stat().st_size // 4096
    store = opened(file)
    for _ in range(500):
        store.write(queries.add_person, "Ada" * 20)
    store.close()
    content = bytearray(file.read_bytes())
    pages = range(empty, len(content) // 4096)
    for page in pages[-share * len(pages) // 4 :]:
        content[page * 4096 : page * 4096 + 2000] = b"\xa5" * 2000
    file.write_bytes(content)
    damaged = opened(file)
    found = damaged.check()
    assert found
    assert all("damaged" in line or "malformed" in line for line in found)
    assert start_up_report(damaged).findings[: len(found)] == found
    damaged.close()


def test_a_truncated_database_is_told(file: Path) -> None:
    opened(file).close()
    file.write_bytes(file.read_bytes()[:6000])
    assert "malformed" in complaint(file)


def test_a_directory_is_no_database(tmp_path: Path) -> None:
    assert "cannot be opened: Is a directory" in complaint(tmp_path)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_memory_is_no_place_for_games(url: str) -> None:
    with pytest.raises(StorageError, match="would forget every game"):
        Store(url)


@pytest.mark.parametrize("url", ["", "hello", "hunter2://me:hunter2@db/games"])
def test_a_url_that_is_none_is_told_without_quoting_it(url: str) -> None:
    with pytest.raises(StorageError, match="not understood") as error:
        Store(url)
    assert "hunter2" not in str(error.value)
