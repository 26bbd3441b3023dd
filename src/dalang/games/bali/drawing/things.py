"""The things in the pictures, as plain data for the templates, and where they are drawn."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

from dalang.games.bali.components import CARDS, FIRST_DALANG, ISLANDS, PAIRS

BOX: Final[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent.parent / "components.toml").read_text("utf-8")
)
PLACE: Final = {island["id"]: (int(island["x"]), int(island["y"])) for island in BOX["island"]}
SLUGS: Final[dict[str, str]] = {card: card.replace(" ", "-").replace("+", "-") for card in CARDS}
NAMED: Final[dict[str, list[str]]] = {  # the two islands on a Dalang card
    card: [ISLANDS[n] for n in PAIRS[number - int(FIRST_DALANG)]]
    for number, card in enumerate(CARDS)
    if number >= FIRST_DALANG
}

# --- places on a canvas of 1000 x 1000; artwork/ draws the board with the same ones -----------

SIDE: Final = [seat["side"] for seat in BOX["seat"]]
_AWAY: Final = {"top": (0, -158), "right": (158, -8), "bottom": (0, 158), "left": (-158, -8)}
MASK_LEFT, MASK_TOP, MASK_ACROSS, MASK_DOWN = 386, 352, 64, 71
MASK_COLUMNS: Final = 4


class Village(NamedTuple):
    """Where a village lies, and the places in it."""

    x: int
    y: int
    width: int
    height: int
    prince: tuple[int, int]  # the middle of the disc
    priest: tuple[int, int]
    pile: tuple[int, int, int, int]  # left, top, width, height


def village(island: str, seat: int) -> Village:
    """The village of a seat on an island: lying above and below it, standing to its sides."""
    x, y = PLACE[island]
    across, down = _AWAY[SIDE[seat]]
    if across == 0:
        left, top = x - 85, y + down - 32
        discs = (left + 72, top + 32), (left + 112, top + 32)
        return Village(left, top, 170, 64, *discs, (left + 133, top + 9, 29, 44))
    left, top = x + across - 33, y + down - 89
    discs = (left + 33, top + 79), (left + 33, top + 117)
    return Village(left, top, 66, 178, *discs, (left + 18, top + 135, 27, 40))


VILLAGES: Final = {
    (island, seat): village(island, seat) for island in ISLANDS for seat in range(len(SIDE))
}


def seal_place(island: str) -> tuple[int, int]:
    """The outer corner of an island."""
    x, y = PLACE[island]
    return 104 if x < 500 else 896, 100 if y < 500 else 900


# --- things -------------------------------------------------------------------------


class Disc(NamedTuple):
    """A disc of an office; set aside, with three players, it belongs to nobody yet."""

    id: str
    office: str
    zone: str
    x: int
    y: int


class Pile(NamedTuple):
    """A face-down pile in a village; in the village of the Dalang's island it is in the hand."""

    id: str
    top: str  # the name of its uppermost card, another one whenever the size changes
    x: int
    y: int
    width: int
    height: int
    size: int
    action: str  # what a click means to its owner


class Home(NamedTuple):
    """A village with all that is in it, to be told to somebody who cannot see it."""

    seat: int
    island: str
    discs: list[str]
    pile: Pile
    active: bool  # the Dalang is on the island


class Seal(NamedTuple):
    """A seal that nobody has taken, or whose it is."""

    id: str
    island: str
    x: int
    y: int
    owner: int


class Mask(NamedTuple):
    """A mask on the table or with a player; the paint has no meaning."""

    id: str
    value: int
    paint: str
    x: int = 0
    y: int = 0


class Choice(NamedTuple):
    """Something on the board that may be chosen now."""

    id: str
    action: str
    kind: str
    x: int
    y: int
    width: int
    height: int


class Card(NamedTuple):
    """A card with a face, and what a click on it does."""

    id: str
    card: str
    kind: str  # of picture
    islands: list[str]
    action: str = ""


class Put(NamedTuple):
    """A card of a kind may go on the viewer's pile at an island."""

    action: str
    island: str


class Kind(NamedTuple):
    """The cards of one kind in the hand."""

    card: str
    cards: list[Card]
    puts: list[Put]


class Thrown(NamedTuple):
    """The discarded cards of one kind."""

    card: Card
    number: int


class Answer(NamedTuple):
    """Where a seat stands while a card is dealt with."""

    seat: int
    state: str  # active, exempt, fled, asked, done or waits


class Stage(NamedTuple):
    """The card that is being dealt with."""

    card: Card
    seat: int
    exempt: int
    target: str
    best: int
    leader: int
    office: str
    answers: list[Answer]


class Memory(NamedTuple):
    """What the viewer knows of their pile, from bottom to top; "" for what nobody has seen."""

    island: str
    cards: list[Card | None]


class Sure(NamedTuple):
    """How many cards of an office somebody surely has in hand, as everybody saw."""

    office: str
    number: int


class Seat(NamedTuple):
    """One seat's public holdings."""

    seat: int
    me: bool
    turn: bool  # is being waited for
    active: bool
    fled: bool
    exempt: bool
    won: bool
    points: int
    held: int
    backs: str  # another name whenever the size of the hand changes
    masks: list[Mask]
    seals: list[str]
    sure: list[Sure]
    spare: str  # the action that exempts it
