"""TM 8: special cards."""

from __future__ import annotations

import pytest

from dalang.engine.testing import field, legal_texts, play, settle, told
from dalang.games.taj_mahal.tests.tables import scene

ALL_FOUR = "elephant, influence, mogul, free_colour"


def test_TM_8_1_each_is_played_like_a_white_card() -> None:
    position = scene(3, hand_0="red elephant+monk, white monk", specials_0=ALL_FOUR)
    assert legal_texts(position) == {"withdraw", "play red elephant+monk"}
    play(position, "play red elephant+monk")
    specials = {f"add {name} card" for name in ALL_FOUR.split(", ")}
    assert legal_texts(position) == {"add nothing", "add white monk"} | specials


@pytest.mark.parametrize("special", ["elephant", "influence", "mogul", "free_colour"])
def test_TM_8_1_it_returns_to_the_hand_on_withdrawing(special: str) -> None:
    position = scene(3, hand_0="red elephant+monk", specials_0=special, in_round="0", display="-")
    events = play(position, "play red elephant+monk", f"add {special} card")
    assert told(events, "added_special") == [{"seat": 0, "special": special}]
    assert field(position, "specials_out") == special
    assert field(position, "specials 0") == special
    assert field(position, "hand_sizes") == "0 0 0"
    play(position, "withdraw", "palace ghazni", *(["crown ghazni"] * (special == "mogul")))
    assert field(position, "specials_out") == "-"
    assert field(position, "specials 0") == special


def test_TM_8_1_it_can_be_played_again_in_the_next_round() -> None:
    position = scene(
        3,
        hand_0="red elephant+elephant, yellow elephant+elephant",
        specials_0="influence",
        in_round="0",
        start=2,
        display="-",
    )
    play(position, "play red elephant+elephant", "add influence card", "withdraw")
    settle(position)
    assert position.actor() == 0
    play(position, "play yellow elephant+elephant")
    assert "add influence card" in legal_texts(position)


def test_TM_8_2_the_elephant_card_adds_an_elephant() -> None:
    position = scene(
        3, hand_0="red elephant+monk", specials_0="elephant", table_1="red elephant+elephant"
    )
    play(position, "play red elephant+monk", "add elephant card")
    events = play(position, "withdraw")
    assert told(events, "won_nothing") == [{"seat": 1}]


def test_TM_8_2_the_grand_mogul_card_adds_a_grand_mogul() -> None:
    position = scene(
        3,
        table_0="red elephant+monk",
        specials_0="mogul",
        specials_out="mogul",
        table_1="yellow elephant+vizier",
    )
    events = play(position, "withdraw")
    assert told(events, "won") == [{"seat": 0, "symbols": ["monk", "mogul"]}]


def test_TM_8_2_the_grand_mogul_card_counts_against_the_others() -> None:
    position = scene(
        3,
        table_0="red elephant+mogul",
        table_1="yellow elephant+vizier",
        specials_1="mogul",
        specials_out="mogul",
    )
    events = play(position, "withdraw")
    assert told(events, "won_nothing") == [{"seat": 0}]


def test_TM_8_2_the_influence_card_scores_two_at_once() -> None:
    position = scene(3, hand_0="red elephant+monk", specials_0="influence", points="5 0 0")
    events = play(position, "play red elephant+monk", "add influence card")
    assert position.scores() == [7, 0, 0]
    assert told(events, "scored_special") == [{"seat": 0, "special": "influence", "points": 2}]


def test_TM_8_2_the_influence_card_shows_no_symbol_and_scores_no_more_on_withdrawing() -> None:
    position = scene(
        3,
        table_0="red elephant+monk",
        specials_0="influence",
        specials_out="influence",
        table_1="yellow elephant+monk",
    )
    play(position, "withdraw")
    assert position.scores() == [0, 0, 0]


@pytest.mark.parametrize("special", ["elephant", "mogul", "free_colour"])
def test_TM_8_2_the_other_special_cards_score_nothing(special: str) -> None:
    position = scene(3, hand_0="red elephant+monk", specials_0=special)
    play(position, "play red elephant+monk", f"add {special} card")
    assert position.scores() == [0, 0, 0]


def test_TM_8_2_the_free_colour_card_shows_no_symbol() -> None:
    position = scene(
        3, table_0="red monk+princess", specials_0="free_colour", specials_out="free_colour"
    )
    events = play(position, "withdraw")
    assert told(events, "won") == [{"seat": 0, "symbols": ["monk", "princess"]}]


def test_TM_8_2_the_free_colour_card_leaves_the_bound_colour_unchanged() -> None:
    position = scene(
        3,
        in_round="0",
        table_0="red elephant+monk",
        hand_0="yellow elephant+monk, yellow elephant+vizier, red elephant+vizier",
        specials_0="free_colour",
    )
    play(position, "play yellow elephant+monk", "add free_colour card")
    assert field(position, "colours") == "red, none, none"
    assert legal_texts(position) == {"withdraw", "play red elephant+vizier"}


def test_TM_8_2_the_free_colour_card_may_go_with_the_bound_colour_too() -> None:
    position = scene(
        3,
        in_round="0",
        table_0="red elephant+monk",
        hand_0="red elephant+vizier, yellow elephant+vizier, red elephant+general",
        specials_0="free_colour",
    )
    play(position, "play red elephant+vizier", "add free_colour card")
    assert legal_texts(position) == {"withdraw", "play red elephant+general"}


def test_TM_8_3_in_the_first_turn_it_leaves_the_player_unbound() -> None:
    position = scene(
        3,
        in_round="0",
        hand_0="red elephant+monk, 2 yellow elephant+monk, violet elephant+monk",
        specials_0="free_colour",
    )
    play(position, "play red elephant+monk", "add free_colour card")
    assert field(position, "colours") == "none, none, none"
    assert legal_texts(position) == {
        "withdraw",
        "play yellow elephant+monk",
        "play violet elephant+monk",
    }


def test_TM_8_3_the_second_colour_card_sets_the_colour() -> None:
    position = scene(
        3,
        in_round="0",
        hand_0="2 red elephant+monk, 2 yellow elephant+monk, violet elephant+monk",
        specials_0="free_colour",
    )
    play(position, "play red elephant+monk", "add free_colour card")
    play(position, "play yellow elephant+monk", "add nothing")
    assert legal_texts(position) == {"withdraw", "play yellow elephant+monk"}


def test_TM_8_3_the_second_colour_card_may_be_the_first_colour_again() -> None:
    position = scene(
        3,
        in_round="0",
        hand_0="3 red elephant+monk, 2 yellow elephant+monk",
        specials_0="free_colour",
    )
    play(position, "play red elephant+monk", "add free_colour card")
    play(position, "play red elephant+monk", "add nothing")
    assert legal_texts(position) == {"withdraw", "play red elephant+monk"}


def test_TM_8_3_other_additions_in_the_first_turn_do_bind() -> None:
    for addition in ("add elephant card", "add influence card", "add white monk"):
        position = scene(
            3,
            in_round="0",
            hand_0="2 red elephant+monk, yellow elephant+monk, white monk",
            specials_0="elephant, influence",
        )
        play(position, "play red elephant+monk", addition)
        assert field(position, "colours") == "red, none, none"
