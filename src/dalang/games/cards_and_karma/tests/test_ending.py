"""CK 8: the end of the game."""

from __future__ import annotations

import pytest

from dalang.engine.api import OVER
from dalang.engine.testing import field, told
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.tests.tables import ALL_TURNED, FIVE_TURNED, SPARE, play, scene

FINISHING = {  # seat 0 turns its sixth score card with a coin
    "display": f"silk1+coin-green, {SPARE}",
    "coins": "5 0",
    "turned_left": "5 0",
    "score_cards_0": FIVE_TURNED,
}


def test_CK_8_1_the_series_is_finished_in_the_first_series_there_is_no_second() -> None:
    position = scene(**FINISHING)
    play(position, "take silk1+coin-green", "? reward coins2_or_palace", "coins")
    assert position.actor() == 1
    events = play(position, "die palace3-blue")
    assert position.actor() == OVER
    assert position.ended_by() == "one_finisher"
    assert position.ranking() == [1, 2]
    assert position.scores() == [6, 0]
    assert field(position, "series") == "1"
    assert told(events, "game_over") == [{"winners": [0], "end": "one_finisher"}]


def test_CK_8_1_in_the_second_series_the_round_ends_too() -> None:
    position = scene(**FINISHING, series=2, elephant=1)
    play(position, "take silk1+coin-green", "? reward coins2_or_palace", "coins")
    assert position.actor() == OVER


def test_CK_8_1_the_game_goes_on_while_nobody_has_turned_six() -> None:
    position = scene(turned_left="5 0", score_cards_0=FIVE_TURNED, turn=1)
    play(position, "die palace3-blue")
    assert position.ended_by() == ""
    assert field(position, "series") == "2"


def finished(players: int = 2, /, **given: str | int) -> CardsAndKarma:
    """The last turn of the last series is taken; seats 0 and 1 have turned all score cards."""
    fields: dict[str, str | int] = {
        "turn": players - 1,
        "turned_left": " ".join(["6", "6", "0", "0"][:players]),
        "score_cards_0": ALL_TURNED,
        "score_cards_1": ALL_TURNED,
    }
    position = scene(players, **fields | given)
    play(position, "die palace3-blue")
    assert position.actor() == OVER
    return position


def test_CK_8_2_fame_counts_two_and_a_coin_one() -> None:
    position = finished(fame="1 4", coins="7 0", karma="0 2")
    assert position.ended_by() == "points"
    assert position.ranking() == [1, 2]
    position = finished(fame="3 0", coins="0 7")
    assert position.ranking() == [2, 1]


def test_CK_8_2_then_most_karma() -> None:
    position = finished(fame="1 0", coins="2 4", karma="1 2")
    assert position.ended_by() == "karma"
    assert position.ranking() == [2, 1]


def test_CK_8_2_then_the_victory_is_shared() -> None:
    position = finished(fame="2 1", coins="0 2", karma="1 1")
    assert position.ended_by() == "shared"
    assert position.ranking() == [1, 1]


@pytest.mark.parametrize(("karma", "places"), [("0 0 2", [1, 1, 3]), ("1 0 2", [1, 2, 3])])
def test_CK_8_2_only_who_has_turned_all_six_can_win(karma: str, places: list[int]) -> None:
    position = finished(3, fame="0 0 2", coins="0 0 5", karma=karma)
    assert position.ranking() == places
