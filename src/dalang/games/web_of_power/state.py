"""A position of Web of Power: small numbers in flat arrays, copied cheaply.

There is no shuffled pile.  `pile` counts the cards nobody has drawn yet and every draw is an
outcome of chance; an order that does not exist cannot leak.  A seat's cards are named by kind:
`hand` counts what it holds, `known` the part of it that everybody saw the seat take from the open
cards; the rest is hidden.

When the discard pile becomes the new pile (WP 3.2) everybody knows exactly what is in it, and so
what the hidden cards of all hands are together.  `carried` keeps those hidden cards, `trail` what
was played from hidden cards since; from the two, observe.py works out what can still be known.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from dalang.engine.api import Position
from dalang.engine.arrays import EMPTY, filled, total, zeros
from dalang.games.web_of_power.components import (
    ADVISORS,
    CLOISTERS,
    FIRST_SPACE,
    HAND_SIZE,
    N_CARDS,
    N_COUNTRIES,
    N_SPACES,
    NAMES,
    NOBODY,
    NONE,
    deck,
)

# Phases, in the order of the rulebook.
START: Final[i64] = 0  # WP 1.3, chance
DEAL: Final[i64] = 1  # WP 1.4, chance
LAY_OPEN: Final[i64] = 2  # WP 1.4, chance
TURN: Final[i64] = 3  # WP 2.2, 2.3, 2.7: play for the first piece, or exchange
PLACE: Final[i64] = 4  # WP 2.4, 2.5
MORE: Final[i64] = 5  # WP 2.1: play for a second piece, or finish
TAKE: Final[i64] = 6  # WP 2.8: which open cards
DRAW: Final[i64] = 7  # WP 2.8, chance
REFILL: Final[i64] = 8  # WP 2.8, chance
END: Final[i64] = 9  # WP 5
PHASES: Final = (
    "start",
    "deal",
    "lay_open",
    "turn",
    "place",
    "more",
    "take",
    "draw",
    "refill",
    "end",
)

# WP 5.1: the ways the game can end.
PILE_OUT: Final[i64] = 0
NOTHING_TO_PLACE: Final[i64] = 1
ENDS: Final = ("pile_out_twice", "nothing_to_place")

# A step of the trail says who played what, and out of how many hidden cards.
TRAIL_SEAT: Final[i64] = N_CARDS * HAND_SIZE


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Position):
    """The data of a position.  Arrays over seats are flat: `hand[seat * N_CARDS + card]`."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = START
        self.start: i64 = 0  # the start player
        self.turn: i64 = 0  # the seat that acts, draws or is dealt cards
        self.pile_outs: i64 = 0  # how often the last card of the pile has been taken
        self.ended: i64 = NONE  # WP 5.1: which end it was

        self.card: i64 = NONE  # WP 2.2: the kind just played, while its piece is to be placed
        self.joker: i64 = 0  # WP 2.3: 1 if it is two cards as a joker
        self.country: i64 = NONE  # WP 2.1: where the seat on turn has placed a piece

        self.points = EMPTY
        self.owner = EMPTY  # whose cloister stands on each space
        self.cloisters = EMPTY  # [seat, country]
        self.advisors = EMPTY  # [seat, country]
        self.cloisters_left = EMPTY
        self.advisors_left = EMPTY
        self.free = EMPTY  # per country: spaces without a cloister
        self.most = EMPTY  # per country: the cloisters of the player with most, the limit of WP 2.5
        self.court = EMPTY  # per country: the advisors of all players

        self.held = EMPTY  # cards in each hand
        self.known = EMPTY  # [seat, card], held and seen by all when taken
        self.open = EMPTY
        self.discard = EMPTY
        self.open_size: i64 = 0
        self.pile_size: i64 = 0
        self.carried_all = EMPTY  # the hidden cards of all hands at the reshuffle, together
        self.carried_held = EMPTY  # how many of them each seat had
        self.trail = EMPTY  # what was played from hidden cards since the reshuffle

        self.hand = EMPTY  # [seat, card]; secret
        self.pile = EMPTY  # secret
        self.carried = EMPTY  # [seat, card]: the hidden part of the hand at the reshuffle; secret

    def set_up(self, players: i64) -> None:
        """WP 1.1, WP 1.3: the board is empty, no card is dealt."""
        self.players = players
        self.points = zeros(players)
        self.owner = filled(N_SPACES, NOBODY)
        self.cloisters = zeros(players * N_COUNTRIES)
        self.advisors = zeros(players * N_COUNTRIES)
        self.cloisters_left = filled(players, CLOISTERS)
        self.advisors_left = filled(players, ADVISORS)
        self.free = zeros(N_COUNTRIES)
        for country in range(N_COUNTRIES):
            self.free[country] = FIRST_SPACE[country + 1] - FIRST_SPACE[country]
        self.most = zeros(N_COUNTRIES)
        self.court = zeros(N_COUNTRIES)
        self.held = zeros(players)
        self.known = zeros(players * N_CARDS)
        self.open = zeros(N_CARDS)
        self.discard = zeros(N_CARDS)
        self.carried_all = zeros(N_CARDS)
        self.carried_held = zeros(players)
        self.hand = zeros(players * N_CARDS)
        self.pile = deck(players)
        self.pile_size = total(self.pile)
        self.carried = zeros(players * N_CARDS)

    def copy_public(self, other: State) -> None:
        """Takes over what lies open.  An allow-list: what is not copied here is secret."""
        self.players = other.players
        self.phase = other.phase
        self.start = other.start
        self.turn = other.turn
        self.pile_outs = other.pile_outs
        self.ended = other.ended
        self.card = other.card
        self.joker = other.joker
        self.country = other.country
        self.points = other.points[:]
        self.owner = other.owner[:]
        self.cloisters = other.cloisters[:]
        self.advisors = other.advisors[:]
        self.cloisters_left = other.cloisters_left[:]
        self.advisors_left = other.advisors_left[:]
        self.free = other.free[:]
        self.most = other.most[:]
        self.court = other.court[:]
        self.held = other.held[:]
        self.known = other.known[:]
        self.open = other.open[:]
        self.discard = other.discard[:]
        self.open_size = other.open_size
        self.pile_size = other.pile_size
        self.carried_all = other.carried_all[:]
        self.carried_held = other.carried_held[:]
        self.trail = other.trail[:]

    def copy_all(self, other: State) -> None:
        """Takes over everything, secrets too."""
        self.copy_public(other)
        self.hand = other.hand[:]
        self.pile = other.pile[:]
        self.carried = other.carried[:]

    def last_seat(self) -> i64:
        """WP 5.1: the player to the right of the start player."""
        return (self.start + self.players - 1) % self.players

    def is_last_round(self) -> bool:
        """WP 5.1: the pile has run out for the second time."""
        return self.pile_outs == 2

    def hidden(self, seat: i64) -> i64:
        """How many cards of a hand nobody else has seen."""
        count = self.held[seat]
        for card in range(N_CARDS):
            count -= self.known[seat * N_CARDS + card]
        return count

    def is_empty(self, country: i64) -> bool:
        """WP 2.4: no piece of any player stands there; the first piece is always a cloister."""
        return self.most[country] == 0

    def is_fresh(self) -> bool:
        """WP 2.4: the only piece in this turn's country is the cloister placed this turn."""
        here = self.country
        return (
            here != NONE
            and self.free[here] == FIRST_SPACE[here + 1] - FIRST_SPACE[here] - 1
            and self.court[here] == 0
        )

    def can_place_cloister(self, seat: i64, country: i64) -> bool:
        """WP 2.4, WP 2.6: a free space, and a cloister to put there."""
        return self.free[country] > 0 and self.cloisters_left[seat] > 0

    def can_place_advisor(self, seat: i64, country: i64) -> bool:
        """WP 2.5, WP 2.6: room at the court, and an advisor to send there."""
        return self.court[country] < self.most[country] and self.advisors_left[seat] > 0

    def can_place(self, seat: i64, country: i64) -> bool:
        """Whether the seat could place any piece in the country, whatever cards it holds."""
        return self.can_place_cloister(seat, country) or self.can_place_advisor(seat, country)

    def nobody_can_place(self) -> bool:
        """WP 5.1: whatever cards were held, no player could place any piece anywhere."""
        for country in range(N_COUNTRIES):
            if self.free[country] > 0 or self.court[country] < self.most[country]:
                for seat in range(self.players):
                    if self.can_place(seat, country):
                        return False
        return True

    def card_reaches(self, card: i64, joker: i64, country: i64) -> bool:
        """WP 2.2, WP 2.3, WP 2.1: a card or joker can place a piece in the country, this turn."""
        if self.country != NONE:
            return country == self.country and (joker == 1 or self.names_country(card, country))
        return joker == 1 or self.names_country(card, country)

    def names_country(self, card: i64, country: i64) -> bool:
        """WP 1.1, WP 2.2: the card names the country."""
        return NAMES[card * N_COUNTRIES + country] == 1
