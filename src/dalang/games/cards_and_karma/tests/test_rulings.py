"""The rulings R1 to R7: the order of a cascade, ships and palaces."""

from __future__ import annotations

from dalang.engine.testing import field, legal_texts, told
from dalang.engine.testing import play as play_exactly
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.tests.tables import FIVE_TURNED, SPARE, cards, play, scene, tokens

PAY_6 = {"hand_0": "palace6-purple 6"}  # for palace 6
GAINS = ("gained_", "exchanged_", "turned_left", "turned_right")


def gains(events: list[str]) -> list[str]:
    return [key for key in events if key.startswith(GAINS)]


# --- R1 to R4: order ----------------------------------------------------------------


def test_CK_R1_each_token_is_finished_before_the_next() -> None:
    position = scene(
        display=f"ship7-green, {SPARE}",
        hand_0="palace6-purple 1",
        fame="1 0",
        karma="2 0",
        administrators="2 0",
    )
    events = play(position, "take ship7-green", "pay palace6-purple", "? reward karma2")
    assert gains([event.key for event in events]) == [
        *("gained_karma", "exchanged_karma"),  # the first of the two karma …
        *("gained_administrators", "exchanged_administrators"),
        *("gained_fame", "turned_left"),
        "gained_karma",  # … the two of the score card …
        *("gained_karma", "exchanged_karma", "gained_administrators"),  # … then the second one
    ]
    assert tokens(position) == (0, 0, 0, 1)


def test_CK_R1_the_surplus_stays() -> None:
    position = scene(display=f"ship8-blue, {SPARE}", hand_0="palace6-purple 2", coins="5 0")
    play(position, "take ship8-blue", "pay palace6-purple", "? reward extra_turn")
    assert tokens(position) == (0, 2, 0, 0)


def test_CK_R2_rewards_that_take_cards_wait_for_the_card_and_come_first_in_first_out() -> None:
    position = scene(
        display=f"ship3-orange, {SPARE}",
        hand_0="palace6-purple 3",
        coins="4 0",
        fame="2 0",
        administrators="1 0",
    )
    lines = ("take ship3-orange", "pay palace6-purple")
    play_exactly(position, *lines, "? reward coins2_or_palace", "? reward dice2")
    assert field(position, "tasks") == "coins or palace"
    assert field(position, "queue") == "dice 2"
    assert legal_texts(position) == {"coins"} | {f"take {card}" for card in SPARE.split(", ")}
    play(position, "coins")
    assert field(position, "phase") == "die"
    play(position, "die palace3-blue", "die palace3-green")
    assert field(position, "phase") == "after"  # only now administrators can be used


def test_CK_R2_new_entries_join_the_end() -> None:
    position = scene(
        phase="fame_or_ship",
        moment="acted",
        tasks="fame or ship",
        queue="dice 2",
        turned_left="2 0",
        score_cards_0="fame1_or_ship, dice2, unknown, unknown, unknown, unknown",
        fame="2 0",
        display=f"ship3-orange, {SPARE}",
    )
    play(position, "fame", "? reward coins2_or_palace")
    assert field(position, "tasks") == "dice 2"
    assert field(position, "queue") == "coins or palace"


def test_CK_R2_each_entry_is_carried_out_fully_before_the_next() -> None:
    position = scene(
        phase="coins_or_palace",
        moment="acted",
        tasks="coins or palace",
        queue="dice 2",
        turned_left="2 0",
        score_cards_0="coins2_or_palace, dice2, unknown, unknown, unknown, unknown",
        display=f"palace6-blue, ship8-blue, {SPARE}",
        top="ship6-orange",
    )
    play(position, "take palace6-blue")
    assert field(position, "phase") == "palace"  # of the ship that palace 6 brought
    assert field(position, "queue") == "dice 2"


def test_CK_R2_without_a_palace_card_or_ship_in_the_display_it_is_the_tokens() -> None:
    given = {"phase": "die", "moment": "acted", "tasks": "dice 1", "hand_0": "ship2-blue 1"}
    position = scene(
        **given,
        queue="coins or palace, fame or ship",
        turned_left="3 0",
        score_cards_0="dice2, coins2_or_palace, fame1_or_ship, unknown, unknown, unknown",
        display="silk1-purple, tea1-blue",
    )
    play(position, "die tea1-blue")
    assert tokens(position) == (1, 2, 0, 0)


def test_CK_R3_fame_and_coins_turn_from_opposite_ends() -> None:
    position = scene(
        display=f"ship3-orange, {SPARE}", hand_0="palace6-purple 3", coins="4 0", fame="2 0"
    )
    lines = ("take ship3-orange", "pay palace6-purple")
    play(position, *lines, "? reward karma2", "? reward extra_turn")
    row = "extra_turn, unknown, unknown, unknown, unknown, karma2"
    assert field(position, "score_cards 0") == row


def test_CK_R3_with_one_card_left_the_first_turns_it_and_the_rest_stays() -> None:
    position = scene(
        display=f"ship3-orange, {SPARE}",
        hand_0="palace6-purple 3",
        coins="4 0",
        fame="2 0",
        turned_left="5 0",
        score_cards_0=FIVE_TURNED,
    )
    play(position, "take ship3-orange", "pay palace6-purple", "? reward coins2_or_palace", "coins")
    assert field(position, "turned_right") == "1 0"
    assert tokens(position) == (3, 2, 0, 0)


def test_CK_R4_ship_trio_and_goods_trio_together_coins_before_administrators() -> None:
    position = scene(
        display=f"ship13-blue, {SPARE}",
        hand_0="palace6-purple 1",
        row_0="ship5-purple, ship7-green, tea1-blue",
    )
    events = play(position, "take ship13-blue", "pay palace6-purple", "? reward extra_turn")
    discarded = told(events, "trio_discarded")
    assert len(discarded) == 1
    assert discarded[0]["cards"] == ["ship5-purple", "ship13-blue", "tea1-blue", "ship7-green"]
    keys = [event.key for event in events]
    assert keys.index("gained_karma") < keys.index("trio_same") < keys.index("gained_coins")
    assert keys.index("turned_right") < keys.index("gained_administrators")
    assert tokens(position) == (0, 0, 1, 1)


def test_CK_R4_a_card_serves_a_building_trio_and_a_goods_trio_other_symbols_are_lost() -> None:
    position = scene(
        display=f"palace6-blue, {SPARE}",
        **PAY_6,
        top="red-purple5-silk2-blue",
        row_0="red-blue3-green, red-blue4-tea1-orange, silk1-purple, silk1-blue",
    )
    play(position, "take palace6-blue", "pay palace6-purple")
    assert cards(position, "row 0") == set()  # the tea on the red building is gone, unsold
    assert tokens(position) == (1, 4, 0, 1)


def test_CK_R4_goods_coin_before_trio() -> None:
    position = scene(display=f"silk1+coin-green, {SPARE}", row_0="silk1-purple, silk1-blue")
    events = play(position, "take silk1+coin-green")
    assert [args["amount"] for args in told(events, "gained_coins")] == [1, 3]


# --- R5 to R7: ships and palaces ----------------------------------------------------


def test_CK_R5_a_ship_arriving_meanwhile_starts_a_new_row() -> None:
    position = scene(
        display=f"ship22-orange, palace6-blue, palace5-blue, {SPARE}",
        hand_0="palace6-purple 1",
        row_0="ship3-orange, ship7-green",
        top="ship6-orange",
    )
    play(position, "take ship22-orange", "pay palace6-purple", "take palace6-blue")
    locked = {"ship3-orange", "ship7-green", "ship22-orange"}
    assert cards(position, "locked") == locked
    assert cards(position, "row 0") == {"ship6-orange"}  # lower than 22, but nothing is broken
    play(position, "take palace5-blue")  # copies ship 6, the last ship: another palace card
    assert field(position, "phase") == "palace"
    assert tokens(position) == (0, 0, 1, 0)
    play(position, "take palace3-blue", "die palace3-green")
    assert locked < cards(position, "discard")
    assert cards(position, "row 0") == {"ship6-orange"}
    assert tokens(position) == (0, 0, 0, 2)  # one for the ships, one for three karma


def test_CK_R5_locked_ships_stay_with_their_goods_and_a_sale_may_take_them() -> None:
    position = scene(
        display=f"ship19-blue, tea2-purple, {SPARE}",
        hand_0="palace6-purple 1",
        row_0="ship7-green, ship13-blue, tea1-green",
        coins="5 0",
    )
    lines = ("take ship19-blue", "pay palace6-purple", "take tea2-purple")
    events = play(position, *lines, "? reward extra_turn")
    assert [args["cards"] for args in told(events, "trio_discarded")] == [
        ["ship13-blue", "tea1-green", "tea2-purple"],
        ["ship7-green", "ship19-blue"],
    ]
    assert [args["amount"] for args in told(events, "gained_administrators")] == [1]


def test_CK_R5_after_a_sale_the_others_close_up() -> None:
    position = scene(
        display=f"tea2-purple, ship8-blue, {SPARE}",
        hand_0="palace6-purple 2",
        row_0="ship3-orange, ship13-blue, tea1-green",
    )
    play(position, "take tea2-purple", "? reward extra_turn")
    play(position, "take ship8-blue", "pay palace6-purple")
    assert cards(position, "row 0") == {"ship3-orange", "ship8-blue"}


def test_CK_R5_a_lower_ship_discards_even_the_ship_being_rewarded() -> None:
    position = scene(
        display=f"ship22-orange, palace6-blue, {SPARE}",
        hand_0="palace6-purple 1",
        row_0="ship3-orange",
        top="ship2-blue",
    )
    play(position, "take ship22-orange", "pay palace6-purple", "take palace6-blue")
    assert {"ship3-orange", "ship22-orange"} < cards(position, "discard")
    assert cards(position, "row 0") == {"ship2-blue"}
    assert field(position, "phase") == "die"
    play(position, "die palace3-blue", "die palace3-green")
    assert "palace6-blue" in cards(position, "discard")
    assert tokens(position)[3] == 0


def test_CK_R5_a_second_row_can_be_locked_meanwhile() -> None:
    position = scene(
        display=f"ship22-orange, palace6-blue, palace6-green, palace6-orange, {SPARE}",
        hand_0="silk1-purple 1",
        row_0="ship3-orange, ship7-green",
        top="ship6-orange",
    )
    play_exactly(position, "take ship22-orange", "pay silk1-purple", "take palace6-blue")
    play_exactly(position, "? top ship14-orange", "take palace6-green")
    play_exactly(position, "? top ship23-green", "take palace6-orange", "? top tea1-blue")
    assert cards(position, "locked") == {"ship3-orange", "ship7-green", "ship22-orange"}
    assert cards(position, "locked_again") == {"ship6-orange", "ship14-orange", "ship23-green"}
    again = GAME.from_text(position.to_text())
    assert again.to_text() == position.to_text()
    play(position, "die palace3-blue")
    assert cards(position, "row 0") == set()
    assert tokens(position) == (0, 0, 0, 2)


def test_CK_R6_palace_5_copies_only_the_immediate_part() -> None:
    position = scene(
        display=f"palace5-blue, {SPARE}",
        hand_0="palace6-purple 5",
        row_0="silk1-purple, silk1-blue",
        row_1="ship15-purple",
    )
    play(position, "take palace5-blue", "pay palace6-purple")
    assert tokens(position) == (1, 0, 1, 0)
    assert cards(position, "row 0") == {"silk1-purple", "silk1-blue"}  # no silk came from it


def test_CK_R6_without_any_ship_only_the_karma() -> None:
    position = scene(display=f"palace5-blue, {SPARE}", hand_0="palace6-purple 5")
    events = play(position, "take palace5-blue", "pay palace6-purple")
    assert told(events, "nothing_to_copy") == [{"seat": 0}]
    assert tokens(position) == (0, 0, 1, 0)


def test_CK_R7_palace_6_must_be_carried_out_whatever_the_card_is() -> None:
    position = scene(
        display=f"palace6-blue, {SPARE}",
        **PAY_6,
        top="palace6-green",
        row_0="ship9-green, ship10-orange",
    )
    events = play(position, "take palace6-blue", "pay palace6-purple", "? top ship7-green")
    assert [args["card"] for args in told(events, "took_top")] == ["palace6-green", "ship7-green"]
    assert cards(position, "row 0") == {"ship7-green"}  # even a ship that breaks the row
