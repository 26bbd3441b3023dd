"""How what happens is told: what comes first, what is folded, and where it is to be seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dalang.engine.api import Args, Event
from dalang.engine.telling import Mark, Telling
from dalang.games.taj_mahal.components import COMMODITIES, ELEPHANT, SYMBOLS
from dalang.games.taj_mahal.drawing.things import PERSONS, SLUGS


def touched(event: Event, viewer: int) -> list[Mark]:
    """Which things on the page an event touched."""
    find = _TOUCHED.get(event.key)
    return find(event.args) if find else []


def _played(args: Args) -> list[Mark]:
    return [f"table-{args['seat']}-{SLUGS[str(args['card'])]}-"]


def _took(args: Args) -> list[Mark]:
    return [f"known-{args['seat']}-{SLUGS[str(args['card'])]}-"]


def _special(args: Args) -> list[Mark]:
    return [f"special-{args['special']}"]


def _won(args: Args) -> list[Mark]:
    """The tiles of influence; the elephant's province tile is the last one won in the order."""
    symbols = args["symbols"]
    assert isinstance(symbols, list)
    found: list[Mark] = [
        f"influence-{args['seat']}-{person}-" for person in PERSONS if person in symbols
    ]
    if SYMBOLS[ELEPHANT] in symbols:
        found.append("order-")
    return found


def _palace(args: Args) -> list[Mark]:
    return [f"palace-{args['city']}"]


def _crown(args: Args) -> list[Mark]:
    return [f"crown-{args['city']}"]


def _bonus(args: Args) -> list[Mark]:
    """It lies with its new owner until it is scored, which may be at once."""
    return [f"{place}-{args['seat']}-{args['bonus']}-" for place in ("due", "goods")]


def _tile(args: Args) -> list[Mark]:
    goods = args["commodities"]
    assert isinstance(goods, list)
    return [f"goods-{args['seat']}-{good}-" for good in COMMODITIES if good in goods]


_TOUCHED: Final[dict[str, Callable[[Args], list[Mark]]]] = {
    "played": _played,
    "added": _played,
    "added_special": _special,
    "special_gained": _special,
    "special_stolen": _special,
    "won": _won,
    "palace_built": _palace,
    "crown_built": _crown,
    "bonus_taken": _bonus,
    "scored_tile": _tile,
    "took": _took,
}
TELLING: Final = Telling(
    first=("palace_built", "crown_built", "won", "bonus_taken", "played", "added", "added_special"),
    minor=("nothing_to_draw",),
    folds={
        "laid_out": "cards_laid_out",
        "tile_laid": "tiles_laid_out",
        "bonus_laid": "bonuses_laid_out",
        "dealt": "cards_dealt",
    },
    details={"drew_what": "drew"},
    rounds=("round_begins",),
    touched=touched,
)
