"""CK 2, CK 6.1, R8, R9, R15: what follows an action, a turn, a series and a round."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import task
from dalang.games.cards_and_karma.components import DISPLAY_SIZE
from dalang.games.cards_and_karma.rules.ending import anybody_finished, end_game, is_finisher
from dalang.games.cards_and_karma.state import AFTER, BEFORE, BETWEEN, ON_DISPLAY, TURN, State


def all_done(s: State, sink: list[Event] | None) -> bool:
    """R2: no task is left; the turn continues, or ends."""
    if s.moment == BETWEEN:
        return begin_second_series(s, sink)
    if s.moment == BEFORE:
        s.phase = TURN
        return True
    return after_action(s, sink)


def after_action(s: State, sink: list[Event] | None) -> bool:
    """R8, R9: turns won by score cards come first, then administrators can be used."""
    if s.extra_turns:
        s.extra_turns -= 1
        s.moment = BEFORE
        if sink is not None:
            sink.append(Event("extra_turn", {"seat": int(s.turn)}))
        return False
    if s.administrators[s.turn]:
        s.phase = AFTER
        return True
    return next_turn(s, sink)


def next_turn(s: State, sink: list[Event] | None) -> bool:
    """CK 2.1: clockwise, until everybody has had a turn in this series."""
    seat: i64 = (s.turn + 1) % s.players
    if seat == s.elephant:
        return end_series(s, sink)
    s.turn = seat
    s.moment = BEFORE
    return False


def end_series(s: State, sink: list[Event] | None) -> bool:
    """CK 2.2, CK 2.3, CK 8.1: the second series, the next round, or the end."""
    if anybody_finished(s):
        end_game(s, sink)
        return True
    if s.series == 1:
        turn_elephant(s, sink)
    else:
        end_round(s, sink)
    return False


def turn_elephant(s: State, sink: list[Event] | None) -> None:
    """CK 2.2: the elephant is turned over and its holder gains 1 karma at once."""
    s.series = 2
    s.turn = s.elephant
    s.moment = BETWEEN
    s.push(task(actions.KARMA, 1))
    if sink is not None:
        sink.append(Event("elephant_turned", {"seat": int(s.elephant)}))


def begin_second_series(s: State, sink: list[Event] | None) -> bool:
    """R15: a sixth score card turned between the series ends the game at once."""
    if is_finisher(s, s.turn):
        end_game(s, sink)
        return True
    s.moment = BEFORE
    return False


def end_round(s: State, sink: list[Event] | None) -> None:
    """CK 2.3: the display is refilled, the elephant passes to the left."""
    s.round += 1
    s.series = 1
    s.elephant = (s.elephant + 1) % s.players
    s.turn = s.elephant
    s.moment = BEFORE
    s.push(task(actions.LAY_OUT, DISPLAY_SIZE[s.players] - s.sizes[ON_DISPLAY]))
    if sink is not None:
        sink.append(Event("round_begins", {"round": int(s.round), "seat": int(s.elephant)}))
