"""Baselines in one table: our levels and two trained networks, each alone against tables of others.

    python -m benchmarks.baselines            plays what is missing, and writes the table
    python -m benchmarks.baselines --train    trains the networks first (needs torch)

A match is played on duplicated deals, from every seat.  Games that were played are kept in
benchmarks/baselines, so an interrupted run goes on; with other bots or other networks they are
played again.  The table goes into docs/research.md, and as data into results/baselines.csv.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path

from dalang.arena.match import ALONE, Match
from dalang.arena.report import Report
from dalang.arena.running import run
from dalang.arena.statistics import Standing
from dalang.arena.workers import workers

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
PAGE = HERE.parent / "docs" / "research.md"
BEGIN, END = "<!-- baselines: begin -->", "<!-- baselines: end -->"

CHOSEN = tomllib.loads((HERE / "baselines" / "settings.toml").read_text("utf-8"))
GAME, PLAYERS = str(CHOSEN["game"]), int(CHOSEN["players"])
TABLES = ("random", "novice", "club")  # whom everybody plays against
LEVELS = ("random", "novice", "club", "expert:50")
COLUMNS = (
    *("game", "players", "bot", "table", "games"),
    *("wins", "low", "high", "points", "milliseconds"),
)
NETWORKS = {"Ppo": ("ppo", "ppo.py"), "DeepMonteCarlo": ("dmc", "deep_monte_carlo.py")}


def main() -> None:
    """Trains if asked to, plays what is missing, and writes the table."""
    parser = argparse.ArgumentParser(description="Play the matches of the table of baselines.")
    parser.add_argument("--deals", type=int, default=100, help="of each match (default: 100)")
    parser.add_argument("--workers", type=int, help="games at once (default: one on every core)")
    parser.add_argument("--report", action="store_true", help="play nothing, only write the table")
    parser.add_argument("--train", action="store_true", help="train the networks first")
    parser.add_argument("--minutes", default="5", help="of training, for each (default: 5)")
    options = parser.parse_args()
    if options.train:
        train(options.minutes)
    reports: dict[tuple[str, str], Report] = {}
    with workers(options.workers, None) as staff:
        for challenger, table in pairs():
            match = Match.of(GAME, PLAYERS, f"{table},{challenger}", ALONE)
            path = file_of(challenger, table)
            report = run(match, options.deals, path, staff, time_left=lambda: not options.report)
            reports[challenger, table] = report
            print(f"{called(challenger)} against {table}: {cell(report)}", flush=True)
    write_data(reports)
    page = PAGE.read_text(encoding="utf-8")
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    PAGE.write_text(f"{page[:begin]}\n{table_of(reports)}\n{page[end:]}", encoding="utf-8")
    print(table_of(reports))


def train(minutes: str) -> None:
    """Both networks, one after the other."""
    for _, script in NETWORKS.values():
        settings = [GAME, "--players", str(PLAYERS), "--minutes", minutes]
        subprocess.run([sys.executable, EXAMPLES / script, *settings], check=True)


def challengers() -> list[str]:
    """Everybody in the table, by the names that bots have everywhere."""
    networks = [f"{EXAMPLES.relative_to(Path.cwd())}/trained.py:{name}" for name in NETWORKS]
    return [*LEVELS, *networks]


def called(challenger: str) -> str:
    """A short name."""
    return challenger.rpartition("trained.py:")[2]


def pairs() -> list[tuple[str, str]]:
    """Every match: nobody is matched with a table of the same bot, which is fair by definition."""
    return [(each, table) for each in challengers() for table in TABLES if each != table]


def file_of(challenger: str, table: str) -> Path:
    """Where the games of a match are kept; another network is another file."""
    name = called(challenger)
    if name in NETWORKS:
        weights = EXAMPLES / "weights" / f"{GAME}-{PLAYERS}-{NETWORKS[name][0]}.npz"
        name += "-" + hashlib.sha256(weights.read_bytes()).hexdigest()[:8]
    return HERE / "baselines" / f"{GAME}-{PLAYERS}-{table}-{name.replace(':', '_')}.jsonl"


def standing(report: Report) -> Standing:
    """How the one who was alone did."""
    return report.standings[-1]


def cell(report: Report) -> str:
    """The share of wins, its 95 % interval, and of how many games."""
    share = standing(report).share
    interval = f"{share.low:.1%}–{share.high:.1%}"
    return f"{share.mean:.1%} ({interval}; {report.games} games)"


def table_of(reports: dict[tuple[str, str], Report]) -> str:
    """The table in Markdown."""
    rows = [
        "| wins alone against | " + " | ".join(f"two *{table}*" for table in TABLES) + " |",
        "|---|" + "---|" * len(TABLES),
    ]
    for challenger in challengers():
        cells = [
            cell(reports[challenger, table]) if (challenger, table) in reports else "33.3%"
            for table in TABLES
        ]
        rows.append(f"| {called(challenger)} | {' | '.join(cells)} |")
    return "\n".join(rows)


def write_data(reports: dict[tuple[str, str], Report]) -> None:
    """The table as data, with what the bots thought for a decision."""
    with (HERE / "results" / "baselines.csv").open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(COLUMNS)
        for (challenger, table), report in reports.items():
            found = standing(report)
            share = (
                round(value, 4) for value in (found.share.mean, found.share.low, found.share.high)
            )
            points, time = round(found.scores.mean, 1), round(found.milliseconds, 3)
            bot = called(challenger)
            lines.writerow([GAME, PLAYERS, bot, table, report.games, *share, points, time])


if __name__ == "__main__":
    main()
