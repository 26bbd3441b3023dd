"""Friends, blocks, who is seen, and lines for one person only."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.server.harness import Guest, Server, play_to_the_end
from tests.server.test_matchmaking import look_for
from tests.server.test_tournaments import begin, opened, running_tables

from dalang.server.storage import now, queries, records

GAME = "taj_mahal"


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def bob(server: Server) -> Guest:
    return server.guest("Bob")


@pytest.fixture
def eve(server: Server) -> Guest:
    return server.guest("Eve")


def table_of(ada: Guest, bob: Guest, public: bool = True) -> str:
    table = ada.open_table(GAME, ["me", "open", "open"], public)
    bob.sit(table, 1)
    return table


def do(guest: Guest, table: str, seat: int, deed: str) -> int:
    path = f"/t/{table}/people/{seat}"
    status: int = guest.browser.post(path, data={"deed": deed}).status_code
    return status


def names(server: Server, guest: Guest, kind: records.TieKind) -> list[str]:
    return [one.name for one in server.read(queries.tied, guest.person.id, kind)]


def say(guest: Guest, table: str, text: str, to: int | None = None) -> int:
    form = {"text": text, "to": "" if to is None else str(to)}
    status: int = guest.browser.post(f"/t/{table}/chat", data=form).status_code
    return status


# --- friends --------------------------------------------------------------------------------


def test_friends_are_asked_and_answer(server: Server, ada: Guest, bob: Guest) -> None:
    table = table_of(ada, bob)
    assert do(ada, table, 1, "ask") == 303
    assert names(server, ada, "asked") == ["Bob"]
    assert "They would like to be friends" in bob.browser.get("/friends").text
    path = f"/friends/{ada.person.id}"
    assert bob.browser.post(path, data={"deed": "ask"}).status_code == 303
    assert (names(server, ada, "friend"), names(server, bob, "friend")) == (["Bob"], ["Ada"])
    assert bob.browser.post(path, data={"deed": "part"}).status_code == 303
    assert (names(server, ada, "friend"), names(server, bob, "friend")) == ([], [])


def test_an_asker_is_declined_or_thinks_better_of_it(
    server: Server, ada: Guest, bob: Guest
) -> None:
    table = table_of(ada, bob)
    do(ada, table, 1, "ask")
    bob.browser.post(f"/friends/{ada.person.id}", data={"deed": "part"})
    assert server.read(queries.askers, bob.person.id) == []
    do(ada, table, 1, "ask")
    ada.browser.post(f"/friends/{bob.person.id}", data={"deed": "part"})
    assert server.read(queries.askers, bob.person.id) == []


def test_nobody_is_made_a_friend_from_outside(
    server: Server, ada: Guest, bob: Guest, eve: Guest
) -> None:
    table = table_of(ada, bob)
    for path in (f"/friends/{ada.person.id}", "/friends/nobody"):
        assert eve.browser.post(path, data={"deed": "ask"}).status_code == 403
    assert do(ada, table, 0, "ask") == 403  # oneself
    assert do(ada, table, 2, "ask") == 403  # nobody
    assert do(ada, table, 9, "ask") == 403
    assert do(ada, table, 1, "marry") == 400
    answer = server.browser().post(f"/t/{table}/people/1", data={"deed": "ask"})
    assert answer.status_code == 403
    evil = {"origin": "https://evil.example"}
    path = f"/t/{table}/people/1"
    assert ada.browser.post(path, data={"deed": "ask"}, headers=evil).status_code == 403
    assert names(server, ada, "asked") == []


# --- who is here ----------------------------------------------------------------------------


def test_only_who_wants_to_be_seen_is_seen(
    server: Server, ada: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(ada, bob)
    do(ada, table, 1, "ask")
    bob.browser.post(f"/friends/{ada.person.id}", data={"deed": "ask"})
    bob.browser.get("/")
    assert 'class="online"' not in ada.browser.get("/friends").text
    bob.browser.post("/friends/shown", data={"shown": "on"})
    assert 'class="online"' in ada.browser.get("/friends").text
    later = now() + records.ONLINE + timedelta(seconds=1)
    monkeypatch.setattr(records, "now", lambda: later)
    assert 'class="online"' not in ada.browser.get("/friends").text
    monkeypatch.undo()
    bob.browser.post("/friends/shown")
    assert 'class="online"' not in ada.browser.get("/friends").text
    hidden = server.read(queries.person, bob.person.id)
    assert hidden
    assert hidden.online is None


# --- blocks ---------------------------------------------------------------------------------


def test_who_is_blocked_does_not_sit_down(
    server: Server, ada: Guest, bob: Guest, eve: Guest
) -> None:
    table = table_of(ada, eve)
    assert do(ada, table, 1, "block") == 303
    mine = ada.open_table(GAME, ["me", "open", "open"])
    answer = eve.browser.post(f"/t/{mine}/sit/1")
    assert answer.status_code == 403
    assert "does not want to play with you" in answer.text
    assert eve.program.post(f"/api/tables/{mine}/sit", json={"seat": 1}).status_code == 403
    others = bob.open_table(GAME, ["me", "open", "open"])
    ada.sit(others, 1)
    assert eve.browser.post(f"/t/{others}/sit/2").status_code == 403
    ada.browser.post(f"/friends/{eve.person.id}", data={"deed": "unblock"})
    assert eve.browser.post(f"/t/{mine}/sit/1").status_code == 303


def test_what_the_blocked_say_is_not_read(
    server: Server, ada: Guest, bob: Guest, eve: Guest
) -> None:
    table = table_of(ada, eve)
    bob.sit(table, 2)
    say(eve, table, "Hear me, everybody")
    assert "Hear me" in ada.browser.get(f"/t/{table}").text
    with ada.socket(table) as live:
        live.hear()
        do(ada, table, 1, "block")
        assert "Hear me" not in str(live.hear()["html"]["chat"])
    assert "Hear me" not in ada.browser.get(f"/t/{table}").text
    assert "Hear me" in bob.browser.get(f"/t/{table}").text
    assert "Hear me" in eve.browser.get(f"/t/{table}").text
    server.tidy()
    assert "Hear me" not in ada.browser.get(f"/t/{table}").text


def test_nobody_learns_that_they_are_blocked(server: Server, ada: Guest, eve: Guest) -> None:
    table = table_of(ada, eve)
    do(ada, table, 1, "block")
    assert do(eve, table, 0, "ask") == 303
    assert names(server, eve, "asked") == ["Ada"]
    assert server.read(queries.askers, ada.person.id) == []
    assert "blocked" not in eve.browser.get("/friends").text.lower().split("<main")[1]


def test_who_looks_for_a_game_meets_nobody_they_have_blocked_or_are_blocked_by(
    server: Server, ada: Guest, bob: Guest, eve: Guest
) -> None:
    do(ada, table_of(ada, eve), 1, "block")
    first = look_for(eve)
    assert look_for(ada) != first
    assert look_for(bob) == first
    again = look_for(ada)
    assert look_for(eve) != again


def test_nor_at_a_table_where_somebody_else_waits(
    server: Server, ada: Guest, bob: Guest, eve: Guest
) -> None:
    do(ada, table_of(ada, eve), 1, "block")
    waiting = look_for(bob, players="4")
    assert look_for(ada, players="4") == waiting
    apart = look_for(eve, players="4")
    assert apart != waiting
    ada.browser.post(f"/t/{waiting}/leave")
    carl = server.guest("Carl")
    assert look_for(carl, players="4") == waiting  # the older one
    assert look_for(eve, players="4") == apart
    server.run(server.tables.leave, server.find(waiting), bob.person)  # which closes it
    assert look_for(bob, players="4") == apart
    assert look_for(ada, players="4") not in (apart, waiting)


def test_a_tournament_may_draw_them_to_one_table(
    server: Server, ada: Guest, bob: Guest, eve: Guest
) -> None:
    """Nobody chooses their opponents there by blocking others.  They do not have to talk."""
    do(ada, table_of(ada, eve), 1, "block")
    address = opened(bob, rounds="1")
    for one in (ada, eve):
        assert one.browser.post(f"{address}/enter").status_code == 303
    begin(bob, address)
    (table,) = running_tables(server, address)
    found = server.find(table)
    assert {seat.person for seat in found.record.seats} == {ada.person.id, eve.person.id}
    say(eve, table, "Did you miss me?")
    say(ada, table, "Good luck to all")
    assert "Did you miss me?" not in ada.browser.get(f"/t/{table}").text
    assert "Did you miss me?" in bob.browser.get(f"/t/{table}").text
    assert "Good luck to all" in eve.browser.get(f"/t/{table}").text
    seat = next(one for one in found.record.seats if one.person == eve.person.id)
    server.run(server.tables.lend, found, seat, lambda: None)
    server.run(server.tables.come_back, found, eve.person)  # it is their seat all the same
    assert [one.kind for one in server.find(table).record.seats] == ["person", "person"]


def test_a_block_ends_a_friendship(server: Server, ada: Guest, bob: Guest) -> None:
    table = table_of(ada, bob)
    do(ada, table, 1, "ask")
    do(bob, table, 0, "ask")
    do(ada, table, 1, "block")
    assert (names(server, ada, "friend"), names(server, bob, "friend")) == ([], [])
    assert names(server, ada, "block") == ["Bob"]


# --- whispering -----------------------------------------------------------------------------


def test_a_whisper_is_read_by_two(server: Server, ada: Guest, bob: Guest, eve: Guest) -> None:
    table = table_of(ada, bob)
    with eve.socket(table) as watching, bob.socket(table) as hearing:
        watching.hear()
        hearing.hear()
        assert say(ada, table, "Shall we ask Carl?", to=1) == 303
        assert "Shall we ask Carl?" in str(hearing.hear()["html"])
        say(ada, table, "Hello all")
        seen = str(watching.hear()) + str(watching.hear()["html"])
        assert "Shall we ask Carl?" not in seen
    for guest, reads in ((ada, True), (bob, True), (eve, False)):
        for path in (f"/t/{table}", f"/t/{table}/people"):
            own = path.endswith("people") and guest is ada  # nobody reports themselves
            text = guest.browser.get(path).text
            assert ("Shall we ask Carl?" in text) == (reads and not own)
    assert "Shall we ask Carl?" not in server.browser().get(f"/t/{table}").text
    server.tidy()
    assert "Shall we ask Carl?" not in eve.browser.get(f"/t/{table}").text
    assert "Shall we ask Carl?" in bob.browser.get("/me/export").text
    assert "Shall we ask Carl?" not in eve.browser.get("/me/export").text


def test_nobody_whispers_while_the_game_is_on(
    server: Server, ada: Guest, bob: Guest, eve: Guest
) -> None:
    table = table_of(ada, bob)
    eve.sit(table, 2)
    answer = ada.browser.post(f"/t/{table}/chat", data={"text": "Psst", "to": "1"})
    assert answer.status_code == 403
    assert "everybody reads everything" in answer.text
    scripted = {"accept": "application/json"}
    form = {"text": "Psst", "to": "1"}
    told = ada.browser.post(f"/t/{table}/chat", data=form, headers=scripted)
    assert told.status_code == 403
    assert told.json() == {"trouble": "While the game is on, everybody reads everything."}
    assert 'name="to"' not in ada.browser.get(f"/t/{table}").text
    play_to_the_end(server, server.find(table))
    assert say(ada, table, "Well played", to=1) == 303
    assert "Well played" not in eve.browser.get(f"/t/{table}").text


def test_whispers_go_to_people_who_sit_there_and_want_them(
    server: Server, ada: Guest, bob: Guest
) -> None:
    table = table_of(ada, bob)
    for to in (0, 2, 7):
        assert say(ada, table, "Psst", to=to) == 403
    do(bob, table, 0, "block")
    assert say(ada, table, "Psst", to=1) == 403


def test_friends_come_along_and_go(server: Server, ada: Guest, bob: Guest, eve: Guest) -> None:
    """With the account that takes a guest along, and with a person who is deleted."""
    table = table_of(ada, bob)
    do(ada, table, 1, "ask")
    do(bob, table, 0, "ask")
    assert server.write(queries.take_along, ada.person.id, eve.person.id)
    assert (names(server, eve, "friend"), names(server, bob, "friend")) == (["Bob"], ["Eve"])
    assert bob.browser.post("/me/delete", data={"name": "Bob"}).status_code == 303
    assert names(server, eve, "friend") == []
