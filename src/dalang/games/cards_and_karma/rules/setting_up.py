"""CK 1: set-up, and CK 7.3: arranging the score cards in the variant."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import filled
from dalang.engine.vecs import append, vec
from dalang.games.cards_and_karma.actions import ARRANGE_REWARD
from dalang.games.cards_and_karma.components import (
    CARDS,
    COLOURS,
    DIE_COLOUR,
    HAND_SIZE,
    N_REWARDS,
    NONE,
    REWARDS,
)
from dalang.games.cards_and_karma.rules.piles import top_to_hand
from dalang.games.cards_and_karma.state import BEFORE, State


def legal_arrange(s: State) -> vec[i64]:
    """CK 7.3: any of the seat's score cards not laid out yet, from left to right."""
    legal = vec[i64]()
    for reward in range(N_REWARDS):
        if unplaced(s, s.turn, reward):
            legal = append(legal, ARRANGE_REWARD + reward)
    return legal


def unplaced(s: State, seat: i64, reward: i64) -> bool:
    """Whether nobody knows yet where in a seat's row the reward is."""
    for place in range(N_REWARDS):
        if s.rewards[seat * N_REWARDS + place] == reward:
            return False
    return True


def apply_arrange(s: State, action: i64, sink: list[Event] | None) -> None:
    """CK 7.3: one more score card; the last one of a seat falls into place by itself."""
    place_reward(s, action - ARRANGE_REWARD, sink)
    if s.arranged % N_REWARDS == N_REWARDS - 1:
        for reward in range(N_REWARDS):
            if unplaced(s, s.turn, reward):
                place_reward(s, reward, sink)
                break
        s.turn = (s.turn + 1) % s.players
    if sink is not None and not s.arranging():
        show_rewards(s, sink)


def place_reward(s: State, reward: i64, sink: list[Event] | None) -> None:
    """CK 7.3: hidden from the others until all are ready."""
    s.rewards[s.arranged] = reward
    s.arranged += 1
    if sink is not None:
        place = int((s.arranged - 1) % N_REWARDS) + 1
        args: dict[str, object] = {"place": place, "reward": REWARDS[reward]}
        sink.append(Event("reward_placed", args, seen_by=int(s.turn)))


def show_rewards(s: State, sink: list[Event]) -> None:
    """CK 7.3: when all are ready the rows are public."""
    for seat in range(s.players):
        row = [REWARDS[s.rewards[seat * N_REWARDS + place]] for place in range(N_REWARDS)]
        sink.append(Event("rewards_shown", {"seat": seat, "rewards": row}, reveals=True))


def deal(s: State, cards: i64, sink: list[Event] | None) -> None:
    """CK 1.3: four cards for each seat, one after the other."""
    if cards == 0:
        s.task_done()
        s.turn = 0
        return
    s.one_fewer()
    s.turn = (s.players * HAND_SIZE - cards) // HAND_SIZE
    card = top_to_hand(s, sink)
    if sink is not None:
        args: dict[str, object] = {"seat": int(s.turn), "card": CARDS[card]}
        sink.append(Event("drew_die", args | {"colour": COLOURS[DIE_COLOUR[card]]}))


def apply_start(s: State, seat: i64, sink: list[Event] | None) -> None:
    """CK 1.5: the start player is drawn by lot and gets the elephant."""
    s.task_done()
    s.elephant = seat
    s.turn = seat
    s.round = 1
    s.moment = BEFORE
    if sink is not None:
        sink.append(Event("start_drawn", {"seat": int(seat)}))


def hidden_rewards(s: State, seat: i64) -> vec[i64]:
    """CK 1.1: every reward not yet seen in a seat's row is equally likely."""
    weights = filled(N_REWARDS, 1)
    for place in range(seat * N_REWARDS, (seat + 1) * N_REWARDS):
        if s.rewards[place] != NONE:
            weights[s.rewards[place]] = 0
    return weights


def is_hidden(s: State, seat: i64, place: i64) -> bool:
    """CK 1.1: whether the reward of a score card is unknown."""
    return s.rewards[seat * N_REWARDS + place] == NONE
