"""Positions of Taj Mahal as named fields, for people and programs.  See docs/notation.md."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args
from dalang.engine.arrays import total
from dalang.engine.errors import NotationError, PositionError
from dalang.engine.notation import Fields, counted, owned
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
    N_CARDS,
    N_COLOUR_CARDS,
    N_PERSONS,
    N_SPECIALS,
    N_SYMBOLS,
    NONE,
    PLAYERS,
    PROVINCES,
    ROUNDS,
    SPECIALS,
    SYMBOLS,
)
from dalang.games.taj_mahal.state import PHASES, START, TILES, State, symbols_on_table

KEY = "taj_mahal"
_PERSONS = SYMBOLS[:N_PERSONS]
_COLOUR_WORDS = (*COLOURS[:4], "none")
_TILE_NUMBERS = tuple(str(number + 1) for number in range(ROUNDS))
_BONUS_PLACES = tuple(f"{city} {tile}" for city in CITIES for tile in BONUS_TILES)


def fields(s: State) -> Args:
    """Everything about the position by name.  The draw pile is what is left of the 96 cards."""
    seats = range(s.players)
    return {
        "game": KEY,
        "edition": EDITION,
        "players": int(s.players),
        "phase": PHASES[s.phase],
        "round": int(s.round),
        "start": int(s.start),
        "turn": int(s.turn),
        "points": [int(number) for number in s.points],
        "provinces": [PROVINCES[province] for province in s.order if province != NONE],
        "bonus_tiles": [
            f"{CITIES[n]} {BONUS_TILES[tile]}" for n, tile in enumerate(s.bonus) if tile != NONE
        ],
        "palaces": [owned(s.palace, seat, CITIES) for seat in seats],
        "crown_palaces": [owned(s.crown_palace, seat, CITIES) for seat in seats],
        "court": [SYMBOLS[symbol] for symbol in range(N_SYMBOLS) if s.court[symbol]],
        "influence": [counted(s.influence, _PERSONS, seat) for seat in seats],
        "specials": [owned(s.special_holder, seat, SPECIALS) for seat in seats],
        "specials_out": [
            SPECIALS[special] for special in range(N_SPECIALS) if s.special_out[special]
        ],
        "province_tiles": [owned(s.tile_owner, seat, _TILE_NUMBERS) for seat in seats],
        "commodities": [counted(s.commodities, COMMODITIES, seat) for seat in seats],
        "in_round": [seat for seat in seats if s.inside[seat]],
        "colours": [_COLOUR_WORDS[colour] for colour in s.colour],
        "table": [counted(s.table, CARDS, seat) for seat in seats],
        "hand_sizes": [int(number) for number in s.held],
        "hand": [counted(s.hand, CARDS, seat) for seat in seats],
        "known": [counted(s.known, CARDS, seat) for seat in seats],
        "carried_left": [int(number) for number in s.carried_left] if total(s.carried_left) else [],
        "carried_pool": counted(s.carried_pool, CARDS),
        "carried": [counted(s.carried, CARDS, seat) for seat in seats],
        "display": counted(s.display, CARDS),
        "discard": counted(s.discard, CARDS),
        "card": [] if s.card == NONE else [CARDS[s.card]],
        "palaces_due": int(s.palaces_due),
        "crown_due": int(s.crown_due),
        "tile_won": int(s.tile_won),
        "bonus_due": [BONUS_TILES[tile] for tile in s.taken],
        "takes_due": int(s.takes_due),
    }


def read(s: State, given: Fields) -> None:
    """Sets up the written position; the fields must be complete, in range and consistent."""
    given.expect("game", KEY)
    given.expect("edition", EDITION)
    s.set_up(given.number("players", PLAYERS[0], PLAYERS[-1]))
    _read_course(s, given)
    _read_board(s, given)
    _read_seats(s, given)
    _read_cards(s, given)
    _read_pending(s, given)
    given.done()


def _read_course(s: State, given: Fields) -> None:
    players = int(s.players)
    s.phase = given.choice("phase", PHASES)
    s.round = given.number("round", 0 if s.phase <= START else 1, int(ROUNDS))
    s.start = given.number("start", 0, players - 1)
    s.turn = given.number("turn", 0, players - 1)
    s.points = vec[i64](given.numbers("points", players, 0, 999))
    order = given.names("provinces", None if s.phase == TILES else int(ROUNDS), PROVINCES)
    s.order = vec[i64](order + [int(NONE)] * (int(ROUNDS) - len(order)))


def _read_board(s: State, given: Fields) -> None:
    players = int(s.players)
    for city in range(len(CITIES)):
        s.bonus[city] = NONE
    for place in given.names("bonus_tiles", None, _BONUS_PLACES):
        city, tile = divmod(place, len(BONUS_TILES))
        if s.bonus[city] != NONE:
            raise PositionError(f"{CITIES[city]} has two bonus tiles (TM 1.3).")
        s.bonus[city] = tile
    s.palace = vec[i64](given.owners("palaces", players, CITIES))
    s.crown_palace = vec[i64](given.owners("crown_palaces", players, CITIES))
    _mark(s.court, given.names("court", None, SYMBOLS), "court")


def _read_seats(s: State, given: Fields) -> None:
    players = int(s.players)
    s.special_holder = vec[i64](given.owners("specials", players, SPECIALS))
    _mark(s.special_out, given.names("specials_out", None, SPECIALS), "specials_out")
    s.tile_owner = vec[i64](given.owners("province_tiles", players, _TILE_NUMBERS))
    s.influence = vec[i64](given.counts_by_seat("influence", players, _PERSONS))
    s.commodities = vec[i64](given.counts_by_seat("commodities", players, COMMODITIES))
    _mark(s.inside, given.numbers("in_round", None, 0, players - 1), "in_round")
    none = len(_COLOUR_WORDS) - 1
    colours = given.names("colours", players, _COLOUR_WORDS)
    s.colour = vec[i64]([int(NONE) if colour == none else colour for colour in colours])


def _read_cards(s: State, given: Fields) -> None:
    players = int(s.players)
    s.held = vec[i64](given.numbers("hand_sizes", players, 0, int(DECK_SIZE)))
    s.table = vec[i64](given.counts_by_seat("table", players, CARDS))
    s.hand = vec[i64](given.counts_by_seat("hand", players, CARDS))
    s.known = vec[i64](given.counts_by_seat("known", players, CARDS))
    s.carried = vec[i64](given.counts_by_seat("carried", players, CARDS))
    s.carried_pool = vec[i64](given.counts("carried_pool", CARDS))
    left = given.numbers("carried_left", None, 0, int(DECK_SIZE)) or [0] * players
    if len(left) != players:
        raise NotationError(f"carried_left needs {players} numbers, got {len(left)}.")
    s.carried_left = vec[i64](left)
    s.display = vec[i64](given.counts("display", CARDS))
    s.discard = vec[i64](given.counts("discard", CARDS))
    s.display_size = total(s.display)
    s.discard_size = total(s.discard)
    for card in range(N_CARDS):
        s.pile[card] = DECK[card] - s.display[card] - s.discard[card]
        for seat in range(s.players):
            s.pile[card] -= s.hand[seat * N_CARDS + card] + s.table[seat * N_CARDS + card]
    # In a view the hands hold only what the viewer knows; the rest of the hand is still among the
    # unseen cards.
    s.pile_size = total(s.pile) - (total(s.held) - total(s.hand))
    for seat in range(s.players):
        for symbol, count in enumerate(symbols_on_table(s, seat)):
            s.shown[seat * N_SYMBOLS + symbol] = count


def _read_pending(s: State, given: Fields) -> None:
    card = given.names("card", None, CARDS[:N_COLOUR_CARDS])
    if len(card) > 1:
        raise PositionError("Only one colour card is played in a turn (TM 3.1).")
    s.card = card[0] if card else NONE
    s.palaces_due = given.number("palaces_due", 0, int(N_PERSONS))
    s.crown_due = given.number("crown_due", 0, 1)
    s.tile_won = given.number("tile_won", 0, 1)
    s.taken = vec[i64](given.names("bonus_due", None, BONUS_TILES))
    s.takes_due = given.number("takes_due", 0, 2)


def _mark(marks: vec[i64], chosen: list[int], field: str) -> None:
    """Sets the mark of everything chosen."""
    for number in chosen:
        if marks[number]:
            raise PositionError(f"{field} names something twice.")
        marks[number] = 1
