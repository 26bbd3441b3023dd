"""The page of a player: who has one, who sees it, and what it never tells."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.server.harness import Guest, Server
from tests.server.test_ratings import GAME, all_seats, finished

from dalang.server.storage import Ending, Entry, TableRecord, now, queries


@pytest.fixture
def people(server: Server) -> list[Guest]:
    return [server.guest(name) for name in ("Ada", "Bob", "Cleo")]


def page_of(guest: Guest) -> str:
    return f"/players/{guest.person.handle}"


def told(server: Server, people: Sequence[Guest], public: bool) -> str:
    """A finished game that says something about its players; its table."""
    record = TableRecord.new(
        GAME, "CK-1", all_seats(people), people[0].person.id, public=public, rated=True
    )
    server.write(queries.add_table, record)
    numbers = [{"by_fame": 3, "by_coins": 2 + seat, "karma": 1, "gone": 9} for seat in range(2)]
    ending = Ending("rounds", [6, 5], [1, 2], numbers)
    server.write(queries.append, record.id, [Entry(0, 0, "take", now())], ending)
    return record.id


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Score cards by coins"), ("nl", "met munten"), ("de", "durch Münzen")],
)
def test_it_shows_results_and_the_games_own_numbers(
    server: Server, people: list[Guest], language: str, words: str
) -> None:
    open_table, private = told(server, people[:2], True), told(server, people[:2], False)
    page = server.browser(language).get(page_of(people[1])).text
    assert words in page
    assert "gone" not in page  # a number that the game does not know any more
    assert f'href="{page_of(people[0])}"' in page  # a favourite opponent
    assert f"/t/{open_table}" in page
    assert private not in page
    assert not any(one.person.id in page for one in people)


def test_a_guest_without_a_rating_has_none(server: Server, people: list[Guest]) -> None:
    browser = server.browser()
    assert browser.get(page_of(people[0])).status_code == 404
    finished(server, all_seats(people), [1, 2, 3], rated=False)
    assert browser.get(page_of(people[0])).status_code == 404
    finished(server, all_seats(people), [1, 2, 3])
    assert browser.get(page_of(people[0])).status_code == 200
    assert browser.get("/players/nobody").status_code == 404


def test_who_does_not_want_one_has_none(server: Server, people: list[Guest]) -> None:
    finished(server, all_seats(people), [1, 2, 3])
    assert people[0].browser.post("/me/profile", data={}).status_code == 303
    assert server.browser().get(page_of(people[0])).status_code == 404
    assert people[0].browser.get(page_of(people[0])).status_code == 200  # it is one's own
    assert page_of(people[0]) not in people[1].browser.get(page_of(people[1])).text
    people[0].browser.post("/me/profile", data={"profile": "on"})
    assert server.browser().get(page_of(people[0])).status_code == 200


def test_the_blocked_do_not_see_it(server: Server, people: list[Guest]) -> None:
    finished(server, all_seats(people), [1, 2, 3])
    ada, bob, _ = people
    assert bob.browser.post(page_of(ada), data={"deed": "ask"}).status_code == 303
    assert "asked" in bob.browser.get(page_of(ada)).text
    ada.browser.post(page_of(bob), data={"deed": "block"})
    assert bob.browser.get(page_of(ada)).status_code == 404
    assert bob.browser.post(page_of(ada), data={"deed": "ask"}).status_code == 404
    ada.browser.post(page_of(bob), data={"deed": "unblock"})
    assert bob.browser.get(page_of(ada)).status_code == 200


def test_the_banned_and_the_deleted_have_none(server: Server, people: list[Guest]) -> None:
    finished(server, all_seats(people), [1, 2, 3])
    server.write(queries.ban, people[2].person, people[1].person.id, "Insults", None)
    server.write(queries.delete_person, people[0].person.id, "club")
    for gone in people[:2]:
        assert server.browser().get(page_of(gone)).status_code == 404


def test_pages_are_found_from_a_table(server: Server, people: list[Guest]) -> None:
    finished(server, all_seats(people), [1, 2, 3])
    table = people[0].open_table(GAME, ["me", "open", "open"])
    people[1].sit(table, 1)
    page = people[0].browser.get(f"/t/{table}/people").text
    assert f'href="{page_of(people[1])}"' in page


def test_only_who_is_known_can_do_something_there(server: Server, people: list[Guest]) -> None:
    finished(server, all_seats(people), [1, 2, 3])
    answer = server.browser().post(page_of(people[0]), data={"deed": "ask"})
    assert answer.status_code == 403
    assert people[0].browser.post(page_of(people[0]), data={"deed": "block"}).status_code == 403
