"""The fifth game through other people's interfaces, by their own checks; run by a test."""

from __future__ import annotations

import warnings

import gymnasium
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from dalang.adapters import gymnasium as seats
from dalang.adapters import openspiel
from dalang.adapters.pettingzoo import env
from dalang.adapters.tensors import Layout

KEY = "lanterns"
PLAYERS = 3


def main() -> None:
    """Says what was seen; anything wrong is an exception."""
    warnings.simplefilter("ignore")  # of the checkers, about spaces with a mask
    seats.register()
    openspiel.register()
    check_env(gymnasium.make(f"dalang/{KEY}-v0").unwrapped, skip_render_check=True)
    print("Gymnasium")
    api_test(env(KEY, players=PLAYERS), num_cycles=100)
    print("PettingZoo")
    game = pyspiel.load_game(f"dalang_{KEY}(players={PLAYERS})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    print("OpenSpiel")
    for mode in ("ansi", "svg"):
        table = env(KEY, players=PLAYERS, render_mode=mode)
        table.reset(seed=1)
        print(mode, str(table.render()).replace("\n", " "))
    print(*(field.name for field in Layout(KEY, PLAYERS).fields))


if __name__ == "__main__":
    main()
