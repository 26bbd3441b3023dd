"""Tests by browsers run in a stage of their own, wherever they are, and in no other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEST = "def test_a_page(visit): ...\ndef test_anything(): ...\n"


def collected(folder: Path, *options: str) -> str:
    """What pytest finds in a folder, with the fixtures that conftest.py loads."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.browser.fixtures", "--collect-only"]
    config = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), "-q", str(folder)]
    done = subprocess.run([*command, *config, *options], cwd=ROOT, capture_output=True, text=True)
    return done.stdout + done.stderr


@pytest.mark.slow
def test_the_mark_comes_with_the_fixture(tmp_path: Path) -> None:
    place = tmp_path / "tests" / "browser"
    place.mkdir(parents=True)
    (place / "test_page.py").write_text(TEST, "utf-8")
    (tmp_path / "tests" / "test_other.py").write_text("def test_other(): ...\n", "utf-8")
    alone = collected(tmp_path, "-m", "browser")
    assert "test_page.py::test_a_page" in alone
    assert "1/2 tests collected" in alone  # the other file was not even read
    others = collected(tmp_path, "-m", "not browser")
    assert "test_a_page" not in others
    assert "2/3 tests collected" in others
    assert "2/3 tests collected" in collected(tmp_path, "-m", "not slow")


@pytest.mark.slow
def test_a_browser_in_another_folder_is_refused(tmp_path: Path) -> None:
    """It would run in no stage at all."""
    (tmp_path / "test_page.py").write_text(TEST, "utf-8")
    assert "test_page.py::test_a_page needs a browser, but" in collected(tmp_path)
