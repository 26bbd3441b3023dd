"""Learning weights from games, and letting them prove themselves."""

import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from dalang.arena.errors import BadMatch, BadResults
from dalang.arena.fitting import FURTHEST, fit
from dalang.arena.learning import (
    PRIOR,
    VALUE,
    PlayedGame,
    Pupils,
    Samples,
    TrainingGame,
    decisions,
    learn_from,
    play_training_game,
    sizes,
)
from dalang.arena.tuning import Outcome, Plan, present_weights, tune_round
from dalang.arena.weighing import MARK, write_weights
from dalang.arena.workers import ThisProcess
from dalang.cli import main
from dalang.engine.playout import play_out, settle_chance
from dalang.engine.rng import Rng
from dalang.registry import all_games, game

Captured = pytest.CaptureFixture[str]


def votes(truth: list[float], weights: list[float], questions: int) -> Samples:
    """Questions of three answers each, answered by somebody who has the true weights."""
    import math

    rng, samples = Random(3), Samples()
    for question in range(questions):
        slopes = [[rng.gauss(0, 1) for _ in truth] for _ in range(3)]
        odds = [math.exp(sum(a * b for a, b in zip(each, truth, strict=True))) for each in slopes]
        right = rng.choices(range(3), odds)[0]
        samples.kinds.append(VALUE)
        samples.deals.append(question // 4)
        samples.sizes.append(3)
        samples.slopes += slopes
        samples.logits += [
            sum(a * b for a, b in zip(each, weights, strict=True)) for each in slopes
        ]
        samples.targets += [float(answer == right) for answer in range(3)]
    return samples


def test_a_fit_finds_the_true_weights() -> None:
    truth, start = [1.0, -0.5, 0.3, 2.0], [0.8, -0.7, 0.35, 1.6]
    found = fit(votes(truth, start, 6000), start)
    assert found.weights == pytest.approx(truth, abs=0.12)
    assert found.loss_after < found.loss_before
    assert found.questions == 6000


def test_a_fit_to_mere_noise_is_held_back() -> None:
    """Who answers blindly teaches that nothing matters; but no weight goes all the way at once."""
    start = [1.0, -1.0]
    found = fit(votes([0.0, 0.0], start, 3000), start)
    assert found.weights == pytest.approx([1.0 - FURTHEST, -1.0 + FURTHEST], abs=0.01)


def test_right_weights_stay() -> None:
    truth = [1.0, 0.5]
    found = fit(votes(truth, truth, 4000), truth)
    assert found.weights == pytest.approx(truth, abs=0.1)


def test_weights_that_are_kept_stay() -> None:
    truth, start = [1.0, -0.5, 0.3], [0.8, -0.7, 0.35]
    found = fit(votes(truth, start, 3000), start, kept=(1,))
    assert found.weights[1] == start[1]
    assert found.weights[0] != start[0]


def test_too_few_games_are_refused() -> None:
    with pytest.raises(BadMatch, match="too little"):
        fit(votes([1.0], [1.0], 4), [1.0])


def test_the_size_of_nothing_is_a_tenth_of_the_usual() -> None:
    assert sizes([2.0, 0.0, -4.0, 1.0]) == [2.0, 0.2, 4.0, 1.0]
    assert sizes([0.0]) == [0.1]


@pytest.mark.parametrize("key", [key for key, spec in all_games().items() if spec.judge])
def test_slopes_foretell_what_other_weights_would_say(key: str) -> None:
    """Where the judge is nearly linear, and near the present weights it is."""
    spec, rng = game(key), Rng(5)
    players = spec.usual_players
    position = spec.start(players)
    settle_chance(position, rng)
    for _ in range(40):
        legal = position.legal_actions()
        position.apply(legal[rng.below(len(legal))])
        settle_chance(position, rng)
    weights = present_weights(key)
    steps = [0.01 * size * (1 if rng.below(2) else -1) for size in sizes(weights)]
    samples = Samples()
    places = tuple(range(1, players + 1))
    pupils = Pupils(spec, weights)
    while not pupils.plain.settled(position):
        position.apply(position.legal_actions()[0])
        settle_chance(position, rng)
    pupils.ask_who_wins(position, PlayedGame(0, players, (), places), samples)
    other = spec.new_judge([weight + step for weight, step in zip(weights, steps, strict=True)])
    assert samples.targets == [1.0] + [0.0] * (players - 1)
    for seat in range(players):
        told = other.value(position, seat) / other.scale
        slopes = zip(samples.slopes[seat], steps, strict=True)
        foretold = samples.logits[seat] + sum(slope * step for slope, step in slopes)
        assert foretold == pytest.approx(told, rel=0.01, abs=0.01)


@pytest.mark.slow
def test_a_training_game_asks_who_won_and_what_was_chosen() -> None:
    weights = tuple(present_weights("web_of_power"))
    training_game = TrainingGame("web_of_power", "random", 1, weights, 0, 3)
    played = play_training_game(training_game)
    position = game("web_of_power").start(3)
    for action in played.actions:
        position.apply(action)
    assert tuple(position.ranking()) == played.places
    assert play_out(position, Rng(1)) == 0
    samples = learn_from(
        TrainingGame("web_of_power", "random", 1, weights, 0, 3, played, (VALUE, PRIOR))
    )
    assert {VALUE, PRIOR} == set(samples.kinds)
    assert sum(samples.sizes) == len(samples.logits) == len(samples.slopes)
    assert sum(samples.targets) == pytest.approx(len(samples.kinds))
    assert all(len(slopes) == len(weights) for slopes in samples.slopes)


@pytest.mark.slow
def test_a_training_game_asks_who_won_wherever_the_judge_has_something_to_say() -> None:
    """In Taj Mahal that is between the rounds: few decisions of many, so all of them are asked."""
    weights = tuple(present_weights("taj_mahal"))
    played = play_training_game(TrainingGame("taj_mahal", "random", 1, weights, 0, 3))
    judge = game("taj_mahal").new_judge()
    moments = list(decisions(game("taj_mahal"), played))
    calm = sum(judge.settled(position) for position, _ in decisions(game("taj_mahal"), played))
    samples = learn_from(TrainingGame("taj_mahal", "random", 1, weights, 0, 3, played))
    assert 0 < calm < len(moments) / 4
    assert samples.kinds == [VALUE] * calm


# --- rounds -----------------------------------------------------------------------------------


def a_round(plan: Plan) -> Outcome:
    weights = present_weights(plan.key)
    return tune_round(
        plan, 1, weights, ThisProcess(), lambda: True, lambda: True, lambda told: None
    )


@pytest.mark.slow
def test_a_round_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = Plan("web_of_power", "random", 10, 3, 1, tmp_path / "whole")
    first = a_round(whole)
    torn = Plan("web_of_power", "random", 10, 3, 1, tmp_path / "torn")
    (torn.folder / "round-1").mkdir(parents=True)
    games = (whole.folder / "round-1" / "games.jsonl").read_bytes()
    (torn.folder / "round-1" / "games.jsonl").write_bytes(games[: len(games) // 2])
    assert a_round(torn) == first
    told = json.loads((torn.folder / "round-1" / "result.json").read_text("utf-8"))
    assert told["accepted"] == first.accepted
    assert list(told["weights"]) == list(game("web_of_power").weights)
    assert {proof["players"] for proof in told["proofs"]} == set(game("web_of_power").players)


@pytest.mark.slow
def test_a_round_may_learn_from_fewer_games_than_there_are(tmp_path: Path) -> None:
    a_round(Plan("web_of_power", "random", 12, 3, 1, tmp_path / "more"))
    for proof in (tmp_path / "more" / "round-1").glob("proof-*"):
        proof.unlink()  # as if it had been interrupted before
    fewer = a_round(Plan("web_of_power", "random", 8, 3, 1, tmp_path / "more"))
    assert fewer == a_round(Plan("web_of_power", "random", 8, 3, 1, tmp_path / "fewer"))


def test_games_of_other_weights_are_refused(tmp_path: Path) -> None:
    plan = Plan("web_of_power", "random", 1, 1, 1, tmp_path)
    (tmp_path / "round-1").mkdir()
    (tmp_path / "round-1" / "games.jsonl").write_text('{"dalang_tune": 1}\n', encoding="utf-8")
    with pytest.raises(BadResults, match="other weights"):
        a_round(plan)
    (tmp_path / "round-1" / "games.jsonl").write_text('{"dalang_tune": 1}\n{}\n', encoding="utf-8")
    with pytest.raises(BadResults, match="damaged near line 2"):
        a_round(plan)


@pytest.mark.slow
def test_tune_writes_weights_only_if_they_win(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "weights.toml"
    command = ["tune", "web_of_power", "--bot", "random", "--games", "10", "--proof", "8"]
    command += ["--results", str(tmp_path / "t"), "--weights", str(file), "--workers", "1"]
    status = main(command)
    told = json.loads((tmp_path / "t" / "round-1" / "result.json").read_text("utf-8"))
    assert status == (0 if told["accepted"] else 1)
    assert file.exists() == told["accepted"]
    assert ("New weights" if told["accepted"] else "did not win") in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["chess"], "There is no game 'chess'"),
        (["bali", "--bot", "champion"], "There is no bot"),
        (["bali", "--rounds", "0"], "At least one round"),
        (["bali", "--games", "0"], "At least one game"),
        (["bali", "--learn", "poetry"], "What can be learned: value, prior; or wins alone"),
        (["bali", "--keep", "luck"], "Bali has no weight 'luck'; its weights are both_discs"),
        (["bali", "--learn", "value,wins"], "What can be learned: value, prior; or wins alone"),
    ],
)
def test_bad_input_is_told_in_one_line(more: list[str], words: str, capsys: Captured) -> None:
    assert main(["tune", *more]) == 2
    assert words in capsys.readouterr().err


def test_writing_weights_changes_the_numbers_only(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text(
        f"{MARK}long ago.\n# Of our judge.\nroad = 1.5   # a road\nroad_late=2\n", encoding="utf-8"
    )
    write_weights(file, ("road", "road_late", "inn"), (0.123456, -3.0, 12345.6), "today.")
    text = file.read_text("utf-8")
    assert text == (
        f"{MARK}today.\n# Of our judge.\nroad = 0.1235   # a road\nroad_late=-3\ninn = 1.235e+04\n"
    )
    assert tomllib.loads(text) == {"road": 0.1235, "road_late": -3, "inn": 12350.0}
