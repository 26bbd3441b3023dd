"""What moves on a page, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from dalang.engine.api import Args, Event
from dalang.engine.spec import Flight
from dalang.games.web_of_power.components import ADVISORS, CARDS, FULL_DECK, HAND_SIZE, OPEN_CARDS

_COPIES: Final = {card: int(count) for card, count in zip(CARDS, FULL_DECK, strict=True)}


def flights(event: Event, viewer: int) -> list[Flight]:
    """Which elements come from where after an event.

    An event names the kind of a card, not which of several equal ones it is; so every possible
    copy is named, and the page moves those that are new on it.
    """
    find = _FLIGHTS.get(event.key)
    return find(event.args, viewer) if find else []


def _thrown(args: Args, viewer: int) -> list[Flight]:
    """From the hand onto the discard pile; a hidden hand shows only where it is."""
    seat, card = args["seat"], str(args["card"])
    origin = f"hand-{card}-1" if seat == viewer else f"cards-{seat}"
    return [(name, origin) for name in _names("discard", card, _COPIES[card])]


def _took(args: Args, viewer: int) -> list[Flight]:
    seat, card = args["seat"], str(args["card"])
    zone = "hand" if seat == viewer else f"known-{seat}"
    return [(name, f"open-{card}-1") for name in _names(zone, card, int(HAND_SIZE))]


def _drew(args: Args, viewer: int) -> list[Flight]:
    """Somebody else draws: a back."""
    if args["seat"] == viewer:
        return []
    return [(f"back-{args['seat']}-{n}", "pile") for n in range(1, int(HAND_SIZE) + 1)]


def _drew_what(args: Args, viewer: int) -> list[Flight]:
    return [(name, "pile") for name in _names("hand", str(args["card"]), int(HAND_SIZE))]


def _laid_open(args: Args, viewer: int) -> list[Flight]:
    return [(name, "pile") for name in _names("open", str(args["card"]), int(OPEN_CARDS))]


def _cloister(args: Args, viewer: int) -> list[Flight]:
    return [(f"cloister-{args['space']}", f"abbeys-{args['seat']}")]


def _advisor(args: Args, viewer: int) -> list[Flight]:
    seat, country = args["seat"], args["country"]
    return [
        (f"advisor-{country}-{seat}-{copy}", f"advisors-{seat}")
        for copy in range(1, int(ADVISORS) + 1)
    ]


@cache
def _names(zone: str, card: str, copies: int) -> tuple[str, ...]:
    return tuple(f"{zone}-{card}-{copy}" for copy in range(1, copies + 1))


_FLIGHTS: Final[dict[str, Callable[[Args, int], list[Flight]]]] = {
    "dealt": _drew_what,
    "drew": _drew,
    "drew_what": _drew_what,
    "played": _thrown,
    "played_joker": _thrown,
    "exchanged": _thrown,
    "took": _took,
    "laid_open": _laid_open,
    "cloister_placed": _cloister,
    "advisor_placed": _advisor,
}
