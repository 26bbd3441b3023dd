"""What a game tells of its players besides their points."""

from dalang.games.taj_mahal.statistics import statistics
from dalang.games.taj_mahal.tests.tables import scene


def test_goods_palaces_and_tiles_are_counted_by_seat() -> None:
    position = scene(
        3,
        6,
        "sind",
        palaces_0="kabul, srinagar",
        palaces_1="delhi",
        crown_palaces_0="lahore",
        province_tiles_0="1",
        commodities_0="2 rice, tea",
    )
    mine, other, third = statistics(position)
    assert (mine["commodities"], mine["palaces"], mine["tiles"]) == (3, 3, 1)
    assert (other["palaces"], other["network"]) == (1, 1)
    assert set(third.values()) == {0}


def test_the_longest_network_is_linked_by_roads() -> None:
    position = scene(3, 6, "sind", palaces_0="peshawar, attock, delhi")
    assert statistics(position)[0]["network"] == 2  # Kabul and Lahore; Delhi is far away
