"""What the pictures in view/ need to know, worked out from one viewer's view and nothing else.

`scene` gives the templates plain data.  `flights` says where things new on a page come from.
Elements are named after what they are: `hand-priest-2` is the second priest in the viewer's hand,
`disc-prince-wontong` the prince disc of Wontong.  Two equal cards cannot be told apart, so no name
tells anything that the card itself does not.
"""

from __future__ import annotations

from dalang.engine.api import Args, View
from dalang.games.bali.components import ISLANDS, NONE
from dalang.games.bali.drawing.board import choices, discs, homes, masks, seals, stage, thrown
from dalang.games.bali.drawing.motion import flights
from dalang.games.bali.drawing.seats import hand, hint, laid, memory, seat_of, seats_from
from dalang.games.bali.drawing.things import PLACE
from dalang.games.bali.position import Bali
from dalang.games.bali.state import END, LAY, TURN

__all__ = ["flights", "scene"]


def scene(view: View) -> Args:
    """Everything the templates draw that is not simply a field of the view."""
    s = view.known
    assert isinstance(s, Bali)
    viewer = int(view.viewer)
    legal = set(view.legal_texts())
    playing = TURN <= s.phase < END
    now = "" if s.island == NONE else ISLANDS[s.island]
    question = s.question()
    return {
        "players": int(s.players),
        "over": s.phase == END,
        "now": now,
        "dalang": PLACE[now] if now else None,
        "discs": discs(s),
        "homes": homes(s, viewer),
        "seals": seals(s),
        "masks": masks(s),
        "stock": int(s.stock_size),
        "thrown": thrown(s),
        "choices": choices(s, legal),
        "stage": stage(s),
        "waiting": (question.key, question.args) if playing and s.turn != viewer else None,
        "seats": [seat_of(s, seat, viewer, legal) for seat in seats_from(s, viewer)],
        "hand": [] if viewer < 0 else hand(s, viewer, legal),
        "puts": any(text.startswith("put ") for text in legal),
        "laying": s.phase == LAY and s.turn == viewer,
        "laid": [] if viewer < 0 else laid(s, viewer),
        "hint": "" if viewer < 0 or not playing else hint(s, viewer, legal),
        "memory": [] if viewer < 0 or s.phase == END else memory(s, viewer),
    }
