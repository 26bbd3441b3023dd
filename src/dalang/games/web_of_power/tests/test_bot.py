"""What a good player of Web of Power thinks."""

from __future__ import annotations

import pytest

from dalang.engine.judging import Judge
from dalang.engine.testing import favourite, play
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.tests.tables import scene, some, spaces_of


@pytest.fixture
def judge() -> Judge:
    return GAME.new_judge()


def preferred(judge: Judge, position: WebOfPower, better: str, worse: str) -> bool:
    """Whether one action is more promising than another."""
    parse = position.parse_action
    return judge.prior(position, parse(better)) > judge.prior(position, parse(worse))


def last_turn(**given: str | int) -> WebOfPower:
    """Seat 0 has the last turn of the game."""
    return scene(3, pile_outs=2, start=1, pile="-", hand_1="-", hand_2="-", **given)


def test_takes_the_majority_where_it_counts_most(judge: Judge) -> None:
    france = some("frankreich", 2, 3)
    position = last_turn(
        hand_0="frankreich, england_schwaben, bayern_burgund",
        cloisters_0=france[0],
        cloisters_1=france[1],
    )
    assert favourite(judge, position) == "play frankreich"


def test_completes_a_chain(judge: Judge) -> None:
    position = last_turn(
        hand_0="frankreich, england_schwaben, bayern_burgund",
        cloisters_0="jumieges, saint_denis, fleury",
    )
    play(position, "play frankreich")
    assert favourite(judge, position) in {"cloister mont_saint_michel", "cloister fontevraud"}


def test_does_not_exchange_a_card_instead_of_placing(judge: Judge) -> None:
    position = last_turn(hand_0="frankreich, england_schwaben, bayern_burgund")
    assert not favourite(judge, position).startswith("exchange")


def test_goes_on_with_a_second_piece_that_scores(judge: Judge) -> None:
    france = some("frankreich", 2, 3)
    position = last_turn(
        hand_0="2 frankreich, england_schwaben",
        cloisters_0=france[0],
        cloisters_1=france[1],
    )
    play(position, "play frankreich", f"cloister {spaces_of('frankreich')[5]}")
    assert favourite(judge, position) == "play frankreich"


def test_an_advisor_goes_where_an_alliance_is_won(judge: Judge) -> None:
    england, france = some("england", 2), some("frankreich", 0, 2)
    position = last_turn(
        hand_0="frankreich, england_schwaben, bayern_burgund",
        cloisters_0=england[0],
        cloisters_1=france[1],
        advisors_0="2 england",
        advisors_1="frankreich",
    )
    play(position, "play frankreich")
    assert preferred(judge, position, "advisor frankreich", "cloister moissac")


def test_an_open_card_that_goes_with_the_hand_is_taken(judge: Judge) -> None:
    france = some("frankreich", 2, 2)
    position = scene(
        hand_0="2 frankreich, england_schwaben",
        open="frankreich, franken_aragon",
        cloisters_0=france[0],
        cloisters_1=france[1],
    )
    play(position, "exchange england_schwaben")
    assert favourite(judge, position) == "take frankreich"


def test_more_on_the_board_is_worth_more(judge: Judge) -> None:
    france = some("frankreich", 2, 1)
    position = scene(cloisters_0=france[0], cloisters_1=france[1])
    assert judge.value(position, 0) > judge.value(position, 1) > judge.value(position, 2)


def test_at_the_end_only_points_count(judge: Judge) -> None:
    position = last_turn(hand_0="frankreich, england_schwaben, bayern_burgund", points="7 9 0")
    play(position, "play frankreich", "cloister moissac")
    assert position.ended_by()
    assert [judge.value(position, seat) for seat in range(3)] == [8.0, 9.0, 0.0]
