"""What a game tells of its players besides their points."""

from dalang.games.web_of_power.statistics import statistics
from dalang.games.web_of_power.tests.tables import scene
from dalang.games.web_of_power.tests.test_chains import LINE


def test_pieces_and_the_longest_chain_are_counted_by_seat() -> None:
    position = scene(cloisters_0=", ".join(LINE[:2] + LINE[3:]), cloisters_1=LINE[2])
    mine, other, third = statistics(position)
    assert mine["cloisters"] == len(LINE) - 1
    assert mine["chain"] == max(2, len(LINE) - 3)  # somebody else has the third space
    assert other == {"cloisters": 1, "advisors": 0, "alliances": 0, "chain": 1}
    assert set(third.values()) == {0}
