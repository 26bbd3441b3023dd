"""A position of Bali: small numbers in flat arrays, copied cheaply.

Hands are counted by kind.  The face-down piles lie one behind the other in `piled`, each from
bottom to top, in the order of their places (seat by seat, island by island); `ends` says where each
of them stops.
A card in a pile that nobody has ever seen is UNSEEN: it is drawn when somebody first looks at it.
Which cards are unseen to whom, and what `shown` keeps, is told in README.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64, mypyc_attr

from dalang.engine.arrays import EMPTY, total
from dalang.engine.declared import DeclaredPosition
from dalang.engine.errors import PositionError
from dalang.engine.fields import (
    Counts,
    Declaration,
    FieldTable,
    Line,
    Marks,
    Number,
    Numbers,
    OneOf,
    OneOfEach,
    Owners,
    PerSeat,
    SeatNumber,
)
from dalang.engine.notation import Fields
from dalang.engine.vecs import vec
from dalang.games.bali.components import (
    CARDS,
    DECK,
    DECK_SIZE,
    EDITION,
    FLIGHT_CARDS,
    ISLANDS,
    KEY,
    MASK_COUNT,
    MASK_VALUE,
    MASKS,
    MOST_SHOWN,
    N_CARDS,
    N_ISLANDS,
    N_MASKS,
    NOBODY,
    NONE,
    OFFICES,
    PILE_SIZE,
    PLAYERS,
    STALEMATE_TURNS,
    START_NUMBERS,
    UNSEEN,
)

# Phases, in the order of the rulebook.
START: Final[i64] = 0  # BA 1.4, chance
PICK_UP: Final[i64] = 1  # BA 1.5, BA 6.5, BA 6.6, chance
TURN_DRAW: Final[i64] = 2  # BA 2.2, chance
TURN: Final[i64] = 3  # BA 2.3
EXEMPT: Final[i64] = 4  # BA 3.1
WARD: Final[i64] = 5  # BA 3.1
FLIGHT: Final[i64] = 6  # BA 3.2
SECOND: Final[i64] = 7  # BA 3.3
REWARD: Final[i64] = 8  # BA 3.3
REWARD_DRAW: Final[i64] = 9  # BA 3.3, chance
USE_SCHOLAR: Final[i64] = 10  # BA 3.4
LOOK: Final[i64] = 11  # BA 3.4, chance
USE_ARTIST: Final[i64] = 12  # BA 3.5
ARTIST_DRAW: Final[i64] = 13  # BA 3.5, chance
ANSWER: Final[i64] = 14  # BA 3.4, BA 3.5
SHOW: Final[i64] = 15  # BA 4.1
RAISE: Final[i64] = 16  # BA 4.2
TARGET: Final[i64] = 17  # BA 6.1
BLOCK: Final[i64] = 18  # BA 6.2
LAY: Final[i64] = 19  # BA 6.3
END: Final[i64] = 20  # BA 7
PHASES: Final = (
    "start",
    "pick_up",
    "turn_draw",
    "turn",
    "exempt",
    "ward",
    "flight",
    "second",
    "reward",
    "reward_draw",
    "use_scholar",
    "look",
    "use_artist",
    "artist_draw",
    "answer",
    "show",
    "raise",
    "target",
    "block",
    "lay",
    "end",
)

# How the game ended.
ALONE: Final[i64] = 0  # BA 7.1: the last mask went to the active player alone
SHARED: Final[i64] = 1  # BA 7.1: the last two masks went to two players
STALEMATE: Final[i64] = 2  # BA R6
ENDS: Final = ("last_mask_alone", "last_mask_shared", "stalemate")

# What a scholar is used for.
PUTTING: Final[i64] = 0
TAKING: Final[i64] = 1
USES: Final = ("putting", "taking")

# The sets of a seat's cards of which `shown` keeps how many priests and princes are surely there.
IN_HAND: Final[i64] = 0
ON_TOPS: Final[i64] = 1
LOOSE: Final[i64] = 2  # hand and tops together
IN_PILE: Final[i64] = 3  # IN_PILE + island: the part that was laid down there
IN_ALL: Final[i64] = 7
N_SETS: Final[i64] = 8
SETS: Final = ("hand", "tops", "loose", *ISLANDS, "all")


@mypyc_attr(allow_interpreted_subclasses=True)
class State(DeclaredPosition):
    """The data of a position; what it means is told in FIELDS.

    Arrays are flat: `hand[seat * N_CARDS + card]`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.active: i64 = 0
        self.island: i64 = NONE
        self.quiet: i64 = 0
        self.end: i64 = NONE
        self.memory_aid: i64 = 0
        self.led: i64 = NONE
        self.exempt: i64 = NOBODY
        self.turn_over: i64 = 0
        self.use: i64 = NONE
        self.used: i64 = 0
        self.best: i64 = 0
        self.leader: i64 = NOBODY
        self.target: i64 = NONE
        self.draws: i64 = 0
        self.turn_begins: i64 = 0
        self.stock_size: i64 = 0
        self.reshuffled: i64 = 0
        self.start_card = self.disc = self.seal = self.masks_left = self.masks = EMPTY
        self.fled = self.held = self.ends = self.laid = self.unvisited = self.shown = EMPTY
        self.discard = self.hand = self.piled = self.stock = self.buried = EMPTY

    def field_table(self) -> FieldTable:
        return FIELDS

    def begin(self, players: i64, options: Mapping[str, str]) -> None:
        """BA R4: the option `memory` is an aid."""
        self.set_up(players)
        self.memory_aid = 1 if options.get("memory") == "on" else 0

    def lay_out(self) -> None:
        """BA 1.3: three cards in every pile."""
        for place in range(self.players * N_ISLANDS):
            self.ends[place] = PILE_SIZE * (place + 1)
            self.laid[place] = PILE_SIZE

    def derive(self) -> None:
        """Works out the masks that are left, and the stock."""
        self.masks_left = MASK_COUNT[:]
        for place in range(self.players * N_MASKS):
            self.masks_left[place % N_MASKS] -= self.masks[place]
        self.stock = DECK[:]
        for card in range(N_CARDS):
            self.stock[card] -= self.discard[card] + self.buried[card]
            for seat in range(self.players):
                self.stock[card] -= self.hand[seat * N_CARDS + card]
        piled = self.ends[len(self.ends) - 1]
        for n in range(piled):
            if self.piled[n] != UNSEEN:
                self.stock[self.piled[n]] -= 1
        # In a view hands and piles are blanked; their sizes are not, so the size of the stock is
        # right.
        self.stock_size = DECK_SIZE - total(self.discard) - total(self.held) - piled

    def copy_public(self, other: State) -> None:
        """Takes over everything that lies open.  An allow-list: what is not copied is secret."""
        self.players = other.players
        self.phase = other.phase
        self.active = other.active
        self.turn = other.turn
        self.island = other.island
        self.quiet = other.quiet
        self.end = other.end
        self.memory_aid = other.memory_aid
        self.led = other.led
        self.exempt = other.exempt
        self.turn_over = other.turn_over
        self.use = other.use
        self.used = other.used
        self.best = other.best
        self.leader = other.leader
        self.target = other.target
        self.draws = other.draws
        self.turn_begins = other.turn_begins
        self.start_card = other.start_card[:]
        self.disc = other.disc[:]
        self.seal = other.seal[:]
        self.masks_left = other.masks_left[:]
        self.masks = other.masks[:]
        self.fled = other.fled[:]
        self.held = other.held[:]
        self.ends = other.ends[:]
        self.laid = other.laid[:]
        self.unvisited = other.unvisited[:]
        self.shown = other.shown[:]
        self.discard = other.discard[:]
        self.stock_size = other.stock_size
        self.reshuffled = other.reshuffled

    def copy_all(self, other: State) -> None:
        """Takes over everything, secrets included."""
        self.copy_public(other)
        self.hand = other.hand[:]
        self.piled = other.piled[:]
        self.stock = other.stock[:]
        self.buried = other.buried[:]

    def pile_begin(self, place: i64) -> i64:
        """Where the pile of that place (seat and island) begins in `piled`."""
        return self.ends[place - 1] if place else 0

    def pile_size(self, place: i64) -> i64:
        """How many cards lie there."""
        return self.ends[place] - self.pile_begin(place)

    def unseen_in(self, place: i64) -> i64:
        """BA 1.3: how many cards at the bottom of the pile nobody has ever seen."""
        return self.laid[place] if self.unvisited[place % N_ISLANDS] else 0


def count_sets(s: State, seat: i64, card: i64) -> list[int]:
    """How many of a card a seat truly has in each of the sets that `shown` is about."""
    counts = [0] * int(N_SETS)
    counts[IN_HAND] = int(s.hand[seat * N_CARDS + card])
    for island in range(N_ISLANDS):
        place = seat * N_ISLANDS + island
        for height in range(s.pile_size(place)):
            if s.piled[s.pile_begin(place) + height] == card:
                if island == s.island:
                    counts[IN_HAND] += 1
                elif height >= s.laid[place]:
                    counts[ON_TOPS] += 1
                else:
                    counts[IN_PILE + island] += 1
    counts[LOOSE] = counts[IN_HAND] + counts[ON_TOPS]
    counts[IN_ALL] = counts[LOOSE] + sum(counts[IN_PILE:IN_ALL])
    return counts


# --- The fields ---------------------------------------------------------------------------

_DISCS: Final = tuple(f"{office} {island}" for office in OFFICES for island in ISLANDS)
_SHOWN: Final = tuple(f"{part} {office}" for office in OFFICES for part in SETS)
_PILED: Final = (*CARDS, "?")
_STARTS: Final = tuple(str(number) for number in START_NUMBERS)
_MOST: Final = int(max(DECK))  # cards of a kind
_CARDS: Final = int(DECK_SIZE)


def _start_cards(s: State) -> object:
    return [START_NUMBERS[card] for card in s.start_card if card != NONE]


def _read_start_cards(s: State, given: Fields) -> None:
    dealt = given.numbers("start_cards", None, START_NUMBERS[0], START_NUMBERS[-1])
    if len(dealt) > s.players:
        raise PositionError("There are more start cards than players (BA 1.4).")
    for seat, card in enumerate(dealt):
        s.start_card[seat] = START_NUMBERS.index(card)


def _masks(s: State) -> object:
    rows = [s.masks[seat * N_MASKS : (seat + 1) * N_MASKS] for seat in range(s.players)]
    return [[int(MASK_VALUE[n]) for n in range(N_MASKS) for _ in range(row[n])] for row in rows]


def _read_masks(s: State, given: Fields) -> None:
    values = [int(value) for value in MASK_VALUE]
    for seat in range(s.players):
        for mask in given.numbers(f"masks {seat}", None, values[0], values[-1]):
            s.masks[seat * N_MASKS + values.index(mask)] += 1


def _piles(s: State, island: int) -> object:
    places = range(island, len(s.ends), int(N_ISLANDS))
    return [
        [_PILED[s.piled[n]] for n in range(s.pile_begin(place), s.ends[place])] for place in places
    ]


def _read_piles(s: State, given: Fields) -> None:
    """All piles at once, because they lie one behind the other."""
    piled: list[int] = []
    for place in range(len(s.ends)):
        seat, island = divmod(place, int(N_ISLANDS))
        pile = given.names(f"{ISLANDS[island]} {seat}", None, _PILED)
        piled += [int(UNSEEN) if card == N_CARDS else card for card in pile]
        s.ends[place] = len(piled)
    if len(piled) > DECK_SIZE:
        raise PositionError(f"There are {DECK_SIZE} cards (BA 1.2), the piles have {len(piled)}.")
    s.piled = vec[i64](piled + [int(UNSEEN)] * (int(DECK_SIZE) - len(piled)))


def _pile_lines() -> list[Declaration]:
    """A line for each seat and island; the first reads them all."""

    def line(island: int) -> Line[State]:
        says = f"the pile on {ISLANDS[island]}, from bottom to top (BA 1.6)"
        value = "a list of cards; `?` is one nobody has seen, or not the viewer"
        read = _read_piles if island == 0 else _read_already
        return Line(ISLANDS[island], says, value, lambda s: _piles(s, island), read, rows=True)

    return [line(island) for island in range(int(N_ISLANDS))]


def _read_already(s: State, given: Fields) -> None:
    """The pile was read with those on the first island."""


def _laid(s: State) -> object:
    each = int(N_ISLANDS)
    return [[int(n) for n in s.laid[first : first + each]] for first in range(0, len(s.laid), each)]


def _read_laid(s: State, given: Fields) -> None:
    """How much of each pile was laid down there; all of it, or all that is unseen, if not told."""
    for place in range(len(s.laid)):
        seat, island = divmod(place, int(N_ISLANDS))
        pile = s.piled[s.pile_begin(place) : s.ends[place]]
        if s.unvisited[island]:
            s.laid[place] = sum(1 for card in pile if card == UNSEEN)
        else:
            s.laid[place] = 0 if island == s.island else len(pile)
        if island == N_ISLANDS - 1 and given.has(f"laid {seat}"):
            told = given.numbers(f"laid {seat}", int(N_ISLANDS), 0, int(DECK_SIZE))
            for n, height in enumerate(told):
                s.laid[place - island + n] = height


FIELDS: Final = FieldTable(
    KEY,
    EDITION,
    PLAYERS,
    written=[
        OneOf(
            "memory_aid",
            "the memory aid (BA R4)",
            ("off", "on"),
            text="memory",
            usually="off",
            in_rows=False,
        ),
        OneOf("phase", "what comes next (BA 2)", PHASES),
        SeatNumber("active", "the active player (BA 2.1)"),
        SeatNumber("turn", "the seat that decides or draws"),
        OneOf("island", "where the Dalang stands (BA 2.1)", ISLANDS, text="dalang", needed=False),
        Number(
            "quiet",
            "turns since a mask was awarded (BA R6)",
            text="quiet_turns",
            most=int(STALEMATE_TURNS),
        ),
        OneOf("end", "how the game ended (BA 7.1)", ENDS, nothing="none"),
        Line(
            "start_cards",
            "the start cards, seat by seat (BA 1.4)",
            "numbers",
            _start_cards,
            _read_start_cards,
        ),
        Owners(
            "disc",
            "discs in the village of the seat (BA 4)",
            _DISCS,
            text="discs",
            axes=(OFFICES, ISLANDS),
        ),
        Owners("seal", "seals held (BA 5)", ISLANDS, text="seals"),
        Line("masks", "masks owned (BA 6.4)", "their values", _masks, _read_masks, rows=True),
        Marks("fled", "the absent seats (BA 3.2)"),
        Marks("unvisited", "where the Dalang has not been (BA 1.3)", ISLANDS, start=1),
        Number("reshuffled", "1 after the first reshuffle (BA 2.5)", most=1),
        PerSeat("held", "cards in every hand", text="hand_sizes", most=_CARDS, sums="hand"),
        Counts("hand", "cards in hand (BA 2.1)", CARDS, most=_MOST, rows=True, known_to="its seat"),
        *_pile_lines(),
        Line(
            "laid",
            "how many cards from the bottom were laid down there; all if left out",
            "a number for each island",
            _laid,
            _read_laid,
            rows=True,
        ),
        Counts(
            "shown",
            "how many are surely there, as everybody knows",
            _SHOWN,
            most=_MOST,
            rows=True,
            axes=(OFFICES, SETS),
        ),
        Counts("discard", "the discard pile (BA 2.5)", CARDS, most=_MOST),
        Counts(
            "buried",
            "what the cards nobody has seen can be, after the first reshuffle",
            CARDS,
            most=_MOST,
            known_to="nobody",
        ),
        OneOf("led", "the card being dealt with", CARDS, needed=False),
        SeatNumber("exempt", "who need not answer the warrior (BA 3.1)", needed=False),
        Number("turn_over", "1 if a second card has ended the turn (BA 3.3)", most=1),
        OneOf("use", "what the scholar is used for (BA 3.4)", USES, nothing="none"),
        Number("used", "cards moved so far (BA 3)", most=3, usual=int(FLIGHT_CARDS)),
        Number("best", "the most shown so far (BA 4.2)", most=int(MOST_SHOWN)),
        SeatNumber("leader", "who showed that (BA 4.2)", needed=False),
        OneOf("target", "the island named or looked at (BA 6.1)", ISLANDS, needed=False),
        Number("draws", "cards the seat still draws", most=3, usual=_CARDS),
        Number("turn_begins", "1 if a turn begins after picking up (BA 6.5)", most=1),
    ],
    unwritten=[
        OneOfEach("start_card", "the start card of each seat", _STARTS),
        Counts("masks", "how many of each value", MASKS, most=int(max(MASK_COUNT)), rows=True),
        Counts("masks_left", "masks not awarded", MASKS, most=int(max(MASK_COUNT))),
        Numbers("ends", "where each pile ends", length=int(N_ISLANDS), for_each=True),
        Counts("laid", "cards laid down", ISLANDS, most=_CARDS, rows=True),
        Numbers(
            "piled",
            "the piles, one behind the other",
            length=_CARDS,
            low=int(UNSEEN),
            start=int(UNSEEN),
            known_to="its seat",
        ),
        Number("stock_size", "cards in the stock", most=_CARDS),
        Counts(
            "stock",
            "which they are; until the first reshuffle with those nobody has seen",
            CARDS,
            most=_MOST,
            known_to="nobody",
        ),
    ],
)
