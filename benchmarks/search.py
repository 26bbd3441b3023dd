"""Speed of the search next to OpenSpiel's, in one run: the second half of `make bench`.

Both are information-set Monte Carlo tree searches, here from the middle of a game and with random
playouts to its end; theirs is C++ over games in C++.  What is compared is how many decisions, of
seats and of chance, are taken per CPU second inside the search.  Then the expert as it plays, with
the game's judge and short playouts: how long a decision takes.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

import pyspiel
from benchmarks.run import Measure, interleaved, ratio, show, spiel_step

import dalang
from dalang.bots import Budget
from dalang.bots.expert import ExpertBot
from dalang.bots.search import TO_THE_END, Habits, Search
from dalang.engine import api
from dalang.engine.judging import Judge

SIMULATIONS = 300
SPIEL_STEPS = {"hearts": 72, "gin_rummy": 60}  # before the root: half of hearts has been played
GOALS = {"hearts": 1, "gin_rummy": 10}
EXPERT_DECISIONS = 12  # of a game, spread over it
EXPERT_LIMIT = 1.0  # seconds


def main() -> None:
    """Measures both, prints ratios and goals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    print(f"dalang {dalang.__version__}: {api.__file__}")
    wanted = {f"{key} search": our_search(key) for key in dalang.all_games()}
    wanted |= {f"{key} search": their_search(key) for key in GOALS}
    rates = interleaved(wanted, options.repeats)
    print(f"\n{'decisions per CPU second inside the search':52}{'median':>12}")
    for name, values in rates.items():
        print(f"{name:52}{statistics.median(values):12,.0f}")
    print(f"\n{'ratio':62}{'here':>8}")
    for key in dalang.all_games():
        for peer, goal in GOALS.items():
            reached = ratio(rates, f"{key} search", f"{peer} search")
            show(f"{key}: decisions inside the search / {peer}'s (goal {goal})", reached)
    report_experts()


def our_search(key: str) -> Measure:
    """Blind playouts to the end, as theirs, from the middle of a game."""
    game = dalang.game(key)
    position = list(decisions(game, dalang.Rng(1)))[EXPERT_DECISIONS // 2]
    view = game.observe(position, position.actor())
    habits = Habits(horizon=int(TO_THE_END), blind=True)

    def measure() -> float:
        search = Search(game.imagine, Judge([]), game.usual_players, habits)
        started = time.process_time()
        search.think(view, SIMULATIONS * 4, 0, dalang.Rng(1))
        return int(search.decisions) / (time.process_time() - started)

    return measure


def their_search(key: str) -> Measure:
    """OpenSpiel's bot; its decisions are its simulations times the steps that a playout takes."""
    choose = random.Random(1)
    state = pyspiel.load_game(key).new_initial_state()
    while state.move_number() < SPIEL_STEPS[key] or state.is_chance_node():
        state.apply_action(spiel_step(state, choose))
    steps = statistics.fmean(steps_to_the_end(state.clone(), choose) for _ in range(300))

    def measure() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        thinker = pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS, -1)
        started = time.process_time()
        thinker.step(state)
        return SIMULATIONS * steps / (time.process_time() - started)

    return measure


def steps_to_the_end(state: Any, choose: random.Random) -> int:
    """How long a random game lasts from there."""
    steps = 0
    while not state.is_terminal():
        state.apply_action(spiel_step(state, choose))
        steps += 1
    return steps


def decisions(game: dalang.GameSpec, rng: dalang.Rng) -> Iterator[dalang.Position]:
    """Positions spread over a random game, in each of which somebody has a choice."""
    whole = game.start(game.usual_players)
    every = dalang.play_out(whole, dalang.Rng(1)) // (EXPERT_DECISIONS + 2)
    position, waited, found = game.start(game.usual_players), 0, 0
    while found < EXPERT_DECISIONS and position.actor() != dalang.OVER:
        if waited >= every and len(position.legal_actions()) > 1:
            yield position.clone()
            waited, found = 0, found + 1
        position.apply(dalang.random_step(position, rng))
        waited += 1


def report_experts() -> None:
    """How long an expert with its usual budget thinks, and how much it can do in a second."""
    print(f"\n{f'expert, {SIMULATIONS} simulations':36}{'mean ms':>10}{'most ms':>10}{'per s':>10}")
    for key, game in dalang.all_games().items():
        taken: list[float] = []
        for position in decisions(game, dalang.Rng(1)):
            thinker = ExpertBot(game, budget=Budget(simulations=SIMULATIONS))
            started = time.process_time()
            thinker.choose(game.observe(position, position.actor()), dalang.Rng(1))
            taken.append(1000 * (time.process_time() - started))
        mean, most = statistics.fmean(taken), max(taken)
        verdict = "met" if most <= 1000 * EXPERT_LIMIT else "missed"
        print(f"{key:36}{mean:10.1f}{most:10.1f}{1000 * SIMULATIONS / mean:10,.0f}", end="")
        print(f"  goal of {EXPERT_LIMIT:.0f} s {verdict}")


if __name__ == "__main__":
    main()
