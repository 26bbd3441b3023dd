"""Steps of many games in one Gymnasium environment, next to other builds and to other projects.

    python -m benchmarks.vectors                    this build
    python -m benchmarks.vectors OLD_BUILD          and another one: a folder with an unpacked wheel

Builds are measured in turn, each in a process of its own.  Only `step` is timed, not the driver,
which takes the last legal action; opponents play at random, and where a build can write into one
array (`copy=False`), it does.  `--parallel` adds the variant in several processes, by the clock on
the wall, with one worker and with one on every core: for a quiet machine.  EnvPool, which is
written in C++, is measured in the same run where it is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from statistics import median
from types import ModuleType
from typing import Any

GAMES = 64  # side by side
ROUNDS = 250
ALL = 512  # games of the parallel variant: enough to be worth a message


def main() -> None:
    """Measures all builds in turn, and prints the medians and what they are of the first other."""
    parser = argparse.ArgumentParser(description="Measure the vector environments.")
    parser.add_argument("builds", nargs="*", metavar="BUILD")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--parallel", action="store_true", help="the parallel variant as well")
    parser.add_argument("--one", action="store_true", help="measure once, and print JSON")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.parallel)))
        return
    builds = ["", *options.builds]
    found: dict[str, list[dict[str, float]]] = {build: [] for build in builds}
    for _ in range(options.repeats):
        for build in builds:
            found[build].append(measured(build, options.parallel))
    for build in builds:
        print(f"\n{build or 'this build'}: steps a second")
        for name in found[build][0]:
            middle = median(each[name] for each in found[build])
            ratios = [mine[name] / each[name] for mine, each in both(found, build, name)]
            told = f"   this build / it: {median(ratios):.2f}" if build and ratios else ""
            print(f"  {name:32}{middle:12,.0f}{told}")


def both(
    found: dict[str, list[dict[str, float]]], build: str, name: str
) -> list[tuple[dict[str, float], dict[str, float]]]:
    """The rounds of this build and of another one in which something was measured."""
    pairs = zip(found[""], found[build], strict=True)
    return [(mine, other) for mine, other in pairs if name in mine]


def measured(build: str, parallel: bool) -> dict[str, float]:
    """One measurement in a process that finds the build first."""
    surroundings = os.environ | ({"PYTHONPATH": build} if build else {})
    command = [sys.executable, "-P", __file__, "--one", *(["--parallel"] if parallel else [])]
    return dict(json.loads(subprocess.check_output(command, env=surroundings)))


def measure(parallel: bool) -> dict[str, float]:
    """All games one after the other, in the build that is found."""
    import dalang

    ours: Any = import_module("dalang.adapters.gymnasium")
    found: dict[str, float] = {}
    one_array = {"copy": False} if "copy" in signature(ours.SeatVectorEnv).parameters else {}
    for key in dalang.all_games():
        found[key] = steps(ours.SeatVectorEnv(key, GAMES, **one_array), time.process_time, ROUNDS)
    if parallel and hasattr(ours, "ParallelSeatVectorEnv"):
        for key in dalang.all_games():
            for count in (1, os.cpu_count() or 1):
                env = ours.ParallelSeatVectorEnv(key, ALL, workers=count)
                found[f"{key}, parallel {count}"] = steps(env, time.perf_counter, ROUNDS // 5)
                env.close()
    return found | envpool()


def steps(env: Any, clock: Callable[[], float], rounds: int) -> float:
    """How many steps a second an environment makes."""
    _, info = env.reset(seed=1)
    spent = 0.0
    for _ in range(rounds):
        masks = info["action_mask"]
        actions = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        started = clock()
        _, _, _, _, info = env.step(actions)
        spent += clock() - started
    return float(rounds * env.num_envs / spent)


def envpool() -> dict[str, float]:
    """EnvPool's CartPole on one core: a row of four numbers, and next to no game.

    Its package as a whole cannot be imported: the wheel of 1.2.5 lacks files of other games.
    """
    place = find_spec("envpool")
    if place is None:
        return {}
    package: Any = ModuleType("envpool")
    package.__path__ = list(place.submodule_search_locations or [])
    sys.modules["envpool"] = package
    found: Any = import_module("envpool.classic_control")
    settings = {"num_envs": GAMES, "batch_size": GAMES, "num_threads": 1}
    spec = found.CartPoleEnvSpec(found.CartPoleEnvSpec.gen_config(**settings))
    pool = found.CartPoleGymnasiumEnvPool(spec)
    pool.reset()
    actions: Any = import_module("numpy").zeros(GAMES, "int32")
    started = time.process_time()
    for _ in range(ROUNDS):
        pool.step(actions)
    return {"EnvPool CartPole": ROUNDS * GAMES / (time.process_time() - started)}


if __name__ == "__main__":
    main()
