"""Ratings: who plays a game best, bots included, and how ratings work."""

from __future__ import annotations

from dataclasses import dataclass

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
from dalang.server.web.site import language_of, site


@dataclass(frozen=True)
class RatedLine:
    """Somebody on a leaderboard."""

    face: Face
    rating: PlayerRating
    level: str = ""  # of a bot
    handle: str = ""  # of the page of a person who has one
    you: bool = False


async def leaderboard(request: Request) -> Response:
    """Who plays a game best."""
    here, person = site(request), await site(request).person(request)
    cards = shelf(language_of(request, person))
    spec = game(request.path_params.get("key", cards[0].key))
    people = await here.tables.store.read(queries.best_rated, spec.key)
    pages = await here.tables.store.read(queries.handles, [who for who, _, _ in people])
    lines = [
        RatedLine(
            Face(number % 5, name, "person"),
            rating,
            handle=pages.get(who, ""),
            you=bool(person and who == person.id),
        )
        for number, (who, name, rating) in enumerate(people)
    ]
    lines += [
        RatedLine(
            face_of_character(0, one.key), bot_rating(bot_strength(spec.key, one.level)), one.level
        )
        for one in COMPANY
    ]
    lines.sort(key=lambda line: -line.rating.mu)
    context: Args = {"games": cards, "game": spec, "lines": lines, "nobody": not people}
    return await here.page(request, "ratings.html", context | {"sure": SURE})


ROUTES = [
    Route("/ratings", leaderboard),
    Route("/ratings/{key}", leaderboard),
]
