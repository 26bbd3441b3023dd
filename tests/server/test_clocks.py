"""Live games with a clock: who runs out of time is replaced for good; nobody else pays for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, update
from starlette.websockets import WebSocketDisconnect
from tests.server.harness import (
    AT_ONCE,
    Guest,
    Server,
    choices,
    deciding,
    flat,
    replace_query,
    running,
)
from tests.server.test_asks import new_trial as with_hands
from tests.server.test_asks import play_until_excused

from dalang.server.storage import Entry, NotStored, StorageError, now, queries
from dalang.server.storage.models import EntryRow
from dalang.server.tables.clocks import CLOCKS, FIRST, LATE, MOST_LAG
from dalang.server.tables.pacing import Pacer
from dalang.server.tables.table import Table

GAME = "taj_mahal"
HOUR = 3600.0


@dataclass
class Trial:
    """A live game between two people and a bot that never moves by itself."""

    server: Server
    guests: Sequence[Guest]
    table_id: str

    @property
    def table(self) -> Table:
        return self.server.find(self.table_id)

    @property
    def asked(self) -> Guest:
        return deciding(self.table, self.guests)

    def move(self) -> int:
        """The seat that is asked decides; which it is."""
        table, seat = self.table, self.table.actor
        assert self.asked.play(self.table_id, choices(table)[0], table.count) == 200
        return seat

    def move_for_a_while(self) -> int:
        """Until somebody has done what can be taken back; their seat."""
        while not self.table.can_undo(seat := self.move()):
            while self.table.record.seats[self.table.actor].name == "Cleo":
                table = self.table
                self.server.run(table.play, table.actor, choices(table)[0], table.count)
        return seat

    def wait(self, seconds: float) -> None:
        """As if so much time had gone by; what waits for it is woken."""

        table = self.table

        async def later() -> None:
            table.asked_at -= seconds
            table.audience.stir()

        self.server.run(later)

    def run_out(self) -> int:
        """The time of the seat that is asked runs out; which it is."""
        table, seat = self.table, self.table.actor

        async def until_replaced() -> None:
            left = table.seconds_left()
            assert left is not None
            table.asked_at -= left + MOST_LAG / 1000 + 0.01
            table.audience.stir()
            while not table.record.seats[seat].late or not table.notices:
                await table.audience.wait_newer(table.version)

        self.server.run(until_replaced)
        return seat


def new_trial(server: Server, clock: str = "600+10", rated: bool = False) -> Trial:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    if rated:
        form = {"game": GAME, "players": "3", "pace": clock, "rated": "1", "seat-0": "me"}
        form |= {"seat-1": "open", "seat-2": "bot"}
        table = ada.browser.post("/new", data=form).headers["location"].removeprefix("/t/")
    else:
        table = ada.open_table(GAME, ["me", "open", "open"], clock=clock)
        server.guest("Cleo").sit(table, 2)
    bob.sit(table, 1)
    found = server.find(table)
    everybody = [ada, bob]
    while not any(guest.person.id == found.record.seats[found.actor].person for guest in everybody):
        server.run(found.play, found.actor, choices(found)[0], found.count)
    return Trial(server, everybody, table)


@pytest.fixture
def trial(server: Server) -> Trial:
    return new_trial(server)


# --- opening ------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", ["-5", "1", "600+-1", "9999999", "1e9", "600+99999", "ten"])
def test_a_clock_that_makes_no_sense_is_refused(server: Server, clock: str) -> None:
    wish = {"game": GAME, "seats": ["me", "open", "open"], "clock": clock}
    answer = server.guest("Ada").program.post("/api/tables", json=wish)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("A clock ")


@pytest.mark.parametrize("clock", [600, None, {"game": 600}, ["600+10"]])
def test_a_clock_is_a_text(server: Server, clock: object) -> None:
    wish = {"game": GAME, "seats": ["me", "open", "open"], "clock": clock}
    answer = server.guest("Ada").program.post("/api/tables", json=wish)
    assert answer.status_code == 422
    assert "clock" in answer.json()["error"]


def test_a_table_has_a_pace_or_a_clock(server: Server) -> None:
    wish = {"game": GAME, "seats": ["me", "open", "open"], "clock": "60", "pace": "day"}
    answer = server.guest("Ada").program.post("/api/tables", json=wish)
    assert answer.json()["error"] == "A table has a pace or a clock, not both."


def test_a_page_offers_clocks_and_no_others(server: Server) -> None:
    ada = server.guest("Ada")
    page = flat(ada.browser.get("/new").text)
    assert 'value="600+10"><span>10 min + 10 s per turn</span>' in page
    assert 'value="60"><span>1 min per decision</span>' in page
    form = {"game": GAME, "players": "3", "seat-0": "me", "seat-1": "open"}
    for clock in CLOCKS:
        place = ada.browser.post("/new", data={**form, "pace": clock}).headers["location"]
        assert server.find(place.removeprefix("/t/")).record.clock == clock
    assert ada.browser.post("/new", data={**form, "pace": "601+10"}).status_code == 400


def test_the_waiting_page_and_the_lobby_name_the_clock(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob", "de")
    table = ada.open_table(GAME, ["me", "open", "open"], clock="600+10")
    assert "Clock: 10 min + 10 s per turn." in ada.browser.get(f"/t/{table}").text
    assert "Uhr: 10 min + 10 s pro Zug." in bob.browser.get(f"/t/{table}").text
    assert "10 min + 10 s pro Zug" in bob.browser.get("/").text


def test_strangers_who_want_the_same_clock_meet(server: Server) -> None:
    wish = {"game": GAME, "players": "3", "spread": "any", "wait": "never"}
    found = [
        server.guest(name).browser.post("/find", data={**wish, "pace": pace}).headers["location"]
        for name, pace in (("Ada", "600+10"), ("Bob", "300+5"), ("Cleo", "600+10"))
    ]
    assert found[0] == found[2] != found[1]
    assert server.find(found[0].removeprefix("/t/")).record.clock == "600+10"


def test_a_tournament_can_have_a_clock(server: Server) -> None:
    ada = server.guest("Ada")
    form = {"title": "Blitz", "game": GAME, "format": "swiss", "seats": "3", "rounds": "1"}
    form |= {"pace": "300+5", "most": "8", "starts": "host"}
    place = ada.browser.post("/tournaments/new", data=form).headers["location"]
    assert "Clock: 5 min + 5 s per turn." in ada.browser.get(place).text
    for name in ("Ada", "Bob", "Cleo"):
        (ada if name == "Ada" else server.guest(name)).browser.post(f"{place}/enter")
    ada.browser.post(f"{place}/begin")
    (record,) = server.read(queries.tables, "running")
    assert (record.clock, record.pace) == ("300+5", 0)


# --- running ------------------------------------------------------------------------------


def test_everybody_is_shown_what_everybody_has_left(trial: Trial) -> None:
    table = trial.table
    for guest in (*trial.guests, trial.server.guest("Zoe")):
        page = guest.browser.get(f"/t/{trial.table_id}").text
        assert len(re.findall(r'role="timer"', page)) == 3
        assert len(re.findall(r"data-due=", page)) == 2, "at the seat, and beside the question"
        api = guest.program.get(f"/api/tables/{trial.table_id}").json()
        assert api["clock"] == "600+10"
        assert len(api["left"]) == 3
        due = table.due()
        assert due
        assert api["due"] == due.isoformat(timespec="seconds")


def test_a_decision_costs_its_time_and_the_other_turns_bring_some(trial: Trial) -> None:
    clock, seat = trial.table.clock, trial.table.actor
    assert clock
    before = clock.left(seat)
    trial.wait(FIRST / 1000 + 100)
    assert trial.move() == seat
    after = trial.table.clock
    assert after
    spent = before - after.left(seat)
    assert 100_000 - MOST_LAG <= spent < 400_000
    assert [one.spent for one in log(trial) if one.actor == seat][-1] == spent


def log(trial: Trial) -> list[Entry]:
    return trial.server.read(queries.entries, trial.table_id)


def test_what_the_network_took_is_given_back_but_not_more(trial: Trial) -> None:
    """A page that says late that it has the question gains no more than the bound."""
    trial.wait(FIRST / 1000)
    trial.move()
    while trial.table.actor not in (0, 1):
        table = trial.table
        trial.server.run(table.play, table.actor, choices(table)[0], table.count)
    guest, table = trial.asked, trial.table
    trial.wait(FIRST / 1000 + 10)  # the question is sent that much later
    with guest.socket(trial.table_id) as live:
        assert live.hear()["timed"] is True
        live.ask(got=table.count)
        live.ask(got=table.count + 5)
        live.ask(got=-1)
        trial.wait(10)
        seat, left = table.actor, table.clock.left(table.actor) if table.clock else 0
        live.ask(move=choices(table)[0], number=table.count)
        live.hear()
    assert table.clock
    assert left - table.clock.left(seat) >= 20_000 - MOST_LAG


def test_frames_about_the_clock_are_checked(trial: Trial) -> None:
    with trial.asked.socket(trial.table_id) as live:
        live.hear()
        live.ask(got="now")
        with pytest.raises(WebSocketDisconnect):
            live.hear()


# --- when it is over ----------------------------------------------------------------------


def test_then_a_bot_plays_for_good_and_everybody_is_told(trial: Trial) -> None:
    guest, table = trial.asked, trial.table
    seat = trial.run_out()
    sits = table.record.seats[seat]
    assert (sits.kind, sits.person) == ("bot", guest.person.id)
    assert sits.late
    assert sits.resigned
    assert [(one.key, one.seat) for one in table.notices] == [("lost_on_time", seat)]
    page = guest.browser.get(f"/t/{trial.table_id}").text
    assert "Your time has run out. A bot plays on for you." in page
    assert f"{guest.person.name} is out of time. A bot plays on." in page
    assert "out of time, now a bot: club player</small>" in page
    guest.browser.post(f"/t/{trial.table_id}/back")
    assert trial.table.record.seats[seat].kind == "bot"


@pytest.mark.slow
def test_the_game_counts_as_abandoned(server: Server) -> None:
    trial = new_trial(server, "300+5", rated=True)
    loser = trial.asked
    trial.run_out()
    table = trial.table

    async def play_on() -> None:
        while table.record.status == "running":
            version = table.version
            if seat := table.waiting.asked:
                await table.play(seat.seat, choices(table)[-1], table.count)
            else:
                await table.audience.wait_newer(version)

    server.run(play_on)
    (result,) = server.read(queries.results_of, loser.person.id)
    assert result.abandoned
    assert result.place == 3
    assert result.rating is not None
    other = next(guest for guest in trial.guests if guest is not loser)
    (stayed,) = server.read(queries.results_of, other.person.id)
    assert not stayed.abandoned
    assert stayed.rating is not None
    assert stayed.rating.mu > result.rating.mu


def test_a_move_in_time_is_quicker_than_the_clock(trial: Trial) -> None:
    """Of two at the same moment, what was stored first counts; also through another process."""
    table, seat = trial.table, trial.table.record.seats[trial.table.actor]
    number = table.count
    trial.move()
    with pytest.raises(NotStored):
        trial.server.write(queries.set_seat, trial.table_id, seat, seat, number)


def test_nobody_is_replaced_earlier(trial: Trial) -> None:
    """The minutes after which others may give a seat to a bot are for tables without a clock."""
    trial.wait(400)
    other = next(guest for guest in trial.guests if guest is not trial.asked)
    answer = other.browser.post(f"/t/{trial.table_id}/bot/{trial.table.actor}")
    assert answer.status_code == 403
    assert trial.table.record.seats[trial.table.actor].kind == "person"


def test_no_time_runs_for_a_bot(server: Server) -> None:
    ada = server.guest("Ada")
    table = server.find(ada.open_table(GAME, ["me", "bot-random", "bot-random"], clock="60"))

    async def until_asked() -> None:
        while table.waiting.asked is None:
            await table.audience.wait_newer(table.version)

    server.run(until_asked)
    assert all(one.spent == 0 for one in server.read(queries.entries, table.record.id))


def test_whoever_has_one_answer_never_runs_out_of_time(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = with_hands(server, "bali", clock="60").table
        seat = play_until_excused(server, table)
        number = table.count

        async def until_answered() -> None:
            table.asked_at -= 60 + FIRST / 1000
            table.audience.stir()
            while table.count == number:
                await table.audience.wait_newer(table.version)

        server.run(until_answered)
        assert not table.record.seats[seat.seat].late


# --- taking back --------------------------------------------------------------------------


def test_taking_back_costs_time_and_brings_none(trial: Trial) -> None:
    table, seat = trial.table, trial.move_for_a_while()
    guest = next(one for one in trial.guests if table.seat_of(one.person.id) == seat)
    assert table.clock
    others = [table.clock.left(one) for one in range(3) if one != seat]
    left = table.clock.left(seat)
    trial.wait(50)
    answer = guest.program.post(f"/api/tables/{trial.table_id}/undo", json={"number": table.count})
    assert answer.json()["undone"], answer.text
    assert left - 100_000 < table.clock.left(seat) <= left - 50_000
    assert [table.clock.left(one) for one in range(3) if one != seat] == others


def test_nobody_takes_back_without_time(server: Server) -> None:
    trial = new_trial(server, "60")
    table, seat = trial.table, trial.move_for_a_while()
    guest = next(one for one in trial.guests if table.seat_of(one.person.id) == seat)
    table.asked_at -= 61
    answer = guest.program.post(f"/api/tables/{trial.table_id}/undo", json={"number": table.count})
    assert answer.status_code == 422
    assert answer.json()["error"] == "You have no time left to take this back."


# --- restarts -----------------------------------------------------------------------------


def test_what_is_left_outlives_a_restart_and_the_time_away_costs_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        trial = new_trial(server)
        trial.wait(FIRST / 1000 + 100)
        trial.move()
        before = trial.table.clock

        def long_ago(db: Connection, table: str) -> None:
            mine = EntryRow.table_id == table
            db.execute(update(EntryRow).where(mine).values(at=now() - timedelta(hours=1)))

        server.write(long_ago, trial.table_id)
    with running(tmp_path) as server:
        found = server.find(trial.table_id)
        assert found.clock == before
        assert found.clock
        left = found.seconds_left()
        assert left is not None
        assert left > 400
        assert not any(seat.late for seat in found.record.seats)


def test_a_restart_wakes_the_clocks(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table_id = new_trial(server).table_id
    with running(tmp_path) as server:
        server.run(Pacer(server.tables, lambda table, seat, what: None).wake)
        assert table_id in server.tables.tables_in_memory
        server.tidy()
        assert table_id in server.tables.tables_in_memory, "its time is running"


def test_who_could_not_play_has_not_lost(trial: Trial) -> None:
    """If it is noticed late, nobody was watching: the decision has its time again."""
    table = trial.table
    number = table.version

    async def until_resumed() -> None:
        left = table.seconds_left()
        assert left is not None
        table.asked_at -= left + (MOST_LAG + LATE) / 1000 + HOUR
        table.audience.stir()
        while table.version == number:
            await table.audience.wait_newer(number)

    trial.server.run(until_resumed)
    assert not any(seat.late for seat in table.record.seats)
    left = table.seconds_left()
    assert left is not None
    assert left > 400
    assert trial.server.read(queries.table, trial.table_id).clock_from  # type: ignore[union-attr]


def test_what_could_not_be_stored_costs_nothing(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = trial.table, trial.table.actor

    async def fail(*args: object) -> None:
        raise StorageError("The disk is full.")

    trial.wait(FIRST / 1000 + 200)
    with monkeypatch.context() as patches:
        replace_query(patches, table.store, queries.append, fail)
        answer = {"action": choices(table)[0], "number": table.count}
        path = f"/api/tables/{trial.table_id}/play"
        assert trial.asked.program.post(path, json=answer).status_code == 503
    before = table.clock
    assert before
    trial.move()
    assert table.clock
    assert table.clock.left(seat) == before.left(seat)


def test_a_decision_made_beforehand_costs_nothing(tmp_path: Path) -> None:
    with running(tmp_path, thinking_time=AT_ONCE) as server:
        trial = new_trial(server)
        table, seat = trial.table, trial.table.actor
        trial.wait(FIRST / 1000 + 100)
        before = table.clock
        text, number = choices(table)[0], table.count

        async def play() -> bool:
            return await table.play(seat, text, number, beforehand=True)

        assert server.run(play)
        assert before
        assert table.clock
        assert table.clock.left(seat) == before.left(seat)
