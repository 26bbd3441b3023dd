"""A position of Taj Mahal: small numbers in flat arrays, copied cheaply.

There is no shuffled pile.  `pile` counts the cards nobody has drawn yet and every draw is an
outcome of chance; an order that does not exist cannot leak.  A seat's cards are named by kind:
`hand` counts what it holds, `known` the part of it that everybody saw the seat take from the
display.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from dalang.engine.arrays import EMPTY, replaced, row_total, total
from dalang.engine.declared import DeclaredPosition
from dalang.engine.errors import PositionError
from dalang.engine.fields import (
    Counts,
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
    Several,
)
from dalang.engine.notation import Fields
from dalang.engine.vecs import vec
from dalang.games.taj_mahal.components import (
    BONUS_TILES,
    CARDS,
    CITIES,
    COLOURS,
    COMMODITIES,
    DECK,
    DECK_SIZE,
    EDITION,
    FIRST_SYMBOL,
    INFLUENCE_TILES,
    KEY,
    N_BONUS_TILES,
    N_CARDS,
    N_COLOUR_CARDS,
    N_COLOURS,
    N_PERSONS,
    N_PROVINCES,
    N_SPECIALS,
    N_SYMBOLS,
    NONE,
    PLAYERS,
    PROVINCES,
    ROUNDS,
    SECOND_SYMBOL,
    SPECIAL_SYMBOL,
    SPECIALS,
    SYMBOLS,
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
class State(DeclaredPosition):
    """The data of a position; what it means is told in FIELDS.

    Tables are flat: `hand[seat * N_CARDS + card]`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.round: i64 = 0
        self.start: i64 = 0
        self.card: i64 = NONE
        self.palaces_due: i64 = 0
        self.crown_due: i64 = 0
        self.tile_won: i64 = 0
        self.takes_due: i64 = 0
        self.display_size: i64 = 0
        self.discard_size: i64 = 0
        self.pile_size: i64 = 0
        self.taken = self.order = self.bonus = self.palace = self.crown_palace = EMPTY
        self.court = self.special_holder = self.special_out = EMPTY
        self.points = self.influence = self.commodities = self.tile_owner = EMPTY
        self.inside = self.colour = self.shown = self.table = self.held = self.known = EMPTY
        self.display = self.discard = self.hand = self.pile = EMPTY
        self.carried_left = self.carried_pool = self.carried = EMPTY

    def field_table(self) -> FieldTable:
        return FIELDS

    def lay_out(self) -> None:
        """TM 1.3: the Taj Mahal is the only tile that lies there from the beginning."""
        self.bonus[TAJ_MAHAL_CITY] = TAJ_MAHAL

    def derive(self) -> None:
        """Works out what follows from the cards seen."""
        if self.phase > START and self.round == 0:
            raise PositionError(f"round must be between 1 and {ROUNDS}, not 0 (TM 2.1).")
        self.display_size = total(self.display)
        self.discard_size = total(self.discard)
        self.pile = DECK[:]
        for card in range(N_CARDS):
            self.pile[card] -= self.display[card] + self.discard[card]
            for seat in range(self.players):
                place = seat * N_CARDS + card
                self.pile[card] -= self.hand[place] + self.table[place]
        # In a view the hands hold only what the viewer knows; the rest of the hand is still among
        # the unseen cards.
        self.pile_size = total(self.pile) - (total(self.held) - total(self.hand))
        for seat in range(self.players):
            for symbol, count in enumerate(symbols_on_table(self, seat)):
                self.shown[seat * N_SYMBOLS + symbol] = count

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
        self.points = other.points
        self.taken = other.taken[:]
        self.court = other.court[:]
        self.inside = other.inside[:]
        self.colour = other.colour[:]
        self.shown = other.shown[:]
        self.table = other.table[:]
        self.held = other.held[:]
        self.known = other.known[:]
        self.display = other.display[:]

    def hidden(self, seat: i64) -> i64:
        """How many cards of a hand nobody else has seen."""
        return self.held[seat] - row_total(self.known, seat, N_CARDS)

    def copy_all(self, other: State) -> None:
        """Takes over everything, secrets too."""
        self.copy_public(other)
        self.hand = other.hand[:]
        self.pile = other.pile[:]
        self.carried = other.carried

    def score(self, seat: i64, points: i64) -> None:
        """The seat gets points."""
        self.points = replaced(self.points, seat, self.points[seat] + points)

    def province(self) -> i64:
        """The province this round is played for."""
        return self.order[self.round - 1]

    def cards_of(self, counts: vec[i64], seat: i64) -> list[int]:
        """One seat's part of an array over seats and cards."""
        return [int(counts[seat * N_CARDS + card]) for card in range(N_CARDS)]


def symbols_on_table(s: State, seat: i64) -> list[int]:
    """How often a seat shows each symbol, counted from its cards on the table."""
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


# --- The fields ---------------------------------------------------------------------------

_TILES: Final = tuple(str(number + 1) for number in range(ROUNDS))
_BONUS_PLACES: Final = tuple(f"{city} {tile}" for city in CITIES for tile in BONUS_TILES)
_MOST: Final = int(max(DECK))  # cards of a kind
_CARDS: Final = int(DECK_SIZE)
_COLOURS: Final = COLOURS[:N_COLOURS]
_PERSONS: Final = SYMBOLS[:N_PERSONS]
_KEPT: Final = "hidden cards each seat has kept from before a reshuffle, if that is known (TM 6.4)"


def _provinces(s: State) -> object:
    return [PROVINCES[province] for province in s.order if province != NONE]


def _read_provinces(s: State, given: Fields) -> None:
    length = None if s.phase == TILES else int(ROUNDS)
    order = given.names("provinces", length, PROVINCES)
    s.order = vec[i64](order + [int(NONE)] * (int(ROUNDS) - len(order)))


def _bonus_tiles(s: State) -> object:
    tiles = enumerate(s.bonus)
    return [_BONUS_PLACES[city * N_BONUS_TILES + tile] for city, tile in tiles if tile != NONE]


def _read_bonus_tiles(s: State, given: Fields) -> None:
    bonus = [int(NONE)] * len(CITIES)
    for place in given.names("bonus_tiles", None, _BONUS_PLACES):
        city, tile = divmod(place, len(BONUS_TILES))
        if bonus[city] != NONE:
            raise PositionError(f"{CITIES[city]} has two bonus tiles (TM 1.3).")
        bonus[city] = tile
    s.bonus = vec[i64](bonus)


def _card(s: State) -> object:
    return [] if s.card == NONE else [CARDS[s.card]]


def _read_card(s: State, given: Fields) -> None:
    s.card = given.at_most_one("card", CARDS[:N_COLOUR_CARDS])


FIELDS: Final = FieldTable(
    KEY,
    EDITION,
    PLAYERS,
    written=[
        OneOf("phase", "what comes next", PHASES),
        Number("round", "0 during set-up (TM 2.1)", most=int(ROUNDS)),
        SeatNumber("start", "the start player of the round (TM 1.7)"),
        SeatNumber("turn", "the seat that acts or draws"),
        PerSeat("points", "points", usual=60),
        Line(
            "provinces",
            "the provinces of tiles 1 to 12, in this order (TM 1.2)",
            "a list of names",
            _provinces,
            _read_provinces,
        ),
        Line(
            "bonus_tiles",
            "the bonus tiles still on the board (TM 1.3)",
            "a list of `CITY TILE`",
            _bonus_tiles,
            _read_bonus_tiles,
        ),
        Owners("palace", "cities with a palace of the seat (TM 4.3)", CITIES, text="palaces"),
        Owners("crown_palace", "the same of crown palaces (TM 4.5)", CITIES, text="crown_palaces"),
        Marks("court", "the symbols whose prize still lies in the court (TM 4.2)", SYMBOLS),
        Counts(
            "influence",
            "influence tiles owned (TM 7.1)",
            _PERSONS,
            most=int(INFLUENCE_TILES),
            rows=True,
        ),
        Owners("special_holder", "special cards held (TM 8.1)", SPECIALS, text="specials"),
        Marks("special_out", "those on the table (TM R6)", SPECIALS, text="specials_out"),
        Owners("tile_owner", "province tiles won (TM 4.7)", _TILES, text="province_tiles"),
        Counts("commodities", "on all tiles owned (TM 5.1)", COMMODITIES, usual=12, rows=True),
        Marks("inside", "the seats that have not withdrawn (TM 2.1)", text="in_round"),
        OneOfEach("colour", "the colour a seat is bound to (TM 3.2)", _COLOURS, text="colours"),
        Counts("table", "cards played this round (TM 3.4)", CARDS, most=_MOST, rows=True),
        PerSeat(
            "held",
            "cards in hand, but for special ones",
            text="hand_sizes",
            most=_CARDS,
            sums="hand",
        ),
        Counts("hand", "cards in hand", CARDS, most=_MOST, rows=True, known_to="its seat"),
        Counts("known", "those that all saw being taken (TM R11)", CARDS, most=_MOST, rows=True),
        PerSeat("carried_left", _KEPT, most=_CARDS, needed=False),
        Counts("carried_pool", "these cards together", CARDS, most=_MOST),
        Counts("carried", "whose they are", CARDS, most=_MOST, rows=True, known_to="its seat"),
        Counts("display", "the display (TM 1.6)", CARDS, most=_MOST),
        Counts("discard", "the discard pile (TM 6.1)", CARDS, most=_MOST),
        Line(
            "card",
            "the card just played, while one may be added (TM 3.3)",
            "a colour card, or nothing",
            _card,
            _read_card,
        ),
        Number("palaces_due", "palaces still to be placed (TM 4.3)", most=int(N_PERSONS)),
        Number("crown_due", "1 if a crown palace is still to be placed (TM 4.5)", most=1),
        Number("tile_won", "1 if the province tile is still to be scored (TM 4.7)", most=1),
        Several(
            "taken",
            "bonus tiles still to be scored (TM 4.4)",
            BONUS_TILES,
            text="bonus_due",
            most=int(N_PERSONS),
        ),
        Number("takes_due", "cards still to be taken from the display (TM 6.3)", most=2),
    ],
    unwritten=[
        OneOf("card", "the colour card just played", CARDS, needed=False),
        Numbers(
            "order",
            "the province of each tile",
            length=int(ROUNDS),
            low=int(NONE),
            most=int(N_PROVINCES) - 1,
            start=int(NONE),
        ),
        OneOfEach("bonus", "the tile on each city", BONUS_TILES, labels=CITIES, by_seat=False),
        Counts("shown", "symbols on the cards on the table", SYMBOLS, usual=12, rows=True),
        Number("display_size", "cards in the display", most=_CARDS, in_rows=False),
        Number("discard_size", "cards in the discard pile", most=_CARDS, in_rows=False),
        Number("pile_size", "cards in the pile", most=_CARDS),
        Counts("pile", "which they are", CARDS, most=_MOST, known_to="nobody"),
    ],
)
