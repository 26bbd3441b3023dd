"""Ratings: who plays a game best, bots included, and how ratings work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.bots.characters import COMPANY
from dalang.bots.scale import bot_strength
from dalang.engine.api import Args
from dalang.registry import game
from dalang.server.ratings import SURE, PlayerRating, bot_rating
from dalang.server.rendering.faces import Face, face_of_character
from dalang.server.rendering.game_cards import shelf
from dalang.server.storage import queries
from dalang.server.web.site import Site, language_of, site, whole_number

ON_A_PAGE: Final = 50  # people; bots come on top


@dataclass(frozen=True)
class RatedLine:
    """Somebody on a leaderboard."""

    place: int
    face: Face
    rating: PlayerRating
    level: str = ""  # of a bot
    handle: str = ""  # of the page of a person who has one
    you: bool = False


@dataclass(frozen=True)
class RatedBot:
    """One of the company; bots stand among the people, behind those of the same strength."""

    key: str
    level: str
    rating: PlayerRating


async def leaderboard(request: Request) -> Response:
    """Who plays a game best, page by page."""
    here, person = site(request), await site(request).person(request)
    cards = shelf(language_of(request, person))
    spec = game(request.path_params.get("key", cards[0].key))
    count = await here.tables.store.read(queries.rated_people, spec.key)
    last = max(1, -(-count // ON_A_PAGE))
    number = min(max(1, whole_number(request.query_params.get("page"))), last)
    you = person.id if person else ""
    context: Args = {
        "games": cards,
        "game": spec,
        "lines": await _lines(here, spec.key, number, number == last, you),
        "nobody": not count,
        "number": number,
        "last": last,
        "mine": await _page_of(here, spec.key, you),
        "sure": SURE,
    }
    return await here.page(request, "ratings.html", context)


async def _lines(here: Site, key: str, number: int, is_last: bool, you: str) -> list[RatedLine]:
    """The people of a page, and the bots whose place is among them."""
    store, before = here.tables.store, (number - 1) * ON_A_PAGE
    above = await store.read(queries.best_rated, key, 1, before - 1) if before else []
    people = await store.read(queries.best_rated, key, ON_A_PAGE, before)
    pages = await store.read(queries.handles, [who for who, _, _ in people])
    bots = _bots(key)
    passed = [bot for bot in bots if above and bot.rating.mu >= above[0][2].mu]
    here_too = [bot for bot in bots[len(passed) :] if is_last or bot.rating.mu >= people[-1][2].mu]
    place, lines = before + len(passed), list[RatedLine]()
    for rank, (who, name, rating) in enumerate(people, before):
        while here_too and here_too[0].rating.mu > rating.mu:
            place += 1
            lines.append(_bot_line(place, here_too.pop(0)))
        place += 1
        face = Face(rank % 5, name, "person")
        lines.append(RatedLine(place, face, rating, "", pages.get(who, ""), who == you))
    return lines + [_bot_line(at, bot) for at, bot in enumerate(here_too, place + 1)]


def _bots(key: str) -> Sequence[RatedBot]:
    """The company, the strongest first."""
    bots = [
        RatedBot(one.key, one.level, bot_rating(bot_strength(key, one.level))) for one in COMPANY
    ]
    return sorted(bots, key=lambda bot: -bot.rating.mu)


def _bot_line(place: int, bot: RatedBot) -> RatedLine:
    return RatedLine(place, face_of_character(0, bot.key), bot.rating, bot.level)


async def _page_of(here: Site, key: str, person: str) -> int:
    """The page that somebody is on; 0 if on none."""
    before = await here.tables.store.read(queries.better_rated, key, person) if person else None
    return 0 if before is None else before // ON_A_PAGE + 1


ROUTES = [
    Route("/ratings", leaderboard),
    Route("/ratings/{key}", leaderboard),
]
