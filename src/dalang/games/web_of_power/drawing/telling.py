"""How what happens is told: what comes first, what is folded, and where it is to be seen."""

from __future__ import annotations

from typing import Final

from dalang.engine.api import Event
from dalang.engine.telling import Mark, Telling


def touched(event: Event, viewer: int) -> list[Mark]:
    """Which things on the page an event touched."""
    args = event.args
    if event.key == "cloister_placed":
        return [f"cloister-{args['space']}"]
    if event.key == "advisor_placed":
        return [f"advisor-{args['country']}-{args['seat']}-"]
    if event.key == "took":
        return [f"known-{args['seat']}-{args['card']}-"]
    if event.key == "exchanged":
        return [f"discard-{args['card']}-"]
    return []


TELLING: Final = Telling(
    first=("cloister_placed", "advisor_placed", "exchanged"),
    folds={"laid_open": "cards_laid_open", "dealt": "cards_dealt"},
    details={"drew_what": "drew"},
    scorings=("first_scoring",),
    touched=touched,
)
