"""CK 5 and CK 6: karma and administrators."""

from __future__ import annotations

from dalang.engine.testing import field, legal_texts, told, why
from dalang.engine.testing import play as play_exactly
from dalang.games.cards_and_karma.tests.tables import SPARE, cards, play, scene, tokens


def test_CK_5_1_karma_changes_a_die_up_or_down() -> None:
    given = {"display": f"palace4-blue, ship8-blue, {SPARE}", "hand_0": "ship2-blue 3"}
    position = scene(**given, karma="1 0")
    assert {"take palace4-blue", "take ship8-blue"} <= legal_texts(position)
    up, down = position.clone(), position.clone()
    events = play(up, "take palace4-blue", "pay ship2-blue")
    assert told(events, "paid")[0]["karma"] == 1
    assert tokens(up) == (0, 0, 0, 0)
    play(down, "take ship8-blue", "pay ship2-blue")
    assert tokens(down) == (0, 3, 0, 0)
    assert "take palace4-blue" not in legal_texts(scene(**given))


def test_CK_5_1_several_karma_on_one_die() -> None:
    position = scene(display=f"palace6-blue, {SPARE}", hand_0="ship2-blue 4", karma="2 0")
    play(position, "take palace6-blue", "pay ship2-blue")
    assert tokens(position)[2] == 0
    assert "palace6-blue" in cards(position, "discard")


def test_CK_5_1_never_above_six_or_below_one() -> None:
    position = scene(
        display=f"red+yellow-blue7-purple, {SPARE}", hand_0="ship2-blue 6", karma="2 0"
    )
    assert why(position, "take red+yellow-blue7-purple") == ("CK 3.2", "sum_too_low")
    position = scene(
        display=f"red+yellow-blue7-purple, {SPARE}",
        hand_0="ship2-blue 5, ship8-blue 1",
        karma="1 0",
    )
    play(position, "take red+yellow-blue7-purple")
    assert legal_texts(position) == {"pay karma", "pay ship2-blue", "pay ship8-blue"}


def test_CK_5_1_karma_raises_the_sum_for_a_building() -> None:
    position = scene(display=f"red-blue4-tea1-orange, {SPARE}", hand_0="ship2-blue 2", karma="2 0")
    play(position, "take red-blue4-tea1-orange")
    events = play(position, "pay karma", "pay ship2-blue", "pay karma")
    assert told(events, "paid") == [
        {
            "seat": 0,
            "card": "red-blue4-tea1-orange",
            "dice": ["blue 2"],
            "karma": 2,
            "administrators": 0,
            "payment": ["blue 2", "karma 2"],
        }
    ]
    assert tokens(position) == (1, 0, 0, 0)


def test_CK_6_1_another_turn_at_the_end_of_the_turn() -> None:
    position = scene(administrators="1 0")
    assert why(position, "administrator turn") == ("CK 6.1", "extra_turn_at_the_end")
    play(position, "die palace3-blue")
    assert legal_texts(position) == {"end turn", "administrator turn", "administrator dice"}
    play(position, "administrator turn")
    assert tokens(position)[3] == 0
    assert position.actor() == 0
    play(position, "die palace3-green")
    assert position.actor() == 1


def test_CK_6_1_without_an_administrator_the_turn_ends_by_itself() -> None:
    position = scene()
    assert why(position, "administrator turn") == ("CK 6.1", "no_administrator")
    play(position, "die palace3-blue")
    assert position.actor() == 1


def test_CK_6_2_blue_5_and_a_joker_pay_blue_11() -> None:
    position = scene(
        display=f"yellow+white-blue11-spices2-orange, {SPARE}",
        hand_0="ship2-blue 5, ship4-green 6",
        administrators="1 0",
    )
    play(position, "take yellow+white-blue11-spices2-orange")
    assert legal_texts(position) == {"pay administrator", "pay ship2-blue"}
    events = play(position, "pay ship2-blue", "pay administrator")
    assert told(events, "paid")[0]["administrators"] == 1
    assert tokens(position) == (2, 0, 0, 0)
    assert cards(position, "row 0") == {"yellow+white-blue11-spices2-orange"}


def test_CK_6_2_a_joker_alone_pays_a_ship_or_a_palace_card_or_a_cheap_building() -> None:
    position = scene(
        display=f"ship8-blue, palace6-blue, red-blue3-green, {SPARE}", administrators="1 0"
    )
    assert {"take ship8-blue", "take palace6-blue", "take red-blue3-green"} <= legal_texts(position)
    play(position, "take ship8-blue")
    assert legal_texts(position) == {"pay administrator"}
    play(position, "pay administrator")
    assert tokens(position) == (0, 3, 0, 0)


def test_CK_6_2_dice_karma_and_several_jokers_mix() -> None:
    hand = "ship2-blue 1"
    card = "yellow+white-blue11-spices2-orange"
    position = scene(display=f"{card}, {SPARE}", hand_0=hand, administrators="2 0", karma="2 0")
    play(position, f"take {card}")
    assert legal_texts(position) == {"pay administrator"}  # two jokers do; with one it is 6 + 1 + 2
    position = scene(
        display=f"{card}, {SPARE}", hand_0="ship2-blue 3", administrators="1 0", karma="2 0"
    )
    play(position, f"take {card}", "pay administrator", "pay karma", "pay karma", "pay ship2-blue")
    assert tokens(position) == (2, 0, 0, 0)


def test_CK_6_2_karma_never_changes_a_joker() -> None:
    card = "red+yellow-blue7-purple"
    position = scene(display=f"{card}, {SPARE}", administrators="1 0", karma="2 0")
    assert why(position, f"take {card}") == ("CK 3.2", "sum_too_low")


def test_CK_6_3_two_dice_from_the_pile_besides_the_action() -> None:
    position = scene(administrators="2 0", top="silk1-purple")
    events = play_exactly(position, "administrator dice", "? value 3")
    events += play_exactly(position, "? top tea1-blue", "? value 2")
    assert [args["card"] for args in told(events, "drew_die")] == ["silk1-purple", "tea1-blue"]
    play(position)
    assert cards(position, "hand 0") == {"silk1-purple", "tea1-blue"}
    assert field(position, "phase") == "turn"
    play(position, "administrator dice")
    assert len(cards(position, "hand 0")) == 4
    play(position, "die palace3-blue")
    assert position.actor() == 1


def test_CK_6_3_within_the_hand_limit() -> None:
    names = ("palace2-blue", "palace4-blue", "palace2-green", "palace4-green", "palace5-green")
    more = ("palace6-green", "ship4-green")
    hand = ", ".join(f"{card} 4" for card in (*names, *more))
    position = scene(administrators="1 0", hand_0=hand)
    play(position, "administrator dice")
    assert field(position, "phase") == "discard"
    play(position, "discard ship4-green")
    assert len(cards(position, "hand 0")) == 8
    assert field(position, "phase") == "turn"


def test_CK_6_3_after_the_action_too() -> None:
    position = scene(administrators="1 0")
    play(position, "die palace3-blue", "administrator dice")
    assert len(cards(position, "hand 0")) == 3
    assert position.actor() == 1
