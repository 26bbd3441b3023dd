"""What all pages share: the house, the renderer, and who is asking."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response

from dalang.engine.api import Args
from dalang.engine.errors import NotYourTurn, UnknownGame
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE
from dalang.server.guard import Limits
from dalang.server.house import House, NoSuchTable
from dalang.server.people import COOKIE, COOKIE_FLAGS, Identity
from dalang.server.render import Renderer
from dalang.server.rooms import NotYourSeat
from dalang.server.storage import BrokenGame, Person, StorageError

LOG = logging.getLogger("dalang.server")
YEAR = 365 * 24 * 3600
THEMES = ("auto", "light", "dark")
JOINERS = "\u200c\u200d"  # invisible, but parts of words and of emoji


@dataclass(frozen=True)
class Site:
    """One running server."""

    house: House
    renderer: Renderer
    identity: Identity
    limits: Limits

    async def person(self, connection: HTTPConnection) -> Person | None:
        """Who is asking, by the signed cookie."""
        known = self.identity.person_of_cookie(connection.cookies.get(COOKIE, ""))
        return await self.house.store.person(known) if known else None

    def remember(self, response: Response, person: Person, secure: bool) -> None:
        """Gives the browser its identity."""
        response.set_cookie(COOKIE, self.identity.cookie(person.id), secure=secure, **COOKIE_FLAGS)

    async def page(
        self, request: Request, template: str, context: Args, status: int = 200
    ) -> HTMLResponse:
        """A page in the language of whoever asks."""
        person = await self.person(request)
        common = {"me": person, "theme": theme_of(request), "path": request.url.path}
        html = self.renderer.page(template, language_of(request, person), common | context)
        return HTMLResponse(html, status, headers={"cache-control": "no-store"})


def site(connection: HTTPConnection) -> Site:
    """The site a request came to."""
    found = connection.app.state.site
    assert isinstance(found, Site)
    return found


def status_of(error: Exception, otherwise: int) -> int:
    """The HTTP status for something we refuse."""
    if isinstance(error, NoSuchTable | UnknownGame):
        return 404
    if isinstance(error, NotYourSeat | NotYourTurn):
        return 403
    if isinstance(error, BrokenGame):
        return 410
    return 503 if isinstance(error, StorageError) else otherwise


def sentence_of(error: Exception) -> str:
    """What people are told.  Troubles of the store name files of the host: those go to its log."""
    if isinstance(error, StorageError) and not isinstance(error, BrokenGame):
        LOG.error("%s", error)
        return "The server cannot do that now. Try again later."
    return str(error)


def whole_number(given: object) -> int:
    """A number as forms and addresses give it; -1 for anything else."""
    text = str(given or "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else -1


def clean(given: object, longest: int) -> str:
    """What somebody typed, on one line, without anything that cannot be seen."""
    seen = (c if c.isprintable() or c in JOINERS else " " for c in str(given or "")[: 4 * longest])
    return " ".join("".join(seen).split())[:longest].strip()


def theme_of(connection: HTTPConnection) -> str:
    """Light or dark, if the person chose."""
    theme = connection.cookies.get("theme", "auto")
    return theme if theme in THEMES else "auto"


def language_of(connection: HTTPConnection, person: Person | None) -> str:
    """What the person chose, else the first language of the browser that we speak."""
    wanted = [person.language if person else "", connection.cookies.get("language", "")]
    accepted = connection.headers.get("accept-language", "")
    wanted += [word.split(";")[0].strip()[:2].lower() for word in accepted.split(",")]
    return next((code for code in wanted if code in LANGUAGES), SOURCE_LANGUAGE)
