"""For everybody: the rules of the house, and telling the hosts of somebody who breaks them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.server.errors import NotYourSeat, Refusal
from dalang.server.people.names import clean
from dalang.server.storage import ChatLine, Complaint, Person, TieKind, TooManyStored, queries
from dalang.server.tables.table import Table
from dalang.server.web.site import Site, form_of, language_of, site, whole_number

REASONS: Final = ("insult", "cheating", "stalling", "spam", "name", "other")
LONGEST_REPORT: Final = 500
MOST_REPORTS: Final = 10  # of one person that wait
MOST_LINES: Final = 20  # of the chat, to choose from
OWN_RULES: Final = Path(__file__).parents[2] / "rendering" / "house_rules"
LARGEST_RULES: Final = 100_000  # characters


async def house_rules(request: Request) -> Response:
    """The rules of the house: the host's own, if there are any."""
    here = site(request)
    language = language_of(request, await here.person(request))
    kinds = ["heading", "emphasis", "list", "link"]
    text = MarkdownIt("zero").enable(kinds).render(rules_text(here.home, language))
    return await here.page(request, "house_rules.html", {"text": Markup(text)})


def rules_text(home: Path, language: str) -> str:
    """The host's rules in a language, else those for all languages, else ours."""
    for path in (home / f"house_rules.{language}.md", home / "house_rules.md"):
        if path.is_file():
            return path.read_text(encoding="utf-8", errors="replace")[:LARGEST_RULES]
    return (OWN_RULES / f"{language}.md").read_text(encoding="utf-8")


async def ask_about(request: Request) -> Response:
    """Whom or which line a report is about."""
    here = site(request)
    table = await here.tables.find(request.path_params["table"])
    person = await here.person(request)
    context: Args = {
        "table": table.record.id,
        "people": (people := _people(table, person.id if person else "")),
        "pages": await here.tables.store.read(queries.handles, [one for _, one, _ in people]),
        "lines": _lines(table, person.id if person else ""),
        "reasons": REASONS,
        "done": False,
        "friends": await _ids(here, person, "friend"),
        "asked": await _ids(here, person, "asked"),
        "blocked": await _ids(here, person, "block"),
    }
    return await here.page(request, "report.html", context)


async def _ids(here: Site, person: Person | None, kind: TieKind) -> set[str]:
    tied = await here.tables.store.read(queries.tied, person.id, kind) if person else []
    return {one.id for one in tied}


async def tell_hosts(request: Request) -> Response:
    """Somebody tells the hosts."""
    here, form = site(request), await form_of(request)
    table = await here.tables.find(request.path_params["table"])
    person = await here.person(request)
    if person is None:
        raise NotYourSeat("sign_in_first")
    await here.charge(here.limiter.reports, request, person)
    report = _report(table, person.id, str(form.get("about", "")))
    reason = str(form.get("reason", ""))
    if report is None or reason not in REASONS:
        raise Refusal("report_whom")
    text = clean(form.get("text"), LONGEST_REPORT)
    made = Complaint.new(person.id, *report, reason=reason, text=text)
    try:
        await here.tables.store.write(queries.add_report, made, MOST_REPORTS)
    except TooManyStored:
        raise Refusal("too_many_reports") from None
    return await here.page(request, "report.html", {"done": True, "table": table.record.id})


def _report(table: Table, reporter: str, about: str) -> tuple[str, str, str, str] | None:
    """Whom a report is about: the person, the name, the table and the line that was said."""
    kind, _, number = about.partition("-")
    if kind == "line":
        for line in _lines(table, reporter):
            if line.number == whole_number(number):
                return line.person, line.name, table.record.id, line.text
    for seat, person, name in _people(table, reporter):
        if kind == "seat" and seat == whole_number(number):
            return person, name, table.record.id, ""
    return None


def _people(table: Table, reporter: str) -> list[tuple[int, str, str]]:
    """Others who sit at a table: seat, person and name."""
    seats = table.record.seats
    return [
        (one.seat, one.person, one.name) for one in seats if one.person and one.person != reporter
    ]


def _lines(table: Table, reporter: str) -> list[ChatLine]:
    """What others have said there, the latest first."""
    heard = [line for line in table.chat if line.is_for(reporter)]
    said = [line for line in heard if line.name and line.person != reporter]
    return said[: -MOST_LINES - 1 : -1]


ROUTES = [
    Route("/house-rules", house_rules),
    Route("/t/{table}/people", ask_about),
    Route("/t/{table}/people", tell_hosts, methods=["POST"]),
]
