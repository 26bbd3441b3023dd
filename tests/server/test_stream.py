"""The API's stream of events, tables without pauses, and the page that explains the API."""

import asyncio
import json
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, Server, choices, play_to_the_end, running

from dalang.server.storage import queries
from dalang.server.tables.thinking_time import ThinkingTime
from dalang.server.web.openapi import DESCRIPTION
from dalang.server.web.routes.api import lines

GAME = "cards_and_karma"


def all_lines(guest: Guest, table: str, since: int = 0) -> list[dict[str, Any]]:
    """The stream of a game that is over, to its end."""
    answer = guest.program.get(f"/api/tables/{table}/stream", params={"since": since})
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["content-encoding"] == "identity"  # nobody holds lines back to pack them
    return [json.loads(line) for line in answer.text.splitlines() if line]


@pytest.mark.slow
def test_a_stream_tells_what_polling_tells(server: Server) -> None:
    ada, bo = server.guest("Ada"), server.guest("Bo")
    table_id = ada.open_table(GAME, ["me", "open"])
    bo.sit(table_id, 1)
    table = server.find(table_id)
    play_to_the_end(server, table)
    for guest in (ada, bo):
        polled = guest.program.get(f"/api/tables/{table_id}/events").json()["events"]
        told = all_lines(guest, table_id)
        assert [line["event"] for line in told if line["type"] == "event"] == polled
        assert told[-1]["type"] == "state"
        assert told[-1]["status"] == "finished"
        assert "legal" not in told[-1]
    later = all_lines(ada, table_id, since=20)
    assert min(line["number"] for line in later) == 20


def test_a_stream_goes_on_while_the_game_does_and_says_who_is_asked(server: Server) -> None:
    ada, bo = server.guest("Ada"), server.guest("Bo")
    table_id = ada.open_table(GAME, ["me", "open"])
    bo.sit(table_id, 1)
    table = server.find(table_id)
    asked = (ada, bo)[table.actor]
    heard: list[dict[str, Any]] = []

    async def follow() -> None:
        """As the server sends it: a state, a move, news of it."""
        stream: Any = lines(table, asked.person.id, table.count, "en")
        heard.append(json.loads(await anext(stream)))
        await table.play(table.actor, heard[0]["legal"][0]["action"], heard[0]["number"])
        heard.append(json.loads(await anext(stream)))
        await stream.aclose()

    server.run(follow)
    assert heard[0]["type"] == "state"
    assert heard[0]["legal"]
    assert heard[1]["type"] == "event"
    assert heard[1]["number"] == heard[0]["number"]


async def until_state(stream: AsyncGenerator[bytes]) -> list[dict[str, Any]]:
    """The lines of a stream about one moment."""
    told = [json.loads(await anext(stream))]
    while told[-1]["type"] != "state":
        told.append(json.loads(await anext(stream)))
    return told


def test_a_stream_at_a_server_that_is_behind_repeats_nothing(server: Server) -> None:
    """Another server has told more than this one knows yet."""
    ada = server.guest("Ada")
    table = server.find(ada.open_table(GAME, ["me", "hot"]))
    before, since = table.count, table.count + 1
    told: list[dict[str, Any]] = []

    async def follow() -> None:
        stream = lines(table, ada.person.id, since, "en")
        while table.count <= since + 6:
            told.extend(await until_state(stream))
            await table.play(table.actor, choices(table)[0], table.count)
        told.extend(await until_state(stream))
        await stream.aclose()

    server.run(follow)
    assert told[0] | {"legal": []} == told[0] | {"type": "state", "number": before, "legal": []}
    numbers = [line["number"] for line in told if line["type"] == "event"]
    assert numbers
    assert min(numbers) >= since


@pytest.mark.slow
def test_a_stream_says_what_was_taken_back(server: Server) -> None:
    ada = server.guest("Ada")
    table = server.find(ada.open_table("taj_mahal", ["me", "hot", "hot"]))

    async def follow() -> None:
        stream = lines(table, ada.person.id, 0, "en")
        await until_state(stream)
        seat = number = -1
        while not table.can_undo(seat):
            seat, number = table.actor, table.count
            await table.play(seat, choices(table)[-1], number)
        played = await until_state(stream)
        assert played[-2]["number"] == number
        assert await table.undo(seat, table.count)
        undone = await until_state(stream)
        assert [(line["type"], line["number"]) for line in undone] == [
            ("undone", number),
            ("state", table.count),
        ]
        await stream.aclose()

    server.run(follow)


@pytest.mark.slow
def test_a_slow_reader_misses_nothing(server: Server) -> None:
    """The game is played to its end while somebody takes the first line."""
    ada, bo = server.guest("Ada"), server.guest("Bo")
    table = server.find(ada.open_table(GAME, ["me", "open"]))
    stream = lines(table, ada.person.id, 0, "en")
    first = json.loads(server.run(stream.__anext__))
    bo.sit(table.record.id, 1)
    play_to_the_end(server, table)

    async def rest() -> list[dict[str, Any]]:
        return [first, *[json.loads(line) async for line in stream]]

    told = server.run(rest)
    polled = ada.program.get(f"/api/tables/{table.record.id}/events").json()["events"]
    assert [line["event"] for line in told if line["type"] == "event"] == polled
    assert told[-1]["status"] == "finished"
    assert any("Bo" in event["words"] for event in polled)


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_stream_ends_with_the_token(server: Server, everywhere: bool) -> None:
    ada = server.guest("Ada")
    table = ada.open_table(GAME, ["me", "open"])
    token = server.read(queries.tokens, ada.person.id)[0].id
    path = "/me/sign-out-everywhere" if everywhere else f"/me/token/{token}"
    with ThreadPoolExecutor(1) as reader:
        reading = reader.submit(all_lines, ada, table)
        while not server.site.streams.count:
            server.run(asyncio.sleep, 0)
        assert ada.browser.post(path).status_code == 303
        told = reading.result(timeout=120)
    assert [line["type"] for line in told] == ["state"]
    assert not server.site.streams.count


def test_a_table_without_pauses_is_for_one_and_bots(server: Server) -> None:
    ada = server.guest("Ada")
    wish: dict[str, object] = {"game": GAME, "seats": ["me", "open"], "pauses": False}
    refused = ada.program.post("/api/tables", json=wish)
    assert refused.status_code == 422
    assert "all the others are bots" in refused.json()["error"]


def test_without_pauses_bots_answer_at_once(tmp_path: Path) -> None:
    hours = 10_000.0  # of a pause, if there were one
    with running(tmp_path, pace=hours, thinking_time=ThinkingTime()) as server:
        ada = server.guest("Ada")
        wish = {"game": GAME, "seats": ["me", "bot-random"], "pauses": False}
        table = server.find(ada.program.post("/api/tables", json=wish).json()["id"])

        async def until_answered_twice() -> None:
            async with asyncio.timeout(120):
                while sum(step.actor == 1 for step in table.session.log) < 2:
                    if table.actor == 0 and choices(table):
                        await table.play(0, choices(table)[0], table.count)
                    else:
                        await table.audience.wait_newer(table.version)

        server.run(until_answered_twice)


def test_the_api_is_explained_in_the_browser(server: Server) -> None:
    page = server.browser().get("/api")
    assert page.status_code == 200
    for path in DESCRIPTION["paths"]:
        assert path in page.text
    for name in DESCRIPTION["components"]["schemas"]:
        assert f'id="{name}"' in page.text


@pytest.mark.parametrize("query", ["since=x", "language=xx"])
def test_what_is_asked_wrongly_is_told_before_the_stream_begins(server: Server, query: str) -> None:
    ada = server.guest("Ada")
    table = ada.open_table(GAME, ["me", "open"])
    assert ada.program.get(f"/api/tables/{table}/stream?{query}").status_code == 422
