"""A first game with a guide: one click opens a lesson against bots."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.bots import LEVELS
from dalang.engine.errors import UnknownGame
from dalang.engine.lesson import lesson_of
from dalang.registry import game
from dalang.server.tables.seats import seat_from_word
from dalang.server.web.site import form_of, site

OPPONENT = list(LEVELS)[min(1, len(LEVELS) - 1)]  # the weakest that has a plan


async def learn(request: Request) -> Response:
    """Opens the lesson of a game."""
    here, form = site(request), await form_of(request)
    spec = game(request.path_params["key"])
    lesson = lesson_of(spec.folder)
    if lesson is None:
        raise UnknownGame(f"{spec.title} has no lesson.")
    person = await here.somebody(request, form.get("name"))
    words = ["me", *[f"bot-{OPPONENT}"] * (lesson.players - 1)]
    seats = [seat_from_word(number, word, person) for number, word in enumerate(words)]
    table = await here.tables.open_lesson(person, spec, lesson, seats, here.mark(request))
    return here.send(request, f"/t/{table.record.id}", person)


ROUTES = [Route("/learn/{key}", learn, methods=["POST"])]
