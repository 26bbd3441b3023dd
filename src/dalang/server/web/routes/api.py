"""The JSON API for bots and tools; openapi.py describes it.

A personal token (`Authorization: Bearer …`) says who is asking.  Everything comes from the view of
that person's seat; without a seat, from the view of a spectator.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from dalang.bots import LEVELS
from dalang.engine.api import Args
from dalang.engine.errors import DalangError, IllegalAction
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE, Words
from dalang.registry import all_games, game
from dalang.server.errors import NotYourSeat, TooBusy, explain, status_of
from dalang.server.metrics import ERRORS
from dalang.server.people.identity import bearer_token
from dalang.server.storage import Person, Status, StorageError, queries
from dalang.server.tables.clocks import clock_from_word
from dalang.server.tables.opening import TableTerms
from dalang.server.tables.seats import pace_from_word, pace_word, seat_from_word
from dalang.server.tables.table import Table
from dalang.server.web import api_page
from dalang.server.web.messages import (
    Answer,
    BadRequest,
    Choice,
    EventAnswer,
    EventsAnswer,
    GameAnswer,
    Leaving,
    LegalAnswer,
    Move,
    NewTable,
    Played,
    SeatAnswer,
    Sent,
    Sitting,
    StreamLine,
    TableAnswer,
    TableListed,
    TakenBack,
    TakingBack,
    Trouble,
    ViewAnswer,
    read_body,
    written,
)
from dalang.server.web.openapi import DESCRIPTION
from dalang.server.web.site import Site, banned, place, site

LONGEST_WAIT = 25.0
HEARTBEAT = 15.0  # seconds after which a stream shows that it lives
# Nobody on the way may keep lines back: not to compress them, and not to fill a buffer.
UNBUFFERED = {
    "cache-control": "no-store",
    "content-encoding": "identity",
    "x-accel-buffering": "no",
}
STATUSES: dict[str, Status] = {"open": "open", "running": "running", "finished": "finished"}
MOST_TABLES = 100
MOST_SEATS = 9
Endpoint = Callable[[Request], Awaitable[Response]]
Keep = Callable[[Coroutine[None, None, None]], Awaitable[bool]]


class NoToken(DalangError):
    """Only somebody with a token may do that."""


def endpoint(work: Endpoint) -> Endpoint:
    """Turns what we refuse into JSON with a fitting status."""

    async def answer(request: Request) -> Response:
        try:
            return await work(request)
        except DalangError as error:
            return _json(_trouble(error), _status(error))

    return answer


def _status(error: DalangError) -> int:
    if isinstance(error, NoToken):
        return 401
    return status_of(error, otherwise=422)


def _trouble(error: DalangError) -> Trouble:
    if isinstance(error, StorageError):  # it is told to the host, not to programs
        return Trouble(explain(error, SOURCE_LANGUAGE), "")
    ERRORS.add(type(error).__name__)
    return Trouble(str(error), error.reason.paragraph if isinstance(error, IllegalAction) else "")


# --- who and where ------------------------------------------------------------------------


async def _person(request: Request) -> Person:
    token = bearer_token(request.headers.get("authorization", ""))
    person = (
        await site(request).tables.store.read(queries.person_of_token, token) if token else None
    )
    if person is None:
        raise NoToken("This needs a token: see your own page.")
    if person.is_banned:
        raise banned(person)
    return person


async def _seat(request: Request) -> tuple[Table, int]:
    """The table and the caller's seat; -1 without a token or a seat."""
    table, person = await _visitor(request)
    return table, table.seat_of(person) if person else -1


async def _visitor(request: Request) -> tuple[Table, str]:
    """The table and the caller; "" without a token."""
    here: Site = site(request)
    table = await here.tables.find(request.path_params["table"])
    if "authorization" not in request.headers:
        return table, ""
    return table, (await _person(request)).id


async def _body(request: Request, kind: type[Sent]) -> Sent:
    return read_body(await request.body(), kind)


def _json(answer: Answer | list[Any], status: int = 200) -> Response:
    return Response(written(answer), status, media_type="application/json")


# --- games and tables ---------------------------------------------------------------------


@endpoint
async def list_games(request: Request) -> Response:
    """What can be played."""
    return _json(
        [
            GameAnswer(
                key=spec.key,
                title=spec.title,
                edition=spec.edition,
                players=list(spec.players),
                options={option.key: list(option.choices) for option in spec.options},
                bots=[*LEVELS, *site(request).tables.own_bots],
            )
            for spec in all_games().values()
        ]
    )


@endpoint
async def list_tables(request: Request) -> Response:
    """The public tables of a status, or the caller's own ones."""
    store = site(request).tables.store
    wanted = request.query_params.get("status", "open")
    status = STATUSES.get(wanted)
    if status is None:
        raise BadRequest("'status' is open, running or finished.")
    mine = request.query_params.getlist("mine")
    if mine not in ([], ["1"]):
        raise BadRequest("'mine' can only be 1.")
    page = _query(request, "page", 1)
    if page < 1:
        raise BadRequest("'page' must be 1 or more.")
    before = (page - 1) * MOST_TABLES
    if mine:
        own = (await _person(request)).id
        found = await store.read(queries.tables, status, own, limit=MOST_TABLES, offset=before)
    else:
        found = await store.read(queries.lobby, status, MOST_TABLES, before)
    return _json([TableListed(record.id, record.game) for record in found])


@endpoint
async def create_table(request: Request) -> Response:
    """Opens a table."""
    person, wish = await _person(request), await _body(request, NewTable)
    spec = game(wish.game)
    seats = [seat_from_word(n, word, person) for n, word in enumerate(wish.seats[:MOST_SEATS])]
    here = site(request)
    terms = TableTerms(
        options=wish.options,
        public=wish.public,
        pace=pace_from_word(wish.pace),
        clock=clock_from_word(wish.clock),
        advice=wish.advice,
        pauses=wish.pauses,
        place=here.mark(request),
    )
    table = await here.tables.open_table(person, spec.key, seats, terms)
    return _json(_table(table, table.seat_of(person.id)), 201)


@endpoint
async def read_table(request: Request) -> Response:
    """Who sits where, and the state of the game."""
    table, seat = await _seat(request)
    return _json(_table(table, seat))


@endpoint
async def sit_down(request: Request) -> Response:
    """Takes a free seat."""
    person, wish = await _person(request), await _body(request, Sitting)
    here = site(request)
    table = await here.tables.find(request.path_params["table"])
    await here.tables.sit(table, person, wish.seat, wish.invite)
    return _json(_table(table, table.seat_of(person.id)))


@endpoint
async def leave(request: Request) -> Response:
    """Gives a seat up before the game, or closes the table."""
    person, _ = await _person(request), await _body(request, Leaving)
    here = site(request)
    table = await here.tables.find(request.path_params["table"])
    await here.tables.leave(table, person)
    return _json(_table(table, table.seat_of(person.id)))


def _table(table: Table, seat: int) -> TableAnswer:
    record, clock, due = table.record, table.clock, table.due()
    return TableAnswer(
        id=record.id,
        game=record.game,
        edition=record.edition,
        status=record.status,
        number=table.count,
        actor=table.actor,
        pace=pace_word(record.pace),
        clock=record.clock or "none",
        left=[clock.left(one.seat) / 1000 for one in record.seats] if clock else [],
        advice=record.advice,
        due=due.isoformat(timespec="seconds") if due else None,
        seat=seat,
        seats=[SeatAnswer(one.kind, one.name, one.bot) for one in record.seats],
        scores=record.scores,
        ranking=record.ranking,
        ended_by=record.ended_by,
        commitment=table.commitment,
        secret=record.secret.hex() if record.status == "finished" else "",
    )


# --- playing ------------------------------------------------------------------------------


@endpoint
async def read_view(request: Request) -> Response:
    """What the seat knows: as data, and as the text bots can read back."""
    table, seat = await _seat(request)
    view = table.view(seat)
    return _json(ViewAnswer(table.count, view.fields(), view.to_text()))


@endpoint
async def read_legal(request: Request) -> Response:
    """The seat's choices, as texts and in words."""
    language = _language(request)
    table, seat = await _seat(request)
    words = _words(table, language)
    return _json(LegalAnswer(table.count, _choices(table, seat, words)))


def _choices(table: Table, seat: int, words: Words) -> list[Choice]:
    """What a seat can choose from, if it is asked."""
    if not table.waiting.asks(seat):
        return []
    view = table.view(seat)
    return [
        Choice(view.known.action_text(action), words.say(view.known.action_phrase(action)))
        for action in view.legal_actions()
    ]


@endpoint
async def play(request: Request) -> Response:
    """Plays an action, if nothing has happened since the number given."""
    person, move = await _person(request), await _body(request, Move)
    table, seat = await _own_seat(request, person)
    played = await table.play(seat, move.action, move.number)
    return _json(Played(played, table.count), 200 if played else 409)


@endpoint
async def undo(request: Request) -> Response:
    """Takes back."""
    person, wish = await _person(request), await _body(request, TakingBack)
    table, seat = await _own_seat(request, person)
    undone = await table.undo(seat, wish.number)
    return _json(TakenBack(undone, table.count), 200 if undone else 409)


async def _own_seat(request: Request, person: Person) -> tuple[Table, int]:
    table = await site(request).tables.find(request.path_params["table"])
    seat = table.seat_of(person.id)
    if seat < 0:
        raise NotYourSeat("not_at_table")
    return table, seat


@endpoint
async def follow(request: Request) -> Response:
    """What happened from a log number on; waits for something if asked to."""
    table, person = await _visitor(request)
    seat = table.seat_of(person) if person else -1
    since, wait = _query(request, "since"), min(float(_query(request, "wait")), LONGEST_WAIT)
    language = _language(request)
    if wait:
        await _wait(request, table, person, since, wait)
    events = _events(table, seat, since, _words(table, language))
    return _json(EventsAnswer(table.count, table.record.status, events))


@endpoint
async def stream(request: Request) -> Response:
    """What happens from a log number on, as lines of JSON, until the game is over.

    It counts like an open socket for as long as it lasts.
    """
    table, person = await _visitor(request)
    since, language = _query(request, "since"), _language(request)
    here = site(request)
    with ExitStack() as stack:
        welcome = stack.enter_context(here.limiter.staying_at(place(request)))
        known = stack.enter_context(here.limiter.staying_as(person))
        if not (welcome and known):
            raise TooBusy("slow_down")
        stack.enter_context(table.audience.polling())
        told = lines(table, person, since, language)
        return Stream(told, stack.pop_all(), partial(here.streams.keep, person))


class Stream(StreamingResponse):
    """Lines of JSON, until the last one or until the reader goes.

    It also ends when the token that the reader came with is revoked.
    """

    def __init__(self, lines: AsyncGenerator[bytes], staying: ExitStack, keep: Keep) -> None:
        super().__init__(lines, headers=UNBUFFERED, media_type="application/x-ndjson")
        self._staying, self._keep = staying, keep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers; a stream that is ended is a whole answer, too."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            await send(message)
            begun = True

        with self._staying:
            if not await self._keep(super().__call__(scope, receive, noted)) and begun:
                await send({"type": "http.response.body", "body": b""})


async def lines(table: Table, person: str, since: int, language: str) -> AsyncGenerator[bytes]:
    """One line for everything new, then one that says how the table stands.

    All lines about a moment are made before the first of them is sent: while a slow reader takes
    it, the game goes on.
    """
    seen, told = since, set[int]()
    while True:
        version, ended = table.version, _ended(table)
        news = _news(table, table.seat_of(person) if person else -1, seen, told, language)
        seen = max(seen, table.count)  # a server may know less than the one before
        told = {one.number for one in table.events if one.number >= since}
        for line in news:
            yield _line(line)
        if ended:
            return
        while table.version == version and not table.audience.closed:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await table.audience.wait_newer(version)
            except TimeoutError:
                yield b"\n"


def _news(table: Table, seat: int, seen: int, told: set[int], language: str) -> list[StreamLine]:
    """What has been taken back of what was told, what is new, and how the table stands now."""
    words = _words(table, language)
    gone = told - {one.number for one in table.events}
    news = [StreamLine("undone", min(gone))] if gone else []
    fresh = _events(table, seat, seen, words)
    news += [StreamLine("event", one.number, event=one) for one in fresh]
    return [*news, _state(table, seat, words)]


def _state(table: Table, seat: int, words: Words) -> StreamLine:
    legal = _choices(table, seat, words)
    return StreamLine(
        "state", table.count, status=table.record.status, actor=table.actor, legal=legal
    )


def _line(told: StreamLine) -> bytes:
    return written(told) + b"\n"


def _events(table: Table, seat: int, since: int, words: Words) -> list[EventAnswer]:
    return [
        EventAnswer(one.number, one.actor, one.event.key, one.event.args, words.say(one.event))
        for one in table.told(seat)
        if one.number >= since
    ]


async def _wait(request: Request, table: Table, person: str, since: int, wait: float) -> None:
    """Until there is something new.  A request that waits counts like an open socket."""
    limiter = site(request).limiter
    with limiter.staying_at(place(request)) as welcome, limiter.staying_as(person) as known:
        if not (welcome and known):
            raise TooBusy("slow_down")
        with suppress(TimeoutError), table.audience.polling():
            async with asyncio.timeout(wait):
                while table.count <= since and not _ended(table):
                    await table.audience.wait_newer(table.version)


def _ended(table: Table) -> bool:
    """Whether there will be nothing new, or the server is about to end."""
    return table.record.status in ("finished", "closed") or table.audience.closed


def _query(request: Request, key: str, default: int = 0) -> int:
    text = request.query_params.get(key, str(default))
    if not (text.isascii() and text.isdecimal()) or len(text) > 8:
        raise BadRequest(f"{key!r} must be a whole number.")
    return int(text)


def _language(request: Request) -> str:
    language = request.query_params.get("language", SOURCE_LANGUAGE)
    if language not in LANGUAGES:
        raise BadRequest(f"'language' is one of {', '.join(LANGUAGES)}.")
    return language


def _words(table: Table, language: str) -> Words:
    """With the names of those who sit there now."""
    return Words(table.spec.vocabulary, language, [seat.name for seat in table.record.seats])


async def description(request: Request) -> Response:
    """The API in the form of OpenAPI."""
    return JSONResponse(DESCRIPTION)


async def explanation(request: Request) -> Response:
    """The same for people."""
    context: Args = {
        "told": DESCRIPTION["info"]["description"],
        "requests": api_page.requests(),
        "messages": api_page.messages(),
    }
    return await site(request).page(request, "api.html", context)


ROUTES = [
    Route("/api", explanation),
    Route("/api/openapi.json", description),
    Route("/api/games", list_games),
    Route("/api/tables", list_tables),
    Route("/api/tables", create_table, methods=["POST"]),
    Route("/api/tables/{table}", read_table),
    Route("/api/tables/{table}/sit", sit_down, methods=["POST"]),
    Route("/api/tables/{table}/leave", leave, methods=["POST"]),
    Route("/api/tables/{table}/view", read_view),
    Route("/api/tables/{table}/legal", read_legal),
    Route("/api/tables/{table}/play", play, methods=["POST"]),
    Route("/api/tables/{table}/undo", undo, methods=["POST"]),
    Route("/api/tables/{table}/events", follow),
    Route("/api/tables/{table}/stream", stream),
]
