"""A position of Bali: small numbers in flat arrays, copied cheaply.

Hands are counted by kind.  The face-down piles lie one behind the other in `piled`, each from
bottom to top, in the order of their places (seat by seat, island by island); `ends` says where each
of them stops.
A card in a pile that nobody has ever seen is UNSEEN: it is drawn when somebody first looks at it.
Which cards are unseen to whom, and what `shown` keeps, is told in README.md.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from dalang.engine.api import Position
from dalang.engine.arrays import EMPTY, filled, zeros
from dalang.games.bali.components import (
    DECK,
    DECK_SIZE,
    ISLANDS,
    MASK_COUNT,
    N_CARDS,
    N_ISLANDS,
    N_MASKS,
    N_OFFICES,
    NOBODY,
    NONE,
    PILE_SIZE,
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

# How the game ended; 0 while it runs.
ALONE: Final[i64] = 1  # BA 7.1: the last mask went to the active player alone
SHARED: Final[i64] = 2  # BA 7.1: the last two masks went to two players
STALEMATE: Final[i64] = 3  # BA R6
ENDS: Final = ("last_mask_alone", "last_mask_shared", "stalemate")

# What a scholar is used for.
PUTTING: Final[i64] = 1
TAKING: Final[i64] = 2

# The sets of a seat's cards of which `shown` keeps how many priests and princes are surely there.
IN_HAND: Final[i64] = 0
ON_TOPS: Final[i64] = 1
LOOSE: Final[i64] = 2  # hand and tops together
IN_PILE: Final[i64] = 3  # IN_PILE + island: the part that was laid down there
IN_ALL: Final[i64] = 7
N_SETS: Final[i64] = 8
SETS: Final = ("hand", "tops", "loose", *ISLANDS, "all")


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Position):
    """The data of a position.  Arrays are flat: `hand[seat * N_CARDS + card]`."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = START
        self.active: i64 = 0  # the active player
        self.turn: i64 = 0  # the seat that decides or draws
        self.island: i64 = NONE  # where the Dalang stands
        self.quiet: i64 = 0  # BA R6: turns completed since a mask was awarded
        self.end: i64 = 0
        self.memory_aid: i64 = 0  # BA R4: 1 if a page may remind its viewer of the own piles

        self.led: i64 = NONE  # the card led, while it is being dealt with
        self.exempt: i64 = NOBODY  # BA 3.1
        self.turn_over: i64 = 0  # BA 3.3: a second card has ended the turn
        self.use: i64 = NONE  # BA 3.4: what the scholar is used for, once that is chosen
        self.used: i64 = 0  # cards moved in this flight, or with this scholar or artist
        self.best: i64 = 0  # BA 4.2: the most shown so far
        self.leader: i64 = NOBODY  # BA 4.2: who showed that
        self.target: i64 = NONE  # BA 6.1
        self.draws: i64 = 0  # cards the seat still draws
        self.turn_begins: i64 = 0  # BA 6.5: a new turn begins once the piles are picked up

        self.start_card = EMPTY  # per seat
        self.disc = EMPTY  # [office, island]: in whose village it lies; NOBODY if set aside
        self.seal = EMPTY  # per island: who holds it
        self.masks_left = EMPTY  # per value
        self.masks = EMPTY  # [seat, value]
        self.fled = EMPTY  # per seat
        self.held = EMPTY  # cards in each hand
        self.ends = EMPTY  # [seat, island]: where the pile ends in `piled`
        self.laid = EMPTY  # [seat, island]: height of the part laid down there, or dealt at set-up
        self.unvisited = EMPTY  # per island: 1 until the Dalang has been there
        self.shown = EMPTY  # [seat, office, set]: how many are surely there, as everybody knows
        self.discard = EMPTY
        self.stock_size: i64 = 0
        self.reshuffled: i64 = 0  # 1 after the first reshuffle: unseen cards have their own bag

        self.hand = EMPTY  # [seat, card]; secret
        self.piled = EMPTY  # secret
        self.stock = EMPTY  # secret; until the first reshuffle with the unseen cards
        self.buried = EMPTY  # secret; the unseen cards after the first reshuffle

    def set_up(self, players: i64, memory_aid: i64 = 0) -> None:
        """The box is open: three cards in every pile (BA 1.3), no start card dealt."""
        self.players = players
        self.memory_aid = memory_aid
        places = players * N_ISLANDS
        self.start_card = filled(players, NONE)
        self.disc = filled(N_OFFICES * N_ISLANDS, NOBODY)
        self.seal = filled(N_ISLANDS, NOBODY)
        self.masks_left = MASK_COUNT[:]
        self.masks = zeros(players * N_MASKS)
        self.fled = zeros(players)
        self.held = zeros(players)
        self.ends = zeros(places)
        for place in range(places):
            self.ends[place] = PILE_SIZE * (place + 1)
        self.laid = filled(places, PILE_SIZE)
        self.unvisited = filled(N_ISLANDS, 1)
        self.shown = zeros(players * N_OFFICES * N_SETS)
        self.discard = zeros(N_CARDS)
        self.hand = zeros(players * N_CARDS)
        self.piled = filled(DECK_SIZE, UNSEEN)
        self.stock = DECK[:]
        self.stock_size = DECK_SIZE - PILE_SIZE * places
        self.buried = zeros(N_CARDS)

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
