"""The costs of benchmarks.scaling, measured: `python -m benchmarks.scaling_costs`, five minutes.

The same games at the same rate on a private PostgreSQL, three times: with one viewer of each table,
with four, and with four at two servers.  The second minus the first is three viewers, and the third
minus the second is following: what the other server does to read a move, to apply it, and to draw
what all of its viewers share.  benchmarks.database_costs measures the rest.  Writes
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
SETTINGS = ("--postgres", "--json")


def main() -> int:
    """All of it."""
    parser = argparse.ArgumentParser(description="Measures the costs of benchmarks.scaling.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=30.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each measurement")
    parser.add_argument("game", help="whose tables are played")
    options = parser.parse_args()
    one = capacity(options, "--viewers", "1")
    four = capacity(options)
    two = capacity(options, "--servers", "2")
    found = derived(one, four, two) | database_costs.measure()
    others = max(measured["others"] for measured in (one, four, two))
    how = (
        f"{options.game}, {options.tables} tables, {options.rate:g} moves/s for "
        f"{options.seconds:g} s; other programs at most {100 * others:.0f} % of a core"
    )
    write(found, "quiet" if others < OTHERS else "busy", how)
    return 0


def capacity(options: argparse.Namespace, *more: str) -> Numbers:
    """One measurement by benchmarks.capacity."""
    command = [sys.executable, "-m", "benchmarks.capacity", options.game, *SETTINGS, *more]
    command += ["--tables", str(options.tables), "--rate", str(options.rate)]
    command += ["--seconds", str(options.seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found[0]


def derived(one: Numbers, four: Numbers, two: Numbers) -> dict[str, float]:
    """The costs of servers, from one viewer, four viewers, and four at two servers."""
    alone, together = one["server_ms_per_move"], four["server_ms_per_move"]
    viewer = max(0.0, together - alone) / 3
    return {
        "move": max(0.0, alone - viewer),
        "viewer": viewer,
        "follow": max(0.0, two["server_ms_per_move"] - together),
        "write": four["database_ms_per_move"],
        "table_kb": four["kb_per_table"],
        "process_mb": four["empty_mb"],
    }


HOW = {
    "move": "one viewer less a viewer",
    "viewer": "a third of: four viewers minus one",
    "follow": "four viewers at two servers minus four at one",
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
