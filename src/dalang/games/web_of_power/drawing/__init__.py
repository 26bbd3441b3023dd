"""What the pictures in view/ need to know, worked out from one viewer's view and nothing else.

`scene` gives the templates plain data.  `flights` says where things new on a page come from.
`recall` adds the first scoring, which the events told and no later position shows any more.
Elements are named after what they are: `hand-frankreich-2` is the second such card in the viewer's
hand, `cloister-cluny` the cloister at Cluny.  Two equal cards cannot be told apart, so no name
tells anything that the card itself does not.
"""

from __future__ import annotations

from dalang.engine.api import Args, View
from dalang.games.web_of_power.components import CARD_COUNTRIES, COUNTRIES, NONE, OPEN_CARDS
from dalang.games.web_of_power.drawing.board import advisors, choices, cloisters, courts
from dalang.games.web_of_power.drawing.motion import flights
from dalang.games.web_of_power.drawing.points import recall, second_scoring
from dalang.games.web_of_power.drawing.seats import (
    cards,
    counts,
    discard,
    hand,
    hint,
    seat_of,
    seats_from,
)
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.state import END, TURN

__all__ = ["flights", "recall", "scene"]


def scene(view: View) -> Args:
    """Everything the templates draw that is not simply a field of the view."""
    s = view.known
    assert isinstance(s, WebOfPower)
    viewer = int(view.viewer)
    legal = set(view.legal_texts())
    playing = TURN <= s.phase < END
    sentence, about = hint(s, viewer, legal) if viewer >= 0 else ("", {})
    return {
        "over": s.phase == END,
        "countries": CARD_COUNTRIES,
        "only": COUNTRIES[s.country] if s.country != NONE else "",
        "cloisters": cloisters(s),
        "advisors": advisors(s),
        "courts": courts(s),
        "choices": choices(legal),
        "scoring": second_scoring(s) if s.phase == END else None,
        "seats": [seat_of(s, seat, viewer) for seat in seats_from(s, viewer)],
        "open": cards("open", counts(s.open), "take"),
        "holes": int(OPEN_CARDS - s.open_size) if playing else 0,
        "pile": int(s.pile_size),
        "outs": int(s.pile_outs),
        "last": int(s.last_seat()),
        "discard": discard(s),
        "discarded": sum(counts(s.discard)),
        "hand": [] if viewer < 0 else hand(s, viewer, legal),
        "hint": sentence,
        "about": about,
    }
