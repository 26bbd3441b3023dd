"""TM 7: between rounds."""

from __future__ import annotations

import pytest

from dalang.engine.api import CHANCE, Event
from dalang.engine.testing import counts, field, play, settle, told
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.tests.tables import COURT, scene

# Seat 0 is the last one in and wins nothing: withdrawing ends the round.
LAST: dict[str, str] = {
    "in_round": "0",
    "table_0": "red elephant+elephant",
    "court": "mogul",
    "display": "-",
}


def end_round(
    round: int = 6, province: str = "kabul", players: int = 3, **given: str | int
) -> tuple[TajMahal, list[Event]]:
    position = scene(players, round, province, **LAST | given)
    return position, play(position, "withdraw")


PAIRS = [
    ("vizier", "mogul"),
    ("general", "elephant"),
    ("monk", "free_colour"),
    ("princess", "influence"),
]


@pytest.mark.parametrize(("person", "special"), PAIRS)
def test_TM_7_1_two_tiles_of_a_kind_bring_its_special_card(person: str, special: str) -> None:
    position, events = end_round(influence_1=f"2 {person}")
    assert field(position, "specials 1") == special
    assert field(position, "influence 1") == "-"
    assert told(events, "special_gained") == [{"seat": 1, "symbol": person, "special": special}]


@pytest.mark.parametrize(("person", "special"), PAIRS)
def test_TM_7_1_the_card_is_taken_from_its_holder(person: str, special: str) -> None:
    position, events = end_round(influence_1=f"2 {person}", specials_2=special)
    assert field(position, "specials 1") == special
    assert field(position, "specials 2") == "-"
    assert told(events, "special_stolen") == [
        {"seat": 1, "symbol": person, "special": special, "loser": 2}
    ]


def test_TM_7_1_also_from_a_holder_who_played_it_this_round() -> None:
    position, _ = end_round(
        influence_1="2 monk", specials_0="free_colour", specials_out="free_colour"
    )
    assert field(position, "specials 1") == "free_colour"
    assert field(position, "specials_out") == "-"


def test_TM_7_1_who_holds_it_already_hands_the_tiles_in_for_nothing() -> None:
    position, events = end_round(influence_1="2 monk", specials_1="free_colour")
    assert field(position, "influence 1") == "-"
    assert field(position, "specials 1") == "free_colour"
    assert told(events, "special_kept")


def test_TM_7_1_both_tiles_are_handed_in_and_other_tiles_stay() -> None:
    position, _ = end_round(influence_1="2 monk, vizier", influence_0="general, princess")
    assert field(position, "influence 1") == "vizier"
    assert field(position, "influence 0") == "general, princess"
    assert [field(position, f"specials {seat}") for seat in range(3)] == ["-", "free_colour", "-"]


def test_TM_7_1_two_tiles_of_different_kinds_bring_nothing() -> None:
    position, events = end_round(influence_1="monk, vizier")
    assert field(position, "influence 1") == "vizier, monk"
    assert not told(events, "special_gained")


def test_TM_7_1_several_cards_may_change_hands() -> None:
    position, _ = end_round(
        influence_1="2 monk, 2 vizier", influence_2="2 general", specials_2="mogul"
    )
    assert field(position, "specials 1") == "mogul, free_colour"
    assert field(position, "specials 2") == "elephant"


def test_TM_7_1_not_before_everybody_has_withdrawn() -> None:
    position = scene(
        3, 6, table_0="red elephant+monk", court="monk", display="-", influence_0="monk"
    )
    play(position, "withdraw", "palace ghazni")
    assert field(position, "influence 0") == "2 monk"
    assert field(position, "specials 0") == "-"


def test_TM_7_1_the_second_tile_may_come_from_the_last_withdrawal() -> None:
    position = scene(
        3, 6, **LAST | {"table_0": "red elephant+monk", "court": "monk"}, influence_0="monk"
    )
    play(position, "withdraw", "palace ghazni")
    assert field(position, "specials 0") == "free_colour"


def test_TM_7_2_a_province_tile_nobody_won_leaves_the_game() -> None:
    position, events = end_round(6, table_0="red monk+princess", court="elephant")
    assert told(events, "tile_lost") == [{"number": 6}]
    assert [field(position, f"province_tiles {seat}") for seat in range(3)] == ["-", "-", "-"]
    _, events = end_round(6, province_tiles_2="6")
    assert not told(events, "tile_lost")


def test_TM_7_2_so_do_the_bonus_tiles_left_in_the_province() -> None:
    position, events = end_round(6, "ajmer", palaces_1="chittor", bonus_tiles="jodhpur tea")
    assert told(events, "bonus_lost") == [{"city": "jodhpur", "bonus": "tea"}]
    assert field(position, "bonus_tiles") == "-"


def test_TM_7_2_bonus_tiles_of_other_provinces_stay() -> None:
    position, _ = end_round(1, "ajmer")
    tiles = field(position, "bonus_tiles")
    assert "chittor" not in tiles
    assert "jodhpur" not in tiles
    assert len(tiles.split(", ")) == 16 - 2


def test_TM_7_2_influence_tiles_and_the_crown_nobody_won_stay() -> None:
    position, _ = end_round(court="vizier, mogul")
    assert field(position, "court") == COURT
    assert [field(position, f"influence {seat}") for seat in range(3)] == ["-", "-", "-"]


@pytest.mark.parametrize(("start", "following"), [(0, 1), (1, 2), (2, 0)])
def test_TM_7_3_the_start_player_marker_goes_one_place_clockwise(
    start: int, following: int
) -> None:
    position, events = end_round(6, start=start)
    assert field(position, "start") == str(following)
    assert told(events, "round_begins")[0]["seat"] == following
    settle(position)
    assert position.actor() == following


def test_TM_7_3_the_next_province_follows_by_its_tile() -> None:
    position = scene(3, 6, **LAST)
    order = field(position, "provinces").split(", ")
    events = play(position, "withdraw")
    assert told(events, "round_begins") == [{"round": 7, "province": order[6], "seat": 1}]


def test_TM_7_3_round_twelve_is_agra() -> None:
    _, events = end_round(11, start=2)
    assert told(events, "round_begins") == [{"round": 12, "province": "agra", "seat": 0}]


def test_TM_7_3_the_court_is_full_again_and_everybody_is_in() -> None:
    position, _ = end_round(6, court="-")
    assert field(position, "court") == COURT
    assert field(position, "in_round") == "0 1 2"


@pytest.mark.parametrize(("players", "size"), [(3, 5), (4, 7), (5, 9)])
@pytest.mark.parametrize("round", [1, 11])
def test_TM_7_3_a_new_display_is_laid_out(players: int, size: int, round: int) -> None:
    position, _ = end_round(round, players=players)
    for _ in range(size):
        assert position.actor() == CHANCE
        events: list[Event] = []
        outcome = next(n for n, weight in enumerate(position.chance_weights()) if weight)
        position.apply(outcome, events)
        assert [event.key for event in events] == ["laid_out"]
    assert position.actor() == 1
    assert sum(counts(field(position, "display")).values()) == size
    assert field(position, "round") == str(round + 1)


def test_TM_7_3_points_palaces_hands_and_tiles_stay() -> None:
    position, _ = end_round(
        6,
        points="3 4 5",
        palaces_1="attock",
        crown_palaces_2="sialkot",
        hand_2="white monk",
        known_2="white monk",
        commodities_1="tea",
        province_tiles_1="4",
    )
    assert position.scores() == [3, 4, 5]
    assert field(position, "palaces 1") == "attock"
    assert field(position, "crown_palaces 2") == "sialkot"
    assert field(position, "hand 2") == "white monk"
    assert field(position, "known 2") == "white monk"
    assert field(position, "commodities 1") == "tea"
    assert field(position, "province_tiles 1") == "4"
