"""What the pictures in view/ need to know, worked out from one viewer's view and nothing else.

`scene` gives the templates plain data: the `backdrop`, which is worked out once for all, and the
viewer's `foreground`.  `flights` says where things new on a page come from.
Elements are named after what they are: `hand-red-elephant-monk-2` is the second such card in the
viewer's hand, `palace-agra_city` the palace in Agra.  Two equal cards cannot be told apart, so no
name tells anything that the card itself does not.
"""

from __future__ import annotations

from typing import cast

from dalang.engine.api import Args, View
from dalang.games.taj_mahal.components import N_SYMBOLS, NOBODY, PROVINCES, SPECIALS, SYMBOLS
from dalang.games.taj_mahal.drawing.board import (
    bonus_tiles,
    choices,
    court,
    court_tile,
    leader,
    order,
    palaces,
    tiles,
)
from dalang.games.taj_mahal.drawing.motion import flights
from dalang.games.taj_mahal.drawing.seats import bound_to, cards, hand, hint, seat_of, seats_from
from dalang.games.taj_mahal.drawing.things import INFLUENCE, TILE_GOODS, TILE_PLACE, Seat, Tile
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.state import END

__all__ = ["backdrop", "flights", "foreground", "scene"]


def scene(view: View) -> Args:
    """Everything the templates draw that is not simply a field of the view."""
    common = backdrop(view)
    return common | foreground(view, common)


def backdrop(view: View) -> Args:
    """What is the same for everybody."""
    s = view.known
    assert isinstance(s, TajMahal)
    leaders = [leader(s, symbol) for symbol in range(N_SYMBOLS)]
    playing = s.round > 0 and s.phase != END
    return {
        "round": int(s.round),
        "over": s.phase == END,
        "now": PROVINCES[s.province()] if playing else "",
        "tiles": tiles(s),
        "slot": Tile(int(s.round), *TILE_PLACE[PROVINCES[s.province()]]) if playing else None,
        "order": order(s),
        "bonus": bonus_tiles(s),
        "palaces": palaces(s),
        "leaders": leaders,
        "court": court(s, leaders),
        "court_tile": court_tile(s, leaders) if playing else None,
        "tile_goods": TILE_GOODS[s.round - 1] if playing else [],
        "influence": INFLUENCE,
        "free_specials": [
            SPECIALS[n] for n, holder in enumerate(s.special_holder) if holder == NOBODY
        ],
        "seats": [seat_of(s, seat, leaders) for seat in range(int(s.players))],
        "display": cards("display", s.cards_of(s.display, 0), "take"),
        "holes": max(0, 2 * int(s.players) - 1 - int(s.display_size)) if playing else 0,
        "draw": int(s.pile_size),
        "discard": int(s.discard_size),
    }


def foreground(view: View, common: Args) -> Args:
    """What is the viewer's own, given the backdrop: the hand, the choices, who sits first."""
    s = view.known
    assert isinstance(s, TajMahal)
    viewer = int(view.viewer)
    legal = set(view.legal_texts())
    seats, leaders = cast("list[Seat]", common["seats"]), cast("list[int]", common["leaders"])
    return {
        "choices": choices(legal),
        "seats": seats_from(seats, viewer),
        "hand": [] if viewer < 0 else hand(s, viewer, legal),
        "hint": "" if viewer < 0 or not common["now"] else hint(s, viewer, legal),
        "bound": "" if viewer < 0 else bound_to(s, viewer),
        "chips": {} if viewer < 0 else {"withdraw": leaving(s, viewer, leaders)},
    }


def leaving(s: TajMahal, viewer: int, leaders: list[int]) -> tuple[str, Args]:
    """TM 4: what withdrawing would bring, in words."""
    if not any(s.cards_of(s.table, viewer)):
        return "leave_first", {}
    won = [SYMBOLS[n] for n, leader in enumerate(leaders) if leader == viewer]
    return ("leave_winning", {"symbols": won}) if won else ("leave_nothing", {})
