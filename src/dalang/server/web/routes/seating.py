"""Who sits where: sitting down, changing seats, bots, coming back, playing again."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.server.errors import NotYourSeat
from dalang.server.rendering.table_context import TableContext, Visitor
from dalang.server.storage import Person, Seat, Status
from dalang.server.tables.moving import change_seat, free_seat, put_away, seat_bots
from dalang.server.tables.seats import has_link, is_warmed
from dalang.server.tables.table import Table
from dalang.server.web.previews import preview_of
from dalang.server.web.site import SEE_OTHER, form_of, origin_of, site, whole_number


async def ask_to_sit(request: Request) -> Response:
    """The page behind a private link: who invites to what, and whether to sit down.

    A seat that is kept for somebody is offered to nobody else.
    """
    here, person = site(request), await site(request).person(request)
    table = await here.tables.find(request.path_params["table"])
    number = whole_number(request.path_params["seat"])
    visitor = Visitor(table, person.id if person else "", origin_of(request))
    facts, invite = TableContext.of(visitor), request.query_params.get("invite", "")
    there = 0 <= number < len(facts.seats) and table.record.seats[number]
    if not there or facts.here or not _is_welcome(there, invite, table.record.status):
        return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)
    context: Args = {
        "table": facts,
        "seat": facts.seats[number],
        "invite": invite,
        "preview": preview_of(table, request),
    }
    return await here.page(request, "sit.html", context)


def _is_welcome(seat: Seat, invite: str, status: Status) -> bool:
    """Whether a link leads to a seat that its owner may take; one that is taken is shown so."""
    if status == "running":
        return is_warmed(seat) and has_link(seat, invite)
    return status == "open" and (not seat.invite or has_link(seat, invite))


async def sit(request: Request) -> Response:
    """Takes a free seat, perhaps by a private link."""
    here, form = site(request), await form_of(request)
    person = await here.somebody(request, form.get("name"))
    table = await here.tables.find(request.path_params["table"])
    invite = str(form.get("invite", ""))
    await here.tables.sit(table, person, whole_number(request.path_params["seat"]), invite)
    return here.send(request, f"/t/{table.record.id}", person)


async def give_to_bot(request: Request) -> Response:
    """Lets a bot play for somebody who is away, or for the person who asks."""
    table, person = await _known(request)
    await site(request).tables.stand_in(table, person, whole_number(request.path_params["seat"]))
    return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)


async def come_back(request: Request) -> Response:
    """Takes a person's own seat back from a bot."""
    table, person = await _known(request)
    await site(request).tables.come_back(table, person)
    return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)


async def resign(request: Request) -> Response:
    """Gives up a game that is on."""
    table, person = await _known(request)
    await site(request).tables.resign(table, person)
    return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)


async def move(request: Request) -> Response:
    """Before the game: takes another free seat."""
    table, person = await _known(request)
    await change_seat(table, person, whole_number(request.path_params["seat"]))
    return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)


async def fill(request: Request) -> Response:
    """Before the game: bots take the seats that are left, or one of them."""
    table, person = await _known(request)
    wanted = request.path_params.get("seat")
    await seat_bots(table, person, None if wanted is None else whole_number(wanted))
    return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)


async def send_away(request: Request) -> Response:
    """Before the game: a bot gets up again."""
    table, person = await _known(request)
    await free_seat(table, person, whole_number(request.path_params["seat"]))
    return RedirectResponse(f"/t/{table.record.id}", SEE_OTHER)


async def away(request: Request) -> Response:
    """Takes a game off one's own list."""
    table, person = await _known(request)
    await put_away(site(request).tables, table, person)
    return RedirectResponse("/", SEE_OTHER)


async def leave(request: Request) -> Response:
    """Before the game: leaves the table, or closes it."""
    table, person = await _known(request)
    await site(request).tables.leave(table, person)
    return RedirectResponse("/", SEE_OTHER)


async def rematch(request: Request) -> Response:
    """Asks the others to play the same game again, answers them, or begins with who wants to."""
    table, person = await _known(request)
    here, wish = site(request), str((await form_of(request)).get("again", "yes"))
    again = await here.tables.rematch(
        table, person, here.mark(request), joins=wish != "no", now=wish == "now"
    )
    return RedirectResponse(f"/t/{again.record.id}", SEE_OTHER)


async def _known(request: Request) -> tuple[Table, Person]:
    here, person = site(request), await site(request).person(request)
    table = await here.tables.find(request.path_params["table"])
    if person is None:
        raise NotYourSeat("not_at_table")
    return table, person


ROUTES = [
    Route("/t/{table}/sit/{seat}", ask_to_sit),
    Route("/t/{table}/sit/{seat}", sit, methods=["POST"]),
    Route("/t/{table}/bot/{seat}", give_to_bot, methods=["POST"]),
    Route("/t/{table}/back", come_back, methods=["POST"]),
    Route("/t/{table}/resign", resign, methods=["POST"]),
    Route("/t/{table}/leave", leave, methods=["POST"]),
    Route("/t/{table}/move-to/{seat}", move, methods=["POST"]),
    Route("/t/{table}/fill", fill, methods=["POST"]),
    Route("/t/{table}/fill/{seat}", fill, methods=["POST"]),
    Route("/t/{table}/free/{seat}", send_away, methods=["POST"]),
    Route("/t/{table}/away", away, methods=["POST"]),
    Route("/t/{table}/again", rematch, methods=["POST"]),
]
