"""What a finished game of Taj Mahal tells of its players besides their points."""

from __future__ import annotations

from dalang.engine.api import Position
from dalang.games.taj_mahal.components import N_COMMODITIES, N_PROVINCES, PROVINCE_CITIES
from dalang.games.taj_mahal.rules.scoring import linked_cities, own_cities
from dalang.games.taj_mahal.state import State


def statistics(position: Position) -> list[dict[str, int]]:
    """By seat: goods, palaces, the longest network, and province tiles."""
    assert isinstance(position, State)
    return [_of_seat(position, seat) for seat in range(position.players)]


def _of_seat(s: State, seat: int) -> dict[str, int]:
    first = seat * int(N_COMMODITIES)
    palaces = [*s.palace, *s.crown_palace]
    return {
        "commodities": sum(int(count) for count in s.commodities[first : first + N_COMMODITIES]),
        "palaces": palaces.count(seat),
        "network": longest_network(s, seat),
        "tiles": list(s.tile_owner).count(seat),
    }


def longest_network(s: State, seat: int) -> int:
    """TM 5.2: how many provinces would count at most, wherever the seat scored its palaces."""
    own = own_cities(s, seat)
    return max(_provinces(linked_cities(own, province)) for province in range(N_PROVINCES))


def _provinces(cities: int) -> int:
    return sum(1 for province in range(N_PROVINCES) if cities & PROVINCE_CITIES[province])
