"""Games over days: a reminder in time, then a bot; and a server that was away knows it too."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, Server, choices, deciding, flat, replace_query, running

from dalang.server.storage import Entry, Seat, TableRecord, queries
from dalang.server.tables.pacing import Called, Pacer
from dalang.server.tables.table import Table

GAME = "taj_mahal"
DAY = timedelta(days=1)


@dataclass
class Calls:
    """Who was told what."""

    heard: list[tuple[str, Called]] = field(default_factory=list[tuple[str, Called]])

    def __call__(self, table: Table, seat: Seat, what: Called) -> None:
        self.heard.append((seat.name, what))


@dataclass
class Trial:
    """A game with a pace of one day between two people and a bot."""

    server: Server
    guests: list[Guest]
    table_id: str
    calls: Calls

    @property
    def table(self) -> Table:
        return self.server.find(self.table_id)

    @property
    def asked(self) -> str:
        return deciding(self.table, self.guests).person.name

    def look(self, moment: datetime) -> None:
        self.server.run(Pacer(self.server.tables, self.calls).look, moment)

    def move(self) -> None:
        table = self.table
        guest = deciding(table, self.guests)
        assert guest.play(self.table_id, choices(table)[0], table.count) == 200


def new_trial(server: Server, pace: str = "day") -> Trial:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.open_table(GAME, ["me", "open", "open"], pace=pace)
    bob.sit(table, 1)
    cleo = server.guest("Cleo")
    cleo.sit(table, 2)
    return Trial(server, [ada, bob, cleo], table, Calls())


@pytest.fixture
def trial(server: Server) -> Trial:
    return new_trial(server)


def test_nothing_happens_while_there_is_time(trial: Trial) -> None:
    trial.look(trial.table.since + DAY * 0.74)
    assert trial.calls.heard == []
    assert all(seat.kind == "person" for seat in trial.table.record.seats)


def test_somebody_is_reminded_once_for_each_decision(trial: Trial) -> None:
    late, asked = trial.table.since + DAY * 0.76, trial.asked
    for _ in range(3):
        trial.look(late)
    assert trial.calls.heard == [(asked, "reminder")]
    trial.move()
    again = trial.asked
    trial.look(trial.table.since + DAY * 0.76)
    assert trial.calls.heard == [(asked, "reminder"), (again, "reminder")]


@pytest.mark.slow
def test_then_a_bot_plays_and_the_seat_can_be_taken_back(trial: Trial) -> None:
    table, asked = trial.table, trial.asked
    guest, seat, number = deciding(table, trial.guests), table.actor, table.count
    trial.look(table.since + DAY)
    assert trial.calls.heard == [(asked, "lent")]
    assert table.record.seats[seat].kind == "bot"
    assert table.record.seats[seat].person == guest.person.id
    trial.server.run(_until_longer_than, table, number)
    assert "A bot is playing for you" in guest.browser.get(f"/t/{trial.table_id}").text
    guest.browser.post(f"/t/{trial.table_id}/back")
    assert table.record.seats[seat].kind == "person"


async def _until_longer_than(table: Table, number: int) -> None:
    while table.count <= number:
        await table.audience.wait_newer(table.version)


def test_a_seat_taken_back_has_the_whole_time_again(tmp_path: Path) -> None:
    """Also before the bot has moved: the log does not know of it, the table does."""
    with running(tmp_path, pace=600.0) as server:
        trial = new_trial(server)
        table, guest = trial.table, deciding(trial.table, trial.guests)
        seat = table.record.seats[table.actor]

        async def lend_and_take_back() -> None:
            await trial.server.tables.lend(table, seat, lambda: None)
            await trial.server.tables.come_back(table, guest.person)

        before = table.since
        server.run(lend_and_take_back)
        assert table.since > before
        for _ in range(3):
            trial.look(before + DAY)
        assert trial.calls.heard == [(seat.name, "reminder")]
        assert table.record.seats[seat.seat].kind == "person"


def test_another_name_gives_no_more_time(trial: Trial) -> None:
    table, guest = trial.table, deciding(trial.table, trial.guests)
    before = table.since
    guest.browser.post("/me", data={"name": "Zoe"})
    assert table.names[table.actor] == "Zoe"
    assert table.since == before


@pytest.mark.slow
def test_the_time_goes_on_while_the_server_is_away(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        first = new_trial(server)
        since, asked = first.table.since, first.asked
        first.look(since + DAY * 0.8)
        assert first.calls.heard == [(asked, "reminder")]
    with running(tmp_path) as server:
        second = Trial(server, first.guests, first.table_id, Calls())
        second.look(since + DAY * 0.9)
        assert second.calls.heard == []  # reminded already
        assert second.table.since == since
        second.look(since + DAY)
        assert second.calls.heard == [(asked, "lent")]


def test_who_decides_in_the_last_moment_keeps_the_seat(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is on its way to the disk when the time is up."""
    tables, table, seat = trial.server.tables, trial.table, trial.table.actor
    store, lend, free = tables.store, tables.lend, asyncio.Event()
    write = store.write

    async def append_when_free(*args: Any) -> None:
        await free.wait()
        await write(queries.append, *args)

    async def lend_and_free(*args: Any) -> None:
        free.set()
        await lend(*args)

    async def move_and_look() -> None:
        replace_query(monkeypatch, store, queries.append, append_when_free)
        monkeypatch.setattr(tables, "lend", lend_and_free)
        move = asyncio.create_task(table.play(seat, choices(table)[0], table.count))
        await Pacer(tables, trial.calls).look(table.since + DAY)
        assert await move

    trial.server.run(move_and_look)
    assert trial.calls.heard == []
    assert table.record.seats[seat].kind == "person"


def test_who_decides_while_the_reminder_is_noted_is_not_reminded(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, store = trial.table, trial.server.tables.store
    before, write = table.count, store.write

    async def move_and_keep(table_id: str, number: int) -> None:
        await table.play(table.actor, choices(table)[0], number)
        await write(queries.keep_reminder, table_id, number)

    replace_query(monkeypatch, store, queries.keep_reminder, move_and_keep)
    trial.look(table.since + DAY * 0.8)
    assert table.count > before
    assert trial.calls.heard == []


def test_a_bot_goes_on_after_a_restart_though_nobody_looks(tmp_path: Path) -> None:
    with running(tmp_path, pace=3600.0) as server:
        ada = server.guest("Ada")
        table_id = ada.open_table(GAME, ["bot-random", "me", "bot-random"], pace="day")
        table = server.find(table_id)
        if table.actor == 1:
            assert ada.play(table_id, choices(table)[0], table.count) == 200
        number = table.count
    with running(tmp_path) as server:
        store = server.tables.store

        async def until_longer() -> None:
            async with asyncio.timeout(120):
                while len(await store.read(queries.entries, table_id)) <= number:
                    await asyncio.sleep(0.01)

        server.run(until_longer)


def test_a_game_that_is_gone_stops_nobody_else(trial: Trial) -> None:
    """The table that waits longest comes first."""
    tables, since, asked = trial.server.tables, trial.table.since, trial.asked
    host = trial.guests[0].person.id
    seats = [Seat(seat, "person", host) for seat in range(3)]
    lost = replace(TableRecord.new("chess", "C-1", seats, host, pace=60), status="running")

    async def add() -> None:
        await tables.store.write(queries.add_table, lost)
        await tables.store.write(queries.append, lost.id, [Entry(0, 0, "e4", since - DAY)])

    trial.server.run(add)
    trial.look(since + DAY * 0.8)
    assert trial.calls.heard == [(asked, "reminder")]


def test_tables_without_work_stay_on_the_disk(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        first = new_trial(server)
        since = first.table.since
    with running(tmp_path) as server:
        second = Trial(server, [], first.table_id, Calls())
        second.look(since + DAY * 0.5)
        assert first.table_id not in server.tables.tables_in_memory
        second.look(since + DAY * 0.8)
        assert first.table_id in server.tables.tables_in_memory


def test_without_a_pace_nobody_is_called(server: Server) -> None:
    trial = new_trial(server, "none")
    trial.look(trial.table.since + 1000 * DAY)
    assert trial.calls.heard == []
    assert trial.table.due() is None


def test_others_wait_as_long_as_the_pace_says(trial: Trial) -> None:
    """The few minutes after which a seat can be given to a bot are for games without a pace."""
    table = trial.table
    assert table.patience == DAY.total_seconds()
    assert table.overdue() == -1
    table.since -= DAY
    assert table.overdue() == table.actor


def test_the_table_says_until_when(trial: Trial) -> None:
    due = (trial.table.since + DAY).isoformat(timespec="seconds")
    guest = trial.guests[0]
    assert f'<time datetime="{due}"' in guest.browser.get(f"/t/{trial.table_id}").text
    assert f'<time datetime="{due}"' in guest.browser.get("/").text
    table = guest.program.get(f"/api/tables/{trial.table_id}").json()
    assert (table["pace"], table["due"]) == ("day", due)


def test_a_form_opens_a_table_with_a_pace(server: Server) -> None:
    ada = server.guest("Ada")
    page = flat(ada.browser.get(f"/new?game={GAME}&players=3").text)
    assert 'id="pace-three_days" value="three_days"><span>3 days</span>' in page
    form = {"game": GAME, "players": "3", "seat-0": "me", "pace": "three_days"}
    table = ada.browser.post("/new", data=form).headers["location"].removeprefix("/t/")
    assert server.find(table).record.pace == 3 * 24 * 3600
    assert "Time for a decision: 3 days." in ada.browser.get(f"/t/{table}").text
    form["pace"] = "forever"
    assert ada.browser.post("/new", data=form).status_code == 400


@pytest.mark.slow
def test_what_waits_for_me_is_first_and_longest_waiting_on_top(server: Server) -> None:
    trial = new_trial(server)
    ada = deciding(trial.table, trial.guests)
    trial.move()
    older = [ada.open_table(GAME, ["me", "bot-random", "bot-random"]) for _ in range(3)]
    tables = [server.find(table_id) for table_id in older]
    server.run(_until_asked, tables)
    for table, days in zip(tables, (1, 3, 2), strict=True):
        table.since -= days * DAY
    page = ada.browser.get("/").text
    mine = page[page.index("h-turns") :]
    places = [
        mine.index(f"/t/{table_id}") for table_id in (older[1], older[2], older[0], trial.table_id)
    ]
    assert places == sorted(places)


async def _until_asked(tables: list[Table]) -> None:
    for table in tables:
        while table.waiting.asked is None:
            await table.audience.wait_newer(table.version)
