"""TM 4: withdrawing, and what it wins."""

from __future__ import annotations

import pytest

from dalang.engine.testing import field, legal_texts, play, told
from dalang.games.taj_mahal.tests.tables import COURT, scene, take

KABUL = {"kabul", "jalalabad", "peshawar", "ghazni"}


def won(**given: str) -> object:
    """The symbols seat 0 wins by withdrawing from that table."""
    events = play(scene(3, **given), "withdraw")
    assert bool(told(events, "won")) != bool(told(events, "won_nothing"))
    return told(events, "won")[0]["symbols"] if told(events, "won") else []


def test_TM_4_1_strictly_more_than_every_other_wins() -> None:
    assert won(table_0="2 red elephant+monk", table_1="yellow elephant+monk") == [
        "monk",
        "elephant",
    ]


def test_TM_4_1_ties_win_nothing() -> None:
    assert won(table_0="red elephant+monk", table_1="yellow elephant+monk") == []
    assert won(table_0="red elephant+monk", table_1="yellow monk+mogul") == ["elephant"]


def test_TM_4_1_each_other_player_is_compared_singly_not_the_sum() -> None:
    assert won(
        table_0="2 red elephant+monk",
        table_1="yellow elephant+monk",
        table_2="violet elephant+monk",
    ) == ["monk", "elephant"]


def test_TM_4_1_one_rival_with_as_many_is_enough_to_lose() -> None:
    assert (
        won(
            table_0="red elephant+monk",
            table_1="yellow elephant+vizier",
            table_2="violet monk+general",
        )
        == []
    )


def test_TM_4_1_none_shown_wins_nothing_even_if_nobody_shows_any() -> None:
    assert won(table_0="red elephant+elephant") == ["elephant"]


def test_TM_4_1_withdrawn_players_no_longer_count() -> None:
    position = scene(3, turn=1, table_0="red elephant+monk", table_1="yellow elephant+monk")
    play(position, "withdraw")
    take(position)
    play(position, "withdraw", "? draw violet elephant+elephant")
    take(position)
    events = play(position, "withdraw")
    assert told(events, "won") == [{"seat": 0, "symbols": ["monk", "elephant"]}]


def test_TM_4_1_a_player_who_has_played_nothing_counts_as_none() -> None:
    assert won(table_0="red elephant+monk", in_round="0 1 2") == ["monk", "elephant"]


def test_TM_4_1_alone_one_symbol_suffices() -> None:
    assert won(table_0="red princess+mogul", in_round="0") == ["princess", "mogul"]


def test_TM_4_1_colour_white_and_special_cards_count() -> None:
    rival = "yellow elephant+monk, yellow elephant+vizier"
    assert won(table_0="red elephant+monk, white elephant", table_1=rival) == []
    two = "red elephant+vizier, red elephant+monk, white elephant, white monk"
    assert won(table_0=two, table_1=rival) == ["monk", "elephant"]
    assert won(
        table_0="red elephant+vizier, red monk+princess, white elephant",
        table_1=rival,
        specials_0="elephant",
        specials_out="elephant",
    ) == ["princess", "elephant"]


def test_TM_4_1_a_special_card_in_the_hand_does_not_count() -> None:
    assert won(
        table_0="red elephant+monk", table_1="yellow elephant+vizier", specials_0="elephant"
    ) == ["monk"]


def test_TM_4_1_two_elephants_on_a_card_count_twice() -> None:
    assert won(table_0="red elephant+elephant", table_1="yellow elephant+vizier") == ["elephant"]
    assert won(table_0="red elephant+vizier", table_1="yellow elephant+elephant") == ["vizier"]


def test_TM_4_2_what_is_no_longer_in_the_court_cannot_be_won() -> None:
    assert won(table_0="2 red elephant+monk", court="vizier, general, princess, mogul") == []
    assert won(table_0="2 red elephant+monk", court="monk") == ["monk"]


def test_TM_4_2_what_one_player_took_the_next_cannot_take() -> None:
    position = scene(3, table_0="2 red elephant+monk", table_1="yellow elephant+monk")
    play(position, "withdraw", "palace ghazni")
    assert field(position, "court") == "vizier, general, princess, mogul"
    take(position)
    events = play(position, "withdraw")  # nobody shows more than seat 1 now
    assert told(events, "won_nothing") == [{"seat": 1}]
    assert field(position, "influence 1") == "-"
    assert field(position, "palaces 1") == "-"


def test_TM_4_3_each_person_won_brings_its_tile_and_a_palace() -> None:
    position = scene(3, table_0="red vizier+general, red monk+princess")
    play(position, "withdraw")
    assert field(position, "influence 0") == "vizier, general, monk, princess"
    assert field(position, "court") == "mogul, elephant"
    for city in ("ghazni", "kabul", "peshawar", "jalalabad"):
        assert field(position, "phase") == "palace"
        play(position, f"palace {city}")
    assert set(field(position, "palaces 0").split(", ")) == KABUL
    assert field(position, "phase") == "take"


def test_TM_4_3_the_player_chooses_any_city_of_the_province_without_an_ordinary_palace() -> None:
    court = "general, monk, princess"
    position = scene(3, table_0="red monk+princess", palaces_1="ghazni", court=court)
    play(position, "withdraw")
    assert legal_texts(position) == {f"palace {city}" for city in KABUL - {"ghazni"}}
    play(position, "palace peshawar")
    assert legal_texts(position) == {"palace kabul", "palace jalalabad"}


def test_TM_4_3_the_elephant_and_the_grand_mogul_bring_no_ordinary_palace() -> None:
    position = scene(3, table_0="red elephant+mogul")
    play(position, "withdraw")
    assert field(position, "phase") == "crown"
    assert field(position, "influence 0") == "-"


def test_TM_4_3_a_city_is_left_for_the_fourth_palace_beside_a_crown_palace() -> None:
    position = scene(
        3,
        table_0="red elephant+monk",
        palaces_1="kabul, jalalabad, ghazni",
        crown_palaces_1="peshawar",
        court="monk",
    )
    play(position, "withdraw")
    assert legal_texts(position) == {"palace peshawar"}


def test_TM_4_4_a_palace_on_a_fortress_takes_its_bonus_tile() -> None:
    position = scene(3, table_0="red elephant+monk", court="monk")
    events = play(position, "withdraw", "palace kabul")
    assert told(events, "bonus_taken") == [{"seat": 0, "city": "kabul", "bonus": "points"}]
    assert "kabul" not in field(position, "bonus_tiles")


def test_TM_4_4_no_bonus_tile_without_a_fortress_or_where_it_is_gone() -> None:
    position = scene(3, table_0="red elephant+monk", court="monk")
    assert not told(play(position, "withdraw", "palace ghazni"), "bonus_taken")
    assert "kabul points" in field(position, "bonus_tiles")
    position = scene(3, table_0="red elephant+monk", court="monk", bonus_tiles="delhi points")
    assert not told(play(position, "withdraw", "palace kabul"), "bonus_taken")
    assert position.scores() == [1, 0, 0]


def test_TM_4_5_the_crown_palace_goes_to_any_city_of_the_province() -> None:
    position = scene(3, table_0="red elephant+mogul", palaces_1="ghazni, kabul", court="mogul")
    play(position, "withdraw")
    assert legal_texts(position) == {f"crown {city}" for city in KABUL}
    assert field(position, "court") == "-"
    events = play(position, "crown ghazni")
    assert told(events, "crown_built") == [{"seat": 0, "city": "ghazni"}]
    assert field(position, "crown_palaces 0") == "ghazni"
    assert field(position, "palaces 1") == "kabul, ghazni"
    assert field(position, "palaces 0") == "-"


def test_TM_4_5_a_crown_palace_does_not_stop_an_ordinary_palace() -> None:
    position = scene(3, table_0="red elephant+monk", crown_palaces_1="ghazni", court="monk")
    play(position, "withdraw", "palace ghazni")
    assert field(position, "palaces 0") == "ghazni"
    assert field(position, "crown_palaces 1") == "ghazni"


def test_TM_4_6_a_crown_palace_takes_no_bonus_tile() -> None:
    position = scene(3, table_0="red elephant+mogul", court="mogul")
    events = play(position, "withdraw", "crown kabul")
    assert not told(events, "bonus_taken")
    assert "kabul points" in field(position, "bonus_tiles")
    assert position.scores() == [1, 0, 0]


def test_TM_4_6_the_tile_stays_for_the_ordinary_palace() -> None:
    position = scene(3, table_0="red elephant+monk", crown_palaces_1="kabul", court="monk")
    events = play(position, "withdraw", "palace kabul")
    assert told(events, "bonus_taken") == [{"seat": 0, "city": "kabul", "bonus": "points"}]
    assert position.scores() == [2 + 1, 0, 0]


@pytest.mark.parametrize("round", [1, 6, 12])
def test_TM_4_7_the_elephant_brings_the_province_tile(round: int) -> None:
    province = "agra" if round == 12 else "kabul"
    position = scene(3, round, province, table_0="red elephant+elephant")
    play(position, "withdraw")
    assert field(position, "province_tiles 0") == str(round)
    assert "elephant" not in field(position, "court")


def test_TM_4_8_all_that_is_won_is_taken() -> None:
    position = scene(
        3, table_0="red vizier+general, red monk+princess, red elephant+mogul", display="-"
    )
    events = play(position, "withdraw")
    assert told(events, "won") == [{"seat": 0, "symbols": COURT.split(", ")}]
    for city in ("kabul", "ghazni", "peshawar", "jalalabad"):
        assert all(text.startswith("palace ") for text in legal_texts(position))
        play(position, f"palace {city}")
    assert all(text.startswith("crown ") for text in legal_texts(position))
    play(position, "crown kabul")
    assert field(position, "court") == "-"
    assert field(position, "province_tiles 0") == "1"


def test_TM_4_8_any_combination_can_be_won() -> None:
    assert won(table_0="red elephant+mogul, red monk+princess", table_1="yellow vizier+monk") == [
        "princess",
        "mogul",
        "elephant",
    ]
    assert won(table_0="red vizier+general", table_1="yellow elephant+general") == ["vizier"]
