"""How what happens is told: what comes first, what is folded, and where it is to be seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from dalang.engine.api import Args, Event
from dalang.engine.telling import Mark, Telling
from dalang.games.bali.drawing.things import SLUGS


def touched(event: Event, viewer: int) -> list[Mark]:
    """Which things on the page an event touched; the Dalang, discs and seals keep their names."""
    find = _TOUCHED.get(event.key)
    return find(event.args) if find else []


def _led(args: Args) -> list[Mark]:
    return [f"led-{SLUGS[str(args['card'])]}-"]


def _thrown(args: Args) -> list[Mark]:
    return [f"thrown-{SLUGS[str(args['card'])]}-"]


def _warded(args: Args) -> list[Mark]:
    return _thrown({"card": "warrior"})


def _all_thrown(args: Args) -> list[Mark]:
    cards = dict.fromkeys(cast("list[str]", args["cards"]))
    return [mark for card in cards for mark in _thrown({"card": card})]


def _pile(args: Args) -> list[Mark]:
    return [f"pile-{args['island']}-{args['seat']}"]


def _disc(args: Args) -> list[Mark]:
    return [f"disc-{args['office']}-{args['island']}"]


def _seal(args: Args) -> list[Mark]:
    return [f"seal-{args['island']}"]


def _mask(args: Args) -> list[Mark]:
    return [f"won-{args['seat']}-{args['value']}-"]


def _dalang(args: Args) -> list[Mark]:
    return ["dalang"]


_TOUCHED: Final[dict[str, Callable[[Args], list[Mark]]]] = {
    "led": _led,
    "answered": _thrown,
    "second": _thrown,
    "blocked": _thrown,
    "discarded": _thrown,
    "warded": _warded,
    "flight_lost": _all_thrown,
    "cut": _all_thrown,
    "put": _pile,
    "took": _pile,
    "picked_up": _pile,
    "laid_down": _pile,
    "disc_won": _disc,
    "disc_entered": _disc,
    "seal_taken": _seal,
    "seal_stolen": _seal,
    "mask": _mask,
    "moved": _dalang,
}
TELLING: Final = Telling(
    first=(
        "mask",
        "seal_taken",
        "seal_stolen",
        "disc_won",
        "disc_entered",
        "target",
        "led",
        "second",
        "blocked",
        "answered",
        "put",
        "laid_down",
    ),
    minor=("passed", "no_second", "no_reward", "turn_ended", "turn_begins", "stopped"),
    folds={"drew": "cards_drawn"},
    details={
        "took_what": "took",
        "put_what": "put",
        "picked_up_what": "picked_up",
    },
    rounds=("moved",),
    touched=touched,
)
