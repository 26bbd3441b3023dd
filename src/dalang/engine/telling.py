"""How the events of a game are told at a table: what comes first, and what they touched.

Everything here is optional.  Without it a game's events are told in order, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dalang.engine.api import Event

# The name of an element on a page.  One that ends in "-" is followed there by a number: of equal
# cards, which nothing tells apart, the one with the highest number is meant.
Mark = str


def nothing_touched(event: Event, viewer: int) -> list[Mark]:
    """For a game that does not say where its things lie."""
    return []


@dataclass(frozen=True)
class Telling:
    """What a game says about its own events; all of them by their keys."""

    first: tuple[str, ...] = ()  # changed the board: told before the rest of a turn
    minor: tuple[str, ...] = ()  # such as a pass: told alone only if there is nothing else
    folds: Mapping[str, str] = field(default_factory=dict[str, str])  # refills and deals …
    # … of which a label of the game with the argument `count` says how many; "": nothing does
    details: Mapping[str, str] = field(default_factory=dict[str, str])  # what one seat is told …
    # … and the event that the others are told instead
    headings: tuple[str, ...] = ()  # begin something new, as GameSpec.marks do: a line by itself
    rounds: tuple[str, ...] = ()  # end a round: everybody looks at what it brought
    scorings: tuple[str, ...] = ()  # begin a scoring, which is told in the same breath
    # Which things on a viewer's page an event touched.
    touched: Callable[[Event, int], list[Mark]] = nothing_touched


PLAINLY = Telling()
