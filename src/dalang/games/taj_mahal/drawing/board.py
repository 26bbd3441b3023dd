"""The map and the court of the Grand Mogul."""

from __future__ import annotations

from dalang.games.taj_mahal.components import (
    BONUS_TILES,
    CITIES,
    ELEPHANT,
    FIRST_CITY,
    MOGUL,
    N_PERSONS,
    NOBODY,
    NONE,
    PROVINCES,
    SYMBOLS,
)
from dalang.games.taj_mahal.drawing.things import (
    CITY,
    TILE_PLACE,
    Bonus,
    Choice,
    Palace,
    Prize,
    Step,
    Tile,
)
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.rules.withdrawing import wins
from dalang.games.taj_mahal.state import END


def tiles(s: TajMahal) -> list[Tile]:
    """The province tiles that still lie in their provinces."""
    return [
        Tile(number, *TILE_PLACE[PROVINCES[province]])
        for number, province in enumerate(s.order, 1)
        if province != NONE and number > s.round
    ]


def order(s: TajMahal) -> list[Step]:
    """The twelve rounds: who won the tile, which is played now."""
    over = s.phase == END
    return [
        Step(
            number,
            x=32 + (number - 1) % 6 * 46,
            y=30 + (number - 1) // 6 * 44,
            province=PROVINCES[province] if province != NONE else "",
            now=number == s.round and not over,
            past=number < s.round or over,
            winner=int(s.tile_owner[number - 1]),
        )
        for number, province in enumerate(s.order, 1)
    ]


def bonus_tiles(s: TajMahal) -> list[Bonus]:
    return [
        Bonus(f"bonus-{city}", BONUS_TILES[tile], CITY[city]["x"], CITY[city]["y"], city)
        for city, tile in zip(CITIES, s.bonus, strict=True)
        if tile != NONE
    ]


def palaces(s: TajMahal) -> list[Palace]:
    """From the back to the front; with two in a city the ordinary one stands in front."""
    fresh = range(0)
    if s.round and s.phase != END:
        fresh = range(FIRST_CITY[s.province()], FIRST_CITY[s.province() + 1])
    found: list[Palace] = []
    for n, city in enumerate(CITIES):
        plain, crown = int(s.palace[n]), int(s.crown_palace[n])
        two = plain != NOBODY and crown != NOBODY
        if crown != NOBODY:
            found.append(
                _palace("crown", city, crown, (13, -7) if two else (0, 2), two, n in fresh)
            )
        if plain != NOBODY:
            low = 4 if CITY[city]["fortress"] else 2
            found.append(_palace("palace", city, plain, (-13, 5) if two else (0, low), two, False))
    return sorted(found, key=lambda palace: palace.cy)


def _palace(
    kind: str, city: str, seat: int, shift: tuple[int, int], small: bool, ring: bool
) -> Palace:
    size = 0.88 if small else 1.0
    x, y = CITY[city]["x"] + shift[0], CITY[city]["y"] + shift[1]
    left, top = round(x - 26 * size, 2), round(y - 42 * size, 2)
    box = (left, top, round(52 * size, 2), round(55 * size, 2))
    return Palace(f"{kind}-{city}", seat, ring, x, y, *box)


def choices(legal: set[str]) -> list[Choice]:
    """The cities that may be chosen now."""
    return [
        Choice(f"{kind} {city}", city, CITY[city]["x"], CITY[city]["y"])
        for kind in ("palace", "crown")
        for city in CITIES
        if f"{kind} {city}" in legal
    ]


# --- the court ------------------------------------------------------------------------


def leader(s: TajMahal, symbol: int) -> int:
    """TM 4.1, TM 4.2: who would win the symbol now, by withdrawing."""
    if s.round and s.phase != END:
        for seat in range(s.players):
            if s.inside[seat] and wins(s, seat, symbol):
                return int(seat)
    return -1


def court(s: TajMahal, leaders: list[int]) -> list[Prize]:
    """The four persons, then the crown: still there, or who took it as far as one can see."""
    takers = _takers(s) if s.round else {}
    return [
        Prize(SYMBOLS[symbol], bool(s.court[symbol]), takers.get(symbol, -1), leaders[symbol])
        for symbol in range(int(MOGUL) + 1)
    ]


def court_tile(s: TajMahal, leaders: list[int]) -> Prize:
    """The province tile of this round."""
    there, owner = bool(s.court[ELEPHANT]), int(s.tile_owner[s.round - 1])
    return Prize(str(s.round), there, owner, leaders[ELEPHANT])


def _takers(s: TajMahal) -> dict[int, int]:
    """Who took what is gone from the court.

    The view keeps no record of it, but who won a person has placed a palace for it and owns the
    tile.  Where that leaves two answers, none is given.
    """
    found: dict[int, int] = {}
    placed = [0] * int(s.players)
    for city in range(FIRST_CITY[s.province()], FIRST_CITY[s.province() + 1]):
        if s.crown_palace[city] != NOBODY:
            found[int(MOGUL)] = int(s.crown_palace[city])
        if s.palace[city] != NOBODY:
            placed[s.palace[city]] += 1
    if s.crown_due:
        found[int(MOGUL)] = int(s.turn)
    placed[s.turn] += int(s.palaces_due)
    gone = [person for person in range(int(N_PERSONS)) if not s.court[person]]
    answers: list[tuple[int, ...]] = []
    _deal_out(s, gone, placed, (), answers)
    for place, person in enumerate(gone):
        possible = {answer[place] for answer in answers}
        if len(possible) == 1:
            found[person] = possible.pop()
    return found


def _deal_out(
    s: TajMahal,
    gone: list[int],
    placed: list[int],
    taken: tuple[int, ...],
    answers: list[tuple[int, ...]],
) -> None:
    """Every way to give the tiles that are gone to seats that built a palace for each."""
    if len(taken) == len(gone):
        answers.append(taken)
        return
    person = gone[len(taken)]
    for seat, palaces in enumerate(placed):
        if palaces > taken.count(seat) and s.influence[seat * int(N_PERSONS) + person]:
            _deal_out(s, gone, placed, (*taken, seat), answers)
