"""`scripts/attack` in its short form: the server survives, refuses, and loses no move."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "attack"
MEGABYTE = 1024 * 1024
HARMLESS = ("nothing", "club")  # whoever does that is served


def attack(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


@pytest.fixture(scope="module")
def reports() -> dict[str, dict[str, Any]]:
    """All attacks, one after the other, on one server."""
    done = attack("--short", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    return {report["name"]: report for report in json.loads(done.stdout)}


def names() -> list[str]:
    listed = attack("--list")
    assert listed.returncode == 0, listed.stderr
    return [line.split()[0] for line in listed.stdout.splitlines()]


@pytest.mark.slow
def test_every_attack_is_survived(reports: dict[str, dict[str, Any]]) -> None:
    assert list(reports) == names()
    for name, report in reports.items():
        assert report["alive"], name
        assert report["lost"] == [], name
        assert report["grown"] < 64 * MEGABYTE, (name, report["grown"])
        assert report["complaints"] <= max(20, report["tally"]["tried"] // 10), name


@pytest.mark.slow
def test_attackers_are_refused_and_nobody_else(reports: dict[str, dict[str, Any]]) -> None:
    for name, report in reports.items():
        tally, others = report["tally"], report["experience"]
        assert bool(tally["refused"]) == (name not in HARMLESS), (name, tally)
        assert others["refused"] == 0, (name, others)
        assert others["failed"] == 0, (name, others)
        assert others["reconnected"] == 0, (name, others)
        assert others["waits"].keys() >= {"move", "page"}, name
    assert any(report["experience"]["played"] for report in reports.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["192.0.2.1:80", "example.org:80", "http://10.0.0.1:8000", "127.0.0.1", "0.0.0.0:1"]
)
def test_only_this_machine_is_attacked(address: str) -> None:
    refused = attack("--server", address)
    assert refused.returncode == 2
    assert "only this machine" in refused.stderr
