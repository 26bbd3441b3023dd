"""The page of a player, which others see: results, ratings, favourite opponents, last games."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.server.errors import NoSuchTable, NotYourSeat
from dalang.server.rendering.faces import Face
from dalang.server.rendering.results import records_of
from dalang.server.storage import Person, queries
from dalang.server.web.routes.friends import do_deed
from dalang.server.web.routes.profile import PastGame, companions_of
from dalang.server.web.site import SEE_OTHER, Site, form_of, language_of, site

MOST_SHOWN: Final = 20  # of the last games


async def player(request: Request) -> Response:
    """What others may know of somebody: no game at a private table, nobody without a page."""
    here, viewer, owner = await _owner(request)
    store = here.tables.store
    played = await store.read(
        queries.tables, status="finished", person=owner.id, public=True, limit=MOST_SHOWN
    )
    results = await store.read(queries.results_of, owner.id)
    tie = await store.read(queries.tie, viewer.id, owner.id) if viewer else None
    context: Args = {
        "player": owner,
        "picture": Face(0, owner.name, "person"),
        "own": viewer is not None and viewer.id == owner.id,
        "tie": tie,
        "is_here": tie == "friend" and owner.is_online,
        "records": records_of(results, language_of(request, viewer)),
        "companions": [one for one in await companions_of(here, owner.id) if one.handle],
        "played": [one for record in played if (one := PastGame.of(record, owner.id))],
    }
    return await here.page(request, "player.html", context)


async def at_player(request: Request) -> Response:
    """Asks somebody to be friends, or blocks them."""
    _, viewer, owner = await _owner(request)
    if viewer is None:
        raise NotYourSeat("sign_in_first")
    form = await form_of(request)
    await do_deed(request, viewer, owner.id, str(form.get("deed", "")))
    return RedirectResponse(f"/players/{owner.handle}", SEE_OTHER)


async def set_profile(request: Request) -> Response:
    """Whether others may look at one's page."""
    here, form = site(request), await form_of(request)
    person = await here.person(request)
    if person is None:
        raise NotYourSeat("sign_in_first")
    await here.tables.store.write(queries.set_profile, person.id, "profile" in form)
    return RedirectResponse("/me#h-results", SEE_OTHER)


async def _owner(request: Request) -> tuple[Site, Person | None, Person]:
    """Who looks at whose page."""
    here = site(request)
    viewer, handle = await here.person(request), request.path_params["handle"]
    owner = await here.tables.store.read(queries.profile, handle, viewer.id if viewer else "")
    if owner is None:
        raise NoSuchTable("no_such_player")
    return here, viewer, owner


ROUTES = [
    Route("/players/{handle}", player),
    Route("/players/{handle}", at_player, methods=["POST"]),
    Route("/me/profile", set_profile, methods=["POST"]),
]
