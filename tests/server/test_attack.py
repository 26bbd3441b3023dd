"""`scripts/attack` in its short form: the server survives, refuses, and loses no move."""

import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "attack"
MEGABYTE = 1024 * 1024
SERVED = ("nothing", "club")  # nothing of that is refused
BORNE = ("slow-pings",)  # may be refused, but need not be


@pytest.fixture(scope="module")
def reports() -> dict[str, dict[str, Any]]:
    """All attacks, one after the other, on one server."""
    command = [sys.executable, str(SCRIPT), "--short", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return {report["name"]: report for report in json.loads(done.stdout)}


@pytest.fixture
def attack(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """The script in this process: what it returns, says and complains of."""
    monkeypatch.setattr(sys, "path", [str(SCRIPT.parent), *sys.path])
    main = runpy.run_path(str(SCRIPT))["main"]

    def run(*options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", [str(SCRIPT), *options])
        code: int = main()
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.mark.slow
def test_every_attack_is_survived(
    reports: dict[str, dict[str, Any]], attack: Callable[..., tuple[int, str, str]]
) -> None:
    code, listed, _ = attack("--list")
    assert code == 0
    assert list(reports) == [line.split()[0] for line in listed.splitlines()]
    for name, report in reports.items():
        assert report["alive"], name
        assert report["lost"] == [], name
        assert report["grown"] < 64 * MEGABYTE, (name, report["grown"])
        assert report["complaints"] <= max(20, report["tally"]["tried"] // 10), name


@pytest.mark.slow
def test_attackers_are_refused_and_nobody_else(reports: dict[str, dict[str, Any]]) -> None:
    for name, report in reports.items():
        tally, others = report["tally"], report["experience"]
        if name not in BORNE:
            assert bool(tally["refused"]) == (name not in SERVED), (name, tally)
        assert others["refused"] == 0, (name, others)
        assert others["failed"] == 0, (name, others)
        assert others["reconnected"] == 0, (name, others)
        assert others["waits"].keys() >= {"move", "page"}, name
    assert any(report["experience"]["played"] for report in reports.values())


@pytest.mark.parametrize(
    "address", ["192.0.2.1:80", "example.org:80", "http://10.0.0.1:8000", "127.0.0.1", "0.0.0.0:1"]
)
def test_only_this_machine_is_attacked(
    address: str, attack: Callable[..., tuple[int, str, str]]
) -> None:
    code, _, complaint = attack("--server", address)
    assert code == 2
    assert "only this machine" in complaint
