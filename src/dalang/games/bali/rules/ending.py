"""BA 7: the end of the game.  BA R6: the stalemate."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.games.bali.components import MASK_VALUE, N_ISLANDS, N_MASKS, NONE, SEAL_POINTS
from dalang.games.bali.state import END, STALEMATE, State


def end_game(s: State, end: i64, sink: list[Event] | None) -> None:
    """BA 7.1, BA R6: nothing more happens."""
    s.phase = END
    s.end = end
    if sink is not None:
        if end == STALEMATE:
            sink.append(Event("stalemate", {"turns": int(s.quiet)}))
        winners = [seat for seat, place in enumerate(places(s)) if place == 1]
        sink.append(Event("game_over", {"winners": winners}))


def points_of(s: State, seat: i64) -> i64:
    """BA 7.1: the values of the masks, and 3 for each seal."""
    points: i64 = 0
    for value in range(N_MASKS):
        points += s.masks[seat * N_MASKS + value] * MASK_VALUE[value]
    for island in range(N_ISLANDS):
        if s.seal[island] == seat:
            points += SEAL_POINTS
    return points


def places(s: State) -> list[int]:
    """BA 7.1: most points win; in a tie the active player of the last scoring, if tied."""
    points = [int(points_of(s, seat)) for seat in range(s.players)]
    best = max(points)
    ends_tie = s.end not in (NONE, STALEMATE) and points[s.active] == best
    ranking = [1 + sum(1 for other in points if other > mine) for mine in points]
    if ends_tie:
        for seat in range(len(points)):
            if points[seat] == best and seat != s.active:
                ranking[seat] = 2
    return ranking
