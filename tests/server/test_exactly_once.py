"""A move is played once, even if requests are repeated, raced, cut off or restarted."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.databases import database_url
from tests.server.harness import (
    NEVER,
    Guest,
    OwnBotWorkers,
    Server,
    choices,
    deciding,
    play_to_the_end,
    replace_query,
    running,
)

from dalang.engine.api import CHANCE
from dalang.registry import all_games
from dalang.server.errors import NotYourSeat
from dalang.server.storage import AsyncStore, Entry, StorageError, Store, queries
from dalang.server.tables.manager import TableManager
from dalang.server.tables.table import Table

GAME = "taj_mahal"


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def bob(server: Server) -> Guest:
    return server.guest("Bob")


@pytest.fixture
def cleo(server: Server) -> Guest:
    return server.guest("Cleo")


@pytest.fixture
def table_id(ada: Guest, bob: Guest, cleo: Guest) -> str:
    table = ada.open_table(GAME, ["me", "open", "open"])
    bob.sit(table, 1)
    cleo.sit(table, 2)
    return table


@pytest.fixture
def player(server: Server, table_id: str, ada: Guest, bob: Guest, cleo: Guest) -> Guest:
    """Who is asked first."""
    return deciding(server.find(table_id), [ada, bob, cleo])


def log(server: Server, table_id: str) -> list[Entry]:
    return server.read(queries.entries, table_id)


def moves(server: Server, table_id: str) -> list[Entry]:
    return [entry for entry in log(server, table_id) if entry.actor != CHANCE]


def together(server: Server, *calls: Callable[[], Awaitable[object]]) -> list[object]:
    """Everything at the same time; what each gave or raised."""

    async def all_of_them() -> list[object]:
        return list(await asyncio.gather(*(call() for call in calls), return_exceptions=True))

    return server.run(all_of_them)


# --- repeated and raced -------------------------------------------------------------------


def test_a_form_sent_twice_plays_once(server: Server, table_id: str, player: Guest) -> None:
    table = server.find(table_id)
    number, move = table.count, choices(table)[0]
    for _ in range(3):
        form = {"move": move, "number": str(number)}
        assert player.browser.post(f"/t/{table_id}/move", data=form).status_code == 303
    assert [(entry.number, entry.text) for entry in moves(server, table_id)] == [(number, move)]


def test_two_tabs_and_the_api_with_one_number_play_once(
    server: Server, table_id: str, player: Guest
) -> None:
    table = server.find(table_id)
    number, move = table.count, choices(table)[0]
    with player.socket(table_id) as one, player.socket(table_id) as other:
        assert one.hear()["number"] == other.hear()["number"] == number
        one.ask(move=move, number=number)
        other.ask(move=move, number=number)
        assert one.hear()["number"] > number
        assert other.hear()["number"] > number
        assert player.play(table_id, move, number) == 409
    assert [entry.number for entry in moves(server, table_id)] == [number]


def test_of_two_moves_at_once_exactly_one_wins(server: Server, table_id: str) -> None:
    table = server.find(table_id)
    number, seat = table.count, table.actor
    options = choices(table)[:2]
    outcomes = together(
        server, *(lambda text=text: table.play(seat, text, number) for text in options * 5)
    )
    assert sorted(map(str, outcomes)) == ["False"] * 9 + ["True"]
    assert [entry.text for entry in moves(server, table_id)] == [options[outcomes.index(True) % 2]]


def test_a_stale_number_changes_nothing(server: Server, table_id: str, player: Guest) -> None:
    table = server.find(table_id)
    move, before = choices(table)[0], log(server, table_id)
    for number in (table.count - 1, table.count + 1, -1, 0, 10**30):
        assert player.play(table_id, move, number) == 409
    assert log(server, table_id) == before


def test_whoever_goes_away_has_played_all_the_same(
    server: Server, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that is cut off while its move is on the way to the disk."""
    table, store = server.find(table_id), server.tables.store
    number, seat, move = table.count, table.actor, choices(table)[0]
    write, reached, free = store.write, asyncio.Event(), asyncio.Event()

    async def append_when_free(*args: Any) -> None:
        reached.set()
        await free.wait()
        await write(queries.append, *args)

    async def cut_off() -> None:
        replace_query(monkeypatch, store, queries.append, append_when_free)
        request = asyncio.create_task(table.play(seat, move, number))
        await reached.wait()
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        free.set()
        while table.count == number:
            await asyncio.sleep(0.001)

    server.run(cut_off)
    assert [entry.number for entry in log(server, table_id)] == list(range(table.count))
    again = Table(table.record, server.tables.store)
    server.run(again.load)
    assert again.session.position.to_text() == table.session.position.to_text()


def test_what_cannot_be_stored_has_not_happened(
    server: Server, table_id: str, player: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.find(table_id)
    number, before = table.count, table.session.position.to_text()
    store = server.tables.store
    page = player.browser.get(f"/t/{table_id}").text

    async def full(*_: object) -> None:
        raise StorageError("The database /secret/place: the disk is full.")

    working = store.write
    replace_query(monkeypatch, store, queries.append, full)
    answer = player.program.post(
        f"/api/tables/{table_id}/play", json={"action": choices(table)[0], "number": number}
    )
    assert answer.status_code == 503
    assert "/secret/place" not in answer.text
    form = {"move": choices(table)[0], "number": str(number)}
    answer = player.browser.post(f"/t/{table_id}/move", data=form)
    assert answer.status_code == 503
    assert "/secret/place" not in answer.text
    assert table.session.position.to_text() == before
    assert player.browser.get(f"/t/{table_id}").text == page
    monkeypatch.setattr(store, "write", working)
    assert player.play(table_id, choices(table)[0], number) == 200


# --- two processes on one database --------------------------------------------------------


async def two_managers(
    home: Path, work: Callable[[TableManager, TableManager], Awaitable[None]]
) -> None:
    """Two servers that know nothing of each other but the database."""
    disks = [Store(database_url(home)) for _ in range(2)]
    stores = [AsyncStore(disk) for disk in disks]
    managers = [TableManager(store, OwnBotWorkers(), 0.0, thinking_time=NEVER) for store in stores]
    try:
        await work(managers[0], managers[1])
    finally:
        for tables, store, disk in zip(managers, stores, disks, strict=True):
            await tables.stop()
            await store.close()
            disk.close()


@pytest.mark.slow
def test_two_processes_never_both_append_a_number(
    server: Server, tmp_path: Path, table_id: str
) -> None:
    """The loser is told so, takes over the winner's log, and can continue."""

    async def race(one: TableManager, other: TableManager) -> None:
        tables = [await one.find(table_id), await other.find(table_id)]
        for _ in range(15):
            number, seat = tables[0].count, tables[0].actor
            assert (tables[1].count, tables[1].actor) == (number, seat)
            options = choices(tables[0])
            played = await asyncio.gather(
                tables[0].play(seat, options[0], number), tables[1].play(seat, options[-1], number)
            )
            assert sorted(played) == [False, True]
            assert tables[0].session.position.to_text() == tables[1].session.position.to_text()
            assert tables[0].count == tables[1].count > number
        stored = await one.store.read(queries.entries, table_id)
        assert [entry.number for entry in stored] == list(range(tables[0].count))

    server.tidy()
    asyncio.run(two_managers(tmp_path / "home", race))


def test_two_processes_begin_a_game_once(server: Server, tmp_path: Path, ada: Guest) -> None:
    table_id = ada.open_table(GAME, ["me", "hot", "open"])
    bob = server.guest("Bob").person

    async def race(one: TableManager, other: TableManager) -> None:
        tables = [await one.find(table_id), await other.find(table_id)]
        outcomes = await asyncio.gather(
            one.sit(tables[0], bob, 2, ""),
            other.sit(tables[1], ada.person, 2, ""),
            return_exceptions=True,
        )
        assert isinstance(outcomes[1], NotYourSeat)
        await asyncio.gather(*(table.begin() for table in tables))
        await tables[1].load()
        await asyncio.gather(*(table.begin() for table in tables))
        assert tables[0].session.position.to_text() == tables[1].session.position.to_text()

    asyncio.run(two_managers(tmp_path / "home", race))


def test_of_two_who_sit_down_at_once_one_gets_the_seat(
    server: Server, tmp_path: Path, ada: Guest
) -> None:
    table = ada.open_table(GAME, ["me", "open", "open"])
    people = [server.guest(name).person for name in ("Bob", "Cleo", "Dan", "Eve")]

    async def race(one: TableManager, other: TableManager) -> None:
        tables = [await one.find(table), await other.find(table)]
        managers = [one, other, one, other]
        outcomes = await asyncio.gather(
            *(
                manager.sit(tables[n % 2], person, 1, "")
                for n, (manager, person) in enumerate(zip(managers, people, strict=True))
            ),
            return_exceptions=True,
        )
        assert outcomes.count(None) == 1
        assert all(isinstance(o, NotYourSeat) for o in outcomes if o is not None)
        record = await one.store.read(queries.table, table)
        assert record
        assert record.seats[1].person == people[outcomes.index(None)].id

    asyncio.run(two_managers(tmp_path / "home", race))


# --- undo and restart ---------------------------------------------------------------------


def undoable_moment(server: Server, table_id: str, guests: list[Guest]) -> Guest:
    """Plays until somebody has something to take back."""
    table = server.find(table_id)
    for _ in range(200):
        player = deciding(table, guests)
        assert player.play(table_id, choices(table)[-1], table.count) == 200
        for guest in guests:
            if table.can_undo(table.seat_of(guest.person.id)):
                return guest
    raise AssertionError("nothing could be taken back in 200 moves")


def test_undo_is_in_the_log_and_survives_a_restart(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home) as server:
        guests = [server.guest(name) for name in ("Ada", "Bob", "Cleo")]
        table_id = guests[0].open_table(GAME, ["me", "open", "open"])
        guests[1].sit(table_id, 1)
        guests[2].sit(table_id, 2)
        player = undoable_moment(server, table_id, guests)
        table = server.find(table_id)
        seat = table.seat_of(player.person.id)
        after = table.session.position.to_text()
    with running(home) as server:  # in the middle of a turn
        table = server.find(table_id)
        assert table.session.position.to_text() == after
        assert table.can_undo(seat)
        number = table.count
        assert server.run(table.undo, seat, number)
        assert not server.run(table.undo, seat, number)
        before = table.session.position.to_text()
        assert before != after
        undone = [entry for entry in log(server, table_id) if entry.number >= number]
        assert {(entry.actor, entry.text) for entry in undone} == {(seat, "undo")}
        told = [(one.number, one.event) for one in table.events]
    with running(home) as server:
        table = server.find(table_id)
        assert table.session.position.to_text() == before
        assert [(one.number, one.event) for one in table.events] == told
        assert table.count == number + len(undone)


@pytest.mark.slow
def test_nothing_is_taken_back_once_the_game_is_over(server: Server, ada: Guest) -> None:
    for key, spec in all_games().items():
        table_id = ada.open_table(key, ["me"] + ["hot"] * (spec.usual_players - 1))
        table = server.find(table_id)
        play_to_the_end(server, table)
        for seat in range(spec.usual_players):
            assert not table.can_undo(seat)
            assert not server.run(table.undo, seat, table.count)
        stored = server.read(queries.table, table_id)
        assert stored
        assert (stored.status, stored.scores) == ("finished", table.session.position.scores())


@pytest.mark.slow
@pytest.mark.parametrize("key", all_games())
def test_a_restart_restores_every_table_exactly(tmp_path: Path, key: str) -> None:
    home, spec = tmp_path / "home", all_games()[key]

    def texts(server: Server, table_id: str) -> list[object]:
        table = server.find(table_id)
        views = [table.view(viewer).to_text() for viewer in range(-1, spec.usual_players)]
        told = [(one.number, one.actor, one.event) for one in table.events]
        undo = [table.can_undo(seat) for seat in range(spec.usual_players)]
        return [views, told, undo, table.count, table.record, [line.text for line in table.chat]]

    with running(home) as server:
        ada = server.guest("Ada")
        table_id = ada.open_table(key, ["me"] + ["hot"] * (spec.usual_players - 1))
        ada.browser.post(f"/t/{table_id}/chat", data={"text": "Hello"})
    for stretch in range(6):
        with running(home) as server:
            table = server.find(table_id)
            for step in range(stretch * 7 + 1):
                if table.record.status == "finished":
                    break
                options = choices(table)
                server.run(table.play, table.actor, options[step * 5 % len(options)], table.count)
                last = table.session.log[-1].actor
                if step % 3 == 2 and table.can_undo(last):
                    server.run(table.undo, last, table.count)
            before = texts(server, table_id)
        with running(home) as server:
            after = texts(server, table_id)
            assert [repr(part) for part in after[:4]] == [repr(part) for part in before[:4]]
            assert after[4].seats == before[4].seats  # type: ignore[attr-defined]
            assert after[5] == before[5] == ["Hello"]


def test_a_game_cut_off_before_its_first_deal_begins_after_all(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home) as server:
        ada = server.guest("Ada")
        table_id = ada.open_table(GAME, ["me", "hot", "open"])
        table = server.find(table_id)
        seat = table.record.seats[2]
        server.run(
            server.tables.store.write,
            queries.set_seat,
            table_id,
            seat.__class__(2, "person", ada.person.id),
        )
        server.write(queries.set_status, table_id, "running")
    with running(home) as server:
        table = server.find(table_id)
        assert table.actor >= 0
        assert table.count == len(log(server, table_id)) > 0
