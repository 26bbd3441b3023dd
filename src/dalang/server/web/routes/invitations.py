"""Asking friends to a table, and what they answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.registry import all_games, game
from dalang.server.errors import NotYourSeat, Refusal
from dalang.server.storage import NotStored, Person, TableRecord, TooManyStored, queries
from dalang.server.tables.seats import is_free
from dalang.server.tables.table import Table
from dalang.server.web.site import SEE_OTHER, Site, form_of, site

MOST_ASKED: Final = 20  # to one table


@dataclass(frozen=True)
class InvitationLine:
    """A friend asks the visitor to a table."""

    table: str
    game: str
    title: str
    asker: str  # name
    link: str  # where to sit down


async def choose(request: Request) -> Response:
    """Which friends to ask."""
    here, table, person = await _at_table(request)
    store = here.tables.store
    seated = {seat.person for seat in table.record.seats}
    friends = await store.read(queries.tied, person.id, "friend")
    context: Args = {
        "table": table.record.id,
        "title": table.spec.title,
        "friends": [one for one in friends if one.id not in seated],
        "invited": await store.read(queries.invited, table.record.id),
    }
    return await here.page(request, "invite.html", context)


async def ask(request: Request) -> Response:
    """Asks one of them; they see it on their first page, and are told where they want to be."""
    here, table, person = await _at_table(request)
    form = await form_of(request)
    await here.charge(here.limiter.asks, request, person)
    friend = str(form.get("friend", ""))
    store = here.tables.store
    try:
        if await store.write(queries.invite, table.record.id, person.id, friend, MOST_ASKED):
            here.notifier.invite(table, friend)
    except NotStored:
        raise NotYourSeat("not_found") from None
    except TooManyStored:
        raise Refusal("too_many_people", most=MOST_ASKED) from None
    return RedirectResponse(f"/t/{table.record.id}/invite", SEE_OTHER)


async def decline(request: Request) -> Response:
    """Does not come."""
    here, person = site(request), await site(request).person(request)
    if person:
        await here.tables.store.write(queries.uninvite, request.path_params["table"], person.id)
    return RedirectResponse("/", SEE_OTHER)


async def invitations_of(here: Site, person: Person | None) -> list[InvitationLine]:
    """To tables that have a chair for the person."""
    found = await here.tables.store.read(queries.invitations, person.id) if person else []
    rows: list[InvitationLine] = []
    for one in found:
        link = _chair(one.table, one.asker)
        if link and one.table.game in all_games():
            title = game(one.table.game).title
            rows.append(InvitationLine(one.table.id, one.table.game, title, one.name, link))
    return rows


def _chair(record: TableRecord, asker: str) -> str:
    """A free chair; else one that is kept for a friend, if it was kept by the one who asks."""
    if any(is_free(seat) for seat in record.seats):
        return f"/t/{record.id}"
    kept = [seat for seat in record.seats if seat.kind == "open" and seat.invite]
    if kept and asker == record.host:
        return f"/t/{record.id}/sit/{kept[0].seat}?invite={kept[0].invite}"
    return ""


async def _at_table(request: Request) -> tuple[Site, Table, Person]:
    """An open table, and who asks others to it: its host or somebody who sits there."""
    here, person = site(request), await site(request).person(request)
    table = await here.tables.find(request.path_params["table"])
    seats = [seat.person for seat in table.record.seats]
    if person is None or person.id not in [table.record.host, *seats]:
        raise NotYourSeat("not_at_table")
    if table.record.status != "open":
        raise NotYourSeat("seat_taken")
    return here, table, person


ROUTES = [
    Route("/t/{table}/invite", choose),
    Route("/t/{table}/invite", ask, methods=["POST"]),
    Route("/t/{table}/decline", decline, methods=["POST"]),
]
