"""Environments and OpenSpiel's games can be copied and sent to other processes, in mid-game."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from tests.adapters.tables import every_game

import dalang.adapters.gymnasium
import dalang.adapters.openspiel
from dalang.adapters.pettingzoo import env, parallel_env
from dalang.bots import bot
from dalang.engine.playout import settle_chance
from dalang.engine.rng import Rng
from dalang.registry import game

dalang.adapters.gymnasium.register()
dalang.adapters.openspiel.register()

STEPS = 25


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS = (pickled, copy.copy, copy.deepcopy)
every_way = pytest.mark.parametrize("duplicate", WAYS, ids=["pickle", "copy", "deepcopy"])
Duplicate = Callable[[Any], Any]


def walk(table: Any, steps: int) -> list[tuple[str, bytes, float]]:
    """Some turns of a PettingZoo environment, always by the first legal action."""
    seen: list[tuple[str, bytes, float]] = []
    for agent in table.agent_iter(steps):
        observation, reward, over, cut, _ = table.last()
        seen.append((agent, observation["observation"].tobytes(), reward))
        table.step(None if over or cut else int(np.argmax(observation["action_mask"])))
    return seen


@every_way
@every_game
def test_pettingzoo(key: str, duplicate: Duplicate) -> None:
    table = env(key, players=game(key).usual_players)
    assert repr(duplicate(table)) == f"<dalang_{key}_v0: <Position: not set up>>"
    table.reset(seed=3)
    walk(table, STEPS)
    before = table.simulator.position.clone()
    twin = duplicate(table)
    went = walk(twin, STEPS)
    assert table.simulator.position == before
    assert walk(table, STEPS) == went
    assert table.simulator.position == twin.simulator.position
    twin.reset()
    table.reset()
    assert table.simulator.position == twin.simulator.position, "luck goes on alike, too"


@every_way
def test_pettingzoo_in_parallel(duplicate: Duplicate) -> None:
    table = parallel_env("bali", players=3)
    table.reset(seed=3)
    twin = duplicate(table)
    before = table.turns.simulator.position.clone()
    for _ in range(5):
        masks = {agent: twin.turns.observe(agent)["action_mask"] for agent in twin.agents}
        twin.step({agent: int(np.argmax(mask)) for agent, mask in masks.items()})
    assert twin.turns.simulator.position != before
    assert table.turns.simulator.position == before
    assert np.array_equal(twin.state(), twin.turns.state())


@every_way
def test_gymnasium(duplicate: Duplicate) -> None:
    seat: Any = gymnasium.make("dalang/web_of_power-v0", players=3, opponents="random").unwrapped
    seat.reset(seed=5)
    twin = duplicate(seat)
    first = [twin.step(int(np.argmax(twin.action_masks())))[0] for _ in range(STEPS)]
    again = [seat.step(int(np.argmax(seat.action_masks())))[0] for _ in range(STEPS)]
    assert np.array_equal(first, again)
    assert repr(seat) == f"<SeatEnv, seat 0: {seat.chair.simulator.position!r}>"


@every_way
def test_many_games_of_gymnasium(duplicate: Duplicate) -> None:
    games: Any = gymnasium.make_vec(
        "dalang/bali-v0", num_envs=2, vectorization_mode="vector_entry_point", players=3
    )
    _, info = games.reset(seed=5)
    twin = duplicate(games)
    actions = np.argmax(info["action_mask"], axis=1)
    assert np.array_equal(twin.step(actions)[0], games.step(actions)[0])


@every_way
def test_openspiel(duplicate: Duplicate) -> None:
    loaded: Any = pyspiel.load_game("dalang_taj_mahal(players=4,reward=score)")
    assert str(duplicate(loaded)) == str(loaded)
    state: Any = duplicate(loaded).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    twin, before = duplicate(state), str(state)
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)
    assert twin.history() == [*state.history(), twin.history()[-1]]


@every_way
@pytest.mark.parametrize("level", ["random", "club", "expert:20"])
def test_bots(level: str, duplicate: Duplicate) -> None:
    """A copy decides as a new bot would: what the original was thinking is not copied."""
    spec = game("taj_mahal")
    position = spec.start(4)
    settle_chance(position, Rng(1))
    view = spec.observe(position, int(position.actor()))
    player = bot(level, spec.key)
    chosen = player.choose(view, Rng(1))
    assert duplicate(player).choose(view, Rng(1)) == chosen
