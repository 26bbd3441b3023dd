"""Killed at random moments under load, the store loses no confirmed move."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "crash-test"


@pytest.mark.slow
def test_four_kills_lose_no_confirmed_move() -> None:
    """The long version: scripts/crash-test --times 200."""
    command = [sys.executable, str(SCRIPT), "--times", "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 kills" in done.stdout
    assert "none lost" in done.stdout
    assert "all well" in done.stdout
