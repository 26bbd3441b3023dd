"""TM 1: set-up.  Everything here is chance."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import filled, replaced
from dalang.engine.vecs import vec
from dalang.games.taj_mahal.components import (
    BONUS_COUNT,
    BONUS_TILES,
    CARDS,
    CITIES,
    FORTRESSES,
    HAND_SIZE,
    LAST_PROVINCE,
    N_PROVINCES,
    NONE,
    PROVINCES,
    ROUNDS,
    TAJ_MAHAL,
)
from dalang.games.taj_mahal.rules.piles import draw_to_hand
from dalang.games.taj_mahal.rules.rounds import begin_round
from dalang.games.taj_mahal.state import BONUS, DEAL, START, State


def tile_weights(s: State) -> vec[i64]:
    """TM 1.2: the next province tile goes to any province that has none; Agra's is number 12."""
    weights = filled(N_PROVINCES, 1)
    weights[LAST_PROVINCE] = 0
    for province in s.order:
        if province != NONE:
            weights[province] = 0
    return weights


def apply_tile(s: State, province: i64, sink: list[Event] | None) -> None:
    """TM 1.2: the tiles are laid in the order of their numbers."""
    number: i64 = 0
    while s.order[number] != NONE:
        number += 1
    s.order = replaced(s.order, number, province)
    if number == ROUNDS - 2:
        s.order = replaced(s.order, ROUNDS - 1, LAST_PROVINCE)
        s.phase = BONUS
    if sink is not None:
        sink.append(
            Event("tile_laid", {"number": int(number) + 1, "province": PROVINCES[province]})
        )


def bonus_weights(s: State) -> vec[i64]:
    """TM 1.3: one of the bonus tiles left, for the next fortress without one."""
    weights = BONUS_COUNT[:]
    weights[TAJ_MAHAL] = 0
    for fortress in FORTRESSES:
        tile = s.bonus[fortress]
        if tile != NONE and tile != TAJ_MAHAL:
            weights[tile] -= 1
    return weights


def apply_bonus(s: State, tile: i64, sink: list[Event] | None) -> None:
    """TM 1.3: the fortresses get their bonus tiles one by one."""
    empty: i64 = 0
    where: i64 = NONE
    for fortress in FORTRESSES:
        if s.bonus[fortress] == NONE:
            empty += 1
            if where == NONE:
                where = fortress
    s.bonus = replaced(s.bonus, where, tile)
    if empty == 1:
        s.phase = DEAL
    if sink is not None:
        sink.append(Event("bonus_laid", {"city": CITIES[where], "bonus": BONUS_TILES[tile]}))


def apply_deal(s: State, card: i64, sink: list[Event] | None) -> None:
    """TM 1.6: six cards each, hidden from the others."""
    seat = s.turn
    draw_to_hand(s, seat, card)
    if s.held[seat] == HAND_SIZE:
        s.turn = (seat + 1) % s.players
        if s.turn == 0:
            s.phase = START
    if sink is not None:
        sink.append(Event("dealt", {"card": CARDS[card]}, seen_by=int(seat)))


def apply_start(s: State, seat: i64, sink: list[Event] | None) -> None:
    """TM 1.7: the start player is drawn by lot."""
    s.start = seat
    if sink is not None:
        sink.append(Event("start_drawn", {"seat": int(seat)}))
    begin_round(s, sink)
