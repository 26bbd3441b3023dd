"""Positions of Web of Power as named fields, for people and programs.  See docs/notation.md."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args
from dalang.engine.arrays import total
from dalang.engine.errors import PositionError
from dalang.engine.notation import Fields, counted, owned
from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import (
    ADVISORS,
    CARDS,
    CLOISTERS,
    COUNTRIES,
    COUNTRY_OF,
    EDITION,
    HAND_SIZE,
    N_CARDS,
    N_COUNTRIES,
    NOBODY,
    NONE,
    PLAYERS,
    SPACES,
    deck,
)
from dalang.games.web_of_power.state import ENDS, PHASES, TRAIL_SEAT, State

KEY = "web_of_power"
_PLAYS = (*CARDS, *(f"joker {card}" for card in CARDS))
_STEPS = tuple(f"{card} of {hidden + 1}" for card in CARDS for hidden in range(HAND_SIZE))


def fields(s: State) -> Args:
    """Everything about the position by name.  The pile is what is left of the cards."""
    seats = range(s.players)
    return {
        "game": KEY,
        "edition": EDITION,
        "players": int(s.players),
        "phase": PHASES[s.phase],
        "start": int(s.start),
        "turn": int(s.turn),
        "pile_outs": int(s.pile_outs),
        "points": [int(number) for number in s.points],
        "cloisters": [owned(s.owner, seat, SPACES) for seat in seats],
        "advisors": [counted(s.advisors, COUNTRIES, seat) for seat in seats],
        "hand_sizes": [int(number) for number in s.held],
        "hand": [counted(s.hand, CARDS, seat) for seat in seats],
        "known": [counted(s.known, CARDS, seat) for seat in seats],
        "open": counted(s.open, CARDS),
        "discard": counted(s.discard, CARDS),
        "playing": [] if s.card == NONE else [_PLAYS[s.card + s.joker * N_CARDS]],
        "country": [] if s.country == NONE else [COUNTRIES[s.country]],
        "ended_by": [] if s.ended == NONE else [ENDS[s.ended]],
        "carried_together": counted(s.carried_all, CARDS),
        "carried_sizes": [int(number) for number in s.carried_held],
        "carried": [counted(s.carried, CARDS, seat) for seat in seats],
        "played_since": [
            [_STEPS[step % TRAIL_SEAT] for step in s.trail if step // TRAIL_SEAT == seat]
            for seat in seats
        ],
    }


def read(s: State, given: Fields) -> None:
    """Sets up the written position; the fields must be complete, in range and consistent."""
    given.expect("game", KEY)
    given.expect("edition", EDITION)
    s.set_up(given.number("players", PLAYERS[0], PLAYERS[-1]))
    _read_course(s, given)
    _read_board(s, given)
    _read_cards(s, given)
    _read_carried(s, given)
    given.done()


def _read_course(s: State, given: Fields) -> None:
    players = int(s.players)
    s.phase = given.choice("phase", PHASES)
    s.start = given.number("start", 0, players - 1)
    s.turn = given.number("turn", 0, players - 1)
    s.pile_outs = given.number("pile_outs", 0, 2)
    s.points = vec[i64](given.numbers("points", players, 0, 999))
    playing = _at_most_one("playing", given.names("playing", None, _PLAYS))
    s.card = playing if playing == NONE else playing % int(N_CARDS)
    s.joker = 1 if playing >= N_CARDS else 0
    s.country = _at_most_one("country", given.names("country", None, COUNTRIES))
    s.ended = _at_most_one("ended_by", given.names("ended_by", None, ENDS))


def _at_most_one(name: str, found: list[int]) -> int:
    if len(found) > 1:
        raise PositionError(f"{name} is one thing or nothing, not {len(found)} things.")
    return found[0] if found else int(NONE)


def _read_board(s: State, given: Fields) -> None:
    players = int(s.players)
    s.owner = vec[i64](given.owners("cloisters", players, SPACES))
    s.advisors = vec[i64](given.counts_by_seat("advisors", players, COUNTRIES))
    for space, owner in enumerate(s.owner):
        if owner != NOBODY:
            country = COUNTRY_OF[space]
            s.cloisters[owner * N_COUNTRIES + country] += 1
            s.free[country] -= 1
    for seat in range(players):
        s.cloisters_left[seat] = CLOISTERS
        s.advisors_left[seat] = ADVISORS
        for country in range(N_COUNTRIES):
            place = seat * N_COUNTRIES + country
            s.cloisters_left[seat] -= s.cloisters[place]
            s.advisors_left[seat] -= s.advisors[place]
            s.court[country] += s.advisors[place]
            s.most[country] = max(s.most[country], s.cloisters[place])


def _read_cards(s: State, given: Fields) -> None:
    players = int(s.players)
    s.held = vec[i64](given.numbers("hand_sizes", players, 0, int(HAND_SIZE)))
    s.hand = vec[i64](given.counts_by_seat("hand", players, CARDS))
    s.known = vec[i64](given.counts_by_seat("known", players, CARDS))
    s.open = vec[i64](given.counts("open", CARDS))
    s.discard = vec[i64](given.counts("discard", CARDS))
    s.open_size = total(s.open)
    in_the_box = deck(s.players)
    for card in range(N_CARDS):
        s.pile[card] = in_the_box[card] - s.open[card] - s.discard[card]
        for seat in range(s.players):
            s.pile[card] -= s.hand[seat * N_CARDS + card]
    # In a view the hands hold only what the viewer knows; the rest of a hand is among the unseen
    # cards.
    s.pile_size = total(s.pile) - (total(s.held) - total(s.hand))


def _read_carried(s: State, given: Fields) -> None:
    players = int(s.players)
    s.carried_all = vec[i64](given.counts("carried_together", CARDS))
    s.carried_held = vec[i64](given.numbers("carried_sizes", players, 0, int(HAND_SIZE)))
    s.carried = vec[i64](given.counts_by_seat("carried", players, CARDS))
    s.trail = vec[i64](
        [
            seat * int(TRAIL_SEAT) + step
            for seat in range(players)
            for step in given.names(f"played_since {seat}", None, _STEPS)
        ]
    )
