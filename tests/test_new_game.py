"""A game from elsewhere: written by one command, complete at once, and found by its package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dalang.cli import main

KEY = "river_stones"
MOST_LINES = 350


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a new game in it."""
    assert main(["new-game", KEY, "--folder", str(tmp_path)]) == 0
    return tmp_path


def run(environment: dict[str, str], *command: str) -> str:
    """What a program of Python says; it must succeed."""
    done = subprocess.run(
        [sys.executable, *command],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_small_and_under_its_own_name(folder: Path) -> None:
    texts = [path.read_text("utf-8") for path in (folder / KEY).rglob("*.*") if path.is_file()]
    assert sum(text.count("\n") for text in texts) <= MOST_LINES
    together = "".join(texts)
    assert "template" not in together.lower()
    assert "TG" not in together
    assert "class RiverStones(DeclaredPosition)" in together
    assert "**RS 2.1**" in together


@pytest.mark.slow
def test_it_passes_the_conformance_suite_and_its_own_tests(folder: Path) -> None:
    said = run({"DALANG_GAMES": str(folder)}, "-m", "dalang.cli", "check-game", KEY)
    assert said.endswith(" checks, 0 failed\n")
    code = f"import sys, pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', {KEY!r}]))"
    run({"PYTHONPATH": str(folder)}, "-c", f"import os; os.chdir({str(folder)!r}); {code}")


@pytest.mark.slow
def test_a_game_that_breaks_a_check_is_checked_to_the_end(folder: Path) -> None:
    file = folder / KEY / "game.py"
    sound = 'return f"draw {CARDS[outcome]}"'
    assert sound in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(sound, "raise NotImplementedError"), "utf-8")
    code = f"from dalang.cli import main; print(main(['check-game', {KEY!r}]))"
    *found, count, status = run({"DALANG_GAMES": str(folder)}, "-c", code).splitlines()
    assert status == "1"
    assert "check_replay, 2 players: NotImplementedError: " in found
    checks, failed = map(int, re.findall(r"\d+", count))
    assert checks > failed == len(found)


def installed(folder: Path, value: str) -> dict[str, str]:
    """The environment of a Dalang beside which a package with an entry point is installed."""
    package = folder / "site" / "stones"
    shutil.copytree(folder / KEY, package)
    about = folder / "site" / "stones-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stones\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[dalang.games]\n{KEY} = {value}\n")
    return {"PYTHONPATH": str(folder / "site")}


@pytest.mark.slow
@pytest.mark.parametrize("value", ["stones", "stones:GAME"])
def test_an_installed_package_brings_its_game(folder: Path, value: str) -> None:
    environment = installed(folder, value)
    assert KEY in run(environment, "-m", "dalang.cli", "games")
    code = (
        "import dalang, pickle; game = dalang.game('river_stones'); "
        "position = game.start(2); dalang.play_out(position, dalang.Rng(1)); "
        "print(pickle.loads(pickle.dumps(position)) == position, position.ended_by())"
    )
    assert run(environment, "-c", code) == "True hands_empty\n"


@pytest.mark.slow
@pytest.mark.parametrize("value", ["stones.words", "stones.nowhere"])
def test_a_package_without_a_game_is_named(folder: Path, value: str) -> None:
    environment = installed(folder, value)
    code = "from dalang.cli import main; print(main(['games']))"
    assert run(environment, "-c", code) == "2\n"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("River Stones", "'River Stones' is no name for a game"),
        ("class", "'class' is no name for a game"),
        ("bali", "There is a game 'bali' already"),
        (KEY, "exists already"),
    ],
)
def test_names_that_will_not_do(
    name: str, complaint: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", name, "--folder", str(folder)]) == 2
    assert complaint in capsys.readouterr().err


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes"
    file.touch()
    assert main(["new-game", KEY, "--folder", str(file)]) == 2
    assert f"{file / KEY} cannot be written: " in capsys.readouterr().err
