"""dalang hint and dalang analyse, as a person meets them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dalang.cli import main
from dalang.engine.api import Position
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay, record
from dalang.engine.rng import Rng
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import game

Captured = pytest.CaptureFixture[str]

SPEC = game("web_of_power")
QUICK = ["--budget", "4"]


def decision() -> Position:
    """Somebody's turn, early in a game for three."""
    position, rng = SPEC.start(3), Rng(1)
    while len(position.legal_actions()) < 2:
        position.apply(random_step(position, rng))
    return position


def beginning(lines: int) -> Replay:
    """The first lines of a random game."""
    rng = Rng(1)
    whole = Replay.of(record(SPEC, 3, lambda position: int(random_step(position, rng)), {}))
    return replace(whole, lines=whole.lines[:lines], ended_by="")


def kept(tmp_path: Path, text: str) -> str:
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.slow
def test_a_position_a_view_and_a_replay_give_the_same_hint(
    tmp_path: Path, capsys: Captured
) -> None:
    position = decision()
    seat = int(position.actor())
    dealing = [line.actor for line in beginning(60).lines].index(seat)
    texts = [position.to_text(), SPEC.observe(position, seat).to_text(), beginning(dealing).text()]
    reports: list[object] = []
    for text in texts:
        assert main(["hint", kept(tmp_path, text), "--json", *QUICK]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0] == reports[1] == reports[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_told_in_words(language: str, tmp_path: Path, capsys: Captured) -> None:
    position = decision()
    path = kept(tmp_path, position.to_text())
    assert main(["hint", path, "--language", language, *QUICK]) == 0
    printed = capsys.readouterr().out
    assert Words(SPEC.vocabulary, language).say(position.question()) in printed
    assert "%" in printed


@pytest.mark.slow
def test_a_seat_asks_about_its_own_next_decision(tmp_path: Path, capsys: Captured) -> None:
    path = kept(tmp_path, beginning(60).text())
    for seat in range(3):
        assert main(["hint", path, "--line", "9", "--seat", str(seat), "--json", *QUICK]) == 0
        assert json.loads(capsys.readouterr().out)["seat"] == seat


@pytest.mark.parametrize(
    ("text", "options", "trouble"),
    [
        ("game: chess\n", [], "There is no game 'chess'"),
        ("nonsense", [], "Line 1"),
        (SPEC.start(3).to_text(), [], "Chance is to decide"),
        (decision().to_text(), ["--seat", "7"], "There is no seat 7"),
        (beginning(60).text(), ["--seat", "9", "--line", "20"], "There is no seat 9"),
        (SPEC.observe(decision(), 0).to_text(), ["--seat", "9"], "There is no seat 9"),
        (decision().to_text(), ["--line", "3"], "Only a replay has lines"),
        (decision().to_text(), ["--budget", "soon"], "is no budget"),
        (beginning(30).text(), ["--line", "999"], "decides anything from line 999"),
    ],
)
def test_a_hint_that_cannot_be_given(
    text: str, options: list[str], trouble: str, tmp_path: Path, capsys: Captured
) -> None:
    assert main(["hint", kept(tmp_path, text), *options]) == 2
    assert trouble in capsys.readouterr().err


def test_a_view_belongs_to_its_seat(tmp_path: Path, capsys: Captured) -> None:
    position = decision()
    seat = int(position.actor())
    path = kept(tmp_path, SPEC.observe(position, seat).to_text())
    assert main(["hint", path, "--seat", str((seat + 1) % 3)]) == 2
    assert f"what seat {seat} knows" in capsys.readouterr().err
    assert main(["hint", str(tmp_path / "nothing"), "--seat", "0"]) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.slow
def test_an_analysis_as_table_json_and_picture(tmp_path: Path, capsys: Captured) -> None:
    path = kept(tmp_path, beginning(30).text())
    picture = tmp_path / "curve.svg"
    assert main(["analyse", path, "--budget", "1", "--plot", str(picture)]) == 0
    printed = capsys.readouterr().out
    assert "The largest swings" in printed
    assert printed.count("seat 2") >= 1
    assert "<svg" in picture.read_text("utf-8")
    assert main(["analyse", path, "--budget", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["players"] == 3
    assert len(report["swings"]) == min(3, len(report["moments"]))
    assert main(["analyse", path, "--budget", "1", "--plot", str(tmp_path / "curve.exe")]) == 2
    assert "curve.exe" in capsys.readouterr().err
    lost = tmp_path / "nowhere" / "curve.svg"
    assert main(["analyse", path, "--budget", "1", "--plot", str(lost)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_opinions_of_a_bot_go_to_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # somebody looks at the bar, the output is a file
    path = kept(tmp_path, beginning(30).text())
    assert main(["analyse", path, "--bot", "random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bot"] == "random"
    assert main(["analyse", path, "--bot", "random", "--plot", str(tmp_path / "curve.svg")]) == 2
    assert "--plot goes without --bot" in capsys.readouterr().err


def test_a_replay_that_is_broken_is_not_analysed(tmp_path: Path, capsys: Captured) -> None:
    path = kept(tmp_path, beginning(45).text().replace("0: play", "0: eat", 1))
    assert main(["analyse", path, *QUICK]) == 2
    assert "game.txt" in capsys.readouterr().err
