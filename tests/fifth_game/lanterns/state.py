"""The data of a position, each field declared once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.arrays import EMPTY
from dalang.engine.declared import DeclaredPosition
from dalang.engine.fields import Counts, FieldTable, OneOf, OneOfEach, PerSeat, SeatNumber

from .components import CARDS, DECK, EDITION, HAND_SIZE, KEY, N_CARDS, NONE, PLAYERS

DEAL: Final[i64] = 0  # LA 1.2, chance
HANG: Final[i64] = 1  # LA 2.1
END: Final[i64] = 2  # LA 3.1
PHASES: Final = ("deal", "hang", "end")


class State(DeclaredPosition):
    """Arrays over seats are flat: `hand[seat * N_CARDS + card]`."""

    def __init__(self) -> None:
        super().__init__()
        self.points = self.held = self.hand = self.hung = self.discard = self.pile = EMPTY

    def field_table(self) -> FieldTable:
        return FIELDS

    def derive(self) -> None:
        """What is nowhere else is in the pile; in a view, also what others hold."""
        self.pile = DECK[:]
        for card in range(N_CARDS):
            self.pile[card] -= self.discard[card]
            for seat in range(self.players):
                self.pile[card] -= self.hand[seat * N_CARDS + card]
        for card in self.hung:
            if card != NONE:
                self.pile[card] -= 1

    def copy_public(self, other: State) -> None:
        """Takes over what lies open.  An allow-list: what is not copied here is secret."""
        self.players = other.players
        self.phase = other.phase
        self.turn = other.turn
        self.points = other.points[:]
        self.held = other.held[:]
        self.hung = other.hung[:]
        self.discard = other.discard[:]

    def copy_all(self, other: State) -> None:
        """Takes over everything, secrets too."""
        self.copy_public(other)
        self.hand = other.hand[:]
        self.pile = other.pile[:]


_MOST: Final = int(max(DECK))
FIELDS: Final = FieldTable(
    KEY,
    EDITION,
    PLAYERS,
    written=[
        OneOf("phase", "what comes next", PHASES),
        SeatNumber("turn", "the seat that is dealt a card or hangs one"),
        PerSeat("points", "points", usual=16),
        PerSeat("held", "cards in every hand", most=int(HAND_SIZE)),
        Counts("hand", "cards in hand", CARDS, most=_MOST, rows=True, known_to="its seat"),
        OneOfEach("hung", "what hangs in this round (LA 2.1)", CARDS),
        Counts("discard", "what hung in earlier rounds", CARDS, most=_MOST),
    ],
    unwritten=[Counts("pile", "never dealt", CARDS, most=_MOST, known_to="nobody")],
)
