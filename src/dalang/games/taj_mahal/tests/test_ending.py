"""TM 9: the end of the game."""

from __future__ import annotations

import pytest

from dalang.engine.api import OVER, Event
from dalang.engine.testing import field, play, told
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.tests.tables import scene

# Seat 2 is the last one in, in round 12, and wins nothing.
LAST = {
    "in_round": "2",
    "turn": "2",
    "table_2": "red elephant+elephant",
    "court": "vizier",
    "display": "-",
    "bonus_tiles": "-",
}


def end_game(**given: str) -> tuple[TajMahal, list[Event]]:
    position = scene(3, 12, "agra", **LAST | given)
    return position, play(position, "withdraw")


def hand_points(hand: str, specials: str = "-") -> int:
    position, _ = end_game(hand_0=hand, specials_0=specials)
    return position.scores()[0]


def test_TM_9_1_after_round_twelve_the_game_is_over() -> None:
    position, events = end_game()
    assert position.actor() == OVER
    assert position.ended_by() == "twelve_rounds"
    assert not position.legal_actions()
    assert not told(events, "round_begins")


def test_TM_9_1_not_before_round_twelve_is_over() -> None:
    position = scene(3, 11, **LAST)
    play(position, "withdraw")
    assert position.ended_by() == ""
    assert position.scores() == [0, 0, 0]


def test_TM_9_1_special_white_and_the_longest_colour_score() -> None:
    position, events = end_game(
        points="10 20 0",
        hand_0="3 red elephant+monk, red elephant+vizier, 2 white elephant, white monk",
        specials_0="mogul, elephant",
        hand_1="violet elephant+monk",
    )
    assert position.scores() == [10 + 2 + 3 + 4, 20 + 1, 0]
    assert told(events, "scored_hand")[0] == {
        "seat": 0,
        "points": 9,
        "specials": 2,
        "whites": 3,
        "longest": 4,
    }


def test_TM_9_1_other_colours_score_nothing() -> None:
    assert hand_points("2 red elephant+monk, yellow elephant+monk, violet elephant+monk") == 2


def test_TM_9_1_of_two_equally_long_colours_only_one_counts() -> None:
    assert hand_points("2 red elephant+monk, yellow elephant+monk, yellow elephant+vizier") == 2


def test_TM_9_1_white_is_not_a_colour() -> None:
    assert hand_points("4 white elephant, red elephant+monk") == 4 + 1
    assert hand_points("4 white elephant") == 4


def test_TM_9_1_an_empty_hand_scores_nothing() -> None:
    assert hand_points("-") == 0


def test_TM_9_1_influence_tiles_are_worth_nothing() -> None:
    position, _ = end_game(influence_0="vizier, general, monk, princess")
    assert position.scores() == [0, 0, 0]


def test_TM_9_1_cards_just_taken_count() -> None:
    position, _ = end_game(display="white monk", hand_2="yellow elephant+monk")
    assert field(position, "phase") == "take"
    play(position, "take white monk")
    assert position.scores() == [0, 0, 2]


@pytest.mark.parametrize(
    ("hand", "specials", "points"),
    [
        (
            "2 white elephant, 2 red elephant+monk, red elephant+vizier, yellow elephant+monk",
            "elephant",
            6,
        ),
        ("3 violet elephant+monk, 2 violet elephant+vizier, green elephant+monk", "mogul", 6),
        ("white monk, 2 yellow elephant+monk, 2 red elephant+monk", "influence", 4),
    ],
)
def test_TM_9_2_the_worked_examples(hand: str, specials: str, points: int) -> None:
    assert hand_points(hand, specials) == points


def test_TM_9_3_most_points_win() -> None:
    position, events = end_game(points="3 9 5")
    assert position.ranking() == [3, 1, 2]
    assert told(events, "game_over") == [{"winners": [1]}]


def test_TM_9_3_the_cards_in_hand_may_decide() -> None:
    position, events = end_game(points="3 4 0", hand_0="2 white elephant")
    assert position.ranking() == [1, 2, 3]
    assert told(events, "game_over") == [{"winners": [0]}]


def test_TM_9_3_tied_players_share_the_victory_whatever_else_they_own() -> None:
    position, events = end_game(points="2 7 5", hand_2="2 white elephant", palaces_1="ghazni")
    assert position.scores() == [2, 7, 7]
    assert position.ranking() == [3, 1, 1]
    assert told(events, "game_over") == [{"winners": [1, 2]}]
    position, _ = end_game()
    assert position.ranking() == [1, 1, 1]
