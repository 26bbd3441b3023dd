"""CK 4: three of a kind."""

from __future__ import annotations

import pytest

from dalang.engine.errors import PositionError
from dalang.engine.testing import field, legal_texts, told, why
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.tests.tables import SPARE, cards, play, scene, tokens


def placed(card: str, row: str, **given: str | int) -> CardsAndKarma:
    """A card from the top of the pile joins a row, by palace 6."""
    position = scene(
        display=f"palace6-blue, {SPARE}",
        hand_0="palace6-purple 6",
        top=card,
        row_0=row,
        **given,
    )
    play(position, "take palace6-blue", "pay palace6-purple")
    return position


def test_CK_4_1_third_building_of_a_kind() -> None:
    position = placed("red-purple3-green", "red-blue3-green, red-green3-orange, yellow-blue3-green")
    assert cards(position, "row 0") == {"yellow-blue3-green"}
    assert tokens(position) == (1, 0, 0, 1)


def test_CK_4_1_first_the_fame_then_the_administrator() -> None:
    position = scene(
        display=f"red-blue3-green, {SPARE}",
        hand_0="ship2-blue 6",
        row_0="red-purple3-green, red-green3-orange",
        fame="2 0",
    )
    events = play(position, "take red-blue3-green", "pay ship2-blue", "? reward extra_turn")
    keys = [event.key for event in events]
    assert keys.index("turned_left") < keys.index("trio_same") < keys.index("trio_discarded")
    assert keys.index("trio_discarded") < keys.index("gained_administrators")


def test_CK_4_2_all_three_kinds_of_building() -> None:
    position = placed("white-blue4-orange", "red-blue3-green, yellow-blue3-green")
    assert cards(position, "row 0") == set()
    assert tokens(position) == (1, 0, 0, 1)


def test_CK_4_2_one_symbol_of_each_kind_is_chosen() -> None:
    row = "red-blue3-green, red-green3-orange, yellow-blue3-green, yellow-green4-orange"
    position = placed("white-blue4-orange", row)
    assert field(position, "phase") == "symbol"
    assert legal_texts(position) == {"use red-blue3-green", "use red-green3-orange"}
    assert why(position, "use yellow-blue3-green") == ("CK 4.2", "does_not_show")
    play(position, "use red-green3-orange")
    assert legal_texts(position) == {"use yellow-blue3-green", "use yellow-green4-orange"}
    play(position, "use yellow-blue3-green")
    assert cards(position, "row 0") == {"red-blue3-green", "yellow-green4-orange"}
    assert tokens(position) == (1, 0, 0, 1)


def test_CK_4_3_third_good_of_a_kind_wherever_it_is_shown() -> None:
    row = "red-blue4-tea1-orange, ship13-blue, silk1-purple"
    position = placed("tea2-purple", row)
    assert cards(position, "row 0") == {"silk1-purple"}
    assert field(position, "turned_right") == "1 0"  # 1 + 3 + 2 coins


def test_CK_4_4_all_three_kinds_of_good() -> None:
    position = placed("spices2-blue", "silk1-purple, silk2-green, red-blue4-tea1-orange")
    assert legal_texts(position) == {"use silk1-purple", "use silk2-green"}
    play(position, "use silk2-green")
    assert cards(position, "row 0") == {"silk1-purple"}
    assert tokens(position) == (0, 2 + 1 + 2, 0, 0)


def test_CK_4_4_only_the_values_of_the_three_count() -> None:
    position = placed("spices1+silk2-blue", "tea1-blue, tea2-purple")
    play(position, "use tea1-blue")
    assert tokens(position) == (0, 1 + 2 + 1, 0, 0)
    assert cards(position, "row 0") == {"tea2-purple"}


def test_CK_4_5_third_ship_in_ascending_order() -> None:
    position = placed("ship8-blue", "ship3-orange, ship7-green")
    assert cards(position, "row 0") == set()
    assert tokens(position) == (0, 3, 0, 1)
    assert field(position, "locked") == "-"


def test_CK_4_5_first_the_reward() -> None:
    position = placed("ship10-orange", "ship3-orange, ship7-green")
    assert cards(position, "locked") == {"ship3-orange", "ship7-green", "ship10-orange"}
    assert tokens(position)[3] == 0
    play(position, "die palace3-blue", "die palace3-green")
    assert tokens(position)[3] == 1
    assert {"ship3-orange", "ship7-green", "ship10-orange"} < cards(position, "discard")


def test_CK_4_6_third_karma_is_an_administrator() -> None:
    position = placed("ship13-blue", "-", karma="2 0")
    assert tokens(position) == (0, 0, 0, 1)
    position = placed("ship7-green", "-", karma="2 0")
    assert tokens(position) == (0, 0, 1, 1)
    with pytest.raises(PositionError, match=r"CK 4\.6"):
        scene(karma="3 0")


def test_CK_4_7_third_administrator_is_two_fame() -> None:
    position = placed("ship13-blue", "-", karma="2 0", administrators="2 0")
    assert tokens(position) == (2, 0, 0, 0)
    with pytest.raises(PositionError, match=r"CK 4\.7"):
        scene(administrators="0 3")


def test_CK_4_8_one_card_can_cause_two_effects() -> None:
    position = placed("silk1+tea1-blue", "silk1-purple, silk1-blue, tea1-blue, tea2-purple")
    assert cards(position, "row 0") == set()
    assert field(position, "turned_right") == "1 0"  # 3 and 4 coins


def test_CK_4_8_a_symbol_needed_twice_makes_a_choice() -> None:
    row = "silk1-purple, silk1-blue, spices2-blue"
    position = placed("silk1+tea1-blue", row)
    assert legal_texts(position) == {"trio silk", "trio different goods"}
    assert why(position, "trio tea") == ("CK 4.8", "no_such_trio")
    other = position.clone()
    play(position, "trio silk")
    assert cards(position, "row 0") == {"spices2-blue"}
    assert tokens(position) == (0, 3, 0, 0)
    play(other, "trio different goods")
    assert field(other, "phase") == "symbol"
    choices = {"use silk1-purple", "use silk1-blue", "use silk1+tea1-blue"}
    assert legal_texts(other) == choices
    play(other, "use silk1-blue")
    assert cards(other, "row 0") == {"silk1-purple"}
    assert tokens(other) == (0, 1 + 1 + 2, 0, 0)


def test_CK_4_8_trios_never_lie_about() -> None:
    with pytest.raises(PositionError, match="CK 4"):
        scene(row_1="red-blue3-green, red-green3-orange, red-purple3-green")
    with pytest.raises(PositionError, match="CK 4"):
        scene(row_0="silk1-purple, tea1-blue, spices1-green")
    with pytest.raises(PositionError, match=r"CK 4\.5"):
        scene(row_0="ship2-blue, ship3-orange, ship4-green")


# --- the examples of CK 4.9 ---------------------------------------------------------


def test_CK_4_9_ships_3_and_17_then_12() -> None:
    position = placed("ship12-blue", "ship3-orange, ship17-orange")
    assert cards(position, "row 0") == {"ship12-blue"}
    assert {"ship3-orange", "ship17-orange"} < cards(position, "discard")


def test_CK_4_9_three_cards_red_and_yellow_are_two_administrators() -> None:
    position = placed("red+yellow-blue7-purple", "red+yellow-green8-blue, red+yellow-orange8-blue")
    assert cards(position, "row 0") == set()
    assert tokens(position) == (2, 0, 0, 2)


def test_CK_4_9_three_red_and_three_tea_with_one_card() -> None:
    row = "red-blue3-green, red-green3-orange, tea2-purple, tea1-blue"
    position = scene(
        display=f"palace6-blue, {SPARE}",
        hand_0="palace6-purple 6",
        top="red-green6-tea3-purple",
        row_0=row,
        turned_left="5 0",
        turned_right="1 0",
        score_cards_0="karma2, administrator1, extra_turn, dice2, fame1_or_ship, coins2_or_palace",
    )
    play(position, "take palace6-blue", "pay palace6-purple", "end turn")
    assert tokens(position) == (1, 6, 0, 1)  # seat 0 has turned all: its coins stay (R10)
    assert cards(position, "row 0") == set()


SIMON = "yellow-blue3-green, yellow-green4-orange, red-blue3-green, red-green3-orange"


def test_CK_4_9_white_and_yellow_three_yellow_or_three_different() -> None:
    position = placed("yellow+white-blue8-blue", SIMON)
    assert tokens(position) == (2, 0, 0, 0)
    assert legal_texts(position) == {"trio yellow", "trio different buildings"}
    other = position.clone()
    events = play(position, "trio yellow")
    assert told(events, "trio_same") == [{"seat": 0, "symbol": "yellow"}]
    assert cards(position, "row 0") == {"red-blue3-green", "red-green3-orange"}
    assert tokens(position)[3] == 1
    play(other, "trio different buildings", "use red-blue3-green", "use yellow+white-blue8-blue")
    assert cards(other, "row 0") == {
        "yellow-blue3-green",
        "yellow-green4-orange",
        "red-green3-orange",
    }
    assert tokens(other)[3] == 1
