"""A position of Taj Mahal: small numbers in flat arrays, copied cheaply.

There is no shuffled pile.  `pile` counts the cards nobody has drawn yet and every draw is an
outcome of chance; an order that does not exist cannot leak.  A seat's cards are named by kind:
`hand` counts what it holds, `known` the part of it that everybody saw the seat take from the
display.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from dalang.engine.api import Position
from dalang.engine.arrays import EMPTY, filled, total, zeros
from dalang.engine.vecs import vec
from dalang.games.taj_mahal.components import (
    DECK,
    FIRST_SYMBOL,
    N_CARDS,
    N_CITIES,
    N_COMMODITIES,
    N_PERSONS,
    N_SPECIALS,
    N_SYMBOLS,
    NOBODY,
    NONE,
    ROUNDS,
    SECOND_SYMBOL,
    SPECIAL_SYMBOL,
    TAJ_MAHAL,
    TAJ_MAHAL_CITY,
)

# Phases, in the order of the rulebook.
TILES: Final[i64] = 0  # TM 1.2, chance
BONUS: Final[i64] = 1  # TM 1.3, chance
DEAL: Final[i64] = 2  # TM 1.6, chance
START: Final[i64] = 3  # TM 1.7, chance
DISPLAY: Final[i64] = 4  # TM 1.6 and TM 7.3, chance
TURN: Final[i64] = 5  # TM 2.2
ADD: Final[i64] = 6  # TM 3.3
PALACE: Final[i64] = 7  # TM 4.3
CROWN: Final[i64] = 8  # TM 4.5
BONUS_DRAW: Final[i64] = 9  # TM 5.1, chance
FIRST_DRAW: Final[i64] = 10  # TM 6.2, chance
TAKE: Final[i64] = 11  # TM 6.3
END: Final[i64] = 12  # TM 9
PHASES: Final = (
    "tiles",
    "bonus",
    "deal",
    "start",
    "display",
    "turn",
    "add",
    "palace",
    "crown",
    "bonus_draw",
    "first_draw",
    "take",
    "end",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Position):
    """The data of a position.  Tables are flat: `hand[seat * N_CARDS + card]`."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = TILES
        self.round: i64 = 0  # 1 to 12; 0 before the first
        self.start: i64 = 0  # the start player of the round
        self.turn: i64 = 0  # the seat that acts or draws

        self.card: i64 = NONE  # TM 3.1: the colour card just played, while something may be added
        self.palaces_due: i64 = 0  # TM 4.3: still to be placed in this withdrawal
        self.crown_due: i64 = 0  # TM 4.5
        self.tile_won: i64 = 0  # TM 4.7: the province tile is to be scored in this withdrawal
        self.takes_due: i64 = 0  # TM 6.3
        self.taken = EMPTY  # TM 4.4: bonus tiles taken in this withdrawal and not scored yet

        self.order = EMPTY  # the province of tile 1, 2 … 12
        self.bonus = EMPTY  # the bonus tile on each city
        self.palace = EMPTY  # whose ordinary palace stands in each city
        self.crown_palace = EMPTY  # whose crown palace stands in each city
        self.court = EMPTY  # per symbol: 1 while what it wins lies in the court
        self.special_holder = EMPTY  # who holds each special card
        self.special_out = EMPTY  # 1 while it lies on the table before its holder

        self.points = EMPTY
        self.influence = EMPTY  # [seat, person]
        self.commodities = EMPTY  # [seat, commodity], on bonus and province tiles
        self.tile_owner = EMPTY  # who won tile 1, 2 … 12
        self.inside = EMPTY  # per seat: 1 until it withdraws from the round
        self.colour = EMPTY  # the colour each seat is bound to
        self.shown = EMPTY  # [seat, symbol], counted on the cards on the table
        self.table = EMPTY  # [seat, card], played this round
        self.held = EMPTY  # cards in each hand, special cards not counted
        self.known = EMPTY  # [seat, card], held and seen by all when taken
        self.carried_left = (
            EMPTY  # TM 6.4: hidden cards each seat has kept from before the reshuffle
        )
        self.carried_pool = EMPTY  # … and all of these together, by card

        self.display = EMPTY
        self.discard = EMPTY
        self.display_size: i64 = 0
        self.discard_size: i64 = 0
        self.pile_size: i64 = 0

        self.hand = EMPTY  # [seat, card]; secret
        self.pile = EMPTY  # secret
        self.carried = EMPTY  # [seat, card]: who holds which of the carried cards; secret

    def set_up(self, players: i64) -> None:
        """The box is open: no card dealt, no tile laid but the Taj Mahal (TM 1.3)."""
        self.players = players
        self.order = filled(ROUNDS, NONE)
        self.bonus = filled(N_CITIES, NONE)
        self.bonus[TAJ_MAHAL_CITY] = TAJ_MAHAL
        self.palace = filled(N_CITIES, NOBODY)
        self.crown_palace = filled(N_CITIES, NOBODY)
        self.court = zeros(N_SYMBOLS)
        self.special_holder = filled(N_SPECIALS, NOBODY)
        self.special_out = zeros(N_SPECIALS)
        self.points = zeros(players)
        self.influence = zeros(players * N_PERSONS)
        self.commodities = zeros(players * N_COMMODITIES)
        self.tile_owner = filled(ROUNDS, NOBODY)
        self.inside = zeros(players)
        self.colour = filled(players, NONE)
        self.shown = zeros(players * N_SYMBOLS)
        self.table = zeros(players * N_CARDS)
        self.held = zeros(players)
        self.known = zeros(players * N_CARDS)
        self.carried_left = zeros(players)
        self.carried_pool = zeros(N_CARDS)
        self.carried = zeros(players * N_CARDS)
        self.display = zeros(N_CARDS)
        self.discard = zeros(N_CARDS)
        self.hand = zeros(players * N_CARDS)
        self.pile = DECK[:]
        self.pile_size = total(self.pile)

    def copy_public(self, other: State) -> None:
        """Takes over all that lies open.  An allow-list: what is not copied here is secret.

        Arrays that change only now and then are never changed in place: all copies share them.
        """
        self.players = other.players
        self.phase = other.phase
        self.round = other.round
        self.start = other.start
        self.turn = other.turn
        self.card = other.card
        self.palaces_due = other.palaces_due
        self.crown_due = other.crown_due
        self.tile_won = other.tile_won
        self.takes_due = other.takes_due
        self.order = other.order
        self.bonus = other.bonus
        self.palace = other.palace
        self.crown_palace = other.crown_palace
        self.special_holder = other.special_holder
        self.influence = other.influence
        self.commodities = other.commodities
        self.tile_owner = other.tile_owner
        self.display_size = other.display_size
        self.discard_size = other.discard_size
        self.pile_size = other.pile_size
        self.discard = other.discard
        self.carried_left = other.carried_left
        self.carried_pool = other.carried_pool
        self.special_out = other.special_out
        self.taken = other.taken[:]
        self.court = other.court[:]
        self.points = other.points[:]
        self.inside = other.inside[:]
        self.colour = other.colour[:]
        self.shown = other.shown[:]
        self.table = other.table[:]
        self.held = other.held[:]
        self.known = other.known[:]
        self.display = other.display[:]

    def hidden(self, seat: i64) -> i64:
        """How many cards of a hand nobody else has seen."""
        count = self.held[seat]
        for card in range(N_CARDS):
            count -= self.known[seat * N_CARDS + card]
        return count

    def copy_all(self, other: State) -> None:
        """Takes over everything, secrets too."""
        self.copy_public(other)
        self.hand = other.hand[:]
        self.pile = other.pile[:]
        self.carried = other.carried

    def province(self) -> i64:
        """The province this round is played for."""
        return self.order[self.round - 1]

    def cards_of(self, counts: vec[i64], seat: i64) -> list[int]:
        """One seat's part of an array over seats and cards."""
        return [int(counts[seat * N_CARDS + card]) for card in range(N_CARDS)]


def symbols_on_table(s: State, seat: i64) -> list[int]:
    """How often a seat shows each symbol, counted afresh from its cards on the table."""
    shown = [0] * int(N_SYMBOLS)
    for card in range(N_CARDS):
        count = s.table[seat * N_CARDS + card]
        shown[FIRST_SYMBOL[card]] += count
        if SECOND_SYMBOL[card] != NONE:
            shown[SECOND_SYMBOL[card]] += count
    for special in range(N_SPECIALS):
        if (
            s.special_out[special]
            and s.special_holder[special] == seat
            and SPECIAL_SYMBOL[special] != NONE
        ):
            shown[SPECIAL_SYMBOL[special]] += 1
    return shown
