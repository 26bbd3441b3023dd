"""Speed of our environments next to others', in one run: part of `make bench`.

The same loop drives our PettingZoo environments, PettingZoo's own and rlcard's gin-rummy, wrapped
as PettingZoo wraps games of rlcard: last(), a random action of the mask, step().  rlcard's
gin-rummy also runs in rlcard's own loop, without PettingZoo.  OpenSpiel's games are driven as ours
are through OpenSpiel.  As in run.py: interleaved repeats, CPU time, medians of the ratios.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import rlcard
from benchmarks.run import Measure, interleaved, ratio, show
from open_spiel.python import games
from pettingzoo.classic import chess_v6, hanabi_v5
from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase
from pettingzoo.utils import wrappers

import dalang
from dalang.adapters import openspiel
from dalang.adapters.gymnasium import SeatVectorEnv
from dalang.adapters.pettingzoo import env
from dalang.adapters.tensors import Layout

STEPS = 3_000
GAMES = 64  # side by side
PEERS = ("chess_v6", "hanabi_v5", "gin-rummy", "gin-rummy without PettingZoo")
PYTHON_GAMES = ("python_block_dominoes", "python_liars_poker", "python_team_dominoes")


def main() -> None:
    """Measures everything, prints a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=11)
    options = parser.parse_args()
    assert games  # importing them registers OpenSpiel's Python games
    openspiel.register()
    rates = interleaved(measures(), options.repeats)
    print(f"\n{'per CPU second':44}{'median':>12}")
    for name, values in rates.items():
        print(f"{name:44}{sorted(values)[len(values) // 2]:12,.0f}")
    print(f"\n{'ratio':62}{'here':>8}")
    for key in dalang.all_games():
        for peer in PEERS:
            show(f"{key}: steps / {peer}", ratio(rates, f"{key} PettingZoo", peer))
        for peer in PYTHON_GAMES:
            show(f"{key}: OpenSpiel steps / {peer}", ratio(rates, f"{key} OpenSpiel", peer))
        show(
            f"{key}: vector steps / one by one", ratio(rates, f"{key} vector", f"{key} one by one")
        )
        for peer in (name for name in rates if name.startswith("EnvPool")):
            show(f"{key}: vector steps / {peer}", ratio(rates, f"{key} vector", peer))
        for what in ("writing an observation", "an observation of its own"):
            show(
                f"{key}: time of {what} / of legal_actions()",
                ratio(rates, f"{key} legal_actions", f"{key} {what}"),
            )


def measures() -> dict[str, Measure]:
    """Everything that is measured, by name."""
    found: dict[str, Measure] = {
        "chess_v6": zoo_steps(chess_v6.env()),
        "hanabi_v5": zoo_steps(hanabi_v5.env()),
        "gin-rummy": zoo_steps(gin_rummy()),
        "gin-rummy without PettingZoo": rlcard_steps("gin-rummy"),
    }
    for name in PYTHON_GAMES:
        found[name] = spiel_steps(name)
    found |= outside_vectors()
    for key in dalang.all_games():
        found[f"{key} vector"] = vector_steps(SeatVectorEnv(key, GAMES, copy=False))
        found[f"{key} one by one"] = single_steps(key)
        found[f"{key} PettingZoo"] = zoo_steps(env(key))
        found[f"{key} OpenSpiel"] = spiel_steps(f"dalang_{key}")
        found |= {f"{key} {what}": measure for what, measure in looking(key).items()}
    return found


def gin_rummy() -> Any:
    """rlcard's gin-rummy, wrapped as PettingZoo wraps the rlcard games that it includes."""
    bare: Any = RLCardBase("gin-rummy", 2, (5, 52))
    bare.render_mode = None
    safe = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(safe))


def zoo_steps(environment: Any) -> Measure:
    """Random games in a PettingZoo environment.

    NumPy finds what is true in a mask four times as fast as what is not 0: what the driver needs
    for itself is in everybody's step.
    """

    def measure() -> float:
        choose, steps = random.Random(1), 0
        environment.reset(seed=1)
        started = time.process_time()
        while steps < STEPS:
            environment.reset()
            for _ in environment.agent_iter():
                observation, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    break
                legal = observation["action_mask"].view(bool).nonzero()[0]
                environment.step(int(legal[int(choose.random() * len(legal))]))
                steps += 1
        return steps / (time.process_time() - started)

    return measure


def vector_steps(environment: Any) -> Measure:
    """Steps of a vector environment of Gymnasium; the driver takes the last legal action."""

    def measure() -> float:
        _, info = environment.reset(seed=1)
        rounds = max(1, STEPS // GAMES)
        started = time.process_time()
        for _ in range(rounds):
            masks = info["action_mask"]
            actions = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
            _, _, _, _, info = environment.step(actions)
        return rounds * GAMES / (time.process_time() - started)

    return measure


def single_steps(key: str) -> Measure:
    """The same decisions in environments with one game."""
    environment: Any = gymnasium.make(f"dalang/{key}-v0").unwrapped

    def measure() -> float:
        _, info = environment.reset(seed=1)
        started = time.process_time()
        for _ in range(STEPS):
            mask = info["action_mask"]
            _, _, over, _, info = environment.step(len(mask) - 1 - mask[::-1].argmax())
            if over:
                _, info = environment.reset()
        return STEPS / (time.process_time() - started)

    return measure


def outside_vectors() -> dict[str, Measure]:
    """EnvPool, which is written in C++, where it is installed: a game without hidden cards.

    Where this was last tried, the wheel of EnvPool 1.2.5 lacked files that its import reads, and
    PufferLib could not be built from its source archive.
    """
    try:
        envpool = importlib.import_module("envpool")
    except (ImportError, OSError):
        return {}
    pool: Any = envpool.make_gymnasium("CartPole-v1", num_envs=GAMES, num_threads=1)
    return {"EnvPool CartPole": plain_steps(pool)}


def plain_steps(environment: Any) -> Measure:
    """Steps of a vector environment without masks, always with the first action."""
    actions = np.zeros(GAMES, np.int32)

    def measure() -> float:
        environment.reset()
        rounds = max(1, STEPS // GAMES)
        started = time.process_time()
        for _ in range(rounds):
            environment.step(actions)
        return rounds * GAMES / (time.process_time() - started)

    return measure


def rlcard_steps(name: str) -> Measure:
    """Random games in an environment of rlcard."""
    environment: Any = rlcard.make(name, config={"seed": 1})

    def measure() -> float:
        choose, steps = random.Random(1), 0
        started = time.process_time()
        while steps < STEPS:
            state, _ = environment.reset()
            while not environment.is_over():
                legal = list(state["legal_actions"])
                state, _ = environment.step(legal[int(choose.random() * len(legal))])
                steps += 1
        return steps / (time.process_time() - started)

    return measure


def spiel_steps(name: str) -> Measure:
    """Random games through OpenSpiel."""
    game = pyspiel.load_game(name)

    def measure() -> float:
        choose, steps = random.Random(1), 0
        started = time.process_time()
        while steps < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    ticket, action = choose.random(), -1
                    for action, chance in state.chance_outcomes():  # noqa: B007
                        ticket -= chance
                        if ticket < 0:
                            break
                else:
                    legal = state.legal_actions()
                    action = legal[int(choose.random() * len(legal))]
                state.apply_action(action)
                steps += 1
        return steps / (time.process_time() - started)

    return measure


def looking(key: str) -> dict[str, Measure]:
    """Asking what is legal, and writing what is known, in all decisions of a random game.

    Everything is asked many times in a row, as an environment asks right after a step.  What is
    known is written into the layout's row, and copied from there into a new array.
    """
    game = dalang.game(key)
    layout = Layout(key, game.usual_players)
    position, rng = game.start(game.usual_players), dalang.Rng(1)
    positions: list[tuple[dalang.Position, int]] = []
    while position.actor() != dalang.OVER:
        if position.actor() >= 0:
            positions.append((position.clone(), int(position.actor())))
        position.apply(dalang.random_step(position, rng))

    def often(look: Callable[[dalang.Position, int], object]) -> Measure:
        def measure() -> float:
            started = time.process_time()
            for seen, seat in positions:
                for _ in range(20):
                    look(seen, seat)
            return 20 * len(positions) / (time.process_time() - started)

        return measure

    def legal() -> float:
        started = time.process_time()
        for seen, _ in positions:
            for _ in range(20):
                seen.legal_actions()
        return 20 * len(positions) / (time.process_time() - started)

    return {
        "legal_actions": legal,
        "writing an observation": often(layout.write_known),
        "an observation of its own": often(layout.known),
    }


if __name__ == "__main__":
    main()
