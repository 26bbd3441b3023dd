"""Gymnasium's own check over every game, and what it does not check."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from tests.adapters.tables import every_game, every_table

from dalang.adapters.gymnasium import ParallelSeatVectorEnv, SeatVectorEnv, register
from dalang.bots import BotError
from dalang.bots.greedy import ClubBot, NoviceBot
from dalang.bots.random_bot import RandomBot
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


@pytest.mark.slow
def test_stronger_opponents_can_be_asked_in() -> None:
    env = _make("web_of_power", players=3, opponents=["club", "novice"], seat=1)
    bots = env.unwrapped.chair.opponents.bots
    assert [(seat, type(bot)) for seat, bot in bots.items()] == [(0, ClubBot), (2, NoviceBot)]
    _, info = env.reset(seed=1)
    env.step(_first(info["action_mask"]))
    assert env.unwrapped.chair.simulator.position.actor() == 1


@pytest.mark.slow
def test_an_opponent_is_a_name_a_class_an_instance_or_a_policy() -> None:
    asked: list[tuple[Any, Any]] = []

    def itself(observation: Any, mask: Any) -> int:
        asked.append((observation, mask))
        return _first(mask)

    own = RandomBot(game("taj_mahal"))
    env = _make("taj_mahal", players=5, opponents=["club", RandomBot, own, itself])
    observation, info = env.reset(seed=1)
    for _ in range(20):
        observation, _, _, _, info = env.step(_first(info["action_mask"]))
    assert {type(bot).__name__ for bot in env.unwrapped.chair.opponents.bots.values()} == {
        "ClubBot",
        "RandomBot",
        "PolicyBot",
    }
    assert asked
    assert all(shown.shape == observation.shape and mask.any() for shown, mask in asked)


def test_a_policy_that_fails_is_named() -> None:
    def broken(observation: Any, mask: Any) -> int:
        raise ZeroDivisionError

    env = _make("bali", opponents=broken, seat=1)
    with pytest.raises(BotError, match=r"broken failed in bali with 4 players, seed \d+, seat"):
        env.reset(seed=1)


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
        ({"opponents": 7}, "a callable, not 7"),
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


@pytest.mark.slow
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
            assert info["action_mask"].any(axis=1).all()
            actions = np.array([rng.choice(np.flatnonzero(m)) for m in info["action_mask"]])
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


def _vector(key: str, count: int, **settings: Any) -> Any:
    return gymnasium.make_vec(
        f"dalang/{key}-v0", count, vectorization_mode="vector_entry_point", **settings
    )


def _chosen(masks: Any) -> Any:
    return np.array([np.flatnonzero(mask)[-1] for mask in masks])


@pytest.mark.slow
@pytest.mark.parametrize("opponents", ["random", "novice"])
def test_a_vector_gives_what_its_games_give_one_by_one(opponents: str) -> None:
    settings: dict[str, Any] = {"players": 2, "opponents": opponents}
    vector = _vector("cards_and_karma", 2, **settings)
    singles = [_make("cards_and_karma", **settings) for _ in range(2)]
    observations, info = vector.reset(seed=[5, 6])
    firsts = [single.reset(seed=seed) for single, seed in zip(singles, (5, 6), strict=True)]
    rows, infos = [list(each) for each in zip(*firsts, strict=True)]
    over, last = np.zeros(2, np.bool_), (0, 0.0, dict[str, Any]())
    while True:
        actions = _chosen(info["action_mask"])
        for number in range(2):
            assert np.array_equal(observations[number], rows[number])
            assert np.array_equal(info["action_mask"][number], infos[number]["action_mask"])
            rows[number], reward, single_over, _, infos[number] = singles[number].step(
                actions[number]
            )
            over[number] |= single_over
            if single_over:
                last = number, reward, infos[number]
        if over.any():
            break
        observations, rewards, done, _, info = vector.step(actions)
        assert not done.any()
    number, reward, result = last
    observations, rewards, done, _, info = vector.step(actions)
    assert done[number]
    assert rewards[number] == reward
    for name in ("score", "place", "ended_by"):
        assert info[f"_{name}"][number]
        assert info[name][number] == result[name]


def test_a_finished_game_begins_anew_when_it_was_said_to() -> None:
    courses: dict[str, Any] = {}
    for mode in AutoresetMode:
        vector = _vector("cards_and_karma", 3, players=2, autoreset_mode=mode)
        assert vector.metadata["autoreset_mode"] == mode
        observations, info = vector.reset(seed=1)
        over = np.zeros(3, np.bool_)
        while not over.any():
            observations, _, over, _, info = vector.step(_chosen(info["action_mask"]))
        courses[mode.value] = observations, over, info, vector
    (at_end, over, told, _), (fresh, also_over, same, _), (_, _, _, stays) = courses.values()
    number = int(np.flatnonzero(over)[0])
    assert np.array_equal(over, also_over)
    assert np.array_equal(same["final_obs"][number], at_end[number])
    assert same["final_info"]["place"][number] == told["place"][number] > 0
    assert not np.array_equal(fresh[number], at_end[number])
    assert "place" not in same
    before = stays.step(np.zeros(3, np.int64))[0][number]  # over, and stays so
    assert np.array_equal(before, at_end[number])
    observations, info = stays.reset(options={"reset_mask": over}, seed=4)
    assert not np.array_equal(observations[number], before)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_game_with_its_own_seed_is_followed_by_those_of_a_single_one(mode: AutoresetMode) -> None:
    vector = _vector("bali", 2, players=3, autoreset_mode=mode)
    single = _make("bali", players=3)
    observations, info = vector.reset(seed=[5, 6])
    row, _ = single.reset(seed=6)
    for _ in range(3):
        assert np.array_equal(observations[1], row)
        assert not np.array_equal(observations[0], row)
        vector = pickle.loads(pickle.dumps(vector))
        fouls = np.argmin(info["action_mask"], axis=1)  # end the games at once
        observations, _, over, _, info = vector.step(fouls)
        assert over.all()
        if mode == AutoresetMode.NEXT_STEP:
            observations, _, _, _, info = vector.step(fouls)
        elif mode == AutoresetMode.DISABLED:
            vector.reset(options={"reset_mask": np.array([True, False])})
            observations, info = vector.reset(options={"reset_mask": np.array([False, True])})
        row, _ = single.reset()
    vector.reset(seed=7)
    twin = _vector("bali", 2, players=3, autoreset_mode=mode)
    twin.reset(seed=7)
    assert np.array_equal(vector.reset()[0], twin.reset()[0])  # seeds of their own are forgotten


def test_what_comes_too_early_or_does_not_fit_is_refused() -> None:
    vector = _vector("bali", 2, players=3)
    with pytest.raises(gymnasium.error.ResetNeeded, match="have not begun"):
        vector.step(np.zeros(2, np.int64))
    with pytest.raises(gymnasium.error.ResetNeeded, match="must mark them all"):
        vector.reset(options={"reset_mask": np.array([True, False])})
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="2 actions are needed, one for each game, not 3"):
        vector.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="A reset_mask for 2 games is needed, not for 1"):
        vector.reset(options={"reset_mask": np.array([True])})
    with pytest.raises(ValueError, match="always return new arrays"):
        ParallelSeatVectorEnv("bali", 2, copy=False)


def test_seeds_that_are_too_few_are_refused() -> None:
    with pytest.raises(ValueError, match="3 seeds are needed, not 2"):
        _vector("bali", 3).reset(seed=[1, 2])


@pytest.mark.slow
def test_several_processes_play_the_same_games() -> None:
    settings: dict[str, Any] = {"players": 2, "opponents": "random"}
    alone = SeatVectorEnv("cards_and_karma", 3, **settings)
    many = ParallelSeatVectorEnv("cards_and_karma", 3, workers=2, **settings)
    try:
        seen, info = alone.reset(seed=[1, 2, 3])
        other, told = many.reset(seed=[1, 2, 3])
        over = ended = np.zeros(3, np.bool_)
        rewards = earned = np.zeros(3)
        while not over.any():
            assert np.array_equal(seen, other)
            assert np.array_equal(info["action_mask"], told["action_mask"])
            actions = _chosen(info["action_mask"])
            seen, rewards, over, _, info = alone.step(actions)
            other, earned, ended, _, told = many.step(actions)
        assert np.array_equal(over, ended)
        assert np.array_equal(rewards, earned)
        assert info["place"].tolist() == told["place"].tolist()
        assert info["ended_by"].tolist() == told["ended_by"].tolist()
        assert [each is None for each in told["ended_by"]] == (~told["_ended_by"]).tolist()
        with pytest.raises(TypeError, match="Processes cannot be copied"):
            copy.deepcopy(many)
        with pytest.raises(ValueError, match="3 actions are needed"):
            many.step(np.zeros(2, np.int64))
        with pytest.raises(ValueError, match="3 seeds are needed, not 1"):
            many.reset(seed=[1])
    finally:
        many.close()
