"""Hints and analysis: what they say must be true where the truth is known."""

from dataclasses import replace
from itertools import pairwise

import pytest

from dalang.bots.advice import analyse, hint
from dalang.bots.budget import Budget
from dalang.engine.api import WATCHER, Position
from dalang.engine.errors import NotYourTurn
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay, record
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import all_games, game

FEW = Budget(simulations=12)
FIRST_LINES = 60


def decision(spec: GameSpec, seed: int, least: int = 4) -> Position:
    position, rng = spec.start(spec.usual_players), Rng(seed)
    while len(position.legal_actions()) < least:
        position.apply(random_step(position, rng))
    return position


@pytest.mark.slow
@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_a_hint_is_up_to_three_legal_actions_with_sound_numbers(spec: GameSpec) -> None:
    position = decision(spec, 3, least=3)
    view = spec.observe(position, int(position.actor()))
    advice = hint(spec, view, FEW, Rng(1))
    assert 1 <= len(advice) <= 3
    assert len({each.action for each in advice}) == len(advice)
    for each in advice:
        assert each.action in view.legal_actions()
        assert each.text == view.known.action_text(each.action)
        assert 0 <= each.win_chance <= 1
        assert 1 <= each.place <= spec.usual_players
    assert [each.simulations for each in advice] == sorted(
        (each.simulations for each in advice), reverse=True
    )
    assert hint(spec, view, FEW, Rng(1)) == advice


def test_only_who_decides_is_advised() -> None:
    spec = game("web_of_power")
    position = decision(spec, 3)
    for seat in (WATCHER, (int(position.actor()) + 1) % spec.usual_players):
        with pytest.raises(NotYourTurn):
            hint(spec, spec.observe(position, seat), FEW, Rng(1))


class Chooser:
    """Random steps, as a function of the position."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def __call__(self, position: Position) -> int:
        return int(random_step(position, self._rng))


@pytest.mark.slow
@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_an_analysis_covers_the_game_and_ranks_its_swings(spec: GameSpec) -> None:
    players = spec.players[0]
    whole = Replay.of(record(spec, players, Chooser(Rng(2)), {}))
    lines = min(FIRST_LINES, len(whole.lines) * 3 // 4)
    replay = replace(whole, lines=whole.lines[:lines], ended_by="")
    told: list[int] = []
    analysis = analyse(spec, replay, Budget(simulations=1), 1, told.append)
    assert told == [moment.line for moment in analysis.moments]
    assert told == sorted(set(told))
    actions = {(line.number, line.actor, line.text) for line in replay.lines}
    curve = [*(moment.chances for moment in analysis.moments), analysis.result]
    for moment in analysis.moments:
        assert (moment.line, moment.seat, moment.actions[0]) in actions
    for chances in curve:
        assert len(chances) == players
        assert sum(chances) == pytest.approx(1)
    sizes = [abs(swing.after - swing.before) for swing in analysis.swings]
    assert len(sizes) == 3
    assert sizes == sorted(sizes, reverse=True)
    largest = max(
        abs(new - old)
        for before, after in pairwise(curve)
        for old, new in zip(before, after, strict=True)
    )
    assert sizes[0] == pytest.approx(largest)
    first = analysis.swings[0]
    assert curve[first.moment][first.seat] == first.before
    assert curve[first.moment + 1][first.seat] == first.after
