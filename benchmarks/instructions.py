"""How many instructions the engine executes, counted by valgrind: for a machine that is busy.

`python -m benchmarks.instructions PYTHON [PYTHON …]` plays the same games in each of these
environments and prints the instructions of a step, a copy and so on as CSV, with the ratio of the
last environment to the first.  The seeds are fixed and other programs do not matter: two runs
differ by less than 1 %, in `clone` by up to 5 %.  `make bench` measures time instead.
"""

from __future__ import annotations

import argparse
import csv
import functools
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import dalang
from dalang.adapters.tensors import Layout
from dalang.bots import Budget
from dalang.bots.expert import ExpertBot
from dalang.bots.search import TO_THE_END, Habits, Search
from dalang.engine.judging import Judge

Work = Callable[[], int]  # does something several times; returns how often

# Only instructions inside this function of CPython are counted; all it does is to call ours.
COUNTED = "functools_reduce"


def main() -> None:
    """Counts in every environment, prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="*", help="environments with Dalang, the oldest first")
    parser.add_argument("--games", nargs="*", default=[], help="only these; all by default")
    options = parser.parse_args()
    if not options.python:
        work(options.games)
        return
    runs = [counted(python, options.games) for python in options.python]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["measure", *(f"run {n + 1}" for n in range(len(runs))), "last / first"])
    for name, first in runs[0].items():
        counts = [run[name] for run in runs]
        table.writerow([name, *(round(count) for count in counts), f"{counts[-1] / first:.2f}"])


def counted(python: str, games: list[str]) -> dict[str, float]:
    """The instructions that each measure takes once, by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", "--quiet"]
        command += [f"--toggle-collect={COUNTED}", f"--dump-after={COUNTED}"]
        command += [python, __file__, *(["--games", *games] if games else [])]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        lines = subprocess.check_output(command, env=environment, text=True).splitlines()
        dumps = sorted(Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        # Others may have called that function when they were imported.
        found: dict[str, float] = {}
        for line, dump in zip(lines, dumps[-len(lines) :], strict=True):
            name, times = line.split("\t")
            found[name] = instructions(dump) / int(times)
        return found


def instructions(dump: Path) -> int:
    """The sum of one of callgrind's files."""
    found = re.search(r"^(?:totals|summary): (\d+)", dump.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, f"{dump} has no totals"
    return int(found[1])


def work(games: list[str]) -> None:
    """Does everything that is counted, and prints the names and how often it was done."""
    for key in games or dalang.all_games():
        for name, measure in measures(key):
            times = functools.reduce(lambda _, measure: measure(), [measure], 0)
            print(f"{key} {name}\t{times}", flush=True)


def measures(key: str) -> Iterator[tuple[str, Work]]:
    """What is counted of a game, by name."""
    game, rng = dalang.game(key), dalang.Rng(1)
    players = game.usual_players
    half_way = game.start(players)
    for step in range(10_000):
        if step >= 200 and len(half_way.legal_actions()) > 1:
            break
        half_way.apply(dalang.random_step(half_way, rng))
    seat = int(half_way.actor())
    view, layout = game.observe(half_way, seat), Layout(key, players)
    search = Search(game.imagine, Judge([]), players, Habits(horizon=int(TO_THE_END), blind=True))
    expert = ExpertBot(game, budget=Budget(simulations=60))

    def often(times: int, call: Callable[[], object]) -> Work:
        call()
        return lambda: len([call() for _ in range(times)])

    def playouts() -> int:
        return sum(int(dalang.play_out(game.start(players), rng)) for _ in range(4))

    def think() -> int:
        search.think(view, 40, 0, dalang.Rng(1))
        return int(search.decisions)

    def decide() -> int:
        expert.choose(view, dalang.Rng(1))
        return 1

    yield "step of a playout", playouts
    yield "step driven from Python", lambda: driven(game.start(players), dalang.Rng(1))
    yield "clone", often(200, half_way.clone)
    yield "new game", often(20, lambda: game.start(players))
    yield "legal_actions", often(200, half_way.legal_actions)
    yield "observe", often(50, lambda: game.observe(half_way, seat))
    yield "row of numbers", often(50, lambda: layout.write_known(half_way, seat))
    yield "decision in a search", think
    yield "decision of an expert", decide


def driven(position: dalang.Position, rng: dalang.Rng) -> int:
    """A random game, every step chosen by Python code."""
    steps = 0
    while (actor := position.actor()) != dalang.OVER:
        if actor == dalang.CHANCE:
            position.apply(dalang.random_step(position, rng))
        else:
            legal = position.legal_actions()
            position.apply(legal[rng.below(len(legal))])
        steps += 1
    return steps


if __name__ == "__main__":
    main()
