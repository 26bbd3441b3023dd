"""Many bots on one scale, even steps on it, and chances to win that come true."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from dalang.arena.drawing import draw_predictions
from dalang.arena.errors import BadMatch
from dalang.arena.even_steps import EXPERT, deep, even_steps, rising, same_as
from dalang.arena.foretelling import (
    Foretold,
    best_calibration,
    bins,
    crossed,
    foretell,
    luck,
    mean_error,
)
from dalang.arena.match import MIXED, Match
from dalang.arena.one_scale import (
    UNIT,
    Scaled,
    comparisons,
    fitted,
    on_one_scale,
    steps_between,
)
from dalang.bots.advice import chances
from dalang.bots.budget import Budget
from dalang.bots.calibration import AS_IT_IS, Calibration, calibrated, calibration_of
from dalang.bots.master import has_learned
from dalang.bots.net import NetJudge
from dalang.bots.strongest import strongest
from dalang.engine.errors import BadWeights
from dalang.engine.playout import play_out
from dalang.engine.rng import Rng
from dalang.registry import all_games, game

GAME = "cards_and_karma"


def test_a_game_compares_everybody_with_everybody_else() -> None:
    wins = comparisons(["a", "b"], (0, 1, 0), (1, 2, 2))
    assert wins == {("a", "b"): 1.5, ("b", "a"): 0.5}


def test_three_times_as_many_wins_are_a_distance() -> None:
    found = fitted(Counter({("a", "b"): 3000, ("b", "a"): 1000}))
    assert found["a"] - found["b"] == pytest.approx(UNIT * 1.0986, abs=0.02)


def test_the_scale_joins_those_who_never_met() -> None:
    deals = [Counter({("a", "b"): 30, ("b", "a"): 10, ("b", "c"): 30, ("c", "b"): 10})] * 40
    found = on_one_scale(deals, ["a", "b"], 25)
    assert found["a"].value + found["b"].value == pytest.approx(50)
    assert found["b"].value - found["c"].value == pytest.approx(UNIT * 1.0986, abs=0.1)
    assert all(scaled.margin > 0 for scaled in found.values())


def test_steps_are_from_each_to_the_next() -> None:
    even = Counter({("a", "b"): 30, ("b", "a"): 10, ("b", "c"): 30, ("c", "b"): 10})
    uneven = Counter({("a", "b"): 20, ("b", "a"): 10, ("b", "c"): 40, ("c", "b"): 10})
    first, second = steps_between([even, uneven] * 30, ["c", "b", "a"])
    assert first.value == pytest.approx(UNIT * 1.2528, abs=0.1)
    assert second.value == pytest.approx(UNIT * 0.9163, abs=0.1)
    assert 0 < first.margin < first.value
    assert 0 < second.margin < second.value


def test_more_skill_is_never_worse() -> None:
    measured = {0.0: Scaled(10, 1), 0.5: Scaled(14, 1), 1.0: Scaled(12, 1), 2.0: Scaled(30, 1)}
    assert rising(measured) == [(0.0, 10), (0.75, 13), (2.0, 30)]


def test_steps_are_even() -> None:
    steps = even_steps([(0.0, 10.0), (1.0, 28.0), (2.0, 37.0)])
    assert steps == pytest.approx(
        [0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1, 4 / 3, 5 / 3, 2], abs=1e-3
    )


def test_chances_are_moved_apart_or_together() -> None:
    assert calibrated((0.6, 0.4), AS_IT_IS) == (0.6, 0.4)
    assert calibrated((0.8, 0.2), Calibration(0.5)) == pytest.approx((2 / 3, 1 / 3))
    assert calibrated((1.0, 0.0), Calibration(0.5)) == (1, 0)
    assert sum(calibrated((0.5, 0.3, 0.2), Calibration(1.7))) == pytest.approx(1)


def test_doubt_leaves_everybody_a_chance() -> None:
    assert calibrated((1.0, 0.0), Calibration(1.2, 0.1)) == pytest.approx((0.95, 0.05))
    assert sum(calibrated((0.5, 0.3, 0.2), Calibration(0.8, 0.3))) == pytest.approx(1)


def test_a_game_that_is_over_leaves_no_doubt() -> None:
    spec, rng = game(GAME), Rng(5)
    assert calibration_of(spec).doubt > 0
    position = spec.start(2)
    play_out(position, rng)
    won = [float(place == 1) / position.ranking().count(1) for place in position.ranking()]
    assert list(chances(spec, position, Budget(simulations=2), rng)) == won


def told(number: int, said: float, of_twenty: int) -> list[Foretold]:
    """Somebody says a chance, and wins that many of twenty games."""
    return [
        Foretold(deal, (said, 1 - said), (1.0, 0.0) if deal % 20 < of_twenty else (0.0, 1.0))
        for deal in range(number)
    ]


def too_sure(number: int) -> list[Foretold]:
    return told(number, 0.9, 15)


def test_too_much_sureness_is_found_and_corrected() -> None:
    found = too_sure(200)
    best = best_calibration(found)
    assert calibrated((0.9, 0.1), best)[0] == pytest.approx(0.75, abs=0.01)
    assert mean_error(bins(found, AS_IT_IS)) > 0.13
    assert mean_error(bins(found, best)) < 0.05


def test_doubt_is_found_beside_sureness() -> None:
    """Whoever says 60 % is right, but who says 99.9 % wins only nine times of ten."""
    found = told(200, 0.6, 12) + told(200, 0.999, 18)
    best = best_calibration(found)
    assert best.doubt == pytest.approx(0.2, abs=0.02)
    assert calibrated((0.6, 0.4), best)[0] == pytest.approx(0.6, abs=0.01)
    assert calibrated((0.999, 0.001), best)[0] == pytest.approx(0.9, abs=0.01)


def test_each_half_is_corrected_by_the_other() -> None:
    """The games of even numbers would call for more sureness, those of odd ones for less."""
    found = [
        Foretold(deal, (0.9, 0.1), (1.0, 0.0) if deal % 20 not in often_lost else (0.0, 1.0))
        for often_lost in [{0, *range(1, 20, 4)}]
        for deal in range(400)
    ]
    even, odd = (
        [one.chances[0] for one in crossed(found) if one.deal % 2 == half] for half in (0, 1)
    )
    assert max(even) < 0.7  # as far as a correction goes
    assert min(odd) > 0.85
    assert len(even) + len(odd) == len(found)


def test_predictions_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "chances.svg"
    draw_predictions(path, [("One game", bins(too_sure(200), AS_IT_IS)), ("Another", [])])
    assert "<svg" in path.read_text()
    with pytest.raises(BadMatch, match="picture"):
        draw_predictions(tmp_path / "chances.txt", [])


def test_of_what_comes_true_chance_alone_makes_the_error() -> None:
    few, many = (
        [replace(one, chances=(0.75, 0.25)) for one in too_sure(number)] for number in (60, 2000)
    )
    assert luck(few, AS_IT_IS) > 2 * luck(many, AS_IT_IS)
    assert mean_error(bins(many, AS_IT_IS)) < 2 * luck(many, AS_IT_IS)
    assert mean_error(bins(too_sure(2000), AS_IT_IS)) > 4 * luck(too_sure(2000), AS_IT_IS)


def test_moments_of_a_game_are_foretold() -> None:
    match = Match.of(GAME, 2, "random,random", MIXED, 5)
    found = foretell(match, 1, 3, Budget(simulations=2))
    assert len(found) == 3
    assert {one.deal for one in found} == {1}
    assert all(sum(one.chances) == pytest.approx(1) for one in found)
    assert {sum(one.won) for one in found} == {1}


@pytest.mark.parametrize(
    "text",
    [
        "sureness = 0",
        "sureness = true\ndoubt = 0",
        "sureness = 1",
        "[",
        "sureness = inf\ndoubt = 0",
        "sureness = 1\ndoubt = 1",
        "sureness = 1\ndoubt = nan",
    ],
)
def test_a_calibration_that_is_wrong(tmp_path: Path, text: str) -> None:
    (tmp_path / "calibration.toml").write_text(text)
    with pytest.raises(BadWeights, match="calibration"):
        calibration_of(replace(game(GAME), folder=tmp_path))


def test_hints_and_analyses_use_nets_where_there_are_some() -> None:
    judge, habits = strongest(game(GAME), 2)
    assert isinstance(judge, NetJudge)
    assert habits.horizon == judge.horizon
    assert not isinstance(strongest(game(GAME), 4)[0], NetJudge)


def test_where_the_master_has_learned_the_expert_is_somebody_else() -> None:
    for spec in all_games().values():
        same, learned = same_as(spec), has_learned(spec)
        assert (EXPERT in deep(spec), "expert" in same) == (learned, not learned)
        assert same["master"] in deep(spec)
