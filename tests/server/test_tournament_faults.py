"""What goes wrong in a tournament, or is done to it, keeps nobody else from playing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, delete, update
from tests.server.harness import Guest, Server
from tests.server.test_tournaments import (
    FORM,
    begin,
    decide,
    entered,
    look,
    opened,
    play_round,
    results,
    running_tables,
    stored,
)

from dalang.server.storage import now, queries
from dalang.server.storage.models import EntryRow, TournamentRow

WEEK = timedelta(days=7)


@pytest.fixture
def host(server: Server) -> Guest:
    return server.guest("Host")


def break_table(server: Server, table: str) -> None:
    """Its log cannot be replayed any more."""

    def spoil(db: Connection) -> None:
        db.execute(delete(EntryRow).where(EntryRow.table_id == table, EntryRow.number == 0))

    server.find(table)
    server.tables.forget(table)
    server.write(spoil)


def check(server: Server, moment: timedelta = timedelta()) -> None:
    server.run(server.site.organiser.check_tables, now() + moment)


# --- tables that cannot be read -----------------------------------------------------------


@pytest.mark.parametrize("format", ["swiss", "knockout"])
def test_a_round_goes_on_without_a_table_that_cannot_be_read(
    server: Server, host: Guest, format: str
) -> None:
    address = opened(host, format=format)
    people = entered(server, address, 4)
    begin(host, address)
    broken, whole = running_tables(server, address)
    break_table(server, broken)
    decide(server, whole)
    check(server)
    look(server)
    assert stored(server, address).round == 1  # there is time to put a backup in place
    check(server, -WEEK)  # as if it had been noticed a week ago
    assert stored(server, address).round == 1  # what is noted stays
    server.write(queries.set_void_from, broken, now())
    look(server)
    assert stored(server, address).round == 2
    points = [one["points"] for one in results(server, address)["standings"]]
    assert sorted(points) == [0.0, 0.5, 0.5, 1.0]
    wins = [one["wins"] for one in results(server, address)["standings"]]
    assert sum(wins) == 1
    for table in set(running_tables(server, address)) - {broken}:
        seated = {seat.person for seat in server.find(table).record.seats}
        for one in people:
            shown = f'href="/t/{table}">To your table' in one.browser.get(address).text
            assert shown == (one.person.id in seated)
        assert "cannot be read any more" in host.browser.get(address).text
        decide(server, table)
    look(server)
    assert stored(server, address).status == "finished"


def test_a_table_that_can_be_read_again_is_waited_for(server: Server, host: Guest) -> None:
    address = opened(host)
    entered(server, address, 2)
    begin(host, address)
    (table,) = running_tables(server, address)
    server.write(queries.set_void_from, table, now() + WEEK)
    check(server)
    (pairing,) = server.read(queries.unfinished_pairings)
    assert pairing.void_from is None


def test_one_withdraws_from_a_table_that_cannot_be_read(server: Server, host: Guest) -> None:
    address = opened(host)
    people = entered(server, address, 2)
    begin(host, address)
    break_table(server, running_tables(server, address)[0])
    assert people[0].browser.post(f"{address}/withdraw").status_code == 303


def test_what_fails_for_one_tournament_keeps_no_other_waiting(server: Server, host: Guest) -> None:
    broken, whole = opened(host), opened(host)
    for address in (broken, whole):
        entered(server, address, 2)
        begin(host, address)
        decide(server, running_tables(server, address)[0])

    def spoil(db: Connection) -> None:  # as if the game were for fewer players than before
        wrong = update(TournamentRow).where(TournamentRow.id == broken.rpartition("/")[2])
        db.execute(wrong.values(seats=9, format="round_robin", rounds=5))

    server.write(spoil)
    look(server)
    assert stored(server, broken).round == 1
    assert stored(server, whole).round == 2


# --- people who are gone ------------------------------------------------------------------


def test_who_is_deleted_keeps_the_place_without_the_name(server: Server, host: Guest) -> None:
    address = opened(host, rounds="1")
    people = entered(server, address, 4)
    begin(host, address)
    play_round(server, address)
    before = results(server, address)["standings"]
    winner = next(one for one in people if one.person.name == before[0]["name"])
    winner.browser.post("/me/delete", data={"name": winner.person.name})
    after = results(server, address)["standings"]
    assert after == [before[0] | {"name": "N. N."}, *before[1:]]
    assert "Won by N. N." in server.browser().get("/tournaments").text


def test_who_is_deleted_in_the_middle_of_a_round_is_not_drawn_again(
    server: Server, host: Guest
) -> None:
    address = opened(host)
    people = entered(server, address, 4)
    begin(host, address)
    gone = people[0]
    gone.browser.post("/me/delete", data={"name": gone.person.name})
    play_round(server, address)
    second = [one for one in results(server, address)["tables"] if one["round"] == 2]
    assert all("N. N." not in one["players"] for one in second)
    (standing,) = [one for one in results(server, address)["standings"] if one["name"] == "N. N."]
    assert (standing["played"], standing["points"]) == (1, 0.0)


def test_a_tournament_whose_host_is_gone_does_not_wait_for_ever(
    server: Server, host: Guest
) -> None:
    waiting, timed = opened(host), opened(host, starts="day")
    host.browser.post("/me/delete", data={"name": host.person.name})
    assert stored(server, waiting).status == "cancelled"
    assert stored(server, timed).status == "open"


def test_one_that_its_host_has_forgotten_is_cancelled(server: Server, host: Guest) -> None:
    address = opened(host)
    look(server, WEEK)
    assert stored(server, address).status == "open"
    look(server, timedelta(days=61))
    assert stored(server, address).status == "cancelled"


def test_a_guest_and_an_account_of_one_person_count_once(server: Server, host: Guest) -> None:
    address = opened(host, rounds="2")
    people = entered(server, address, 4)
    begin(host, address)
    guest, account = (one.person.id for one in people[:2])
    assert server.write(queries.take_along, guest, account)
    play_round(server, address)
    play_round(server, address)
    over = results(server, address)
    assert over["status"] == "finished"
    assert len(over["standings"]) == 3


# --- names --------------------------------------------------------------------------------


def test_entrants_who_look_alike_are_told_apart(server: Server, host: Guest) -> None:
    address = opened(host)
    for name in ("Ada", "Аda", "ada"):  # the second one begins with a Cyrillic letter
        server.guest(name).browser.post(f"{address}/enter")
    page = host.browser.get(address).text
    assert all(f">{name}<" in page for name in ("Ada", "Аda (2)", "ada (3)"))
    begin(host, address)
    names = {one["name"] for one in results(server, address)["standings"]}
    assert names == {"Ada", "Аda (2)", "ada (3)"}


@pytest.mark.parametrize("title", ["⠀⠀", "ㅤ", "​"])
def test_a_title_that_cannot_be_seen_is_none(host: Guest, title: str) -> None:
    assert host.browser.post("/tournaments/new", data=FORM | {"title": title}).status_code == 400


def test_the_draw_is_stored_with_its_seats(server: Server, host: Guest) -> None:
    address = opened(host)
    entered(server, address, 3)
    begin(host, address)
    drawn = server.read(queries.pairings, stored(server, address).id)
    seeds = [seed for one in drawn for seed in one.seeds]
    assert sorted(seed for seed in seeds if seed) == [1, 2, 3]
    assert seeds.count(None) == 1
    assert not replace(drawn[0], void_from=now() + WEEK).is_void
