"""Friends are asked to a table: by whom, where they see it, and when it is over."""

from __future__ import annotations

import pytest
from tests.server.harness import Guest, Server

from dalang.server.storage import queries

GAME = "cards_and_karma"


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def bob(server: Server, ada: Guest) -> Guest:
    bob = server.guest("Bob")
    for one, other in ((ada, bob), (bob, ada)):
        server.write(queries.ask_friend, one.person.id, other.person.id, 10)
    return bob


def invite(guest: Guest, table: str, friend: Guest) -> int:
    answer = guest.browser.post(f"/t/{table}/invite", data={"friend": friend.person.id})
    return int(answer.status_code)


def test_a_friend_sees_it_on_the_first_page_and_sits_down(
    server: Server, ada: Guest, bob: Guest
) -> None:
    table = ada.open_table(GAME, ["me", "open", "open"])
    assert "Bob" in ada.browser.get(f"/t/{table}/invite").text
    assert invite(ada, table, bob) == invite(ada, table, bob) == 303
    home = bob.browser.get("/").text
    assert "Friends ask you to play" in home
    assert "Ada keeps a chair for you" in home
    bob.sit(table, 1)
    assert "Friends ask you to play" not in bob.browser.get("/").text


def test_a_chair_kept_for_a_friend_is_offered(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "friend"])
    invite(ada, table, bob)
    secret = server.find(table).record.seats[1].invite
    assert secret in bob.browser.get("/").text
    assert secret not in server.browser().get("/").text


def test_it_can_be_declined(ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open"])
    invite(ada, table, bob)
    assert bob.browser.post(f"/t/{table}/decline").status_code == 303
    assert "Friends ask you" not in bob.browser.get("/").text


def test_only_friends_are_asked_and_only_by_who_sits_there(
    server: Server, ada: Guest, bob: Guest
) -> None:
    cleo = server.guest("Cleo")
    table = ada.open_table(GAME, ["me", "open"])
    assert invite(ada, table, cleo) == 403
    assert invite(cleo, table, bob) == 403
    assert "Friends ask you" not in cleo.browser.get("/").text


def test_friends_no_more_do_not_ask(ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open"])
    invite(ada, table, bob)
    bob.browser.post(f"/friends/{ada.person.id}", data={"deed": "block"})
    assert "Friends ask you" not in bob.browser.get("/").text


def test_who_is_deleted_has_asked_nobody(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open"])
    invite(ada, table, bob)
    server.write(queries.delete_person, ada.person.id, "club")
    assert "Friends ask you" not in bob.browser.get("/").text
    assert server.read(queries.invited, table) == set()
