"""OpenSpiel's own simulation test over every game, its bots, and what they do not check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation as spiel_observation
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts
from open_spiel.python.bots import uniform_random
from tests.adapters.tables import every_game, every_table

from dalang.adapters.openspiel import register
from dalang.adapters.tensors import Layout
from dalang.engine.api import WATCHER, View
from dalang.registry import all_games, game

register()  # a second time, which changes nothing


def _load(key: str, **settings: object) -> Any:
    listed = ",".join(f"{name}={value}" for name, value in settings.items())
    return pyspiel.load_game(f"dalang_{key}({listed})")


def _walk(loaded: Any, seed: int, steps: int) -> Iterator[Any]:
    """The states of a random game; all of them are the same object."""
    state, rng = loaded.new_initial_state(), np.random.default_rng(seed)
    for _ in range(steps):
        if state.is_terminal():
            return
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(outcomes[rng.choice(len(outcomes), p=chances)])
        else:
            legal: list[int] = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])


def _decision(loaded: Any, seed: int, after: int) -> Any:
    """A state after some steps, at most half of the game, in which somebody has to decide."""
    length = sum(1 for _ in _walk(loaded, seed, 10_000))
    for number, state in enumerate(_walk(loaded, seed, 10_000)):
        if number >= min(after, length // 2) and not state.is_chance_node():
            return state
    raise AssertionError("The game ended before.")


@pytest.mark.slow
@every_game
def test_random_simulations_keep_the_api(key: str) -> None:
    """At the usual table: what depends on the number of players is asked at every table below."""
    loaded = _load(key, players=game(key).usual_players)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


@every_table
def test_a_game_tells_its_sizes(key: str, players: int) -> None:
    loaded, spec = _load(key, players=players), game(key)
    assert loaded.num_players() == players
    assert loaded.num_distinct_actions() == spec.action_count
    assert loaded.observation_tensor_shape() == [Layout(key, players).size]
    assert loaded.information_state_tensor_shape() == [Layout(key, players).size]
    assert (loaded.min_utility(), loaded.max_utility(), loaded.utility_sum()) == (-1, 1, 0)
    assert str(pyspiel.load_game(str(loaded))) == str(loaded)


@every_game
def test_a_player_is_told_what_its_seat_knows(key: str) -> None:
    loaded, spec = _load(key), game(key)
    layout = Layout(key, spec.usual_players)
    for number, state in enumerate(_walk(loaded, 1, 240)):
        if number % 40 == 0:
            for player in range(spec.usual_players):
                view = spec.observe(state.position, player)
                assert state.information_state_string(player).startswith(view.to_text())
                assert state.observation_string(player) == view.to_text()
                assert state.observation_tensor(player) == layout.observation(view).tolist()


@every_game
def test_a_state_is_copied_and_written_down(key: str) -> None:
    loaded = _load(key)
    for number, state in enumerate(_walk(loaded, 2, 200)):
        if number % 66 == 0:
            twin, read = state.clone(), loaded.deserialize_state(state.serialize())
            for other in (twin, read):
                assert str(other) == str(state)
                assert other.history() == state.history()
                assert other.legal_actions() == state.legal_actions()
            before = str(state)
            twin.apply_action(twin.legal_actions()[0])
            assert str(state) == before


@every_game
def test_a_whole_game_state_pair_is_written_down(key: str) -> None:
    state = _decision(_load(key), 3, 60)
    loaded = state.get_game()
    text = pyspiel.serialize_game_and_state(loaded, state)
    again, read = pyspiel.deserialize_game_and_state(text)
    assert (str(again), str(read)) == (str(loaded), str(state))


@every_game
def test_resampling_keeps_what_the_player_knows_and_no_more(key: str) -> None:
    state = _decision(_load(key), 4, 120)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    others = [state.resample_from_infostate(player, sampler) for _ in range(5)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == []  # the true one would tell secrets
    assert len({str(other) for other in [state, *others]}) > 1


@every_game
def test_actions_and_outcomes_are_told_by_their_lasting_names(key: str) -> None:
    loaded = _load(key)
    start = loaded.new_initial_state()
    outcome = start.legal_actions()[0]
    assert start.action_to_string(-1, outcome) == start.position.action_text(outcome)
    state = _decision(loaded, 5, 30)
    for action in state.legal_actions():
        text = state.action_to_string(state.current_player(), action)
        assert state.string_to_action(text) == action
        assert state.position.parse_action(text) == action


@every_game
def test_the_bots_of_open_spiel_play(key: str) -> None:
    loaded = _load(key)
    random, rollouts = np.random.RandomState(1), mcts.RandomRolloutEvaluator(1)
    state = _decision(loaded, 6, 80)
    bots = [
        ismcts.ISMCTSBot(
            loaded, rollouts, uct_c=1.0, max_simulations=2, random_state=np.random.RandomState(2)
        ),
        mcts.MCTSBot(loaded, 1.0, 2, rollouts, random_state=random),
        uniform_random.UniformRandomBot(state.current_player(), random),
        pyspiel.make_uniform_random_bot(state.current_player(), 1),
    ]
    before = str(state)
    for bot in bots:
        assert bot.step(state) in state.legal_actions()
        assert str(state) == before


@every_game
def test_the_search_of_open_spiel_in_cpp_runs(key: str) -> None:
    loaded = _load(key)
    state = _decision(loaded, 6, 80)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(loaded, evaluator, 1.0, 2, 10, False, 1, False)
    root = bot.mcts_search(state)
    assert root.best_child().action in state.legal_actions()


def test_bots_are_evaluated() -> None:
    loaded = _load("web_of_power", players=3)
    random = np.random.RandomState(3)
    bots = [uniform_random.UniformRandomBot(player, random) for player in range(3)]
    returns = evaluate_bots.evaluate_bots(loaded.new_initial_state(), bots, random)
    assert sum(returns) == pytest.approx(0)
    assert any(returns)


def test_the_environment_for_reinforcement_learning_runs() -> None:
    env = rl_environment.Environment(_load("web_of_power", players=3), include_full_state=True)
    env.seed(1)
    step, rng, steps = env.reset(), np.random.default_rng(1), 0
    while not step.last():
        player = step.observations["current_player"]
        legal = step.observations["legal_actions"][player]
        step = env.step([legal[rng.integers(len(legal))]])
        steps += 1
    assert steps > 50
    assert sum(step.rewards) == pytest.approx(0)


def test_returns_are_places_or_scores() -> None:
    for reward in ("place", "score"):
        loaded = _load("taj_mahal", players=3, reward=reward)
        *_, state = _walk(loaded, 8, 10_000)
        assert state.is_terminal()
        scores = state.position.scores()
        expected = [score - sum(scores) / 3 for score in scores]
        if reward == "place":
            expected = [2.0 - place for place in state.position.ranking()]
        assert state.returns() == pytest.approx(expected)


def test_options_of_a_game_are_parameters() -> None:
    assert "rewards=open" in str(_load("cards_and_karma", rewards="open"))
    state = _decision(_load("cards_and_karma", rewards="open"), 1, 0)
    assert state.action_to_string(state.current_player(), state.legal_actions()[0]) == (
        f"arrange {_first_reward()}"
    )


def _first_reward() -> str:
    position = game("cards_and_karma").start(4, {"rewards": "open"})
    while position.actor() < 0:
        weights = list(position.chance_weights())
        position.apply(weights.index(max(weights)))
    return position.action_text(position.legal_actions()[0]).partition(" ")[2]


def test_what_is_not_possible_is_refused() -> None:
    state = _decision(_load("bali"), 1, 0)
    illegal = next(n for n in range(124) if n not in state.legal_actions())
    before = str(state)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(illegal)
    assert str(state) == before


@pytest.mark.parametrize(
    "wrong",
    [
        "dalang_bali(players=5)",
        "dalang_bali(reward=money)",
        "dalang_bali(memory=perhaps)",
        "dalang_bali(rain=on)",
        "dalang_chess",
    ],
)
def test_wrong_parameters_are_refused(wrong: str) -> None:
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game(wrong)


def test_every_game_is_registered() -> None:
    assert {f"dalang_{key}" for key in all_games()} <= set(pyspiel.registered_names())


# --- observers -------------------------------------------------------------------------------

NOBODY, ONE, ALL = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)


def _observed(
    state: Any, player: int, private: Any, public: bool = True, recall: bool = False
) -> tuple[list[float], str]:
    kind = pyspiel.IIGObservationType(
        public_info=public, perfect_recall=recall, private_info=private
    )
    observation = spiel_observation.make_observation(state.get_game(), kind)
    observation.set_from(state, player)
    return observation.tensor.tolist(), observation.string_from(state, player)


@every_game
def test_an_observer_gives_what_was_asked_for(key: str) -> None:
    state = _decision(_load(key), 6, 150)
    spec, player = game(key), state.current_player()
    layout = Layout(key, spec.usual_players)
    watched: View = spec.observe(state.position, WATCHER)
    assert _observed(state, player, NOBODY) == _observed(state, (player + 1) % 2, NOBODY)
    assert _observed(state, player, NOBODY)[1] == watched.to_text()
    assert _observed(state, player, NOBODY)[0] == layout.observation(watched).tolist()
    views: list[View] = [spec.observe(state.position, seat) for seat in range(spec.usual_players)]
    assert _observed(state, player, ONE)[1] == views[int(player)].to_text()
    rows, text = _observed(state, player, ALL)
    assert rows == [number for view in views for number in layout.observation(view).tolist()]
    assert text == "".join([view.to_text() for view in views])
    assert _observed(state, player, NOBODY, public=False) == ([], "")


@every_game
def test_private_information_alone_tells_nothing_that_all_can_see(key: str) -> None:
    state = _decision(_load(key), 7, 150)
    player = state.current_player()
    row, text = _observed(state, player, ONE, public=False)
    public = set(_observed(state, player, NOBODY)[1].splitlines())
    whole, known = _observed(state, player, ONE)
    assert set(text.splitlines()) == set(known.splitlines()) - public
    assert f"viewer: {player}" in text
    assert all(number in (0, same) for number, same in zip(row, whole, strict=True))
    assert 0 < np.count_nonzero(row) < np.count_nonzero(whole)


@every_game
def test_perfect_recall_keeps_the_own_decisions_in_order(key: str) -> None:
    state = _decision(_load(key), 8, 150)
    for player in range(2):
        own = [step.action for step in state.full_history() if step.player == player]
        _, text = _observed(state, player, ONE, recall=True)
        assert text.endswith(f"decided: {' '.join(map(str, own))}\n")
        assert state.information_state_string(player) == text
        assert "decided" not in _observed(state, player, ONE)[1]


@every_game
def test_openspiels_own_observers_read_ours(key: str) -> None:
    """As OpenSpiel's observation_test does it with its games: by way of C++, and compressed."""
    state = _decision(_load(key), 9, 60)
    loaded = state.get_game()
    wrapped: Any = vars(spiel_observation)["_Observation"]
    for private in (NOBODY, ONE, ALL):
        kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=private)
        first: Any = wrapped(loaded, loaded.make_observer(kind, {}))
        second: Any = wrapped(loaded, loaded.make_observer(kind, {}))
        for player in range(loaded.num_players()):
            first.set_from(state, player)
            second.decompress(first.compress())
            np.testing.assert_array_equal(first.tensor, second.tensor)
            assert first.tensor.tolist() == _observed(state, player, private)[0]
            assert first.string_from(state, player) == _observed(state, player, private)[1]
