"""What all pages share: the tables, the renderer, and who is asking."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from dalang.engine.api import Args, Phrase
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE, Words
from dalang.server.bounds import TableBounds
from dalang.server.errors import Banned, Refusal, TooBusy
from dalang.server.limits import Limits, Quota, RateLimiter, Share, place_of
from dalang.server.notifications.mail import Mailer
from dalang.server.notifications.notices import Notifier
from dalang.server.people.identity import COOKIE, COOKIE_FLAGS, CookieClaim, Identity
from dalang.server.people.names import clean_name
from dalang.server.people.word_filter import is_unwanted_line, is_unwanted_name
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.replay_painter import ReplayPainter
from dalang.server.replays.analysis import AnalysisService
from dalang.server.replays.archive import Archive
from dalang.server.storage import Person, StorageError, queries
from dalang.server.tables.hints import HintService
from dalang.server.tables.manager import TableManager
from dalang.server.tables.matchmaking import Matchmaker
from dalang.server.tournaments.organiser import Organiser
from dalang.server.web.cookies import cookie_of
from dalang.server.web.open_pages import OpenPages
from dalang.server.web.user_agents import label_of
from dalang.server.words import VOCABULARY

LOG = logging.getLogger("dalang.server")
SEEING = 60.0  # seconds between noting who is here
YEAR = 365 * 24 * 3600
SEE_OTHER = 303
MOST_BROWSERS = 30  # in which somebody is signed in
MOST_FIELDS = 40  # in a form
# What nobody is kept from: to go, to choose how pages look, and to answer a letter.
FREE = ("/me/delete", "/me/sign-out", "/me/sign-out-everywhere", "/settings")
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
    limiter: RateLimiter
    painter: ReplayPainter
    organiser: Organiser
    matchmaker: Matchmaker
    pages: OpenPages = field(default_factory=OpenPages)
    streams: OpenPages = field(default_factory=OpenPages)  # that programs read with a token
    metrics_token: str = field(default="", repr=False)  # "" = nobody may read the metrics
    public_url: str = ""  # "" = whatever the browser asks for
    mailer: Mailer | None = None  # None = no letters
    bounds: TableBounds = field(default_factory=TableBounds)
    home: Path = Path()  # where the host may put rules of their own

    async def visitor(self, connection: HTTPConnection) -> Person | None:
        """Who is asking, by the signed cookie, whatever they may do here."""
        known = self.claim(connection)
        return await self.tables.store.read(queries.person_of_session, *known) if known else None

    async def person(self, connection: HTTPConnection) -> Person | None:
        """Who is asking; the banned may look, take their things and go."""
        person = await self.visitor(connection)
        if person and person.is_banned and _changes(connection):
            raise banned(person)
        return person

    async def player(self, connection: HTTPConnection) -> Person | None:
        """Who is asking, as somebody who may play: the eyes of the banned are a spectator's."""
        person = await self.person(connection)
        return None if person and person.is_banned else person

    async def check_name(self, name: str) -> None:
        """Refuses a name that the house does not want."""
        if is_unwanted_name(name, await self.tables.store.read(queries.house_words)):
            raise Refusal("name_unwanted")

    async def check_line(self, text: str) -> None:
        """Refuses a line of chat that the house does not want."""
        if is_unwanted_line(text, await self.tables.store.read(queries.house_words)):
            raise Refusal("line_unwanted")

    def claim(self, connection: HTTPConnection) -> CookieClaim | None:
        """What the cookie says, whether or not it is still worth anything."""
        return self.identity.read_cookie(cookie_of(connection, COOKIE))

    def address(self, connection: HTTPConnection) -> str:
        """Where people reach this server: what the host says, else what the browser does."""
        return self.public_url or origin_of(connection)

    async def somebody(self, request: Request, name: object = "") -> Person:
        """Who is asking; a newcomer gets the name they gave, or becomes a guest."""
        person = await self.person(request)
        if person is not None:
            return person
        if not self.limiter.guests.take(place(request)):
            raise TooBusy("slow_down")
        await self._charge_all([self.limiter.guests.share(f"guests at {self.mark(request)}")])
        await self.check_name(clean_name(name))
        guest = Phrase("guest", {"number": secrets.randbelow(900) + 100})
        words = Words(VOCABULARY, language_of(request, None))
        return await self.tables.store.write(
            queries.add_person, clean_name(name) or words.say(guest), ""
        )

    def mark(self, connection: HTTPConnection) -> str:
        """What is kept of the address from which a table is opened."""
        return self.identity.mark(place(connection))

    async def charge(self, quota: Quota, request: Request, person: Person | None) -> None:
        """Counts something that costs; raises TooBusy if a person or an address had enough."""
        own = person.id if person else ""
        if not quota.take(place(request), own):
            raise TooBusy("slow_down")
        await self._charge_all(quota.shares(self.mark(request), own))

    async def _charge_all(self, shares: Sequence[Share]) -> None:
        """The same, of what people had through other processes."""
        if not await self.tables.peers.allow(shares):
            raise TooBusy("slow_down")

    def send(self, request: Request, path: str, person: Person) -> Response:
        """On to another page, as this person; a browser on their list stays there."""
        known = self.claim(request)
        same = known and known[:2] == (person.id, person.sessions)
        browser = known.browser if known and same else ""
        return self.remembered(RedirectResponse(path, SEE_OTHER), request, person, browser)

    def remembered(
        self, response: Response, request: Request, person: Person, browser: str
    ) -> Response:
        """An answer with the cookie of a person, and of one of their browsers."""
        value = self.identity.cookie(person.id, person.sessions, browser)
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, value, secure=secure, **COOKIE_FLAGS)
        return response

    async def sign_in(self, response: Response, request: Request, person: Person) -> Response:
        """An answer to a browser that is somebody with an account from now on."""
        label = label_of(request.headers.get("user-agent", ""))
        browser = await self.tables.store.write(
            queries.add_browser, person.id, label, MOST_BROWSERS
        )
        return self.remembered(response, request, person, browser.id)

    async def _listed(self, response: Response, request: Request, person: Person) -> None:
        """Keeps the list of browsers: one with a cookie of before is put on it."""
        known = self.claim(request)
        store = self.tables.store
        if known is None or not known.browser:
            await self.sign_in(response, request, person)
        elif await store.read(queries.is_overdue, known.browser):
            await store.write(queries.see_browser, known.browser)

    async def page(
        self, request: Request, template: str, context: Args, status: int = 200
    ) -> HTMLResponse:
        """A page in the visitor's language."""
        person = await self.visitor(request)
        common: Args = {"me": person, "theme": theme_of(request), "path": _path(request)}
        common |= {"origin": origin_of(request), "preview": None}
        html = self.renderer.page(template, language_of(request, person), common | context)
        response = HTMLResponse(html, status, headers={"cache-control": "no-store"})
        if person and person.shown and not person.is_online:
            await self.tables.store.write(queries.see_people, [person.id])
        if person and person.account and request.method == "GET":
            await self._listed(response, request, person)
        return response


def banned(person: Person) -> Banned:
    """What somebody is told who may not play here."""
    if person.ban_until is None:
        return Banned("banned_for_good", reason=person.ban)
    day = person.ban_until.date().isoformat()
    return Banned("banned_until", day=day, reason=person.ban)


def _changes(connection: HTTPConnection) -> bool:
    """Whether a request is for something that somebody who is banned may not do."""
    if connection.scope["type"] != "http" or connection.scope["method"] in ("GET", "HEAD"):
        return False
    return connection.url.path not in FREE


def _path(request: Request) -> str:
    """Where a change of settings leads back to."""
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + query if request.method == "GET" else "/"


async def see_for_ever(here: Site) -> None:
    """Notes who has a page open, for the friends of those who want to be seen."""
    while True:
        await asyncio.sleep(SEEING)
        try:
            if people := here.pages.people:
                await here.tables.store.write(queries.see_people, people)
        except StorageError as error:
            LOG.warning("who is here cannot be noted: %s", error)
        except Exception:
            LOG.exception("who is here cannot be noted")


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
