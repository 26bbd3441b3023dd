"""Nobody makes others wait by opening tables: bounds, and turns at thinking."""

import asyncio
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, update
from tests.server.harness import Guest, Server, choices, running
from tests.server.test_bots_and_seats import Dreamers

from dalang.bots import answer
from dalang.engine.api import View
from dalang.server.bounds import TableBounds
from dalang.server.limits import place_of
from dalang.server.people.identity import Identity
from dalang.server.settings import BadSettings, Settings
from dalang.server.storage import now, queries
from dalang.server.storage.models import TableRow
from dalang.server.tables.opening import TableTerms
from dalang.server.tables.seats import seat_from_word
from dalang.server.tables.table import Table
from dalang.server.tables.thinking_queue import SHARE, ThinkingQueue

GAME = "taj_mahal"
ANOTHER = "web_of_power"
BOTS = ["me", "bot-random", "bot-random"]
OPEN = ["me", "open", "open"]
FEW = TableBounds(
    open_per_person=2, running_per_person=3, open_per_address=4, running_per_address=5
)


def opening(guest: Guest, seats: list[str]) -> tuple[int, str]:
    """What the API answers to the wish for a table."""
    wish = {"game": GAME, "seats": seats, "public": True}
    answer = guest.program.post("/api/tables", json=wish)
    return answer.status_code, answer.json().get("error", "")


def by_form(guest: Guest, seats: list[str]) -> tuple[int, str]:
    """The same by the page."""
    form = {"game": GAME, "players": str(len(seats)), "public": "on"}
    form |= {f"seat-{number}": word for number, word in enumerate(seats)}
    page = guest.browser.post("/new", data=form)
    return page.status_code, page.text


# --- people ---------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [opening, by_form])
def test_a_table_needs_a_person(
    ask: Callable[[Guest, list[str]], tuple[int, str]], server: Server
) -> None:
    ada = server.guest("Ada")
    status, text = ask(ada, ["bot-expert"] * 3)
    assert status in (400, 422)
    assert "At least one seat must be for a person." in text
    assert server.read(queries.tables) == []


# --- bounds ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "most", "sentence"),
    [
        (OPEN, 2, "You have 2 tables that wait for players. That is the most here"),
        (BOTS, 3, "You have 3 games going on. That is the most here"),
    ],
)
@pytest.mark.parametrize("ask", [opening, by_form])
def test_a_person_has_only_so_many_tables(
    ask: Callable[[Guest, list[str]], tuple[int, str]],
    seats: list[str],
    most: int,
    sentence: str,
    tmp_path: Path,
) -> None:
    with running(tmp_path, bounds=FEW, bot_workers=Dreamers()) as server:
        ada = server.guest("Ada")
        assert {ask(ada, seats)[0] for _ in range(most)} <= {201, 303}
        status, text = ask(ada, seats)
        assert status == 429
        assert sentence in text
        assert len(server.read(queries.tables)) == most


def test_every_way_to_a_table_is_counted(tmp_path: Path) -> None:
    with running(tmp_path, bounds=FEW, bot_workers=Dreamers()) as server:
        ada, bob = server.guest("Ada"), server.guest("Bob")
        for path in (f"/play/{GAME}", f"/learn/{GAME}", f"/play/{GAME}"):
            assert ada.browser.post(path).status_code == 303
        for path in (f"/play/{GAME}", f"/learn/{GAME}"):
            assert ada.browser.post(path).status_code == 429
        last_seat = bob.open_table(GAME, ["me", "hot", "open"])
        sit = ada.program.post(f"/api/tables/{last_seat}/sit", json={"seat": 2})
        assert (sit.status_code, "3 games" in sit.json()["error"]) == (429, True)
        assert server.find(last_seat).record.seats[2].kind == "open"


def test_whoever_sits_at_open_tables_is_counted(tmp_path: Path) -> None:
    with running(tmp_path, bounds=FEW) as server:
        tables = [server.guest(name).open_table(GAME, OPEN) for name in ("Ada", "Bob", "Cleo")]
        eve = server.guest("Eve")
        for table in tables[:2]:
            eve.sit(table, 1)
        sit = eve.program.post(f"/api/tables/{tables[2]}/sit", json={"seat": 1})
        assert (sit.status_code, "2 tables" in sit.json()["error"]) == (429, True)


@pytest.mark.slow
def test_new_guests_do_not_evade_the_bounds_of_their_address(tmp_path: Path) -> None:
    with running(tmp_path, bounds=FEW, bot_workers=Dreamers()) as server:
        answers = [opening(server.guest(f"Guest {n}"), OPEN) for n in range(5)]
        assert [status for status, _ in answers] == [201] * 4 + [429]
        assert "From your address 4 tables wait for players already." in answers[-1][1]
        answers = [opening(server.guest(f"Guest {n}"), BOTS) for n in range(6)]
        assert [status for status, _ in answers] == [201] * 5 + [429]
        assert "From your address 5 games are going on already." in answers[-1][1]


def test_many_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    """No gap between counting and opening: both are one transaction."""
    with running(tmp_path, bounds=FEW, bot_workers=Dreamers()) as server:
        ada, tables = server.guest("Ada").person, server.tables
        seats = [seat_from_word(number, word, ada) for number, word in enumerate(BOTS)]

        async def storm() -> list[object]:
            wishes = (
                tables.open_table(ada, GAME, seats, TableTerms(public=True)) for _ in range(20)
            )
            return await asyncio.gather(*wishes, return_exceptions=True)

        outcomes = [type(outcome).__name__ for outcome in server.run(storm)]
        assert sorted(outcomes) == ["Table"] * 3 + ["TooManyTables"] * 17


def test_games_that_rest_do_not_count(tmp_path: Path) -> None:
    with running(tmp_path, bounds=FEW, bot_workers=Dreamers()) as server:
        ada = server.guest("Ada")
        for _ in range(3):
            ada.open_table(GAME, BOTS)

        def age(db: Connection) -> None:
            db.execute(update(TableRow).values(updated=now() - timedelta(days=2)))

        server.write(age)
        assert opening(ada, BOTS)[0] == 201


def test_the_host_decides_how_many(tmp_path: Path) -> None:
    environment = {"DALANG_OPEN_PER_PERSON": "7", "DALANG_RUNNING_PER_ADDRESS": "900"}
    bounds = Settings.read(tmp_path, environment=environment).bounds
    assert bounds == replace(TableBounds(), open_per_person=7, running_per_address=900)
    for text in ("0", "-1", "many", "9" * 30, "٣"):
        with pytest.raises(BadSettings, match="DALANG_OPEN_PER_PERSON is a number from 1"):
            Settings.read(tmp_path, environment={"DALANG_OPEN_PER_PERSON": text})


def test_the_mark_of_an_address_counts_networks_and_tells_nothing() -> None:
    identity = Identity(["k" * 43])

    def mark(address: str) -> str:
        return identity.mark(place_of(address))

    assert mark("2001:db8:1:2::1") == mark("2001:db8:1:2:ffff::9") != mark("2001:db8:1:3::1")
    assert mark("192.0.2.1") == mark("::ffff:192.0.2.1") != mark("192.0.2.2")
    assert "192.0.2.1" not in mark("192.0.2.1")
    assert mark("192.0.2.1") != Identity(["x" * 43]).mark(place_of("192.0.2.1"))
    assert (identity.mark(""), len(identity.mark("a socket"))) == ("", 24)


# --- turns ----------------------------------------------------------------------------------


def served(queue: ThinkingQueue, tables: dict[str, bool], turns: int) -> list[str]:
    """Who thinks, if every table comes again as soon as it has had its turn."""
    order: list[str] = []

    async def play(name: str) -> None:
        while len(order) < turns:
            async with queue.turn(lambda: tables[name]):
                order.append(name)
                await asyncio.sleep(0)

    async def story() -> None:
        await asyncio.gather(*(play(name) for name in tables))

    asyncio.run(story())
    return order[:turns]


def test_tables_take_turns() -> None:
    assert "".join(served(ThinkingQueue(1), dict.fromkeys("abc", False), 9)) == "abcabcabc"


def test_whoever_is_watched_comes_first_but_nobody_starves() -> None:
    crowd = {f"bots {n}": False for n in range(50)}
    order = served(ThinkingQueue(1), crowd | {"ada": True, "bob": True}, 1 + 4 * SHARE)
    shares = [order[start : start + SHARE] for start in range(1, len(order), SHARE)]
    for share in shares:  # the very first turn was taken before anybody else had come
        assert len([name for name in share if name not in ("ada", "bob")]) == 1
        assert abs(share.count("ada") - share.count("bob")) <= 1
    assert len({name for share in shares for name in share if name.startswith("bots")}) == 4


def test_whoever_gives_up_leaves_the_place_to_the_next() -> None:
    async def story() -> list[str]:
        queue, order = ThinkingQueue(1), list[str]()

        async def think(name: str, until: asyncio.Event) -> None:
            async with queue.turn(lambda: False):
                order.append(name)
                await until.wait()

        never, at_once = asyncio.Event(), asyncio.Event()
        at_once.set()
        first = asyncio.create_task(think("first", never))
        await asyncio.sleep(0)
        second, third = (asyncio.create_task(think(n, at_once)) for n in ("second", "third"))
        await asyncio.sleep(0)
        first.cancel()  # gives its place to the second, which gives up in the same moment
        await asyncio.sleep(0)
        second.cancel()
        await third
        return order

    assert asyncio.run(story()) == ["first", "third"]


class Counting(Dreamers):
    """Notes for which view a bot was asked, and answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_for: list[str] = []
        self.ready = asyncio.Semaphore(0)

    async def choose(self, bot: str, key: str, view: View) -> str:
        self.asked_for.append(key)
        await self.ready.acquire()
        return answer(bot, key, view.to_text(), 1)


@contextmanager
def polling(server: Server, guest: Guest, table: Table) -> Generator[None]:
    """A program waits for news."""
    path = f"/api/tables/{table.record.id}/events?since=99999&wait=25"
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(guest.program.get, path)
        while not table.audience.is_watching:
            time.sleep(0.01)
        yield
        server.portal.call(server.tables.close)
        assert waiting.result(60).status_code == 200


@contextmanager
def looking(server: Server, guest: Guest, table: Table) -> Generator[None]:
    """A page is open."""
    with guest.socket(table.record.id) as live:
        live.hear()
        yield


@pytest.mark.slow
@pytest.mark.parametrize("watching", [looking, polling])
def test_a_person_who_looks_on_does_not_wait_for_a_crowd(
    tmp_path: Path, watching: Callable[[Server, Guest, Table], AbstractContextManager[None]]
) -> None:
    """Tables at which only bots play on stand in the queue when somebody moves."""
    workers = Counting()
    with running(tmp_path, bot_workers=workers) as server:
        crowd, ada = server.guest("Crowd"), server.guest("Ada")
        for _ in range(10):
            crowd.open_without_people(GAME, ["bot-random"] * 3)
        table = server.find(ada.open_table(ANOTHER, ["me", "hot", "bot-random"]))

        async def story() -> list[str]:
            while table.actor != 2:
                await table.play(table.actor, choices(table)[0], table.count)
            before = len(workers.asked_for)
            for turn in range(1, 3):
                workers.ready.release()
                while len(workers.asked_for) < before + turn:
                    await asyncio.sleep(0)
            return workers.asked_for[before:]

        with watching(server, ada, table):
            assert ANOTHER in server.run(story)
        workers.ready = asyncio.Semaphore(10**9)
