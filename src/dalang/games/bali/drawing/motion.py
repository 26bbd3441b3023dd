"""What moves on a page, and where it comes from.

The Dalang, the discs and the seals keep their names wherever they are and need no word here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from dalang.engine.api import Args, Event
from dalang.engine.spec import Flight
from dalang.games.bali.drawing.board import TURNS
from dalang.games.bali.drawing.things import SLUGS

MOST_ALIKE: Final = 10  # cards of a kind in a hand; of more than that the last ones do not fly


def flights(event: Event, viewer: int) -> list[Flight]:
    """Which elements come from where after an event.

    An event names the kind of a card, not which of several equal ones it is; so every possible
    name is given, and the page moves the one that is new on it.
    """
    find = _FLIGHTS.get(event.key)
    return find(event.args, viewer) if find else []


def _led(args: Args, viewer: int) -> list[Flight]:
    return _in_turns(f"led-{_slug(args)}", _from_hand(args, viewer))


def _thrown(args: Args, viewer: int) -> list[Flight]:
    return _in_turns(f"thrown-{_slug(args)}", _from_hand(args, viewer))


def _warded(args: Args, viewer: int) -> list[Flight]:
    return _thrown({**args, "card": "warrior"}, viewer)


def _lost(args: Args, viewer: int) -> list[Flight]:
    return [
        flight
        for card in dict.fromkeys(cast("list[str]", args["cards"]))
        for flight in _thrown({**args, "card": card}, viewer)
    ]


def _cut(args: Args, viewer: int) -> list[Flight]:
    pile = f"pile-{args['island']}-{args['seat']}"
    slugs = [SLUGS[card] for card in dict.fromkeys(cast("list[str]", args["cards"]))]
    return [flight for slug in slugs for flight in _in_turns(f"thrown-{slug}", pile)]


def _drew(args: Args, viewer: int) -> list[Flight]:
    return [] if args["seat"] == viewer else _in_turns(f"held-{args['seat']}", "stock")


def _drew_what(args: Args, viewer: int) -> list[Flight]:
    return _to_hand(_slug(args), "stock")


def _put(args: Args, viewer: int) -> list[Flight]:
    seat = args["seat"]
    origin = "hand-mark" if seat == viewer else f"backs-{seat}"
    return _in_turns(f"top-{args['island']}-{seat}", origin)


def _took(args: Args, viewer: int) -> list[Flight]:
    if args["seat"] == viewer:
        return []
    return _in_turns(f"held-{args['seat']}", f"pile-{args['island']}-{args['seat']}")


def _took_what(args: Args, viewer: int) -> list[Flight]:
    return _to_hand(_slug(args), f"pile-{args['island']}-{viewer}")


def _picked_up_what(args: Args, viewer: int) -> list[Flight]:
    slugs = [SLUGS[card] for card in dict.fromkeys(cast("list[str]", args["cards"]))]
    pile = f"pile-{args['island']}-{viewer}"
    return [flight for slug in slugs for flight in _to_hand(slug, pile)]


def _mask(args: Args, viewer: int) -> list[Flight]:
    value, origin = args["value"], f"mask-{args['value']}-{args['left']}"
    return [(f"won-{args['seat']}-{value}-{copy}", origin) for copy in range(1, 5)]


# --- names --------------------------------------------------------------------------


def _slug(args: Args) -> str:
    return SLUGS[str(args["card"])]


def _from_hand(args: Args, viewer: int) -> str:
    seat = args["seat"]
    return f"hand-{_slug(args)}-1" if seat == viewer else f"backs-{seat}"


def _to_hand(slug: str, origin: str) -> list[Flight]:
    return [(f"hand-{slug}-{copy}", origin) for copy in range(1, MOST_ALIKE + 1)]


def _in_turns(name: str, origin: str) -> list[Flight]:
    return [(f"{name}-{turn}", origin) for turn in range(TURNS)]


_FLIGHTS: Final[dict[str, Callable[[Args, int], list[Flight]]]] = {
    "led": _led,
    "answered": _thrown,
    "second": _thrown,
    "blocked": _thrown,
    "discarded": _thrown,
    "warded": _warded,
    "flight_lost": _lost,
    "cut": _cut,
    "drew": _drew,
    "drew_what": _drew_what,
    "put": _put,
    "laid_down": _put,
    "took": _took,
    "took_what": _took_what,
    "picked_up_what": _picked_up_what,
    "mask": _mask,
}
