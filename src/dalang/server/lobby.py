"""The first page and everything before a game: lists, new tables, sitting down, oneself."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from dalang.bots import LEVELS
from dalang.engine.api import Args, Phrase
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games, game
from dalang.server.rooms import NotYourSeat
from dalang.server.seats import seat_from_word
from dalang.server.site import THEMES, YEAR, Site, clean, language_of, site, whole_number
from dalang.server.storage import BrokenGame, Person, TableRecord
from dalang.server.words import VOCABULARY

LONGEST_NAME = 24
STRONGEST = list(LEVELS)[-1]
SEE_OTHER = 303


@dataclass(frozen=True)
class Row:
    """A table in a list."""

    record: TableRecord
    title: str
    names: list[str]
    state: str
    verb: str
    mine: bool  # waits for the person who looks


async def home(request: Request) -> Response:
    """What can be played, and what is being played."""
    here, person = site(request), await site(request).person(request)
    words = Words(VOCABULARY, language_of(request, person))
    store = here.house.store
    lists = {
        "mine": await store.tables(person=person.id, limit=20) if person else [],
        "open": await store.tables(status="open", public=True, limit=20),
        "running": await store.tables(status="running", public=True, limit=10),
        "finished": await store.tables(status="finished", public=True, limit=10),
    }
    rows = {
        name: [row for record in records if (row := await _row(here, record, person, words))]
        for name, records in lists.items()
    }
    rows["mine"].sort(key=lambda row: not row.mine)
    cards = [_card(spec) for spec in all_games().values()]
    return await here.page(request, "home.html", {"games": cards, **rows})


def _card(spec: GameSpec) -> dict[str, str]:
    counts = f"{spec.players[0]}–{spec.players[-1]}"
    return {"key": spec.key, "title": spec.title, "counts": counts}


async def _row(here: Site, record: TableRecord, person: Person | None, words: Words) -> Row | None:
    """A table in a list; None if its game is not here or cannot be replayed any more."""
    names = [seat.name for seat in record.seats if seat.kind != "open"]
    if record.game not in all_games():
        return None
    title = game(record.game).title
    if record.status == "open":
        free = sum(1 for seat in record.seats if seat.kind == "open")
        state = words.say(Phrase("waiting_for_players", {"count": free}))
        return Row(record, title, names, state, words.say(Phrase("sit_down", {})), False)
    if record.status == "finished":
        best = [seat.name for seat in record.seats if record.ranking[seat.seat] == 1]
        state = words.say(Phrase("winner_was", {"name": ", ".join(best)}))
        return Row(record, title, names, state, words.say(Phrase("look_again", {})), False)
    try:
        room = await here.house.room(record.id)
    except BrokenGame:
        return None
    own = room.seat_of(person.id) if person else -1
    mine = own >= 0 and room.actor == own
    name = names[room.actor] if room.actor >= 0 else ""
    key, args = ("your_turn", {}) if mine else ("waiting_for", {"name": name})
    verb = words.say(Phrase("go_on" if own >= 0 else "watch", {}))
    return Row(record, title, names, words.say(Phrase(key, dict(args))), verb, mine)


# --- opening a table ----------------------------------------------------------------------


async def play_now(request: Request) -> Response:
    """One click: the usual number of seats, bots on all the others."""
    here, person = site(request), await _somebody(request)
    spec = game(request.path_params["key"])
    seats = [seat_from_word(0, "me", person)]
    seats += [
        seat_from_word(number, f"bot-{STRONGEST}", person)
        for number in range(1, spec.usual_players)
    ]
    room = await here.house.open_table(person, spec.key, seats, {}, public=False)
    return _to(f"/t/{room.record.id}", here, request, person)


async def new_table(request: Request) -> Response:
    """The form for a new table."""
    spec = game(request.query_params.get("game", next(iter(all_games()))))
    asked = whole_number(request.query_params.get("players"))
    players = asked if asked in spec.players else spec.usual_players
    context: Args = {
        "game": spec,
        "games": list(all_games().values()),
        "players": players,
        "levels": list(LEVELS),
    }
    return await site(request).page(request, "new.html", context)


async def open_table(request: Request) -> Response:
    """Opens the table as the form says."""
    here, person, form = site(request), await _somebody(request), await request.form()
    spec = game(str(form.get("game", "")))
    players = whole_number(form.get("players"))
    seats = [
        seat_from_word(number, str(form.get(f"seat-{number}", "open")), person)
        for number in range(min(players, 9))
    ]
    room = await here.house.open_table(
        person, spec.key, seats, _options(spec, form), public="public" in form
    )
    return _to(f"/t/{room.record.id}", here, request, person)


def _options(spec: GameSpec, form: FormData) -> dict[str, str]:
    given = {option.key: form.get(f"option-{option.key}") for option in spec.options}
    return {key: str(choice) for key, choice in given.items() if choice is not None}


# --- oneself ------------------------------------------------------------------------------


async def me(request: Request) -> Response:
    """Name, link to another device, tokens."""
    here, person = site(request), await site(request).person(request)
    if person is None:
        return RedirectResponse("/", SEE_OTHER)
    link = f"{request.base_url}device/{here.identity.link(person.id, person.links)}"
    token = request.query_params.get("token", "")
    return await here.page(request, "me.html", {"link": link, "token": token})


async def rename(request: Request) -> Response:
    """Another name."""
    here, person = site(request), await _somebody(request)
    name = clean((await request.form()).get("name"), LONGEST_NAME) or "Guest"
    await here.house.store.rename(person.id, name)
    return _to("/me", here, request, person)


async def new_device(request: Request) -> Response:
    """The personal link: this browser is that person from now on."""
    here = site(request)
    claim = here.identity.read_link(request.path_params["link"])
    person = claim and await here.house.store.person_of_link(claim.person, claim.links)
    if person is None:
        raise NotYourSeat("This link is not valid any more.")
    return _to("/", here, request, person)


async def settings(request: Request) -> Response:
    """Language and theme, for pages without JavaScript too."""
    here, form = site(request), await request.form()
    back = str(form.get("back", "/"))
    response = RedirectResponse(back if _is_own(back) else "/", SEE_OTHER)
    language, theme = str(form.get("language", "")), str(form.get("theme", ""))
    person = await here.person(request)
    if language in LANGUAGES:
        response.set_cookie("language", language, max_age=YEAR, samesite="lax")
        if person:
            await here.house.store.set_language(person.id, language)
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=YEAR, samesite="lax")
    return response


def _is_own(path: str) -> bool:
    """Whether a redirection stays on this site; browsers read a backslash as a slash."""
    return path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()


async def _somebody(request: Request) -> Person:
    """Who is asking; a newcomer becomes a guest."""
    here = site(request)
    return await here.person(request) or await here.house.store.add_person(
        f"Guest {secrets.randbelow(900) + 100}", ""
    )


def _to(path: str, here: Site, request: Request, person: Person) -> Response:
    response = RedirectResponse(path, SEE_OTHER)
    here.remember(response, person, request.url.scheme == "https")
    return response


async def sit(request: Request) -> Response:
    """Takes a free seat, perhaps by a private link."""
    here, person = site(request), await _somebody(request)
    room = await here.house.room(request.path_params["table"])
    number = whole_number(request.path_params["seat"])
    await here.house.sit(room, person, number, request.query_params.get("invite", ""))
    return _to(f"/t/{room.record.id}", here, request, person)


ROUTES = [
    Route("/", home),
    Route("/play/{key}", play_now, methods=["POST"]),
    Route("/new", new_table),
    Route("/new", open_table, methods=["POST"]),
    Route("/me", me),
    Route("/me", rename, methods=["POST"]),
    Route("/device/{link}", new_device),
    Route("/settings", settings, methods=["POST"]),
    Route("/t/{table}/sit/{seat}", sit, methods=["POST"]),
]
