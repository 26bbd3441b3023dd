"""What a position promises, and how priors are followed."""

import math

import pytest
from mypy_extensions import i64
from tests.bots.tiny import Nim

from dalang.bots.looking import (
    SURENESS,
    Clock,
    Look,
    Outlook,
    appeals,
    best_next,
    by_instinct,
    gumbel,
    log_odds,
    most_promising,
)
from dalang.engine.api import Position
from dalang.engine.judging import Judge
from dalang.engine.rng import Rng


class Ended(Nim):
    """A finished game with given places."""

    def __init__(self, places: list[int]) -> None:
        super().__init__(0)
        self.places = places

    def ranking(self) -> list[int]:
        return self.places


class Standing(Nim):
    """A running game with given points."""

    def __init__(self, points: list[int]) -> None:
        super().__init__(3)
        self.players = len(points)
        self.points = points

    def scores(self) -> list[int]:
        return self.points


class Taste(Judge):
    """Likes an action as much as the logarithm of its number."""

    def prior(self, position: Position, action: i64) -> float:
        return math.log(action)


def outlook(position: Position, players: int) -> Outlook:
    found = Outlook(players)
    found.look(Judge([]), position)
    return found


@pytest.mark.parametrize(
    ("places", "wins", "rewards"),
    [
        ([1, 2], [1, 0], [1.0, 0.0]),
        ([2, 1, 3], [0, 1, 0], [0.1, 1.0, 0.0]),
        ([1, 1, 3], [0.5, 0.5, 0], [0.55, 0.55, 0.0]),
        ([1, 2, 2, 4], [1, 0, 0, 0], [1.0, 0.1, 0.1, 0.0]),
    ],
)
def test_the_end_is_read_from_the_places(
    places: list[int], wins: list[float], rewards: list[float]
) -> None:
    found = outlook(Ended(places), len(places))
    assert list(found.wins) == pytest.approx(wins)
    assert list(found.rewards) == pytest.approx(rewards)


def test_points_become_chances() -> None:
    found = outlook(Standing([20, 10, 10]), 3)
    assert list(found.wins) == pytest.approx([math.e / (math.e + 2), *[1 / (math.e + 2)] * 2])
    assert sum(found.rewards) == pytest.approx(0.8 + 0.2 * 1.5)


def test_a_hopeless_gap_is_no_trouble() -> None:
    found = outlook(Standing([10**6, 0, 0, -(10**6)]), 4)
    assert found.wins[0] == pytest.approx(1)
    assert all(0 <= reward <= 1 for reward in found.rewards)
    assert math.isfinite(log_odds(0.0))
    assert math.isfinite(log_odds(1.0))


def test_the_prior_decides_where_the_value_is_silent() -> None:
    position, judge = Standing([5, 5]), Taste([])
    legal = position.legal_actions()
    assert most_promising(judge, position, legal) == 3
    found = appeals(judge, Outlook(2), Nim(9), 0, legal)
    assert list(found) == pytest.approx([judge.trust * math.log(n) for n in (1, 2, 3)])
    assert best_next(judge, Outlook(2), Nim(9), 0) == 3


def test_instinct_takes_the_most_promising_most_often() -> None:
    rng, judge = Rng(1), Taste([])
    taken = [int(by_instinct(judge, Nim(2), rng)) for _ in range(6000)]
    assert taken.count(1) / 6000 == pytest.approx(1 / (1 + 2**SURENESS), abs=0.01)
    assert set(taken) == {1, 2}
    assert by_instinct(judge, Nim(1), rng) == 1


def test_instinct_has_no_favourite_among_equals() -> None:
    rng, judge = Rng(1), Judge([])
    taken = [int(by_instinct(judge, Nim(9), rng)) for _ in range(6000)]
    assert [taken.count(action) / 6000 for action in (1, 2, 3)] == pytest.approx(
        [1 / 3] * 3, abs=0.03
    )


def test_noise_makes_a_choice_as_random_as_the_odds() -> None:
    rng = Rng(1)
    first = sum(math.log(3) + gumbel(rng) > gumbel(rng) for _ in range(6000))
    assert first / 6000 == pytest.approx(3 / 4, abs=0.03)


def test_a_look_sees_the_win_at_hand() -> None:
    position = Nim(3)
    look = Look(Judge([]), 0, position.legal_actions(), 2)
    for seed in range(3):
        look.imagine(position, seed, Clock(0, 0), 1.0)
    appeals = [look.appeal(number) for number in range(3)]
    assert max(appeals) == appeals[2]
    assert position.heap == 3


def used_up() -> Clock:
    """A clock whose time is over."""
    clock = Clock(0, 1)
    while not clock.is_up(1.0):
        pass
    return clock


def test_without_time_only_the_most_promising_action_is_tried() -> None:
    position = Nim(9)
    look = Look(Taste([]), 0, position.legal_actions(), 2)
    look.imagine(position, 1, used_up(), 1.0)
    assert list(look.tries) == [0.0, 0.0, 1.0]
    assert look.appeal(2) > max(look.appeal(0), look.appeal(1))


def test_with_time_the_order_of_trying_does_not_matter() -> None:
    position = Nim(9)
    timed, free = (Look(Taste([]), 0, position.legal_actions(), 2) for _ in range(2))
    timed.imagine(position, 1, Clock(0, 3_600_000), 1.0)
    free.imagine(position, 1, Clock(0, 0), 1.0)
    assert list(timed.tries) == [1.0, 1.0, 1.0]
    assert [timed.appeal(n) for n in range(3)] == [free.appeal(n) for n in range(3)]


def test_a_clock_without_a_limit_is_never_up() -> None:
    assert not Clock(5, 0).is_up(0.0)


def test_few_actions_are_compared_if_a_simulation_takes_long() -> None:
    clock = Clock(0, 3_600_000)
    assert clock.room_for(0.001) == 12
    assert clock.room_for(100.0) == 4
    assert clock.room_for(1e6) == 2
