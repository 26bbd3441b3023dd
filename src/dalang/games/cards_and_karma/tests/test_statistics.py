"""What a game tells of its players besides their points."""

from dalang.games.cards_and_karma.statistics import statistics
from dalang.games.cards_and_karma.tests.tables import scene


def test_score_cards_karma_and_buildings_are_counted_by_seat() -> None:
    position = scene(karma="2 0", row_0="red-blue3-green, red+yellow-blue7-purple")
    assert statistics(position) == [
        {"by_fame": 0, "by_coins": 0, "karma": 2, "buildings": 3},
        {"by_fame": 0, "by_coins": 0, "karma": 0, "buildings": 0},
    ]
