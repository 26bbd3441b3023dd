"""CK 1: set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from dalang.engine.api import CHANCE
from dalang.engine.errors import PositionError
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import field, legal_texts, possible_texts
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.components import CARDS, FACES_OF_CARDS, REWARDS
from dalang.games.cards_and_karma.tests.tables import cards, new_game, play, scene

NINE = (
    *("palace2-blue", "palace4-blue", "palace2-green", "palace4-green", "palace5-green"),
    *("palace6-green", "ship4-green", "palace2-orange", "palace4-orange"),
)


def test_CK_1_1_six_score_cards_with_unknown_rewards() -> None:
    position = new_game(3)
    for seat in range(3):
        assert field(position, f"score_cards {seat}").split(", ") == ["unknown"] * 6
    assert sorted(REWARDS) == sorted(
        ["karma2", "coins2_or_palace", "fame1_or_ship", "administrator1", "dice2", "extra_turn"]
    )


def test_CK_1_1_every_reward_not_turned_yet_is_equally_likely() -> None:
    position = scene(
        phase="reward",
        moment="acted",
        tasks="score card left",
        turned_left="1 0",
        turned_right="1 0",
        score_cards_0="karma2, unknown, unknown, unknown, unknown, dice2",
    )
    left = set(REWARDS) - {"karma2", "dice2"}
    assert possible_texts(position) == {f"reward {reward}": 1 for reward in left}


def test_CK_1_2_144_cards_of_four_kinds_with_a_coloured_die_each() -> None:
    kinds = Counter(FACES_OF_CARDS[card]["kind"] for card in CARDS)
    assert kinds == {"building": 60, "ship": 28, "goods": 36, "palace": 20}
    colours = Counter(FACES_OF_CARDS[card]["die"] for card in CARDS)
    assert colours == {"blue": 36, "green": 36, "orange": 36, "purple": 36}


def test_CK_1_2_only_the_top_card_of_the_pile_is_seen() -> None:
    position = GAME.start(2)
    assert possible_texts(position) == {f"top {card}": 1 for card in CARDS}
    position.apply(position.parse_action("top ship12-blue"))
    position.apply(position.parse_action("value 4"))
    assert cards(position, "hand 0") == {"ship12-blue"}
    assert "top ship12-blue" not in possible_texts(position)
    assert len(possible_texts(position)) == 143
    position = new_game(2)
    assert cards(position, "top") <= set(CARDS)
    assert len(cards(position, "top")) == 1


def test_CK_1_3_four_dice_each() -> None:
    for players in GAME.players:
        position = new_game(players)
        for seat in range(players):
            assert len(cards(position, f"hand {seat}")) == 4


def test_CK_1_3_never_more_than_eight() -> None:
    scene(hand_0=", ".join(f"{card} 3" for card in NINE[:8]))
    with pytest.raises(PositionError, match=r"CK 1\.3"):
        scene(hand_0=", ".join(f"{card} 3" for card in NINE))


def test_CK_1_4_display_of_12_16_or_20_cards_without_values() -> None:
    for players, size in ((2, 12), (3, 16), (4, 20)):
        position = new_game(players)
        display = field(position, "display").split(", ")
        assert len(display) == size
        assert set(display) <= set(CARDS)  # no value behind the name: nobody has seen one


def test_CK_1_5_the_start_player_is_drawn_by_lot() -> None:
    position = GAME.start(3)
    rng = Rng(1)
    while position.action_text(0) != "start 0":
        assert position.actor() == CHANCE
        position.apply(random_step(position, rng))
    assert possible_texts(position) == {"start 0": 1, "start 1": 1, "start 2": 1}
    play(position, "? start 2")
    assert field(position, "elephant") == "2"
    assert field(position, "series") == "1"
    assert position.actor() == 2
    assert any(text.startswith("die ") for text in legal_texts(position))
