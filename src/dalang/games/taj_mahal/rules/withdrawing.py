"""TM 4: withdrawing, and what it wins."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import replaced
from dalang.engine.vecs import append, vec
from dalang.games.taj_mahal.actions import FIRST_CROWN, FIRST_PALACE
from dalang.games.taj_mahal.components import (
    BONUS_TILES,
    CITIES,
    ELEPHANT,
    FIRST_CITY,
    MOGUL,
    N_PERSONS,
    N_SYMBOLS,
    NOBODY,
    NONE,
    SYMBOLS,
)
from dalang.games.taj_mahal.rules.leaving import leave
from dalang.games.taj_mahal.rules.scoring import begin_scoring
from dalang.games.taj_mahal.state import CROWN, PALACE, State


def withdraw(s: State, sink: list[Event] | None) -> None:
    """TM 4: takes all that is won; TM 6.2: with nothing played there is nothing to win."""
    seat = s.turn
    if sink is not None:
        sink.append(Event("withdrew", {"seat": int(seat)}))
    if has_played(s, seat):
        take_winnings(s, sink)
        place_next(s, sink)
    else:
        leave(s, sink)


def has_played(s: State, seat: i64) -> bool:
    """Whether the seat has cards on the table; every colour card shows a symbol."""
    for symbol in range(N_SYMBOLS):
        if s.shown[seat * N_SYMBOLS + symbol]:
            return True
    return False


def wins(s: State, seat: i64, symbol: i64) -> bool:
    """TM 4.1, TM 4.2: strictly more than each other seat in the round, of what is still there."""
    mine = s.shown[seat * N_SYMBOLS + symbol]
    if mine == 0 or not s.court[symbol]:
        return False
    for other in range(s.players):
        if other != seat and s.inside[other] and s.shown[other * N_SYMBOLS + symbol] >= mine:
            return False
    return True


def take_winnings(s: State, sink: list[Event] | None) -> None:
    """TM 4.3, TM 4.5, TM 4.7, TM 4.8: all that is won leaves the court."""
    seat = s.turn
    won: list[str] = []
    for symbol in range(N_SYMBOLS):
        if wins(s, seat, symbol):
            s.court[symbol] = 0
            if sink is not None:
                won.append(SYMBOLS[symbol])
            if symbol < N_PERSONS:
                place = seat * N_PERSONS + symbol
                s.influence = replaced(s.influence, place, s.influence[place] + 1)
                s.palaces_due += 1
            elif symbol == MOGUL:
                s.crown_due = 1
            elif symbol == ELEPHANT:
                s.tile_won = 1
                s.tile_owner = replaced(s.tile_owner, s.round - 1, seat)
    if sink is not None:
        if won:
            sink.append(Event("won", {"seat": int(seat), "symbols": won}))
        else:
            sink.append(Event("won_nothing", {"seat": int(seat)}))


def place_next(s: State, sink: list[Event] | None) -> None:
    """R3: first the ordinary palaces one by one, then the crown palace, then scoring."""
    if s.palaces_due:
        s.phase = PALACE
    elif s.crown_due:
        s.phase = CROWN
    else:
        begin_scoring(s, sink)


def legal_palace(s: State) -> vec[i64]:
    """TM 4.3: a city of the current province without an ordinary palace."""
    legal = vec[i64]()
    province = s.province()
    for city in range(FIRST_CITY[province], FIRST_CITY[province + 1]):
        if s.palace[city] == NOBODY:
            legal = append(legal, FIRST_PALACE + city)
    return legal


def apply_palace(s: State, action: i64, sink: list[Event] | None) -> None:
    """TM 4.3, TM 4.4: the palace stands, and takes the bonus tile of a fortress."""
    city = action - FIRST_PALACE
    s.palace = replaced(s.palace, city, s.turn)
    s.palaces_due -= 1
    if sink is not None:
        sink.append(Event("palace_built", {"seat": int(s.turn), "city": CITIES[city]}))
    tile = s.bonus[city]
    if tile != NONE:
        s.bonus = replaced(s.bonus, city, NONE)
        s.taken = append(s.taken, tile)
        if sink is not None:
            sink.append(
                Event(
                    "bonus_taken",
                    {"seat": int(s.turn), "city": CITIES[city], "bonus": BONUS_TILES[tile]},
                )
            )
    place_next(s, sink)


def legal_crown(s: State) -> vec[i64]:
    """TM 4.5, R2: any city of the current province, occupied or not."""
    legal = vec[i64]()
    province = s.province()
    for city in range(FIRST_CITY[province], FIRST_CITY[province + 1]):
        legal = append(legal, FIRST_CROWN + city)
    return legal


def apply_crown(s: State, action: i64, sink: list[Event] | None) -> None:
    """TM 4.5, TM 4.6: the crown palace stands; a bonus tile stays where it is."""
    city = action - FIRST_CROWN
    s.crown_palace = replaced(s.crown_palace, city, s.turn)
    s.crown_due = 0
    if sink is not None:
        sink.append(Event("crown_built", {"seat": int(s.turn), "city": CITIES[city]}))
    place_next(s, sink)
