"""How what happens is told: what comes first, what is folded, and where it is to be seen."""

from __future__ import annotations

from typing import Final, cast

from dalang.engine.api import Event
from dalang.engine.telling import Mark, Telling
from dalang.games.cards_and_karma.drawing.motion import NUMBERS
from dalang.games.cards_and_karma.drawing.seats import TOKENS

_ONE_CARD: Final = ("took", "took_top", "took_die", "drew_die")
_TURNED: Final = ("turned_left", "turned_right")
_GAINED: Final = {f"gained_{kind}": kind for kind, _ in TOKENS}


def touched(event: Event, viewer: int) -> list[Mark]:
    """Which things on the page an event touched; a card has one element, wherever it lies."""
    args = event.args
    if event.key in _ONE_CARD:
        return [f"card-{NUMBERS[str(args['card'])]}"]
    if event.key == "trio_discarded":
        return [f"card-{NUMBERS[card]}" for card in cast("list[str]", args["cards"])]
    if event.key in _TURNED:
        return [f"score-{args['seat']}-{args['place']}"]
    if event.key in _GAINED:
        return [f"tokens-{args['seat']}-{_GAINED[event.key]}"]
    return []


TELLING: Final = Telling(
    first=(
        "turned_left",
        "turned_right",
        "took",
        "took_top",
        "took_die",
        "trio_same",
        "trio_buildings",
        "trio_goods",
        "trio_ships",
    ),
    minor=("no_goods", "no_palace", "nothing_to_copy"),
    folds={"laid_out": "cards_laid_out", "turned_up": "dice_turned_up", "top_shown": ""},
    headings=("elephant_turned",),
    rounds=("round_begins",),
    touched=touched,
)
