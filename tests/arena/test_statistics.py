"""Shares and their intervals, against brute force."""

import math
from random import Random
from statistics import fmean, stdev

import pytest

from dalang.arena.game import Result
from dalang.arena.match import MIXED, Match
from dalang.arena.ratings import ratings
from dalang.arena.report import Report
from dalang.arena.statistics import (
    mean_of_deals,
    share_of_deals,
    standings,
    student,
    victory,
    whole_deals,
    wilson,
)

MATCH = Match.of("taj_mahal", 3, "random,random")


def result(deal: int, number: int, seating: tuple[int, ...], places: tuple[int, ...]) -> Result:
    scores = tuple(100 - 10 * place for place in places)
    return Result(
        deal, number, seating, scores, places, (5,) * 3, (0.01,) * 3, 200, "twelve_rounds"
    )


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)],
)
def test_student_is_that_of_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=0.006)


def luck(rng: Random, share: float) -> float:
    """Four games of a deal whose luck they have in common."""
    lucky = share + rng.choice((-0.2, 0.2))
    return fmean(float(rng.random() < lucky) for _ in range(4))


@pytest.mark.slow
def test_intervals_hold_the_truth_19_times_of_20() -> None:
    """The games of a deal depend on each other; who took them as independent would fail this."""
    rng, held, naive = Random(1), 0, 0
    for _ in range(2000):
        shares = [luck(rng, 0.3) for _ in range(40)]
        found = share_of_deals(shares, [0.25] * 40)
        held += found.low <= 0.3 <= found.high
        low, high = wilson(fmean(shares), 160)
        naive += low <= 0.3 <= high
    assert held / 2000 == pytest.approx(0.95, abs=0.015)
    assert naive / 2000 < 0.93


def test_the_interval_is_that_of_resampled_deals() -> None:
    rng = Random(2)
    shares = [luck(rng, 0.35) for _ in range(100)]
    means = sorted(fmean(rng.choices(shares, k=100)) for _ in range(4000))
    found = share_of_deals(shares, [0.25] * 100)
    assert found.low == pytest.approx(means[100], abs=0.008)
    assert found.high == pytest.approx(means[3900], abs=0.008)


def test_what_was_fair_may_differ_between_deals() -> None:
    """A bot that has two seats in one deal and one in the next wins more often in the first."""
    shares, fairs = [2 / 3, 1 / 3] * 10, [2 / 3, 1 / 3] * 10
    found = share_of_deals([share + 0.01 * (n % 4) for n, share in enumerate(shares)], fairs)
    assert found.low > 0.5
    assert found.high - found.low < 0.02


def test_deals_that_all_came_out_alike_prove_no_certainty() -> None:
    found = share_of_deals([1.0] * 10, [0.25] * 10)
    assert found.mean == found.high == 1.0
    assert found.low == pytest.approx(wilson(1.0, 10)[0])
    assert 0.6 < found.low < 0.8


def test_wilson_solves_its_equation() -> None:
    for share, trials in ((0.0, 5), (0.3, 40), (1.0, 12)):
        for bound in wilson(share, trials):
            spread = math.sqrt(bound * (1 - bound) / trials)
            assert abs(share - bound) == pytest.approx(1.959964 * spread, abs=1e-6)


def test_one_deal_says_nothing_about_its_spread() -> None:
    found = share_of_deals([0.5], [0.25])
    assert (found.low, found.high) == (0.0, 1.0)
    assert mean_of_deals([7.0]).high == math.inf


def test_means_have_the_usual_interval() -> None:
    values = [3.0, 5.0, 4.0, 8.0]
    found = mean_of_deals(values)
    assert found.high - found.mean == pytest.approx(3.182 * stdev(values) / 2, rel=2e-3)


def test_a_shared_victory_is_divided() -> None:
    assert victory(result(0, 0, (0, 1, 0), (1, 1, 3)), 1) == 0.5
    assert victory(result(0, 0, (0, 1, 0), (1, 2, 1)), 0) == 1.0
    assert victory(result(0, 0, (0, 1, 0), (1, 2, 1)), 1) == 0.0


def test_standings_by_hand() -> None:
    games = [
        result(0, 0, (1, 0, 0), (1, 2, 3)),
        result(0, 1, (0, 1, 0), (2, 1, 3)),
        result(0, 2, (0, 0, 1), (1, 2, 3)),
        result(1, 0, (1, 0, 0), (3, 2, 1)),
        result(1, 1, (0, 1, 0), (2, 1, 3)),
        result(1, 2, (0, 0, 1), (1, 2, 3)),
    ]
    first, second = standings(MATCH, whole_deals(MATCH, games))
    assert second.share.mean == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert second.fair == pytest.approx(1 / 3)
    assert second.ratio == pytest.approx(1.5)
    assert not second.better
    assert first.share.mean == pytest.approx(0.5)
    assert first.fair == pytest.approx(2 / 3)
    assert second.places.mean == pytest.approx((1 + 1 + 3 + 3 + 1 + 3) / 6)
    assert second.scores.mean == pytest.approx(fmean([90, 90, 70, 70, 90, 70]))
    assert first.milliseconds == pytest.approx(2.0)
    assert (first.games, first.deals) == (6, 2)


def test_a_deal_that_is_not_over_does_not_count() -> None:
    games = [result(0, n, MATCH.seatings(0)[n], (1, 2, 3)) for n in (2, 0, 1)]
    games.append(result(1, 0, MATCH.seatings(1)[0], (1, 2, 3)))
    report = Report.of(MATCH, games)
    assert (report.deals, report.games) == (1, 3)


def test_ratings_see_who_is_better_and_nothing_in_a_tie() -> None:
    wins = [result(n, 0, (1, 0, 0), (1, 2, 3)) for n in range(30)]
    low, high = ratings(wins, 2)
    assert high.mu > low.mu + 3 * high.sigma
    even = [result(n, 0, (0, 1, 0), (1, 2, 3)) for n in range(30)]  # between the other's seats
    one, other = ratings(even, 2)
    assert one.mu == pytest.approx(other.mu)


def test_three_bots_get_three_ratings() -> None:
    match = Match.of("taj_mahal", 3, "random,novice,club", MIXED)
    games = [
        result(deal, number, seating, tuple(3 - bot for bot in seating))
        for deal in range(8)
        for number, seating in enumerate(match.seatings(deal))
    ]
    report = Report.of(match, games)
    assert report.ratings is not None
    assert [r.mu for r in report.ratings] == sorted(r.mu for r in report.ratings)
    assert [standing.share.mean for standing in report.standings] == [0.0, 0.0, 1.0]
    assert report.as_json()["bots"][2]["rating"]["mu"] > 25
