"""Training: what a step computes, that a run can be interrupted anywhere, and what is refused."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dalang.arena.workers import ThisProcess
from dalang.bots.net import INPUT_UNIT, UNIT
from dalang.bots.net_file import read_nets
from dalang.cli import main
from dalang.registry import game
from dalang.training.checkpoint import Folder
from dalang.training.gradients import Learner, softmax, surprise
from dalang.training.instinct import InstinctClimb, InstinctDuel, lead
from dalang.training.running import TrainingRun
from dalang.training.self_play import GameBatch, play_batch
from dalang.training.settings import BadTraining, TrainingSettings
from dalang.training.strength import measure, plot

GAME = "cards_and_karma"  # the shortest games
SPEC = game(GAME)
NOUGHTS = [0.0] * len(SPEC.weights)
NOT_NUMBERS = [math.nan] * len(SPEC.weights)
SMALL = TrainingSettings(
    GAME,
    instinct_steps=0,
    generations=3,
    games=1,
    by_instinct=1,
    instinct_games=1,
    share=0.1,
    first_layer=4,
    second_layer=2,
    memory=2,
    batch=32,
    measured=0,
)


def silent(_: str) -> None:
    """Nobody listens."""


def nothing_there(name: str) -> None:
    """As if no package were installed."""


def nobody(done: int, total: int) -> None:
    """Nobody watches."""


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dalang.training.running.BATCH", 1)
    monkeypatch.setattr("dalang.training.instinct.GAMES", 3)
    monkeypatch.setattr("dalang.training.instinct.DIRECTIONS", 2)


def batch(settings: TrainingSettings, number: int = 0, generation: int = 0) -> GameBatch:
    weights = tuple(SPEC.new_judge().weights)
    return GameBatch(settings, generation, number, 2, 2, weights, weights, None)


def test_a_step_goes_down_the_slope() -> None:
    """The change of every weight, against the slope that small nudges show."""
    rng = np.random.default_rng(1)
    learner = Learner((7, 4, 3, 3), 5)
    for number in (1, 3, 4, 5):  # so that no neuron stands just on its edge
        shape = learner.weights[number].shape
        learner.weights[number] = rng.standard_normal(shape).astype(np.float32)
    rows = rng.integers(0, 65, (6, 7)).astype(np.uint8)
    opinions = rng.standard_normal((6, 3)).astype(np.float32)
    targets = np.eye(3, dtype=np.float32)[rng.integers(0, 3, 6)]
    before = [weight.copy() for weight in learner.weights]
    slopes: list[np.ndarray] = []
    for weight in learner.weights:
        slope = np.zeros(weight.shape)
        for place in np.ndindex(weight.shape):
            kept = weight[place]
            weight[place] = kept + 0.002
            more = learner.loss(rows, opinions, targets)
            weight[place] = kept - 0.002
            slope[place] = (more - learner.loss(rows, opinions, targets)) / 0.004
            weight[place] = kept
        slopes.append(slope)
    learner.step(rows, opinions, targets, rate=0.001, decay=0.0)
    for slope, old, new in zip(slopes, before, learner.weights, strict=True):
        clear = np.abs(slope) > 0.01  # Adam's first step has the size of the rate
        assert np.allclose((new - old)[clear], -0.001 * np.sign(slope[clear]), atol=1e-4)
    assert all(np.abs(slope).max() > 0.01 for slope in slopes)


def test_learning_finds_out_who_wins() -> None:
    """The winner is the seat whose number is 1: after some steps the net knows."""
    rng = np.random.default_rng(2)
    winners = rng.integers(0, 3, 400)
    rows = (np.eye(3)[winners] * INPUT_UNIT).astype(np.uint8)
    targets, nothing = np.eye(3, dtype=np.float32)[winners], np.zeros((400, 3), np.float32)
    learner = Learner((3, 8, 4, 3), 1)
    for _ in range(300):
        learner.step(rows, nothing, targets, 0.02, 0.0)
    assert learner.loss(rows, nothing, targets) < 0.05


def test_weights_that_are_not_finite_are_noticed() -> None:
    learner = Learner((3, 2, 2, 2), 1)
    learner.weights[0][0, 0] = np.nan
    rows, targets = np.full((1, 3), 64, np.uint8), np.array([[1, 0]], np.float32)
    with pytest.raises(BadTraining, match="not finite"):
        learner.step(rows, np.zeros((1, 2), np.float32), targets, 0.1, 0.0)
    with pytest.raises(BadTraining, match="not finite"):
        learner.rounded()


def test_rounded_weights_are_those_of_the_layers_in_order() -> None:
    learner = Learner((3, 2, 2, 2), 1)
    learner.weights[0][0, 1] = 0.5
    learner.weights[5][:] = [1, -100]
    numbers = learner.rounded()
    assert numbers[1] == UNIT // 2
    assert numbers[-2:] == [UNIT, -32767]
    assert len(numbers) == 3 * 2 + 2 + 2 * 2 + 2 + 2 * 2 + 2


def test_surprise_is_that_of_the_chances() -> None:
    logits = np.log(np.array([[0.5, 0.25, 0.25]], np.float32))
    assert softmax(logits) == pytest.approx(np.array([[0.5, 0.25, 0.25]]))
    assert surprise(logits, np.array([[0, 1, 0]], np.float32)) == pytest.approx(np.log(4))


def test_a_batch_gives_the_same_positions_anywhere() -> None:
    settings = replace(SMALL, share=0.5)
    one, other = play_batch(batch(settings)), play_batch(batch(settings))
    assert (one.rows, one.targets, one.opinions) == (other.rows, other.targets, other.opinions)
    assert play_batch(batch(settings, 1)).rows != one.rows
    assert one.games == 2
    assert len(one.held_out) * 2 == len(one.targets) == len(one.opinions)
    pairs = np.array(one.targets).reshape(-1, 2)
    assert np.allclose(pairs.sum(1), 1)
    assert {0.0, 1.0} >= set(pairs.ravel()) or 0.5 in pairs


def test_what_a_search_finds_is_learned_from() -> None:
    """Targets lie between the result and the chances that the search saw; it knows only views."""
    settings = replace(SMALL, searched=1, searched_share=1.0, simulations=4, trace=0.5)
    searched = batch(settings, generation=SMALL.generations - 1)
    one, other = play_batch(searched), play_batch(searched)
    assert (one.rows, one.targets) == (other.rows, other.targets)
    pairs = np.array(one.targets).reshape(-1, 2)
    assert np.allclose(pairs.sum(1), 1, atol=1e-5)
    assert len(np.unique(pairs)) > len(pairs) / 4
    results = play_batch(replace(searched, settings=replace(settings, trace=1.0)))
    assert results.rows == one.rows
    assert len(np.unique(np.array(results.targets))) <= 3
    assert np.abs(pairs - np.array(results.targets).reshape(-1, 2)).mean() > 0.05


def test_generations_that_search_come_last_and_learn_from_their_own_kind(tmp_path: Path) -> None:
    settings = replace(
        SMALL, generations=4, games=5, searched=2, searched_games=3, instinct_games=7, only=2
    )
    assert [settings.games_of(generation) for generation in range(4)] == [7, 5, 3, 3]
    assert [settings.remembers_from(generation) for generation in range(4)] == [0, 0, 2, 2]
    short = replace(settings, games=2, searched_games=1, instinct_games=1, simulations=2, only=3)
    run = TrainingRun(short, tmp_path, ThisProcess(), silent)
    assert run.go(lambda: True, nobody) == 4
    assert {row["players"] for row in run.folder.logged("log.csv")} == {"3"}
    path = tmp_path / "some.net"
    run.write_to(path, 4)
    assert list(read_nets(path, SPEC).shapes) == [3]


@pytest.mark.slow
def test_strength_is_measured_where_the_nets_play(tmp_path: Path) -> None:
    settings = replace(SMALL, only=3, deals=1, level="master:2", against=("random",))
    run = TrainingRun(settings, tmp_path / "run", ThisProcess(), silent)
    run.write_to(tmp_path / "some.net", 1)
    measure(run.folder, tmp_path / "some.net", 1, ThisProcess(), silent)
    (row,) = run.folder.logged("strength.csv")
    assert row["games"] == "3"  # alone, at every seat in turn


def test_nets_for_one_number_of_players_are_added_to_those_of_others(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    three, two = (
        TrainingRun(replace(SMALL, only=only), tmp_path / str(only), ThisProcess(), silent)
        for only in (3, 2)
    )
    three.write_to(path, 1)
    two.write_to(path, 1)
    found = read_nets(path, SPEC)
    assert sorted(found.shapes) == [2, 3]
    assert "with 3, seed 1, 1 generations; " in found.origin
    two.write_to(path, 1)
    assert read_nets(path, SPEC) == found
    other = TrainingRun(replace(SMALL, only=4, horizon=9), tmp_path / "4", ThisProcess(), silent)
    with pytest.raises(BadTraining, match=r"some\.net holds nets .* another 'horizon'"):
        other.write_to(path, 1)


def test_a_run_may_be_shorter_than_its_generations_by_instinct() -> None:
    short = TrainingSettings(GAME, generations=1)
    assert short.by_instinct > short.generations
    assert not short.is_searched(0)


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody interrupted."""
    folder = tmp_path_factory.mktemp("straight")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dalang.training.running.BATCH", 1)
        TrainingRun(SMALL, folder, ThisProcess(), silent).go(lambda: True, nobody)
    return folder


def same_state(one: Path, other: Path) -> bool:
    with np.load(one / "checkpoint.npz") as a, np.load(other / "checkpoint.npz") as b:
        names = set(a.files) - {"seconds"}
        return all(np.array_equal(a[name], b[name]) for name in names)


@pytest.mark.slow
def test_a_run_that_was_interrupted_comes_to_the_same(straight: Path, tmp_path: Path) -> None:
    """After a generation; after its games but before anything was learned; while writing."""
    turns = iter([True, False])
    assert TrainingRun(SMALL, tmp_path, ThisProcess(), silent).go(lambda: next(turns), nobody) == 1
    (tmp_path / "checkpoint.npz.new").write_bytes(b"torn")
    second = TrainingRun(SMALL, tmp_path, ThisProcess(), silent)
    second.folder.restore(second.learners)
    second.play(1, nobody)  # and then it is killed
    third = TrainingRun(SMALL, tmp_path, ThisProcess(), silent)
    assert third.go(lambda: True, nobody) == 3
    assert same_state(straight, tmp_path)
    assert [row["generation"] for row in third.folder.logged("log.csv")] == [
        str(n) for n in (1, 2, 3) for _ in SPEC.players
    ]


@pytest.mark.slow
def test_only_the_last_generations_are_remembered(straight: Path) -> None:
    kept = sorted(path.name for path in straight.glob("positions-*.npz"))
    assert kept == ["positions-1.npz", "positions-2.npz"]


@pytest.mark.slow
def test_the_nets_of_a_run_can_play(straight: Path, tmp_path: Path) -> None:
    run = TrainingRun(SMALL, straight, ThisProcess(), silent)
    done, _ = run.folder.restore(run.learners)
    path = tmp_path / "some.net"
    run.write_to(path, done)
    assert "3 generations" in read_nets(path, SPEC).origin


@pytest.mark.slow
def test_the_command_measures_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = replace(
        SMALL, generations=1, measured=1, deals=1, level="master:2", against=("random",)
    )
    file, folder = tmp_path / "run.toml", tmp_path / "run"
    file.write_text(settings.text(), "utf-8")
    words = ["train", GAME, "--settings", str(file), "--results", str(folder), "--workers", "1"]
    picture = tmp_path / "strength.svg"
    assert main([*words, "--plot", str(picture), "--language", "en"]) == 0
    told = capsys.readouterr()
    assert "generation 1 are in" in told.out
    assert "one core" in told.err
    assert "<svg" in picture.read_text("utf-8")
    (row,) = Folder(folder, settings).logged("strength.csv")
    assert (row["against"], row["games"]) == ("random", "2")
    assert main([*words, "--seed", "9"]) == 2
    assert "other settings" in capsys.readouterr().err


@pytest.mark.slow
def test_an_instinct_moves_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    weights = SPEC.new_judge().weights
    settings = replace(SMALL, instinct_steps=2)
    once = InstinctClimb(settings, weights, Folder(tmp_path / "once", settings))
    once.go(ThisProcess())
    assert once.found() != tuple(weights)
    kept = {n: weight for n, weight in enumerate(weights) if SPEC.weights[n] == "scale"}
    assert all(once.found()[n] == weight for n, weight in kept.items())
    twice = InstinctClimb(settings, weights, Folder(tmp_path / "twice", settings))
    twice.step(ThisProcess())
    twice.folder.write("instinct.json", twice.way.as_json().encode())
    again = InstinctClimb(settings, weights, Folder(tmp_path / "twice", settings))
    again.go(ThisProcess())
    assert again.found() == once.found()


def test_a_bad_instinct_loses() -> None:
    weights = tuple(SPEC.new_judge().weights)
    useless = tuple(-weight for weight in weights[:-2]) + weights[-2:]
    assert lead(InstinctDuel(GAME, weights, useless, 1)) > 0.3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "which game"),
        ("game = 3", "game cannot be 3"),
        ('game = "bali"\nspeed = 3', "no setting 'speed'"),
        ('game = "bali"\ngames = 0', "games must be at least 1"),
        ('game = "bali"\ngames = true', "games cannot be True"),
        ('game = "bali"\ntrace = 1.5', "trace must be from 0 to 1"),
        ('game = "bali"\nfirst_layer = 5', "even"),
        ('game = "bali"\ngenerations = 5\nsearched = 3', "by_instinct and searched together"),
        ('game = "bali"\nonly = 2', "not for 2 players"),
        ('game = "bali"\nagainst = ["nobody"]', "no bot 'nobody'"),
        ('game = "chess"', "chess"),
        ("game = [", "cannot be read"),
    ],
)
def test_settings_that_make_no_sense(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.toml"
    file.write_text(text, "utf-8")
    assert main(["train", "bali", "--settings", str(file), "--results", str(tmp_path / "run")]) == 2
    assert message in capsys.readouterr().err


def test_settings_of_another_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.toml"
    file.write_text('game = "bali"', "utf-8")
    assert main(["train", GAME, "--settings", str(file)]) == 2
    assert "is about bali" in capsys.readouterr().err


def test_settings_are_written_as_they_are_read(tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text(SMALL.text(), "utf-8")
    assert TrainingSettings.read(file) == SMALL


def test_nets_that_would_be_too_large(tmp_path: Path) -> None:
    with pytest.raises(BadTraining, match="do not fit"):
        TrainingRun(replace(SMALL, first_layer=2000), tmp_path, ThisProcess(), silent)


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    """As when the disk is full: what was there stays, and the message says what to do."""
    folder = Folder(tmp_path, SMALL)
    folder.write("log.csv", b"old")
    (tmp_path / "log.csv.new").mkdir()  # stands in the way
    with pytest.raises(BadTraining, match=r"cannot be written.*goes on from there"):
        folder.write("log.csv", b"new")
    assert (tmp_path / "log.csv").read_bytes() == b"old"
    with pytest.raises(BadTraining, match="cannot be made"):
        Folder(tmp_path / "log.csv" / "run", SMALL)


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    folder = Folder(tmp_path, SMALL)
    (tmp_path / "checkpoint.npz").write_bytes(b"PK nonsense")
    with pytest.raises(BadTraining, match=r"checkpoint\.npz cannot be read"):
        folder.restore({})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"place": [0.0', "cannot be read"),  # cut off
        ("[1, 2]", "cannot be read"),
        ('{"place": [0], "speed": [0], "total": [0], "luck": 1}', "luck"),
        ('{"place": [0], "speed": [0], "total": [0]}', f"needs {len(SPEC.weights)} numbers"),
        (json.dumps(dict.fromkeys(("place", "speed", "total"), NOT_NUMBERS)), "numbers"),
        (json.dumps({**dict.fromkeys(("place", "speed", "total"), NOUGHTS), "steps": 1.5}), "int"),
    ],
)
def test_a_damaged_instinct_is_named(text: str, message: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path, SMALL)
    (tmp_path / "instinct.json").write_text(text, "utf-8")
    with pytest.raises(BadTraining, match=rf"instinct\.json .*{message}"):
        InstinctClimb(SMALL, SPEC.new_judge().weights, folder)


def test_nothing_to_draw(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="nothing to draw"):
        plot(Folder(tmp_path, SMALL), tmp_path / "x.svg")


def test_without_numpy_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", nothing_there)
    assert main(["train", GAME]) == 2
    assert "dalang[train]" in capsys.readouterr().err
