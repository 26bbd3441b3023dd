"""What a link shows where it is shared: a title, a sentence, and a card of 1200 × 630.

The cards are files, made by scripts/preview-cards: nothing is drawn when somebody asks.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from dalang.engine.api import Phrase
from dalang.engine.words import Words
from dalang.registry import game
from dalang.server.rendering.assets import card_url
from dalang.server.rendering.game_cards import card_of
from dalang.server.storage import Tournament
from dalang.server.tables.seats import is_free, is_warmed
from dalang.server.tables.table import Table
from dalang.server.web.site import language_of, origin_of
from dalang.server.words import VOCABULARY


@dataclass(frozen=True)
class Preview:
    """Of one page; what is empty is said as for the whole house."""

    title: str
    text: str
    image: str  # address, with the origin


def preview_of_game(key: str, request: Request, title: str = "") -> Preview:
    """Of a page about a game."""
    card = card_of(key, language_of(request, None))
    return Preview(title or card.title, card.pitch, origin_of(request) + card_url(key))


def preview_of(table: Table, request: Request) -> Preview:
    """Of a table: who keeps a chair, if there is one to take."""
    title = table.spec.title
    seats = [seat for seat in table.record.seats if seat.kind == "person"]
    kept = any(is_free(seat) or is_warmed(seat) or seat.invite for seat in table.record.seats)
    if table.record.status == "open" and kept and seats:
        words = Words(VOCABULARY, language_of(request, None))
        host = next((seat for seat in seats if seat.person == table.record.host), seats[0])
        title = f"{words.say(Phrase('keeps_chair', {'name': host.name}))}: {title}"
    return preview_of_game(table.record.game, request, title)


def preview_of_tournament(tournament: Tournament, request: Request) -> Preview:
    """Of a tournament: its name, and what is played."""
    words = Words(VOCABULARY, language_of(request, None))
    title = game(tournament.game).title
    text = words.say(Phrase("tournament_of", {"title": title, "count": tournament.seats}))
    text += f" · {words.name('format', tournament.format)}"
    return Preview(tournament.name, text, origin_of(request) + card_url(tournament.game))
