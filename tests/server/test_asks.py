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
from tests.server.harness import (
    AT_ONCE,
    Guest,
    Server,
    choices,
    deciding,
    running,
    stay_as_they_are,
)
from tests.server.test_pacing import Calls

from dalang.engine.api import WATCHER, Event, Position
from dalang.engine.rng import Rng
from dalang.engine.session import is_choice
from dalang.engine.spec import GameSpec
from dalang.registry import all_games
from dalang.server.errors import Shown
from dalang.server.notifications.notices import Notifier
from dalang.server.notifications.public_http import PublicHttpClient
from dalang.server.notifications.push import Pusher
from dalang.server.storage import AsyncStore, Seat, queries
from dalang.server.tables.pacing import Pacer
from dalang.server.tables.table import Table
from dalang.server.tables.thinking_time import Pause, ThinkingTime

NAMES = ("Ada", "Bob", "Cleo", "Dan")
# Those in which only hidden cards show how many answers there are.
GAMES = [
    key
    for key, spec in all_games().items()
    if type(spec.blank()).asks_anyway is not Position.asks_anyway
]
OTHER_TWINS = 500  # deals to try


@dataclass
class Trial:
    """A game between people, and somebody who watches."""

    server: Server
    table: Table
    guests: list[Guest]
    watcher: Guest

    @property
    def table_id(self) -> str:
        return self.table.record.id

    def others(self) -> list[tuple[int, Guest]]:
        """Everybody but the one who is waited for."""
        seats = [
            (seat, guest) for seat, guest in enumerate(self.guests) if seat != self.table.actor
        ]
        return [*seats, (WATCHER, self.watcher)]


def new_trial(server: Server, key: str, pace: str = "none", clock: str = "none") -> Trial:
    guests = [server.guest(name) for name in NAMES[: all_games()[key].usual_players]]
    table = guests[0].open_table(key, ["me"] + ["open"] * (len(guests) - 1), pace=pace, clock=clock)
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(table, seat)
    stay_as_they_are(server.find(table))
    return Trial(server, server.find(table), guests, server.guest("Zoe"))


def play_until_excused(server: Server, table: Table, seed: int = 1) -> Seat:
    """Random moves until somebody has only one answer and nobody may know it."""
    rng = Random(seed)

    async def play() -> None:
        while table.waiting.excused is None:
            assert await table.play(table.actor, rng.choice(choices(table)), table.count)

    server.run(play)
    seat = table.waiting.excused
    assert seat
    assert is_choice(table.session.position)
    return seat


async def until_after(table: Table, number: int) -> None:
    while table.count <= number:
        await table.audience.wait_newer(table.version)


# --- nobody else can tell -----------------------------------------------------------------


def heard(guest: Guest, table: str) -> dict[str, str]:
    """What somebody is shown and told."""
    said = {"page": guest.browser.get(f"/t/{table}").text, "home": guest.browser.get("/").text}
    with guest.socket(table) as live:
        said["socket"] = json.dumps(live.hear())
    for name in ("", "/view", "/legal", "/events"):
        said[f"api{name}"] = guest.program.get(f"/api/tables/{table}{name}").text
    return said


def twins(table: Table, viewer: int) -> tuple[Position, Position] | None:
    """Two deals a viewer cannot tell apart: who is waited for has one answer, or that and more.

    None if the viewer knows enough to tell.  Nor does the answer itself show which it was: a die
    that is paid is seen by everybody.
    """
    spec, truth, rng = table.spec, table.session.position, Rng(7)
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
    table = trial.table
    while True:
        seat = play_until_excused(trial.server, table)
        found = {viewer: twins(table, viewer) for viewer, _ in trial.others()[-2:]}
        both = {viewer: pair for viewer, pair in found.items() if pair}
        if len(both) == len(found):
            return both
        assert trial.server.run(table.answer, seat.seat, table.count)


def shown_by(spec: GameSpec, position: Position, answer: int, viewer: int) -> str:
    """What a viewer sees after an answer that shows something hidden; "" if it does not."""
    after, events = position.clone(), list[Event]()
    after.apply(answer, events)
    shows = any(event.reveals for event in events)
    return spec.observe(after, viewer).to_text() if shows else ""


@contextmanager
def dealt(table: Table, deal: Position) -> Generator[None]:
    """Another deal behind the server's back."""
    game_log = table.game_log
    table.game_log = game_log.copy()
    table.game_log.session.position = deal
    table.audience.wake()
    try:
        yield
    finally:
        table.game_log = game_log
        table.audience.wake()


def told_before_and_after(trial: Trial, guest: Guest, deal: Position, text: str) -> dict[str, str]:
    """What somebody hears while the answer is waited for, and once it is given."""
    with dealt(trial.table, deal):
        waiting = heard(guest, trial.table_id)
        trial.table.game_log.play(trial.table.actor, text)
        trial.table.audience.wake()
        after = heard(guest, trial.table_id)
    assert waiting != after
    return waiting | {f"{where}, after": what for where, what in after.items()}


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_asked_and_declined_looks_like_not_asked(server: Server, key: str) -> None:
    """Events, pages, lists, what is waited for and until when: the same to everybody else."""
    trial = new_trial(server, key, pace="week")
    deals = play_until_nobody_knows(trial)
    text = choices(trial.table)[0]
    for viewer, guest in trial.others()[-2:]:
        only, free = deals[viewer]
        not_asked = told_before_and_after(trial, guest, only, text)
        declined = told_before_and_after(trial, guest, free, text)
        for where, what in declined.items():
            assert not_asked[where] == what, f"viewer {viewer}: {where}"
        name = trial.table.names[trial.table.actor]
        assert f"{name} is thinking" in not_asked["page"]
        assert f"Waiting for {name}" in not_asked["home"]
        assert json.loads(not_asked["api"])["due"]


@pytest.mark.slow
def test_a_clock_does_not_tell_who_is_asked(server: Server) -> None:
    """It runs for the one who is waited for, and what it has cost is the same."""
    trial = new_trial(server, "bali", clock="600+10")
    deals = play_until_nobody_knows(trial)
    text = choices(trial.table)[0]
    viewer, guest = trial.others()[-1]
    told = [told_before_and_after(trial, guest, deal, text) for deal in deals[viewer]]
    only, free = [
        {where: re.sub(r'"now": \d+', "", what) for where, what in one.items()} for one in told
    ]
    assert only == free
    assert "data-due=" in only["page"]
    assert json.loads(only["api"])["due"]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_who_has_one_answer_is_offered_nothing_and_not_called(server: Server, key: str) -> None:
    trial = new_trial(server, key, pace="week")
    free = play_until_nobody_knows(trial)[WATCHER][1]
    guest, seat = deciding(trial.table, trial.guests), trial.table.waiting.excused
    page, home = (guest.browser.get(path).text for path in (f"/t/{trial.table_id}", "/"))
    assert "There is nothing for you to decide" in page
    assert 'name="move"' not in page
    assert "<title>●" not in page
    assert re.search('id="favicon" href="/static/icon.svg', page)
    assert "Goes on by itself" in home
    assert "Your turn" not in home
    with guest.socket(trial.table_id) as live:
        assert live.hear()["mine"] is False
    why = guest.browser.get(f"/t/{trial.table_id}/why", params={"action": choices(trial.table)[0]})
    assert why.json()["sentence"].startswith("There is nothing for you")
    assert guest.program.get(f"/api/tables/{trial.table_id}/legal").json()["legal"] == []
    assert trial.table.waiting.called is None
    with dealt(trial.table, free):
        page, home = (guest.browser.get(path).text for path in (f"/t/{trial.table_id}", "/"))
        assert 'name="move"' in page
        assert "<title>●" in page
        assert re.search('id="favicon" href="/static/icon-now.svg', page)
        assert "Your turn" in home
        assert trial.table.waiting.called == seat


# --- the server answers -------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_person_is_only_asked_what_has_several_answers(tmp_path: Path, key: str) -> None:
    """And nobody else has to do anything for it: the game continues."""
    with running(tmp_path, thinking_time=AT_ONCE) as server:
        trial, rng = new_trial(server, key), Random(5)
        table, decisions = trial.table, 0

        async def play() -> int:
            nonlocal decisions
            while table.record.status == "running" and decisions < 60:
                version = table.version
                if seat := table.waiting.called:
                    assert len(choices(table)) > 1
                    assert await table.play(seat.seat, rng.choice(choices(table)), table.count)
                    decisions += 1
                else:
                    assert table.waiting.excused
                    await table.audience.wait_newer(version)
            return sum(1 for step in table.session.log if step.actor >= 0)

        assert server.run(play) > decisions


def test_a_server_that_was_away_answers_later(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        trial = new_trial(server, "bali")
        seat, number = play_until_excused(server, trial.table), trial.table.count
        answer = choices(trial.table)[0]
    with running(tmp_path, thinking_time=AT_ONCE) as server:
        table = server.find(trial.table_id)
        server.run(until_after, table, number)
        entry = server.read(queries.entries, trial.table_id)[number]
        assert (entry.actor, entry.text) == (seat.seat, answer)


def test_a_table_where_the_house_will_answer_is_not_forgotten(server: Server) -> None:
    trial = new_trial(server, "bali")
    play_until_excused(server, trial.table)
    server.tidy()
    assert trial.table_id in server.tables.tables_in_memory


def test_a_bot_may_take_over_meanwhile(server: Server) -> None:
    """Somebody leaves during the pause: the bot gives the answer."""
    trial = new_trial(server, "bali")
    seat, number = play_until_excused(server, trial.table), trial.table.count
    guest = deciding(trial.table, trial.guests)
    guest.browser.post(f"/t/{trial.table_id}/bot/{seat.seat}")
    server.run(until_after, trial.table, number)
    assert trial.table.session.log


def play_until_no_more(server: Server, table: Table) -> Seat:
    """In Web of Power, until somebody has placed a piece and has no card for a second one."""
    seed = 0
    while True:
        seat = play_until_excused(server, table, seed)
        if table.session.position.question().key == "ask_more" and table.can_undo(seat.seat):
            return seat
        assert server.run(table.answer, seat.seat, table.count)
        seed += 1


def test_what_was_placed_can_be_taken_back_during_the_pause(server: Server) -> None:
    trial = new_trial(server, "web_of_power")
    table, seat = trial.table, play_until_no_more(server, trial.table)
    page = deciding(table, trial.guests).browser.get(f"/t/{trial.table_id}").text
    assert 'name="undo"' in page
    assert server.run(table.undo, seat.seat, table.count)
    assert table.waiting.called == seat
    assert table.session.position.question().key == "ask_place"


def test_an_answer_given_by_the_house_is_taken_back_like_any_other(server: Server) -> None:
    """Back to the same question, as if it had been asked: otherwise the others would know."""
    table = new_trial(server, "web_of_power").table
    seat = play_until_no_more(server, table)
    before = table.session.position.to_text()
    assert server.run(table.answer, seat.seat, table.count)
    assert server.run(table.undo, seat.seat, table.count)
    assert table.session.position.to_text() == before
    assert table.waiting.excused == seat
    assert server.run(table.undo, seat.seat, table.count)
    assert table.waiting.called == seat


@pytest.mark.slow
def test_a_card_that_was_shown_is_not_taken_back_and_the_page_says_why(server: Server) -> None:
    """TM 3.4, in every language, and in what programs are told."""
    trial = new_trial(server, "taj_mahal")
    table, number = trial.table, trial.table.count
    guest, seat = deciding(table, trial.guests), table.actor
    card = next(text for text in choices(table) if text.startswith("play"))
    assert guest.play(trial.table_id, card, number) == 200
    assert table.actor == seat
    for language, words in (
        ("en", "What others have seen cannot be taken back."),
        ("nl", "Wat anderen hebben gezien, kan niet worden teruggenomen."),
        ("de", "Was andere gesehen haben, kann nicht zurückgenommen werden."),
    ):
        guest.browser.post("/settings", data={"language": language, "back": "/"})
        page = guest.browser.get(f"/t/{trial.table_id}").text
        assert words in page
        assert 'name="undo"' not in page
    with pytest.raises(Shown):
        server.run(table.undo, seat, table.count)
    assert not server.run(table.undo, seat, number)  # what was clicked before the card was seen
    for other in trial.guests:
        if other is not guest:
            assert "cannot be taken back" not in other.browser.get(f"/t/{trial.table_id}").text


def test_the_house_answers_nothing_that_is_over(server: Server) -> None:
    table = new_trial(server, "bali").table
    seat, number = play_until_excused(server, table), table.count
    assert not server.run(table.answer, seat.seat, number - 1)
    assert not server.run(table.answer, (seat.seat + 1) % 4, number)
    assert server.run(table.answer, seat.seat, number)
    assert not server.run(table.answer, seat.seat, number)


# --- games over days ----------------------------------------------------------------------


def test_nobody_is_reminded_of_what_is_not_asked(server: Server) -> None:
    trial = new_trial(server, "bali", pace="day")
    seat, calls = play_until_excused(server, trial.table), Calls()
    due = trial.table.due()
    assert due
    for moment in (trial.table.since, due):
        server.run(Pacer(server.tables, calls).look, moment)
    assert calls.heard == []
    assert trial.table.record.seats[seat.seat].kind == "person"


def test_nobody_is_told_of_what_is_not_asked(server: Server) -> None:
    """Neither by a browser's push service nor by a webhook."""
    trial = new_trial(server, "bali")
    free, table = play_until_nobody_knows(trial)[WATCHER][1], trial.table
    seat = table.waiting.asked
    assert seat

    async def told() -> list[str]:
        here = server.site.notifier
        notifier = Recorded(server.tables.store, here.http_client, here.pusher, calm=0.0)
        notifier.turn(table)
        await asyncio.sleep(0.02)
        assert not notifier.told
        with dealt(table, free):
            notifier.turn(table)
            while not notifier.told:
                await asyncio.sleep(0.01)
        return notifier.told

    assert server.run(told) == [seat.name]


class Recorded(Notifier):
    """Remembers whom it would tell."""

    def __init__(
        self, store: AsyncStore, http_client: PublicHttpClient, pusher: Pusher, calm: float
    ) -> None:
        super().__init__(store, http_client, pusher, calm)
        self.told: list[str] = []

    async def tell_once(self, table: Table, person: str, number: int) -> None:
        self.told.append(table.name_of(person))


# --- how long it takes --------------------------------------------------------------------


def test_pauses_are_spread_like_those_of_people() -> None:
    thinking_time = ThinkingTime(chance=Random(1))
    drawn = [thinking_time.at_the_table() for _ in range(2000)]
    assert min(drawn) >= thinking_time.least
    assert max(drawn) <= thinking_time.most
    assert abs(median(drawn) - thinking_time.middle) < 0.2
    assert len(set(drawn)) > 1500
    day = 24 * 3600.0
    drawn = [thinking_time.over_days(day) for _ in range(2000)]
    assert 0.9 < median(drawn) / (day / 48) < 1.1
    assert max(drawn) <= day / 8
    assert 0.9 <= min(thinking_time.of_bot(1.0) for _ in range(100)) < 1.2


def test_a_pause_has_nothing_to_do_with_what_is_held(server: Server) -> None:
    """The same randomness gives the same pause with any cards."""
    table = new_trial(server, "bali").table
    seat = play_until_excused(server, table)
    hours = ThinkingTime(middle=1e6, least=1e5, most=1e7)

    def pause(deal: Position) -> float:
        with dealt(table, deal):
            assert table.waiting.excused == seat
            return Pause(table, seat, replace(hours, chance=Random(3))).left(table, seat)

    async def both() -> tuple[float, float]:
        rng, view = Rng(1), table.spec.observe(table.session.position, WATCHER)
        deals = [table.spec.imagine(view, rng) for _ in range(OTHER_TWINS)]
        only = [deal for deal in deals if len(deal.legal_actions()) == 1]
        assert only[0].to_text() != only[1].to_text()
        return pause(only[0]), pause(only[1])

    first, second = server.run(both)
    assert abs(first - second) < 1000  # seconds between the two calls


def test_who_comes_to_a_slow_table_does_not_wait_for_hours(server: Server) -> None:
    trial = new_trial(server, "bali", pace="week")
    seat = play_until_excused(server, trial.table)
    guest, thinking_time = deciding(trial.table, trial.guests), ThinkingTime()
    rest = Pause(trial.table, seat, thinking_time)
    assert rest.left(trial.table, seat) > 600
    with guest.socket(trial.table_id) as live:
        live.hear()
        assert trial.table.audience.is_present(guest.person.id)
        assert rest.left(trial.table, seat) <= thinking_time.most


def test_who_plays_against_bots_only_need_not_wait(server: Server) -> None:
    ada = server.guest("Ada")
    table = server.find(ada.open_table("bali", ["me"] + ["bot-random"] * 3))

    async def play() -> None:
        while table.waiting.excused is None:
            version = table.version
            if seat := table.waiting.called:
                await table.play(seat.seat, choices(table)[0], table.count)
            else:
                await table.audience.wait_newer(version)

    server.run(play)
    seat = table.waiting.excused
    assert seat
    thinking_time = ThinkingTime()
    assert Pause(table, seat, thinking_time).left(table, seat) <= thinking_time.alone


class Counted(Random):
    """Counts what is drawn."""

    drawn = 0

    def uniform(self, a: float, b: float) -> float:
        self.drawn += 1
        return super().uniform(a, b)


@pytest.mark.slow
def test_a_bot_pauses_for_every_answer_alike(tmp_path: Path) -> None:
    """Whether it has a choice or not: one pause for each, drawn before it is asked."""
    chance = Counted(1)
    with running(tmp_path, thinking_time=replace(AT_ONCE, chance=chance)) as server:
        ada = server.guest("Ada")
        table = server.find(ada.open_table("bali", ["me"] + ["bot-random"] * 3))

        async def play() -> int:
            rng = Random(2)
            while table.record.status == "running" and table.count < 200:
                version = table.version
                if seat := table.waiting.called:
                    await table.play(seat.seat, rng.choice(choices(table)), table.count)
                else:
                    await table.audience.wait_newer(version)
            position, answers = table.spec.start(4), 0
            for step in table.session.log:
                answers += step.actor > 0 and is_choice(position)
                position.apply(position.parse_action(step.text))
            return answers

        answers = server.run(play)
    assert answers > 20
    assert chance.drawn >= answers


# --- one screen for several people --------------------------------------------------------


@pytest.mark.slow
def test_at_a_shared_screen_it_is_handed_over_whatever_somebody_holds(server: Server) -> None:
    """Only the person already in front of it is not asked."""
    ada = server.guest("Ada")
    table = server.find(ada.open_table("bali", ["me", "hot", "hot", "hot"]))
    rng, handed, stayed = Random(4), 0, 0

    async def step() -> None:
        assert await table.play(table.actor, rng.choice(choices(table)), table.count)

    for _ in range(120):
        if len(choices(table)) == 1:
            last = next(one.actor for one in reversed(table.session.log) if one.actor >= 0)
            assert table.waiting.excuses(table.actor) == (last == table.actor)
            handed += last != table.actor
            stayed += last == table.actor
            if handed == 1 and last != table.actor:
                assert 'name="move"' in ada.browser.get(f"/t/{table.record.id}").text
        server.run(step)
    assert handed
    assert stayed
