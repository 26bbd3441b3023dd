"""The rules of a game as a page, every paragraph with an address of its own."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.engine.rulebook import rulebook_text
from dalang.registry import game
from dalang.server.site import language_of, site

_NUMBERED = re.compile(r"<p><strong>([A-Z]+ (?:R\d+|\d+\.\d+))</strong>")


async def rules(request: Request) -> Response:
    """The rulebook in the reader's language."""
    here, spec = site(request), game(request.path_params["key"])
    language = language_of(request, await here.person(request))
    text = _page(spec.key, language)
    return await here.page(request, "rules.html", {"game": spec, "text": text})


@cache
def _page(key: str, language: str) -> Markup:
    html = (
        MarkdownIt("zero")
        .enable(["heading", "emphasis", "backticks", "list", "table"])
        .render(rulebook_text(game(key).folder, language))
    )
    return Markup(_NUMBERED.sub(_numbered, html))


def _numbered(match: re.Match[str]) -> str:
    number = match[1]
    return f'<p id="{number.replace(" ", "-")}"><strong>{number}</strong>'


ROUTES = [Route("/rules/{key}", rules)]
