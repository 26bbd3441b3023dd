"""A question with one answer is not asked; and nobody else can tell that it was not."""

import asyncio
import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median

import pytest
from tests.server.harness import AT_ONCE, Guest, Server, choices, deciding, running
from tests.server.test_pacing import Calls

from dalang.engine.api import WATCHER, Event, Position
from dalang.engine.rng import Rng
from dalang.engine.session import is_choice
from dalang.engine.spec import GameSpec
from dalang.registry import all_games
from dalang.server.notifications.notices import Kind, Notifier
from dalang.server.notifications.public_http import PublicHttpClient
from dalang.server.notifications.push import Pusher
from dalang.server.storage import AsyncStore, Seat
from dalang.server.tables.pacing import Pacer
from dalang.server.tables.table import Table
from dalang.server.tables.thinking_time import Pause, ThinkingTime

NAMES = ("Ada", "Bob", "Cleo", "Dan")
GAMES = list(all_games())
OTHER_TWINS = 500  # deals to try


@dataclass
class Trial:
    """A game between people, and somebody who watches."""

    server: Server
    room: Table
    guests: list[Guest]
    watcher: Guest

    @property
    def table(self) -> str:
        return self.room.record.id

    def others(self) -> list[tuple[int, Guest]]:
        """Everybody but the one who is waited for."""
        seats = [(seat, guest) for seat, guest in enumerate(self.guests) if seat != self.room.actor]
        return [*seats, (WATCHER, self.watcher)]


def new_trial(server: Server, key: str, pace: str = "none") -> Trial:
    guests = [server.guest(name) for name in NAMES[: all_games()[key].usual_players]]
    table = guests[0].open_table(key, ["me"] + ["open"] * (len(guests) - 1), pace=pace)
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(table, seat)
    return Trial(server, server.room(table), guests, server.guest("Zoe"))


def play_until_excused(server: Server, room: Table, seed: int = 1) -> Seat:
    """Random moves until somebody has only one answer and nobody may know it."""
    rng = Random(seed)

    async def play() -> None:
        while room.excused() is None:
            assert await room.play(room.actor, rng.choice(choices(room)), room.count)

    server.run(play)
    seat = room.excused()
    assert seat
    assert is_choice(room.session.position)
    return seat


async def until_after(room: Table, number: int) -> None:
    while room.count <= number:
        await room.wait_newer(room.version)


# --- nobody else can tell -----------------------------------------------------------------


def heard(guest: Guest, table: str) -> dict[str, str]:
    """What somebody is shown and told."""
    said = {"page": guest.browser.get(f"/t/{table}").text, "home": guest.browser.get("/").text}
    with guest.socket(table) as live:
        said["socket"] = json.dumps(live.hear())
    for name in ("", "/view", "/legal", "/events"):
        said[f"api{name}"] = guest.program.get(f"/api/tables/{table}{name}").text
    return said


def twins(room: Table, viewer: int) -> tuple[Position, Position] | None:
    """Two deals a viewer cannot tell apart: who is waited for has one answer, or that and more.

    None if the viewer knows enough to tell.  Nor does the answer itself show which it was: a die
    that is paid is seen by everybody.
    """
    spec, truth, rng = room.spec, room.session.position, Rng(7)
    answer, view = truth.legal_actions()[0], spec.observe(truth, viewer)
    shown = shown_by(spec, truth, answer, viewer)
    only: Position | None = None
    free: Position | None = None
    for _ in range(OTHER_TWINS):
        deal = spec.imagine(view, rng)
        legal = deal.legal_actions()
        if answer not in legal or shown_by(spec, deal, answer, viewer) != shown:
            continue
        if len(legal) == 1:
            only = deal
        else:
            free = deal
        if only and free:
            return only, free
    return None


def play_until_nobody_knows(trial: Trial) -> dict[int, tuple[Position, Position]]:
    """Until somebody has one answer and neither a watcher nor another player could know it."""
    room = trial.room
    while True:
        seat = play_until_excused(trial.server, room)
        found = {viewer: twins(room, viewer) for viewer, _ in trial.others()[-2:]}
        both = {viewer: pair for viewer, pair in found.items() if pair}
        if len(both) == len(found):
            return both
        assert trial.server.run(room.answer, seat.seat, room.count)


def shown_by(spec: GameSpec, position: Position, answer: int, viewer: int) -> str:
    """What a viewer sees after an answer that shows something hidden; "" if it does not."""
    after, events = position.clone(), list[Event]()
    after.apply(answer, events)
    shows = any(event.reveals for event in events)
    return spec.observe(after, viewer).to_text() if shows else ""


@contextmanager
def dealt(room: Table, deal: Position) -> Generator[None]:
    """Another deal behind the server's back."""
    course = room.course
    room.course = course.copy()
    room.course.session.position = deal
    room.changed()
    try:
        yield
    finally:
        room.course = course
        room.changed()


def told_before_and_after(trial: Trial, guest: Guest, deal: Position, text: str) -> dict[str, str]:
    """What somebody hears while the answer is waited for, and once it is given."""
    with dealt(trial.room, deal):
        waiting = heard(guest, trial.table)
        trial.room.course.play(trial.room.actor, text)
        trial.room.changed()
        after = heard(guest, trial.table)
    assert waiting != after
    return waiting | {f"{where}, after": what for where, what in after.items()}


@pytest.mark.parametrize("key", GAMES)
def test_asked_and_declined_looks_like_not_asked(server: Server, key: str) -> None:
    """Events, pages, lists, what is waited for and until when: all the same to everybody else."""
    trial = new_trial(server, key, pace="week")
    deals = play_until_nobody_knows(trial)
    text = choices(trial.room)[0]
    for viewer, guest in trial.others()[-2:]:
        only, free = deals[viewer]
        not_asked = told_before_and_after(trial, guest, only, text)
        declined = told_before_and_after(trial, guest, free, text)
        for where, what in declined.items():
            assert not_asked[where] == what, f"viewer {viewer}: {where}"
        name = trial.room.names[trial.room.actor]
        assert f"{name} is thinking" in not_asked["page"]
        assert f"Waiting for {name}" in not_asked["home"]
        assert json.loads(not_asked["api"])["due"]


@pytest.mark.parametrize("key", GAMES)
def test_who_has_one_answer_is_offered_nothing_and_not_called(server: Server, key: str) -> None:
    trial = new_trial(server, key, pace="week")
    free = play_until_nobody_knows(trial)[WATCHER][1]
    guest, seat = deciding(trial.room, trial.guests), trial.room.excused()
    page, home = (guest.browser.get(path).text for path in (f"/t/{trial.table}", "/"))
    assert "There is nothing for you to decide" in page
    assert 'name="move"' not in page
    assert "<title>●" not in page
    assert re.search('id="favicon" href="/static/icon.svg', page)
    assert "Goes on by itself" in home
    assert "Your turn" not in home
    with guest.socket(trial.table) as live:
        assert live.hear()["mine"] is False
    why = guest.browser.get(f"/t/{trial.table}/why", params={"action": choices(trial.room)[0]})
    assert why.json()["sentence"].startswith("There is nothing for you")
    assert guest.program.get(f"/api/tables/{trial.table}/legal").json()["legal"] == []
    assert trial.room.called() is None
    with dealt(trial.room, free):
        page, home = (guest.browser.get(path).text for path in (f"/t/{trial.table}", "/"))
        assert 'name="move"' in page
        assert "<title>●" in page
        assert re.search('id="favicon" href="/static/icon-now.svg', page)
        assert "Your turn" in home
        assert trial.room.called() == seat


# --- the house answers --------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_person_is_only_asked_what_has_several_answers(tmp_path: Path, key: str) -> None:
    """And nobody else has to do anything for it: the game goes on."""
    with running(tmp_path, pauses=AT_ONCE) as server:
        trial, rng = new_trial(server, key), Random(5)
        room, decisions = trial.room, 0

        async def play() -> int:
            nonlocal decisions
            while room.record.status == "running" and decisions < 60:
                version = room.version
                if seat := room.called():
                    assert len(choices(room)) > 1
                    assert await room.play(seat.seat, rng.choice(choices(room)), room.count)
                    decisions += 1
                else:
                    assert room.excused()
                    await room.wait_newer(version)
            return sum(1 for step in room.session.log if step.actor >= 0)

        assert server.run(play) > decisions


def test_a_server_that_was_away_answers_later(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        trial = new_trial(server, "bali")
        seat, number = play_until_excused(server, trial.room), trial.room.count
        answer = choices(trial.room)[0]
    with running(tmp_path, pauses=AT_ONCE) as server:
        room = server.room(trial.table)
        server.run(until_after, room, number)
        entry = server.run(server.house.store.entries, trial.table)[number]
        assert (entry.actor, entry.text) == (seat.seat, answer)


def test_a_table_where_the_house_will_answer_is_not_forgotten(server: Server) -> None:
    trial = new_trial(server, "bali")
    play_until_excused(server, trial.room)
    server.tidy()
    assert trial.table in server.house.tables_in_memory


def test_a_bot_may_take_over_meanwhile(server: Server) -> None:
    """Somebody leaves during the pause: the bot gives the answer."""
    trial = new_trial(server, "bali")
    seat, number = play_until_excused(server, trial.room), trial.room.count
    guest = deciding(trial.room, trial.guests)
    guest.browser.post(f"/t/{trial.table}/bot/{seat.seat}")
    server.run(until_after, trial.room, number)
    assert trial.room.session.log


def play_until_nothing_to_add(server: Server, room: Table) -> Seat:
    """In Taj Mahal, until somebody has played a colour card and has nothing to add to it."""
    seed = 0
    while True:
        seat = play_until_excused(server, room, seed)
        if room.session.position.question().key == "ask_add" and room.can_undo(seat.seat):
            return seat
        assert server.run(room.answer, seat.seat, room.count)
        seed += 1


def test_what_was_played_can_be_taken_back_during_the_pause(server: Server) -> None:
    trial = new_trial(server, "taj_mahal")
    room, seat = trial.room, play_until_nothing_to_add(server, trial.room)
    page = deciding(room, trial.guests).browser.get(f"/t/{trial.table}").text
    assert 'name="undo"' in page
    assert server.run(room.undo, seat.seat, room.count)
    assert room.called() == seat
    assert room.session.position.question().key == "ask_turn"


def test_an_answer_given_by_the_house_is_taken_back_like_any_other(server: Server) -> None:
    """Back to the same question, as if it had been asked: otherwise the others would know."""
    room = new_trial(server, "taj_mahal").room
    seat = play_until_nothing_to_add(server, room)
    before = room.session.position.to_text()
    assert server.run(room.answer, seat.seat, room.count)
    assert server.run(room.undo, seat.seat, room.count)
    assert room.session.position.to_text() == before
    assert room.excused() == seat
    assert server.run(room.undo, seat.seat, room.count)
    assert room.called() == seat


def test_the_house_answers_nothing_that_is_over(server: Server) -> None:
    room = new_trial(server, "bali").room
    seat, number = play_until_excused(server, room), room.count
    assert not server.run(room.answer, seat.seat, number - 1)
    assert not server.run(room.answer, (seat.seat + 1) % 4, number)
    assert server.run(room.answer, seat.seat, number)
    assert not server.run(room.answer, seat.seat, number)


# --- games over days ----------------------------------------------------------------------


def test_nobody_is_reminded_of_what_is_not_asked(server: Server) -> None:
    trial = new_trial(server, "bali", pace="day")
    seat, calls = play_until_excused(server, trial.room), Calls()
    due = trial.room.due()
    assert due
    for moment in (trial.room.since, due):
        server.run(Pacer(server.house, calls).look, moment)
    assert calls.heard == []
    assert trial.room.record.seats[seat.seat].kind == "person"


def test_nobody_is_told_of_what_is_not_asked(server: Server) -> None:
    """Neither by a browser's push service nor by a webhook."""
    trial = new_trial(server, "bali")
    free, room = play_until_nobody_knows(trial)[WATCHER][1], trial.room
    seat = room.asked()
    assert seat

    async def told() -> list[str]:
        here = server.site.notifier
        notifier = Recorded(server.house.store, here.courier, here.pusher, calm=0.0)
        notifier.turn(room)
        await asyncio.sleep(0.02)
        assert not notifier.told
        with dealt(room, free):
            notifier.turn(room)
            while not notifier.told:
                await asyncio.sleep(0.01)
        return notifier.told

    assert server.run(told) == [seat.name]


class Recorded(Notifier):
    """Remembers whom it would tell."""

    def __init__(
        self, store: AsyncStore, courier: PublicHttpClient, pusher: Pusher, calm: float
    ) -> None:
        super().__init__(store, courier, pusher, calm)
        self.told: list[str] = []

    def call(self, room: Table, seat: Seat, kind: Kind) -> None:
        self.told.append(seat.name)


# --- how long it takes --------------------------------------------------------------------


def test_pauses_are_spread_like_those_of_people() -> None:
    pauses = ThinkingTime(chance=Random(1))
    drawn = [pauses.at_the_table() for _ in range(2000)]
    assert min(drawn) >= pauses.least
    assert max(drawn) <= pauses.most
    assert abs(median(drawn) - pauses.middle) < 0.2
    assert len(set(drawn)) > 1500
    day = 24 * 3600.0
    drawn = [pauses.over_days(day) for _ in range(2000)]
    assert 0.9 < median(drawn) / (day / 48) < 1.1
    assert max(drawn) <= day / 8
    assert 0.9 <= min(pauses.of_bot(1.0) for _ in range(100)) < 1.2


def test_a_pause_has_nothing_to_do_with_what_is_held(server: Server) -> None:
    """The same randomness gives the same pause, whatever the cards are."""
    room = new_trial(server, "bali").room
    seat = play_until_excused(server, room)
    hours = ThinkingTime(middle=1e6, least=1e5, most=1e7)

    def pause(deal: Position) -> float:
        with dealt(room, deal):
            assert room.excused() == seat
            return Pause(room, seat, replace(hours, chance=Random(3))).left(room, seat)

    async def both() -> tuple[float, float]:
        rng, view = Rng(1), room.spec.observe(room.session.position, WATCHER)
        deals = [room.spec.imagine(view, rng) for _ in range(OTHER_TWINS)]
        only = [deal for deal in deals if len(deal.legal_actions()) == 1]
        assert only[0].to_text() != only[1].to_text()
        return pause(only[0]), pause(only[1])

    first, second = server.run(both)
    assert abs(first - second) < 1000  # seconds between the two calls


def test_who_comes_to_a_slow_table_does_not_wait_for_hours(server: Server) -> None:
    trial = new_trial(server, "bali", pace="week")
    seat = play_until_excused(server, trial.room)
    guest, pauses = deciding(trial.room, trial.guests), ThinkingTime()
    rest = Pause(trial.room, seat, pauses)
    assert rest.left(trial.room, seat) > 600
    with guest.socket(trial.table) as live:
        live.hear()
        assert trial.room.is_present(guest.person.id)
        assert rest.left(trial.room, seat) <= pauses.most


def test_who_plays_against_bots_only_need_not_wait(server: Server) -> None:
    ada = server.guest("Ada")
    room = server.room(ada.open_table("bali", ["me"] + ["bot-random"] * 3))

    async def play() -> None:
        while room.excused() is None:
            version = room.version
            if seat := room.called():
                await room.play(seat.seat, choices(room)[0], room.count)
            else:
                await room.wait_newer(version)

    server.run(play)
    seat = room.excused()
    assert seat
    pauses = ThinkingTime()
    assert Pause(room, seat, pauses).left(room, seat) <= pauses.alone


class Counted(Random):
    """Counts what is drawn."""

    drawn = 0

    def uniform(self, a: float, b: float) -> float:
        self.drawn += 1
        return super().uniform(a, b)


def test_a_bot_pauses_for_every_answer_alike(tmp_path: Path) -> None:
    """Whether it has a choice or not: one pause for each, drawn before it is asked."""
    chance = Counted(1)
    with running(tmp_path, pauses=replace(AT_ONCE, chance=chance)) as server:
        ada = server.guest("Ada")
        room = server.room(ada.open_table("bali", ["me"] + ["bot-random"] * 3))

        async def play() -> int:
            rng = Random(2)
            while room.record.status == "running" and room.count < 200:
                version = room.version
                if seat := room.called():
                    await room.play(seat.seat, rng.choice(choices(room)), room.count)
                else:
                    await room.wait_newer(version)
            position, answers = room.spec.start(4), 0
            for step in room.session.log:
                answers += step.actor > 0 and is_choice(position)
                position.apply(position.parse_action(step.text))
            return answers

        answers = server.run(play)
    assert answers > 20
    assert chance.drawn >= answers


# --- one screen for several people --------------------------------------------------------


def test_at_a_shared_screen_it_is_handed_over_whatever_somebody_holds(server: Server) -> None:
    """Only who sits before it already is left in peace."""
    ada = server.guest("Ada")
    room = server.room(ada.open_table("bali", ["me", "hot", "hot", "hot"]))
    rng, handed, stayed = Random(4), 0, 0

    async def step() -> None:
        assert await room.play(room.actor, rng.choice(choices(room)), room.count)

    for _ in range(120):
        if len(choices(room)) == 1:
            last = next(one.actor for one in reversed(room.session.log) if one.actor >= 0)
            assert room.excuses(room.actor) == (last == room.actor)
            handed += last != room.actor
            stayed += last == room.actor
            if handed == 1 and last != room.actor:
                assert 'name="move"' in ada.browser.get(f"/t/{room.record.id}").text
        server.run(step)
    assert handed
    assert stayed
