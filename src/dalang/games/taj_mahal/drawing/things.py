"""The things in the pictures, as plain data for the templates, and where they are drawn."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

from dalang.games.taj_mahal.components import CARDS, N_PERSONS, SYMBOLS

_FOLDER: Final = Path(__file__).parent.parent
BOX: Final[dict[str, Any]] = tomllib.loads((_FOLDER / "components.toml").read_text("utf-8"))
_LAYOUT: Final[dict[str, Any]] = json.loads((_FOLDER / "view" / "layout.json").read_text("utf-8"))

CITY: Final[dict[str, dict[str, Any]]] = {city["id"]: city for city in BOX["city"]}
TILE_PLACE: Final[dict[str, list[int]]] = {
    province["id"]: _LAYOUT["tiles"].get(province["id"], province["tile"])
    for province in BOX["province"]
}
TILE_GOODS: Final[list[list[str]]] = [tile["commodities"] for tile in BOX["province_tile"]]
INFLUENCE: Final[dict[str, str]] = {card["id"]: card["influence"] for card in BOX["special_card"]}
PERSONS: Final = SYMBOLS[:N_PERSONS]
SLUGS: Final = {card: card.replace(" ", "-").replace("+", "-") for card in CARDS}


class Card(NamedTuple):
    """A card lying somewhere, with the name of its element."""

    id: str
    face: str
    card: str  # the kind of card, or of special card
    colour: str
    action: str = ""  # what a click does
    state: str = ""  # in the hand: to be played now (legal), with another (along), or not (dim)
    special: bool = False
    free: bool = False  # needs the free-colour card


class Tile(NamedTuple):
    """A province tile, or where one was."""

    number: int
    x: int
    y: int


class Step(NamedTuple):
    """One of the twelve rounds."""

    number: int
    x: int
    y: int
    province: str
    now: bool
    past: bool
    winner: int


class Bonus(NamedTuple):
    """A bonus tile on a fortress, or just taken from one."""

    id: str
    kind: str
    x: int = 0
    y: int = 0
    city: str = ""


class Palace(NamedTuple):
    """A palace on the map; `cx`, `cy` is where it stands, the rest the box of its picture."""

    id: str
    seat: int
    ring: bool  # the crown palace of this round
    cx: int
    cy: int
    x: float
    y: float
    width: float
    height: float


class Choice(NamedTuple):
    """A city that may be chosen now."""

    action: str
    city: str
    x: int
    y: int


class Prize(NamedTuple):
    """A place in the court; seats are -1 for nobody or unknown."""

    symbol: str
    there: bool
    taker: int
    leader: int  # who would win it now, by withdrawing


class Influence(NamedTuple):
    """An influence tile somebody owns."""

    id: str
    person: str


class Goods(NamedTuple):
    """How many of a commodity somebody owns."""

    id: str
    good: str
    number: int


class Count(NamedTuple):
    """How often somebody shows a symbol."""

    symbol: str
    number: int
    lead: bool
    off: bool  # no longer in the court


class Seat(NamedTuple):
    """One seat's public holdings: the same for every viewer, so that it is drawn once for all."""

    seat: int
    turn: bool
    start: bool
    out: bool
    won: bool
    points: int
    held: int
    known: list[Card]
    influence: list[Influence]
    specials: list[Card]
    used: list[str]
    goods: list[Goods]
    tiles: list[int]
    table: list[Card]
    due: list[Bonus]  # taken in this withdrawal, scored after it
    bound: str
    tally: list[Count]
    palaces: list[str]
