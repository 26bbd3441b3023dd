"""CK 8: the end of the game."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.games.cards_and_karma.components import N_REWARDS, POINTS_COIN, POINTS_FAME
from dalang.games.cards_and_karma.state import END, State

ENDS = ("one_finisher", "points", "karma", "shared")


def is_finisher(s: State, seat: i64) -> bool:
    """CK 8.1: whether a seat has turned all six score cards."""
    return s.turned(seat) == N_REWARDS


def anybody_finished(s: State) -> bool:
    """CK 8.1: whether this series is the last one."""
    for seat in range(s.players):
        if is_finisher(s, seat):
            return True
    return False


def end_game(s: State, sink: list[Event] | None) -> None:
    """CK 8.1: the series is finished."""
    s.phase = END
    if sink is not None:
        finishers = [seat for seat in range(s.players) if is_finisher(s, seat)]
        for seat in finishers if len(finishers) > 1 else []:
            sink.append(Event("tie_break", standing(s, seat)))
        winners = [seat for seat, place in enumerate(places(s)) if place == 1]
        sink.append(Event("game_over", {"winners": winners, "end": how_it_ended(s)}))


def standing(s: State, seat: i64) -> dict[str, object]:
    """CK 8.2: what decides between several finishers."""
    return {
        "seat": int(seat),
        "fame": int(s.fame[seat]),
        "coins": int(s.coins[seat]),
        "sum": points(s, seat),
        "karma": int(s.karma[seat]),
    }


def points(s: State, seat: i64) -> int:
    """CK 8.2: remaining fame counts 2, a coin 1."""
    return int(POINTS_FAME * s.fame[seat] + POINTS_COIN * s.coins[seat])


def places(s: State) -> list[int]:
    """CK 8.1, CK 8.2: finishers first; then by points, then by karma; equal seats share a place."""
    standings = [
        (int(s.turned(seat)), points(s, seat), int(s.karma[seat])) for seat in range(s.players)
    ]
    return [1 + sum(1 for other in standings if other > mine) for mine in standings]


def how_it_ended(s: State) -> str:
    """CK 8.1, CK 8.2: what decided between the finishers."""
    finishers = [seat for seat in range(s.players) if is_finisher(s, seat)]
    if len(finishers) == 1:
        return ENDS[0]
    most = max(points(s, seat) for seat in finishers)
    level = [seat for seat in finishers if points(s, seat) == most]
    if len(level) == 1:
        return ENDS[1]
    karma = max(int(s.karma[seat]) for seat in level)
    return ENDS[2] if sum(1 for seat in level if s.karma[seat] == karma) == 1 else ENDS[3]
