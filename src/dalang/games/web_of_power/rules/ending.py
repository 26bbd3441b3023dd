"""WP 5 and WP 8: whose turn it is next, the end of the game, and who has won."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.games.web_of_power.components import NONE
from dalang.games.web_of_power.rules.chains import score_chains
from dalang.games.web_of_power.rules.scoring import score_advisors, score_cloisters
from dalang.games.web_of_power.state import (
    END,
    ENDS,
    NOTHING_TO_PLACE,
    PILE_OUT,
    TURN,
    State,
)


def next_turn(s: State, sink: list[Event] | None) -> None:
    """WP 2.1: clockwise; WP 5.1: in the last round up to the right of the start player."""
    s.country = NONE
    if s.is_last_round() and s.turn == s.last_seat():
        end_game(s, PILE_OUT, sink)
        return
    s.turn = (s.turn + 1) % s.players
    s.phase = TURN


def ends_for_lack_of_room(s: State, sink: list[Event] | None) -> bool:
    """WP 5.1: ends the game if, after the first scoring, nobody could place a piece anywhere."""
    if s.pile_outs == 0 or not s.nobody_can_place():
        return False
    end_game(s, NOTHING_TO_PLACE, sink)
    return True


def end_game(s: State, end: i64, sink: list[Event] | None) -> None:
    """WP 5.2: the second scoring: cloisters, advisors, chains."""
    s.ended = end
    s.phase = END
    s.country = NONE
    if sink is not None:
        sink.append(Event("second_scoring", {"end": ENDS[end]}))
    score_cloisters(s, sink)
    score_advisors(s, sink)
    score_chains(s, sink)
    if sink is not None:
        winners = [seat for seat, place in enumerate(places(s)) if place == 1]
        sink.append(Event("game_over", {"winners": winners}))


def places(s: State) -> list[int]:
    """WP 8.1: most points; then most pieces left in the supply; then the place is shared."""
    ranks = [
        (int(s.points[seat]), int(s.cloisters_left[seat] + s.advisors_left[seat]))
        for seat in range(s.players)
    ]
    return [1 + sum(1 for other in ranks if other > mine) for mine in ranks]
