"""The JSON API for bots and tools; openapi.py describes it.

A personal token (`Authorization: Bearer …`) says who is asking.  Everything comes from the view of
that person's seat; without a seat, from the view of a spectator.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dalang.bots import LEVELS
from dalang.engine.errors import DalangError, IllegalAction
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE, Words
from dalang.registry import all_games, game
from dalang.server.errors import NotYourSeat, explain, status_of
from dalang.server.people.identity import bearer_token
from dalang.server.storage import Person, Status, StorageError, queries
from dalang.server.tables.seats import pace_from_word, pace_word, seat_from_word
from dalang.server.tables.table import Table
from dalang.server.web.openapi import DESCRIPTION
from dalang.server.web.site import Site, site

LONGEST_WAIT = 25.0
STATUSES: dict[str, Status] = {"open": "open", "running": "running", "finished": "finished"}
MOST_TABLES = 100
MOST_SEATS = 9
Endpoint = Callable[[Request], Awaitable[Response]]


class BadRequest(DalangError):
    """The request is not of the form the API describes."""


class NoToken(DalangError):
    """Only somebody with a token may do that."""


def endpoint(work: Endpoint) -> Endpoint:
    """Turns what we refuse into JSON with a fitting status."""

    async def answer(request: Request) -> Response:
        try:
            return await work(request)
        except DalangError as error:
            return JSONResponse(_trouble(error), _status(error))

    return answer


def _status(error: DalangError) -> int:
    if isinstance(error, NoToken):
        return 401
    return status_of(error, otherwise=422)


def _trouble(error: DalangError) -> dict[str, str]:
    troubled = isinstance(error, StorageError)  # it is told to the host, not to programs
    answer = {"error": explain(error, SOURCE_LANGUAGE) if troubled else str(error)}
    if isinstance(error, IllegalAction):
        answer["paragraph"] = error.reason.paragraph
    return answer


# --- who and where ------------------------------------------------------------------------


async def _person(request: Request) -> Person:
    token = bearer_token(request.headers.get("authorization", ""))
    person = (
        await site(request).tables.store.read(queries.person_of_token, token) if token else None
    )
    if person is None:
        raise NoToken("This needs a token: see your own page.")
    return person


async def _seat(request: Request) -> tuple[Table, int]:
    """The table and the seat of whoever asks; -1 without a token or a seat."""
    here: Site = site(request)
    table = await here.tables.find(request.path_params["table"])
    if "authorization" not in request.headers:
        return table, -1
    return table, table.seat_of((await _person(request)).id)


async def _body(request: Request) -> dict[str, object]:
    try:
        text = (await request.body()).decode()
        body = json.loads(text)
        json.dumps(body, ensure_ascii=False).encode()  # half a pair of surrogates is no text
    except (ValueError, RecursionError):
        raise BadRequest("The body is not JSON.") from None
    if not isinstance(body, dict):
        raise BadRequest("The body must be an object.")
    return cast("dict[str, object]", body)


def _text(body: dict[str, object], key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str):
        raise BadRequest(f"{key!r} must be a string.")
    return value


def _number(body: dict[str, object], key: str) -> int:
    value = body.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRequest(f"{key!r} must be a whole number.")
    return value


def _are_strings(value: object) -> bool:
    if not isinstance(value, list):
        return False
    return all(isinstance(item, str) for item in cast("list[object]", value))


# --- games and tables ---------------------------------------------------------------------


@endpoint
async def list_games(request: Request) -> Response:
    """What can be played."""
    return JSONResponse(
        [
            {
                "key": spec.key,
                "title": spec.title,
                "edition": spec.edition,
                "players": list(spec.players),
                "options": {option.key: list(option.choices) for option in spec.options},
                "bots": list(LEVELS),
            }
            for spec in all_games().values()
        ]
    )


@endpoint
async def list_tables(request: Request) -> Response:
    """The public tables of a status, or the own ones."""
    store = site(request).tables.store
    wanted = request.query_params.get("status", "open")
    status = STATUSES.get(wanted)
    if status is None:
        raise BadRequest("'status' is open, running or finished.")
    mine = request.query_params.getlist("mine")
    if mine not in ([], ["1"]):
        raise BadRequest("'mine' can only be 1.")
    if mine:
        person = await _person(request)
        found = await store.read(queries.tables, status=status, person=person.id, limit=MOST_TABLES)
    else:
        found = await store.read(queries.tables, status=status, public=True, limit=MOST_TABLES)
    return JSONResponse([{"id": record.id, "game": record.game} for record in found])


@endpoint
async def create_table(request: Request) -> Response:
    """Opens a table."""
    person, body = await _person(request), await _body(request)
    spec = game(_text(body, "game"))
    words = body.get("seats")
    options = body.get("options", {})
    if not _are_strings(words):
        raise BadRequest("'seats' must be a list of strings.")
    if not isinstance(options, dict):
        raise BadRequest("'options' must be an object.")
    names = cast("list[str]", words)[:MOST_SEATS]
    seats = [seat_from_word(number, word, person) for number, word in enumerate(names)]
    chosen = cast("dict[str, object]", options)
    if not all(isinstance(choice, str) for choice in chosen.values()):
        raise BadRequest("The choices of 'options' must be strings.")
    public, advice = body.get("public", True), body.get("advice")
    if not isinstance(public, bool):
        raise BadRequest("'public' must be true or false.")
    if not isinstance(advice, bool | None):
        raise BadRequest("'advice' must be true or false.")
    pace = pace_from_word(_text(body, "pace")) if "pace" in body else 0
    here = site(request)
    table = await here.tables.open_table(
        person,
        spec.key,
        seats,
        cast("dict[str, str]", chosen),
        public,
        pace,
        advice,
        here.mark(request),
    )
    return JSONResponse(_table(table, table.seat_of(person.id)), 201)


@endpoint
async def read_table(request: Request) -> Response:
    """Who sits where, and how it stands."""
    table, seat = await _seat(request)
    return JSONResponse(_table(table, seat))


@endpoint
async def sit_down(request: Request) -> Response:
    """Takes a free seat."""
    person, body = await _person(request), await _body(request)
    here = site(request)
    table = await here.tables.find(request.path_params["table"])
    invite = _text(body, "invite") if "invite" in body else ""
    await here.tables.sit(table, person, _number(body, "seat"), invite)
    return JSONResponse(_table(table, table.seat_of(person.id)))


def _table(table: Table, seat: int) -> dict[str, object]:
    record, due = table.record, table.due()
    return {
        "id": record.id,
        "game": record.game,
        "edition": record.edition,
        "status": record.status,
        "number": table.count,
        "actor": table.actor,
        "pace": pace_word(record.pace),
        "advice": record.advice,
        "due": due.isoformat(timespec="seconds") if due else None,
        "seat": seat,
        "seats": [{"kind": one.kind, "name": one.name, "bot": one.bot} for one in record.seats],
        "scores": record.scores,
        "ranking": record.ranking,
        "ended_by": record.ended_by,
        "commitment": table.commitment,
        "secret": record.secret.hex() if record.status == "finished" else "",
    }


# --- playing ------------------------------------------------------------------------------


@endpoint
async def read_view(request: Request) -> Response:
    """What the seat knows: as data, and as the text bots can read back."""
    table, seat = await _seat(request)
    view = table.view(seat)
    return JSONResponse({"number": table.count, "view": view.fields(), "text": view.to_text()})


@endpoint
async def read_legal(request: Request) -> Response:
    """The seat's choices, as texts and in words."""
    table, seat = await _seat(request)
    view = table.view(seat)
    words = _words(request, table)
    choices = [
        {
            "action": view.known.action_text(action),
            "words": words.say(view.known.action_phrase(action)),
        }
        for action in view.legal_actions()
        if table.waiting.asks(seat)
    ]
    return JSONResponse({"number": table.count, "legal": choices})


@endpoint
async def play(request: Request) -> Response:
    """Plays an action, if nothing has happened since the number given."""
    person, body = await _person(request), await _body(request)
    table = await site(request).tables.find(request.path_params["table"])
    seat = table.seat_of(person.id)
    if seat < 0:
        raise NotYourSeat("not_at_table")
    played = await table.play(seat, _text(body, "action"), _number(body, "number"))
    return JSONResponse({"played": played, "number": table.count}, 200 if played else 409)


@endpoint
async def undo(request: Request) -> Response:
    """Takes back."""
    person, body = await _person(request), await _body(request)
    table = await site(request).tables.find(request.path_params["table"])
    seat = table.seat_of(person.id)
    if seat < 0:
        raise NotYourSeat("not_at_table")
    undone = await table.undo(seat, _number(body, "number"))
    return JSONResponse({"undone": undone, "number": table.count}, 200 if undone else 409)


@endpoint
async def follow(request: Request) -> Response:
    """What happened from a log number on; waits for something if asked to."""
    table, seat = await _seat(request)
    since, wait = _query(request, "since"), min(float(_query(request, "wait")), LONGEST_WAIT)
    words = _words(request, table)
    with suppress(TimeoutError), table.looked_at():
        async with asyncio.timeout(wait):
            while table.count <= since and table.record.status != "finished" and not table.closed:
                await table.wait_newer(table.version)
    events = [
        {
            "number": one.number,
            "actor": one.actor,
            "key": one.event.key,
            "args": one.event.args,
            "words": words.say(one.event),
        }
        for one in table.told(seat)
        if one.number >= since
    ]
    return JSONResponse({"number": table.count, "status": table.record.status, "events": events})


def _query(request: Request, key: str) -> int:
    text = request.query_params.get(key, "0")
    if not (text.isascii() and text.isdecimal()) or len(text) > 8:
        raise BadRequest(f"{key!r} must be a whole number.")
    return int(text)


def _words(request: Request, table: Table) -> Words:
    language = request.query_params.get("language", SOURCE_LANGUAGE)
    if language not in LANGUAGES:
        raise BadRequest(f"'language' is one of {', '.join(LANGUAGES)}.")
    return Words(table.spec.vocabulary, language, [seat.name for seat in table.record.seats])


async def description(request: Request) -> Response:
    """The API in the form of OpenAPI."""
    return JSONResponse(DESCRIPTION)


ROUTES = [
    Route("/api/openapi.json", description),
    Route("/api/games", list_games),
    Route("/api/tables", list_tables),
    Route("/api/tables", create_table, methods=["POST"]),
    Route("/api/tables/{table}", read_table),
    Route("/api/tables/{table}/sit", sit_down, methods=["POST"]),
    Route("/api/tables/{table}/view", read_view),
    Route("/api/tables/{table}/legal", read_legal),
    Route("/api/tables/{table}/play", play, methods=["POST"]),
    Route("/api/tables/{table}/undo", undo, methods=["POST"]),
    Route("/api/tables/{table}/events", follow),
]
