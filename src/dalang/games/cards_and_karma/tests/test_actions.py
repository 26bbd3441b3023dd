"""CK 3: the five actions of a turn, ship rewards and palace actions."""

from __future__ import annotations

import pytest

from dalang.engine.api import CHANCE
from dalang.engine.testing import field, legal_texts, told, why
from dalang.engine.testing import play as play_exactly
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.tests.tables import SPARE, cards, play, scene, tokens

EIGHT = (
    *("palace2-blue", "palace4-blue", "palace2-green", "palace4-green"),
    *("palace5-green", "palace6-green", "ship4-green", "palace2-orange"),
)


def hand(size: int, value: int = 4) -> str:
    return ", ".join(f"{card} {value}" for card in EIGHT[:size])


# --- CK 3.1 -------------------------------------------------------------------------


def test_CK_3_1_any_display_card_can_be_taken_as_a_die() -> None:
    position = scene(hand_0="ship2-blue 2")
    assert {f"die {card}" for card in SPARE.split(", ")} <= legal_texts(position)
    events = play(position, "die palace3-blue", "? value 5")
    assert field(position, "hand 0") == "ship2-blue 2, palace3-blue 5"
    assert told(events, "took_die") == [{"seat": 0, "card": "palace3-blue", "colour": "blue"}]
    assert told(events, "die_seen") == [{"card": "palace3-blue", "die": "blue 5"}]
    assert next(event for event in events if event.key == "die_seen").seen_by == 0
    assert position.actor() == 1


def test_CK_3_1_at_the_limit_a_die_is_discarded_first() -> None:
    position = scene(hand_0=hand(8))
    play(position, "die palace3-blue")
    assert field(position, "phase") == "discard"
    assert legal_texts(position) == {f"discard {card}" for card in EIGHT}
    assert why(position, "die palace3-green") == ("CK 3.1", "hand_limit")
    play(position, "discard palace2-green")
    assert field(position, "discard") == "palace2-green 4!"
    assert cards(position, "hand 0") == set(EIGHT) - {"palace2-green"} | {"palace3-blue"}


@pytest.mark.parametrize(("held", "discards"), [(6, 0), (7, 0), (8, 1)])
def test_CK_3_1_room_for_all_dice_first_then_one_by_one(held: int, discards: int) -> None:
    display = "ship2-blue, palace3-blue, palace3-green, palace3-orange"
    position = scene(display=display, hand_0=hand(held, 2))
    play(position, "take ship2-blue", "pay palace4-blue")
    if discards:
        assert field(position, "phase") == "discard"
        play(position, "discard palace2-green")
    assert legal_texts(position) == {
        "die palace3-blue",
        "die palace3-green",
        "die palace3-orange",
    }
    play_exactly(position, "die palace3-blue")
    assert position.actor() == CHANCE  # the first value is seen before the second die is chosen
    play(position, "? value 1", "die palace3-orange")
    assert len(cards(position, "hand 0")) == min(held - 1 + 2, 8)


# --- CK 3.2 -------------------------------------------------------------------------


def test_CK_3_2_dice_of_the_colour_worth_at_least_the_price() -> None:
    position = scene(
        display=f"red-blue4-tea1-orange, {SPARE}",
        hand_0="ship2-blue 3, ship8-blue 2, ship4-green 6",
    )
    play(position, "take red-blue4-tea1-orange")
    assert legal_texts(position) == {"pay ship2-blue", "pay ship8-blue"}
    assert why(position, "pay ship4-green") == ("CK 3.2", "colour_does_not_match")
    events = play(position, "pay ship2-blue", "pay ship8-blue")
    assert told(events, "paid")[0]["dice"] == ["blue 3", "blue 2"]
    assert cards(position, "row 0") == {"red-blue4-tea1-orange"}
    assert cards(position, "discard") == {"ship2-blue", "ship8-blue"}
    assert field(position, "hand 0") == "ship4-green 6"


def test_CK_3_2_overpaying_brings_no_change() -> None:
    position = scene(display=f"red-blue3-green, {SPARE}", hand_0="ship2-blue 6")
    play(position, "take red-blue3-green", "pay ship2-blue")
    assert field(position, "hand 0") == "-"
    assert tokens(position) == (1, 0, 0, 0)


def test_CK_3_2_too_little_or_another_colour_is_not_enough() -> None:
    position = scene(
        display=f"red-blue4-tea1-orange, {SPARE}", hand_0="ship2-blue 3, ship4-green 6"
    )
    assert why(position, "take red-blue4-tea1-orange") == ("CK 3.2", "sum_too_low")
    reason = position.why_not("take red-blue4-tea1-orange")
    assert reason is not None
    assert reason.args == {
        "card": "red-blue4-tea1-orange",
        "cost": 4,
        "colour": "blue",
        "most": 3,
    }
    position = scene(display=f"red-blue4-tea1-orange, {SPARE}", hand_0="ship4-green 6")
    assert why(position, "take red-blue4-tea1-orange") == ("CK 3.2", "no_die_of_colour")


def test_CK_3_2_each_building_brings_a_fame_and_a_good_no_coins() -> None:
    hand_0 = "ship2-blue 6, ship8-blue 6"
    position = scene(display=f"red+yellow-blue9-silk1-blue, {SPARE}", hand_0=hand_0)
    play(position, "take red+yellow-blue9-silk1-blue", "pay ship2-blue", "pay ship8-blue")
    assert tokens(position) == (2, 0, 0, 0)


# --- CK 3.3 -------------------------------------------------------------------------


def test_CK_3_3_one_die_of_exactly_the_printed_value_in_any_colour() -> None:
    position = scene(
        display=f"ship21-blue, {SPARE}",
        hand_0="ship4-green 3, ship3-orange 3, ship2-blue 1, ship8-blue 2",
    )
    play(position, "take ship21-blue")
    assert legal_texts(position) == {"pay ship4-green", "pay ship3-orange"}
    assert why(position, "pay ship2-blue") == ("CK 3.3", "value_not_exact")
    play(position, "pay ship3-orange")
    assert cards(position, "row 0") == {"ship21-blue"}
    assert tokens(position) == (0, 3, 0, 0)


def test_CK_3_3_a_sum_never_pays_a_ship() -> None:
    position = scene(display=f"ship21-blue, {SPARE}", hand_0="ship2-blue 1, ship8-blue 2")
    assert why(position, "take ship21-blue") == ("CK 3.3", "no_exact_value")


def test_CK_3_3_a_lower_number_discards_the_row() -> None:
    position = scene(
        display=f"ship8-blue, {SPARE}", hand_0="ship2-blue 2", row_0="ship9-green, ship15-purple"
    )
    events = play(position, "take ship8-blue", "pay ship2-blue")
    assert told(events, "row_broken") == [{"seat": 0, "cards": ["ship9-green", "ship15-purple"]}]
    assert cards(position, "row 0") == {"ship8-blue"}
    assert tokens(position) == (0, 3, 0, 0)


def test_CK_3_3_a_higher_number_goes_to_the_end() -> None:
    position = scene(display=f"ship8-blue, {SPARE}", hand_0="ship2-blue 2", row_0="ship7-green")
    play(position, "take ship8-blue", "pay ship2-blue")
    assert cards(position, "row 0") == {"ship7-green", "ship8-blue"}


# --- CK 3.4 -------------------------------------------------------------------------


def test_CK_3_4_goods_are_free_and_bring_the_printed_coin() -> None:
    position = scene(display=f"silk1+coin-green, silk1+tea1-blue, {SPARE}")
    assert {"take silk1+coin-green", "take silk1+tea1-blue"} <= legal_texts(position)
    play(position, "take silk1+coin-green")
    assert cards(position, "row 0") == {"silk1+coin-green"}
    assert tokens(position) == (0, 1, 0, 0)
    play(position, "take silk1+tea1-blue")
    assert tokens(position, 1) == (0, 0, 0, 0)


# --- CK 3.5 -------------------------------------------------------------------------


def test_CK_3_5_one_die_of_exactly_the_printed_value_carries_out_the_action() -> None:
    position = scene(display=f"palace4-blue, {SPARE}", hand_0="ship4-green 4, ship2-blue 5")
    play(position, "take palace4-blue")
    assert legal_texts(position) == {"pay ship4-green"}
    assert why(position, "pay ship2-blue") == ("CK 3.5", "value_not_exact")
    play(position, "pay ship4-green")
    assert cards(position, "discard") == {"ship4-green", "palace4-blue"}


def test_CK_3_5_the_palace_card_is_discarded_only_when_its_action_is_done() -> None:
    position = scene(display=f"palace2-blue, {SPARE}", hand_0="ship4-green 2")
    play(position, "take palace2-blue", "pay ship4-green")
    assert field(position, "carried") == "palace2-blue"
    assert "palace2-blue" not in cards(position, "display") | cards(position, "discard")
    play(position, "die palace3-blue", "die palace3-green")
    assert cards(position, "discard") == {"ship4-green", "palace2-blue"}
    assert field(position, "carried") == "-"


# --- CK 3.6 -------------------------------------------------------------------------


def ship_taken(ship: str, value: int, display: str = SPARE) -> CardsAndKarma:
    """What is asked after a ship was taken."""
    position = scene(display=f"{ship}, {display}", hand_0=f"palace6-purple {value}")
    play(position, f"take {ship}", "pay palace6-purple")
    return position


@pytest.mark.parametrize(
    ("ship", "value", "gained"),
    [
        ("ship7-green", 1, (0, 0, 2, 0)),
        ("ship8-blue", 2, (0, 3, 0, 0)),
        ("ship3-orange", 3, (1, 2, 0, 0)),
        ("ship9-green", 3, (1, 0, 0, 0)),
        ("ship13-blue", 1, (0, 0, 1, 0)),
    ],
)
def test_CK_3_6_rewards_of_tokens(ship: str, value: int, gained: tuple[int, int, int, int]) -> None:
    assert tokens(ship_taken(ship, value)) == gained


def test_CK_3_6_two_dice() -> None:
    position = ship_taken("ship2-blue", 2)
    play(position, "die palace3-blue", "die palace3-green")
    assert cards(position, "hand 0") == {"palace3-blue", "palace3-green"}
    assert position.actor() == 1


def test_CK_3_6_one_die_and_a_printed_good() -> None:
    position = ship_taken("ship5-purple", 2)
    play(position, "die palace3-blue")
    assert cards(position, "hand 0") == {"palace3-blue"}
    assert position.actor() == 1


def test_CK_3_6_exactly_one_goods_card() -> None:
    position = ship_taken("ship19-blue", 1, f"silk1-purple, tea1-blue, {SPARE}")
    assert legal_texts(position) == {"take silk1-purple", "take tea1-blue"}
    play(position, "take silk1-purple")
    assert cards(position, "row 0") == {"ship19-blue", "silk1-purple"}
    assert position.actor() == 1


def test_CK_3_6_one_or_two_goods_cards() -> None:
    position = ship_taken("ship4-green", 1, f"silk1-purple, tea1-blue, {SPARE}")
    assert why(position, "no more") == ("CK 3.8", "must_take")
    play(position, "take silk1-purple")
    assert legal_texts(position) == {"no more", "take tea1-blue"}
    other = position.clone()
    play(position, "no more")
    assert cards(position, "row 0") == {"ship4-green", "silk1-purple"}
    play(other, "take tea1-blue")
    assert cards(other, "row 0") == {"ship4-green", "silk1-purple", "tea1-blue"}
    assert position.actor() == other.actor() == 1


def test_CK_3_6_a_goods_card_and_a_die() -> None:
    position = ship_taken("ship11-purple", 2, f"silk1-purple, {SPARE}")
    play(position, "take silk1-purple", "die palace3-blue")
    assert cards(position, "row 0") == {"ship11-purple", "silk1-purple"}
    assert cards(position, "hand 0") == {"palace3-blue"}


def test_CK_3_6_a_palace_card_free() -> None:
    position = ship_taken("ship6-orange", 3, "palace4-blue, silk1-purple")
    assert legal_texts(position) == {"take palace4-blue"}
    play(position, "take palace4-blue")
    assert cards(position, "discard") == {"palace6-purple", "palace4-blue"}


def test_CK_3_6_what_the_display_does_not_hold_is_forfeited() -> None:
    assert ship_taken("ship19-blue", 1).actor() == 1
    assert ship_taken("ship4-green", 1).actor() == 1
    assert ship_taken("ship6-orange", 3, "silk1-purple").actor() == 1
    position = ship_taken("ship11-purple", 2)
    assert field(position, "phase") == "die"
    position = ship_taken("ship4-green", 1, f"silk1-purple, {SPARE}")
    play(position, "take silk1-purple")
    assert position.actor() == 1


# --- CK 3.7 -------------------------------------------------------------------------


def palace(number: int, **given: str | int) -> CardsAndKarma:
    """What is asked after a palace card was paid."""
    fields = {"display": f"palace{number}-blue, {SPARE}", "hand_0": f"palace6-purple {number}"}
    position = scene(**fields | given)
    play(position, f"take palace{number}-blue", "pay palace6-purple")
    return position


def test_CK_3_7_palace_2_takes_two_dice() -> None:
    position = palace(2)
    play(position, "die palace3-blue", "die palace3-green")
    assert cards(position, "hand 0") == {"palace3-blue", "palace3-green"}


def test_CK_3_7_palace_3_brings_two_karma_and_a_die() -> None:
    position = palace(3, display="palace3-blue, palace3-green")
    assert tokens(position) == (0, 0, 2, 0)
    play(position, "die palace3-green")
    assert cards(position, "hand 0") == {"palace3-green"}


def test_CK_3_7_palace_4_pays_every_good_on_the_own_cards() -> None:
    row_0 = "silk1+tea1-blue, red-blue4-tea1-orange, ship1-purple, yellow-blue3-green"
    position = palace(4, row_0=row_0, row_1="spices1-green")
    assert tokens(position) == (0, 4, 0, 0)
    assert cards(position, "row 0") == set(row_0.split(", "))


def test_CK_3_7_palace_5_brings_karma_and_the_reward_of_a_last_ship() -> None:
    given = {"row_0": "ship3-orange, ship8-blue", "row_1": "ship7-green"}
    position = palace(5, **given)
    assert tokens(position) == (0, 0, 1, 0)
    assert legal_texts(position) == {"copy 0", "copy 1"}
    other = position.clone()
    play(position, "copy 0")
    assert tokens(position) == (0, 3, 1, 0)
    play(other, "copy 1")
    assert tokens(other) == (0, 0, 0, 1)  # the third karma is exchanged


def test_CK_3_7_palace_6_carries_out_the_top_card_free() -> None:
    position = palace(6, top="red+yellow-blue7-purple")
    assert cards(position, "row 0") == {"red+yellow-blue7-purple"}
    assert tokens(position) == (2, 0, 0, 0)
    position = palace(6, top="silk1+coin-green")
    assert tokens(position) == (0, 1, 0, 0)
    position = palace(6, top="ship8-blue", row_0="ship9-green")
    assert cards(position, "row 0") == {"ship8-blue"}
    assert tokens(position) == (0, 3, 0, 0)
    position = palace(6, top="palace2-orange")
    assert field(position, "phase") == "die"
    assert cards(position, "carried") == {"palace2-orange", "palace6-blue"}
    play(position, "die palace3-blue", "die palace3-green")
    assert {"palace2-orange", "palace6-blue"} < cards(position, "discard")


# --- CK 3.8 -------------------------------------------------------------------------


def test_CK_3_8_goods_come_one_at_a_time_each_with_coin_and_trio() -> None:
    position = scene(
        display=f"ship4-green, silk1+coin-green, silk2-green, {SPARE}",
        hand_0="palace6-purple 1",
        row_0="silk1-purple, silk1-blue",
    )
    play(position, "take ship4-green", "pay palace6-purple", "take silk1+coin-green")
    assert tokens(position) == (0, 4, 0, 0)  # a coin, and 1 + 1 + 1 for the silk
    assert cards(position, "row 0") == {"ship4-green"}
    assert legal_texts(position) == {"no more", "take silk2-green"}


def test_CK_3_8_only_the_price_is_dropped() -> None:
    position = palace(6, top="red-blue4-tea1-orange", row_0="red-blue3-green, red-green3-orange")
    assert tokens(position) == (1, 0, 0, 1)
    assert cards(position, "row 0") == set()


def test_CK_3_8_rewards_come_in_printed_order() -> None:
    position = scene(
        display=f"ship3-orange, {SPARE}",
        hand_0="palace6-purple 3",
        coins="4 0",
        fame="2 0",
    )
    events = play(position, "take ship3-orange", "pay palace6-purple")
    turned = [event.key for event in events if event.key.startswith("turned_")]
    assert [key for key in turned if key != "turned_up"][:2] == ["turned_right", "turned_left"]
