"""Finding a game with strangers: who is brought together, who is not, and when bots come."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert
from tests.server.harness import Guest, Server, running

from dalang.server.bounds import TableBounds
from dalang.server.limits import Limits
from dalang.server.storage import GameWish, now, queries
from dalang.server.storage.models import RatingRow
from dalang.server.tables.table import Table

GAME = "cards_and_karma"
WISH = {"game": GAME, "players": "2", "pace": "none", "spread": "any", "wait": "minute"}


def look_for(guest: Guest, **changes: str) -> str:
    """The table at which somebody sits then."""
    answer = guest.browser.post("/find", data=WISH | changes)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).rpartition("/")[2]


def rate(server: Server, guest: Guest, mu: float) -> None:
    def change(db: Connection) -> None:
        values = {"person": guest.person.id, "game": GAME, "mu": mu, "sigma": 2.0, "games": 20}
        db.execute(insert(RatingRow).values(**values))

    server.write(change)


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def bob(server: Server) -> Guest:
    return server.guest("Bob")


def test_two_who_want_the_same_play_at_once(server: Server, ada: Guest, bob: Guest) -> None:
    table = look_for(ada, rated="1")
    assert server.find(table).record.status == "open"
    assert look_for(bob, rated="1") == table
    record = server.find(table).record
    assert (record.status, record.rated, record.advice) == ("running", True, False)


@pytest.mark.parametrize(
    "other", [{"game": "bali", "players": "3"}, {"players": "3"}, {"pace": "day"}, {"rated": "1"}]
)
def test_who_wants_something_else_waits_elsewhere(
    ada: Guest, bob: Guest, other: dict[str, str]
) -> None:
    assert look_for(ada) != look_for(bob, **other)


def test_asking_twice_is_asking_once(ada: Guest) -> None:
    assert look_for(ada) == look_for(ada)


def test_both_at_the_same_moment_meet(server: Server, ada: Guest, bob: Guest) -> None:
    async def both() -> list[Table]:
        search, find = GameWish(GAME, 2), server.site.matchmaker.find
        wishes = [find(one.person, search, None, "") for one in (ada, bob)]
        return await asyncio.gather(*wishes)

    first, second = server.run(both)
    assert first.record.id == second.record.id
    assert second.record.status == "running"


def test_of_two_tables_the_younger_gives_way(server: Server, ada: Guest, bob: Guest) -> None:
    """As if two processes had opened them at the same moment."""
    older, search = look_for(ada), GameWish(GAME, 2)
    matchmaker = server.site.matchmaker

    async def late() -> Table | None:
        own = await matchmaker.open(bob.person, search, None, "")
        assert own.record.id != older
        return await matchmaker.join(bob.person, search, own.record)

    found = server.run(late)
    assert found is not None
    assert found.record.id == older


@pytest.mark.parametrize(("spread", "met"), [("any", True), ("wide", True), ("close", False)])
def test_ratings_may_be_asked_to_be_close(
    server: Server, ada: Guest, bob: Guest, spread: str, met: bool
) -> None:
    rate(server, ada, 25.0)
    rate(server, bob, 32.5)  # 300 points more
    assert (look_for(ada, spread=spread) == look_for(bob)) is met


def test_both_have_a_say_in_how_close(server: Server, ada: Guest, bob: Guest) -> None:
    rate(server, bob, 32.5)
    assert look_for(ada) != look_for(bob, spread="close")


def test_nobody_meets_at_a_table_kept_for_friends(ada: Guest, bob: Guest) -> None:
    kept = ada.open_table(GAME, ["me", "friend"])
    assert look_for(bob) != kept


def test_bots_come_if_nobody_else_does(server: Server, ada: Guest) -> None:
    table = look_for(ada, players="4", wait="three_minutes")
    server.run(server.site.matchmaker.fill, now() + timedelta(minutes=2))
    assert server.find(table).record.status == "open"
    server.run(server.site.matchmaker.fill, now() + timedelta(minutes=4))
    record = server.find(table).record
    assert record.status == "running"
    assert [seat.kind for seat in record.seats] == ["person", "bot", "bot", "bot"]


def test_bots_never_come_if_they_are_not_wanted(server: Server, ada: Guest) -> None:
    table = look_for(ada, wait="never")
    server.run(server.site.matchmaker.fill, now() + timedelta(days=2))
    assert server.find(table).record.status == "open"


def test_a_game_with_bots_alone_counts_for_nobody(server: Server, ada: Guest) -> None:
    table = look_for(ada, rated="1", wait="minute")
    server.run(server.site.matchmaker.fill, now() + timedelta(minutes=4))
    assert server.find(table).record.status == "running"
    assert server.read(queries.ratings_of, GAME, [ada.person.id]) == {}


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_the_page_says_how_many_wait_and_lists_tables(
    server: Server, ada: Guest, language: str
) -> None:
    table = look_for(ada)
    browser = server.browser(language)
    page = browser.get("/find").text
    assert f"/t/{table}" in page
    assert f"/t/{table}" in browser.get(f"/find?open={GAME}").text
    assert f"/t/{table}" not in browser.get("/find?open=bali").text
    assert server.read(queries.seekers) == {GAME: 1}
    assert browser.get(f"/t/{table}").status_code == 200


@pytest.mark.parametrize(
    ("field", "value"), [("players", "9"), ("pace", "soon"), ("spread", "-1"), ("players", "x")]
)
def test_what_cannot_be_played_is_refused(ada: Guest, field: str, value: str) -> None:
    assert ada.browser.post("/find", data=WISH | {field: value}).status_code == 400


def test_nobody_comes_and_goes_without_end(tmp_path: Path) -> None:
    """Who leaves again at once keeps no table, but would be paired with everybody in turn."""
    limits = Limits(rate=1e9, burst=1e9, searches=0, search_burst=3, crowd=2)
    with running(tmp_path, limits) as server:
        ada, bob = server.guest("Ada"), server.guest("Bob")
        for _ in range(3):
            table = look_for(ada)
            ada.browser.post(f"/t/{table}/leave")
        assert ada.browser.post("/find", data=WISH).status_code == 429
        assert server.read(queries.seekers) == {}
        for _ in range(3):
            look_for(bob)  # others are not affected
        carl = server.guest("Carl")  # but a new name at the same address does not help
        assert carl.browser.post("/find", data=WISH).status_code == 429


def test_nobody_waits_at_too_many_tables(tmp_path: Path) -> None:
    """Each wait is an open table: floods end at the bounds of a person, and of an address."""
    with running(tmp_path, bounds=TableBounds(open_per_person=2, open_per_address=3)) as server:
        ada, bob = server.guest("Ada"), server.guest("Bob")
        first = look_for(ada, players="2")
        assert look_for(ada, players="3") != first
        flood = ada.browser.post("/find", data=WISH | {"players": "4"})
        assert flood.status_code == 429
        look_for(bob, players="4")
        assert bob.browser.post("/find", data=WISH | {"pace": "day"}).status_code == 429
        assert look_for(bob, players="2") == first  # who comes is welcome
        assert server.read(queries.seekers) == {GAME: 2}


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        (f"open={GAME}&seats=2&within=day&rated=yes", True),
        ("seats=3", False),
        ("within=none", False),
        ("rated=no", False),
        ("open=nonsense&seats=x&within=soon&rated=maybe", True),  # as if nothing were asked
    ],
)
def test_open_tables_are_found_by_what_one_wants(
    server: Server, ada: Guest, query: str, shown: bool
) -> None:
    table = look_for(ada, pace="day", rated="1")
    assert (f"/t/{table}" in server.browser().get(f"/find?{query}").text) is shown
