"""TM 9: the end of the game."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args, Event
from dalang.engine.arrays import zeros
from dalang.engine.vecs import vec
from dalang.games.taj_mahal.components import (
    CARD_COLOUR,
    N_CARDS,
    N_COLOURS,
    N_SPECIALS,
    POINTS_END_LONGEST,
    POINTS_END_SPECIAL,
    POINTS_END_WHITE,
    WHITE,
)
from dalang.games.taj_mahal.state import END, State


def end_game(s: State, sink: list[Event] | None) -> None:
    """TM 9.1: everybody scores the cards in hand."""
    for seat in range(s.players):
        score_hand(s, seat, sink)
    s.phase = END
    if sink is not None:
        sink.append(
            Event(
                "game_over",
                {"winners": [seat for seat, place in enumerate(places(s)) if place == 1]},
            )
        )


def score_hand(s: State, seat: i64, sink: list[Event] | None) -> None:
    """TM 9.1: special cards, white cards, and the colour held most."""
    specials: i64 = 0
    for special in range(N_SPECIALS):
        if s.special_holder[special] == seat:
            specials += 1
    colours = cards_by_colour(s, seat)
    longest: i64 = 0
    for colour in range(N_COLOURS):
        longest = max(longest, colours[colour])
    points = (
        POINTS_END_SPECIAL * specials
        + POINTS_END_WHITE * colours[WHITE]
        + POINTS_END_LONGEST * longest
    )
    s.score(seat, points)
    if sink is not None:
        counts: Args = {
            "specials": int(specials),
            "whites": int(colours[WHITE]),
            "longest": int(longest),
        }
        sink.append(
            Event("scored_hand", {"seat": int(seat), "points": int(points)} | counts, reveals=True)
        )


def cards_by_colour(s: State, seat: i64) -> vec[i64]:
    """How many cards of each colour a seat holds, white last."""
    counts = zeros(N_COLOURS + 1)
    for card in range(N_CARDS):
        counts[CARD_COLOUR[card]] += s.hand[seat * N_CARDS + card]
    return counts


def places(s: State) -> list[int]:
    """TM 9.3: most points win; equal points share a place."""
    return [1 + sum(1 for other in s.points if other > mine) for mine in s.points]
