"""Bots run elsewhere, never block the server, and never play for a seat that is not theirs."""

import asyncio
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.server.harness import Guest, Server, choices, replace_query, running

from dalang.bots import answer
from dalang.engine.api import View
from dalang.server.errors import NotYourSeat
from dalang.server.storage import StorageError, queries
from dalang.server.tables.bot_workers import BotWorkers
from dalang.server.tables.table import Table

GAME = "taj_mahal"


def slow_answer(folder: Path, level: str, key: str, view_text: str, seed: int) -> str:
    """A bot that thinks hard, without ever letting go of its interpreter, until it is told."""
    (folder / "thinks").touch()
    end = time.monotonic() + 60.0  # so that a failing test does not wait for ever
    while time.monotonic() < end and not (folder / "enough").exists():
        pass
    return answer(level, key, view_text, seed)


def deadly_answer(level: str, key: str, view_text: str, seed: int) -> str:
    """A bot whose process is killed now and then."""
    if seed % 4 == 0:
        os._exit(1)
    if seed % 4 == 1:
        raise SystemExit(1)
    return answer(level, key, view_text, seed)


class Dreamers(BotWorkers):
    """Bots that answer when they are told to."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.wake = asyncio.Event()

    async def choose(self, bot: str, key: str, view: View) -> str:
        self.asked += 1
        await self.wake.wait()
        return answer(bot, key, view.to_text(), 1)


def wait_for(server: Server, table: Table, number: int, seconds: float = 120) -> None:
    """Until the log has grown to a number."""

    async def waiting() -> None:
        async with asyncio.timeout(seconds):
            while table.count < number and table.record.status != "finished":
                await table.audience.wait_newer(table.version)

    server.run(waiting)


@pytest.mark.slow
def test_a_game_among_bots_ends_by_itself(server: Server) -> None:
    ada = server.guest("Ada")
    table_id = ada.open_without_people(GAME, ["bot-random"] * 3)
    table = server.find(table_id)
    wait_for(server, table, 10**9)
    assert table.record.status == "finished"
    assert "Kayon II" in ada.browser.get(f"/t/{table_id}").text


@pytest.mark.slow
def test_the_server_answers_while_a_bot_thinks(tmp_path: Path) -> None:
    """Bots think in separate processes and do not block the loop."""
    with running(tmp_path, bot_workers=BotWorkers(1, partial(slow_answer, tmp_path))) as server:
        ada = server.guest("Ada")
        table_id = ada.open_without_people(GAME, ["bot-random"] * 3)
        table = server.find(table_id)
        number = table.count
        while not (tmp_path / "thinks").exists():
            time.sleep(0.01)
        assert ada.browser.get(f"/t/{table_id}").status_code == 200
        assert table.count == number
        (tmp_path / "enough").touch()
        wait_for(server, table, number + 3)


@pytest.mark.slow
def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    with running(tmp_path, bot_workers=BotWorkers(1, deadly_answer)) as server:
        ada = server.guest("Ada")
        table = server.find(ada.open_without_people(GAME, ["bot-random"] * 3))
        wait_for(server, table, table.count + 2)


# --- standing in ----------------------------------------------------------------------------


@pytest.fixture
def dreamers() -> Dreamers:
    return Dreamers()


@pytest.fixture
def server_of_dreamers(tmp_path: Path, dreamers: Dreamers) -> Iterator[Server]:
    with running(tmp_path / "dreams", bot_workers=dreamers) as server:
        yield server


def table_of_two(server: Server, ada: Guest, bob: Guest) -> Table:
    table = ada.open_table(GAME, ["me", "open", "hot"])
    bob.sit(table, 1)
    return server.find(table)


def kinds(table: Table) -> list[str]:
    return [seat.kind for seat in table.record.seats]


def until(server: Server, table: Table, seat: int) -> None:
    """Plays on until a seat is asked."""

    async def play() -> None:
        while table.actor != seat:
            await table.play(table.actor, choices(table)[0], table.count)

    server.run(play)


@pytest.mark.slow
def test_a_late_answer_of_a_bot_is_ignored(server_of_dreamers: Server, dreamers: Dreamers) -> None:
    """Who comes back while the bot thinks decides for themselves, with the same number."""
    server = server_of_dreamers
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = table_of_two(server, ada, bob)
    until(server, table, 1)
    number = table.count
    table_id = table.record.id
    assert bob.browser.post(f"/t/{table_id}/bot/1").status_code == 303
    while not dreamers.asked:
        time.sleep(0.01)
    assert bob.play(table_id, choices(table)[0], number) in (403, 409)  # the bot has the seat now
    assert bob.browser.post(f"/t/{table_id}/back").status_code == 303

    async def wake_up() -> None:
        dreamers.wake.set()
        await asyncio.sleep(0.2)

    server.run(wake_up)
    assert table.count == number
    assert bob.play(table_id, choices(table)[-1], number) == 200


def test_a_vanished_person_is_replaced_only_after_a_while(server_of_dreamers: Server) -> None:
    server = server_of_dreamers
    ada, bob, eve = (server.guest(name) for name in ("Ada", "Bob", "Eve"))
    table = table_of_two(server, ada, bob)
    table_id = table.record.id
    until(server, table, 1)
    assert ada.browser.post(f"/t/{table_id}/bot/1").status_code == 403  # too early
    table.patience = 0.0  # a long time later
    assert eve.browser.post(f"/t/{table_id}/bot/1").status_code == 403  # not at the table
    assert ada.browser.post(f"/t/{table_id}/bot/1").status_code == 303
    assert kinds(table) == ["person", "bot", "person"]
    assert table.record.seats[1].person == bob.person.id
    assert ada.browser.post(f"/t/{table_id}/back").status_code == 303  # no seat of hers is lent
    assert kinds(table) == ["person", "bot", "person"]
    assert bob.browser.post(f"/t/{table_id}/back").status_code == 303
    assert kinds(table) == ["person"] * 3


def test_nobody_stands_in_for_a_seat_that_is_not_waited_for(server_of_dreamers: Server) -> None:
    server = server_of_dreamers
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = table_of_two(server, ada, bob)
    until(server, table, 0)
    table.patience = 0.0
    with pytest.raises(NotYourSeat):
        server.run(server.tables.stand_in, table, ada.person, 1)


def test_nobody_takes_two_seats_at_once(server: Server) -> None:
    table_id = server.guest("Ada").open_table(GAME, ["open", "open", "open"])
    table, bob = server.find(table_id), server.guest("Bob").person

    async def sit_twice() -> list[BaseException | None]:
        both = (server.tables.sit(table, bob, seat, "") for seat in (0, 1))
        return await asyncio.gather(*both, return_exceptions=True)

    outcomes = server.run(sit_twice)  # either may be the first
    assert {type(outcome) for outcome in outcomes} == {type(None), NotYourSeat}
    assert kinds(table).count("person") == 1


def test_sitting_down_twice_is_sitting_down(server: Server) -> None:
    table = server.guest("Ada").open_table(GAME, ["open", "open", "open"])
    bob = server.guest("Bob")
    for _ in range(2):
        assert bob.browser.post(f"/t/{table}/sit/1").status_code == 303
    assert kinds(server.find(table)) == ["open", "person", "open"]


@pytest.mark.slow
def test_a_game_that_could_not_be_begun_is_begun_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store fails just after the last one has sat down."""
    store = server.tables.store
    table = server.guest("Ada").open_table(GAME, ["me", "hot", "open"])
    bob, write = server.guest("Bob"), store.write

    async def fail(*_: object) -> None:
        raise StorageError("The disk is full.")

    replace_query(monkeypatch, store, queries.append, fail)
    sit = bob.program.post(f"/api/tables/{table}/sit", json={"seat": 2})
    assert sit.status_code == 503
    monkeypatch.setattr(store, "write", write)
    wait_for(server, server.find(table), 1)


def test_one_screen_for_several_seats(server: Server) -> None:
    """A person with several seats always plays the one that is asked, and sees only its hand."""
    ada = server.guest("Ada")
    table_id = ada.open_table(GAME, ["me", "hot", "hot"])
    table = server.find(table_id)
    seen: set[int] = set()
    for _ in range(12):
        view = ada.program.get(f"/api/tables/{table_id}/view").json()
        assert view["view"]["viewer"] == table.actor
        assert view["text"] == table.view(table.actor).to_text()
        seen.add(table.actor)
        assert ada.play(table_id, choices(table)[0], table.count) == 200
    assert len(seen) > 1


# --- memory ---------------------------------------------------------------------------------


def test_tables_nobody_looks_at_leave_the_memory(server: Server) -> None:
    ada = server.guest("Ada")
    table_id = ada.open_table(GAME, ["me", "hot", "hot"])
    table = server.find(table_id)
    before = table.session.position.to_text()

    with ada.socket(table_id) as live:
        live.hear()
        server.tidy()
        assert server.find(table_id) is table
    while table.audience.viewers:
        time.sleep(0.01)
    with table.audience.polling():  # a program follows the stream
        server.tidy()
        assert server.find(table_id) is table
    server.tidy()
    again = server.find(table_id)
    assert again is not table
    assert again.session.position.to_text() == before
