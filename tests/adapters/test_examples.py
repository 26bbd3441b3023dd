"""The first hour's notebook runs, cell by cell, and its agent learns to beat random players."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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
    run = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=EXAMPLES,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    payoffs: list[float] = json.loads(run.stdout.splitlines()[-1])
    assert payoffs[0] < 0.5 < payoffs[-1]


def test_the_notebook_carries_no_results() -> None:
    """They would be out of date with the next change; running the notebook makes them."""
    notebook: Any = json.loads((EXAMPLES / "first_hour.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    assert not [cell for cell in notebook["cells"] if cell.get("outputs")]
