"""A table's page: looking, playing, taking back, talking, asking why not."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from dalang.engine.api import Args, Phrase
from dalang.engine.errors import DalangError, NotationError
from dalang.engine.replay import Replay
from dalang.engine.words import Words
from dalang.server.errors import NoSuchTable, NotYourSeat, Refusal, explain, status_of
from dalang.server.people.names import clean
from dalang.server.rendering.guide import has_hints, is_guided
from dalang.server.rendering.table_context import TableContext, Visitor
from dalang.server.storage import Person
from dalang.server.tables import premoves
from dalang.server.tables.preferences import SPEEDS, USUAL
from dalang.server.tables.table import Table
from dalang.server.web.cookies import cookie_of
from dalang.server.web.live_socket import (
    LONGEST_CHAT,
    REFUSED,
    LivePage,
    attend,
    is_mine,
    passed_on,
)
from dalang.server.web.previews import preview_of
from dalang.server.web.site import SEE_OTHER, form_of, language_of, origin_of, site, whole_number
from dalang.server.words import VOCABULARY


async def table_page(request: Request) -> Response:
    """The table as the person who asks may see it."""
    here = site(request)
    table, person = await here.tables.find(request.path_params["table"]), await here.player(request)
    language, visitor = language_of(request, person), _sight(request, table, person)
    context: Args = {
        "table": TableContext.of(visitor),
        "preview": preview_of(table, request),
        "html": here.renderer.marked(here.renderer.regions(visitor, language)),
        "viewer": visitor.viewer,
        "company": [
            (seat.seat, seat.name)
            for seat in table.record.seats
            if seat.person and person and seat.person != person.id
        ],
        "hints": has_hints(table.spec),
        "guided": is_guided(visitor),
        "mine": is_mine(visitor),
        "passed": passed_on(visitor, _eyes(request), language),
        "habits": person.habits if person else USUAL,
        "speeds": SPEEDS,
        **here.renderer.surroundings(table.spec, language),
    }
    return await here.page(request, "table.html", context)


def _sight(connection: HTTPConnection, table: Table, person: Person | None) -> Visitor:
    guide = cookie_of(connection, "guide")
    wish = connection.query_params.get("wish", "")
    return Visitor(table, person.id if person else "", origin_of(connection), guide, wish)


def _eyes(connection: HTTPConnection) -> int:
    """The seat for which the asking page was drawn; -1 if it does not say."""
    return whole_number(connection.query_params.get("eyes"))


async def _own_seat(request: Request) -> tuple[Table, int, Person]:
    """The table and where the person who asks sits at it."""
    here = site(request)
    table, person = await here.tables.find(request.path_params["table"]), await here.person(request)
    seat = table.seat_of(person.id) if person else -1
    if person is None or seat < 0:
        raise NotYourSeat("not_at_table")
    return table, seat, person


async def move(request: Request) -> Response:
    """A choice made by an ordinary form, as without JavaScript."""
    table, seat, person = await _own_seat(request)
    form = await form_of(request)
    text = str(form.get("move", ""))
    if table.record.game in person.habits.confirms and "sure" not in request.query_params:
        return _back_to(table, person, form, wish=text)
    await table.play(seat, text, whole_number(form.get("number")))
    return _back_to(table, person, form)


async def go_on(request: Request) -> Response:
    """The player will not take back: bots need not wait."""
    table, seat, person = await _own_seat(request)
    form = await form_of(request)
    await site(request).tables.go_on(table, seat, whole_number(form.get("number")))
    return _back_to(table, person, form)


async def premove(request: Request) -> Response:
    """Decides what to do when asked, or does so no longer."""
    table, seat, person = await _own_seat(request)
    form = await form_of(request)
    await premoves.choose(table, seat, str(form.get("premove", "")))
    return _back_to(table, person, form)


async def undo(request: Request) -> Response:
    """Takes back."""
    table, seat, person = await _own_seat(request)
    form = await form_of(request)
    await table.undo(seat, whole_number(form.get("number")))
    return _back_to(table, person, form)


def _back_to(table: Table, person: Person, form: FormData, wish: str = "") -> Response:
    """Where several people share a screen, the next page knows who was looking at the last one."""
    query: dict[str, object] = {"wish": wish} if wish else {}
    if len(table.seats_of(person.id)) > 1:
        query["eyes"] = whole_number(form.get("eyes"))
    path = f"/t/{table.record.id}"
    return RedirectResponse(f"{path}?{urlencode(query)}" if query else path, SEE_OTHER)


async def chat(request: Request) -> Response:
    """Says something to the table, or to one person there."""
    if "application/json" not in request.headers.get("accept", ""):
        table = await _say(request)
        return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)
    try:
        await _say(request)
    except Refusal as error:
        trouble = explain(error, language_of(request, await site(request).visitor(request)))
        return JSONResponse({"trouble": trouble}, status_of(error, otherwise=400))
    return JSONResponse({"trouble": ""})


async def _say(request: Request) -> Table:
    table, _, person = await _own_seat(request)
    form = await form_of(request)
    if text := clean(form.get("text"), LONGEST_CHAT):
        here = site(request)
        await here.charge(here.limiter.chat, request, person)
        await here.check_line(text)
        to = _whispered_to(table, person, str(form.get("to", "")))
        await table.say(person.id, table.name_of(person.id), text, to)
    return table


def _whispered_to(table: Table, person: Person, seat: str) -> str:
    """For whom a line is, by their seat; "" if it is for everybody."""
    if not seat:
        return ""
    number = whole_number(seat)
    seats = table.record.seats
    other = seats[number].person if 0 <= number < len(seats) else None
    if not other or other == person.id:
        raise NotYourSeat("no_such_seat")
    if person.id in table.preferences.blocks.get(other, ()):
        raise NotYourSeat("not_welcome")
    return other


async def advice(request: Request) -> Response:
    """A hint for the decision that waits; the page shows it."""
    here, (table, _, person) = site(request), await _own_seat(request)
    number = whole_number((await form_of(request)).get("number"))
    if "application/json" not in request.headers.get("accept", ""):
        await here.adviser.advise(table, person.id, number)
        return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)
    try:
        await here.adviser.advise(table, person.id, number)
    except Refusal as error:
        trouble = explain(error, language_of(request, person))
        return JSONResponse({"trouble": trouble}, status_of(error, otherwise=400))
    return JSONResponse({"trouble": ""})


async def why(request: Request) -> Response:
    """Why something is not possible now, for the seat that asks."""
    here = site(request)
    table, person = await here.tables.find(request.path_params["table"]), await here.person(request)
    language, visitor = language_of(request, person), _sight(request, table, person)
    own = Words(VOCABULARY, language)
    if not (is_mine(visitor) or table.waiting.excuses(visitor.viewer)):
        answer = {"sentence": own.say(_waiting(visitor)), "paragraph": "", "see": ""}
        return JSONResponse(answer)
    reason = table.view(visitor.viewer).known.why_not(request.query_params.get("action", ""))
    if reason is None and table.waiting.excuses(visitor.viewer):
        sentence = own.say(Phrase("nothing_to_decide", {}))
        return JSONResponse({"sentence": sentence, "paragraph": "", "see": ""})
    if reason is None:
        raise NotationError("That is possible.")
    words = Words(table.spec.vocabulary, language, visitor.names)
    see = own.say(Phrase("see_rule", {"paragraph": reason.paragraph}))
    return JSONResponse({"sentence": words.say(reason), "paragraph": reason.paragraph, "see": see})


def _waiting(visitor: Visitor) -> Phrase:
    """Why nothing at all is possible for somebody."""
    table = visitor.table
    if table.record.status == "finished":
        return Phrase("over", {})
    if table.actor < 0:
        return Phrase("waiting_for_seats", {})
    if visitor.viewer < 0:
        return Phrase("watching", {})
    return Phrase("is_thinking", {"name": visitor.names[table.actor]})


async def replay(request: Request) -> Response:
    """A finished game as a file, with the secret that proves its deals."""
    table = await site(request).tables.find(request.path_params["table"])
    if table.record.status != "finished":
        raise NoSuchTable("replay_later")
    text = table.dealer.seal(Replay.of(table.session), table.inherited).text()
    name = f"{table.record.game}-{table.record.id}.replay"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


async def live(socket: WebSocket) -> None:
    """The page's socket."""
    here = site(socket)
    try:
        table = await here.tables.find(socket.path_params["table"])
        person = await here.player(socket)
    except DalangError:
        await socket.close(REFUSED)
        return
    with here.limiter.staying_as(person.id if person else "") as welcome:
        if not welcome:
            await socket.close(REFUSED)
            return
        await socket.accept()
        visitor, language = _sight(socket, table, person), language_of(socket, person)
        page = LivePage(socket, visitor, language, _eyes(socket))
        attending = attend(page, here.renderer, here.limits)
        if not await here.pages.keep(person.id if person else "", attending):
            await socket.close(REFUSED)  # it comes back, with the identity of then


ROUTES = [
    Route("/t/{table}", table_page),
    Route("/t/{table}/move", move, methods=["POST"]),
    Route("/t/{table}/undo", undo, methods=["POST"]),
    Route("/t/{table}/go-on", go_on, methods=["POST"]),
    Route("/t/{table}/premove", premove, methods=["POST"]),
    Route("/t/{table}/chat", chat, methods=["POST"]),
    Route("/t/{table}/advice", advice, methods=["POST"]),
    Route("/t/{table}/why", why),
    Route("/t/{table}/replay", replay),
    WebSocketRoute("/t/{table}/live", live),
]
