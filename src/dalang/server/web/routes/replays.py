"""The pages of finished games: replays, checked deals, continued games, uploads."""

from __future__ import annotations

import asyncio

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from dalang.bots import LEVELS, USUAL_LEVEL
from dalang.engine.api import Args
from dalang.registry import all_games
from dalang.server.errors import BadReplay, NotYourSeat, TooBusy, explain
from dalang.server.people.names import clean
from dalang.server.rendering.replay_page import ALL, ReplayOutlook, Screen
from dalang.server.replays.archive import LONGEST_REPLAY
from dalang.server.replays.timeline import ReplayTimeline
from dalang.server.replays.win_chart import Plot
from dalang.server.storage import Person, queries
from dalang.server.tables.dealing import checks
from dalang.server.web.site import (
    SEE_OTHER,
    form_of,
    language_of,
    origin_of,
    place,
    site,
    whole_number,
)

LONGEST_NAME = 60  # of a file
REPLAYING, PROVING = 8, 8  # how many drawings of a moment they cost as much as


async def _timeline(request: Request) -> ReplayTimeline:
    archive, name = site(request).archive, request.path_params["name"]
    if not archive.keeps(name):
        _pay(request, REPLAYING)
    return await archive.timeline(name)


def _pay(request: Request, cost: int) -> None:
    """Counts what has to be drawn by its cost; what is in the cache is free."""
    if not site(request).limiter.drawings.take(place(request), cost):
        raise TooBusy("slow_down")


async def _regions(request: Request, screen: Screen) -> dict[str, str]:
    """A moment, drawn now or before."""
    painter = site(request).painter
    drawn = painter.kept(screen)
    if drawn is None:
        _pay(request, 1)
        drawn = await painter.draw(screen, place(request))
    return drawn


async def _screen(request: Request) -> Screen:
    """What the address asks for: `?move=57&eyes=2`."""
    timeline, person = await _timeline(request), await site(request).person(request)
    asked = request.query_params
    move = whole_number(asked.get("move", "0"))
    if move < 0:
        raise BadReplay("no_such_move")
    return Screen(timeline, move, asked.get("eyes", ALL), language_of(request, person))


async def replay_page(request: Request) -> Response:
    """A finished game at one moment."""
    here, screen = site(request), await _screen(request)
    spec, name = screen.timeline.spec, screen.timeline.name
    person = await here.person(request)
    upload = await here.tables.store.read(queries.upload, name)
    outlook = await _outlook(request, screen)
    context: Args = {
        "screen": screen,
        "timeline": screen.timeline,
        "spec": spec,
        "html": here.renderer.marked(await _regions(request, screen)),
        "outlook": Markup(screen.outlook(here.renderer, outlook)),
        "busy": outlook.progress is not None,
        "link": origin_of(request) + screen.path,
        "levels": list(LEVELS),
        "usual_level": USUAL_LEVEL,
        "upload": upload,
        "mine": bool(upload and person and upload.person == person.id),
        **here.renderer.surroundings(spec, screen.language),
    }
    return await here.page(request, "replay.html", context)


async def _outlook(request: Request, screen: Screen) -> ReplayOutlook:
    """What the bots think of the game, as far as they have got."""
    analyst, timeline = site(request).analyst, screen.timeline
    # First: the curve is kept before they are through.
    progress, failed = await analyst.state(timeline)
    curve = await analyst.curve(timeline)
    plot = Plot(curve, timeline.last, screen.language, screen.action) if curve else None
    return ReplayOutlook(plot, progress if plot is None else None, failed)


async def analysis(request: Request) -> Response:
    """What the bots think, for a page that waits for it."""
    here, screen = site(request), await _screen(request)
    outlook = await _outlook(request, screen)
    html = screen.outlook(here.renderer, outlook)
    answer = {"html": html, "busy": outlook.progress is not None}
    return JSONResponse(answer, headers={"cache-control": "no-store"})


async def analyse(request: Request) -> Response:
    """Asks the bots where the game was won."""
    here, screen = site(request), await _screen(request)
    await here.analyst.start(screen.timeline)
    return RedirectResponse(screen.path, SEE_OTHER)


async def moment(request: Request) -> Response:
    """The same as data: what the page's script shows without loading everything again."""
    here, screen = site(request), await _screen(request)
    answer = {
        "move": screen.move,
        "build": here.renderer.build,
        "html": await _regions(request, screen),
        "fly": screen.flights,
        "said": screen.said,
    }
    return JSONResponse(answer, headers={"cache-control": "no-store"})


async def file(request: Request) -> Response:
    """The replay as a file."""
    timeline = await _timeline(request)
    headers = {
        "content-disposition": f'attachment; filename="{timeline.spec.key}-{timeline.name}.replay"'
    }
    return PlainTextResponse(timeline.replay.text(), headers=headers)


async def proof(request: Request) -> Response:
    """Every outcome of a game, computed again from its secret."""
    timeline = await _timeline(request)
    _pay(request, PROVING)
    verdict = await asyncio.to_thread(lambda: timeline.verdict)
    found = await asyncio.to_thread(
        lambda: list(checks(timeline.spec, timeline.replay)) if verdict else []
    )
    context: Args = {"timeline": timeline, "verdict": verdict, "checks": found}
    return await site(request).page(request, "proof.html", context)


async def go_on(request: Request) -> Response:
    """A new table from this moment on, against bots."""
    here, timeline, form = site(request), await _timeline(request), await form_of(request)
    move, own = whole_number(form.get("move")), whole_number(form.get("seat"))
    if not 0 <= move <= timeline.last:
        raise BadReplay("no_such_move")
    person = await here.somebody(request, form.get("name"))
    wish = own, str(form.get("level", USUAL_LEVEL))
    table = await here.archive.continued(person, timeline, move, wish, here.mark(request))
    return here.send(request, f"/t/{table.record.id}", person)


# --- bringing replays ---------------------------------------------------------------------


async def uploads(request: Request) -> Response:
    """A person's own replays, and the form to upload another one."""
    return await _uploads(request, await site(request).person(request))


async def _uploads(
    request: Request, person: Person | None, trouble: str = "", status: int = 200
) -> Response:
    here = site(request)
    owned = await here.tables.store.read(queries.uploads, person.id) if person else []
    titles = {key: spec.title for key, spec in all_games().items()}
    context: Args = {"uploads": owned, "titles": titles, "trouble": trouble}
    context["most"] = LONGEST_REPLAY // 1000
    return await here.page(request, "replays.html", context, status)


async def upload(request: Request) -> Response:
    """Stores a replay file."""
    here = site(request)
    async with request.form(max_files=1, max_fields=2) as form:
        given = form.get("replay")
        if given is None or isinstance(given, str):
            return await _uploads(request, await here.person(request), status=400)
        content = await given.read(LONGEST_REPLAY + 1)
        name = clean(given.filename, LONGEST_NAME)
    await here.charge(here.limiter.uploads, request, await here.person(request))
    try:
        timeline = await here.archive.read(content)
        person = await here.somebody(request)
        taken = await here.archive.add(person, name, timeline)
    except BadReplay as error:
        known = await here.person(request)
        trouble = explain(error, language_of(request, known))
        return await _uploads(request, known, trouble, 422)
    return here.send(request, f"/replay/{taken.id}", person)


async def delete(request: Request) -> Response:
    """Deletes a person's own upload."""
    here, person = site(request), await site(request).person(request)
    if person is None:
        raise NotYourSeat("not_your_replay")
    await here.archive.delete(person, request.path_params["name"])
    return RedirectResponse("/replays", SEE_OTHER)


ROUTES = [
    Route("/replays", uploads),
    Route("/replays", upload, methods=["POST"]),
    Route("/replay/{name}", replay_page),
    Route("/replay/{name}/moment", moment),
    Route("/replay/{name}/analysis", analysis),
    Route("/replay/{name}/analysis", analyse, methods=["POST"]),
    Route("/replay/{name}/file", file),
    Route("/replay/{name}/proof", proof),
    Route("/replay/{name}/continue", go_on, methods=["POST"]),
    Route("/replay/{name}/delete", delete, methods=["POST"]),
]
