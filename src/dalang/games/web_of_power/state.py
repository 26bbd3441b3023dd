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

from dalang.engine.arrays import EMPTY, filled, row_total, total, zeros
from dalang.engine.declared import DeclaredPosition
from dalang.engine.fields import (
    Counts,
    FieldTable,
    Line,
    Number,
    Numbers,
    OneOf,
    Owners,
    PerSeat,
    SeatNumber,
)
from dalang.engine.notation import Fields
from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import (
    ADVISORS,
    CARDS,
    CLOISTERS,
    COUNTRIES,
    COUNTRY_OF,
    EDITION,
    FIRST_SPACE,
    FULL_DECK,
    HAND_SIZE,
    KEY,
    N_CARDS,
    N_COUNTRIES,
    N_SPACES,
    NAMES,
    NOBODY,
    NONE,
    OPEN_CARDS,
    PLAYERS,
    SPACES,
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
class State(DeclaredPosition):
    """The data of a position; what it means is told in FIELDS.

    Arrays over seats are flat: `hand[seat * N_CARDS + card]`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.start: i64 = 0
        self.pile_outs: i64 = 0
        self.ended: i64 = NONE
        self.card: i64 = NONE
        self.joker: i64 = 0
        self.country: i64 = NONE
        self.open_size: i64 = 0
        self.pile_size: i64 = 0
        self.points = self.owner = self.cloisters = self.advisors = EMPTY
        self.cloisters_left = self.advisors_left = self.free = self.most = self.court = EMPTY
        self.held = self.hand = self.known = self.open = self.discard = self.pile = EMPTY
        self.carried_all = self.carried_held = self.carried = self.trail = EMPTY

    def field_table(self) -> FieldTable:
        return FIELDS

    def derive(self) -> None:
        """Works out what follows from the pieces on the board and the cards seen."""
        self._derive_board()
        self.open_size = total(self.open)
        self.pile = deck(self.players)
        for card in range(N_CARDS):
            self.pile[card] -= self.open[card] + self.discard[card]
            for seat in range(self.players):
                self.pile[card] -= self.hand[seat * N_CARDS + card]
        # In a view the hands hold only what the viewer knows; the rest of a hand is among the
        # unseen cards.
        self.pile_size = total(self.pile) - (total(self.held) - total(self.hand))

    def _derive_board(self) -> None:
        """The pieces by country, and those still in stock."""
        self.cloisters = zeros(self.players * N_COUNTRIES)
        self.free = zeros(N_COUNTRIES)
        for space in range(N_SPACES):
            country = COUNTRY_OF[space]
            if self.owner[space] == NOBODY:
                self.free[country] += 1
            else:
                self.cloisters[self.owner[space] * N_COUNTRIES + country] += 1
        self.cloisters_left = filled(self.players, CLOISTERS)
        self.advisors_left = filled(self.players, ADVISORS)
        self.court = zeros(N_COUNTRIES)
        self.most = zeros(N_COUNTRIES)
        for place in range(self.players * N_COUNTRIES):
            country = place % N_COUNTRIES
            self.cloisters_left[place // N_COUNTRIES] -= self.cloisters[place]
            self.advisors_left[place // N_COUNTRIES] -= self.advisors[place]
            self.court[country] += self.advisors[place]
            self.most[country] = max(self.most[country], self.cloisters[place])

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
        return self.held[seat] - row_total(self.known, seat, N_CARDS)

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
        """Whether the seat could place any piece in the country with any cards."""
        return self.can_place_cloister(seat, country) or self.can_place_advisor(seat, country)

    def nobody_can_place(self) -> bool:
        """WP 5.1: no player could place any piece anywhere, with any cards."""
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


# --- The fields ---------------------------------------------------------------------------

_PLAYS: Final = (*CARDS, *(f"joker {card}" for card in CARDS))
_STEPS: Final = tuple(f"{card} of {hidden + 1}" for card in CARDS for hidden in range(HAND_SIZE))
_MOST: Final = int(max(FULL_DECK))  # cards of a kind
_HAND: Final = int(HAND_SIZE)
_PLAYING: Final = "a card, `joker` and a card, or nothing"
_STEP: Final = "a list of `CARD of NUMBER`"
_CARRIED_ALL: Final = "the hidden cards of all hands at the reshuffle, together (WP 3.2)"
_PLAYED_SINCE: Final = "played from hidden cards since the reshuffle, and out of how many"


def _playing(s: State) -> object:
    return [] if s.card == NONE else [_PLAYS[s.card + s.joker * N_CARDS]]


def _play(s: State, given: Fields) -> None:
    found = given.at_most_one("playing", _PLAYS)
    s.card = found % int(N_CARDS) if found >= 0 else NONE
    s.joker = 1 if found >= N_CARDS else 0


def _steps(s: State) -> object:
    return [
        [_STEPS[step % TRAIL_SEAT] for step in s.trail if step // TRAIL_SEAT == seat]
        for seat in range(s.players)
    ]


def _read_steps(s: State, given: Fields) -> None:
    steps: list[int] = []
    for seat in range(int(s.players)):
        found = given.names(f"played_since {seat}", None, _STEPS)
        steps += [seat * int(TRAIL_SEAT) + step for step in found]
    s.trail = vec[i64](steps)


FIELDS: Final = FieldTable(
    KEY,
    EDITION,
    PLAYERS,
    written=[
        OneOf("phase", "what comes next", PHASES),
        SeatNumber("start", "the start player (WP 1.3)"),
        SeatNumber("turn", "the seat that acts, draws or is dealt cards"),
        Number("pile_outs", "how often the last card of the pile has been taken", most=2),
        PerSeat("points", "points", usual=80),
        Owners("owner", "spaces with a cloister of the seat", SPACES, text="cloisters"),
        Counts("advisors", "advisors of the seat", COUNTRIES, most=int(ADVISORS), rows=True),
        PerSeat("held", "cards in every hand", text="hand_sizes", most=_HAND, sums="hand"),
        Counts("hand", "cards in hand", CARDS, most=_HAND, rows=True, known_to="its seat"),
        Counts("known", "those that all saw being taken (WP R4)", CARDS, most=_HAND, rows=True),
        Counts("open", "the open cards (WP 1.4)", CARDS, most=int(OPEN_CARDS)),
        Counts("discard", "the discard pile", CARDS, most=_MOST),
        Line("playing", "played, its piece not yet placed (WP 2.2)", _PLAYING, _playing, _play),
        OneOf("country", "where a piece was placed this turn (WP 2.1)", COUNTRIES, needed=False),
        OneOf("ended", "how the game ended (WP 5.1)", ENDS, text="ended_by", needed=False),
        Counts("carried_all", _CARRIED_ALL, CARDS, text="carried_together", most=_MOST),
        PerSeat(
            "carried_held",
            "how many of them each seat had",
            text="carried_sizes",
            most=_HAND,
            sums="carried",
        ),
        Counts("carried", "which of them", CARDS, most=_HAND, rows=True, known_to="its seat"),
        Line("played_since", _PLAYED_SINCE, _STEP, _steps, _read_steps, rows=True),
    ],
    unwritten=[
        OneOf("card", "the kind just played", CARDS, needed=False),
        Number("joker", "1 if it is two cards as a joker (WP 2.3)", most=1),
        Numbers("trail", "the steps of `played_since`", most=int(TRAIL_SEAT) * PLAYERS[-1]),
        Counts("cloisters", "per seat and country", COUNTRIES, most=int(N_SPACES), rows=True),
        PerSeat("cloisters_left", "not placed yet", most=int(CLOISTERS)),
        PerSeat("advisors_left", "not placed yet", most=int(ADVISORS)),
        Counts("free", "spaces without a cloister", COUNTRIES, most=int(N_SPACES)),
        Counts("most", "of the player with most, see WP 2.5", COUNTRIES, most=int(CLOISTERS)),
        Counts("court", "the advisors of all players", COUNTRIES, most=int(N_SPACES)),
        Number("open_size", "how many cards are open", most=int(OPEN_CARDS), in_rows=False),
        Number("pile_size", "how many cards are in the pile", most=int(sum(FULL_DECK))),
        Counts("pile", "which they are", CARDS, most=_MOST, known_to="nobody"),
    ],
)
