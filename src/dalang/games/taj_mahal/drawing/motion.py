"""What moves on a page, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from dalang.engine.api import Args, Event
from dalang.engine.spec import Flight
from dalang.games.taj_mahal.components import CARDS, COMMODITIES, DECK, ELEPHANT, ROUNDS, SYMBOLS
from dalang.games.taj_mahal.drawing.things import BOX, PERSONS, SLUGS

_COPIES: Final = {card: int(DECK[number]) for number, card in enumerate(CARDS)}


def flights(event: Event, viewer: int) -> list[Flight]:
    """Which elements come from where after an event.

    An event names the kind of a card, not which of several equal ones it is; so every possible
    copy is named, and the page moves the one that is new on it.
    """
    find = _FLIGHTS.get(event.key)
    return find(event.args, viewer) if find else []


def _played(args: Args, viewer: int) -> list[Flight]:
    seat, card = args["seat"], str(args["card"])
    origin = f"hand-{SLUGS[card]}-1" if seat == viewer else f"backs-{seat}"
    return _copies(f"table-{seat}", card, origin)


def _took(args: Args, viewer: int) -> list[Flight]:
    seat, card = args["seat"], str(args["card"])
    zone = "hand" if seat == viewer else f"known-{seat}"
    return _copies(zone, card, f"display-{SLUGS[card]}-1")


def _drew(args: Args, viewer: int) -> list[Flight]:
    return _copies("hand", str(args["card"]), "draw-pile")


def _laid_out(args: Args, viewer: int) -> list[Flight]:
    return _copies("display", str(args["card"]), "draw-pile")


def _won(args: Args, viewer: int) -> list[Flight]:
    symbols = args["symbols"]
    assert isinstance(symbols, list)
    found: list[Flight] = [
        (f"influence-{args['seat']}-{person}-{copy}", f"court-{person}")
        for person in PERSONS
        if person in symbols
        for copy in (1, 2)
    ]
    if SYMBOLS[ELEPHANT] in symbols:
        found += [(f"order-{number + 1}", "court-elephant") for number in range(int(ROUNDS))]
    return found


def _built(kind: str) -> Callable[[Args, int], list[Flight]]:
    return lambda args, viewer: [(f"{kind}-{args['city']}", f"shield-{args['seat']}")]


def _bonus_taken(args: Args, viewer: int) -> list[Flight]:
    """The tile lies with its new owner until it is scored, which may be at once."""
    seat, kind, origin = args["seat"], str(args["bonus"]), f"bonus-{args['city']}"
    found: list[Flight] = [(f"due-{seat}-{kind}-{copy}", origin) for copy in (1, 2, 3)]
    return found + (_more_goods(seat, kind, origin) if kind in COMMODITIES else [])


def _bonus_scored(args: Args, viewer: int) -> list[Flight]:
    seat, kind = args["seat"], str(args["bonus"])
    return _more_goods(seat, kind, f"due-{seat}-{kind}-1") if kind in COMMODITIES else []


def _tile_scored(args: Args, viewer: int) -> list[Flight]:
    goods = args["commodities"]
    assert isinstance(goods, list)
    found: list[Flight] = []
    for good in COMMODITIES:
        if good in goods:
            found += _more_goods(args["seat"], good, "court-elephant")
    return found


def _copies(zone: str, card: str, origin: str) -> list[Flight]:
    names = _copy_names(zone, card)
    return [(name, origin) for name in names]


@cache
def _copy_names(zone: str, card: str) -> tuple[str, ...]:
    return tuple(f"{zone}-{SLUGS[card]}-{copy}" for copy in range(1, _COPIES[card] + 1))


def _more_goods(seat: object, good: str, origin: str) -> list[Flight]:
    return [(f"goods-{seat}-{good}-{count}", origin) for count in range(1, _GOODS[good] + 1)]


_GOODS: Final = {  # how many of each there are on all tiles
    good: sum(tile["commodities"].count(good) for tile in BOX["province_tile"])
    + sum(tile["count"] for tile in BOX["bonus_tile"] if tile["id"] == good)
    for good in COMMODITIES
}
_FLIGHTS: Final[dict[str, Callable[[Args, int], list[Flight]]]] = {
    "dealt": _drew,
    "drew_what": _drew,
    "played": _played,
    "added": _played,
    "took": _took,
    "laid_out": _laid_out,
    "won": _won,
    "palace_built": _built("palace"),
    "crown_built": _built("crown"),
    "bonus_taken": _bonus_taken,
    "scored_bonus": _bonus_scored,
    "scored_tile": _tile_scored,
}
