"""Which bots there are, what they are asked with, and what is refused."""

import pytest

from dalang.bots import (
    AT_THE_TABLE,
    LEVELS,
    USUAL_LEVEL,
    BadBudget,
    Budget,
    UnknownBot,
    answer,
    at_the_table,
    bot,
)
from dalang.bots.expert import ExpertBot
from dalang.engine.api import OVER, View
from dalang.engine.errors import UnknownGame
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.registry import game

GAME = "web_of_power"


def a_decision() -> View:
    """The first at which there is a choice."""
    spec, rng = game(GAME), Rng(1)
    position = spec.start(3)
    while len(position.legal_actions()) < 2:
        position.apply(random_step(position, rng))
    return spec.observe(position, int(position.actor()))


@pytest.mark.parametrize(
    ("text", "budget"),
    [("300", Budget(simulations=300)), ("500ms", Budget(milliseconds=500))],
)
def test_a_budget_is_simulations_or_time(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget
    assert str(budget) == text


@pytest.mark.parametrize("text", ["", "0", "-3", "1.5", "300s", "ms", "1e9", "9999999999", "٣"])
def test_a_budget_that_is_none(text: str) -> None:
    with pytest.raises(BadBudget, match="no budget"):
        Budget.parse(text)


def test_a_budget_without_end_is_refused() -> None:
    for simulations, milliseconds in ((0, 0), (-1, 5), (5, -1)):
        with pytest.raises(BadBudget):
            Budget(simulations, milliseconds)


def test_a_bot_is_described_by_level_and_budget() -> None:
    searcher = bot("expert:40", GAME)
    assert isinstance(searcher, ExpertBot)
    assert searcher.budget == Budget(simulations=40)
    assert USUAL_LEVEL in LEVELS
    for level, kind in LEVELS.items():
        assert type(bot(level, GAME)) is kind


@pytest.mark.parametrize("description", ["grandmaster", "", "expert 300", ":300"])
def test_an_unknown_bot_is_refused_with_the_list_of_bots(description: str) -> None:
    with pytest.raises(UnknownBot, match="random, novice, club, expert"):
        bot(description, GAME)
    with pytest.raises(UnknownBot):
        answer(description, GAME, "", 1)


def test_an_unknown_game_and_a_useless_budget_are_refused() -> None:
    with pytest.raises(UnknownGame, match="chess"):
        bot("club", "chess")
    with pytest.raises(BadBudget, match="takes no budget"):
        bot("club:300", GAME)
    with pytest.raises(BadBudget, match="no budget"):
        bot("expert:", GAME)


@pytest.mark.slow
def test_a_worker_answers_with_a_legal_action() -> None:
    view = a_decision()
    legal = [view.known.action_text(action) for action in view.legal_actions()]
    for level in LEVELS:
        assert answer(level, GAME, view.to_text(), 5) in legal


@pytest.mark.parametrize("level", ["random", "novice", "club", "expert:20"])
def test_without_a_time_limit_the_same_seed_gives_the_same_decision(level: str) -> None:
    view = a_decision()
    assert bot(level, GAME).choose(view, Rng(5)) == bot(level, GAME).choose(view, Rng(5))


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_has_next_to_no_time_still_decides(level: str) -> None:
    view = a_decision()
    hasty = LEVELS[level](game(GAME), budget=Budget(milliseconds=1))
    assert hasty.choose(view, Rng(5)) in view.legal_actions()


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_the_same_time_at_the_table(level: str) -> None:
    assert at_the_table(level, GAME).milliseconds == AT_THE_TABLE.milliseconds > 0


@pytest.mark.slow
def test_an_expert_keeps_its_tree_for_the_rest_of_a_turn() -> None:
    """In Web of Power a card is played first, and then a piece is placed."""
    spec, rng = game(GAME), Rng(2)
    position = spec.start(3)
    expert = ExpertBot(spec, budget=Budget(simulations=4))
    kept = False
    while not kept:
        if position.actor() != 0 or len(position.legal_actions()) == 1:
            position.apply(random_step(position, rng))
            continue
        view = spec.observe(position, 0)
        kept = expert.think(view, rng).root.visits > 4
        position.apply(expert.choose(view, rng))
    assert position.actor() != OVER
