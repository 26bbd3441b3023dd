"""For hosts: reports, bans, words of the house, limits, and a record of what hosts have done.

Nobody else learns that these pages exist.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime, timedelta
from typing import Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.server.errors import Refusal
from dalang.server.people.names import clean, skeleton
from dalang.server.people.word_filter import SHORTEST
from dalang.server.storage import NotStored, Person, now, queries
from dalang.server.web.site import SEE_OTHER, Site, form_of, site, whole_number

LONGEST_REASON: Final = 200
LONGEST_WORD: Final = 40
DAYS: Final = (1, 7, 30, 365)  # of a ban; 0 = for good
OUTCOMES: Final = ("nothing", "warned", "banned")
ON_A_PAGE: Final = 100  # of the log
NOT_FOUND: Final = 404


async def _host(request: Request) -> Person:
    """The host who asks; for everybody else there is nothing here."""
    person = await site(request).person(request)
    if person is None or not person.is_host or person.is_banned:
        raise HTTPException(NOT_FOUND)
    return person


async def _page(request: Request, part: str, more: Args) -> Response:
    context: Args = {"part": part, "days": DAYS, **more}
    return await site(request).page(request, "host.html", context)


async def reports(request: Request) -> Response:
    """What people have told."""
    await _host(request)
    waiting = await site(request).tables.store.read(queries.reports)
    return await _page(request, "reports", {"reports": waiting})


async def close_report(request: Request) -> Response:
    """Settles a report, perhaps with a ban."""
    here, host, form = site(request), await _host(request), await form_of(request)
    report = await here.tables.store.read(queries.report, request.path_params["report"])
    outcome = str(form.get("outcome", ""))
    if report is None or outcome not in OUTCOMES:
        raise HTTPException(NOT_FOUND)
    store = here.tables.store
    if outcome == "banned":
        try:
            settled = await store.write(queries.ban_for_report, host, report.id, *_ban(form))
        except NotStored:
            raise Refusal("ban_impossible") from None
    else:
        settled = await store.write(queries.close_report, host, report.id, outcome)
    if not settled:
        raise Refusal("report_settled")
    if outcome == "banned":
        _show_out(here, report.person)
    return RedirectResponse("/host", SEE_OTHER)


def _ban(form: FormData) -> tuple[str, datetime | None]:
    """Why and until when a form shuts somebody out; raises Refusal."""
    reason, days = clean(form.get("why"), LONGEST_REASON), whole_number(form.get("days"))
    if not reason or days not in (0, *DAYS):
        raise Refusal("ban_why")
    return reason, now() + timedelta(days=days) if days else None


def _show_out(here: Site, person_id: str) -> None:
    """Closes the pages of somebody who is shut out."""
    here.pages.end(person_id)
    here.streams.end(person_id)


async def people(request: Request) -> Response:
    """Who is shut out, and accounts by name."""
    await _host(request)
    store, wanted = site(request).tables.store, clean(request.query_params.get("name"), 100)
    found = await store.read(queries.accounts_called, wanted) if wanted else []
    banned = await store.read(queries.banned)
    return await _page(request, "people", {"wanted": wanted, "found": found, "banned": banned})


async def ban(request: Request) -> Response:
    """Shuts somebody out."""
    here, host, form = site(request), await _host(request), await form_of(request)
    person = request.path_params["person"]
    if not await here.tables.store.write(queries.ban, host, person, *_ban(form)):
        raise Refusal("ban_impossible")
    _show_out(here, person)
    return RedirectResponse("/host/people", SEE_OTHER)


async def lift_ban(request: Request) -> Response:
    """Lets somebody in again."""
    host, person = await _host(request), request.path_params["person"]
    await site(request).tables.store.write(queries.lift_ban, host, person)
    return RedirectResponse("/host/people", SEE_OTHER)


async def words(request: Request) -> Response:
    """What names and chat must not contain."""
    await _host(request)
    listed = await site(request).tables.store.read(queries.house_words)
    return await _page(request, "words", {"listed": listed})


async def add_word(request: Request) -> Response:
    """One more of these words."""
    host, form = await _host(request), await form_of(request)
    word = clean(form.get("word"), LONGEST_WORD)
    shape = skeleton(word)
    if len(shape) < SHORTEST:
        raise Refusal("word_short", count=SHORTEST)
    await site(request).tables.store.write(queries.add_house_word, host, shape, word)
    return RedirectResponse("/host/words", SEE_OTHER)


async def delete_word(request: Request) -> Response:
    """One less of them."""
    host, form = await _host(request), await form_of(request)
    shape = str(form.get("shape", ""))
    await site(request).tables.store.write(queries.delete_house_word, host, shape)
    return RedirectResponse("/host/words", SEE_OTHER)


async def limits(request: Request) -> Response:
    """The limits as they are; the settings change them."""
    await _host(request)
    here = site(request)
    rows = [
        (field.name, getattr(source, field.name))
        for source in (here.limits, here.bounds)
        for field in fields(source)
    ]
    return await _page(request, "limits", {"limits": rows})


async def log(request: Request) -> Response:
    """Everything that hosts have done, page by page."""
    await _host(request)
    number = max(1, whole_number(request.query_params.get("page")))
    before = (number - 1) * ON_A_PAGE
    done = await site(request).tables.store.read(queries.audit, ON_A_PAGE + 1, before)
    more = len(done) > ON_A_PAGE
    return await _page(request, "log", {"done": done[:ON_A_PAGE], "number": number, "more": more})


ROUTES = [
    Route("/host", reports),
    Route("/host/reports/{report}", close_report, methods=["POST"]),
    Route("/host/people", people),
    Route("/host/people/{person}/ban", ban, methods=["POST"]),
    Route("/host/people/{person}/lift", lift_ban, methods=["POST"]),
    Route("/host/words", words),
    Route("/host/words", add_word, methods=["POST"]),
    Route("/host/words/delete", delete_word, methods=["POST"]),
    Route("/host/limits", limits),
    Route("/host/log", log),
]
