"""A process that is gone is replaced, and one that only seemed to be gone does no harm."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import Connection, event, text
from tests.databases import database_url
from tests.server.harness import Guest, Server, choices, running
from tests.server.processes import Process, serving, waited_until
from tests.server.test_several_processes import house, meet, play_at, stored, until

from dalang.cli import main
from dalang.engine.api import View
from dalang.server.limits import Share
from dalang.server.notifications.notices import Notifier
from dalang.server.storage import StorageError, now, queries
from dalang.server.storage.queries import processes
from dalang.server.storage.records import set_clock
from dalang.server.tables import manager, pacing
from dalang.server.tables.bot_workers import AdviceWorkers, BotWorkers
from dalang.server.tables.peers import Peers
from dalang.server.tables.remote_workers import RemoteWorkers
from dalang.server.tables.table import Table
from dalang.server.web import site

pytestmark = pytest.mark.postgres


@pytest.fixture
def survivor(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "home") as server:
        yield server


def bots_alone(process: Process, survivor: Server) -> tuple[Guest, str]:
    """A game of bots that a process drives, and that has begun."""
    ada = survivor.guest("Ada")
    wish = {"game": "cards_and_karma", "seats": ["me", "bot-novice"], "public": True}
    table: str = process.ask("/api/tables", ada.token, wish)["id"]

    def driver() -> str:
        return survivor.read(processes.holders, [table]).get(table, "")

    waited_until(lambda: driver() not in ("", house(survivor).process))
    seat = survivor.read(queries.table, table)
    assert seat
    lent = replace(seat.seats[0], kind="bot", bot="novice")
    before = len(stored(survivor, table))
    survivor.write(queries.set_seat, table, lent)
    waited_until(lambda: len(stored(survivor, table)) > before)
    return ada, table


def check_log(server: Server, table: Table) -> None:
    """Every number once; a replay of the log comes to the same position."""
    log = stored(server, table.record.id)
    assert [entry[0] for entry in log] == list(range(len(log)))
    assert len(log) == table.count
    twin = Table(table.record, table.store)
    server.run(twin.load)
    assert twin.session == table.session


@pytest.mark.slow
def test_a_killed_driver_is_replaced_although_nobody_looks(
    survivor: Server, tmp_path: Path
) -> None:
    with serving(database_url(tmp_path / "home"), tmp_path) as process:
        _, table_id = bots_alone(process, survivor)
        process.end(signal.SIGKILL)
    waited_until(lambda: table_id in survivor.tables.in_memory)
    table = survivor.find(table_id)
    until(survivor, lambda: table.record.status == "finished")
    check_log(survivor, table)


@pytest.mark.slow
def test_a_frozen_driver_comes_back_and_does_no_harm(survivor: Server, tmp_path: Path) -> None:
    with serving(database_url(tmp_path / "home"), tmp_path) as process:
        ada, table_id = bots_alone(process, survivor)
        process.send(signal.SIGSTOP)
        table = survivor.find(table_id)
        until(survivor, lambda: table.record.status == "finished")
        process.send(signal.SIGCONT)
        told = process.ask(f"/api/tables/{table_id}", ada.token)
        assert (told["number"], told["status"]) == (table.count, "finished")
    check_log(survivor, table)


@pytest.mark.slow
def test_a_process_that_ends_hands_over_at_once(survivor: Server, tmp_path: Path) -> None:
    with serving(database_url(tmp_path / "home"), tmp_path) as process:
        _, table_id = bots_alone(process, survivor)
        assert process.end() in (0, -signal.SIGTERM)
        assert survivor.read(processes.holders, [table_id]) != {}
    waited_until(lambda: table_id in survivor.tables.in_memory)
    table = survivor.find(table_id)
    until(survivor, lambda: table.record.status == "finished")
    check_log(survivor, table)


def test_of_two_processes_one_tells_and_one_reminds(
    survivor: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path / "home") as other:
        meet(survivor, other)
        ada = survivor.guest("Ada")
        table_id = ada.open_table("cards_and_karma", ["me", "bot-novice"], pace="day")
        tables = survivor.find(table_id), other.find(table_id)
        until(survivor, lambda: tables[0].waiting.called is not None)
        until(other, lambda: tables[0].count == tables[1].count)
        told: list[str] = []

        async def tell(_: Notifier, person: str, notice: object) -> None:
            told.append(person)

        monkeypatch.setattr(Notifier, "_tell", tell)
        for server, table in zip((survivor, other), tables, strict=True):
            who = table, ada.person.id, table.count
            server.run(server.site.notifier.tell_once, *who)
        assert told == [ada.person.id]
        number = tables[0].count
        assert other.write(queries.keep_reminder, table_id, number)
        assert not survivor.write(queries.keep_reminder, table_id, number)


def test_whoever_seemed_dead_drives_nothing_any_more(survivor: Server, tmp_path: Path) -> None:
    with running(tmp_path / "home") as other:
        meet(survivor, other)
        ada = survivor.guest("Ada")
        table_id = ada.open_table("cards_and_karma", ["me", "bot-novice"])
        table, there = survivor.find(table_id), other.find(table_id)
        until(survivor, lambda: table.waiting.called is not None)
        assert survivor.run(house(survivor).drives, table_id)
        assert not other.run(house(other).drives, table_id)
        # The database has forgotten the first one, as after a long silence.
        survivor.write(processes.leave, house(survivor).process, ())
        waited_until(lambda: other.run(house(other).drives, table_id))
        waited_until(lambda: not survivor.run(house(survivor).drives, table_id))
        assert play_at(survivor, table)  # people still play there, and the other's bot answers
        until(survivor, lambda: table.actor == 0)
        until(other, lambda: there.count == table.count)


def test_a_lease_that_others_have_in_between_is_held_by_whoever_was_told_so(
    survivor: Server,
) -> None:
    """Another process takes a lease just before this one does, and gives it back just after."""
    engine = survivor.tables.store.engine
    seen: list[str] = []

    def interfere(_c: object, _k: object, statement: str, given: Any, *_rest: object) -> None:
        if "lease" not in statement or "another" in seen or "x" not in list(given.values()):
            return
        seen.append(statement.split(" ")[0])
        if seen in (["SELECT", "INSERT"], ["SELECT", "INSERT", "SELECT"]):
            taking = len(seen) == 2
            seen.append("another")
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
                if taking:
                    db.execute(text("INSERT INTO lease (subject, process) VALUES ('x', 'another')"))
                else:
                    db.execute(text("DELETE FROM lease WHERE subject = 'x'"))
            seen.remove("another")

    event.listen(engine, "before_cursor_execute", interfere)
    held = survivor.write(processes.claim, "x", "me")
    event.remove(engine, "before_cursor_execute", interfere)
    assert seen == ["SELECT", "INSERT", "SELECT", "INSERT"]
    assert (held.process, survivor.read(processes.holders, ["x"])) == ("me", {"x": "me"})


def test_a_crash_of_the_database_and_of_a_driver_at_once_stops_no_game_over_days(
    survivor: Server,
) -> None:
    """The lease of the driver is lost with it: somebody has to look for what goes on."""
    ada = survivor.guest("Ada")
    name = ada.open_table("cards_and_karma", ["me", "bot-random"], pace="day")
    table = survivor.find(name)
    until(survivor, lambda: table.waiting.asked is not None)
    survivor.run(forgotten_by, survivor, name)
    lent = replace(table.record.seats[0], kind="bot", bot="random")
    survivor.write(queries.set_seat, name, lent)
    assert name not in survivor.tables.in_memory
    survivor.write(forget_processes)
    until(survivor, lambda: name in survivor.tables.in_memory)


async def forgotten_by(server: Server, name: str) -> None:
    """As if another process had driven it."""
    server.tables.forget(name)


def forget_processes(db: Connection) -> None:
    """As unlogged tables are empty after a crash."""
    for name in ("lease", "server_process", "presence"):
        db.execute(text(f"DELETE FROM {name}"))


def test_whoever_looks_at_paces_is_replaced_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "STEPPING_IN", 0.0)
    answers, looked = iter([False, False, False, True]), asyncio.Event()

    class Others(Peers):
        async def does_chores(self) -> bool:
            return next(answers)

    class Tables:
        peers = Others()

    async def wait() -> None:
        pacer = pacing.Pacer(cast("Any", Tables()), lambda table, seat, kind: None)

        async def look(moment: object) -> None:
            looked.set()

        monkeypatch.setattr(pacer, "look", look)
        task = asyncio.create_task(pacer.look_for_ever())
        async with asyncio.timeout(60):
            await looked.wait()
        task.cancel()

    asyncio.run(wait())


@pytest.mark.parametrize("work", ["look at paces", "tidy", "see"])
def test_a_database_that_is_away_is_told_in_one_sentence(
    survivor: Server, work: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is done again and again writes no traceback for that."""
    monkeypatch.setattr(manager, "TIDYING", 0.0)
    monkeypatch.setattr(site, "SEEING", 0.0)
    tables, told = survivor.tables, asyncio.Event()

    async def away(*_given: object) -> object:
        told.set()
        raise StorageError("The database is away.")

    async def wait() -> None:
        monkeypatch.setattr(tables.store, "read", away)
        monkeypatch.setattr(tables.store, "write", away)
        monkeypatch.setattr(tables, "peers", Peers())
        pacer = pacing.Pacer(tables, lambda table, seat, kind: None)
        here = SimpleNamespace(pages=SimpleNamespace(people=["ada"]), tables=tables)
        for_ever: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
            "look at paces": pacer.look_for_ever,
            "tidy": tables.tidy_for_ever,
            "see": partial(site.see_for_ever, cast("Any", here)),
        }
        task = asyncio.create_task(for_ever[work]())
        async with asyncio.timeout(60):
            await told.wait()
            while "The database is away." not in caplog.text:
                await asyncio.sleep(0)
        task.cancel()
        monkeypatch.undo()

    survivor.run(wait)
    assert "Traceback" not in caplog.text


def test_all_processes_have_the_time_of_the_database(survivor: Server) -> None:
    heart = house(survivor).heartbeat
    assert heart
    try:
        ahead = datetime.now(UTC) + timedelta(hours=3)
        heart.tell_time(ahead.replace(tzinfo=None), 0.01)
        assert abs(now() - ahead) < timedelta(minutes=1)
        heart.tell_time(datetime(2000, 1, 1), 9.0)  # which was too long on its way
        assert abs(now() - ahead) < timedelta(minutes=1)
    finally:
        set_clock(timedelta())
    set_clock(timedelta(milliseconds=200))
    assert abs(now() - datetime.now(UTC)) < timedelta(milliseconds=100)


def test_expensive_things_are_counted_together(survivor: Server, tmp_path: Path) -> None:
    share = Share("chat as somebody", 0.0, 3.0)
    with running(tmp_path / "home") as other:
        meet(survivor, other)
        taken = [
            server.run(house(server).allow, [share]) for server in (survivor, other, other) * 2
        ]
        assert taken == [True] * 3 + [False] * 3
        assert other.run(house(other).allow, [replace(share, name="chat as another")])


def test_one_does_the_chores(survivor: Server, tmp_path: Path) -> None:
    with running(tmp_path / "home") as other:
        meet(survivor, other)
        doing = [server.run(house(server).does_chores) for server in (survivor, other)]
        assert sorted(doing) == [False, True]


# --- several on one machine ---------------------------------------------------------------


@pytest.mark.slow
def test_workers_share_a_port_and_are_replaced(
    survivor: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DALANG_LOGS", "json")
    with serving(database_url(tmp_path / "home"), tmp_path, "--workers", "2") as process:
        first = process.children()
        assert len(first) == 2
        living = house(survivor).living
        until(survivor, lambda: len(living("serve")) == 3)
        os.kill(first[0], signal.SIGKILL)
        waited_until(lambda: len(process.children()) == 2 and first[0] not in process.children())
        until(survivor, lambda: len(living("serve")) == 3)
        assert process.status("/ready") == 200
    until(survivor, lambda: len(living("serve")) == 1)
    told = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [one for one in told if f"process {first[0]} ended" in one["message"]]


def test_workers_need_a_database_that_can_be_shared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = f"sqlite:///{tmp_path}/dalang.sqlite"
    command = ["serve", "--workers", "2", "--data", str(tmp_path), "--port", "0"]
    assert main([*command, "--database", file]) == 2
    assert "Several processes need a PostgreSQL" in capsys.readouterr().err


def test_no_worker_is_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workers", "0", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "dalang: --workers is a number from 1, not 0.\n"


# --- bots elsewhere -----------------------------------------------------------------------


def view_of(table: Table) -> View:
    return table.view(table.actor)


@pytest.mark.slow
def test_bots_think_on_another_machine_as_long_as_there_is_one(
    survivor: Server, tmp_path: Path
) -> None:
    ada = survivor.guest("Ada")
    table = survivor.find(ada.open_table("cards_and_karma", ["me", "bot-novice"]))
    until(survivor, lambda: table.waiting.called is not None)
    pool, experts = BotWorkers(1), AdviceWorkers()
    view = view_of(table)

    async def furnish() -> RemoteWorkers:
        return RemoteWorkers(survivor.tables.store, house(survivor))

    far = survivor.run(furnish)
    pool.elsewhere = experts.elsewhere = far
    command = [sys.executable, "-m", "dalang.cli", "worker", "--places", "1"]
    command += ["--database", database_url(tmp_path / "home")]
    worker = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        until(survivor, lambda: far.places == 1)
        action = survivor.run(pool.choose, "novice", "cards_and_karma", view)
        assert action in choices(table)
        hint = survivor.run(experts.hint, "cards_and_karma", view)
        assert hint[0].text in choices(table)
        assert [pool.has_worked, experts.has_worked] == [False, False]  # nobody had to think here
    finally:
        worker.kill()
        worker.wait()
    # Whether it is known to be dead or not: bots think here, then.
    assert survivor.run(pool.choose, "novice", "cards_and_karma", view) in choices(table)
    assert pool.has_worked
    survivor.portal.call(pool.stop)
    survivor.portal.call(experts.stop)


def test_workers_elsewhere_need_a_database_that_can_be_shared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worker", "--database", f"sqlite:///{tmp_path}/dalang.sqlite"]) == 2
    assert "Workers need a PostgreSQL" in capsys.readouterr().err
