"""What a good player of Cards & Karma thinks."""

from __future__ import annotations

import pytest

from dalang.engine.judging import Judge
from dalang.engine.testing import favourite
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.tests.tables import FIVE_TURNED, play, scene


@pytest.fixture
def judge() -> Judge:
    return GAME.new_judge()


def test_takes_the_card_that_wins(judge: Judge) -> None:
    """A sixth coin turns the sixth score card."""
    position = scene(
        display="silk1+coin-green, tea2-green, palace3-blue",
        coins="5 0",
        score_cards_0=FIVE_TURNED,
        turned_left="5 0",
    )
    assert favourite(judge, position) == "take silk1+coin-green"


def test_sells_three_goods(judge: Judge) -> None:
    position = scene(row_0="silk2-green, tea2-purple", display="spices2-blue, silk2-orange")
    assert favourite(judge, position) == "take spices2-blue"


def test_pays_a_ship_with_the_die_that_fits(judge: Judge) -> None:
    """Karma is not spent where a die will do."""
    position = scene(
        display="ship8-blue, palace3-blue",
        hand_0="palace2-green 2, palace2-blue 3",
        karma="1 0",
    )
    play(position, "take ship8-blue")
    assert favourite(judge, position) == "pay palace2-green"


def test_a_card_is_worth_more_than_a_die(judge: Judge) -> None:
    position = scene(display="ship8-blue, palace3-blue", hand_0="palace2-green 2, palace2-blue 3")
    assert favourite(judge, position) == "take ship8-blue"


def test_discards_the_lowest_die(judge: Judge) -> None:
    dice = ["palace2-blue 1", "palace2-green 5", "palace2-orange 6", "palace2-purple 4"]
    dice += ["palace4-blue 5", "palace4-green 5", "palace5-green 3", "palace5-blue 4"]
    position = scene(hand_0=", ".join(dice), display="palace3-blue, palace3-green")
    play(position, "die palace3-blue")
    assert favourite(judge, position) == "discard palace2-blue"


@pytest.mark.parametrize(("turn", "choice"), [(3.0, "administrator turn"), (1.0, "end turn")])
def test_gives_an_administrator_for_another_turn_if_that_is_worth_more(
    turn: float, choice: str
) -> None:
    worth = {"administrator": 2.0, "turn": turn}
    judge = GAME.new_judge([worth.get(name, 0.1) for name in GAME.weights])
    position = scene(phase="after", moment="acted", administrators="1 0")
    assert favourite(judge, position) == choice


def test_everything_helps(judge: Judge) -> None:
    one = scene()
    for given in ("fame", "coins", "karma", "administrators"):
        other = scene(**{given: "1 0"})
        assert judge.value(other, 0) > judge.value(one, 0)
    row = scene(row_0="silk2-green")
    assert judge.value(row, 0) > judge.value(one, 0)
    dice = scene(hand_0="palace2-blue 1"), scene(hand_0="palace2-blue 6")
    assert judge.value(one, 0) < judge.value(dice[0], 0) < judge.value(dice[1], 0)


def test_turning_the_last_score_card_is_what_it_is_about(judge: Judge) -> None:
    ahead = scene(score_cards_0=FIVE_TURNED, turned_left="5 0")
    assert judge.value(ahead, 0) > judge.value(ahead, 1) + judge.scale
