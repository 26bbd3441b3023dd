"""The things in the pictures, as plain data for the templates, and where they are drawn."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

_FOLDER: Final = Path(__file__).parent.parent
BOX: Final[dict[str, Any]] = tomllib.loads((_FOLDER / "components.toml").read_text("utf-8"))
LAYOUT: Final[dict[str, Any]] = json.loads((_FOLDER / "view" / "layout.json").read_text("utf-8"))

SPACE: Final[dict[str, dict[str, Any]]] = {space["id"]: space for space in BOX["space"]}
COURT: Final[dict[str, list[int]]] = {
    country["id"]: LAYOUT["courts"].get(country["id"], country["crest"])
    for country in BOX["country"]
}
SEAL: Final[dict[int, list[int]]] = {
    alliance["number"]: LAYOUT["seals"].get(str(alliance["number"]), alliance["marker"])
    for alliance in BOX["alliance"]
}
_ROADS: Final = {frozenset((road["a"], road["b"])): road for road in BOX["road"]}
_SIDES: Final[dict[str, tuple[int, int, str]]] = {  # how far from the space, and which end is there
    "s": (0, 29, "m"),
    "n": (0, -30, "m"),
    "e": (21, 5, "s"),
    "w": (-21, 5, "e"),
    "se": (6, 29, "s"),
    "sw": (-6, 29, "e"),
    "ne": (12, -28, "s"),
    "nw": (-12, -28, "e"),
    "e2": (21, 14, "s"),
    "w2": (-21, 14, "e"),
    "e0": (21, -7, "s"),
    "w0": (-21, -7, "e"),
}


class Label(NamedTuple):
    """The name of a space on the map; the end tells which part of it stands at the point."""

    text: str
    x: int
    y: int
    end: str


def _label(space: dict[str, Any]) -> Label:
    own = LAYOUT["over"].get(space["id"])
    dx, dy, end = own or _SIDES[LAYOUT["sides"][space["id"]]]
    return Label(space["label"], space["x"] + dx, space["y"] + dy, end)


LABEL: Final = {name: _label(space) for name, space in SPACE.items()}


def road_between(one: str, other: str) -> str:
    """The name of the road or sea link that joins two spaces."""
    road = _ROADS[frozenset((one, other))]
    return f"road-{road['a']}-{road['b']}"


# --- on the map -----------------------------------------------------------------------


class Cloister(NamedTuple):
    """A cloister on its space."""

    id: str
    seat: int
    space: str
    x: int
    y: int


class Advisor(NamedTuple):
    """An advisor at a court; `x`, `y` is the middle of its foot."""

    id: str
    seat: int
    country: str
    x: float
    y: float


class Court(NamedTuple):
    """A country: who stands there, and how many advisors its court has room for."""

    country: str
    x: int
    y: int
    advisors: int
    limit: int
    state: str  # "empty" of all pieces, "full" or with "room"
    cloisters: list[tuple[int, int]]  # seats and how many, most first
    sent: list[tuple[int, int]]  # the same of advisors


class Choice(NamedTuple):
    """A place on the map that may be chosen now."""

    id: str
    action: str
    kind: str  # cloister or advisor
    country: str
    x: int
    y: int
    label: Label | None


# --- points ---------------------------------------------------------------------------


class Gain(NamedTuple):
    """Points of one seat, on the map where they are made."""

    id: str
    kind: str  # cloisters, alliances or chains
    seat: int
    points: int
    x: float
    y: float
    step: int  # they appear one step after the other


class Chain(NamedTuple):
    """A chain that scores: the roads between its cloisters."""

    id: str
    seat: int
    roads: list[str]
    step: int


class Row(NamedTuple):
    """One country, alliance or chain, and who scores how much for it."""

    kind: str
    number: int  # of the alliance
    names: list[str]  # the countries, or the cloisters of the chain
    marks: list[tuple[int, int]]  # seats and points
    step: int


class Scoring(NamedTuple):
    """One of the two scorings."""

    title: str  # first or second
    gains: list[Gain]
    chains: list[Chain]
    rows: dict[str, list[Row]]  # by kind


# --- cards and seats ------------------------------------------------------------------


class Card(NamedTuple):
    """A card lying open, with the name of its element."""

    id: str
    card: str
    action: str = ""  # what a click does


class Held(NamedTuple):
    """The viewer's cards of one kind, and what can be done with them."""

    card: str
    ids: list[str]
    state: str  # lit now (legal), not (dim), or nothing is asked
    play: str
    joker: str  # "" unless there are two
    exchange: str


class Pile(NamedTuple):
    """The discarded cards of one kind."""

    card: str
    number: int
    ids: list[str]  # of those that are drawn, the lower one first


class Seat(NamedTuple):
    """One seat's public holdings."""

    seat: int
    me: bool
    turn: bool
    start: bool
    last: bool  # the last turn of the game is this seat's
    won: bool
    points: int
    held: int
    known: list[Card]
    backs: list[str]
    cloisters: int
    advisors: int
    played: list[str]  # the cards whose piece is being placed
    spaces: list[str]
    courts: list[tuple[str, int]]
