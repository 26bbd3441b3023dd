"""What a good player of Taj Mahal thinks."""

from __future__ import annotations

from random import Random

import pytest

from dalang.engine.judging import Judge
from dalang.engine.testing import favourite, play
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.bot import component_provinces, to_come
from dalang.games.taj_mahal.components import (
    N_CITIES,
    N_PROVINCES,
    PROVINCE_CITIES,
    PROVINCE_OF,
    PROVINCES,
)
from dalang.games.taj_mahal.rules.scoring import linked_cities
from dalang.games.taj_mahal.tests.tables import scene


@pytest.fixture
def judge() -> Judge:
    return GAME.new_judge()


RED = "red elephant+monk, red elephant+vizier, red elephant+general"


def test_withdraws_with_what_is_won(judge: Judge) -> None:
    """Everything shown is in the lead: another card would win no more."""
    position = scene(3, table_0="2 red elephant+monk, white princess", hand_0="red elephant+monk")
    assert favourite(judge, position) == "withdraw"


def test_does_not_overbid(judge: Judge) -> None:
    """What is left at court is not worth a fight that is lost already."""
    position = scene(
        3,
        table_0="red elephant+monk",
        table_1="3 yellow elephant+monk",
        table_2="3 violet elephant+monk",
        hand_0="2 red elephant+monk",
    )
    assert favourite(judge, position) == "withdraw"


def test_fights_for_a_second_tile_of_a_kind(judge: Judge) -> None:
    position = scene(
        3, influence_0="princess", hand_0="red elephant+princess, yellow elephant+vizier"
    )
    assert favourite(judge, position) == "play red elephant+princess"


def test_alone_in_the_round_takes_all_that_is_worth_a_card(judge: Judge) -> None:
    position = scene(
        3,
        table_0="red elephant+monk",
        hand_0="red elephant+vizier, red elephant+general",
        in_round="0",
        influence_0="vizier",
    )
    assert favourite(judge, position) == "play red elephant+vizier"


def test_two_points_at_once_are_taken(judge: Judge) -> None:
    position = scene(3, hand_0=RED, specials_0="influence")
    play(position, "play red elephant+monk")
    assert favourite(judge, position) == "add influence card"


def test_a_palace_takes_the_bonus_tile(judge: Judge) -> None:
    position = scene(3, table_0="red elephant+monk")
    play(position, "withdraw")
    assert favourite(judge, position) == "palace kabul"


def test_a_palace_is_linked(judge: Judge) -> None:
    """Next to the Taj Mahal nothing is worth as much as a long chain."""
    position = scene(3, 12, "agra", table_0="red elephant+monk")
    play(position, "withdraw")
    assert favourite(judge, position) == "palace agra_city"


def test_takes_cards_of_the_own_colour(judge: Judge) -> None:
    position = scene(
        3,
        hand_0="3 red elephant+monk",
        in_round="0",
        display="red elephant+vizier, yellow elephant+vizier, green elephant+vizier",
    )
    play(position, "withdraw", "? draw yellow elephant+general")
    assert favourite(judge, position) == "take red elephant+vizier"


def test_value_grows_with_what_one_has(judge: Judge) -> None:
    position = scene(
        3, hand_0=RED, hand_1="red elephant+monk", commodities_0="tea", influence_0="monk"
    )
    assert judge.value(position, 0) > judge.value(position, 1) > judge.value(position, 2)


def test_the_judge_speaks_between_the_rounds(judge: Judge) -> None:
    position = scene(3, hand_0=RED)
    assert judge.settled(position)
    play(position, "play red elephant+monk", "add nothing")
    assert not judge.settled(position)


@pytest.mark.parametrize("count", [1, 5, 12, 30, 49])
def test_groups_of_palaces_touch_the_provinces_that_score(count: int) -> None:
    """TM 5.2: as the rules count them, from every province."""
    cities = Random(count).sample(range(int(N_CITIES)), count)
    own = sum(1 << city for city in cities)
    touched = component_provinces(own)
    for province in range(int(N_PROVINCES)):
        linked = int(linked_cities(own, province))
        scoring = sum(
            1 << other for other in range(int(N_PROVINCES)) if linked & int(PROVINCE_CITIES[other])
        )
        found = 0
        for city in cities:
            if PROVINCE_OF[city] == province:
                found |= int(touched[city])
        assert found == scoring
    assert all(touched[city] == 0 for city in range(int(N_CITIES)) if city not in cities)


def test_provinces_to_come_are_those_of_later_rounds() -> None:
    last = scene(3, 12, "agra")
    assert to_come(last) == 0
    first = scene(3)
    later = {name for number, name in enumerate(PROVINCES) if to_come(first) >> number & 1}
    assert later == set(PROVINCES) - {PROVINCES[int(first.province())]}
