"""Positions of Bali as named fields: for people, for JSON, for tests.  See README.md."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args
from dalang.engine.arrays import total
from dalang.engine.errors import PositionError
from dalang.engine.notation import Fields, counted, owned
from dalang.engine.vecs import vec
from dalang.games.bali.components import (
    CARDS,
    DECK,
    DECK_SIZE,
    EDITION,
    ISLANDS,
    MASK_VALUE,
    MOST_SHOWN,
    N_CARDS,
    N_ISLANDS,
    N_MASKS,
    NOBODY,
    NONE,
    OFFICES,
    PLAYERS,
    STALEMATE_TURNS,
    START_NUMBERS,
    UNSEEN,
)
from dalang.games.bali.state import ENDS, PHASES, SETS, State

KEY = "bali"
MEMORY = ("off", "on")  # BA R4
_DISCS = tuple(f"{office} {island}" for office in OFFICES for island in ISLANDS)
_SHOWN = tuple(f"{part} {office}" for office in OFFICES for part in SETS)
_PILED = (*CARDS, "?")
_USES = ("none", "putting", "taking")
_ENDS = ("none", *ENDS)


def fields(s: State) -> Args:
    """Everything about the position by name.  The stock is what is left of the 159 cards."""
    seats = range(s.players)
    return {
        "game": KEY,
        "edition": EDITION,
        "players": int(s.players),
        "memory": MEMORY[s.memory_aid],
        "phase": PHASES[s.phase],
        "active": int(s.active),
        "turn": int(s.turn),
        "dalang": _one(s.island, ISLANDS),
        "quiet_turns": int(s.quiet),
        "end": _ENDS[s.end],
        "start_cards": [START_NUMBERS[card] for card in s.start_card if card != NONE],
        "discs": [owned(s.disc, seat, _DISCS) for seat in seats],
        "seals": [owned(s.seal, seat, ISLANDS) for seat in seats],
        "masks": [_masks(s, seat) for seat in seats],
        "fled": [seat for seat in seats if s.fled[seat]],
        "unvisited": [ISLANDS[n] for n in range(N_ISLANDS) if s.unvisited[n]],
        "reshuffled": int(s.reshuffled),
        "hand_sizes": [int(number) for number in s.held],
        "hand": [counted(s.hand, CARDS, seat) for seat in seats],
        **{
            ISLANDS[n]: [_pile(s, seat * N_ISLANDS + n) for seat in seats] for n in range(N_ISLANDS)
        },
        "laid": [[int(s.laid[seat * N_ISLANDS + n]) for n in range(N_ISLANDS)] for seat in seats],
        "shown": [counted(s.shown, _SHOWN, seat) for seat in seats],
        "discard": counted(s.discard, CARDS),
        "buried": counted(s.buried, CARDS),
        "led": _one(s.led, CARDS),
        "exempt": [] if s.exempt == NOBODY else [int(s.exempt)],
        "turn_over": int(s.turn_over),
        "use": _USES[0 if s.use == NONE else s.use],
        "used": int(s.used),
        "best": int(s.best),
        "leader": [] if s.leader == NOBODY else [int(s.leader)],
        "target": _one(s.target, ISLANDS),
        "draws": int(s.draws),
        "turn_begins": int(s.turn_begins),
    }


def _one(number: i64, names: tuple[str, ...]) -> list[str]:
    return [] if number == NONE else [names[number]]


def _masks(s: State, seat: i64) -> list[int]:
    row = seat * N_MASKS
    return [int(MASK_VALUE[n]) for n in range(N_MASKS) for _ in range(s.masks[row + n])]


def _pile(s: State, place: i64) -> list[str]:
    return [_PILED[s.piled[n]] for n in range(s.pile_begin(place), s.ends[place])]


def read(s: State, given: Fields) -> None:
    """Sets up the written position; the fields must be complete, in range and consistent."""
    given.expect("game", KEY)
    given.expect("edition", EDITION)
    players = given.number("players", PLAYERS[0], PLAYERS[-1])
    s.set_up(players, given.choice("memory", MEMORY) if given.has("memory") else 0)
    _read_course(s, given)
    _read_table(s, given)
    _read_piles(s, given)
    _read_cards(s, given)
    _read_pending(s, given)
    given.done()


def _read_course(s: State, given: Fields) -> None:
    last = int(s.players) - 1
    s.phase = given.choice("phase", PHASES)
    s.active = given.number("active", 0, last)
    s.turn = given.number("turn", 0, last)
    s.island = _read_one(given, "dalang", ISLANDS)
    s.quiet = given.number("quiet_turns", 0, int(STALEMATE_TURNS))
    s.end = given.choice("end", _ENDS)
    dealt = given.numbers("start_cards", None, START_NUMBERS[0], START_NUMBERS[-1])
    if len(dealt) > s.players:
        raise PositionError("There are more start cards than players (BA 1.4).")
    for seat, card in enumerate(dealt):
        s.start_card[seat] = START_NUMBERS.index(card)


def _read_table(s: State, given: Fields) -> None:
    players = int(s.players)
    s.disc = vec[i64](given.owners("discs", players, _DISCS))
    s.seal = vec[i64](given.owners("seals", players, ISLANDS))
    values = [int(value) for value in MASK_VALUE]
    for seat in range(players):
        for mask in given.numbers(f"masks {seat}", None, values[0], values[-1]):
            s.masks[seat * N_MASKS + values.index(mask)] += 1
            s.masks_left[values.index(mask)] -= 1
    for seat in given.numbers("fled", None, 0, players - 1):
        s.fled[seat] = 1
    unvisited = given.names("unvisited", None, ISLANDS)
    for island in range(N_ISLANDS):
        s.unvisited[island] = 1 if island in unvisited else 0
    s.reshuffled = given.number("reshuffled", 0, 1)


def _read_piles(s: State, given: Fields) -> None:
    players = int(s.players)
    piled: list[int] = []
    for seat in range(players):
        for island in range(N_ISLANDS):
            pile = given.names(f"{ISLANDS[island]} {seat}", None, _PILED)
            piled += [int(UNSEEN) if card == N_CARDS else card for card in pile]
            s.ends[seat * N_ISLANDS + island] = len(piled)
        _read_laid(s, given, seat, piled)
    if len(piled) > DECK_SIZE:
        raise PositionError(f"There are {DECK_SIZE} cards (BA 1.2), the piles have {len(piled)}.")
    s.piled = vec[i64](piled + [int(UNSEEN)] * (int(DECK_SIZE) - len(piled)))
    s.shown = vec[i64](given.counts_by_seat("shown", players, _SHOWN))


def _read_laid(s: State, given: Fields, seat: int, piled: list[int]) -> None:
    """How much of each pile was laid down there; all of it, or all that is unseen, if not told."""
    name = f"laid {seat}"
    told = given.numbers(name, int(N_ISLANDS), 0, int(DECK_SIZE)) if given.has(name) else None
    for island in range(N_ISLANDS):
        place = seat * N_ISLANDS + island
        if told is not None:
            s.laid[place] = told[island]
        elif s.unvisited[island]:
            s.laid[place] = piled[s.pile_begin(place) : s.ends[place]].count(int(UNSEEN))
        else:
            s.laid[place] = 0 if island == s.island else s.pile_size(place)


def _read_cards(s: State, given: Fields) -> None:
    players = int(s.players)
    s.held = vec[i64](given.numbers("hand_sizes", players, 0, int(DECK_SIZE)))
    s.hand = vec[i64](given.counts_by_seat("hand", players, CARDS))
    s.discard = vec[i64](given.counts("discard", CARDS))
    s.buried = vec[i64](given.counts("buried", CARDS))
    for card in range(N_CARDS):
        s.stock[card] = DECK[card] - s.discard[card] - s.buried[card]
        for seat in range(players):
            s.stock[card] -= s.hand[seat * N_CARDS + card]
    piled = s.ends[len(s.ends) - 1]
    for n in range(piled):
        if s.piled[n] != UNSEEN:
            s.stock[s.piled[n]] -= 1
    # In a view hands and piles are blanked; their sizes are not, so the size of the stock is right.
    s.stock_size = DECK_SIZE - total(s.discard) - total(s.held) - piled


def _read_pending(s: State, given: Fields) -> None:
    last = int(s.players) - 1
    s.led = _read_one(given, "led", CARDS)
    s.exempt = _read_seat(given, "exempt", last)
    s.turn_over = given.number("turn_over", 0, 1)
    use = given.choice("use", _USES)
    s.use = use if use else NONE
    s.used = given.number("used", 0, 3)
    s.best = given.number("best", 0, int(MOST_SHOWN))
    s.leader = _read_seat(given, "leader", last)
    s.target = _read_one(given, "target", ISLANDS)
    s.draws = given.number("draws", 0, 3)
    s.turn_begins = given.number("turn_begins", 0, 1)


def _read_one(given: Fields, name: str, choices: tuple[str, ...]) -> int:
    found = given.names(name, None, choices)
    if len(found) > 1:
        raise PositionError(f"{name} names {len(found)} things; it can name one.")
    return found[0] if found else int(NONE)


def _read_seat(given: Fields, name: str, last: int) -> int:
    found = given.numbers(name, None, 0, last)
    if len(found) > 1:
        raise PositionError(f"{name} names {len(found)} seats; it can name one.")
    return found[0] if found else int(NOBODY)
