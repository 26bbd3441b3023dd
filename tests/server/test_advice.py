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
from dalang.bots.motives import HintReason, in_words
from dalang.engine.api import View
from dalang.engine.words import Words
from dalang.server.tables.bot_workers import AdviceWorkers
from dalang.server.tables.table import Table
from dalang.server.tables.workers import BotFailed

ALONE = ("me", "bot-random", "bot-random")
GAME = "taj_mahal"
BEST = re.compile(r'name="move" value="([^"]+)" data-best="([123])"')


def ask(guest: Guest, table: Table, **headers: str) -> int:
    """The status of the answer."""
    form = {"number": str(table.count)}
    answer = guest.browser.post(f"/t/{table.record.id}/advice", data=form, headers=headers)
    return answer.status_code


def alone(server: Server) -> tuple[Guest, Table]:
    """Somebody who is to decide at a table with bots."""
    ada = server.guest("Ada")
    table = server.find(ada.open_table(GAME, ALONE))
    server.run(until_asked, table)
    return ada, table


async def until_asked(table: Table) -> None:
    async with asyncio.timeout(60):
        while table.waiting.called is None:
            await table.audience.wait_newer(table.version)


def page_of(guest: Guest, table: Table) -> str:
    return guest.browser.get(f"/t/{table.record.id}").text


@pytest.mark.slow
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
        assert server.find(table).record.advice == allowed
        assert ("can ask for a hint" in page_of(server.guest("Eve"), server.find(table))) == allowed
    with running(tmp_path, pace=3600.0) as server:
        assert server.find(table).record.advice == allowed


@pytest.mark.parametrize(("word", "allowed"), [("alone", True), ("yes", True), ("no", False)])
def test_the_form_of_a_new_table_asks(tmp_path: Path, word: str, allowed: bool) -> None:
    with running(tmp_path, pace=3600.0) as server:
        ada = server.guest("Ada")
        form = {"game": GAME, "players": "3", "advice": word}
        form |= {f"seat-{number}": seat for number, seat in enumerate(ALONE)}
        answer = ada.browser.post("/new", data=form)
        table = answer.headers["location"].removeprefix("/t/")
        assert server.find(table).record.advice == allowed
        assert ada.browser.post("/new", data=form | {"advice": "maybe"}).status_code == 400


def test_the_best_actions_stand_in_the_page_and_are_marked_wherever_they_can_be_chosen(
    tmp_path: Path,
) -> None:
    with running(tmp_path, thinking_time=AT_ONCE) as server:
        ada, table = alone(server)
        assert "data-best" not in page_of(ada, table)
        assert ask(ada, table) == 303
        page, advice = page_of(ada, table), table.advised(table.actor)
        assert 1 <= len(advice) <= 3
        assert set(BEST.findall(page)) == {
            (one.text, str(rank)) for rank, one in enumerate(advice, 1)
        }
        assert page.count(f'value="{advice[0].text}" data-best="1"') >= 2  # the hint and its choice
        assert {one.text for one in advice} <= set(choices(table))
        assert 'name="advice"' not in page
        assert "data-best" not in page_of(server.guest("Eve"), table)
        server.run(table.play, table.actor, advice[0].text, table.count)
        server.run(until_asked, table)
        assert "data-best" not in page_of(ada, table)


def test_hints_speak_every_language(tmp_path: Path) -> None:
    with running(tmp_path, thinking_time=AT_ONCE) as server:
        ada, table = alone(server)
        ask(ada, table)
        for language, words in (("nl", "kans op winst"), ("de", "Siegchance")):
            ada.browser.headers["accept-language"] = language
            assert words in page_of(ada, table)


class Reasoned(OwnAdviceWorkers):
    """They always have the same reason."""

    async def hint(self, key: str, view: View) -> list[Advice]:
        action = int(view.legal_actions()[0])
        text = view.known.action_text(action)
        return [Advice(action, text, 0.5, 1.5, 10, HintReason("hand", 2.4))]


@pytest.mark.parametrize(
    ("language", "why"), [("en", "Why: "), ("nl", "Waarom: "), ("de", "Warum: ")]
)
def test_a_hint_says_why(tmp_path: Path, language: str, why: str) -> None:
    with running(tmp_path, advice_workers=Reasoned(), thinking_time=AT_ONCE) as server:
        ada, table = alone(server)
        ask(ada, table)
        ada.browser.headers["accept-language"] = language
        (advice,) = table.advised(table.actor)
        assert advice.reason
        told = in_words(advice.reason, Words(table.spec.vocabulary, language))
        assert " 2 " in told
        assert f'<span class="reason">{why}{told}.</span>' in page_of(ada, table)


def test_nobody_else_is_advised(tmp_path: Path) -> None:
    with running(tmp_path, thinking_time=AT_ONCE) as server:
        ada, table = alone(server)
        assert ask(server.guest("Eve"), table) == 403
        several = server.find(ada.open_table(GAME, ["me", "hot", "hot"], advice=True))
        assert ask(ada, several) == 403
        assert 'name="advice"' not in page_of(ada, several)
        forbidden = server.find(ada.open_table(GAME, ALONE, advice=False))
        server.run(until_asked, forbidden)
        assert ask(ada, forbidden) == 403
        assert 'name="advice"' not in page_of(ada, forbidden)


def test_an_old_page_gets_no_hint(tmp_path: Path) -> None:
    with running(tmp_path, thinking_time=AT_ONCE) as server:
        ada, table = alone(server)
        answer = ada.browser.post(f"/t/{table.record.id}/advice", data={"number": "0"})
        assert answer.status_code == 303
        assert table.advised(table.actor) == ()


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


@pytest.mark.slow
def test_one_question_at_a_time_and_not_too_many_of_all_people(tmp_path: Path) -> None:
    stuck = Stuck()
    limits = replace(NO_LIMITS, waiting=2)
    with running(tmp_path, limits, advice_workers=stuck, thinking_time=AT_ONCE) as server:
        people = [alone(server) for _ in range(3)]

        async def all_ask() -> list[object]:
            adviser = server.site.adviser
            first = [
                asyncio.create_task(adviser.advise(table, one.person.id, table.count))
                for one, table in people[:2]
            ]
            while stuck.asked < 2:
                await asyncio.sleep(0)
            more = [adviser.advise(table, one.person.id, table.count) for one, table in people]
            refused = await asyncio.gather(*more, return_exceptions=True)
            stuck.may_answer.set()
            await asyncio.gather(*first)
            return list(refused)

        refused = server.run(all_ask)
        assert [type(one).__name__ for one in refused] == ["TooBusy"] * 3
        assert [len(table.advised(table.actor)) > 0 for _, table in people] == [True, True, False]


@pytest.mark.slow
def test_who_asks_too_often_is_told_so(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, hints=1e-9, hint_burst=1.0)
    with running(tmp_path, limits, thinking_time=AT_ONCE) as server:
        ada, table = alone(server)
        assert ask(ada, table) == 303
        assert ask(ada, table) == 303  # the hint is there already
        table.hints.clear()
        assert ask(ada, table) == 429
        form, headers = {"number": str(table.count)}, {"accept": "application/json"}
        answer = ada.browser.post(f"/t/{table.record.id}/advice", data=form, headers=headers)
        assert answer.status_code == 429
        assert "busy" in answer.json()["trouble"]


class Failing(OwnAdviceWorkers):
    """They never know."""

    async def hint(self, key: str, view: View) -> list[Advice]:
        raise BotFailed("out of memory")


def test_an_adviser_that_fails_is_excused(tmp_path: Path) -> None:
    with running(tmp_path, advice_workers=Failing(), thinking_time=AT_ONCE) as server:
        ada, table = alone(server)
        assert ask(ada, table) == 429
        assert ask(ada, table, accept="application/json") == 429
        assert (
            "found no answer"
            in ada.browser.post(
                f"/t/{table.record.id}/advice", data={"number": str(table.count)}
            ).text
        )


@pytest.mark.slow
def test_workers_of_their_own_answer(tmp_path: Path) -> None:
    with running(tmp_path, advice_workers=AdviceWorkers(), thinking_time=AT_ONCE) as server:
        ada, table = alone(server)
        assert ask(ada, table, accept="application/json") == 200
        advice = table.advised(table.actor)
        assert {one.text for one in advice} <= set(choices(table))
        assert advice
