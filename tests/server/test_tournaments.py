"""Tournaments from the entry to the winner, as people and the server go through them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from tests.databases import database_url
from tests.server.harness import Guest, Server, play_to_the_end, running

from dalang.server.limits import Limits
from dalang.server.ratings import PlayerRating
from dalang.server.storage import Ending, Format, Store, Tournament, TournamentStatus, now, queries
from dalang.server.tables.pacing import Pacer
from dalang.server.tournaments.organiser import seeded

GAME = "cards_and_karma"  # the shortest
FORM = {
    "title": "Autumn cup",
    "game": GAME,
    "format": "swiss",
    "seats": "2",
    "rounds": "2",
    "pace": "five_minutes",
    "starts": "host",
    "most": "8",
}


def opened(host: Guest, **changes: str) -> str:
    """A new tournament by the form; its address."""
    answer = host.browser.post("/tournaments/new", data=FORM | changes)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def entered(server: Server, address: str, count: int) -> list[Guest]:
    people = [server.guest(f"Player {number}") for number in range(count)]
    for one in people:
        assert one.browser.post(f"{address}/enter").status_code == 303
    return people


def results(server: Server, address: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(server.browser().get(f"{address}/results.json").text))


def begin(host: Guest, address: str) -> None:
    assert host.browser.post(f"{address}/begin").status_code == 303


def play_round(server: Server, address: str) -> None:
    """All tables that are not finished, to the end, and what follows from that."""
    for table in running_tables(server, address):
        decide(server, table)
    look(server)


def decide(server: Server, table: str) -> None:
    """A table is over, without the time that a game takes: the first seat has won."""
    players = server.find(table).record.players
    scores = range(90, 90 - players, -1)
    ending = Ending("rounds", list(scores), list(range(1, players + 1)))
    server.write(queries.set_status, table, "finished", ending)


def running_tables(server: Server, address: str) -> list[str]:
    return [
        one["table"] for one in results(server, address)["tables"] if one["status"] == "running"
    ]


def look(server: Server, moment: timedelta = timedelta()) -> None:
    server.run(server.site.organiser.look, now() + moment)


def stored(server: Server, address: str) -> Tournament:
    found = server.read(queries.tournament, address.rpartition("/")[2])
    assert found
    return found


@pytest.fixture
def host(server: Server) -> Guest:
    return server.guest("Host")


# --- from the entry to the winner ---------------------------------------------------------


def test_a_swiss_tournament_is_played_to_its_end(server: Server, host: Guest) -> None:
    address = opened(host)
    entered(server, address, 4)
    begin(host, address)
    assert stored(server, address).status == "running"
    first = results(server, address)["tables"]
    assert [one["round"] for one in first] == [1, 1]
    play_round(server, address)
    second = [one for one in results(server, address)["tables"] if one["round"] == 2]
    pairs = [set(one["players"]) for one in first]
    assert all(set(one["players"]) not in pairs for one in second)  # nobody meets again
    play_round(server, address)
    over = results(server, address)
    assert over["status"] == "finished"
    assert [one["played"] for one in over["standings"]] == [2, 2, 2, 2]
    assert sum(one["points"] for one in over["standings"]) == 4
    page = server.browser().get("/tournaments").text
    assert f"Won by {over['standings'][0]['name']}" in page


@pytest.mark.slow
def test_real_games_decide_real_tournaments(server: Server, host: Guest) -> None:
    address = opened(host, rounds="0")
    entered(server, address, 2)
    begin(host, address)
    table = server.find(running_tables(server, address)[0])
    play_to_the_end(server, table)
    look(server)
    over = results(server, address)
    assert over["status"] == "finished"
    best = table.names[table.record.ranking.index(1)]
    assert over["standings"][0]["name"] == best


def test_everybody_meets_everybody(server: Server, host: Guest) -> None:
    address = opened(host, format="round_robin", rounds="0")
    entered(server, address, 4)
    begin(host, address)
    for _ in range(3):
        play_round(server, address)
    over = results(server, address)
    assert over["status"] == "finished"
    pairs = [frozenset(one["players"]) for one in over["tables"]]
    assert len(set(pairs)) == len(pairs) == 6


def test_the_winners_of_a_knockout_meet(server: Server, host: Guest) -> None:
    address = opened(host, format="knockout")
    entered(server, address, 4)
    begin(host, address)
    play_round(server, address)
    tables = results(server, address)["tables"]
    winners = {one["players"][one["places"].index(1)] for one in tables if one["round"] == 1}
    final = next(one for one in tables if one["round"] == 2)
    assert set(final["players"]) == winners
    play_round(server, address)
    over = results(server, address)
    assert over["status"] == "finished"
    last = next(one for one in over["tables"] if one["round"] == 2)
    assert over["standings"][0]["name"] == last["players"][last["places"].index(1)]
    assert [one["place"] for one in over["standings"]][:2] == [1, 2]


def test_a_bot_fills_a_table_that_nobody_else_can(server: Server, host: Guest) -> None:
    address = opened(host, rounds="3")
    entered(server, address, 3)
    begin(host, address)
    tables = [server.find(one) for one in running_tables(server, address)]
    kinds = sorted(seat.kind for table in tables for seat in table.record.seats)
    assert kinds == ["bot", "person", "person", "person"]


def test_tables_have_a_seat_less_rather_than_a_bot(server: Server, host: Guest) -> None:
    address = opened(host, seats="4")
    entered(server, address, 7)
    begin(host, address)
    tables = [server.find(one) for one in running_tables(server, address)]
    assert sorted(table.record.players for table in tables) == [3, 4]
    assert all(seat.kind == "person" for table in tables for seat in table.record.seats)


def test_the_strongest_are_seeded_first(server: Server, host: Guest) -> None:
    made = Tournament.new("Cup", host.person.id, GAME, "swiss", 2)
    ratings = {"weak": PlayerRating(20.0), "strong": PlayerRating(30.0)}
    assert seeded(made, ["weak", "new", "strong"], ratings) == ["strong", "new", "weak"]
    others = [seeded(replace(made, seed=seed), ["a", "b", "c"], {}) for seed in range(20)]
    assert len({tuple(order) for order in others}) > 1  # chance decides between equals


# --- starting -----------------------------------------------------------------------------


def test_a_tournament_begins_when_its_time_has_come(server: Server, host: Guest) -> None:
    address = opened(host, starts="hour")
    entered(server, address, 2)
    look(server, timedelta(minutes=59))
    assert stored(server, address).status == "open"
    look(server, timedelta(minutes=61))
    assert stored(server, address).status == "running"


def test_one_that_nobody_entered_is_cancelled(server: Server, host: Guest) -> None:
    address = opened(host, starts="quarter")
    look(server, timedelta(minutes=16))
    assert stored(server, address).status == "cancelled"
    assert "This tournament was cancelled." in server.browser().get(address).text


def test_after_a_restart_it_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        host = server.guest("Host")
        address = opened(host)
        entered(server, address, 2)
        begin(host, address)
        decide(server, running_tables(server, address)[0])  # nobody has looked yet
    with running(tmp_path) as server:
        look(server)
        assert stored(server, address).round == 2


def test_a_round_is_drawn_once(server: Server, host: Guest) -> None:
    address = opened(host)
    entered(server, address, 4)
    begin(host, address)
    for table in running_tables(server, address):
        decide(server, table)
    before = stored(server, address)
    server.run(server.site.organiser.go_on, before)
    server.run(server.site.organiser.go_on, before)
    assert len([one for one in results(server, address)["tables"] if one["round"] == 2]) == 2
    assert not server.write(queries.draw_round, before.id, 2, [])  # another process, too late
    assert not server.write(queries.finish_tournament, before.id, 1)  # the second round goes on


# --- people come and go -------------------------------------------------------------------


def test_who_withdraws_is_not_drawn_again(server: Server, host: Guest) -> None:
    address = opened(host, rounds="3")
    people = entered(server, address, 4)
    begin(host, address)
    gone = people[0]
    assert gone.browser.post(f"{address}/withdraw").status_code == 303
    tables = [server.find(one) for one in running_tables(server, address)]
    seats = [seat for table in tables for seat in table.record.seats]
    assert [seat.resigned for seat in seats if seat.person == gone.person.id] == [True]
    for table in tables:
        decide(server, table.record.id)
    look(server)
    second = [one for one in results(server, address)["tables"] if one["round"] == 2]
    assert len(second) == 2
    assert not any(gone.person.name in one["players"] for one in second)
    standing = next(
        one for one in results(server, address)["standings"] if one["name"] == gone.person.name
    )
    assert (standing["played"], standing["points"]) == (1, 0.0)


def win(server: Server, table: str, person: str | None) -> None:
    """A table is over, and the seat of that person is the best."""
    seats = server.find(table).record.seats
    places = [1 if seat.person == person else 2 for seat in seats]
    ending = Ending("rounds", [100 - 10 * place for place in places], places)
    server.write(queries.set_status, table, "finished", ending)


@pytest.mark.parametrize("format", ["knockout", "swiss"])
def test_a_bot_plays_for_who_does_not_come_and_wins_nothing_for_them(
    server: Server, host: Guest, format: str
) -> None:
    address = opened(host, format=format)
    people = {one.person.id: one for one in entered(server, address, 4)}
    begin(host, address)
    tables = running_tables(server, address)
    asked = [server.find(table).record.seats[server.find(table).actor] for table in tables]
    pacer = Pacer(server.tables, lambda table, seat, called: None)
    server.run(pacer.look, now() + timedelta(minutes=6))  # the pace is five
    for table, seat in zip(tables, asked, strict=True):
        assert server.find(table).record.seats[seat.seat].kind == "bot"
    missing, back = (people[seat.person or ""] for seat in asked)
    server.run(server.tables.come_back, server.find(tables[1]), back.person)
    for table, one in zip(tables, (missing, back), strict=True):
        win(server, table, one.person.id)
    look(server)
    told = results(server, address)
    assert [one["replaced"] for one in told["tables"][:2]] == [[missing.person.name], []]
    standing = {one["name"]: one for one in told["standings"]}
    gone, here = standing[missing.person.name], standing[back.person.name]
    assert (gone["played"], gone["points"], gone["wins"]) == (1, 0.0, 0)
    assert (here["played"], here["points"], here["wins"]) == (1, 1.0, 1)
    page = " ".join(host.browser.get(address).text.split())
    assert page.count("a bot played") == 1
    assert "</span> 1 </b>" in page  # who came back
    assert page.count("</span> 0 </b>") == 3
    second = [set(one["players"]) for one in told["tables"] if one["round"] == 2]
    drawn = any(missing.person.name in names for names in second)
    assert drawn == (format == "swiss")  # in a knock-out one has to come to go on
    if format == "knockout":
        (final,) = second
        assert back.person.name in final


def test_a_knockout_to_which_nobody_comes_ends(server: Server, host: Guest) -> None:
    address = opened(host, format="knockout")
    entered(server, address, 4)
    begin(host, address)
    for table in running_tables(server, address):
        for seat in server.find(table).record.seats:
            server.run(server.tables.lend, server.find(table), seat, lambda: None)
        decide(server, table)
    look(server)
    assert stored(server, address).status == "finished"
    assert {one["points"] for one in results(server, address)["standings"]} == {0.0}


def test_who_withdraws_before_it_begins_does_not_play(server: Server, host: Guest) -> None:
    address = opened(host)
    people = entered(server, address, 3)
    people[0].browser.post(f"{address}/withdraw")
    begin(host, address)
    assert [one["name"] for one in results(server, address)["standings"]].count("Player 0") == 0
    assert len(results(server, address)["tables"]) == 1


def test_who_withdraws_may_enter_again_before_it_begins(server: Server, host: Guest) -> None:
    address = opened(host)
    ada = entered(server, address, 1)[0]
    ada.browser.post(f"{address}/withdraw")
    assert "Take part" in ada.browser.get(address).text
    ada.browser.post(f"{address}/enter")
    assert "Take part" not in ada.browser.get(address).text
    assert "Who takes part (1)" in " ".join(ada.browser.get(address).text.split())


def test_nobody_enters_when_all_places_are_taken(server: Server, host: Guest) -> None:
    address = opened(host, most="8")
    entered(server, address, 8)
    late = server.guest("Late").browser.post(f"{address}/enter")
    assert late.status_code == 400
    assert "8 people take part already" in late.text


def test_nobody_enters_after_it_began(server: Server, host: Guest) -> None:
    address = opened(host)
    entered(server, address, 2)
    begin(host, address)
    assert server.guest("Late").browser.post(f"{address}/enter").status_code == 400
    assert len(results(server, address)["standings"]) == 2


def test_nobody_can_ask_for_hints(server: Server, host: Guest) -> None:
    address = opened(host)
    entered(server, address, 2)
    begin(host, address)
    assert not server.find(running_tables(server, address)[0]).record.advice


# --- what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize("step", ["begin", "cancel"])
def test_only_the_host_starts_and_cancels(server: Server, host: Guest, step: str) -> None:
    address = opened(host)
    people = entered(server, address, 2)
    for browser in (people[0].browser, server.browser()):
        assert browser.post(f"{address}/{step}").status_code == 403
    assert stored(server, address).status == "open"


def test_it_cannot_begin_twice_nor_with_one_player(server: Server, host: Guest) -> None:
    address = opened(host)
    entered(server, address, 1)
    assert "at least two" in host.browser.post(f"{address}/begin").text
    entered(server, address, 1)
    begin(host, address)
    assert host.browser.post(f"{address}/begin").status_code == 400
    assert host.browser.post(f"{address}/cancel").status_code == 400


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", " "),
        ("format", "lottery"),
        ("seats", "9"),
        ("rounds", "21"),
        ("rounds", "x"),
        ("pace", "none"),
        ("starts", "never"),
        ("most", "1000000"),
    ],
)
def test_what_cannot_be_played_is_refused(host: Guest, field: str, value: str) -> None:
    answer = host.browser.post("/tournaments/new", data=FORM | {field: value})
    assert answer.status_code == 400
    assert "look at the choices again" in answer.text


def test_nobody_floods_the_list(host: Guest) -> None:
    for _ in range(3):
        opened(host)
    answer = host.browser.post("/tournaments/new", data=FORM)
    assert answer.status_code == 400
    assert "3 tournaments already" in answer.text


def test_nobody_fills_a_tournament_with_guests(tmp_path: Path) -> None:
    limits = Limits(rate=1e9, burst=1e9, searches=0, search_burst=2, crowd=2)
    with running(tmp_path, limits) as server:
        address = opened(server.guest("Host"))
        entered(server, address, 4)
        late = server.browser().post(f"{address}/enter", data={"name": "Nina"})
        assert late.status_code == 429
        assert len(server.read(queries.entrants, stored(server, address).id)) == 4


def test_an_unknown_tournament_is_not_found(server: Server) -> None:
    for address in ("/tournaments/nobody", "/tournaments/nobody/results.csv"):
        assert server.browser().get(address).status_code == 404


def test_a_name_is_no_formula_in_a_spreadsheet(server: Server, host: Guest) -> None:
    address = opened(host)
    bad = server.guest("=1+1")
    bad.browser.post(f"{address}/enter")
    entered(server, address, 1)
    begin(host, address)
    lines = server.browser().get(f"{address}/results.csv").text.splitlines()
    assert lines[0].startswith("place,name,seed")
    assert any(",'=1+1," in line for line in lines)


# --- pages --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_the_pages_in_every_language(server: Server, host: Guest, language: str) -> None:
    address = opened(host)
    people = entered(server, address, 4)
    begin(host, address)
    play_round(server, address)
    browser = server.browser(language)
    for page in ("/tournaments", "/tournaments/new", f"/tournaments/new?game={GAME}", address):
        answer = browser.get(page)
        assert answer.status_code == 200, page
        assert not any(one.person.id in answer.text for one in [host, *people])
    assert "To your table" in people[0].browser.get(address).text


def test_entrants_get_a_name_when_they_have_none(server: Server, host: Guest) -> None:
    address = opened(host)
    answer = server.browser().post(f"{address}/enter", data={"name": "Nina"})
    assert answer.status_code == 303
    assert "Nina" in host.browser.get(address).text


FORMATS: Sequence[Format] = ("swiss", "round_robin", "knockout")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("status", ["open", "running", "finished", "cancelled"])
def test_what_is_stored_comes_back(
    tmp_path: Path, format: Format, status: TournamentStatus
) -> None:
    """Without a server, which would draw the first round of one that runs."""
    with closing(Store(database_url(tmp_path))) as store:
        host = store.write(queries.add_person, "Ada")
        made = Tournament.new("Cup", host.id, GAME, format, 2, 3, 300, 8, now())
        made = replace(made, status=status)
        store.write(queries.add_tournament, made, 3)
        assert store.read(queries.tournament, made.id) == made
