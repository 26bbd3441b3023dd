"""What all pages share: the tables, the renderer, and who is asking."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from dalang.engine.api import Args, Phrase
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE, Words
from dalang.server.errors import TooBusy
from dalang.server.limits import Door, Limits, Quota, place_of
from dalang.server.notifications.notices import Notifier
from dalang.server.people.identity import COOKIE, COOKIE_FLAGS, Identity
from dalang.server.people.names import clean_name
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.replay_painter import ReplayPainter
from dalang.server.replays.analysis import AnalysisService
from dalang.server.replays.archive import Archive
from dalang.server.storage import Person, queries
from dalang.server.tables.hints import HintService
from dalang.server.tables.manager import TableManager
from dalang.server.web.cookies import cookie_of
from dalang.server.web.open_pages import OpenPages
from dalang.server.words import VOCABULARY

YEAR = 365 * 24 * 3600
SEE_OTHER = 303
MOST_FIELDS = 40  # in a form
THEMES = ("auto", "light", "dark")


@dataclass(frozen=True)
class Site:
    """One running server."""

    tables: TableManager
    archive: Archive
    renderer: Renderer
    identity: Identity
    limits: Limits
    adviser: HintService
    analyst: AnalysisService
    notifier: Notifier
    door: Door
    painter: ReplayPainter
    pages: OpenPages = field(default_factory=OpenPages)
    streams: OpenPages = field(default_factory=OpenPages)  # that programs read with a token
    metrics_token: str = field(default="", repr=False)  # "" = nobody may read the metrics

    async def person(self, connection: HTTPConnection) -> Person | None:
        """Who is asking, by the signed cookie."""
        known = self.identity.read_cookie(cookie_of(connection, COOKIE))
        return await self.tables.store.read(queries.person_of_session, *known) if known else None

    async def somebody(self, request: Request, name: object = "") -> Person:
        """Who is asking; a newcomer gets the name they gave, or becomes a guest."""
        person = await self.person(request)
        if person is not None:
            return person
        if not self.door.guests.take(place(request)):
            raise TooBusy("slow_down")
        guest = Phrase("guest", {"number": secrets.randbelow(900) + 100})
        words = Words(VOCABULARY, language_of(request, None))
        return await self.tables.store.write(
            queries.add_person, clean_name(name) or words.say(guest), ""
        )

    def mark(self, connection: HTTPConnection) -> str:
        """What is kept of the address from which a table is opened."""
        return self.identity.mark(place(connection))

    def charge(self, quota: Quota, request: Request, person: Person | None) -> None:
        """Counts something that costs; raises TooBusy if a person or an address had enough."""
        if not quota.take(place(request), person.id if person else ""):
            raise TooBusy("slow_down")

    def send(self, request: Request, path: str, person: Person) -> Response:
        """On to another page, as this person."""
        response = RedirectResponse(path, SEE_OTHER)
        secure = request.url.scheme == "https"
        value = self.identity.cookie(person.id, person.sessions)
        response.set_cookie(COOKIE, value, secure=secure, **COOKIE_FLAGS)
        return response

    async def page(
        self, request: Request, template: str, context: Args, status: int = 200
    ) -> HTMLResponse:
        """A page in the visitor's language."""
        person = await self.person(request)
        common: Args = {"me": person, "theme": theme_of(request), "path": _path(request)}
        common |= {"origin": origin_of(request), "preview": None}
        html = self.renderer.page(template, language_of(request, person), common | context)
        return HTMLResponse(html, status, headers={"cache-control": "no-store"})


def _path(request: Request) -> str:
    """Where a change of settings leads back to."""
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + query if request.method == "GET" else "/"


def site(connection: HTTPConnection) -> Site:
    """The site a request came to."""
    found = connection.app.state.site
    assert isinstance(found, Site)
    return found


def place(connection: HTTPConnection) -> str:
    """Where a request comes from, as far as limits are concerned."""
    return place_of(connection.client.host) if connection.client else ""


def origin_of(connection: HTTPConnection) -> str:
    """The address under which people reach this server."""
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return f"{scheme}://{connection.url.netloc}"


def whole_number(given: object) -> int:
    """A number as forms and addresses give it; -1 for anything else."""
    text = given if isinstance(given, str) else ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else -1


async def form_of(request: Request) -> FormData:
    """The fields of a form; no page sends files."""
    return await request.form(max_files=0, max_fields=MOST_FIELDS)


def theme_of(connection: HTTPConnection) -> str:
    """Light or dark, if the person chose."""
    theme = cookie_of(connection, "theme")
    return theme if theme in THEMES else "auto"


def language_of(connection: HTTPConnection, person: Person | None) -> str:
    """The language the person chose, else the first of the browser's that we support."""
    wanted = [person.language if person else "", cookie_of(connection, "language")]
    accepted = connection.headers.get("accept-language", "")
    wanted += [word.split(";")[0].strip()[:2].lower() for word in accepted.split(",")]
    return next((code for code in wanted if code in LANGUAGES), SOURCE_LANGUAGE)
