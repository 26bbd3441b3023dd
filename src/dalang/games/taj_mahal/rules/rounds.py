"""TM 2.1 and TM 7: whose turn it is, and what happens between the rounds."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args, Event
from dalang.engine.arrays import replaced
from dalang.games.taj_mahal.components import (
    BONUS_TILES,
    CARDS,
    CITIES,
    FIRST_CITY,
    N_PERSONS,
    N_SYMBOLS,
    NOBODY,
    NONE,
    PROVINCES,
    ROUNDS,
    SPECIAL_OF,
    SPECIALS,
    SYMBOLS,
    TILES_FOR_A_SPECIAL,
)
from dalang.games.taj_mahal.rules.ending import end_game
from dalang.games.taj_mahal.rules.piles import can_draw
from dalang.games.taj_mahal.state import DISPLAY, TURN, State


def begin_round(s: State, sink: list[Event] | None) -> None:
    """TM 7.3: the court is full again, everybody is in, and a new display is due."""
    s.round += 1
    s.turn = s.start
    for symbol in range(N_SYMBOLS):
        s.court[symbol] = 1
    for seat in range(s.players):
        s.inside[seat] = 1
    if sink is not None:
        args: Args = {
            "round": int(s.round),
            "province": PROVINCES[s.province()],
            "seat": int(s.start),
        }
        sink.append(Event("round_begins", args))
    lay_out(s, sink)


def lay_out(s: State, sink: list[Event] | None) -> None:
    """TM 1.6, R8: the display is 2n - 1 cards, or as many as there are."""
    if s.display_size < 2 * s.players - 1 and can_draw(s, sink):
        s.phase = DISPLAY
    else:
        s.phase = TURN


def apply_display(s: State, card: i64, sink: list[Event] | None) -> None:
    """TM 7.3: one more card, face up."""
    s.pile[card] -= 1
    s.pile_size -= 1
    s.display[card] += 1
    s.display_size += 1
    if sink is not None:
        sink.append(Event("laid_out", {"card": CARDS[card]}))
    lay_out(s, sink)


def next_turn(s: State, sink: list[Event] | None) -> None:
    """TM 2.1, TM 3.6: the next seat still in the round, perhaps the same; or the end."""
    for step in range(1, s.players + 1):
        seat: i64 = (s.turn + step) % s.players
        if s.inside[seat]:
            s.turn = seat
            s.phase = TURN
            return
    end_round(s, sink)


def end_round(s: State, sink: list[Event] | None) -> None:
    """TM 7, R5: exchange; then the next round, or after the last one the end."""
    exchange_tiles(s, sink)
    if s.round == ROUNDS:
        end_game(s, sink)
        return
    clear_province(s, sink)
    s.start = (s.start + 1) % s.players
    begin_round(s, sink)


def exchange_tiles(s: State, sink: list[Event] | None) -> None:
    """TM 7.1: two influence tiles of a kind are handed in for that kind's special card."""
    for seat in range(s.players):
        for person in range(N_PERSONS):
            place = seat * N_PERSONS + person
            tiles = s.influence[place]
            if tiles >= TILES_FOR_A_SPECIAL:
                s.influence = replaced(s.influence, place, tiles - TILES_FOR_A_SPECIAL)
                gain_special(s, seat, person, sink)


def gain_special(s: State, seat: i64, person: i64, sink: list[Event] | None) -> None:
    """TM 7.1: the special card comes from the table, from its holder, or is held already."""
    special = SPECIAL_OF[person]
    holder = s.special_holder[special]
    s.special_holder = replaced(s.special_holder, special, seat)
    if sink is None:
        return
    args: Args = {
        "seat": int(seat),
        "symbol": SYMBOLS[person],
        "special": SPECIALS[special],
    }
    if holder == seat:
        sink.append(Event("special_kept", args))
    elif holder == NOBODY:
        sink.append(Event("special_gained", args))
    else:
        args["loser"] = int(holder)
        sink.append(Event("special_stolen", args))


def clear_province(s: State, sink: list[Event] | None) -> None:
    """TM 7.2: the province tile and the bonus tiles nobody won leave the game."""
    if s.tile_owner[s.round - 1] == NOBODY and sink is not None:
        sink.append(Event("tile_lost", {"number": int(s.round)}))
    province = s.province()
    for city in range(FIRST_CITY[province], FIRST_CITY[province + 1]):
        if s.bonus[city] != NONE:
            if sink is not None:
                sink.append(
                    Event("bonus_lost", {"city": CITIES[city], "bonus": BONUS_TILES[s.bonus[city]]})
                )
            s.bonus = replaced(s.bonus, city, NONE)
