"""Friends: asking, answering, parting; blocking; and whether one wants to be seen.

People meet at tables, so whom somebody asks or blocks is named by a table and a seat.  Afterwards
they are named by an id that only those two are shown.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.server.errors import NotYourSeat, Refusal
from dalang.server.storage import Person, TooManyStored, queries
from dalang.server.web.site import SEE_OTHER, form_of, site, whole_number

MOST_TIES: Final = 300  # friends, blocks and people asked, of one person


async def friends(request: Request) -> Response:
    """One's friends, who wants to be one, and whom one has blocked."""
    here, person = site(request), await site(request).person(request)
    if person is None:
        return RedirectResponse("/sign-in", SEE_OTHER)
    store = here.tables.store
    friends = await store.read(queries.tied, person.id, "friend")
    context: Args = {
        "friends": friends,
        "pages": await store.read(queries.handles, [one.id for one in friends]),
        "asked": await store.read(queries.tied, person.id, "asked"),
        "askers": await store.read(queries.askers, person.id),
        "blocked": await store.read(queries.tied, person.id, "block"),
    }
    return await here.page(request, "friends.html", context)


async def at_table(request: Request) -> Response:
    """Asks or blocks somebody who sits at a table."""
    here, form = site(request), await form_of(request)
    person = await _known(request)
    table = await here.tables.find(request.path_params["table"])
    number = whole_number(request.path_params["seat"])
    seats = table.record.seats
    other = seats[number].person if 0 <= number < len(seats) else None
    if not other:
        raise NotYourSeat("no_such_seat")
    await do_deed(request, person, other, str(form.get("deed", "")))
    return RedirectResponse(f"/t/{table.record.id}/people", SEE_OTHER)


async def at_list(request: Request) -> Response:
    """Answers, parts, blocks or forgives somebody on one's own lists."""
    here, form = site(request), await form_of(request)
    person, other = await _known(request), request.path_params["person"]
    known = [*await here.tables.store.read(queries.askers, person.id)]
    for kind in ("friend", "asked", "block"):
        known += await here.tables.store.read(queries.tied, person.id, kind)
    if other not in {one.id for one in known}:
        raise NotYourSeat("not_found")
    await do_deed(request, person, other, str(form.get("deed", "")))
    return RedirectResponse("/friends", SEE_OTHER)


async def do_deed(request: Request, person: Person, other: str, deed: str) -> None:
    """Asks, parts, blocks or forgives."""
    here, store = site(request), site(request).tables.store
    if other == person.id:
        raise NotYourSeat("no_such_seat")
    await here.charge(here.limiter.asks, request, person)
    try:
        if deed == "ask":
            await store.write(queries.unblock, person.id, other)
            await store.write(queries.ask_friend, person.id, other, MOST_TIES)
        elif deed == "part":
            await store.write(queries.part, person.id, other)
        elif deed == "block":
            await store.write(queries.block, person.id, other, MOST_TIES)
        elif deed == "unblock":
            await store.write(queries.unblock, person.id, other)
        else:
            raise Refusal("not_now")
    except TooManyStored:
        raise Refusal("too_many_people", most=MOST_TIES) from None
    await here.tables.learn_blocks(person.id)


async def set_shown(request: Request) -> Response:
    """Whether friends see that one is here."""
    here, form = site(request), await form_of(request)
    person = await _known(request)
    await here.tables.store.write(queries.set_shown, person.id, "shown" in form)
    return RedirectResponse("/friends", SEE_OTHER)


async def _known(request: Request) -> Person:
    person = await site(request).person(request)
    if person is None:
        raise NotYourSeat("sign_in_first")
    return person


ROUTES = [
    Route("/friends", friends),
    Route("/friends/shown", set_shown, methods=["POST"]),
    Route("/friends/{person}", at_list, methods=["POST"]),
    Route("/t/{table}/people/{seat}", at_table, methods=["POST"]),
]
