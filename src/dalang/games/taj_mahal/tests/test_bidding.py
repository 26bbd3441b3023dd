"""TM 2 and TM 3: a turn in the round, and playing cards."""

from __future__ import annotations

from dalang.engine.testing import field, legal_texts, play, told
from dalang.games.taj_mahal.tests.tables import scene, take

THREE_COLOURS = "red elephant+monk, yellow elephant+monk, violet elephant+monk"


def test_TM_2_1_the_start_player_begins_and_turns_go_clockwise() -> None:
    position = scene(
        4,
        start=2,
        turn=2,
        hand_0="2 red elephant+monk",
        hand_1="2 red elephant+vizier",
        hand_2="2 red elephant+general",
        hand_3="2 red elephant+princess",
    )
    order: list[int] = []
    for symbol in ("general", "princess", "monk", "vizier"):
        order.append(int(position.actor()))
        play(position, f"play red elephant+{symbol}", "add nothing")
    order.append(int(position.actor()))
    assert order == [2, 3, 0, 1, 2]


def test_TM_2_1_who_has_withdrawn_is_skipped() -> None:
    position = scene(3, table_1="red elephant+monk", turn=1, hand_0="2 yellow elephant+monk")
    play(position, "withdraw", "palace ghazni")
    take(position)
    assert field(position, "in_round") == "0 2"
    assert position.actor() == 2
    position = scene(3, in_round="0 2", turn=0, hand_0="red elephant+monk")
    play(position, "play red elephant+monk", "add nothing")
    assert position.actor() == 2


def test_TM_2_1_the_round_ends_when_everybody_has_withdrawn() -> None:
    position = scene(3, in_round="1", turn=1, table_1="red elephant+elephant", display="-")
    events = play(position, "withdraw")
    assert told(events, "round_begins") == [{"round": 2, "province": "kashmir", "seat": 1}]


def test_TM_2_1_the_round_goes_on_while_one_is_left() -> None:
    position = scene(3, in_round="0 1", table_0="red elephant+monk", display="-")
    play(position, "withdraw", "palace ghazni")
    assert field(position, "round") == "1"
    assert position.actor() == 1


def test_TM_2_2_play_cards_or_withdraw() -> None:
    position = scene(3, hand_0="red elephant+monk, yellow elephant+vizier")
    plays = {"play red elephant+monk", "play yellow elephant+vizier"}
    assert legal_texts(position) == {"withdraw"} | plays


def test_TM_2_2_withdrawing_is_always_possible() -> None:
    for hand, table in (("-", "-"), (THREE_COLOURS, "-"), (THREE_COLOURS, "red elephant+vizier")):
        assert "withdraw" in legal_texts(scene(3, hand_0=hand, table_0=table))


def test_TM_3_1_exactly_one_colour_card_goes_to_the_table() -> None:
    position = scene(
        3, table_0="red elephant+vizier", hand_0="2 red elephant+monk, red elephant+general"
    )
    events = play(position, "play red elephant+monk")
    assert told(events, "played") == [{"seat": 0, "card": "red elephant+monk"}]
    assert not any(text.startswith("play") for text in legal_texts(position))
    play(position, "add nothing")
    assert position.actor() == 1
    assert field(position, "table 0") == "red elephant+vizier, red elephant+monk"
    assert field(position, "hand 0") == "red elephant+general, red elephant+monk"


def test_TM_3_1_the_card_comes_from_the_own_hand() -> None:
    position = scene(3, hand_0="red elephant+monk", hand_1="red elephant+vizier")
    assert legal_texts(position) == {"withdraw", "play red elephant+monk"}


def test_TM_3_2_the_first_colour_card_may_have_any_colour() -> None:
    position = scene(3, hand_0=THREE_COLOURS, table_1="red elephant+vizier")
    assert legal_texts(position) == {"withdraw"} | {f"play {c}" for c in THREE_COLOURS.split(", ")}


def test_TM_3_2_later_colour_cards_must_have_that_colour() -> None:
    position = scene(3, hand_0=THREE_COLOURS + ", red elephant+vizier", in_round="0")
    play(position, "play red elephant+monk", "add nothing")
    assert position.actor() == 0
    assert legal_texts(position) == {"withdraw", "play red elephant+vizier"}


def test_TM_3_2_a_third_card_is_bound_by_the_first_too() -> None:
    position = scene(3, hand_0="3 red elephant+monk, 2 yellow elephant+monk", in_round="0")
    for _ in range(3):
        play(position, "play red elephant+monk", "add nothing")
        assert "play yellow elephant+monk" not in legal_texts(position)


def test_TM_3_2_different_players_may_use_the_same_colour() -> None:
    position = scene(3, turn=1, table_0="red elephant+monk", hand_1="red elephant+vizier")
    play(position, "play red elephant+vizier", "add nothing")
    assert field(position, "colours") == "red, red, none"


def test_TM_3_2_the_next_round_begins_unbound() -> None:
    position = scene(
        3,
        in_round="1",
        turn=1,
        table_1="red elephant+elephant",
        hand_1="yellow elephant+monk",
        display="-",
    )
    play(position, "withdraw")
    assert field(position, "colours") == "none, none, none"


def test_TM_3_3_one_white_card_or_one_special_card_along() -> None:
    position = scene(
        3,
        hand_0="red elephant+monk, 2 white elephant, white monk",
        specials_0="elephant, influence",
        specials_1="mogul",
    )
    play(position, "play red elephant+monk")
    white = {"add white elephant", "add white monk"}
    special = {"add elephant card", "add influence card"}
    assert legal_texts(position) == {"add nothing"} | white | special


def test_TM_3_3_never_two_of_them() -> None:
    for addition in ("add white elephant", "add elephant card", "add nothing"):
        position = scene(
            3, hand_0="red elephant+monk, 2 white elephant", specials_0="elephant, influence"
        )
        play(position, "play red elephant+monk", addition)
        assert position.actor() == 1


def test_TM_3_3_never_without_a_colour_card() -> None:
    position = scene(3, hand_0="2 white elephant, red elephant+monk", specials_0="elephant")
    assert legal_texts(position) == {"withdraw", "play red elephant+monk"}


def test_TM_3_3_every_turn_may_have_a_white_card() -> None:
    position = scene(3, hand_0="2 red elephant+monk, 2 white elephant", in_round="0")
    for _ in range(2):
        events = play(position, "play red elephant+monk", "add white elephant")
        assert told(events, "added") == [{"seat": 0, "card": "white elephant"}]
    assert field(position, "table 0") == "2 red elephant+monk, 2 white elephant"
    assert field(position, "hand 0") == "-"


def test_TM_3_3_a_white_card_does_not_change_the_bound_colour() -> None:
    position = scene(3, hand_0="3 red elephant+monk, white elephant", in_round="0")
    play(position, "play red elephant+monk", "add white elephant")
    assert field(position, "colours") == "red, none, none"
    assert "play red elephant+monk" in legal_texts(position)


def test_TM_3_4_played_cards_stay_on_the_table_until_the_withdrawal() -> None:
    position = scene(
        3,
        hand_0="2 red elephant+monk, white elephant",
        hand_1="yellow elephant+elephant",
        in_round="0 1",
        display="-",
    )
    play(position, "play red elephant+monk", "add white elephant")
    play(position, "play yellow elephant+elephant", "add nothing")
    assert field(position, "table 0") == "red elephant+monk, white elephant"
    play(position, "play red elephant+monk", "add nothing")
    assert field(position, "table 0") == "2 red elephant+monk, white elephant"
    play(position, "withdraw")
    assert field(position, "table 0") == "2 red elephant+monk, white elephant"
    assert field(position, "table 1") == "-"


def test_TM_3_5_without_a_card_of_the_colour_one_must_withdraw() -> None:
    position = scene(
        3, table_0="red elephant+monk", hand_0="yellow elephant+monk, 2 white elephant"
    )
    assert legal_texts(position) == {"withdraw"}


def test_TM_3_5_white_and_special_cards_alone_never_let_you_play() -> None:
    position = scene(
        3, hand_0="2 white elephant", specials_0="elephant, influence, mogul, free_colour"
    )
    assert legal_texts(position) == {"withdraw"}


def test_TM_3_5_the_free_colour_card_allows_another_colour_if_played_along() -> None:
    position = scene(
        3,
        table_0="red elephant+monk",
        hand_0="yellow elephant+monk, 2 white elephant",
        specials_0="elephant, free_colour",
    )
    assert legal_texts(position) == {"withdraw", "play yellow elephant+monk"}
    play(position, "play yellow elephant+monk")
    assert legal_texts(position) == {"add free_colour card"}


def test_TM_3_5_the_free_colour_card_of_another_player_is_no_help() -> None:
    position = scene(
        3, table_0="red elephant+monk", hand_0="yellow elephant+monk", specials_1="free_colour"
    )
    assert legal_texts(position) == {"withdraw"}


def test_TM_3_5_a_free_colour_card_played_already_is_no_help() -> None:
    position = scene(
        3,
        table_0="2 red elephant+monk",
        hand_0="yellow elephant+monk",
        specials_0="free_colour",
        specials_out="free_colour",
    )
    assert legal_texts(position) == {"withdraw"}


def test_TM_3_5_a_forced_withdrawal_wins_like_any_other() -> None:
    position = scene(3, table_0="red elephant+monk", hand_0="yellow elephant+monk")
    events = play(position, "withdraw")
    assert told(events, "won") == [{"seat": 0, "symbols": ["monk", "elephant"]}]


def test_TM_3_5_a_forced_withdrawal_with_an_empty_hand_draws_a_card() -> None:
    position = scene(3, hand_0="-")
    assert legal_texts(position) == {"withdraw"}
    play(position, "withdraw", "? draw violet elephant+monk")
    assert field(position, "hand 0") == "violet elephant+monk"
    assert field(position, "phase") == "take"


def test_TM_3_6_the_last_player_may_go_on_alone() -> None:
    position = scene(3, in_round="2", turn=2, hand_2="3 red elephant+monk", display="-")
    for _ in range(3):
        assert legal_texts(position) == {"withdraw", "play red elephant+monk"}
        play(position, "play red elephant+monk", "add nothing")
        assert position.actor() == 2
    assert field(position, "round") == "1"
    events = play(position, "withdraw", "palace ghazni")
    assert told(events, "round_begins")


def test_TM_3_3_nobody_can_tell_whether_there_was_something_to_add() -> None:
    """Only hidden cards tell that there is no choice; an empty hand says so by itself."""
    for hand, waited_for in (
        ("red elephant+monk, white monk", True),
        ("red elephant+monk, green elephant+monk", True),
        ("red elephant+monk", False),
    ):
        position = scene(3, hand_0=hand)
        play(position, "play red elephant+monk")
        assert position.asks_anyway() == waited_for
    position = scene(
        3,
        hand_0="red elephant+monk, green elephant+monk",
        known_0="red elephant+monk, green elephant+monk",
    )
    play(position, "play red elephant+monk")
    assert not position.asks_anyway()  # everybody has seen the green card


def test_TM_3_2_nobody_can_tell_whether_a_card_of_the_colour_is_left() -> None:
    for hand in ("red elephant+monk", "yellow elephant+monk"):
        position = scene(3, hand_0=hand, table_0="red elephant+vizier")
        assert position.asks_anyway()
    assert not scene(3, table_0="red elephant+vizier").asks_anyway()
    position = scene(
        3,
        hand_0="yellow elephant+monk, yellow elephant+vizier",
        table_0="red elephant+vizier",
        specials_0="free_colour",
    )
    play(position, "play yellow elephant+monk")
    assert not position.asks_anyway()  # TM 3.5: the special card must follow, as everybody sees
