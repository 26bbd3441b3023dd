"""Weights step by step towards those that win."""

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dalang.arena.climbing import CHANGE, PACE, Climb, ClimbStep, lead_of_first
from dalang.arena.errors import BadResults
from dalang.arena.game import Result
from dalang.arena.journal import Journal
from dalang.arena.learning import sizes
from dalang.arena.match import Job
from dalang.arena.tuning import WINS, Outcome, Plan, present_weights, tune_round
from dalang.arena.workers import ThisProcess

KEY = "web_of_power"


def result(places: tuple[int, ...], seating: tuple[int, ...]) -> Result:
    nothing = (0,) * len(places)
    return Result(0, 0, seating, nothing, places, nothing, (0.0,) * len(places), 0, "test")


@pytest.mark.parametrize(
    ("places", "seating", "lead"),
    [
        ((1, 2), (0, 1), 1.0),
        ((1, 2), (1, 0), -1.0),
        ((1, 1), (0, 1), 0.0),
        ((1, 2, 3), (0, 1, 0), 0.0),
        ((1, 3, 2, 4), (0, 1, 1, 0), 0.0),
        ((1, 4, 2, 3), (0, 1, 0, 1), 1.0),
        ((1, 1, 3), (0, 1, 1), 0.5),
        ((1, 2), (0, 0), 0.0),
    ],
)
def test_a_lead_counts_all_pairs(
    places: tuple[int, ...], seating: tuple[int, ...], lead: float
) -> None:
    assert lead_of_first(result(places, seating)) == lead


class Oracle:
    """Instead of playing: whose weights are nearer to the truth wins more often."""

    def __init__(self, truth: list[float], start: list[float]) -> None:
        self._truth, self._sizes, self._luck = truth, sizes(start), Random(5)
        self.tried: list[tuple[float, ...]] = []

    def do(self, work: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        return map(self._decide, tasks)

    def _decide(self, job: Job) -> Result:
        first, second = (self._distance(one.weights or ()) for one in job.match.contenders)
        self.tried.append(job.match.contenders[0].weights or ())
        better = self._luck.random() < 1 / (1 + math.exp(2 * (first - second)))
        return result(tuple(1 if (bot == 0) == better else 2 for bot in job.seating), job.seating)

    def _distance(self, weights: tuple[float, ...]) -> float:
        parts = zip(weights, self._truth, self._sizes, strict=True)
        return sum(((weight - true) / size) ** 2 for weight, true, size in parts)


def climb_with(oracle: Oracle, start: list[float], games: int, path: Path) -> list[float]:
    climb = Climb(KEY, "random", 1, tuple(start))
    journal = Journal(path, {}, ClimbStep.from_json)
    climb.go(games, journal, oracle, lambda: True, lambda told: None)
    return climb.found(journal.lines)


@pytest.mark.slow
def test_a_climb_finds_what_wins(tmp_path: Path) -> None:
    start = present_weights(KEY)
    truth = [weight * (1.5 if number % 3 == 0 else 1.0) for number, weight in enumerate(start)]
    found = climb_with(Oracle(truth, start), start, 20_000, tmp_path / "steps.jsonl")
    for number, size in enumerate(sizes(start)):
        assert abs(found[number] - truth[number]) < 0.25 * size


def test_both_changes_are_tried_around_where_it_stands(tmp_path: Path) -> None:
    start = present_weights(KEY)
    oracle = Oracle(start, start)
    climb_with(oracle, start, 1, tmp_path / "steps.jsonl")
    steps = zip(oracle.tried[0], start, sizes(start), strict=True)
    assert {round(abs(tried - weight) / size, 9) for tried, weight, size in steps} == {CHANGE}


def test_weights_go_towards_the_winner_and_the_second_half_counts() -> None:
    climb = Climb(KEY, "random", 1, tuple(present_weights(KEY)))
    steps = [ClimbStep(4, 1.0), ClimbStep(4, -1.0), ClimbStep(4, 0.0)]
    places = climb.places(steps)
    moved = [abs(after - before) for before, after in zip(*places[:2], strict=True)]
    assert moved == pytest.approx([4 * PACE * size for size in sizes(climb.weights)])
    assert places[2] == places[3]
    assert climb.found(steps) == pytest.approx(places[3])
    assert climb.found([]) == list(climb.weights)


def test_kept_weights_are_not_even_tried_out(tmp_path: Path) -> None:
    start = present_weights(KEY)
    oracle = Oracle([2 * weight for weight in start], start)
    climb = Climb(KEY, "random", 1, tuple(start), kept=(0, 3))
    journal = Journal(tmp_path / "steps.jsonl", {}, ClimbStep.from_json)
    climb.go(200, journal, oracle, lambda: True, lambda told: None)
    for weights in (*oracle.tried, climb.found(journal.lines)):
        assert [weights[number] == start[number] for number in (0, 1, 2, 3)] == [1, 0, 0, 1]


# --- in a round -------------------------------------------------------------------------------


def a_round(folder: Path, games: int = 30) -> Outcome:
    plan = Plan(KEY, "random", games, 3, 1, folder, (WINS,))
    weights = present_weights(KEY)
    return tune_round(
        plan, 1, weights, ThisProcess(), lambda: True, lambda: True, lambda told: None
    )


@pytest.mark.slow
def test_a_climb_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first = a_round(tmp_path / "whole")
    assert first.found_by["games"] >= 30
    steps = (tmp_path / "whole" / "round-1" / "steps.jsonl").read_bytes()
    (tmp_path / "torn" / "round-1").mkdir(parents=True)
    (tmp_path / "torn" / "round-1" / "steps.jsonl").write_bytes(steps[: 2 * len(steps) // 3])
    assert a_round(tmp_path / "torn") == first


def test_steps_of_other_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "round-1").mkdir()
    (tmp_path / "round-1" / "steps.jsonl").write_text('{"dalang_tune": 1}\n', encoding="utf-8")
    with pytest.raises(BadResults, match="other weights"):
        a_round(tmp_path)
