"""PettingZoo's own checks over every game, and what they do not check."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from tests.adapters.tables import every_drawn_table, every_game, every_table

from dalang.adapters.pettingzoo import env, parallel_env, raw_env

# PettingZoo warns of observations with a mask unless they are of an environment of its own, and
# of numbers without a limit, such as points.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def _play(game: Any, seed: int) -> dict[str, tuple[float, dict[str, Any]]]:
    """A random game to its end; what every agent was told last."""
    game.reset(seed=seed)
    rng = np.random.default_rng(seed)
    last: dict[str, tuple[float, dict[str, Any]]] = {}
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, info = game.last()
        action = None
        if terminated or truncated:
            last[agent] = (reward, info)
        else:
            assert reward == 0
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        game.step(action)
    return last


@every_table
def test_the_api_is_kept(key: str, players: int) -> None:
    api_test(env(key, players=players), num_cycles=40)


@every_table
def test_a_seed_gives_the_same_game(key: str, players: int) -> None:
    seed_test(lambda: env(key, players=players), num_cycles=30)


@every_table
def test_the_api_is_kept_by_all_agents_at_once(key: str, players: int) -> None:
    parallel_api_test(parallel_env(key, players=players), num_cycles=40)
    parallel_seed_test(lambda: parallel_env(key, players=players), num_cycles=30)


@every_table
def test_games_are_cut_short_as_they_should(key: str, players: int) -> None:
    """PettingZoo's test does anything at any time, so anything must be allowed."""
    settings: dict[str, Any] = {"players": players, "illegal": "random"}
    module = SimpleNamespace(
        env=partial(env, key, **settings), parallel_env=partial(parallel_env, key, **settings)
    )
    for _ in range(5):
        max_cycles_test(module)


@every_drawn_table
def test_the_board_is_a_drawing_of_its_own(key: str, players: int) -> None:
    game = env(key, players=players, render_mode="svg")
    game.reset(seed=1)
    drawn: list[Any] = []
    rng = np.random.default_rng(1)
    for _ in range(3):
        drawn.append(game.render())
        drawing = ElementTree.fromstring(drawn[-1])
        assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(drawing.findall(".//{http://www.w3.org/2000/svg}use")) > 10
        for _ in range(20):
            game.step(int(rng.choice(np.flatnonzero(game.last()[0]["action_mask"]))))
    assert len(set(drawn)) == 3
    assert "http://" not in re.sub(r"http://www.w3.org/\d+/\w+", "", drawn[0])  # nothing to load


def test_the_table_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    for mode, returned in (("ansi", True), ("human", False), (None, False)):
        game = env("bali", render_mode=mode)
        game.reset(seed=1)
        told = game.render()
        assert ("Seat 0" in str(told)) == returned
    assert "Seat 0" in capsys.readouterr().out


@every_table
@pytest.mark.parametrize("reward", ["place", "score"])
def test_rewards_come_at_the_end_and_sum_to_zero(key: str, players: int, reward: str) -> None:
    last = _play(env(key, players=players, reward=reward), seed=players)
    assert sorted(last) == [f"player_{seat}" for seat in range(players)]
    assert sum(points for points, _ in last.values()) == pytest.approx(0)
    average = sum(info["score"] for _, info in last.values()) / players
    best = max(points for points, _ in last.values())
    for points, info in last.values():
        if reward == "score":
            assert points == pytest.approx(info["score"] - average)
        else:
            assert (points == best) == (info["place"] == 1)
            assert -1 <= points <= 1


@every_game
def test_the_state_tells_everything_and_an_observation_does_not(key: str) -> None:
    game = raw_env(key)
    game.reset(seed=1)
    assert game.state_space.contains(game.state())
    assert not np.array_equal(game.state(), game.observe("player_0")["observation"])


def test_only_the_agent_on_turn_may_do_anything() -> None:
    game = raw_env("bali", players=3)
    game.reset(seed=1)
    for agent in game.agents:
        assert game.observe(agent)["action_mask"].any() == (agent == game.agent_selection)


def test_an_illegal_action_loses_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    game = env("web_of_power", players=3)
    game.reset(seed=1)
    agent = game.agent_selection
    illegal = int(np.flatnonzero(game.observe(agent)["action_mask"] == 0)[0])
    game.step(illegal)
    assert all(game.terminations.values())
    assert game.rewards == {a: -1 if a == agent else 0 for a in game.agents}


def test_an_action_that_does_not_exist_is_refused() -> None:
    game = env("web_of_power", players=3)
    game.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        game.step(100_000)


def test_the_bare_table_refuses_what_is_illegal() -> None:
    game = raw_env("web_of_power", players=3)
    game.reset(seed=1)
    illegal = int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="may not do"):
        game.step(illegal)


def test_the_dead_do_nothing() -> None:
    game = raw_env("web_of_power", players=3, max_cycles=1)
    game.reset(seed=1)
    agent = game.agent_selection
    game.step(int(np.flatnonzero(game.observe(agent)["action_mask"])[0]))
    assert game.agent_selection == agent
    assert game.truncations == {one: one == agent for one in game.agents}
    with pytest.raises(ValueError, match="when an agent is dead"):
        game.step(0)


@pytest.mark.parametrize("make", [env, raw_env])
def test_nothing_can_be_done_before_the_first_game(make: Callable[..., Any]) -> None:
    game = make("bali")
    for name in ("agents", "agent_selection", "rewards", "terminations", "infos", "num_agents"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(game, name)
    wishes: list[Callable[[], Any]] = [
        game.render,
        game.state,
        game.agent_iter,
        lambda: game.step(0),
        lambda: game.observe("player_0"),
    ]
    for wish in wishes:
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
            wish()


def test_after_the_end_a_step_does_nothing(caplog: pytest.LogCaptureFixture) -> None:
    game = env("web_of_power", players=3)
    _play(game, 1)
    assert not game.agents
    game.step(None)
    assert "Should reset() first" in caplog.text


def test_an_illegal_action_can_stand_for_any() -> None:
    game = env("web_of_power", players=3, illegal="random")
    game.reset(seed=1)
    before = game.simulator.position.to_text()
    for _ in range(50):
        mask = game.observe(game.agent_selection)["action_mask"]
        game.step(int(np.flatnonzero(mask == 0)[0]))
    game.simulator.position.check()
    assert game.simulator.position.to_text() != before
    assert len(game.agents) == 3


def test_an_observation_once_given_does_not_change() -> None:
    game = raw_env("taj_mahal")
    game.reset(seed=1)
    seen = game.observe(game.agent_selection)
    before = {name: numbers.copy() for name, numbers in seen.items()}
    for _ in range(20):
        game.step(int(np.flatnonzero(game.last()[0]["action_mask"])[0]))
    assert all(np.array_equal(seen[name], before[name]) for name in seen)
    seen["observation"][0] = 5  # it is the caller's own


@pytest.mark.parametrize("cycles", [1, 4])
def test_a_game_can_be_cut_short(cycles: int) -> None:
    game = env("taj_mahal", players=3, max_cycles=cycles)
    game.reset(seed=2)
    steps = dict.fromkeys(game.agents, 0)
    for agent in game.agent_iter():
        observation, _, terminated, truncated, _ = game.last()
        assert not terminated
        steps[agent] += not truncated
        mask = None if truncated else observation["action_mask"]
        game.step(None if mask is None else int(np.flatnonzero(mask)[0]))
    assert set(steps.values()) == {cycles}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"key": "chess"}, "There is no game 'chess'"),
        ({"key": "bali", "players": 5}, "Bali is for 3, 4 players, not for 5"),
        ({"key": "bali", "reward": "money"}, "There is no reward 'money'"),
        ({"key": "bali", "options": {"rain": "on"}}, "no option 'rain'"),
        ({"key": "bali", "illegal": "shrug"}, "not 'shrug'"),
        ({"key": "bali", "render_mode": "smell"}, "no render mode 'smell'"),
    ],
)
def test_wrong_settings_are_explained(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        env(**settings)


def test_games_without_a_seed_differ_and_go_on_from_the_last_seed() -> None:
    first, second = raw_env("taj_mahal"), raw_env("taj_mahal")
    states: list[Any] = []
    for game in (first, second):
        game.reset(seed=9)
        states.append(game.state())
        game.reset()
        states.append(game.state())
    assert np.array_equal(states[0], states[2])
    assert np.array_equal(states[1], states[3])
    assert not np.array_equal(states[0], states[1])


def test_an_observation_can_be_sent_elsewhere() -> None:
    game = raw_env("bali")
    game.reset(seed=1)
    seen = game.observe("player_0")
    again = pickle.loads(pickle.dumps(seen))
    assert np.array_equal(seen["observation"], again["observation"])


def test_bots_can_play_some_of_the_seats() -> None:
    def first(observation: Any, mask: Any) -> int:
        return int(np.flatnonzero(mask)[0])

    some = env("web_of_power", players=4, opponents={"player_0": "random", "player_2": first})
    assert some.possible_agents == ["player_1", "player_3"]
    api_test(some, num_cycles=40)
    last = _play(some, 3)
    assert last.keys() == {"player_1", "player_3"}
    scores = some.simulator.position.scores()
    assert [last[agent][1]["score"] for agent in last] == [scores[1], scores[3]]
    assert _play(some, 3).keys() == last.keys()

    cut = env("bali", players=3, opponents={"player_1": "random"}, max_cycles=2)
    told = _play(cut, 1)
    assert told.keys() == {"player_0", "player_2"}
    assert cut.agents == []


@pytest.mark.parametrize(
    ("opponents", "message"),
    [
        ({"player_7": "club"}, "There is no 'player_7' here"),
        (dict.fromkeys(["player_0", "player_1", "player_2"], "club"), "At least one seat"),
        ({"player_0": "genius"}, "There is no bot 'genius'"),
    ],
)
def test_opponents_that_cannot_be_had(opponents: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        env("bali", players=3, opponents=opponents)
