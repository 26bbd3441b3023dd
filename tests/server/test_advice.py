"""Hints at the table: who may ask, what is answered, and how much may be asked."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.harness import (
    AT_ONCE,
    NO_LIMITS,
    Guest,
    OwnAdviceWorkers,
    Server,
    choices,
    running,
)

from dalang.bots.advice import Advice
from dalang.engine.api import View
from dalang.server.tables.bot_workers import AdviceWorkers, BotFailed
from dalang.server.tables.table import Table

ALONE = ("me", "bot-random", "bot-random")
GAME = "taj_mahal"
BEST = re.compile(r'name="move" value="([^"]+)" data-best="([123])"')


def ask(guest: Guest, room: Table, **headers: str) -> int:
    """The status of the answer."""
    form = {"number": str(room.count)}
    answer = guest.browser.post(f"/t/{room.record.id}/advice", data=form, headers=headers)
    return answer.status_code


def alone(server: Server) -> tuple[Guest, Table]:
    """Somebody who is to decide at a table with bots."""
    ada = server.guest("Ada")
    room = server.room(ada.open_table(GAME, ALONE))
    server.run(until_asked, room)
    return ada, room


async def until_asked(room: Table) -> None:
    async with asyncio.timeout(60):
        while room.called() is None:
            await room.wait_newer(room.version)


def page_of(guest: Guest, room: Table) -> str:
    return guest.browser.get(f"/t/{room.record.id}").text


@pytest.mark.parametrize(
    ("seats", "wish", "allowed"),
    [
        (ALONE, None, True),
        (("me", "open", "bot-random"), None, False),
        (("me", "friend", "bot-random"), None, False),
        (("me", "hot", "bot-random"), None, False),
        (ALONE, False, False),
        (("me", "open", "bot-random"), True, True),
    ],
)
def test_hints_are_for_those_who_play_alone_unless_somebody_says_so(
    tmp_path: Path, seats: tuple[str, ...], wish: bool | None, allowed: bool
) -> None:
    with running(tmp_path, pace=3600.0) as server:
        ada = server.guest("Ada")
        table = ada.open_table(GAME, seats, advice=wish)
        assert server.room(table).record.advice == allowed
        assert ("may ask for a hint" in page_of(server.guest("Eve"), server.room(table))) == allowed
    with running(tmp_path, pace=3600.0) as server:
        assert server.room(table).record.advice == allowed


@pytest.mark.parametrize(("word", "allowed"), [("alone", True), ("yes", True), ("no", False)])
def test_the_form_of_a_new_table_asks(tmp_path: Path, word: str, allowed: bool) -> None:
    with running(tmp_path, pace=3600.0) as server:
        ada = server.guest("Ada")
        form = {"game": GAME, "players": "3", "advice": word}
        form |= {f"seat-{number}": seat for number, seat in enumerate(ALONE)}
        answer = ada.browser.post("/new", data=form)
        table = answer.headers["location"].removeprefix("/t/")
        assert server.room(table).record.advice == allowed
        assert ada.browser.post("/new", data=form | {"advice": "maybe"}).status_code == 400


def test_the_best_actions_stand_in_the_page_and_are_marked_wherever_they_can_be_chosen(
    tmp_path: Path,
) -> None:
    with running(tmp_path, pauses=AT_ONCE) as server:
        ada, room = alone(server)
        assert "data-best" not in page_of(ada, room)
        assert ask(ada, room) == 303
        page, advice = page_of(ada, room), room.advised(room.actor)
        assert 1 <= len(advice) <= 3
        assert set(BEST.findall(page)) == {
            (one.text, str(rank)) for rank, one in enumerate(advice, 1)
        }
        assert page.count(f'value="{advice[0].text}" data-best="1"') >= 2  # the hint and its choice
        assert {one.text for one in advice} <= set(choices(room))
        assert 'name="advice"' not in page
        assert "data-best" not in page_of(server.guest("Eve"), room)
        server.run(room.play, room.actor, advice[0].text, room.count)
        server.run(until_asked, room)
        assert "data-best" not in page_of(ada, room)


def test_hints_speak_every_language(tmp_path: Path) -> None:
    with running(tmp_path, pauses=AT_ONCE) as server:
        ada, room = alone(server)
        ask(ada, room)
        for language, words in (("nl", "kans op winst"), ("de", "Siegchance")):
            ada.browser.headers["accept-language"] = language
            assert words in page_of(ada, room)


def test_nobody_else_is_advised(tmp_path: Path) -> None:
    with running(tmp_path, pauses=AT_ONCE) as server:
        ada, room = alone(server)
        assert ask(server.guest("Eve"), room) == 403
        several = server.room(ada.open_table(GAME, ["me", "hot", "hot"], advice=True))
        assert ask(ada, several) == 403
        assert 'name="advice"' not in page_of(ada, several)
        forbidden = server.room(ada.open_table(GAME, ALONE, advice=False))
        server.run(until_asked, forbidden)
        assert ask(ada, forbidden) == 403
        assert 'name="advice"' not in page_of(ada, forbidden)


def test_an_old_page_gets_no_hint(tmp_path: Path) -> None:
    with running(tmp_path, pauses=AT_ONCE) as server:
        ada, room = alone(server)
        answer = ada.browser.post(f"/t/{room.record.id}/advice", data={"number": "0"})
        assert answer.status_code == 303
        assert room.advised(room.actor) == ()


# --- how much -------------------------------------------------------------------------------


class Stuck(OwnAdviceWorkers):
    """They think until they may answer."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()
        self.asked = 0

    async def hint(self, key: str, view: View) -> list[Advice]:
        self.asked += 1
        await self.may_answer.wait()
        return await super().hint(key, view)


def test_one_question_at_a_time_and_not_too_many_of_all_people(tmp_path: Path) -> None:
    stuck = Stuck()
    limits = replace(NO_LIMITS, waiting=2)
    with running(tmp_path, limits, advisers=stuck, pauses=AT_ONCE) as server:
        people = [alone(server) for _ in range(3)]

        async def all_ask() -> list[object]:
            adviser = server.site.adviser
            first = [
                asyncio.create_task(adviser.advise(room, one.person.id, room.count))
                for one, room in people[:2]
            ]
            while stuck.asked < 2:
                await asyncio.sleep(0)
            more = [adviser.advise(room, one.person.id, room.count) for one, room in people]
            refused = await asyncio.gather(*more, return_exceptions=True)
            stuck.may_answer.set()
            await asyncio.gather(*first)
            return list(refused)

        refused = server.run(all_ask)
        assert [type(one).__name__ for one in refused] == ["TooBusy"] * 3
        assert [len(room.advised(room.actor)) > 0 for _, room in people] == [True, True, False]


def test_who_asks_too_often_is_told_so(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, hints=1e-9, hint_burst=1.0)
    with running(tmp_path, limits, pauses=AT_ONCE) as server:
        ada, room = alone(server)
        assert ask(ada, room) == 303
        assert ask(ada, room) == 303  # the hint is there already
        room.hints.clear()
        assert ask(ada, room) == 429
        form, headers = {"number": str(room.count)}, {"accept": "application/json"}
        answer = ada.browser.post(f"/t/{room.record.id}/advice", data=form, headers=headers)
        assert answer.status_code == 429
        assert "busy" in answer.json()["trouble"]


class Failing(OwnAdviceWorkers):
    """They never know."""

    async def hint(self, key: str, view: View) -> list[Advice]:
        raise BotFailed("out of memory")


def test_an_adviser_that_fails_is_excused(tmp_path: Path) -> None:
    with running(tmp_path, advisers=Failing(), pauses=AT_ONCE) as server:
        ada, room = alone(server)
        assert ask(ada, room) == 429
        assert ask(ada, room, accept="application/json") == 429
        assert (
            "found no answer"
            in ada.browser.post(
                f"/t/{room.record.id}/advice", data={"number": str(room.count)}
            ).text
        )


@pytest.mark.slow
def test_workers_of_their_own_answer(tmp_path: Path) -> None:
    with running(tmp_path, advisers=AdviceWorkers(), pauses=AT_ONCE) as server:
        ada, room = alone(server)
        assert ask(ada, room, accept="application/json") == 200
        advice = room.advised(room.actor)
        assert {one.text for one in advice} <= set(choices(room))
        assert advice
