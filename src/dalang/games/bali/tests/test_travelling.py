"""BA 6 and BA 7: the Dalang travels, masks are awarded, the game ends."""

from __future__ import annotations

import pytest

from dalang.engine.testing import play, told
from dalang.games.bali.position import Bali
from dalang.games.bali.tests.tables import BLUE, GREEN, YELLOW, field, paragraph, reason, scene

TO_PANSCHAR = ("play dalang kukusch+panschar", "to panschar")


def arrive(position: Bali, card: str, island: str) -> list[str]:
    """Everybody lets the Dalang travel and lays down what is in hand; gives the order of seats."""
    play(position, f"play dalang {card}", f"to {island}")
    asked: list[str] = []
    while field(position, "phase") in ("block", "lay"):
        asked.append(f"{field(position, 'phase')} {position.actor()}")
        play(position, "pass" if field(position, "phase") == "block" else "as they are")
    return asked


def test_BA_6_1_the_target_is_an_island_of_the_card() -> None:
    position = scene(hand_0="dalang kukusch+panschar")
    play(position, "play dalang kukusch+panschar")
    assert position.legal_texts() == ["to kukusch", "to panschar"]
    assert reason(position, "to tschakkalag") == "not_on_card"
    assert field(position, "discard") == {"dalang kukusch+panschar": 1}


def test_BA_6_1_the_active_island_cannot_be_named() -> None:
    position = scene(hand_0="dalang kukusch+wontong")
    play(position, "play dalang kukusch+wontong")
    assert position.legal_texts() == ["to kukusch"]
    assert paragraph(position, "to wontong") == "BA 6.1"
    assert reason(position, "to wontong") == "already_there"


def test_BA_6_2_a_block_must_name_the_target_and_the_first_one_settles_it() -> None:
    blockers = "dalang kukusch+panschar, dalang kukusch+wontong, warrior"
    position = scene(hand_0="2 dalang kukusch+panschar", hand_1=blockers, hand_2=blockers)
    play(position, *TO_PANSCHAR)
    assert position.legal_texts() == ["pass", "play dalang kukusch+panschar"]
    assert paragraph(position, "play dalang kukusch+wontong") == "BA 6.2"
    assert reason(position, "play dalang kukusch+wontong") == "wrong_island"
    assert reason(position, "play warrior") == "only_dalang_blocks"
    assert reason(position, "play dalang panschar+wontong") == "not_in_hand"
    play(position, "play dalang kukusch+panschar")
    assert (position.actor(), field(position, "phase")) == (BLUE, "turn")  # nobody after is asked
    assert field(position, "dalang") == ["wontong"]
    play(position, *TO_PANSCHAR, "pass")  # the active player continues, also with another one
    assert position.actor() == GREEN


def test_BA_6_3_hands_become_piles_in_a_secret_order() -> None:
    position = scene(hand_0="dalang kukusch+panschar, priest, warrior, artist", hand_2="2 prince")
    play(position, *TO_PANSCHAR, "pass", "pass", "pass")
    assert position.legal_texts() == ["as they are", "lay priest", "lay warrior", "lay artist"]
    assert reason(position, "lay scholar") == "not_in_hand"
    events = play(position, "lay artist", "lay priest")
    assert position.legal_texts() == ["as they are"]  # one card left is no choice
    assert reason(position, "lay warrior") == "all_alike"
    events += play(position, "as they are")
    assert field(position, "wontong 0") == ["artist", "priest", "warrior"]
    assert told(events, "laid_down") == [{"seat": 0, "island": "wontong", "count": 3}]
    assert position.actor() == GREEN  # yellow has no hand to lay down
    play(position, "as they are")
    assert field(position, "wontong 2") == ["prince", "prince"]
    assert field(position, "dalang") == ["panschar"]


def test_BA_6_3_as_they_are_lays_down_by_kind() -> None:
    position = scene(hand_0="dalang kukusch+panschar, artist, 2 priest, prince")
    play(position, *TO_PANSCHAR, "pass", "pass", "pass", "lay prince", "as they are")
    assert field(position, "wontong 0") == ["prince", "priest", "priest", "artist"]


def test_BA_6_3_the_fled_lay_nothing_down_and_are_back() -> None:
    position = scene(hand_0="dalang kukusch+tschakkalag", fled="2", tschakkalag_2="artist")
    assert arrive(position, "kukusch+tschakkalag", "tschakkalag") == ["block 1", "block 3"]
    assert field(position, "fled") == []
    assert field(position, "hand 2") == {"artist": 1}


def test_BA_6_4_no_scoring_without_an_own_disc_there() -> None:
    position = scene(hand_0="dalang kukusch+tschakkalag")  # discs of yellow and green
    arrive(position, "kukusch+tschakkalag", "tschakkalag")
    assert position.scores() == [0, 0, 0, 0]
    assert (position.actor(), field(position, "phase")) == (BLUE, "turn")


def test_BA_6_4_split_discs_give_the_other_the_lowest_and_the_active_the_next_higher() -> None:
    position = scene(hand_0="dalang kukusch+panschar")
    arrive(position, "kukusch+panschar", "panschar")  # blue's prince, yellow's priest
    assert position.scores() == [3, 2, 0, 0]  # although more masks of 2 are left


def test_BA_6_4_both_discs_give_one_of_the_lowest() -> None:
    position = scene(
        hand_0="dalang kukusch+panschar",
        discs_0="prince panschar, priest panschar, priest kukusch",
        discs_1="prince tschakkalag",
        seals_0="panschar",
        masks_3="2 2 2 2",
    )
    arrive(position, "kukusch+panschar", "panschar")
    assert field(position, "masks 0") == [3]


def test_BA_6_4_with_three_players_the_only_disc_scores_alone() -> None:
    position = scene(3, active=2, turn=2, dalang="kukusch", hand_2="dalang kukusch+wontong")
    arrive(position, "kukusch+wontong", "wontong")  # green's prince; the priest is set aside
    assert position.scores() == [0, 0, 2]


def test_BA_6_4_another_players_lone_disc_scores_nothing() -> None:
    position = scene(3, dalang="kukusch", hand_0="dalang kukusch+wontong")
    arrive(position, "kukusch+wontong", "wontong")
    assert position.scores() == [0, 0, 0]


@pytest.mark.parametrize(
    ("masks", "blue", "yellow"),
    [
        ("2 2 2 2 3 3 3 4", [4], [3]),
        ("2 2 2 2 3 3 3 3 4 4 4 4", [5], [5]),  # none higher: the same value
        ("2 2 2 2 3 3 3 3 4 4 4 5 5 5", [5], [4]),
    ],
)
def test_BA_6_4_the_next_higher_value_that_is_left(
    masks: str, blue: list[int], yellow: list[int]
) -> None:
    position = scene(hand_0="dalang kukusch+panschar", masks_3=masks)
    arrive(position, "kukusch+panschar", "panschar")
    assert (field(position, "masks 0"), field(position, "masks 1")) == (blue, yellow)


def test_BA_6_4_the_only_mask_left_goes_to_the_active_player() -> None:
    masks = "2 2 2 2 3 3 3 3 4 4 4 4 5 5 5"
    position = scene(hand_0="dalang kukusch+panschar", masks_3=masks)
    arrive(position, "kukusch+panschar", "panschar")
    assert position.scores()[:2] == [5, 0]
    assert position.ended_by() == "last_mask_alone"


def test_BA_6_5_after_scoring_only_the_bottom_four_are_taken() -> None:
    position = scene(
        hand_0="dalang kukusch+panschar",
        panschar_0="priest, warrior, prince, scholar, artist, artist",
        panschar_1="priest, priest",
    )
    play(position, *TO_PANSCHAR, "pass", "pass")
    events = play(position, "pass")
    assert field(position, "hand 0") == {"priest": 1, "warrior": 1, "prince": 1, "scholar": 1}
    assert field(position, "hand 1") == {"priest": 2}
    assert told(events, "cut") == [{"seat": 0, "island": "panschar", "cards": ["artist", "artist"]}]
    assert field(position, "discard") == {"artist": 2, "dalang kukusch+panschar": 1}
    assert (position.active, field(position, "phase")) == (YELLOW, "turn_draw")


def test_BA_6_5_unseen_cards_are_the_bottom_ones() -> None:
    position = scene(
        hand_0="dalang kukusch+panschar",
        unvisited="panschar",
        panschar_0="?, ?, ?, warrior, artist",
        panschar_1="?, ?, ?",
    )
    arrive(position, "kukusch+panschar", "panschar")
    assert field(position, "discard") == {"artist": 1, "dalang kukusch+panschar": 1}
    assert field(position, "hand 0") == {"warrior": 1}
    play(position, *(["? see prince"] * 6))
    assert field(position, "hand_sizes") == [4, 3, 0, 0]
    assert field(position, "unvisited") == []


def test_BA_6_6_without_scoring_the_whole_pile_is_taken_and_nobody_draws() -> None:
    pile = "priest, warrior, prince, scholar, artist, artist"
    position = scene(
        hand_0="dalang kukusch+tschakkalag", tschakkalag_0=pile, tschakkalag_3="artist"
    )
    arrive(position, "kukusch+tschakkalag", "tschakkalag")
    assert field(position, "hand_sizes") == [6, 0, 0, 1]
    assert (position.actor(), field(position, "phase")) == (BLUE, "turn")


# --- BA 7 ---------------------------------------------------------------------------

ALL_BUT_TWO = "2 2 2 2 3 3 3 3 4 4 4 4 5 5"


def test_BA_7_1_the_game_ends_with_the_last_mask_after_the_scoring_is_complete() -> None:
    position = scene(hand_0="dalang kukusch+panschar", masks_3=ALL_BUT_TWO, panschar_0="priest")
    arrive(position, "kukusch+panschar", "panschar")
    assert position.scores()[:2] == [5, 5]  # both still get one
    assert position.ended_by() == "last_mask_shared"
    assert position.ranking() == [2, 2, 4, 1]
    assert field(position, "panschar 0") == ["priest"]  # nobody picks up or draws any more


def test_BA_7_1_masks_and_seals_count() -> None:
    position = scene(
        discs_0="prince panschar, priest panschar, priest kukusch",
        discs_1="prince tschakkalag",
        seals_0="panschar",
        masks_0="2 5",
        masks_1="4",
    )
    assert position.scores() == [10, 4, 0, 0]


def test_BA_7_1_a_tie_goes_to_the_active_player_of_the_last_scoring() -> None:
    masks = {"masks_0": "2 3", "masks_1": "5", "masks_2": "2 2 2 3 4", "masks_3": "3 3 4 4 4 5"}
    position = scene(hand_0="dalang kukusch+panschar", **masks)
    arrive(position, "kukusch+panschar", "panschar")
    assert position.scores() == [10, 10, 13, 23]
    assert position.ranking() == [3, 3, 2, 1]  # only the first place is decided that way
    masks = {"masks_0": "2 3 4 4", "masks_1": "3 5 5", "masks_2": "2 2 2 3", "masks_3": "3 4 4"}
    position = scene(hand_0="dalang kukusch+panschar", **masks)
    arrive(position, "kukusch+panschar", "panschar")
    assert position.scores() == [18, 18, 9, 11]
    assert position.ranking() == [1, 2, 4, 3]


def test_BA_7_1_otherwise_victory_is_shared() -> None:
    masks = {"masks_0": "2 2", "masks_1": "2 2", "masks_2": "3 3 4 4 5", "masks_3": "3 3 4 4 5"}
    position = scene(hand_0="dalang kukusch+panschar", **masks)
    arrive(position, "kukusch+panschar", "panschar")
    assert position.scores() == [9, 9, 19, 19]
    assert position.ranking() == [3, 3, 1, 1]
