"""What every game's judge must fulfil."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from dalang.engine.api import CHANCE, OVER, Position
from dalang.engine.errors import BadWeights
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.weights import read_weights
from dalang.registry import all_games

# The usual table before every commit, the others in `make test`.
TABLES = [
    pytest.param(
        spec,
        players,
        id=f"{key}-{players}",
        marks=[] if players == spec.usual_players else [pytest.mark.slow],
    )
    for key, spec in all_games().items()
    for players in spec.players
]
JUDGED = [pytest.param(spec, id=key) for key, spec in all_games().items() if spec.judge]


def random_game(spec: GameSpec, players: int, seed: int) -> Iterator[Position]:
    """Every position of a game played at random, the last one included."""
    position = spec.start(players)
    rng = Rng(seed)
    while position.actor() != OVER:
        yield position
        position.apply(random_step(position, rng))
    yield position


@pytest.mark.parametrize("spec", JUDGED)
def test_every_judge_has_its_weights(spec: GameSpec) -> None:
    weights = read_weights(spec.folder / "weights.toml", spec.weights)
    assert len(spec.weights) == len(set(spec.weights)) == len(weights)
    assert spec.new_judge().weights == weights


@pytest.mark.parametrize("spec", JUDGED)
def test_the_weights_say_how_they_came_about(spec: GameSpec) -> None:
    first = (spec.folder / "weights.toml").read_text("utf-8").splitlines()[0]
    assert first.startswith("# ")


@pytest.mark.parametrize("spec", JUDGED)
def test_a_missing_weight_is_named(spec: GameSpec, tmp_path: Path) -> None:
    lines = (spec.folder / "weights.toml").read_text("utf-8").splitlines()
    gone = spec.weights[0]
    path = tmp_path / "weights.toml"
    path.write_text("\n".join(line for line in lines if not line.startswith(f"{gone} ")), "utf-8")
    with pytest.raises(BadWeights, match=gone):
        read_weights(path, spec.weights)


@pytest.mark.parametrize(("spec", "players"), TABLES)
def test_every_position_has_a_value_for_every_seat(spec: GameSpec, players: int) -> None:
    judge = spec.new_judge()
    for position in random_game(spec, players, 1):
        for seat in range(players):
            assert math.isfinite(judge.value(position, seat))


@pytest.mark.parametrize(("spec", "players"), TABLES)
def test_every_action_has_a_prior(spec: GameSpec, players: int) -> None:
    judge = spec.new_judge()
    for position in random_game(spec, players, 2):
        if position.actor() >= 0:
            legal = position.legal_actions()
            priors = judge.priors(position, legal)
            assert [judge.prior(position, action) for action in legal] == list(priors)
            assert all(math.isfinite(prior) for prior in priors)


@pytest.mark.parametrize(("spec", "players"), TABLES)
def test_looking_at_a_position_does_not_change_it(spec: GameSpec, players: int) -> None:
    judge = spec.new_judge()
    for number, position in enumerate(random_game(spec, players, 3)):
        if number % 7 == 0:
            before = position.to_text()
            if position.actor() >= 0:
                judge.priors(position, position.legal_actions())
            for seat in range(players):
                judge.value(position, seat)
            assert position.to_text() == before


@pytest.mark.parametrize(("spec", "players"), TABLES)
def test_a_prior_knows_no_more_than_the_actor(spec: GameSpec, players: int) -> None:
    judge = spec.new_judge()
    rng = Rng(4)
    told_apart = 0
    for number, position in enumerate(random_game(spec, players, 4)):
        actor = position.actor()
        if actor in (CHANCE, OVER) or number % 3:
            continue
        legal = position.legal_actions()
        priors = list(judge.priors(position, legal))
        told_apart += len(set(priors)) > 1
        redealt = spec.imagine(spec.observe(position, int(actor)), rng)
        assert list(judge.priors(redealt, legal)) == priors
    assert told_apart > 10 or spec.judge is None


@pytest.mark.parametrize(("spec", "players"), TABLES)
def test_in_the_end_the_winner_has_the_highest_value(spec: GameSpec, players: int) -> None:
    judge = spec.new_judge()
    *_, end = random_game(spec, players, 5)
    values = [judge.value(end, seat) for seat in range(players)]
    scores = end.scores()
    best = scores.index(max(scores))
    if scores.count(scores[best]) == 1:
        assert values.index(max(values)) == best
