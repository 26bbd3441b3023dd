"""Gymnasium's own check over every game, and what it does not check."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.adapters.tables import every_game, every_table

from dalang.adapters.gymnasium import register
from dalang.engine.api import OVER
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.registry import game

# Points have no limit.
register()  # a second time, which changes nothing
pytestmark = pytest.mark.filterwarnings("ignore:.*observation space maximum value is infinity")


def _make(key: str, **settings: Any) -> Any:
    return gymnasium.make(f"dalang/{key}-v0", **settings)


def _first(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0]) if mask.any() else 0


@every_table
def test_the_environment_is_checked(key: str, players: int) -> None:
    # How it renders is checked in test_pictures.py.
    check_env(_make(key, players=players, seat=players - 1).unwrapped, skip_render_check=True)


@every_game
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_is_played_to_its_end(key: str, seat: int) -> None:
    env = _make(key, seat=seat)
    _, info = env.reset(seed=1)
    rng, terminated, reward = np.random.default_rng(1), False, 0.0
    while not terminated:
        assert reward == 0
        choices = np.flatnonzero(info["action_mask"])
        assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"] == 1)
        observation, reward, terminated, truncated, info = env.step(int(rng.choice(choices)))
        assert env.observation_space.contains(observation)
        assert not truncated
    assert info["place"] == env.unwrapped.chair.simulator.position.ranking()[seat]
    assert reward == env.unwrapped.chair.simulator.payoffs()[seat]


def test_stronger_opponents_can_be_asked_in() -> None:
    env = _make("web_of_power", players=3, opponents=["club", "novice"], seat=1)
    kinds = [type(bot).__name__ for bot in env.unwrapped.chair.bots]
    assert kinds == ["ClubBot", "NoneType", "NoviceBot"]
    _, info = env.reset(seed=1)
    env.step(_first(info["action_mask"]))
    assert env.unwrapped.chair.simulator.position.actor() == 1


def test_an_illegal_action_loses_at_once() -> None:
    env = _make("bali")
    _, info = env.reset(seed=1)
    _, reward, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated) == (-1, True)
    assert "place" not in info


def test_after_the_end_a_reset_is_needed() -> None:
    env = _make("bali").unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 5}, "Bali is for 3, 4 players, not for 5"),
        ({"seat": 4}, "no seat 4"),
        ({"opponents": ["club"]}, "3 opponents are needed, not 1"),
        ({"opponents": "genius"}, "There is no bot 'genius'"),
        ({"reward": "money"}, "There is no reward 'money'"),
        ({"render_mode": "smell"}, "no render mode 'smell'"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*render_mode.*")
def test_wrong_settings_are_explained(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _make("bali", **settings)


def test_an_unknown_game_is_an_unknown_environment() -> None:
    with pytest.raises(gymnasium.error.NameNotFound):
        gymnasium.make("dalang/chess-v0")


def longest_of(key: str) -> int:
    """How many decisions a seat has in the longest of some random games."""
    lengths: list[int] = []
    for seed in range(3):
        rng, position = Rng(seed), game(key).start(game(key).usual_players)
        asked: list[int] = []
        while position.actor() != OVER:
            asked.append(int(position.actor()))
            position.apply(random_step(position, rng))
        lengths.append(asked.count(0))
    return max(lengths)


@every_game
def test_many_games_go_on_side_by_side(key: str) -> None:
    def course(seed: int) -> tuple[list[bytes], int]:
        env: Any = gymnasium.make_vec(
            f"dalang/{key}-v0", num_envs=3, vectorization_mode="vector_entry_point"
        )
        observations, info = env.reset(seed=seed)
        seen: list[bytes] = []
        ended = 0
        rng = np.random.default_rng(seed)
        for _ in range(150):
            actions = np.array(
                [rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in info["action_mask"]]
            )
            observations, rewards, over, truncated, info = env.step(actions)
            assert not rewards[~over].any()
            assert not truncated.any()
            assert env.observation_space.contains(observations)
            seen.append(observations.tobytes())
            ended += int(over.sum())
        return seen, ended

    seen, ended = course(1)
    assert (seen, ended) == course(1)
    assert seen != course(2)[0]
    if longest_of(key) < 140:  # decisions of the seat: so each of the three games has ended
        assert ended >= 3


def test_a_vector_gives_what_its_games_give_one_by_one() -> None:
    vector: Any = gymnasium.make_vec(
        "dalang/web_of_power-v0", num_envs=2, vectorization_mode="vector_entry_point"
    )
    observations, info = vector.reset(seed=3)
    for number in range(2):
        observation, mask = vector.unwrapped.chairs[number].see()
        assert np.array_equal(observations[number], observation)
        assert np.array_equal(info["action_mask"][number], mask)
    assert not np.array_equal(observations[0], observations[1])
