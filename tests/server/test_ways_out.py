"""Before a game: changing seats, filling up with bots, kept seats.  Afterwards: putting away."""

from __future__ import annotations

import re

import pytest
from tests.server.harness import Guest, Server, play_to_the_end

from dalang.server.storage import Seat

GAME = "taj_mahal"


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def bob(server: Server) -> Guest:
    return server.guest("Bob")


def seats(server: Server, table: str) -> list[Seat]:
    return list(server.find(table).record.seats)


def names(server: Server, table: str) -> list[str]:
    return [seat.name for seat in seats(server, table)]


def post(guest: Guest, path: str, **form: str) -> int:
    return int(guest.browser.post(path, data=form).status_code)


# --- kept seats ---------------------------------------------------------------------------


def test_a_stranger_is_never_offered_a_kept_seat(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "friend", "friend"])
    for eyes in (bob.browser, server.browser()):
        assert table not in eyes.get("/").text
        page = eyes.get(f"/t/{table}").text
        assert f"/t/{table}/sit/" not in page
        assert 'name="name"' not in page
        for link in (f"/t/{table}/sit/1", f"/t/{table}/sit/1?invite=guessed"):
            assert eyes.get(link).status_code == 303
    assert post(bob, f"/t/{table}/sit/1") == 403
    assert table not in [one["id"] for one in bob.program.get("/api/tables").json()]


def test_only_the_free_seat_is_offered(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "friend", "open"])
    assert f'href="/t/{table}"' in bob.browser.get("/").text
    page = bob.browser.get(f"/t/{table}").text
    assert re.findall(rf"/t/{table}/sit/(\d)", page) == ["2"]
    assert server.browser().get(f"/t/{table}/sit/2").status_code == 200


# --- changing seats -----------------------------------------------------------------------


def test_seats_can_be_changed(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open", "open", "friend"])
    bob.sit(table, 1)
    assert f"/t/{table}/move-to/2" in bob.browser.get(f"/t/{table}").text
    assert post(bob, f"/t/{table}/move-to/2") == 303
    assert post(bob, f"/t/{table}/move-to/2") == 303  # asked for twice
    assert names(server, table) == ["Ada", "", "Bob", ""]
    assert post(ada, f"/t/{table}/move-to/1") == 303
    assert names(server, table) == ["", "Ada", "Bob", ""]
    server.tidy()
    assert names(server, table) == ["", "Ada", "Bob", ""]


@pytest.mark.parametrize("number", [0, 3, 9])
def test_nobody_moves_to_what_is_not_free(
    server: Server, ada: Guest, bob: Guest, number: int
) -> None:
    table = ada.open_table(GAME, ["me", "open", "open", "friend"])
    bob.sit(table, 1)
    assert post(bob, f"/t/{table}/move-to/{number}") == 403
    assert names(server, table) == ["Ada", "Bob", "", ""]


def test_who_does_not_sit_does_not_move(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open", "open"])
    assert post(bob, f"/t/{table}/move-to/1") == 403
    begun = ada.open_table(GAME, ["me", "hot", "hot"])
    assert post(ada, f"/t/{begun}/move-to/1") == 303  # one of their own: nothing happens
    assert names(server, begun) == ["Ada", "Player 2", "Player 3"]


def test_a_kept_seat_moves_along(server: Server, ada: Guest, bob: Guest) -> None:
    """Somebody who came by a link and left can come back by it."""
    table = ada.open_table(GAME, ["me", "friend", "open"])
    invite = seats(server, table)[1].invite
    assert post(bob, f"/t/{table}/sit/1", invite=invite) == 303
    assert post(bob, f"/t/{table}/move-to/2") == 303
    assert [seat.invite for seat in seats(server, table)] == ["", "", invite]


# --- bots for those who are missing -------------------------------------------------------


@pytest.mark.slow
def test_bots_fill_up_and_the_game_begins(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open", "bot-club", "friend"])
    assert "Fill with bots" in ada.browser.get(f"/t/{table}").text
    assert "Fill with bots" not in bob.browser.get(f"/t/{table}").text
    assert post(bob, f"/t/{table}/fill") == 403
    assert post(ada, f"/t/{table}/fill") == 303
    assert names(server, table) == ["Ada", "Gede", "Wati", "Wati II"]
    assert server.find(table).record.status == "running"
    assert post(ada, f"/t/{table}/fill") == 403


def test_a_bot_takes_one_chair_and_gets_up_again(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open", "friend"])
    invite = seats(server, table)[2].invite
    assert post(bob, f"/t/{table}/fill/2") == 403
    assert post(ada, f"/t/{table}/fill/2") == 303
    assert [seat.kind for seat in seats(server, table)] == ["person", "open", "bot"]
    assert post(bob, f"/t/{table}/free/2") == 403
    assert post(ada, f"/t/{table}/free/0") == 403
    assert post(ada, f"/t/{table}/free/2") == 303
    assert seats(server, table)[2] == Seat(2, invite=invite)


def test_a_friend_takes_a_kept_chair_over_from_a_bot(
    server: Server, ada: Guest, bob: Guest
) -> None:
    table = ada.open_table(GAME, ["me", "friend", "open"])
    invite = seats(server, table)[1].invite
    post(ada, f"/t/{table}/fill")
    eve = server.guest("Eve")
    for link in (f"/t/{table}/sit/1", f"/t/{table}/sit/1?invite=guessed", f"/t/{table}/sit/2"):
        assert eve.browser.get(link).status_code == 303
    assert post(eve, f"/t/{table}/sit/1") == 403
    assert post(eve, f"/t/{table}/sit/2") == 403
    assert "keeps this chair warm" in bob.browser.get(f"/t/{table}/sit/1?invite={invite}").text
    assert post(bob, f"/t/{table}/sit/1", invite=invite) == 303
    assert names(server, table)[:2] == ["Ada", "Bob"]
    assert server.find(table).seat_of(bob.person.id) == 1
    assert post(eve, f"/t/{table}/sit/1", invite=invite) == 403


# --- putting away -------------------------------------------------------------------------


@pytest.mark.slow
def test_a_finished_game_is_put_away(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "hot", "open"], public=False)
    bob.sit(table, 2)
    play_to_the_end(server, server.find(table))
    for guest in (ada, bob):
        assert f'action="/t/{table}/away"' in guest.browser.get("/").text
    assert post(ada, f"/t/{table}/away") == 303
    assert post(ada, f"/t/{table}/away") == 303  # asked for twice
    assert table not in ada.browser.get("/").text
    assert table in bob.browser.get("/").text
    assert table in ada.browser.get("/me").text  # it stays in the history
    assert ada.browser.get(f"/t/{table}").status_code == 200
    assert post(server.guest("Eve"), f"/t/{table}/away") == 403


@pytest.mark.slow
def test_a_game_that_goes_on_is_left_to_a_bot(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open", "hot"])
    bob.sit(table, 1)
    assert post(ada, f"/t/{table}/away") == 303
    kinds = [(seat.kind, seat.person) for seat in seats(server, table)]
    assert kinds[0] == kinds[2] == ("bot", ada.person.id)
    assert kinds[1][0] == "person"
    assert 'id="h-waiting"' not in ada.browser.get("/").text
    assert post(ada, f"/t/{table}/back") == 303
    assert f'href="/t/{table}"' in ada.browser.get("/").text
    assert 'id="h-running"' not in ada.browser.get("/").text


def test_an_open_table_is_closed_not_put_away(server: Server, ada: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open", "open"])
    assert f"/t/{table}/away" not in ada.browser.get("/").text
    assert post(ada, f"/t/{table}/away") == 403
