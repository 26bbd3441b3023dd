"""BA 2: the turn of the active player, from the draw to its end.  BA R6: the stalemate."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.games.bali.components import DRAW_ACTIVE, DRAW_PASSIVE, NOBODY, NONE, STALEMATE_TURNS
from dalang.games.bali.rules.cards import can_draw, draw_to_hand
from dalang.games.bali.rules.ending import end_game
from dalang.games.bali.state import STALEMATE, TURN, TURN_DRAW, State


def next_seat(s: State, seat: i64) -> i64:
    """BA 1.3: clockwise; with three players the unused side has no seat."""
    return seat + 1 if seat + 1 < s.players else 0


def begin_turn(s: State, sink: list[Event] | None) -> None:
    """BA 2.2: a new player is active; who had fled is back, and everybody draws."""
    for seat in range(s.players):
        s.fled[seat] = 0
    s.turn = s.active
    s.draws = DRAW_ACTIVE
    if sink is not None:
        sink.append(Event("turn_begins", {"seat": int(s.active)}))
    draw_next(s, sink)


def draw_next(s: State, sink: list[Event] | None) -> None:
    """BA 2.2, BA 2.5: the active player, then the others clockwise, as long as there are cards."""
    if s.draws == 0:
        s.turn = next_seat(s, s.turn)
        s.draws = DRAW_PASSIVE
        if s.turn == s.active:
            go_on(s)
            return
    if can_draw(s, sink):
        s.phase = TURN_DRAW
        return
    if sink is not None:
        sink.append(Event("nothing_to_draw", {"seat": int(s.turn)}))
    go_on(s)


def apply_turn_draw(s: State, card: i64, sink: list[Event] | None) -> None:
    """BA 2.2: one card from the stock."""
    draw_to_hand(s, s.turn, card, sink)
    s.draws -= 1
    draw_next(s, sink)


def go_on(s: State) -> None:
    """BA 2.3: the active player leads the next card, or ends the turn."""
    s.phase = TURN
    s.turn = s.active
    s.led = NONE
    s.exempt = NOBODY
    s.turn_over = 0
    s.use = NONE
    s.used = 0
    s.best = 0
    s.leader = NOBODY
    s.target = NONE
    s.draws = 0
    s.turn_begins = 0


def end_turn(s: State, sink: list[Event] | None) -> None:
    """BA 2.4: the left-hand neighbour becomes active.  BA R6: unless nothing has moved for long."""
    s.quiet += 1
    go_on(s)
    if s.quiet == STALEMATE_TURNS:
        end_game(s, STALEMATE, sink)
        return
    s.active = next_seat(s, s.active)
    begin_turn(s, sink)
