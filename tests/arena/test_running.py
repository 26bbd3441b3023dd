"""Matches as people run them: results on disk, interruptions, several workers, pictures."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dalang.arena.book import Book, header, match_of, read
from dalang.arena.errors import BadResults
from dalang.arena.game import Result
from dalang.arena.match import Match
from dalang.arena.running import run
from dalang.arena.workers import ThisProcess, workers
from dalang.bots import BotError
from dalang.cli import main

Captured = pytest.CaptureFixture[str]

MATCH = Match.of("cards_and_karma", 2, "random,random")
PATIENCE = 120  # seconds until something that must happen has not happened


def played(path: Path) -> list[Result]:
    """The games of a file in order, without how long they took."""
    results = sorted(read(path)[1], key=lambda result: (result.deal, result.number))
    return [Result.from_json(result.as_json() | {"seconds": [0, 0]}) for result in results]


def arena(path: Path, *more: str) -> list[str]:
    return [
        "arena", "cards_and_karma", "--players", "2", "--bots", "random,random",
        "--results", str(path), *more,
    ]  # fmt: skip


# --- the file of results ------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_goes_on_with_more_deals(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    run(MATCH, 4, whole, ThisProcess())
    run(MATCH, 1, parts, ThisProcess())
    report = run(MATCH, 4, parts, ThisProcess(), lambda r, total: seen.append((len(r), total)))
    assert seen == [(count, 8) for count in range(2, 9)]
    assert report.games == 8
    assert played(parts) == played(whole)


def test_a_match_stops_when_time_is_over(tmp_path: Path) -> None:
    answers = iter([True] * 3 + [False] * 9)
    report = run(MATCH, 4, tmp_path / "r", ThisProcess(), time_left=lambda: next(answers))
    assert (report.games, len(read(tmp_path / "r")[1])) == (2, 3)


def test_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    run(MATCH, 2, whole, ThisProcess())
    torn.write_bytes(whole.read_bytes()[:-40])
    with Book(torn, MATCH) as book:
        assert [(job.deal, job.number) for job in book.missing(2)] == [(1, 1)]
    run(MATCH, 2, torn, ThisProcess())
    assert played(torn) == played(whole)


def emptied(text: str) -> str:
    return ""


def with_nonsense(text: str) -> str:
    return "nonsense\n" + text


def beheaded(text: str) -> str:
    return text.partition("\n")[2]


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (emptied, "is no file of arena results"),
        (with_nonsense, "is no file of arena results"),
        (beheaded, "is no file of arena results"),
        (replaced('{"deal": 0', '{"dael": 0'), "line 2 is no result of a game"),
        (replaced('"places": [', '"places": [4, '), "line 2 is no result of a game"),
        (replaced('"places"', "places"), "line 2 is no result of a game"),
        (replaced('"seed": 1', '"seed": 2'), "another match: its seed is 2, not 1"),
        (replaced('"players": 2', '"players": 3'), "another match: its players is 3"),
        (replaced('"edition": "', '"edition": "X'), "another match: its edition"),
        (replaced('"code": "', '"code": "X'), "played by other bots.*--keep"),
    ],
)
def test_damaged_and_foreign_files_are_refused_and_left_alone(
    tmp_path: Path, damage: Callable[[str], str], words: str
) -> None:
    path = tmp_path / "results.jsonl"
    run(MATCH, 1, path, ThisProcess())
    path.write_text(damage(path.read_text("utf-8")), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(BadResults, match=words):
        run(MATCH, 2, path, ThisProcess())
    assert path.read_bytes() == before


def test_changed_bots_may_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(MATCH, 1, path, ThisProcess())
    path.write_text(path.read_text("utf-8").replace('"code": "', '"code": "X'), encoding="utf-8")
    assert run(MATCH, 2, path, ThisProcess(), keep=True).games == 4


def test_a_file_says_which_match_it_is_about(tmp_path: Path) -> None:
    assert match_of(header(MATCH), tmp_path) == MATCH
    with pytest.raises(BadResults, match="does not say which match"):
        match_of({"game": "taj_mahal"}, tmp_path)


# --- the command line -----------------------------------------------------------------------


@pytest.mark.slow
def test_arena_prints_a_table(tmp_path: Path, capsys: Captured) -> None:
    assert main(arena(tmp_path / "r", "--deals", "3", "--workers", "1")) == 0
    told = capsys.readouterr()
    for words in ("6 games on 3 deals", "random #2 alone", "95 %", "fair", "ms/decision", "rating"):
        assert words in told.out
    assert str(tmp_path / "r") in told.err


@pytest.mark.slow
def test_arena_prints_json_and_draws(tmp_path: Path, capsys: Captured) -> None:
    picture = tmp_path / "shares.svg"
    more = ("--deals", "3", "--workers", "1", "--json", "--plot", str(picture))
    assert main(arena(tmp_path / "r", *more)) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert report["games"] == 6
    assert sum(bot["win_share"]["mean"] for bot in report["bots"]) == pytest.approx(1)
    assert [bot["fair_share"] for bot in report["bots"]] == [0.5, 0.5]
    assert b"<svg" in picture.read_bytes()


def test_results_are_in_the_present_folder_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = arena(tmp_path, "--deals", "1", "--workers", "1")
    del command[command.index("--results") : command.index("--results") + 2]
    assert main(command) == 0
    assert [path.name for path in tmp_path.iterdir()] == [
        "arena-cards_and_karma-2-random-random__2-1.jsonl"
    ]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--bots", "random,champion"], "There is no bot 'champion'"),
        (["--players", "9"], "not for 9"),
        (["--deals", "0"], "At least one deal"),
        (["--workers", "0"], "At least one worker"),
        (["--cluster", "http://here"], "A cluster is ray://HOST:PORT"),
        (["--deals", "1", "--workers", "1", "--plot", "shares.doc"], "A picture is one of"),
    ],
)
def test_bad_input_is_told_in_one_line(
    tmp_path: Path, capsys: Captured, more: list[str], words: str
) -> None:
    assert main(arena(tmp_path / "r", *more)) == 2
    assert words in capsys.readouterr().err


def test_without_matplotlib_a_picture_is_refused_in_words(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    more = ("--deals", "1", "--workers", "1", "--plot", str(tmp_path / "p.png"))
    assert main(arena(tmp_path / "r", *more)) == 2
    assert "pip install 'dalang[arena]'" in capsys.readouterr().err


def test_without_openskill_there_are_no_ratings(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(arena(tmp_path / "r", "--deals", "1", "--workers", "1")) == 0
    assert "Ratings need OpenSkill" in capsys.readouterr().err


# --- interruptions, processes, clusters -----------------------------------------------------


def start(path: Path, *more: str) -> subprocess.Popen[str]:
    """An arena in a separate process that has finished some games."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dalang.cli", *arena(path, "--deals", "100000", *more)],
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_bytes().count(b"\n") > 6):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)
    return process


@pytest.mark.slow
@pytest.mark.parametrize("count", ["1", "2"])
def test_a_killed_match_goes_on_where_it_stopped(tmp_path: Path, count: str) -> None:
    path = tmp_path / "killed.jsonl"
    process = start(path, "--workers", count)
    process.kill()
    process.communicate(timeout=PATIENCE)
    kept = len(read(path)[1])
    assert kept >= 6
    deals = max(result.deal for result in read(path)[1]) + 1
    run(MATCH, deals, path, ThisProcess())
    run(MATCH, deals, tmp_path / "whole.jsonl", ThisProcess())
    assert played(path) == played(tmp_path / "whole.jsonl")


@pytest.mark.slow
def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "interrupted.jsonl"
    process = start(path, "--workers", "2")
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 130
    assert f"Every game that was over is in {path}" in told
    assert "Traceback" not in told
    assert len(read(path)[1]) >= 6


@pytest.mark.slow
def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    with workers(2, None) as pair:
        run(MATCH, 3, tmp_path / "two.jsonl", pair)
    run(MATCH, 3, tmp_path / "one.jsonl", ThisProcess())
    assert played(tmp_path / "two.jsonl") == played(tmp_path / "one.jsonl")


@pytest.mark.slow
def test_what_goes_wrong_in_a_process_is_told(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from dalang.bots.bot import Bot\n\n"
        "class Cheat(Bot):\n    def choose(self, view, rng):\n        return -7\n",
        encoding="utf-8",
    )
    match = Match.of("cards_and_karma", 2, f"random,{file}:Cheat")
    with pytest.raises(BotError, match="not legal"), workers(2, None) as pair:
        run(match, 1, tmp_path / "r", pair)


@pytest.mark.slow
def test_two_workers_of_a_local_ray_play_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "ray.jsonl"
    command = arena(path, "--deals", "3", "--workers", "2", "--cluster", "local", "--json")
    done = subprocess.run(
        [sys.executable, "-m", "dalang.cli", *command],
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        env=os.environ | {"RAY_TMPDIR": "/tmp", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 6
    run(MATCH, 3, tmp_path / "one.jsonl", ThisProcess())
    assert played(path) == played(tmp_path / "one.jsonl")
