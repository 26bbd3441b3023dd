"""The first hour's notebook runs, and its agent learns; the trained networks play.

The scripts that train need torch, which is not installed for tests: `python -m benchmarks.baselines
--train` runs them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import dalang
from dalang.arena.match import Match
from dalang.arena.running import run
from dalang.arena.workers import ThisProcess
from dalang.bots import BotName
from dalang.engine.errors import DalangError

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

# What a notebook does: all cells in one namespace, in the folder the notebook lies in.
RUN = """
import json, sys
namespace = {"__name__": "__main__"}
for cell in json.load(open("first_hour.ipynb", encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        exec(compile(cell["source"], cell["id"], "exec"), namespace)
print(json.dumps(namespace["payoffs"]))
"""


@pytest.mark.slow
def test_the_notebook_runs_and_its_agent_learns() -> None:
    surroundings = os.environ | {"MPLBACKEND": "Agg", "PYTHONPATH": str(EXAMPLES)}
    surroundings["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=EXAMPLES,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    payoffs: list[float] = json.loads(done.stdout.splitlines()[-1])
    assert payoffs[0] < 0.5 < payoffs[-1]


def test_the_notebook_carries_no_results() -> None:
    """They would be out of date with the next change; running the notebook makes them."""
    notebook: Any = json.loads((EXAMPLES / "first_hour.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    assert not [cell for cell in notebook["cells"] if cell.get("outputs")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Ppo", "DeepMonteCarlo"])
def test_the_trained_networks_beat_random_players(name: str, tmp_path: Path) -> None:
    match = Match.of("web_of_power", 3, f"random,{EXAMPLES}/trained.py:{name}")
    report = run(match, 6, tmp_path / "games.jsonl", ThisProcess())
    assert report.standings[-1].share.mean > 0.8


def test_a_network_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DALANG_WEIGHTS", str(tmp_path))
    bot = BotName(f"{EXAMPLES}/trained.py:Ppo").make("web_of_power")
    position = dalang.game("web_of_power").start(3)
    dalang.settle_chance(position, dalang.Rng(1))
    view = dalang.game("web_of_power").observe(position, int(position.actor()))
    with pytest.raises(DalangError, match=r"web_of_power-3-ppo\.npz: train it first"):
        bot.choose(view, dalang.Rng(1))


@pytest.mark.parametrize("script", ["ppo.py", "deep_monte_carlo.py", "self_play.py"])
def test_a_script_that_trains_is_short(script: str) -> None:
    assert len((EXAMPLES / script).read_text(encoding="utf-8").splitlines()) <= 150
