"""CK 4.6, CK 4.7, CK 7.1, CK 7.2: gaining tokens, exchanging them, turning score cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import REWARD_QUEUE, REWARD_TASKS, task
from dalang.games.cards_and_karma.components import (
    ADMINISTRATORS_EXCHANGED,
    COINS_TO_TURN,
    FAME_FOR_ADMINISTRATORS,
    FAME_TO_TURN,
    KARMA_EXCHANGED,
    N_REWARDS,
    NONE,
    REWARD_TURNS,
    REWARDS,
)
from dalang.games.cards_and_karma.rules.setting_up import is_hidden
from dalang.games.cards_and_karma.state import REWARD, State

LEFTMOST: Final[i64] = 0
RIGHTMOST: Final[i64] = 1
GAINED: Final = ("gained_fame", "gained_coins", "gained_karma", "gained_administrators")


def push_parts(s: State, first: i64, second: i64) -> None:
    """Both parts of an effect, in printed order."""
    if second != NONE:
        s.push(second)
    if first != NONE:
        s.push(first)


def gain(s: State, kind: i64, amount: i64, sink: list[Event] | None) -> None:
    """R1: tokens one at a time; each exchange is finished before the next token is gained."""
    s.task_done()
    if kind == actions.FAME:
        if receive(s, kind, s.fame, amount, FAME_TO_TURN, sink):
            s.push(task(actions.SCORE, LEFTMOST))  # CK 7.1
    elif kind == actions.COINS:
        if receive(s, kind, s.coins, amount, COINS_TO_TURN, sink):
            s.push(task(actions.SCORE, RIGHTMOST))  # CK 7.1
    elif kind == actions.KARMA:
        if receive(s, kind, s.karma, amount, KARMA_EXCHANGED, sink):
            s.push(task(actions.ADMINISTRATORS, 1))  # CK 4.6
            tell(s, "exchanged_karma", sink)
    elif receive(s, kind, s.administrators, amount, ADMINISTRATORS_EXCHANGED, sink):
        s.push(task(actions.FAME, FAME_FOR_ADMINISTRATORS))  # CK 4.7
        tell(s, "exchanged_administrators", sink)


def receive(
    s: State, kind: i64, tokens: vec[i64], amount: i64, enough: i64, sink: list[Event] | None
) -> bool:
    """R1: takes tokens up to the next exchange; the rest waits.  Says whether the exchange is due.

    R10: who has turned all score cards keeps fame and coins.
    """
    seat = s.turn
    keeps = kind <= actions.COINS and s.turned(seat) == N_REWARDS
    gained = amount if keeps else min(amount, enough - tokens[seat])
    tokens[seat] += gained
    if amount > gained:
        s.push(task(kind, amount - gained))
    if sink is not None and gained:
        sink.append(Event(GAINED[kind], {"seat": int(seat), "amount": int(gained)}))
    if keeps or tokens[seat] < enough:
        return False
    tokens[seat] = 0
    return True


def tell(s: State, key: str, sink: list[Event] | None) -> None:
    """Something happened to the seat on turn."""
    if sink is not None:
        sink.append(Event(key, {"seat": int(s.turn)}))


def next_score_card(s: State, side: i64) -> i64:
    """CK 7.1: the place of the leftmost or rightmost unturned score card of the seat on turn."""
    return s.left[s.turn] if side == LEFTMOST else N_REWARDS - 1 - s.right[s.turn]


def turn_score_card(s: State, side: i64, sink: list[Event] | None) -> bool:
    """CK 7.1: a score card is turned; in the usual game chance shows its reward."""
    place = next_score_card(s, side)
    if is_hidden(s, s.turn, place):
        s.phase = REWARD
        return True
    reward_shown(s, side, s.rewards[s.turn * N_REWARDS + place], sink)
    return False


def apply_reward(s: State, reward: i64, sink: list[Event] | None) -> None:
    """CK 1.1, CK 7.2: the night side comes to light."""
    side = actions.argument_of(s.next_task())
    s.rewards[s.turn * N_REWARDS + next_score_card(s, side)] = reward
    reward_shown(s, side, reward, sink)


def reward_shown(s: State, side: i64, reward: i64, sink: list[Event] | None) -> None:
    """CK 7.2, R2, R9: tokens come at once, what takes cards is queued, turns wait for the end."""
    s.task_done()
    seat = s.turn
    place = next_score_card(s, side)
    if side == LEFTMOST:
        s.left[seat] += 1
    else:
        s.right[seat] += 1
    if sink is not None:
        key = "turned_left" if side == LEFTMOST else "turned_right"
        args: dict[str, object] = {"seat": int(seat), "reward": REWARDS[reward]}
        sink.append(Event(key, args | {"place": int(place) + 1, "points": 1}))
        if s.turned(seat) == N_REWARDS:
            sink.append(Event("turned_all", {"seat": int(seat)}))
    s.extra_turns += REWARD_TURNS[reward]
    if REWARD_QUEUE[2 * reward] != NONE:
        s.queue = append(s.queue, REWARD_QUEUE[2 * reward])
    push_parts(s, REWARD_TASKS[2 * reward], REWARD_TASKS[2 * reward + 1])
