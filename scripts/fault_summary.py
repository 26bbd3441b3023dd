"""What scripts/fault-test tells and remembers of its rounds."""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fault_history import History


@dataclass
class Summary:
    """What happened in a round."""

    round: int
    seed: int
    faults: dict[str, int] = field(default_factory=lambda: dict[str, int]())
    moves: int = 0  # acknowledged
    unknown: int = 0  # moves of which the player never heard
    games: int = 0
    readings: int = 0
    starts: int = 0  # of servers
    seconds: float = 0.0
    trouble: list[str] = field(default_factory=lambda: list[str]())


def line(summary: Summary) -> str:
    """A round in one line."""
    verdict = f"{len(summary.trouble)} TROUBLES" if summary.trouble else "nothing lost"
    return (
        f"round {summary.round}: {sum(summary.faults.values())} faults, {summary.starts} starts, "
        f"{summary.games} games, {summary.moves} moves acknowledged, {summary.unknown} unknown, "
        f"{summary.readings} readings; {verdict}; {summary.seconds:.0f} s"
    )


def told(done: list[Summary], seed: int, seconds: float) -> list[str]:
    """All rounds."""
    faults: Counter[str] = Counter()
    for summary in done:
        faults.update(summary.faults)
    return [
        *(f"{times:6} {name}" for name, times in faults.most_common()),
        f"{faults.total()} faults in {len(done)} rounds, {sum(one.games for one in done)} games, "
        f"{sum(one.moves for one in done)} moves acknowledged, none lost; "
        f"{sum(one.unknown for one in done)} of which nobody was told, each there once or not; "
        f"seed {seed}; {seconds:.0f} s",
    ]


def record(path: Path, done: list[Summary], seed: int, options: argparse.Namespace) -> None:
    """The figures of all rounds so far in a table, in place of those of the same rounds."""
    database = "postgresql" if options.postgres else "sqlite"
    git = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    about = {"database": database, "servers": str(options.servers), "seed": str(seed)}
    rows: list[dict[str, str]] = []
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            known = list(csv.DictReader(file))
        rows = [row for row in known if any(row[name] != about[name] for name in about)]
    rows += [
        {**about, "commit": commit, "what": what, "count": str(count)}
        for what, count in figures(done).items()
    ]
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def figures(done: list[Summary]) -> dict[str, int]:
    """All rounds, in numbers; a round in which anything was lost is none of them."""
    faults: Counter[str] = Counter()
    for summary in done:
        faults.update(summary.faults)
    return {
        "rounds": len(done),
        "games": sum(one.games for one in done),
        "server starts": sum(one.starts for one in done),
        "acknowledged moves checked": sum(one.moves for one in done),
        "moves of which nobody was told": sum(one.unknown for one in done),
        "readings checked": sum(one.readings for one in done),
        "faults": faults.total(),
        **{f"fault: {name}": times for name, times in faults.most_common()},
    }


def failed(summary: Summary, options: argparse.Namespace) -> int:
    """What is wrong, and how to see it again."""
    again = f"--seed {summary.seed} --round {summary.round} --of-a-round {options.of_a_round}"
    more = f" --postgres --servers {options.servers}" if options.postgres else ""
    print(*summary.trouble, f"To repeat: scripts/fault-test {again}{more}", sep="\n")
    return 1


def keep(history: History, folder: Path) -> None:
    """For a person who looks for the reason."""
    with (folder / "history.jsonl").open("w", encoding="utf-8") as file:
        for told in [*map(asdict, history.operations), *map(asdict, history.told)]:
            file.write(json.dumps(told) + "\n")


class Memory:
    """The finished rounds, in a file or nowhere."""

    def __init__(self, file: Path | None, seed: int, options: argparse.Namespace) -> None:
        self._file, self.seed = file, seed
        kind = ["postgres" if options.postgres else "sqlite", options.servers, options.of_a_round]
        self._rounds: list[dict[str, Any]] = []
        if file and file.exists():
            first, *rounds = map(json.loads, file.read_text("utf-8").splitlines())
            if first["kind"] != kind or (options.seed not in (None, first["seed"])):
                sys.exit(f"{file} is about other rounds: {first}.")
            self.seed, self._rounds = first["seed"], rounds
        elif file:
            self._append({"kind": kind, "seed": seed})

    def finished(self) -> dict[int, Summary]:
        """Those without trouble; the others are played again."""
        found = [Summary(**one) for one in self._rounds]
        return {one.round: one for one in found if not one.trouble}

    def keep(self, summary: Summary) -> None:
        """A round that is over."""
        self._append(asdict(summary))

    def _append(self, what: dict[str, Any]) -> None:
        if self._file:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(what) + "\n")
