"""A person's own page: name, games played, devices, signing out, tokens, language, light, guide."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.engine.words import LANGUAGES
from dalang.registry import all_games, game
from dalang.server.errors import NotYourSeat, Refusal
from dalang.server.notifications.notices import is_on
from dalang.server.people.identity import COOKIE, COOKIE_FLAGS, LINK_SECONDS, LinkClaim
from dalang.server.people.names import clean, clean_name
from dalang.server.rendering.faces import Face
from dalang.server.rendering.guide import OFF, ON
from dalang.server.rendering.results import records_of
from dalang.server.storage import Person, PlayHabits, Speed, TableRecord, queries
from dalang.server.tables.preferences import SPEEDS
from dalang.server.web.routes.sign_in import enter
from dalang.server.web.site import (
    SEE_OTHER,
    THEMES,
    YEAR,
    Site,
    form_of,
    language_of,
    origin_of,
    site,
)

LONGEST_LABEL = 40
MOST_PLAYED = 100  # games in the history


async def me(request: Request) -> Response:
    """Name, link to another device, tokens."""
    person = await site(request).person(request)
    return await my_page(request, person, {}) if person else RedirectResponse("/", SEE_OTHER)


@dataclass(frozen=True)
class PastGame:
    """A finished game, as one who played it looks back."""

    id: str
    game: str
    title: str
    ended: datetime
    others: list[Face]
    place: int
    players: int
    points: int
    abandoned: bool  # a bot played on to the end

    @property
    def won(self) -> bool:
        return self.place == 1 and not self.abandoned

    @classmethod
    def of(cls, record: TableRecord, person: str) -> PastGame | None:
        """Of a table; None if the person did not play there, or the game is not here any more."""
        own = [seat.seat for seat in record.seats if seat.person == person]
        if not own or record.game not in all_games() or not record.ranking:
            return None
        best = min(own, key=lambda seat: record.ranking[seat])  # of several at one screen
        return cls(
            id=record.id,
            game=record.game,
            title=game(record.game).title,
            ended=record.updated,
            others=[Face.of(seat) for seat in record.seats if seat.seat != best],
            place=record.ranking[best],
            players=record.players,
            points=record.scores[best],
            abandoned=record.seats[best].kind == "bot",
        )


@dataclass(frozen=True)
class Companion:
    """Somebody with whom a player has played often."""

    name: str
    games: int
    handle: str  # "" = no page


async def companions_of(here: Site, person: str) -> list[Companion]:
    """Those with whom somebody has played most."""
    store = here.tables.store
    found = await store.read(queries.companions, person)
    pages = await store.read(queries.handles, [other for other, _, _ in found])
    return [Companion(name, times, pages.get(other, "")) for other, name, times in found]


async def my_page(request: Request, person: Person, once: Args) -> Response:
    """A person's own page, with what is shown this once."""
    here, store = site(request), site(request).tables.store
    webhook = await store.read(queries.webhook, person.id)
    played = await store.read(
        queries.tables, status="finished", person=person.id, limit=MOST_PLAYED
    )
    games = [one for record in played if (one := PastGame.of(record, person.id))]
    results = await store.read(queries.results_of, person.id)
    context: Args = {
        "records": records_of(results, language_of(request, person)),
        "companions": await companions_of(here, person.id),
        "has_page": person.id in await store.read(queries.handles, [person.id]),
        "played": games,
        "wins": sum(one.won for one in games),
        "link": "",
        "link_minutes": LINK_SECONDS // 60,
        "tokens": await store.read(queries.tokens, person.id),
        "token": "",
        "devices": await store.read(queries.devices, person.id),
        "push_key": here.notifier.pusher.public,
        "webhook": webhook,
        "webhook_on": webhook is not None and is_on(webhook),
        "webhook_secret": "",
        "tested": "",
        "speeds": SPEEDS,
        "all_games": all_games().values(),
    }
    return await here.page(request, "me.html", context | once)


async def rename(request: Request) -> Response:
    """Another name."""
    here, form = site(request), await form_of(request)
    name = clean_name(form.get("name"))
    if not name:
        raise Refusal("name_unseen")
    await here.check_name(name)
    person = await here.somebody(request, name)
    if name != person.name:
        await here.tables.rename(person, name)
    return here.send(request, "/me", person)


async def new_token(request: Request) -> Response:
    """A token for programs, shown this once."""
    here, form = site(request), await form_of(request)
    person = await here.person(request)
    if person is None:
        return RedirectResponse("/", SEE_OTHER)
    await here.charge(here.limiter.tokens, request, person)
    label = clean(form.get("label"), LONGEST_LABEL)
    token = await here.tables.store.write(queries.add_token, person.id, label)
    return await my_page(request, person, {"token": token})


async def revoke_token(request: Request) -> Response:
    """Ends a token, and the streams of its person: who has another token comes back."""
    here, person = site(request), await site(request).person(request)
    if person:
        await here.tables.store.write(queries.revoke_token, person.id, request.path_params["token"])
        here.streams.end(person.id)
    return RedirectResponse("/me", SEE_OTHER)


# --- other devices, and signing out -------------------------------------------------------


async def new_link(request: Request) -> Response:
    """A personal link, shown this once; those made before are void."""
    here, person = site(request), await site(request).person(request)
    if person is None:
        return RedirectResponse("/", SEE_OTHER)
    links = await here.tables.store.write(queries.revoke_links, person.id)
    link = f"{origin_of(request)}/device/{here.identity.link(person.id, links)}"
    return await my_page(request, person, {"link": link})


async def revoke_link(request: Request) -> Response:
    """Makes the personal link void."""
    here, person = site(request), await site(request).person(request)
    if person:
        await here.tables.store.write(queries.revoke_links, person.id)
    return RedirectResponse("/me", SEE_OTHER)


async def ask_new_device(request: Request) -> Response:
    """The page behind a personal link: who it would make this browser, and whether to.

    Looking changes nothing: pages of others may point here, and programs look at links, too.
    """
    here, person = site(request), await site(request).person(request)
    _, owner = await _owner(request)
    if person and person.id == owner.id:
        return RedirectResponse("/me", SEE_OTHER)
    return await here.page(request, "device.html", {"owner": owner, "path": "/"})


async def new_device(request: Request) -> Response:
    """Makes this browser the person of the link, which is used up."""
    here = site(request)
    claim, owner = await _owner(request)
    session = await here.tables.store.write(queries.use_link, claim.person, claim.links)
    if session is None:  # somebody was quicker
        raise NotYourSeat("link_not_valid")
    path = await enter(request, owner) if owner.account else "/"
    return here.send(request, path, replace(owner, sessions=session))


async def _owner(request: Request) -> tuple[LinkClaim, Person]:
    """Whose personal link that is."""
    here = site(request)
    claim = here.identity.read_link(request.path_params["link"])
    store = here.tables.store
    owner = await store.read(queries.person_of_link, *claim) if claim else None
    if claim is None or owner is None:
        raise NotYourSeat("link_not_valid")
    return claim, owner


async def sign_out(request: Request) -> Response:
    """This browser forgets who it was."""
    here = site(request)
    known, person = here.claim(request), await here.person(request)
    if person and known and known.browser:
        await here.tables.store.write(queries.delete_browser, person.id, known.browser)
    return _forgotten()


async def sign_out_everywhere(request: Request) -> Response:
    """All browsers do; tokens and personal links become void."""
    here, form = site(request), await form_of(request)
    person = await here.person(request)
    if person is None:
        return _forgotten()
    session = await here.tables.store.write(queries.sign_out, person.id)
    here.pages.end(person.id)
    here.streams.end(person.id)
    if "stay" in form:
        return here.send(request, "/me", replace(person, sessions=session))
    return _forgotten()


def _forgotten() -> Response:
    response = RedirectResponse("/", SEE_OTHER)
    response.delete_cookie(COOKIE, path=COOKIE_FLAGS["path"], httponly=True, samesite="lax")
    return response


# --- settings -----------------------------------------------------------------------------


async def settings(request: Request) -> Response:
    """Language, light and guide, for pages without JavaScript too."""
    here, form = site(request), await form_of(request)
    response = RedirectResponse(_own_path(str(form.get("back", "/"))), SEE_OTHER)
    language, theme = str(form.get("language", "")), str(form.get("theme", ""))
    guide = str(form.get("guide", ""))
    person = await here.person(request)
    if language in LANGUAGES:
        response.set_cookie("language", language, max_age=YEAR, samesite="lax")
        if person:
            await here.tables.store.write(queries.set_language, person.id, language)
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=YEAR, samesite="lax")
    if guide in (ON, OFF):
        response.set_cookie("guide", guide, max_age=YEAR, samesite="lax")
    if person and (habits := _changed(person.habits, form)) != person.habits:
        await here.tables.set_habits(person, habits)
    return response


def _changed(habits: PlayHabits, form: FormData) -> PlayHabits:
    """PlayHabits as a form of the menu changes them: one thing at a time."""
    speed, grace, confirm = (str(form.get(name, "")) for name in ("speed", "grace", "confirm"))
    game = str(form.get("game", ""))
    if speed in SPEEDS:
        habits = replace(habits, speed=speed)
    if grace in (ON, OFF):
        habits = replace(habits, grace=grace == ON)
    if confirm in (ON, OFF) and game in all_games():
        confirms = habits.confirms | {game} if confirm == ON else habits.confirms - {game}
        habits = replace(habits, confirms=confirms)
    return habits


async def set_habits(request: Request) -> Response:
    """How somebody wants to play, all of it."""
    here, form = site(request), await form_of(request)
    person = await here.person(request)
    if person is None:
        return RedirectResponse("/", SEE_OTHER)
    wanted: list[Speed] = [speed for speed in SPEEDS if speed == form.get("speed")]
    speed = wanted[0] if wanted else person.habits.speed
    confirms = frozenset(str(key) for key in form.getlist("confirm")) & all_games().keys()
    await here.tables.set_habits(person, PlayHabits(speed, "grace" in form, confirms))
    return RedirectResponse("/me#habits", SEE_OTHER)


def _own_path(path: str) -> str:
    """A path of this site; anything else leads home."""
    own = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
    return path if own else "/"


ROUTES = [
    Route("/me", me),
    Route("/me", rename, methods=["POST"]),
    Route("/me/token", new_token, methods=["POST"]),
    Route("/me/token/{token}", revoke_token, methods=["POST"]),
    Route("/me/link", new_link, methods=["POST"]),
    Route("/me/link/revoke", revoke_link, methods=["POST"]),
    Route("/me/sign-out", sign_out, methods=["POST"]),
    Route("/me/sign-out-everywhere", sign_out_everywhere, methods=["POST"]),
    Route("/device/{link}", ask_new_device),
    Route("/device/{link}", new_device, methods=["POST"]),
    Route("/me/habits", set_habits, methods=["POST"]),
    Route("/settings", settings, methods=["POST"]),
]
