"""What compiling each part of the games costs at build time, and what it gains at run time.

    .venv/bin/python -m benchmarks.compiling cost             needs mypy and a C compiler
    .venv-compiled/bin/python -m benchmarks.compiling gain    needs the compiled wheel

`cost` translates as setup.py does and compiles the C of every module by itself: a little more than
the build needs, which compiles a game in one piece.  `gain` does what a part is for, compiled and
plain: a second process takes this part's modules from their .py files, all others as they are.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import shlex
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

CORE = "rules, state and all else"  # too closely woven to be taken apart: run.py measures playouts
PARTS = ("drawing", "tensor", "consistency", "bot", "observe")
ONLY_FOUND = ("drawing", "tensor", "bot")  # no compiled module imports these
ROUNDS = 5
SECONDS = 0.2  # of one measurement
Work = Callable[[], int]  # does something, returns how many times


def main() -> None:
    """One of the two halves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("half", choices=["cost", "gain", "times"])
    parser.add_argument("part", nargs="?", help="for times: the part to take from its .py files")
    options = parser.parse_args()
    if options.half == "cost":
        report_cost()
    elif options.half == "gain":
        report_gain()
    else:
        print(json.dumps(times(options.part)))


def part_of(module: str) -> str:
    """Which part a module belongs to: `dalang.games.bali.rules.consistency` to `consistency`."""
    inside = module.split(".")[1:]
    if inside[0] != "games":
        return "engine and bots"
    if inside[-1] == "consistency":
        return inside[-1]
    return inside[2] if len(inside) > 2 and inside[2] in PARTS else CORE


# --- What it costs ------------------------------------------------------------------------


def report_cost() -> None:
    """Lines of C and CPU seconds, module by module and then by parts."""
    setup = runpy.run_path("setup.py")
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
    with tempfile.TemporaryDirectory() as folder:
        library = translated(setup, folder)
        flags = [*library.extra_compile_args, *setup["C_FLAGS"]]
        includes = [*library.include_dirs, sysconfig.get_path("include")]
        command = [*shlex.split(sysconfig.get_config_var("CC")), "-fPIC", "-DNDEBUG", "-fwrapv"]
        command += [*flags, *(f"-I{path}" for path in includes), "-o", f"{folder}/made.o", "-c"]
        print(f"{'module':60}{'lines of C':>12}{'CPU s':>8}")
        for source in sorted(library.sources):
            name = Path(source).stem.removeprefix("__native_").replace("___", ".")
            lines = Path(source).read_text("utf-8").count("\n")
            seconds = cpu_seconds([*command, source])
            part = part_of(name) if name.startswith("dalang.") else "mypyc's own"
            sums[part] = [a + b for a, b in zip(sums[part], (1, lines, seconds), strict=True)]
            print(f"{name:60}{lines:12,}{seconds:8.2f}", flush=True)
    print(f"\n{'part':34}{'modules':>10}{'lines of C':>12}{'CPU s':>8}")
    for part, (modules, length, spent) in sums.items():
        print(f"{part:34}{modules:10.0f}{length:12,.0f}{spent:8.1f}")


def translated(setup: dict[str, Any], folder: str) -> Any:
    """The library that mypyc makes of the hot modules, as C in a folder."""
    from mypyc.build import mypycify

    options = [*setup["MYPY_FLAGS"], *setup["hot_modules"]()]
    found = mypycify(options, opt_level="3", debug_level="0", multi_file=True, target_dir=folder)
    return found[0]


def cpu_seconds(command: Sequence[str]) -> float:
    """What a command and its children take."""
    before = os.times()
    subprocess.run(command, check=True)
    after = os.times()
    return after[2] + after[3] - before[2] - before[3]


# --- What it wins -------------------------------------------------------------------------


def report_gain() -> None:
    """Microseconds, compiled and plain, part by part; processes take turns."""
    print(f"{'part':28}{'game':18}{'compiled':>12}{'plain':>12}{'ratio':>8}")
    for part in PARTS:
        runs: dict[bool, list[dict[str, float]]] = {False: [], True: []}
        for _ in range(ROUNDS):
            for plain in runs:
                command = [sys.executable, "-m", "benchmarks.compiling", "times", part]
                environment = os.environ | {"DALANG_PLAIN": part if plain else ""}
                runs[plain].append(json.loads(subprocess.check_output(command, env=environment)))
        for game in runs[False][0]:
            fast, slow = (statistics.median(run[game] for run in runs[plain]) for plain in runs)
            numbers = f"{fast:9,.1f} µs{slow:9,.1f} µs{slow / fast:8.1f}"
            print(f"{part:28}{game:18}{numbers}", flush=True)


class Plain:
    """Finds the modules of one part in their .py files, although there are compiled ones."""

    def __init__(self, part: str) -> None:
        self.part = part

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As import asks."""
        if not name.startswith("dalang.") or path is None or not self.means(name):
            return None
        for folder in path:
            stem = Path(folder, name.rpartition(".")[2])
            if stem.with_suffix(".py").exists():
                return spec_from_file_location(name, stem.with_suffix(".py"))
            if (file := stem / "__init__.py").exists():
                inside = [str(stem)]
                return spec_from_file_location(name, file, submodule_search_locations=inside)
        return None

    def means(self, module: str) -> bool:
        """Whether a module should not be compiled."""
        return self.part in ONLY_FOUND and part_of(module) == self.part


def times(part: str) -> dict[str, float]:
    """Microseconds for what a part is for, game by game."""
    if plain := os.environ.get("DALANG_PLAIN"):
        sys.meta_path.insert(0, Plain(plain))
    import dalang

    return {key: microseconds(work(part, key)) for key in dalang.all_games()}


def microseconds(work: Work) -> float:
    """CPU time of one thing done; once before, to warm up."""
    work()
    done, started = 0, time.process_time()
    while time.process_time() - started < SECONDS:
        done += work()
    return 1e6 * (time.process_time() - started) / done


def work(part: str, key: str) -> Work:
    """What a part is for, in one game."""
    import dalang

    game = dalang.game(key)
    positions = midgame(game)
    do = tasks(part, game)

    def all_of_them() -> int:
        for position in positions:
            do(position, int(position.actor()))
        return len(positions)

    return all_of_them


def midgame(game: Any) -> list[Any]:
    """Positions of a random game in which a seat is to decide."""
    import dalang

    position, rng, found = game.start(game.usual_players), dalang.Rng(1), list[Any]()
    while position.actor() != dalang.OVER:
        if position.actor() >= 0:
            found.append(position.clone())
        position.apply(dalang.random_step(position, rng))
    return found[:: max(1, len(found) // 50)]


def tasks(part: str, game: Any) -> Callable[[Any, int], object]:
    """What is asked of a part about a position, for the seat that is to decide."""
    if part == "drawing":
        return lambda position, seat: game.scene(game.observe(position, seat))
    if part == "tensor":
        from dalang.adapters.tensors import Layout

        return Layout(game.key, game.usual_players).write_known
    if part == "consistency":
        check = taken(f"dalang.games.{game.key}.rules.consistency").check_position
        return lambda position, seat: check(position)
    if part == "bot":
        judge = game.new_judge()
        return lambda position, seat: (
            judge.value(position, seat),
            judge.priors(position, position.legal_actions()),
        )
    import dalang

    eyes = taken(f"dalang.games.{game.key}.observe")
    return lambda position, seat: eyes.imagine(eyes.observe(position, seat), dalang.Rng(1))


def taken(name: str) -> Any:
    """A module that compiled ones take from one another, where no finder is asked."""
    module = import_module(name)
    if not os.environ.get("DALANG_PLAIN"):
        return module
    folder = import_module(name.rpartition(".")[0]).__path__[0]
    spec = spec_from_file_location(f"{name}_plain", Path(folder, f"{name.rpartition('.')[2]}.py"))
    assert spec
    assert spec.loader
    plain = module_from_spec(spec)
    spec.loader.exec_module(plain)
    return plain


if __name__ == "__main__":
    main()
