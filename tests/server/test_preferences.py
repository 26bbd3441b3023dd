"""How people want to play: how fast, how carefully, what beforehand, and whether again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Guest, Server, choices, flat, replace_query, running

from dalang.engine.api import Args, Event, Phrase
from dalang.engine.spec import Premove
from dalang.registry import game
from dalang.server.rendering.ending import best_gains, turns_of
from dalang.server.rendering.moments import words_of
from dalang.server.storage import (
    Ending,
    Entry,
    PlayHabits,
    Seat,
    Speed,
    StorageError,
    queries,
)
from dalang.server.tables import driving, premoves
from dalang.server.tables.game_log import LoggedEvent
from dalang.server.tables.preferences import PAUSES, SPEEDS, Preferences
from dalang.server.tables.table import Table
from dalang.server.tables.thinking_time import Thoughts

GAME = "taj_mahal"
PATIENCE = 120.0  # seconds until a test gives up; nothing is measured
NEVER = 1e6  # seconds until a bot moves at the server's own pace


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def bob(server: Server) -> Guest:
    return server.guest("Bob")


def wait_until(server: Server, table: Table, done: Callable[[], object]) -> None:
    """Until something is the case at a table; the server goes on meanwhile."""

    async def waiting() -> None:
        async with asyncio.timeout(PATIENCE):
            while not done():
                await table.audience.wait_newer(table.version)

    server.run(waiting)


def play_until(server: Server, table: Table, done: Callable[[], object]) -> None:
    """The people play anything, against the bots, until something is the case or all is over."""
    rng = Random(5)

    async def play() -> None:
        while not done() and table.record.status == "running":
            version = table.version
            if asked := table.waiting.asked:
                await table.play(asked.seat, rng.choice(choices(table)), table.count)
            else:
                await table.audience.wait_newer(version)

    server.run(play)


def habits_of(server: Server, guest: Guest) -> PlayHabits:
    found = server.read(queries.person, guest.person.id)
    assert found is not None
    return found.habits


# --- pace -------------------------------------------------------------------------------------


def seat(number: int, person: str) -> Seat:
    return Seat(number, "person", person, name=person)


def test_bots_are_as_slow_as_the_slowest_who_looks_on() -> None:
    wishes: list[tuple[str, Speed]] = [("ada", "quick"), ("bob", "slow"), ("cid", "at_once")]
    preferences = Preferences()
    preferences.habits = {person: PlayHabits(speed) for person, speed in wishes}
    seats = [seat(0, "ada"), seat(1, "bob"), Seat(2, "bot", bot="club"), seat(3, "cid")]
    assert preferences.speed(seats, ["ada", "bob", "cid"]) == "slow"
    assert preferences.speed(seats, ["ada", "cid", "somebody else"]) == "quick"
    assert preferences.speed(seats, []) == "slow"
    assert preferences.speed([seats[2]], ["ada"]) == "normal"
    assert sorted(PAUSES, key=PAUSES.__getitem__, reverse=True) == list(SPEEDS)


def test_who_wants_bots_to_be_quick_does_not_wait(tmp_path: Path) -> None:
    """At the server's own pace the bots of this test never move."""
    with running(tmp_path, pace=NEVER) as server:
        ada = server.guest("Ada")
        assert ada.browser.post("/settings", data={"speed": "at_once"}).status_code == 303
        table = server.find(ada.open_table(GAME, ["me", "bot-random", "bot-random"]))
        wait_until(server, table, lambda: table.waiting.asked)
        assert table.waiting.asked


def test_a_bot_without_a_choice_takes_as_long_as_one_that_thinks() -> None:
    thoughts = Thoughts(Random(1))
    assert thoughts.like(GAME, "expert") == 0.0
    for seconds in (0.3, 0.7):
        thoughts.keep(GAME, "expert", seconds)
    assert {thoughts.like(GAME, "expert") for _ in range(50)} == {0.3, 0.7}
    assert thoughts.like(GAME, "club") == 0.0


def test_habits_are_kept_for_the_person(server: Server, ada: Guest) -> None:
    table = ada.open_table(GAME, ["me", "bot-random", "bot-random"])
    assert 'data-speed="normal"' in ada.browser.get(f"/t/{table}").text
    for wish in (
        {"speed": "quick"},
        {"grace": "on"},
        {"confirm": "on", "game": GAME},
        {"speed": "sluggish", "grace": "perhaps", "confirm": "on", "game": "chess"},
    ):
        back = ada.browser.post("/settings", data={"back": f"/t/{table}", **wish})
        assert back.headers["location"] == f"/t/{table}"
    assert habits_of(server, ada) == PlayHabits("quick", True, frozenset({GAME}))
    page = ada.browser.get(f"/t/{table}").text
    assert 'data-speed="quick"' in page
    assert "data-confirms" in page
    ada.browser.post("/settings", data={"confirm": "off", "game": GAME})
    assert "data-confirms" not in ada.browser.get(f"/t/{table}").text


def test_habits_are_on_the_own_page(server: Server, ada: Guest) -> None:
    ada.browser.post("/me/habits", data={"speed": "slow", "confirm": ["bali", "chess"]})
    assert habits_of(server, ada) == PlayHabits("slow", False, frozenset({"bali"}))
    page = flat(ada.browser.get("/me").text)
    assert '<option value="slow" selected>' in page
    assert re.findall(r'name="confirm" value="(\w+)" checked', page) == ["bali"]
    assert server.browser().post("/me/habits").headers["location"] == "/"


def test_what_somebody_else_chooses_is_not_told(server: Server, ada: Guest, bob: Guest) -> None:
    table = ada.open_table(GAME, ["me", "open", "bot-random"])
    bob.sit(table, 1)
    before = bob.browser.get(f"/t/{table}").text
    ada.browser.post("/settings", data={"speed": "slow", "grace": "on"})
    assert bob.browser.get(f"/t/{table}").text == before


# --- confirming, without a script -------------------------------------------------------------


def test_a_move_is_confirmed_on_a_page_of_its_own(server: Server, ada: Guest) -> None:
    ada.browser.post("/settings", data={"confirm": "on", "game": GAME})
    table = server.find(ada.open_table(GAME, ["me", "hot", "hot"]))
    place, number = table.record.id, table.count
    wish = {"move": choices(table)[0], "number": str(number), "eyes": str(table.actor)}
    asked = ada.browser.post(f"/t/{place}/move", data=wish)
    assert table.count == number
    assert "wish=" in asked.headers["location"]
    page = flat(ada.browser.get(asked.headers["location"]).text)
    assert f'name="move" value="{wish["move"]}" formaction="/t/{place}/move?sure=1"' in page
    ada.browser.post(f"/t/{place}/move?sure=1", data=wish)
    assert table.count > number
    again = flat(ada.browser.get(f"/t/{place}?wish=nonsense").text)
    assert 'id="sure-text"></p>' in again


# --- time to take back ------------------------------------------------------------------------


def until_bots_linger(server: Server, ada: Guest) -> Table:
    """A game in which somebody has ended a turn that can be taken back, and a bot is next."""
    table = server.find(ada.open_table("bali", ["me", "bot-random", "bot-random"]))
    play_until(server, table, lambda: table.lingering() >= 0)
    assert table.record.status == "running"
    return table


@pytest.mark.slow
def test_bots_wait_so_that_a_turn_can_be_taken_back(server: Server, ada: Guest) -> None:
    ada.browser.post("/settings", data={"grace": "on"})
    table = until_bots_linger(server, ada)
    place, number, own = table.record.id, table.count, table.lingering()
    assert f'formaction="/t/{place}/go-on"' in flat(ada.browser.get(f"/t/{place}").text)
    assert ada.browser.post(f"/t/{place}/undo", data={"number": number}).status_code == 303
    assert table.waiting.asks(own)
    assert table.lingering() == -1


def test_going_on_ends_the_wait(server: Server, ada: Guest, bob: Guest) -> None:
    ada.browser.post("/settings", data={"grace": "on"})
    table = until_bots_linger(server, ada)
    place, number = table.record.id, table.count
    assert bob.browser.post(f"/t/{place}/go-on", data={"number": number}).status_code == 403
    ada.browser.post(f"/t/{place}/go-on", data={"number": number - 1})
    assert table.lingering() >= 0
    ada.browser.post(f"/t/{place}/go-on", data={"number": number})
    wait_until(server, table, lambda: table.count > number)
    assert table.count > number


# --- premoves ---------------------------------------------------------------------------------


@pytest.fixture
def table(server: Server, ada: Guest, bob: Guest) -> Table:
    """Bob is asked, and Ada will be."""
    place = ada.open_table(GAME, ["me", "open", "open"])
    bob.sit(place, 1)
    server.guest("Cid").sit(place, 2)
    found = server.find(place)

    async def play() -> None:
        while found.actor != 1:
            legal = choices(found)
            await found.play(found.actor, legal[-1], found.count)

    server.run(play)
    return found


def premove(guest: Guest, table: Table, text: str) -> None:
    answer = guest.browser.post(f"/t/{table.record.id}/premove", data={"premove": text})
    assert answer.status_code == 303


def test_what_was_decided_beforehand_is_played_when_asked(
    server: Server, table: Table, ada: Guest
) -> None:
    page = flat(ada.browser.get(f"/t/{table.record.id}").text)
    assert 'name="premove" value="withdraw"' in page
    premove(ada, table, "withdraw")
    assert "When it is your turn: Withdraw" in ada.browser.get(f"/t/{table.record.id}").text
    number = table.count

    async def others_play() -> None:
        while table.actor != 0:
            await table.play(table.actor, choices(table)[-1], table.count)

    server.run(others_play)

    def own() -> list[str]:
        return [step.text for step in table.session.log[number:] if step.actor == 0]

    wait_until(server, table, own)
    assert own() == ["withdraw"]
    assert not table.preferences.premoves


def test_nobody_else_hears_of_it(table: Table, ada: Guest, bob: Guest) -> None:
    """Every page but her own is drawn and sent when the version rises: it does not."""
    place = table.record.id
    with ada.socket(place) as own:
        own.hear()
        before = bob.browser.get(f"/t/{place}").text
        known = bob.program.get(f"/api/tables/{place}").json()
        version = table.version
        premove(ada, table, "withdraw")
        assert table.version == version
        while "When it is your turn" not in str(own.hear()["html"].get("prompt")):
            pass
        assert bob.browser.get(f"/t/{place}").text == before
        assert bob.program.get(f"/api/tables/{place}").json() == known


def test_it_is_cancelled_by_one_click(table: Table, ada: Guest) -> None:
    premove(ada, table, "withdraw")
    premove(ada, table, "")
    assert not table.preferences.premoves
    assert 'name="premove" value="withdraw"' in flat(ada.browser.get(f"/t/{table.record.id}").text)


def test_only_what_will_be_asked_can_be_decided(table: Table, ada: Guest, bob: Guest) -> None:
    premove(ada, table, "add nothing")
    premove(bob, table, "withdraw")  # it is his turn
    assert not table.preferences.premoves


async def unstored(*_: object) -> None:
    """Stands in for a query that the database cannot do."""
    raise StorageError("The disk is full.")


def test_what_is_not_possible_any_more_is_dropped_and_said(
    server: Server, table: Table, ada: Guest
) -> None:
    void = Premove(0, Phrase("do_withdraw", {}), "another round")

    async def later() -> None:
        table.preferences.premoves[0] = void
        await premoves.drop_void(table)

    server.run(later)
    assert not table.preferences.premoves
    said = "“Withdraw” was no longer possible."
    assert said in ada.browser.get(f"/t/{table.record.id}").text
    premove(ada, table, "withdraw")
    assert said not in ada.browser.get(f"/t/{table.record.id}").text


def test_a_premove_that_cannot_be_dropped_does_not_stop_the_table(
    server: Server, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_query(monkeypatch, table.store, queries.miss_premove, unstored)
    number = table.count

    async def let_a_bot_play() -> None:
        table.preferences.premoves[0] = Premove(0, Phrase("do_withdraw", {}), "another round")
        await server.tables.lend(table, table.record.seats[1], lambda: None)

    server.run(let_a_bot_play)
    wait_until(server, table, lambda: table.count > number)
    assert 0 in table.preferences.missed


def test_what_cannot_be_stored_stays_as_it_was_decided(
    server: Server, table: Table, ada: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    premove(ada, table, "withdraw")
    decided = dict(table.preferences.premoves)
    with monkeypatch.context() as patches:
        replace_query(patches, table.store, queries.drop_premove, unstored)
        with pytest.raises(StorageError):
            server.run(premoves.choose, table, 0, "")
    assert table.preferences.premoves == decided
    premove(ada, table, "")
    with monkeypatch.context() as patches:
        replace_query(patches, table.store, queries.keep_premove, unstored)
        with pytest.raises(StorageError):
            server.run(premoves.choose, table, 0, "withdraw")
    assert not table.preferences.premoves


def test_a_premove_that_cannot_be_stored_as_a_move_is_tried_again(
    server: Server, table: Table, ada: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, failures = table.store.write, iter([unstored])

    def append(name: str, entries: Sequence[Entry], ending: Ending | None) -> Awaitable[Any]:
        failing = next(failures, None) if entries[0].actor == 0 else None
        return failing() if failing else write(queries.append, name, entries, ending)

    monkeypatch.setattr(driving, "BREATH", 0.0)
    replace_query(monkeypatch, table.store, queries.append, append)
    premove(ada, table, "withdraw")
    number = table.count

    async def others_play() -> None:
        while table.actor != 0:
            await table.play(table.actor, choices(table)[-1], table.count)

    server.run(others_play)
    wait_until(server, table, lambda: 0 in {step.actor for step in table.session.log[number:]})
    assert next(failures, None) is None
    assert not table.preferences.premoves


def as_stored(server: Server, table: Table) -> Table:
    """The table as a server finds it that has just been started."""
    found = Table(table.record, table.store)

    found.remember = premoves.remember
    server.run(found.load)
    return found


def test_what_was_decided_outlasts_a_restart_until_the_seat_has_acted(
    server: Server, table: Table, ada: Guest
) -> None:
    premove(ada, table, "withdraw")
    assert as_stored(server, table).preferences.premoves == table.preferences.premoves != {}
    premove(ada, table, "")
    assert as_stored(server, table).preferences.premoves == {}
    premove(ada, table, "withdraw")
    number = table.count

    async def others_play() -> None:
        while table.actor != 0:
            await table.play(table.actor, choices(table)[-1], table.count)

    server.run(others_play)
    wait_until(server, table, lambda: 0 in {step.actor for step in table.session.log[number:]})
    assert as_stored(server, table).preferences.premoves == {}


@pytest.mark.slow
def test_a_premove_is_not_taken_over_by_somebody_else_or_for_another_question(
    server: Server, table: Table, ada: Guest, bob: Guest
) -> None:
    premove(ada, table, "withdraw")
    kept = server.read(queries.premoves, table.record.id)[0]
    for changed in (replace(kept, person=bob.person.id), replace(kept, question="another round")):
        server.write(queries.keep_premove, table.record.id, changed)
        assert as_stored(server, table).preferences.premoves == {}


def test_people_at_one_screen_decide_nothing_beforehand(server: Server, ada: Guest) -> None:
    table = server.find(ada.open_table(GAME, ["me", "hot", "hot"]))
    assert all(premoves.offered(table, seat) == [] for seat in range(3))


# --- resigning --------------------------------------------------------------------------------


@pytest.mark.slow
def test_who_resigns_does_not_come_back_and_a_bot_plays_on(
    server: Server, table: Table, ada: Guest, bob: Guest
) -> None:
    place = table.record.id
    assert f'formaction="/t/{place}/resign"' in flat(bob.browser.get(f"/t/{place}").text)
    number = table.count
    assert bob.browser.post(f"/t/{place}/resign").status_code == 303
    own = server.find(place).record.seats[1]
    assert (own.kind, own.person, own.resigned) == ("bot", bob.person.id, True)
    wait_until(server, table, lambda: table.count > number)
    bob.browser.post(f"/t/{place}/back")
    assert table.record.seats[1].kind == "bot"
    assert "resigned, now a bot" in ada.browser.get(f"/t/{place}").text
    assert "Bob resigns. A bot plays on." in ada.browser.get(f"/t/{place}").text
    assert "Take back" not in bob.browser.get(f"/t/{place}").text
    assert place not in bob.browser.get("/").text.partition("Games to watch")[0]
    assert bob.browser.post(f"/t/{place}/resign").status_code == 403
    server.tidy()
    assert server.read(queries.table, place).seats[1].resigned  # type: ignore[union-attr]


# --- playing again ----------------------------------------------------------------------------


@pytest.fixture
def over(server: Server, ada: Guest, bob: Guest) -> Table:
    """A game of two people and a bot that is over."""
    place = ada.open_table("web_of_power", ["me", "open", "bot-random"])
    bob.sit(place, 1)
    table = server.find(place)
    play_until(server, table, lambda: False)
    assert table.record.status == "finished"
    return table


def again(guest: Guest, table: Table, wish: str) -> str:
    place = f"/t/{table.record.id}/again"
    return str(guest.browser.post(place, data={"again": wish}).headers["location"])


def people(server: Server, place: str) -> list[str]:
    table = server.find(place.removeprefix("/t/"))
    return [seat.name if seat.kind == "person" else seat.kind for seat in table.record.seats]


@pytest.mark.slow
def test_others_are_asked_before_they_play_again(
    server: Server, over: Table, ada: Guest, bob: Guest
) -> None:
    here = f"/t/{over.record.id}"
    assert "Ask for another game" in ada.browser.get(here).text
    assert again(ada, over, "yes") == here
    assert "Ada would like to play again. You, too?" in bob.browser.get(here).text
    assert "Bob: not answered yet" in ada.browser.get(here).text
    there = again(bob, over, "yes")
    assert there != here
    assert people(server, there) == ["Ada", "Bob", "bot"]
    assert f'href="{there}"' in ada.browser.get(here).text


@pytest.mark.slow
def test_answers_outlast_a_restart(server: Server, over: Table, ada: Guest, bob: Guest) -> None:
    again(bob, over, "no")
    again(ada, over, "yes")
    again(bob, over, "no")
    stored = as_stored(server, over).preferences.again
    assert list(stored.items()) == [(bob.person.id, False), (ada.person.id, True)]


@pytest.mark.slow
def test_a_bot_plays_for_who_does_not_want_to(
    server: Server, over: Table, ada: Guest, bob: Guest
) -> None:
    here = f"/t/{over.record.id}"
    again(ada, over, "yes")
    assert again(bob, over, "no") == here
    assert "Bob: no" in ada.browser.get(here).text
    assert people(server, again(ada, over, "now")) == ["Ada", "bot", "bot"]


@pytest.mark.slow
def test_strangers_and_decliners_open_no_table(
    server: Server, over: Table, ada: Guest, bob: Guest
) -> None:
    here = f"/t/{over.record.id}"
    assert again(bob, over, "no") == here
    assert "would like to play again" not in ada.browser.get(here).text
    answer = server.guest("Eve").browser.post(f"{here}/again", data={"again": "now"})
    assert answer.status_code == 403
    assert not over.next_table


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_end_names_the_winner_and_marks_who_looks(
    server: Server, over: Table, ada: Guest
) -> None:
    page = flat(ada.browser.get(f"/t/{over.record.id}").text)
    winner = over.record.ranking.index(1)
    points = over.record.scores[winner]
    said = "You win" if winner == 0 else f"{over.names[winner]} wins"
    assert f"{said} with {points} point" in page
    assert page.count('class="bar"') == 3
    assert page.count(" you") >= 1
    assert "Look at the board" in page
    watcher = server.browser().get(f"/t/{over.record.id}").text
    assert f"{over.names[winner]} wins with {points} point" in watcher
    assert "What brought you most" not in watcher
    assert "Ask for another game" not in watcher


def test_before_the_end_there_is_no_result(table: Table, ada: Guest) -> None:
    assert '<dialog id="ending" class="ending none"' in flat(
        ada.browser.get(f"/t/{table.record.id}").text
    )


def test_a_turn_goes_until_somebody_else_acts() -> None:
    def event(number: int, actor: int, points: int = 0, scorer: int = 0) -> LoggedEvent:
        args: Args = {"seat": scorer, "points": points, "card": "silk"}
        return LoggedEvent(number, actor, Event("withdrew", args))

    told = [
        event(0, 0, 3),
        event(1, -1),
        event(2, 0, 4),
        event(3, 1, 9, 1),
        event(4, 0, 5),
        event(5, 1),
        event(6, 0, 2),
        event(6, 0, 30, 1),
    ]
    assert [[one.number for one in turn] for turn in turns_of(told, 0)] == [[0, 1, 2], [4], [6, 6]]
    words = words_of(GAME, "en", ("Ada", "Bob"))
    gains = best_gains(told, 0, words)
    assert [one.points for one in gains] == [7, 5, 2]
    assert [one.words.count("Ada") for one in gains] == [2, 1, 1], "all that it was, not one part"
    assert best_gains(told, -1, words) == []


def test_how_well_a_bot_plays_stands_at_its_seat(server: Server, ada: Guest) -> None:
    for key in ("bali", GAME):
        count = game(key).players[0]
        place = ada.open_table(key, ["me", "bot-novice", *["bot-random"] * (count - 2)])
        page = flat(ada.browser.get(f"/t/{place}").text)
        assert 'Sari<small class="level">novice</small>' in page
