"""Everything about oneself: as a file, or gone."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dalang.server.errors import NotYourSeat, Refusal
from dalang.server.people.identity import COOKIE, COOKIE_FLAGS
from dalang.server.storage import Person, now, queries
from dalang.server.tables import personal_data
from dalang.server.web.site import SEE_OTHER, form_of, site

FORMAT = 1  # of the file; goes up when something in it gets another meaning


async def export(request: Request) -> Response:
    """A file with everything that is stored about the person who asks."""
    here, person = site(request), await _known(request)
    await here.charge(here.limiter.exports, request, person)
    told = await here.tables.store.read(queries.everything, person.id)
    whole = {"format": FORMAT, "written": now().isoformat(timespec="seconds"), **told}
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    headers = {
        "content-disposition": f'attachment; filename="dalang-{now().date().isoformat()}.json"',
        "cache-control": "no-store",
    }
    return Response(text, media_type="application/json", headers=headers)


async def delete(request: Request) -> Response:
    """Forgets the person who asks, who has to write their name to be sure."""
    here, person, form = site(request), await _known(request), await form_of(request)
    if str(form.get("name", "")).strip() != person.name:
        raise Refusal("delete_name_wrong")
    await here.archive.forget(await personal_data.forget(here.tables, person))
    here.pages.end(person.id)
    here.streams.end(person.id)
    response = RedirectResponse("/", SEE_OTHER)
    response.delete_cookie(COOKIE, path=COOKIE_FLAGS["path"], httponly=True, samesite="lax")
    return response


async def _known(request: Request) -> Person:
    person = await site(request).person(request)
    if person is None:
        raise NotYourSeat("sign_in_first")
    return person


ROUTES = [
    Route("/me/export", export),
    Route("/me/delete", delete, methods=["POST"]),
]
