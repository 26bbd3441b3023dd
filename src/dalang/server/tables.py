"""A table's page: looking, playing, taking back, talking, asking why not."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from dalang.engine.api import Args, Phrase
from dalang.engine.errors import DalangError, NotationError
from dalang.engine.replay import Replay
from dalang.engine.words import Words
from dalang.server.house import NoSuchTable
from dalang.server.live import LONGEST_CHAT, Page, attend
from dalang.server.render import Facts, Sight, asset_url, inline
from dalang.server.rooms import NotYourSeat, Room
from dalang.server.site import clean, language_of, site, whole_number
from dalang.server.storage import Person
from dalang.server.words import VOCABULARY

SEE_OTHER = 303


async def table_page(request: Request) -> Response:
    """The table as the person who asks may see it."""
    here = site(request)
    room, person = await here.house.room(request.path_params["table"]), await here.person(request)
    language = language_of(request, person)
    sight = _sight(room, person)
    folder = room.spec.folder / "view"
    own_drawing = (folder / "pieces.html").exists()
    board = here.renderer.board(room.spec, language) if own_drawing else ""
    context: Args = {
        "table": Facts.of(room),
        "html": here.renderer.marked(here.renderer.regions(sight, language)),
        "own_drawing": own_drawing,
        "sprite": inline(folder / "sprite.svg"),
        "board": board,
        "asset": lambda path: asset_url(room.spec.key, path),
        "viewer": sight.viewer,
    }
    return await here.page(request, "table.html", context)


def _sight(room: Room, person: Person | None) -> Sight:
    viewer = room.seat_of(person.id) if person else -1
    return Sight(room, viewer, room.names)


async def _own_seat(request: Request) -> tuple[Room, int, Person]:
    """The room and where the person who asks sits in it."""
    here = site(request)
    room, person = await here.house.room(request.path_params["table"]), await here.person(request)
    seat = room.seat_of(person.id) if person else -1
    if person is None or seat < 0:
        raise NotYourSeat("You do not sit at this table.")
    return room, seat, person


async def move(request: Request) -> Response:
    """A choice made by an ordinary form, as without JavaScript."""
    room, seat, _ = await _own_seat(request)
    form = await request.form()
    await room.play(seat, str(form.get("move", "")), whole_number(form.get("number")))
    return RedirectResponse(f"/t/{room.record.id}", SEE_OTHER)


async def undo(request: Request) -> Response:
    """Takes back."""
    room, seat, _ = await _own_seat(request)
    form = await request.form()
    await room.undo(seat, whole_number(form.get("number")))
    return RedirectResponse(f"/t/{room.record.id}", SEE_OTHER)


async def chat(request: Request) -> Response:
    """Says something to the table."""
    room, _, person = await _own_seat(request)
    if text := clean((await request.form()).get("text"), LONGEST_CHAT):
        await room.say(person, text)
    return RedirectResponse(f"/t/{room.record.id}", SEE_OTHER)


async def why(request: Request) -> Response:
    """Why something is not possible now, for the seat that asks."""
    here = site(request)
    room, person = await here.house.room(request.path_params["table"]), await here.person(request)
    language = language_of(request, person)
    sight = _sight(room, person)
    own = Words(VOCABULARY, language, sight.names)
    if sight.viewer < 0 or sight.viewer != room.actor:
        name = sight.names[room.actor] if room.actor >= 0 else ""
        sentence = own.say(Phrase("is_thinking", {"name": name}))
        return JSONResponse({"sentence": sentence, "paragraph": "", "see": ""})
    reason = room.view(sight.viewer).known.why_not(request.query_params.get("action", ""))
    if reason is None:
        raise NotationError("That is possible.")
    words = Words(room.spec.vocabulary, language, sight.names)
    see = own.say(Phrase("see_rule", {"paragraph": reason.paragraph}))
    return JSONResponse({"sentence": words.say(reason), "paragraph": reason.paragraph, "see": see})


async def replay(request: Request) -> Response:
    """A finished game as a file, with the secret that proves its deals."""
    room = await site(request).house.room(request.path_params["table"])
    if room.record.status != "finished":
        raise NoSuchTable("The replay can be had when the game is over.")
    text = room.dealer.seal(Replay.of(room.session)).text()
    name = f"{room.record.game}-{room.record.id}.replay"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


async def give_to_bot(request: Request) -> Response:
    """Lets a bot play for somebody who is gone, or for oneself."""
    room, _, person = await _own_seat(request)
    await site(request).house.stand_in(room, person, whole_number(request.path_params["seat"]))
    return RedirectResponse(f"/t/{room.record.id}", SEE_OTHER)


async def come_back(request: Request) -> Response:
    """Takes the own seat back from a bot."""
    room, _, person = await _own_seat(request)
    await site(request).house.come_back(room, person)
    return RedirectResponse(f"/t/{room.record.id}", SEE_OTHER)


async def live(socket: WebSocket) -> None:
    """The page's socket."""
    here = site(socket)
    try:
        room = await here.house.room(socket.path_params["table"])
        person = await here.person(socket)
    except DalangError:
        await socket.close(1008)
        return
    await socket.accept()
    page = Page(socket, room, person.id if person else "", language_of(socket, person))
    await attend(page, room, here.renderer, here.limits)


ROUTES = [
    Route("/t/{table}", table_page),
    Route("/t/{table}/move", move, methods=["POST"]),
    Route("/t/{table}/undo", undo, methods=["POST"]),
    Route("/t/{table}/chat", chat, methods=["POST"]),
    Route("/t/{table}/why", why),
    Route("/t/{table}/replay", replay),
    Route("/t/{table}/bot/{seat}", give_to_bot, methods=["POST"]),
    Route("/t/{table}/back", come_back, methods=["POST"]),
    WebSocketRoute("/t/{table}/live", live),
]
