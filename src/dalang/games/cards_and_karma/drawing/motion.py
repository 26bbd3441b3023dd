"""What moves on a page, and where it comes from.

Every card has one element of its own, wherever it lies: going from the display into a row or a
hand it flies by itself.  Only what comes out of a pile or out of the supply has to be told.
"""

from __future__ import annotations

from typing import Final

from dalang.engine.api import Event
from dalang.engine.spec import Flight
from dalang.games.cards_and_karma.components import CARDS
from dalang.games.cards_and_karma.drawing.seats import TOKENS

NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}
_GAINED: Final = {f"gained_{kind}": (kind, enough) for kind, enough in TOKENS}


def flights(event: Event, viewer: int) -> list[Flight]:
    """Which elements come from where after an event."""
    if event.key in ("top_shown", "laid_out"):
        return [(f"card-{NUMBERS[str(event.args['card'])]}", "draw-pile")]
    if event.key in _GAINED:
        kind, enough = _GAINED[event.key]
        seat = event.args["seat"]
        return [(f"{kind}-{seat}-{number}", f"bank-{kind}") for number in range(1, enough + 1)]
    return []
