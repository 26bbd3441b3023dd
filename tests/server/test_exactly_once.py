"""A move is played once, whatever is repeated, raced, cut off or restarted."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import (
    NEVER,
    Guest,
    OwnBotWorkers,
    Server,
    choices,
    deciding,
    play_to_the_end,
    running,
)

from dalang.engine.api import CHANCE
from dalang.registry import all_games
from dalang.server.errors import NotYourSeat
from dalang.server.storage import AsyncStore, Entry, StorageError, Store
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
def table(ada: Guest, bob: Guest, cleo: Guest) -> str:
    table = ada.open_table(GAME, ["me", "open", "open"])
    bob.sit(table, 1)
    cleo.sit(table, 2)
    return table


@pytest.fixture
def player(server: Server, table: str, ada: Guest, bob: Guest, cleo: Guest) -> Guest:
    """Who is asked first."""
    return deciding(server.room(table), [ada, bob, cleo])


def log(server: Server, table: str) -> list[Entry]:
    return server.run(server.house.store.entries, table)


def moves(server: Server, table: str) -> list[Entry]:
    return [entry for entry in log(server, table) if entry.actor != CHANCE]


def together(server: Server, *calls: Callable[[], Awaitable[object]]) -> list[object]:
    """Everything at the same time; what each gave or raised."""

    async def all_of_them() -> list[object]:
        return list(await asyncio.gather(*(call() for call in calls), return_exceptions=True))

    return server.run(all_of_them)


# --- repeated and raced -------------------------------------------------------------------


def test_a_form_sent_twice_plays_once(server: Server, table: str, player: Guest) -> None:
    room = server.room(table)
    number, move = room.count, choices(room)[0]
    for _ in range(3):
        form = {"move": move, "number": str(number)}
        assert player.browser.post(f"/t/{table}/move", data=form).status_code == 303
    assert [(entry.number, entry.text) for entry in moves(server, table)] == [(number, move)]


def test_two_tabs_and_the_api_with_one_number_play_once(
    server: Server, table: str, player: Guest
) -> None:
    room = server.room(table)
    number, move = room.count, choices(room)[0]
    with player.socket(table) as one, player.socket(table) as other:
        assert one.hear()["number"] == other.hear()["number"] == number
        one.ask(move=move, number=number)
        other.ask(move=move, number=number)
        assert one.hear()["number"] > number
        assert other.hear()["number"] > number
        assert player.play(table, move, number) == 409
    assert [entry.number for entry in moves(server, table)] == [number]


def test_of_two_moves_at_once_exactly_one_wins(server: Server, table: str) -> None:
    room = server.room(table)
    number, seat = room.count, room.actor
    options = choices(room)[:2]
    outcomes = together(
        server, *(lambda text=text: room.play(seat, text, number) for text in options * 5)
    )
    assert sorted(map(str, outcomes)) == ["False"] * 9 + ["True"]
    assert [entry.text for entry in moves(server, table)] == [options[outcomes.index(True) % 2]]


def test_a_stale_number_changes_nothing(server: Server, table: str, player: Guest) -> None:
    room = server.room(table)
    move, before = choices(room)[0], log(server, table)
    for number in (room.count - 1, room.count + 1, -1, 0, 10**30):
        assert player.play(table, move, number) == 409
    assert log(server, table) == before


def test_whoever_goes_away_has_played_all_the_same(
    server: Server, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that is cut off while its move is on the way to the disk."""
    room, store = server.room(table), server.house.store
    number, seat, move = room.count, room.actor, choices(room)[0]
    append, reached, free = store.append, asyncio.Event(), asyncio.Event()

    async def append_when_free(*args: Any) -> None:
        reached.set()
        await free.wait()
        await append(*args)

    async def cut_off() -> None:
        monkeypatch.setattr(store, "append", append_when_free)
        request = asyncio.create_task(room.play(seat, move, number))
        await reached.wait()
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        free.set()
        while room.count == number:
            await asyncio.sleep(0.001)

    server.run(cut_off)
    assert [entry.number for entry in log(server, table)] == list(range(room.count))
    again = Table(room.record, server.house.store)
    server.run(again.load)
    assert again.session.position.to_text() == room.session.position.to_text()


def test_what_cannot_be_stored_has_not_happened(
    server: Server, table: str, player: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = server.room(table)
    number, before = room.count, room.session.position.to_text()
    store = server.house.store
    page = player.browser.get(f"/t/{table}").text

    async def full(*_: object) -> None:
        raise StorageError("The database /secret/place: the disk is full.")

    working = store.append
    monkeypatch.setattr(store, "append", full)
    answer = player.program.post(
        f"/api/tables/{table}/play", json={"action": choices(room)[0], "number": number}
    )
    assert answer.status_code == 503
    assert "/secret/place" not in answer.text
    form = {"move": choices(room)[0], "number": str(number)}
    answer = player.browser.post(f"/t/{table}/move", data=form)
    assert answer.status_code == 503
    assert "/secret/place" not in answer.text
    assert room.session.position.to_text() == before
    assert player.browser.get(f"/t/{table}").text == page
    monkeypatch.setattr(store, "append", working)
    assert player.play(table, choices(room)[0], number) == 200


# --- two processes on one database --------------------------------------------------------


async def two_houses(
    home: Path, work: Callable[[TableManager, TableManager], Awaitable[None]]
) -> None:
    """Two servers that know nothing of each other but the database."""
    disks = [Store(f"sqlite:///{home}/dalang.sqlite") for _ in range(2)]
    stores = [AsyncStore(disk) for disk in disks]
    houses = [TableManager(store, OwnBotWorkers(), 0.0, pauses=NEVER) for store in stores]
    try:
        await work(houses[0], houses[1])
    finally:
        for house, store, disk in zip(houses, stores, disks, strict=True):
            await house.stop()
            await store.close()
            disk.close()


def test_two_processes_never_both_append_a_number(
    server: Server, tmp_path: Path, table: str
) -> None:
    """The loser is told so, takes over the winner's log, and can go on."""

    async def race(one: TableManager, other: TableManager) -> None:
        rooms = [await one.room(table), await other.room(table)]
        for _ in range(15):
            number, seat = rooms[0].count, rooms[0].actor
            assert (rooms[1].count, rooms[1].actor) == (number, seat)
            options = choices(rooms[0])
            played = await asyncio.gather(
                rooms[0].play(seat, options[0], number), rooms[1].play(seat, options[-1], number)
            )
            assert sorted(played) == [False, True]
            assert rooms[0].session.position.to_text() == rooms[1].session.position.to_text()
            assert rooms[0].count == rooms[1].count > number
        stored = await one.store.entries(table)
        assert [entry.number for entry in stored] == list(range(rooms[0].count))

    server.tidy()
    asyncio.run(two_houses(tmp_path / "home", race))


def test_two_processes_begin_a_game_once(server: Server, tmp_path: Path, ada: Guest) -> None:
    table = ada.open_table(GAME, ["me", "hot", "open"])
    bob = server.guest("Bob").person

    async def race(one: TableManager, other: TableManager) -> None:
        rooms = [await one.room(table), await other.room(table)]
        outcomes = await asyncio.gather(
            one.sit(rooms[0], bob, 2, ""),
            other.sit(rooms[1], ada.person, 2, ""),
            return_exceptions=True,
        )
        assert isinstance(outcomes[1], NotYourSeat)
        await asyncio.gather(*(room.begin() for room in rooms))
        await rooms[1].load()
        await asyncio.gather(*(room.begin() for room in rooms))
        assert rooms[0].session.position.to_text() == rooms[1].session.position.to_text()

    asyncio.run(two_houses(tmp_path / "home", race))


def test_of_two_who_sit_down_at_once_one_gets_the_seat(
    server: Server, tmp_path: Path, ada: Guest
) -> None:
    table = ada.open_table(GAME, ["me", "open", "open"])
    people = [server.guest(name).person for name in ("Bob", "Cleo", "Dan", "Eve")]

    async def race(one: TableManager, other: TableManager) -> None:
        rooms = [await one.room(table), await other.room(table)]
        houses = [one, other, one, other]
        outcomes = await asyncio.gather(
            *(
                house.sit(rooms[n % 2], person, 1, "")
                for n, (house, person) in enumerate(zip(houses, people, strict=True))
            ),
            return_exceptions=True,
        )
        assert outcomes.count(None) == 1
        assert all(isinstance(o, NotYourSeat) for o in outcomes if o is not None)
        record = await one.store.table(table)
        assert record
        assert record.seats[1].person == people[outcomes.index(None)].id

    asyncio.run(two_houses(tmp_path / "home", race))


# --- undo and restart ---------------------------------------------------------------------


def undoable_moment(server: Server, table: str, guests: list[Guest]) -> Guest:
    """Plays until somebody has something to take back."""
    room = server.room(table)
    for _ in range(200):
        player = deciding(room, guests)
        assert player.play(table, choices(room)[-1], room.count) == 200
        for guest in guests:
            if room.can_undo(room.seat_of(guest.person.id)):
                return guest
    raise AssertionError("nothing could be taken back in 200 moves")


def test_undo_is_in_the_log_and_survives_a_restart(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home) as server:
        guests = [server.guest(name) for name in ("Ada", "Bob", "Cleo")]
        table = guests[0].open_table(GAME, ["me", "open", "open"])
        guests[1].sit(table, 1)
        guests[2].sit(table, 2)
        player = undoable_moment(server, table, guests)
        room = server.room(table)
        seat = room.seat_of(player.person.id)
        after = room.session.position.to_text()
    with running(home) as server:  # in the middle of a turn
        room = server.room(table)
        assert room.session.position.to_text() == after
        assert room.can_undo(seat)
        number = room.count
        assert server.run(room.undo, seat, number)
        assert not server.run(room.undo, seat, number)
        before = room.session.position.to_text()
        assert before != after
        undone = [entry for entry in log(server, table) if entry.number >= number]
        assert {(entry.actor, entry.text) for entry in undone} == {(seat, "undo")}
        told = [(one.number, one.event) for one in room.happenings]
    with running(home) as server:
        room = server.room(table)
        assert room.session.position.to_text() == before
        assert [(one.number, one.event) for one in room.happenings] == told
        assert room.count == number + len(undone)


def test_nothing_is_taken_back_once_the_game_is_over(server: Server, ada: Guest) -> None:
    for key, spec in all_games().items():
        table = ada.open_table(key, ["me"] + ["hot"] * (spec.usual_players - 1))
        room = server.room(table)
        play_to_the_end(server, room)
        for seat in range(spec.usual_players):
            assert not room.can_undo(seat)
            assert not server.run(room.undo, seat, room.count)
        stored = server.run(server.house.store.table, table)
        assert stored
        assert (stored.status, stored.scores) == ("finished", room.session.position.scores())


@pytest.mark.parametrize("key", all_games())
def test_a_restart_restores_every_table_exactly(tmp_path: Path, key: str) -> None:
    home, spec = tmp_path / "home", all_games()[key]

    def texts(server: Server, table: str) -> list[object]:
        room = server.room(table)
        views = [room.view(viewer).to_text() for viewer in range(-1, spec.usual_players)]
        told = [(one.number, one.actor, one.event) for one in room.happenings]
        undo = [room.can_undo(seat) for seat in range(spec.usual_players)]
        return [views, told, undo, room.count, room.record, [line.text for line in room.chat]]

    with running(home) as server:
        ada = server.guest("Ada")
        table = ada.open_table(key, ["me"] + ["hot"] * (spec.usual_players - 1))
        ada.browser.post(f"/t/{table}/chat", data={"text": "Hello"})
    for stretch in range(6):
        with running(home) as server:
            room = server.room(table)
            for step in range(stretch * 7 + 1):
                if room.record.status == "finished":
                    break
                options = choices(room)
                server.run(room.play, room.actor, options[step * 5 % len(options)], room.count)
                if step % 3 == 2:
                    server.run(room.undo, room.session.log[-1].actor, room.count)
            before = texts(server, table)
        with running(home) as server:
            after = texts(server, table)
            assert [repr(part) for part in after[:4]] == [repr(part) for part in before[:4]]
            assert after[4].seats == before[4].seats  # type: ignore[attr-defined]
            assert after[5] == before[5] == ["Hello"]


def test_a_game_cut_off_before_its_first_deal_begins_after_all(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home) as server:
        ada = server.guest("Ada")
        table = ada.open_table(GAME, ["me", "hot", "open"])
        room = server.room(table)
        seat = room.record.seats[2]
        server.run(server.house.store.set_seat, table, seat.__class__(2, "person", ada.person.id))
        server.run(server.house.store.set_status, table, "running")
    with running(home) as server:
        room = server.room(table)
        assert room.actor >= 0
        assert room.count == len(log(server, table)) > 0
