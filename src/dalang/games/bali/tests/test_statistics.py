"""What a game tells of its players besides their points."""

from dalang.games.bali.statistics import statistics
from dalang.games.bali.tests.tables import scene


def test_masks_and_seals_are_counted_by_seat() -> None:
    position = scene(masks_0="2 2 5", masks_1="3", seals_1="kukusch, wontong")
    assert statistics(position) == [
        {"masks": 3, "best_mask": 5, "seals": 0},
        {"masks": 1, "best_mask": 3, "seals": 2},
        {"masks": 0, "best_mask": 0, "seals": 0},
        {"masks": 0, "best_mask": 0, "seals": 0},
    ]
