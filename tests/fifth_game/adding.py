"""Puts a fifth game beside the others: its folder is copied somewhere, and DALANG_GAMES says where.

Nothing else knows of it, so everything that shows it has found it by itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

KEY = "lanterns"
SOURCE = Path(__file__).parent / KEY
PATIENCE = 300.0  # seconds, on a busy machine


def add(folder: Path) -> dict[str, str]:
    """The environment of a Dalang that has the game, too."""
    games, home = folder / "games", folder / "home"
    shutil.copytree(SOURCE, games / KEY, ignore=shutil.ignore_patterns("__pycache__"))
    home.mkdir(mode=0o700)
    return os.environ | {"DALANG_GAMES": str(games), "DALANG_HOME": str(home)}


def run(environment: dict[str, str], *command: str | Path, given: str = "") -> str:
    """What a program of Python says; it must succeed."""
    done = subprocess.run(
        [sys.executable, *command],
        env=environment,
        cwd=environment["DALANG_HOME"],
        input=given,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def dalang(environment: dict[str, str], *arguments: str, given: str = "") -> str:
    """What a command of Dalang says."""
    return run(environment, "-m", "dalang.cli", *arguments, given=given)


@contextmanager
def served(environment: dict[str, str]) -> Generator[str]:
    """The address of a server, until the end of the block."""
    command = [sys.executable, "-m", "dalang.cli", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        said = next((line for line in server.stdout if "http://" in line), "")
        try:
            assert said, "the server does not start"
            address = said.split()[3].rstrip("/")
            _wait_for(address)
            yield address
        finally:
            server.terminate()
            server.communicate(timeout=PATIENCE)


def _wait_for(address: str) -> None:
    """Until somebody answers: the address is told a moment before."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(address, timeout=PATIENCE).close()
            return
        except OSError:
            assert time.monotonic() < until, "nobody answers"
            time.sleep(0.05)
