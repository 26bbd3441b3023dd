"""What the pictures in view/ need to know, worked out from one viewer's view and nothing else.

`scene` gives the templates plain data.  `flights` says where things new on a page come from.
Elements are named after what they are: `card-17` is card 17 wherever it lies, for where every card
lies is public (R11); `coins-2-4` is the fourth coin before seat 2.
"""

from __future__ import annotations

from dalang.engine.api import Args, View
from dalang.games.cards_and_karma.components import HAND_LIMIT
from dalang.games.cards_and_karma.drawing.motion import NUMBERS, flights
from dalang.games.cards_and_karma.drawing.seats import (
    acts,
    arranging,
    hand,
    hint,
    payment,
    seat_of,
    seats_from,
)
from dalang.games.cards_and_karma.drawing.table import (
    discard_top,
    display,
    face_up,
    gaps,
    pending,
    pile_top,
    rows,
)
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.state import CARRIED, DISCARDED, END, PHASES, PILE

__all__ = ["flights", "scene"]


def scene(view: View) -> Args:
    """Everything the templates draw that is not simply a field of the view."""
    s = view.known
    assert isinstance(s, CardsAndKarma)
    viewer = int(view.viewer)
    focus = viewer if viewer >= 0 else int(s.turn)  # whose rows lie on the board
    legal = set(view.legal_texts())
    return {
        "phase": PHASES[s.phase],
        "players": int(s.players),
        "round": int(s.round),
        "series": int(s.series),
        "over": s.phase == END,
        "focus": focus,
        "display": display(s),
        "gaps": gaps(s),
        "top": pile_top(s),
        "pile": int(s.sizes[PILE]),
        "discard": int(s.sizes[DISCARDED]),
        "discard_top": discard_top(s),
        "carried": [face_up(int(card)) for card in s.cards_in(CARRIED)],
        "rows": rows(s, focus, legal),
        "pending": pending(s) if s.round and s.phase != END else [],
        "seats": [seat_of(s, seat, viewer, focus, legal) for seat in seats_from(s, viewer)],
        "hand": [] if viewer < 0 else hand(s, viewer),
        "limit": int(HAND_LIMIT),
        "payment": payment(s, viewer),
        "acts": [] if viewer < 0 or s.phase == END else acts(s, viewer, legal),
        "arranging": arranging(s, viewer),
        "numbers": NUMBERS,
        "hint": hint(s, viewer),
    }
