"""The costs of benchmarks.scaling, measured: `python -m benchmarks.scaling_costs`, five minutes.

benchmarks.work measures what a move costs where it is made, with four pages, and at a server that
follows, with one page and with four, in turn: a third of the difference is a viewer, and what is
left without viewers is making a move and following it.  benchmarks.capacity measures memory and
what PostgreSQL does for a move, and benchmarks.database_costs the rest.  Writes
results/scaling-costs.csv.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from typing import Any

from benchmarks import database_costs
from benchmarks.scaling import COSTS, Costs
from benchmarks.viewers import Numbers

OTHERS = 0.2  # of a core: what other programs may take on a quiet machine


def main() -> int:
    """All of it."""
    parser = argparse.ArgumentParser(description="Measures the costs of benchmarks.scaling.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=30.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each measurement")
    parser.add_argument("game", help="whose tables are played")
    options = parser.parse_args()
    four = capacity(options)
    found = derived(work(options), four) | database_costs.measure()
    others = four["others"]
    how = (
        f"{options.game}, {options.tables} tables, {options.rate:g} moves/s for "
        f"{options.seconds:g} s; other programs at most {100 * others:.0f} % of a core"
    )
    write(found, "quiet" if others < OTHERS else "busy", how)
    return 0


def capacity(options: argparse.Namespace) -> Numbers:
    """One measurement by benchmarks.capacity."""
    settings = ["--postgres", "--tables", str(options.tables), "--rate", str(options.rate)]
    found: list[Numbers] = measured("capacity", options, *settings, "--seconds", options.seconds)
    return found[0]


def work(options: argparse.Namespace) -> list[list[float]]:
    """What the server of a move and the one that follows do: with one page there, and four."""
    found: list[list[float]] = measured("work", options, "--watchers", "1", "4")
    return found


def measured(what: str, options: argparse.Namespace, *more: object) -> Any:
    """What another benchmark says."""
    command = [sys.executable, "-m", f"benchmarks.{what}", options.game, "--json", *map(str, more)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def derived(servers: list[list[float]], four: Numbers) -> dict[str, float]:
    """The costs of servers."""
    (made, one_page), (made_too, four_pages) = servers
    viewer = max(0.0, four_pages - one_page) / 3
    return {
        "move": max(0.0, (made + made_too) / 2 - 4 * viewer),
        "viewer": viewer,
        "follow": max(0.0, one_page - viewer),
        "write": four["database_ms_per_move"],
        "table_kb": four["kb_per_table"],
        "process_mb": four["empty_mb"],
    }


HOW = {
    "move": "benchmarks.work: a move with four viewers, less them",
    "viewer": "benchmarks.work: a third of following with four viewers minus with one",
    "follow": "benchmarks.work: following with one viewer, less it",
    "write": "CPU of PostgreSQL for a move, four viewers",
    "table_kb": "memory of a table with four viewers in one process",
    "process_mb": "a server process without tables",
    "hear": "CPU of a listener for a notice, 12 listeners at 1,500 notices/s",
    "deliver": "CPU of PostgreSQL for a notice to one listener",
    "commit": "8 writers with a notice",
    "plain_commit": "1 writer without a notice",
}
UNITS = {"table_kb": "KB", "process_mb": "MB"}


def write(found: dict[str, float], machine: str, how: str) -> None:
    """In the order in which the simulation names them."""
    with COSTS.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["cost", "value", "unit", "machine", "how it was found"])
        for name in Costs.__dataclass_fields__:
            about = f"{HOW[name]} ({how})"
            rows.writerow([name, f"{found[name]:.3g}", UNITS.get(name, "ms"), machine, about])
    print(f"written: {COSTS}")


if __name__ == "__main__":
    sys.exit(main())
