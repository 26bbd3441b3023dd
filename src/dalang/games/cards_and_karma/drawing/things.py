"""The things in the pictures, as plain data for the templates."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dalang.games.cards_and_karma.components import (
    CARDS,
    COLOURS,
    COST_COLOUR,
    DIE_COLOUR,
    FACES_OF_CARDS,
    NONE,
)

KIND: Final[list[str]] = [FACES_OF_CARDS[card]["kind"] for card in CARDS]
DIE: Final = [COLOURS[colour] for colour in DIE_COLOUR]
PRICE: Final = ["" if colour == NONE else COLOURS[colour] for colour in COST_COLOUR]


def _effect(face: dict[str, Any]) -> str:
    if face["kind"] == "ship":
        return f"ship_{face['reward']}"
    return f"palace_{face['number']}" if face["kind"] == "palace" else ""


EFFECT: Final = [_effect(FACES_OF_CARDS[card]) for card in CARDS]


class Card(NamedTuple):
    """A card lying action side up, with the name of its element."""

    id: str
    face: int  # its drawing
    card: str
    kind: str
    die: str  # the colour of its dice side
    price: str  # the colour it is paid in, "" for any
    cost: int
    effect: str  # of a ship or a palace card
    action: str = ""  # what a click does
    as_die: str = ""  # what a click on its gem does
    marked: bool = False  # being paid, or chosen for a trio
    locked: bool = False


class Die(NamedTuple):
    """A card held or lying dice side up; value 0 if the viewer does not know it."""

    id: str
    card: str
    colour: str
    value: int
    action: str = ""
    picked: bool = False
    karma: int = 0  # that goes with it to be exactly the price


class Token(NamedTuple):
    """One kind of token before a seat: those that are there, and how many are exchanged."""

    kind: str
    number: int
    enough: int
    here: list[str]  # the names of their elements
    free: int  # places still empty


class Score(NamedTuple):
    """A score card: its reward if that is known, and which side shows."""

    id: str
    place: int
    reward: str
    turned: bool
    night: bool
    next: str  # fame or coins: what turns it next


class Choice(NamedTuple):
    """A trio that may be chosen, or something to do with a token."""

    action: str
    icons: list[str]


class Row(NamedTuple):
    """Cards of one kind before a seat, and what would complete a trio."""

    kind: str
    cards: list[Card]
    wanted: list[str]  # symbols; for ships a number
    choices: list[Choice]


class Seat(NamedTuple):
    """One seat's public holdings."""

    seat: int
    me: bool
    turn: bool
    elephant: str  # front or back, "" if another seat has it
    won: bool
    turned: int
    extra_turns: int
    tokens: list[Token]
    track: list[Score]
    dice: list[Die]  # unless they are the viewer's, which lie in the hand
    held: int
    rows: list[Row]  # unless they lie on the board


class Payment(NamedTuple):
    """A card that the viewer is paying."""

    face: int
    card: str
    colour: str  # "" for any
    cost: int
    paid: int
    left: int


class Pending(NamedTuple):
    """Something still to come in this resolution."""

    task: str
    number: int
