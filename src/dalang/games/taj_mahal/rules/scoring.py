"""TM 5: scoring a withdrawal, at once and in this order: bonus tiles, palaces, province tile."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args, Event
from dalang.engine.arrays import replaced, zeros
from dalang.engine.vecs import vec
from dalang.games.taj_mahal.components import (
    BIT,
    BONUS_COMMODITY,
    BONUS_DRAWS,
    BONUS_POINTS,
    BONUS_TILES,
    COMMODITIES,
    N_CITIES,
    N_COMMODITIES,
    N_PROVINCES,
    NEIGHBOURS,
    NONE,
    POINTS_COMMODITY,
    POINTS_CONNECTED_PROVINCE,
    POINTS_CURRENT_PROVINCE,
    PROVINCE_CITIES,
    PROVINCES,
    TILE_COMMODITIES,
)
from dalang.games.taj_mahal.rules.leaving import leave
from dalang.games.taj_mahal.rules.piles import can_draw, draw_to_hand, tell_drew
from dalang.games.taj_mahal.state import BONUS_DRAW, State


def begin_scoring(s: State, sink: list[Event] | None) -> None:
    """TM 5.1 to TM 5.3; waits wherever a bonus tile lets the seat draw a card."""
    while len(s.taken):
        tile = s.taken[0]
        s.taken = s.taken[1:]
        score_bonus_tile(s, tile, sink)
        if BONUS_DRAWS[tile]:
            if can_draw(s, sink):
                s.phase = BONUS_DRAW
                return
            if sink is not None:
                sink.append(Event("nothing_to_draw", {"seat": int(s.turn)}))
    score_palaces(s, sink)
    if s.tile_won:
        score_province_tile(s, sink)
    leave(s, sink)


def apply_bonus_draw(s: State, card: i64, sink: list[Event] | None) -> None:
    """TM 5.1: the top card of the draw pile, then on with the scoring."""
    draw_to_hand(s, s.turn, card)
    tell_drew(s, s.turn, card, sink)
    begin_scoring(s, sink)


def score_bonus_tile(s: State, tile: i64, sink: list[Event] | None) -> None:
    """TM 5.1: points as printed; a commodity is kept and counts with those owned already."""
    points = BONUS_POINTS[tile]
    commodity = BONUS_COMMODITY[tile]
    if commodity != NONE:
        place = s.turn * N_COMMODITIES + commodity
        points = POINTS_COMMODITY * (1 + s.commodities[place])
        s.commodities = replaced(s.commodities, place, s.commodities[place] + 1)
    s.score(s.turn, points)
    if sink is not None and points:
        sink.append(
            Event(
                "scored_bonus",
                {"seat": int(s.turn), "bonus": BONUS_TILES[tile], "points": int(points)},
            )
        )


def own_cities(s: State, seat: i64) -> i64:
    """The set of cities that hold a palace of the seat, of either kind."""
    cities: i64 = 0
    palace = s.palace
    crown_palace = s.crown_palace
    for city in range(N_CITIES):
        if palace[city] == seat or crown_palace[city] == seat:
            cities |= BIT[city]
    return cities


def linked_cities(own: i64, province: i64) -> i64:
    """TM 5.2: what can be reached from the province over roads and own cities only."""
    reached = own & PROVINCE_CITIES[province]
    before: i64 = 0
    while reached != before:
        before = reached
        for city in range(N_CITIES):
            if reached & BIT[city]:
                reached |= NEIGHBOURS[city] & own
    return reached


def linked_provinces(s: State, seat: i64) -> vec[i64]:
    """TM 5.2, R4: 1 for every province that counts, the current one included."""
    linked = linked_cities(own_cities(s, seat), s.province())
    provinces = zeros(N_PROVINCES)
    for province in range(N_PROVINCES):
        if linked & PROVINCE_CITIES[province]:
            provinces[province] = 1
    return provinces


def score_palaces(s: State, sink: list[Event] | None) -> None:
    """TM 5.2: a point for the current province, and one for each other province linked to it."""
    provinces = linked_provinces(s, s.turn)
    here = s.province()
    if not provinces[here]:
        return
    points: i64 = POINTS_CURRENT_PROVINCE
    for province in range(N_PROVINCES):
        if provinces[province] and province != here:
            points += POINTS_CONNECTED_PROVINCE
    s.score(s.turn, points)
    if sink is not None:
        names = [PROVINCES[province] for province in range(N_PROVINCES) if provinces[province]]
        sink.append(
            Event(
                "scored_palaces", {"seat": int(s.turn), "provinces": names, "points": int(points)}
            )
        )


def score_province_tile(s: State, sink: list[Event] | None) -> None:
    """TM 5.3: the tile is kept; each commodity on it counts with those owned already."""
    s.tile_won = 0
    points: i64 = 0
    for commodity in range(N_COMMODITIES):
        place = s.turn * N_COMMODITIES + commodity
        on_tile = TILE_COMMODITIES[(s.round - 1) * N_COMMODITIES + commodity]
        if on_tile:
            points += POINTS_COMMODITY * (on_tile + s.commodities[place])
            s.commodities = replaced(s.commodities, place, s.commodities[place] + on_tile)
    s.score(s.turn, points)
    if sink is not None:
        first = (s.round - 1) * N_COMMODITIES
        names = [COMMODITIES[c] for c in range(N_COMMODITIES) if TILE_COMMODITIES[first + c]]
        args: Args = {
            "seat": int(s.turn),
            "number": int(s.round),
            "commodities": names,
            "points": int(points),
        }
        sink.append(Event("scored_tile", args))
