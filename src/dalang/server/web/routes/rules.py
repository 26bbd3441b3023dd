"""What there is to read about a game: the rules with pictures, and the summary on one page."""

from __future__ import annotations

import re
from functools import cache
from itertools import count

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.engine.errors import UnknownGame
from dalang.engine.lesson import lesson_of
from dalang.engine.rulebook import rulebook_text, summary_text
from dalang.engine.spec import GameSpec
from dalang.registry import game
from dalang.server.rendering.assets import asset_url, inline
from dalang.server.rendering.figures import Figures
from dalang.server.rendering.game_cards import card_of
from dalang.server.rendering.signs import sections, signs_of, with_signs
from dalang.server.web.previews import preview_of_game
from dalang.server.web.site import language_of, site

_NUMBERED = re.compile(r"<p><strong>([A-Z]+ (?:R\d+|\d+\.\d+))</strong>")
_CHAPTER = re.compile(r"<h2[^>]*>(\d+) .*?</h2>")
_HEADING = re.compile(r"<h2[^>]*>(.*?)</h2>")


async def rules(request: Request) -> Response:
    """The rulebook in the reader's language."""
    spec = game(request.path_params["key"])
    language = language_of(request, await site(request).person(request))
    figures = site(request).renderer.figures(spec, language)
    html = _rules(spec.key, language)
    contents = [Markup(title) for title in _HEADING.findall(html)]
    context: Args = {"text": _illustrated(html, figures), "contents": contents}
    return await book_page(request, spec, "rules", context)


async def summary(request: Request) -> Response:
    """Aim, turn and scoring on one page."""
    spec = game(request.path_params["key"])
    language = language_of(request, await site(request).person(request))
    text = summary_text(spec.folder, language)
    if text is None:
        raise UnknownGame(f"{spec.title} has no summary.")
    figures = site(request).renderer.figures(spec, language)
    html = with_signs(_html(text), signs_of(spec.folder, language), figures, language)
    intro, parts = sections(html, figures)
    context: Args = {"about": card_of(spec.key, language), "intro": intro, "parts": parts}
    return await book_page(request, spec, "summary", context)


async def book_page(request: Request, spec: GameSpec, book: str, more: Args) -> Response:
    """A page about a game, with the game's own drawings at hand."""
    view = spec.folder / "view"
    drawn = (view / "board.css").exists()
    context: Args = {
        "game": spec,
        "book": book,
        "preview": preview_of_game(spec.key, request),
        "lesson": lesson_of(spec.folder) is not None,
        "has_summary": summary_text(spec.folder, "en") is not None,
        "style": asset_url(spec.key, "board.css") if drawn else "",
        "sprite": inline(view / "sprite.svg"),
    }
    return await site(request).page(request, f"{book}.html", context | more)


@cache
def _rules(key: str, language: str) -> str:
    html = _NUMBERED.sub(_numbered, _html(rulebook_text(game(key).folder, language)))
    places = count(1)
    return _HEADING.sub(lambda match: f'<h2 id="chapter-{next(places)}">{match[1]}</h2>', html)


def _html(text: str) -> str:
    kinds = ["heading", "emphasis", "backticks", "list", "table"]
    return str(MarkdownIt("zero").enable(kinds).render(text))


def _numbered(match: re.Match[str]) -> str:
    number = match[1]
    return f'<p id="{number.replace(" ", "-")}"><strong>{number}</strong>'


def _illustrated(html: str, figures: Figures) -> Markup:
    """The rules with the game's own pictures at the head of each chapter."""

    def with_figures(match: re.Match[str]) -> str:
        return match[0] + str(figures.draw(f"chapter_{match[1]}"))

    return Markup(_CHAPTER.sub(with_figures, html))


ROUTES = [
    Route("/rules/{key}", rules),
    Route("/games/{key}/summary", summary),
]
