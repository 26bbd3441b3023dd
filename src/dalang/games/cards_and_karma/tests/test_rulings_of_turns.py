"""The rulings R8 to R15: administrators, extra turns, what is known, between the series."""

from __future__ import annotations

from collections import Counter

import pytest

from dalang.engine.api import CHANCE, OVER, WATCHER
from dalang.engine.errors import PositionError
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import field, legal_texts, possible_texts, told, why
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.components import CARDS
from dalang.games.cards_and_karma.tests.tables import (
    ALL_TURNED,
    FIVE_TURNED,
    SPARE,
    cards,
    new_game,
    play,
    scene,
    tokens,
)

# --- R8 to R10: administrators, extra turns, the sixth card -------------------------


def test_CK_R8_no_administrator_in_the_middle_of_a_resolution() -> None:
    position = scene(
        display=f"ship2-blue, {SPARE}", hand_0="palace6-purple 2", administrators="2 0"
    )
    play(position, "take ship2-blue", "pay palace6-purple")
    assert field(position, "phase") == "die"
    for text in ("administrator dice", "administrator turn"):
        assert why(position, text) == ("CK R8", "administrator_not_now")


def test_CK_R8_extra_turns_may_be_chained() -> None:
    position = scene(administrators="2 0")
    play(position, "die palace3-blue", "administrator turn", "die palace3-green")
    play(position, "administrator turn", "die palace3-orange")
    assert position.actor() == 1
    assert len(cards(position, "hand 0")) == 3


def test_CK_R8_before_the_action_while_paying_and_after_everything() -> None:
    position = scene(display=f"ship8-blue, {SPARE}", administrators="2 0")
    assert "administrator dice" in legal_texts(position)
    play(position, "take ship8-blue")
    assert "pay administrator" in legal_texts(position)
    play(position, "pay administrator")
    assert legal_texts(position) == {"end turn", "administrator turn", "administrator dice"}


def test_CK_R9_turns_of_score_cards_add_up_and_come_before_administrators() -> None:
    position = scene(extra_turns=2, administrators="1 0")
    play(position, "die palace3-blue")
    assert field(position, "phase") == "turn"
    assert field(position, "extra_turns") == "1"
    play(position, "die palace3-green")
    assert field(position, "phase") == "turn"
    play(position, "die palace3-orange")
    assert field(position, "phase") == "after"
    play(position, "end turn")
    assert position.actor() == 1
    assert field(position, "series") == "1"


def test_CK_R9_an_extra_turn_has_its_own_windows() -> None:
    position = scene(extra_turns=1, administrators="2 0")
    play(position, "die palace3-blue", "administrator dice", "die palace3-green")
    assert legal_texts(position) == {"end turn", "administrator turn", "administrator dice"}


def test_CK_R10_the_sixth_reward_is_gained_and_then_nothing_is_exchanged_for_cards() -> None:
    position = scene(
        display=f"silk1+coin-green, ship8-blue, {SPARE}",
        coins="5 0",
        turned_left="5 0",
        score_cards_0=FIVE_TURNED.replace("dice2", "coins2_or_palace"),
    )
    play(position, "take silk1+coin-green", "? reward dice2")
    assert field(position, "phase") == "die"
    position = scene(
        display=f"ship8-blue, {SPARE}",
        hand_0="palace6-purple 2",
        turned_left="6 0",
        score_cards_0=ALL_TURNED,
        coins="7 0",
        fame="4 0",
    )
    play(position, "take ship8-blue", "pay palace6-purple")
    assert tokens(position) == (4, 10, 0, 0)


def test_CK_R10_karma_and_administrators_are_still_exchanged() -> None:
    position = scene(
        display=f"ship7-green, {SPARE}",
        hand_0="palace6-purple 1",
        turned_left="6 0",
        score_cards_0=ALL_TURNED,
        karma="2 0",
        administrators="2 0",
        fame="2 0",
    )
    play(position, "take ship7-green", "pay palace6-purple")
    assert tokens(position) == (4, 0, 1, 0)


# --- R11 to R15 ---------------------------------------------------------------------


def test_CK_R11_action_sides_in_hand_are_public_values_are_not() -> None:
    position = scene(hand_0="ship2-blue 3", hand_1="ship8-blue 4, palace2-green 5!")
    for viewer, mine, theirs in (
        (0, "ship2-blue 3", "ship8-blue, palace2-green 5!"),
        (1, "ship2-blue", "ship8-blue 4, palace2-green 5!"),
        (WATCHER, "ship2-blue", "ship8-blue, palace2-green 5!"),
    ):
        known = GAME.observe(position, viewer).known
        assert field(known, "hand 0") == mine
        assert field(known, "hand 1") == theirs


def test_CK_R11_what_lay_on_the_discard_pile_is_remembered() -> None:
    position = scene(hand_0="ship2-blue 3", display="ship8-blue 5!, silk1-purple")
    events = play(position, "die ship8-blue")
    assert not told(events, "die_seen")  # everybody knows it is a blue 5
    assert field(GAME.observe(position, 1).known, "hand 0") == "ship2-blue, ship8-blue 5!"
    assert field(position, "discard_top") == "-"


def test_CK_R12_only_minimal_payments() -> None:
    position = scene(
        display=f"red-blue4-tea1-orange, {SPARE}",
        hand_0="ship2-blue 3, ship8-blue 2, ship12-blue 6, palace2-blue 1",
        karma="1 0",
        administrators="1 0",
    )
    play(position, "take red-blue4-tea1-orange")
    assert legal_texts(position) == {
        "pay karma",
        "pay administrator",
        "pay ship2-blue",
        "pay ship8-blue",
        "pay ship12-blue",
        "pay palace2-blue",
    }
    after_three = position.clone()
    play(after_three, "pay ship2-blue")
    assert legal_texts(after_three) == {"pay karma", "pay ship8-blue", "pay palace2-blue"}
    assert why(after_three, "pay ship12-blue") == ("CK R12", "needless")
    assert why(after_three, "pay administrator") == ("CK R12", "needless")
    after_karma = position.clone()
    play(after_karma, "pay karma")
    assert legal_texts(after_karma) == {"pay ship2-blue", "pay ship8-blue", "pay palace2-blue"}
    play(after_karma, "pay palace2-blue")
    assert legal_texts(after_karma) == {"pay ship8-blue"}
    play(position, "pay ship12-blue")
    assert cards(position, "row 0") == {"red-blue4-tea1-orange"}


def test_CK_R13_supplies_are_unlimited() -> None:
    position = scene(
        4,
        display=f"ship3-orange, {SPARE}",
        hand_0="palace6-purple 3",
        fame="20 2 2 2",
        coins="40 5 5 5",
        karma="2 2 2 2",
        administrators="2 2 2 2",
        turned_left="6 0 0 0",
        score_cards_0=ALL_TURNED,
    )
    play(position, "take ship3-orange", "pay palace6-purple")
    assert tokens(position) == (21, 42, 2, 2)


def test_CK_R14_every_colour_has_every_value_six_times() -> None:
    position = new_game(2)
    rng = Rng(3)
    asked = 0
    while position.actor() != OVER:
        if position.actor() == CHANCE and position.action_text(0).startswith("value"):
            colour = field(position, "turning").split(", ")[-1].rpartition("-")[2]
            seen = dice_seen(position.to_text())
            left = {f"value {n}": 6 - seen[f"{colour} {n}"] for n in range(1, 7)}
            assert possible_texts(position) == {text: n for text, n in left.items() if n}
            asked += 1
        position.apply(random_step(position, rng))
    assert asked > 50


def dice_seen(text: str) -> Counter[str]:
    """Every value seen by somebody, by colour."""
    seen: Counter[str] = Counter()
    for line in text.splitlines():
        for entry in line.partition(": ")[2].split(", "):
            card, _, die = entry.partition(" ")
            if card in CARDS and die:
                seen[f"{card.rpartition('-')[2]} {die.rstrip('!')}"] += 1
    return seen


def test_CK_R14_no_seventh_die_of_a_value() -> None:
    blue = [f"palace{number}-blue 3" for number in (2, 4, 5, 6)]
    ships = [f"ship{number}-blue 3" for number in (2, 8, 12)]
    scene(hand_0=", ".join([*blue, *ships[:2]]))
    with pytest.raises(PositionError, match="R14"):
        scene(hand_0=", ".join([*blue, *ships]))


def test_CK_R14_a_value_stays_with_its_card() -> None:
    position = scene(pile_seen="palace4-purple 2!", administrators="1 0")
    play(position, "administrator dice")
    assert "palace4-purple 2!" in field(position, "hand 0")


def test_CK_R15_karma_between_the_series_resolves_at_once_without_administrators() -> None:
    position = scene(turn=1, karma="2 0", administrators="2 0", fame="1 0")
    events = play(position, "die palace3-blue", "? reward dice2")
    assert field(position, "moment") == "between"
    assert field(position, "phase") == "die"
    assert position.actor() == 0
    assert "turned_left" in [event.key for event in events]
    play(position, "die palace3-green", "die palace3-orange")
    assert field(position, "phase") == "turn"
    assert position.actor() == 0


def test_CK_R15_an_extra_turn_comes_after_the_coming_turn() -> None:
    position = scene(turn=1, karma="2 0", administrators="2 0", fame="1 0")
    play(position, "die palace3-blue", "? reward extra_turn")
    assert field(position, "extra_turns") == "1"
    play(position, "die palace3-green")
    assert position.actor() == 0
    play(position, "die palace3-orange")
    assert position.actor() == 1


def test_CK_R15_a_sixth_card_between_the_series_ends_the_game_at_once() -> None:
    position = scene(
        turn=1,
        karma="2 0",
        administrators="2 0",
        fame="1 0",
        turned_left="5 0",
        score_cards_0=FIVE_TURNED,
    )
    play(position, "die palace3-blue", "? reward coins2_or_palace")
    assert field(position, "phase") == "coins_or_palace"  # the reward is still gained
    play(position, "coins")
    assert position.actor() == OVER
    assert position.ranking() == [1, 2]
