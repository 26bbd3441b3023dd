"""CK 7: fame, coins and score cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dalang.engine.api import WATCHER
from dalang.engine.conformance import CHECKS, Check
from dalang.engine.errors import PositionError
from dalang.engine.spec import Option
from dalang.engine.testing import field, legal_texts, told
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.components import REWARDS
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.tests.tables import (
    SPARE,
    UNKNOWN,
    cards,
    new_game,
    play,
    scene,
    tokens,
)


def turned(reward: str, display: str = SPARE, **given: str | int) -> CardsAndKarma:
    """A building brings the third fame, and the score card shows that reward."""
    fields = {"display": f"red-blue3-green, {display}", "hand_0": "ship2-blue 3", "fame": "2 0"}
    position = scene(**fields | given)
    play(position, "take red-blue3-green", "pay ship2-blue", f"? reward {reward}")
    return position


def test_CK_7_1_three_fame_turn_the_leftmost_score_card() -> None:
    position = turned("extra_turn")
    assert field(position, "score_cards 0") == UNKNOWN.replace("unknown", "extra_turn", 1)
    assert field(position, "turned_left") == "1 0"
    assert tokens(position) == (0, 0, 0, 0)
    position = turned(
        "extra_turn",
        turned_left="1 0",
        score_cards_0="karma2, unknown, unknown, unknown, unknown, unknown",
    )
    assert field(position, "score_cards 0").startswith("karma2, extra_turn, unknown")


def test_CK_7_1_six_coins_turn_the_rightmost() -> None:
    position = scene(display=f"silk1+coin-green, {SPARE}", coins="5 0")
    events = play(position, "take silk1+coin-green", "? reward extra_turn")
    turned = {"seat": 0, "reward": "extra_turn", "place": 6, "points": 1}
    assert told(events, "turned_right") == [turned]
    assert field(position, "score_cards 0").endswith("unknown, extra_turn")
    assert field(position, "turned_right") == "1 0"
    assert tokens(position) == (0, 0, 0, 0)


def test_CK_7_1_they_must_be_returned_at_once() -> None:
    with pytest.raises(PositionError, match=r"CK 7\.1"):
        scene(fame="3 0")
    with pytest.raises(PositionError, match=r"CK 7\.1"):
        scene(coins="0 6")


def test_CK_7_2_two_karma() -> None:
    assert tokens(turned("karma2")) == (0, 0, 2, 0)


def test_CK_7_2_an_administrator() -> None:
    assert tokens(turned("administrator1")) == (0, 0, 0, 1)


def test_CK_7_2_two_dice_from_the_display() -> None:
    position = turned("dice2")
    play(position, "die palace3-blue", "die palace3-green")
    assert cards(position, "hand 0") == {"palace3-blue", "palace3-green"}
    assert position.actor() == 1


def test_CK_7_2_two_coins_or_a_palace_card() -> None:
    position = turned("coins2_or_palace", "palace4-blue, silk1-purple", row_0="tea1-blue")
    assert legal_texts(position) == {"coins", "take palace4-blue"}
    other = position.clone()
    play(position, "coins")
    assert tokens(position) == (0, 2, 0, 0)
    play(other, "take palace4-blue")
    assert tokens(other) == (0, 1, 0, 0)


def test_CK_7_2_a_fame_or_a_ship_with_its_reward() -> None:
    position = turned("fame1_or_ship", "ship8-blue, silk1-purple")
    assert legal_texts(position) == {"fame", "take ship8-blue"}
    other = position.clone()
    play(position, "fame")
    assert tokens(position) == (1, 0, 0, 0)
    play(other, "take ship8-blue")
    assert tokens(other) == (0, 3, 0, 0)
    assert "ship8-blue" in cards(other, "row 0")


def test_CK_7_2_an_extra_turn_at_the_end_of_this_turn() -> None:
    position = turned("extra_turn")
    assert position.actor() == 0
    assert field(position, "phase") == "turn"
    play(position, "die palace3-blue")
    assert position.actor() == 1


# --- the variant --------------------------------------------------------------------

OPEN = replace(GAME, options=(Option("rewards", ("open", "hidden"), "CK 7.3"),))


def test_CK_7_3_everybody_arranges_the_own_score_cards_first() -> None:
    position = new_game(2, "open")
    assert legal_texts(position) == {f"arrange {reward}" for reward in REWARDS}
    for seat in range(2):
        assert position.actor() == seat
        play(position, "arrange karma2", "arrange dice2", "arrange extra_turn")
        play(position, "arrange administrator1", "arrange fame1_or_ship")
    for seat in range(2):
        row = "karma2, dice2, extra_turn, administrator1, fame1_or_ship, coins2_or_palace"
        assert field(position, f"score_cards {seat}") == row
    assert field(position, "phase") == "turn"


def test_CK_7_3_hidden_until_all_are_ready_then_public() -> None:
    position = new_game(2, "open")
    play(position, *(f"arrange {reward}" for reward in REWARDS[:5]))
    play(position, "arrange dice2")
    for viewer in (WATCHER, 1):
        assert field(OPEN.observe(position, viewer).known, "score_cards 0") == UNKNOWN
    assert field(OPEN.observe(position, 0).known, "score_cards 0") == ", ".join(REWARDS)
    assert field(OPEN.observe(position, 0).known, "score_cards 1") == UNKNOWN
    assert field(OPEN.observe(position, 1).known, "score_cards 1").startswith("dice2, unknown")
    events = play(position, *[f"arrange {r}" for r in REWARDS if r != "dice2"][:4])
    assert [event.reveals for event in events if event.key == "rewards_shown"] == [True, True]
    for viewer in (WATCHER, 0, 1):
        assert field(OPEN.observe(position, viewer).known, "score_cards 1").startswith("dice2, ")


def test_CK_7_3_a_turned_card_pays_the_reward_that_lies_there() -> None:
    row = "administrator1, dice2, extra_turn, karma2, fame1_or_ship, coins2_or_palace"
    position = scene(
        rewards="open",
        arranged=12,
        score_cards_0=row,
        score_cards_1=row,
        display=f"red-blue3-green, {SPARE}",
        hand_0="ship2-blue 3",
        fame="2 0",
    )
    events = play(position, "take red-blue3-green", "pay ship2-blue")
    turned = {"seat": 0, "reward": "administrator1", "place": 1, "points": 1}
    assert told(events, "turned_left") == [turned]
    assert tokens(position) == (0, 0, 0, 1)
    assert field(position, "turned_left") == "1 0"


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("players", [2, 3])
def test_CK_7_3_the_variant_keeps_the_contract(check: Check, players: int) -> None:
    check(OPEN, players, 5)
