"""WP 4 and WP 6: scoring cloisters and advisors."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args, Event
from dalang.games.web_of_power.components import (
    ALLY_A,
    ALLY_B,
    COUNTRIES,
    FIRST_SPACE,
    N_ALLIANCES,
    N_COUNTRIES,
)
from dalang.games.web_of_power.state import END, State


def score_cloisters(s: State, sink: list[Event] | None) -> None:
    """WP 4.1, R5: country by country, in each the players with most cloisters first."""
    for country in range(N_COUNTRIES):
        for cloisters in range(s.most[country], 0, -1):
            for seat in range(s.players):
                if s.cloisters[seat * N_COUNTRIES + country] == cloisters:
                    score_country(s, seat, country, sink)
        if s.is_empty(country) and sink is not None:
            sink.append(Event("no_cloisters", {"country": COUNTRIES[country]}))


def score_country(s: State, seat: i64, country: i64, sink: list[Event] | None) -> None:
    """WP 4.1: one player's points in one country, told apart by the scoring they belong to."""
    points = cloister_points(s, seat, country)
    s.points[seat] += points
    if sink is not None:
        args: Args = {
            "seat": int(seat),
            "country": COUNTRIES[country],
            "cloisters": int(s.cloisters[seat * N_COUNTRIES + country]),
            "points": int(points),
        }
        key = "scored_cloisters" if s.phase == END else "scored_first"
        sink.append(Event(key, args))


def cloister_points(s: State, seat: i64, country: i64) -> i64:
    """WP 4.1, WP 4.2, R7: all there are, or as many as one player of the next higher rank has."""
    mine = s.cloisters[seat * N_COUNTRIES + country]
    if mine == 0:
        return 0
    above: i64 = 0
    for other in range(s.players):
        theirs = s.cloisters[other * N_COUNTRIES + country]
        if theirs > mine and (above == 0 or theirs < above):
            above = theirs
    if above:
        return above
    return FIRST_SPACE[country + 1] - FIRST_SPACE[country] - s.free[country]


def score_advisors(s: State, sink: list[Event] | None) -> None:
    """WP 6.1, R5: alliance by alliance, in the order of their numbers."""
    for alliance in range(N_ALLIANCES):
        a = ALLY_A[alliance]
        b = ALLY_B[alliance]
        points = s.court[a] + s.court[b]
        scored = False
        for seat in range(s.players):
            if has_majority(s, seat, a) and has_majority(s, seat, b):
                s.points[seat] += points
                scored = True
                tell_alliance("scored_alliance", alliance, seat, points, sink)
        if not scored:
            tell_alliance("no_majority", alliance, -1, 0, sink)


def has_majority(s: State, seat: i64, country: i64) -> bool:
    """WP 6.1: at least one advisor, and nobody has more."""
    mine = s.advisors[seat * N_COUNTRIES + country]
    if mine == 0:
        return False
    for other in range(s.players):
        if s.advisors[other * N_COUNTRIES + country] > mine:
            return False
    return True


def tell_alliance(
    key: str, alliance: i64, seat: i64, points: i64, sink: list[Event] | None
) -> None:
    """WP 6.1: who scores an alliance, or that nobody does."""
    if sink is None:
        return
    args: Args = {
        "number": int(alliance) + 1,
        "countries": [COUNTRIES[ALLY_A[alliance]], COUNTRIES[ALLY_B[alliance]]],
    }
    if seat >= 0:
        args |= {"seat": int(seat), "points": int(points)}
    sink.append(Event(key, args))
