"""Priors that were learned from the search's choices: who goes by them, what they leave alone."""

import copy
import pickle
import re
import runpy
import sys
from pathlib import Path

import pytest

from dalang.bots import Budget
from dalang.bots.master import MasterBot, instinct_path, learned_judge
from dalang.bots.strongest import strongest
from dalang.engine.api import CHANCE, Position
from dalang.engine.judging import TwoMinds
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.weights import read_weights
from dalang.registry import all_games, game

SCRIPT = Path(__file__).parents[2] / "scripts" / "learn-instinct"
SPEC = game("taj_mahal")
FEW = Budget(simulations=6)


def a_decision(number: int) -> Position:
    """A position of a random game in which there is a choice."""
    position, rng = SPEC.start(SPEC.usual_players), Rng(number)
    for _ in range(40 + 9 * number):
        position.apply(random_step(position, rng))
    while position.actor() == CHANCE or len(position.legal_actions()) < 2:
        position.apply(random_step(position, rng))
    return position


@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_a_learned_prior_says_how_it_came_about(spec: GameSpec) -> None:
    """A game need not have one."""
    path = instinct_path(spec)
    assert isinstance(learned_judge(spec), TwoMinds) == path.exists()
    if path.exists():
        assert path.read_text("utf-8").startswith("# The master's prior")
        assert len(read_weights(path, spec.weights)) == len(spec.weights)


def test_hints_and_analyses_go_by_it() -> None:
    assert isinstance(strongest(SPEC, SPEC.usual_players)[0], TwoMinds)


def test_values_are_the_judge_s_and_priors_are_learned() -> None:
    both, judge = learned_judge(SPEC), SPEC.new_judge()
    learned = SPEC.new_judge(read_weights(instinct_path(SPEC), SPEC.weights))
    assert (both.scale, both.weights) == (judge.scale, judge.weights)
    assert (both.horizon, both.anywhere) == (judge.horizon, judge.anywhere)
    for number in range(4):
        position = a_decision(number)
        legal = position.legal_actions()
        assert list(both.values(position)) == list(judge.values(position))
        assert both.value(position, 1) == judge.value(position, 1)
        assert both.settled(position) == judge.settled(position)
        assert list(both.priors(position, legal)) == list(learned.priors(position, legal))
        assert both.prior(position, legal[0]) == learned.prior(position, legal[0])
        assert list(both.priors(position, legal)) != list(judge.priors(position, legal))


def test_a_copy_of_a_master_has_the_same_prior() -> None:
    master, position = MasterBot(SPEC, budget=FEW), a_decision(2)
    view = SPEC.observe(position, int(position.actor()))
    chosen = master.choose(view, Rng(5))
    for twin in (copy.deepcopy(master), pickle.loads(pickle.dumps(master))):
        assert isinstance(twin.judge, TwoMinds)
        assert twin.choose(view, Rng(5)) == chosen


def test_with_weights_of_its_own_a_master_goes_by_these_alone() -> None:
    assert isinstance(MasterBot(SPEC).judge, TwoMinds)
    own = MasterBot(SPEC, SPEC.new_judge().weights)
    assert not isinstance(own.judge, TwoMinds)


@pytest.mark.slow
def test_a_prior_is_learned_from_what_a_bot_chooses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its choices surprise less with the new weights, which a judge can read."""
    path = tmp_path / "new" / "instinct.toml"
    options = ["cards_and_karma", "--bot", "novice", "--games", "6", "--workers", "1"]
    monkeypatch.setattr(sys, "argv", ["learn-instinct", *options, "--out", str(path)])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    first, *passes = [float(number) for number in re.findall(r"\d\.\d+", capsys.readouterr().out)]
    assert passes[-1] < first
    weights = game("cards_and_karma").weights
    assert len(read_weights(path, weights)) == len(weights)


@pytest.mark.parametrize(
    ("options", "said"), [(["chess"], "no game 'chess'"), (["bali", "--games", "0"], "one game")]
)
def test_what_cannot_be_learned_is_told(
    options: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["learn-instinct", *options, "--workers", "1"])
    with pytest.raises(SystemExit, match=said):
        runpy.run_path(str(SCRIPT), run_name="__main__")
