"""The first page: nobody's tables hide those of others, and open tables come to an end."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, update
from tests.server.harness import NO_BOUNDS, Guest, Server, play_to_the_end, running

from dalang.server.storage import now, queries
from dalang.server.storage.models import TableRow

GAME = "taj_mahal"
OPEN = ["me", "open", "open"]


def listed(page: str, heading: str = "h-open") -> list[str]:
    """The tables in one list of the first page; a list without any is not there."""
    section = page.partition(f'id="{heading}"')[2].split("</section>")[0]
    return re.findall(r'href="/t/([\w-]+)"', section)


def opened_from(server: Server, table: str, place: str) -> None:
    """As if the table had been opened from somewhere else."""

    def change(db: Connection) -> None:
        db.execute(update(TableRow).where(TableRow.id == table).values(opened_from=place))

    server.write(change)


def test_every_page_but_a_table_leads_around_the_house(server: Server) -> None:
    ada = server.guest("Ada")
    pages = [ada.browser.get(path).text for path in ("/", "/find", "/me")]
    table = ada.browser.get(f"/t/{ada.open_table(GAME, OPEN)}").text
    for address in ("/find", "/tournaments", "/ratings"):
        assert all(f'href="{address}"' in page for page in pages)
    assert all('<nav class="ways"' in page for page in pages)
    assert '<nav class="ways"' not in table
    assert pages[1].partition('<nav class="ways"')[2].split("</a>")[0].count('"page"') == 1


# --- paging ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_tables_of_one_person_do_not_hide_those_of_others(server: Server) -> None:
    bob = server.guest("Bob")
    others = [bob.open_table(GAME, OPEN), server.guest("Cleo").open_table(GAME, OPEN)]
    ada = server.guest("Ada")
    flood = [ada.open_table(GAME, OPEN) for _ in range(25)]
    first = listed(server.browser().get("/").text)
    assert len(first) == 20
    assert set(others) < set(first[:3])
    second = listed(server.browser().get("/?open=2").text)
    assert sorted(first + second) == sorted(others + flood)


@pytest.mark.slow
def test_new_guests_of_one_address_do_not_hide_those_of_others(server: Server) -> None:
    other = server.guest("Bob").open_table(GAME, OPEN)
    opened_from(server, other, "elsewhere")
    for number in range(25):
        server.guest(f"Guest {number}").open_table(GAME, OPEN)
    assert other in listed(server.browser().get("/").text)[:2]


@pytest.mark.slow
def test_all_lists_are_paged(server: Server) -> None:
    ada = server.guest("Ada")
    for _ in range(11):
        table = server.find(ada.open_table(GAME, ["me", "hot", "hot"]))
        play_to_the_end(server, table)
    for _ in range(11):
        ada.open_table(GAME, ["me", "hot", "hot"])
    browser = server.browser()
    for name in ("running", "finished"):
        page = browser.get("/").text
        assert f'href="/?{name}=2#h-{name}"' in page
        pages = [listed(browser.get(f"/?{name}={n}").text, f"h-{name}") for n in (1, 2, 3)]
        assert [len(tables) for tables in pages] == [10, 1, 0]
        assert len({*pages[0], *pages[1]}) == 11


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999", "9" * 40, ""])
def test_pages_that_are_none_are_harmless(server: Server, page: str) -> None:
    assert server.browser().get(f"/?open={page}").status_code == 200


@pytest.mark.slow
def test_programs_turn_pages_too(server: Server) -> None:
    ada = server.guest("Ada")
    tables = {ada.open_table(GAME, OPEN) for _ in range(101)}
    pages = [ada.program.get(f"/api/tables?page={page}").json() for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [100, 1, 0]
    assert {one["id"] for page in pages for one in page} == tables
    assert len(ada.program.get("/api/tables?mine=1&page=2").json()) == 1
    assert ada.program.get("/api/tables?page=0").status_code == 422


# --- closing and leaving --------------------------------------------------------------------


@pytest.fixture
def waiting(server: Server) -> tuple[Guest, Guest, str]:
    """Ada's table, at which Bob sits."""
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.open_table(GAME, OPEN)
    bob.sit(table, 1)
    return ada, bob, table


def by_page(guest: Guest, table: str) -> int:
    return int(guest.browser.post(f"/t/{table}/leave").status_code)


def by_program(guest: Guest, table: str) -> int:
    return int(guest.program.post(f"/api/tables/{table}/leave", json={}).status_code)


@pytest.mark.parametrize("leave", [by_page, by_program])
def test_whoever_sits_can_leave(
    server: Server, waiting: tuple[Guest, Guest, str], leave: Callable[[Guest, str], int]
) -> None:
    _, bob, table = waiting
    assert "Leave the table" in bob.browser.get(f"/t/{table}").text
    assert leave(bob, table) in (200, 303)
    assert [seat.kind for seat in server.find(table).record.seats] == ["person", "open", "open"]
    assert leave(bob, table) == 403
    bob.sit(table, 2)


@pytest.mark.slow
@pytest.mark.parametrize("leave", [by_page, by_program])
def test_the_host_can_close(
    server: Server, waiting: tuple[Guest, Guest, str], leave: Callable[[Guest, str], int]
) -> None:
    ada, bob, table = waiting
    assert "Yes, close it" in ada.browser.get(f"/t/{table}").text
    assert "Yes, close it" not in bob.browser.get(f"/t/{table}").text
    bob.browser.post(f"/t/{table}/chat", data={"text": "Hello!"})
    with bob.socket(table) as live:
        live.hear()
        assert leave(ada, table) in (200, 303)
        closed = live.hear()["html"]["waiting"]
    assert "This table has been closed." in str(closed)
    assert bob.browser.get(f"/t/{table}").status_code == 404
    assert server.read(queries.tables) == []
    assert listed(server.browser().get("/").text) == []


def test_a_game_that_has_begun_is_not_left(server: Server) -> None:
    ada, eve = server.guest("Ada"), server.guest("Eve")
    table = ada.open_table(GAME, ["me", "hot", "hot"])
    assert by_page(ada, table) == 403
    assert by_program(ada, table) == 403
    assert by_page(eve, ada.open_table(GAME, OPEN)) == 403


def test_a_seat_by_invitation_stays_one(server: Server) -> None:
    ada, bob, eve = (server.guest(name) for name in ("Ada", "Bob", "Eve"))
    table = ada.open_table(GAME, ["me", "friend", "open"])
    invite = server.find(table).record.seats[1].invite
    sit = {"seat": 1, "invite": invite}
    assert bob.program.post(f"/api/tables/{table}/sit", json=sit).status_code == 200
    assert invite not in ada.browser.get(f"/t/{table}").text
    assert by_program(bob, table) == 200
    assert eve.program.post(f"/api/tables/{table}/sit", json={"seat": 1}).status_code == 403
    assert bob.program.post(f"/api/tables/{table}/sit", json=sit).status_code == 200


def test_closing_makes_room_for_another(tmp_path: Path) -> None:
    with running(tmp_path, bounds=replace(NO_BOUNDS, open_per_person=1)) as server:
        ada = server.guest("Ada")
        table = ada.open_table(GAME, OPEN)
        wish = {"game": GAME, "seats": OPEN}
        assert ada.program.post("/api/tables", json=wish).status_code == 429
        assert by_program(ada, table) == 200
        assert ada.program.post("/api/tables", json=wish).status_code == 201


# --- tables that wait in vain ---------------------------------------------------------------


def test_tables_that_wait_in_vain_are_closed(server: Server) -> None:
    ada = server.guest("Ada")
    old, watched, fresh = (ada.open_table(GAME, OPEN) for _ in range(3))
    begun = ada.open_table(GAME, ["me", "hot", "hot"])

    def age(db: Connection) -> None:
        long_ago = update(TableRow).where(TableRow.id != fresh)
        db.execute(long_ago.values(updated=now() - timedelta(days=30)))

    server.write(age)
    with ada.socket(watched) as live:
        live.hear()
        server.run(server.tables.close_stale, now() - timedelta(days=7))
    left = {record.id for record in server.read(queries.tables)}
    assert left == {watched, fresh, begun}
    assert ada.browser.get(f"/t/{old}").status_code == 404
