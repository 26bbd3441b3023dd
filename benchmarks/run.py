"""Speed of every game next to OpenSpiel, in one run: `make bench`.

Interleaved repeats, CPU time, medians of the ratios: what counts is the ratio in the same run, not
the clock of the machine.  A *step* is one action or one outcome of chance, in our games and in
OpenSpiel's.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import dalang
from dalang.engine import api

STEPS_OF_A_REPEAT = 60_000
CLONES = 20_000
Measure = Callable[[], float]  # one repeat; returns steps per CPU second, or clones per CPU second


def main() -> None:
    """Measures everything, prints a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument(
        "--interpreted", action="store_true", help="print our playout rates as JSON only"
    )
    options = parser.parse_args()
    if options.interpreted:
        print(json.dumps({key: playouts(key)() for key in dalang.all_games()}))
        return
    print(f"dalang {dalang.__version__}: {api.__file__}")
    rates = interleaved(measures(), options.repeats)
    slow = interpreted_rates(options.repeats)
    report(rates, slow)


def measures() -> dict[str, Measure]:
    """Everything that is measured, by name."""
    found: dict[str, Measure] = {}
    for key in dalang.all_games():
        found[f"{key} playouts"] = playouts(key)
        found[f"{key} from Python"] = driven(key)
        found[f"{key} clone"] = clones(key)
    for key in ("hearts", "gin_rummy"):
        found[f"{key} from Python"] = spiel_driven(key)
        found[f"{key} clone"] = spiel_clones(key)
    return found


def interleaved(wanted: dict[str, Measure], repeats: int) -> dict[str, list[float]]:
    """Takes turns, so that other load on the machine affects all of them equally."""
    rates: dict[str, list[float]] = {name: [] for name in wanted}
    for number in range(repeats):
        for name, measure in wanted.items():
            rates[name].append(measure())
        print(f"round {number + 1} of {repeats}", file=sys.stderr)
    return rates


# --- ours ---------------------------------------------------------------------------


def playouts(key: str) -> Measure:
    """Random games in our own loop."""
    game = dalang.game(key)

    def measure() -> float:
        rng, steps = dalang.Rng(1), 0
        started = time.process_time()
        while steps < STEPS_OF_A_REPEAT:
            steps += dalang.play_out(game.start(game.usual_players), rng)
        return steps / (time.process_time() - started)

    return measure


def driven(key: str) -> Measure:
    """Random games, every step chosen by Python code: legal_actions, apply."""
    game = dalang.game(key)

    def measure() -> float:
        rng, choose, steps = dalang.Rng(1), random.Random(1), 0
        started = time.process_time()
        while steps < STEPS_OF_A_REPEAT:
            position = game.start(game.usual_players)
            while (actor := position.actor()) != dalang.OVER:
                if actor == dalang.CHANCE:
                    position.apply(dalang.random_step(position, rng))
                else:
                    legal = position.legal_actions()
                    count: int = len(legal)
                    position.apply(legal[int(choose.random() * count)])
                steps += 1
        return steps / (time.process_time() - started)

    return measure


def clones(key: str) -> Measure:
    """Copies of a position in the middle of a game."""
    game = dalang.game(key)
    position = game.start(game.usual_players)
    rng = dalang.Rng(1)
    for _ in range(200):
        position.apply(dalang.random_step(position, rng))

    def measure() -> float:
        started = time.process_time()
        for _ in range(CLONES):
            position.clone()
        return CLONES / (time.process_time() - started)

    return measure


def interpreted_rates(repeats: int) -> dict[str, float]:
    """Our playouts on plain Python, measured in an environment without compiled modules."""
    python = os.environ.get("DALANG_INTERPRETED")
    if not python:
        return {}
    command = [python, __file__, "--interpreted"]
    runs = [json.loads(subprocess.check_output(command)) for _ in range(min(repeats, 3))]
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


# --- OpenSpiel ----------------------------------------------------------------------


def spiel_driven(key: str) -> Measure:
    """The same loop over a game of OpenSpiel, written in C++."""
    game = pyspiel.load_game(key)

    def measure() -> float:
        choose, steps = random.Random(1), 0
        started = time.process_time()
        while steps < STEPS_OF_A_REPEAT // 4:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(spiel_step(state, choose))
                steps += 1
        return steps / (time.process_time() - started)

    return measure


def spiel_step(state: Any, choose: random.Random) -> int:
    """A random legal action or outcome; these games' outcomes are all equally likely."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        return int(outcomes[int(choose.random() * len(outcomes))][0])
    legal = state.legal_actions()
    return int(legal[int(choose.random() * len(legal))])


def spiel_clones(key: str) -> Measure:
    """Copies of a state in the middle of a game."""
    state = pyspiel.load_game(key).new_initial_state()
    choose = random.Random(1)
    for _ in range(80):
        state.apply_action(spiel_step(state, choose))

    def measure() -> float:
        started = time.process_time()
        for _ in range(CLONES // 4):
            state.clone()
        return CLONES // 4 / (time.process_time() - started)

    return measure


# --- report -------------------------------------------------------------------------


def ratio(rates: dict[str, list[float]], name: str, peer: str) -> float:
    """The median of the ratios round by round."""
    return statistics.median(
        ours / theirs for ours, theirs in zip(rates[name], rates[peer], strict=True)
    )


def report(rates: dict[str, list[float]], slow: dict[str, float]) -> None:
    """Rates, then ratios with the goals."""
    print(f"\n{'per CPU second':36}{'median':>12}")
    for name, values in rates.items():
        print(f"{name:36}{statistics.median(values):12,.0f}")
    for key, rate in slow.items():
        print(f"{key + ' playouts, interpreted':36}{rate:12,.0f}")
    print(f"\n{'ratio':62}{'here':>8}")
    for key in dalang.all_games():
        ours = f"{key} playouts"
        for peer in ("hearts", "gin_rummy"):
            theirs = f"{peer} from Python"
            show(f"{key}: playouts / {peer} driven from Python", ratio(rates, ours, theirs))
            show(
                f"{key}: driven from Python / {peer} likewise",
                ratio(rates, f"{key} from Python", theirs),
            )
            show(
                f"{key}: time of a clone / {peer}'s", ratio(rates, f"{peer} clone", f"{key} clone")
            )
        if key in slow:
            show(
                f"{key}: playouts compiled / interpreted",
                statistics.median(rates[ours]) / slow[key],
            )


def show(what: str, number: float) -> None:
    """One line of the report."""
    print(f"{what:62}{number:8.2f}")


if __name__ == "__main__":
    main()
