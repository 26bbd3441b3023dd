"""The rules, in the order of the rulebook."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import filled, total
from dalang.engine.errors import PositionError
from dalang.engine.vecs import append, vec

from .components import CARDS, HAND_SIZE, N_CARDS, NONE
from .state import END, HANG, State


def apply_deal(s: State, card: i64, sink: list[Event] | None) -> None:
    """LA 1.2: one card to one seat; the next seat follows when its hand is full."""
    seat = s.turn
    s.pile[card] -= 1
    s.hand[seat * N_CARDS + card] += 1
    s.held[seat] += 1
    if sink is not None:
        sink.append(Event("dealt", {"card": CARDS[card]}, seen_by=int(seat), reveals=True))
    if s.held[seat] == HAND_SIZE:
        s.turn = (seat + 1) % s.players
        if s.turn == 0:
            s.phase = HANG


def legal_hang(s: State) -> vec[i64]:
    """LA 2.1: any lantern in the hand."""
    legal = vec[i64]()
    for card in range(N_CARDS):
        if s.hand[s.turn * N_CARDS + card]:
            legal = append(legal, card)
    return legal


def apply_hang(s: State, card: i64, sink: list[Event] | None) -> None:
    """LA 2.1: the lantern hangs in the open."""
    seat = s.turn
    s.hand[seat * N_CARDS + card] -= 1
    s.held[seat] -= 1
    s.hung[seat] = card
    if sink is not None:
        args: dict[str, object] = {"seat": int(seat), "card": CARDS[card]}
        sink.append(Event("hung_up", args, reveals=True))  # everybody has seen it
    s.turn = (seat + 1) % s.players
    if s.turn == 0:
        end_round(s, sink)


def end_round(s: State, sink: list[Event] | None) -> None:
    """LA 2.2, LA 3.1: the brightest single lantern scores; all are put away."""
    winner = brightest_single(s)
    if winner != NONE:
        s.points[winner] += s.players
    if sink is not None:
        args: dict[str, object] = {"seat": int(winner), "points": int(s.players)}
        sink.append(Event("scored", args) if winner != NONE else Event("nobody_scored", {}))
    for card in s.hung:
        s.discard[card] += 1
    s.hung = filled(s.players, NONE)
    if total(s.held) == 0:
        s.phase = END


def brightest_single(s: State) -> i64:
    """LA 2.2: the seat whose lantern is the brightest of those that hang once, or NONE."""
    best = NONE
    hung = [int(card) for card in s.hung]
    for seat, card in enumerate(hung):
        if hung.count(card) == 1 and (best == NONE or card > hung[best]):
            best = seat
    return best


def places(s: State) -> list[int]:
    """LA 3.1: most points; equal points share the place."""
    return [1 + sum(1 for other in s.points if other > mine) for mine in s.points]


def check_position(s: State) -> None:
    """Every card is somewhere once, and every hand is as large as it says."""
    for card in range(N_CARDS):
        if s.pile[card] < 0:
            raise PositionError(f"There are too many {CARDS[card]} lanterns (LA 1.1).")
    for seat in range(s.players):
        if total(s.hand[seat * N_CARDS : (seat + 1) * N_CARDS]) != s.held[seat]:
            raise PositionError(f"Seat {seat} holds another number of cards than it says.")
