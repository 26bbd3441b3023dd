"""TM 5: scoring a withdrawal."""

from __future__ import annotations

import pytest

from dalang.engine.testing import counts, field, play, possible_texts, told
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.tests.tables import scene, take

MONK = {"table_0": "red elephant+monk", "court": "monk"}  # wins one palace and nothing else
TWO = {"table_0": "red monk+princess", "court": "monk, princess"}  # wins two palaces
MOGUL = {"table_0": "red elephant+mogul", "court": "mogul"}  # wins the crown palace
TILE = {"table_0": "red elephant+elephant"}  # wins the province tile


def points(position: TajMahal, *lines: str) -> int:
    """What seat 0 scores by withdrawing and placing its palaces."""
    before = position.scores()
    play(position, "withdraw", *lines)
    assert position.scores()[1:] == before[1:]
    return position.scores()[0] - before[0]


def test_TM_5_1_plus_two_scores_two_and_leaves_the_game() -> None:
    position = scene(3, **MONK)
    events = play(position, "withdraw", "palace kabul")
    assert told(events, "scored_bonus") == [{"seat": 0, "bonus": "points", "points": 2}]
    assert position.scores() == [2 + 1, 0, 0]
    assert field(position, "commodities 0") == "-"


def test_TM_5_1_plus_one_card_draws_from_the_pile_and_scores_nothing() -> None:
    position = scene(3, 2, "kashmir", **MONK)
    play(position, "withdraw", "palace srinagar")
    assert field(position, "phase") == "bonus_draw"
    assert position.scores() == [0, 0, 0]
    assert sum(possible_texts(position).values()) == 96 - 5 - 1
    events = play(position, "? draw violet elephant+vizier")
    assert field(position, "hand 0") == "violet elephant+vizier"
    assert position.scores() == [1, 0, 0]
    assert not told(events, "scored_bonus")


def test_TM_5_1_a_commodity_scores_one_and_one_for_each_owned() -> None:
    for owned, expected in (("-", 1), ("gems", 2), ("3 gems", 4), ("2 tea, spices, rice", 1)):
        position = scene(3, 6, "multan", commodities_0=owned, **MONK)
        assert points(position, "palace multan") == expected + 1
        assert counts(field(position, "commodities 0"))["gems"] == expected


def test_TM_5_1_what_others_own_does_not_count() -> None:
    position = scene(3, 6, "multan", commodities_1="3 gems", **MONK)
    assert points(position, "palace multan") == 1 + 1


def test_TM_5_1_two_of_a_kind_score_one_after_the_other() -> None:
    position = scene(3, 6, "ajmer", commodities_0="tea", **TWO)
    events = play(position, "withdraw", "palace chittor", "palace jodhpur")
    assert [args["points"] for args in told(events, "scored_bonus")] == [2, 3]
    assert field(position, "commodities 0") == "3 tea"


def test_TM_5_1_the_taj_mahal_scores_four_and_leaves_the_game() -> None:
    position = scene(3, 12, "agra", **MONK)
    assert points(position, "palace agra_city") == 4 + 1
    assert field(position, "bonus_tiles") == "-"
    assert field(position, "commodities 0") == "-"


@pytest.mark.parametrize("order", [("attock", "lahore"), ("lahore", "attock")])
def test_TM_5_1_the_order_of_placing_is_the_order_of_scoring(order: tuple[str, str]) -> None:
    position = scene(3, 3, "lahore", **TWO)
    play(position, "withdraw", f"palace {order[0]}")
    assert position.scores() == [0, 0, 0]
    events = play(position, f"palace {order[1]}")
    assert position.scores() == [2 if order[0] == "attock" else 0, 0, 0]
    events += play(position, "? draw violet elephant+vizier")
    keys = [event.key for event in events if event.key in ("scored_bonus", "drew")]
    assert keys == (["scored_bonus", "drew"] if order[0] == "attock" else ["drew", "scored_bonus"])
    assert position.scores() == [2 + 1, 0, 0]


def test_TM_5_1_two_card_tiles_draw_two_cards() -> None:
    tiles = "attock card, lahore card"
    position = scene(3, 3, "lahore", bonus_tiles=tiles, **TWO)
    play(position, "withdraw", "palace attock", "palace lahore")
    play(position, "? draw violet elephant+vizier", "? draw white monk")
    assert field(position, "hand 0") == "violet elephant+vizier, white monk"
    assert field(position, "phase") == "take"
    assert position.scores() == [1, 0, 0]


def test_TM_5_2_a_palace_scores_one_for_the_current_province() -> None:
    assert points(scene(3, **MONK), "palace ghazni") == 1


def test_TM_5_2_several_palaces_in_the_current_province_score_one() -> None:
    assert points(scene(3, **TWO), "palace ghazni", "palace peshawar") == 1


def test_TM_5_2_nothing_without_a_palace_in_the_current_province() -> None:
    position = scene(3, 6, "multan", palaces_0="peshawar, attock, ghazni", court="vizier", **TILE)
    assert points(position) == 0


def test_TM_5_2_another_province_on_a_road_scores_one() -> None:
    position = scene(3, 2, "kashmir", palaces_0="jalalabad", **MONK)
    events = play(position, "withdraw", "palace baramulla")
    assert told(events, "scored_palaces") == [
        {"seat": 0, "provinces": ["kabul", "kashmir"], "points": 2}
    ]


def test_TM_5_2_a_city_without_own_palace_breaks_the_chain() -> None:
    given = {"palaces_0": "kabul", "palaces_1": "jalalabad"}
    assert points(scene(3, 2, "kashmir", **given, **MONK), "palace baramulla") == 1


def test_TM_5_2_chains_run_on_through_further_provinces() -> None:
    position = scene(3, 6, "sind", palaces_0="ghazni, dera_ghazi_khan", **MONK)
    assert points(position, "palace sehwan") == 3
    position = scene(3, 6, "sind", palaces_0="ghazni, uch", **MONK)
    assert points(position, "palace sehwan") == 1


def test_TM_5_2_the_chain_may_run_through_the_current_province() -> None:
    # Kabul hangs on jalalabad, Lahore on jammu; both through Kashmir's ring.
    given = {"palaces_0": "jalalabad, sialkot"}
    position = scene(3, 6, "kashmir", **given, **TWO)
    assert points(position, "palace baramulla", "palace jammu") == 3
    position = scene(3, 6, "kashmir", **given, **MONK)
    assert points(position, "palace baramulla") == 2


def test_TM_5_2_separate_palaces_of_the_current_province_both_start_chains() -> None:
    # anantnag and baramulla are no neighbours.
    given = {"palaces_0": "jalalabad, sirhind"}
    position = scene(3, 6, "kashmir", **given, **TWO)
    assert points(position, "palace baramulla", "palace anantnag") == 3


def test_TM_5_2_a_province_counts_once() -> None:
    given = {"palaces_0": "attock, sialkot, jalandhar, lahore"}
    assert points(scene(3, 6, "multan", **given, **MONK), "palace dipalpur") == 2


def test_TM_5_2_the_chain_may_leave_a_province_and_come_back() -> None:
    # jammu, sialkot, then sirhind and anantnag: Kashmir again, counted once.
    position = scene(3, 6, "lahore", palaces_0="jammu, sirhind, anantnag", **MONK)
    assert points(position, "palace sialkot") == 3


def test_TM_5_2_a_city_with_two_palaces_counts_for_both_owners() -> None:
    for owners in (("0", "1"), ("1", "0")):
        given = {f"palaces_{owners[0]}": "jalalabad", f"crown_palaces_{owners[1]}": "jalalabad"}
        assert points(scene(3, 2, "kashmir", **given, **MONK), "palace baramulla") == 2


def test_TM_5_2_crown_palaces_count_like_any_palace() -> None:
    position = scene(3, 2, "kashmir", palaces_0="jalalabad", palaces_1="baramulla", **MOGUL)
    assert points(position, "crown baramulla") == 2
    position = scene(3, 2, "kashmir", crown_palaces_0="jalalabad", **MONK)
    assert points(position, "palace baramulla") == 2


def test_TM_5_2_palaces_placed_by_others_score_nothing() -> None:
    position = scene(3, 2, "kashmir", palaces_1="jalalabad", **MONK)
    assert points(position, "palace baramulla") == 1


def test_TM_5_3_the_tile_scores_its_commodities() -> None:
    assert points(scene(3, 1, **TILE)) == 1
    for round in range(2, 12):
        assert points(scene(3, round, **TILE)) == 2
    assert points(scene(3, 12, "agra", **TILE)) == 2


def test_TM_5_3_and_one_for_each_owned_of_the_kinds_on_it() -> None:
    position = scene(3, 9, commodities_0="2 rice, 3 tea, spices, 4 gems", **TILE)
    events = play(position, "withdraw")  # tile 9: spices and tea
    assert told(events, "scored_tile") == [
        {"seat": 0, "number": 9, "commodities": ["tea", "spices"], "points": 2 + 3 + 1}
    ]
    assert field(position, "commodities 0") == "2 rice, 4 tea, 2 spices, 4 gems"


def test_TM_5_3_only_who_wins_the_tile_now_scores_it() -> None:
    position = scene(
        3, 9, province_tiles_0="8", commodities_0="rice, gems", palaces_0="attock", **MONK
    )
    assert points(position, "palace ghazni") == 1


def test_TM_5_3_bonus_tiles_of_the_same_withdrawal_count_the_tile_does_not_count_for_them() -> None:
    # Tile 5 shows spices and tea; chittor has tea.
    position = scene(3, 5, "ajmer", table_0="red elephant+monk", court="monk, elephant")
    events = play(position, "withdraw", "palace chittor")
    assert [args["points"] for args in told(events, "scored_bonus")] == [1]
    assert [args["points"] for args in told(events, "scored_tile")] == [2 + 1]


def test_TM_5_3_bonus_tiles_then_palaces_then_the_province_tile() -> None:
    position = scene(3, table_0="red elephant+monk", court="monk, elephant")
    events = play(position, "withdraw", "palace kabul")
    scored = [event.key for event in events if event.key.startswith("scored")]
    assert scored == ["scored_bonus", "scored_palaces", "scored_tile"]


def test_TM_5_4_the_worked_example_of_fifteen_points() -> None:
    position = scene(
        3,
        9,
        "ajmer",
        table_0="red monk+princess, red elephant+elephant",
        court="monk, princess, elephant",
        province_tiles_0="2, 3, 5",
        commodities_0="2 tea, 2 spices, 2 gems",
    )
    events = play(position, "withdraw", "palace chittor", "palace jodhpur")
    assert [args["points"] for args in told(events, "scored_bonus")] == [3, 4]
    assert [args["points"] for args in told(events, "scored_tile")] == [8]
    assert [args["points"] for args in told(events, "scored_palaces")] == [1]
    assert position.scores() == [15 + 1, 0, 0]
    assert field(position, "commodities 0") == "5 tea, 3 spices, 2 gems"
    assert field(position, "province_tiles 0") == "2, 3, 5, 9"


# The palaces of the worked example, on our map: A is Ajmer with A1 bikaner, A2 ajmer, A3 chittor
# and A4 jodhpur; B Gujarat, C Sind, D Multan, E Delhi, F Kashmir, G Awadh, H Allahabad, I Malwa.
RED, BLUE, BROWN, GREY = range(4)
EXAMPLE = {
    "palaces_0": "umarkot, bhakkar, patan, hisar, multan, srinagar, benares",  # red
    "palaces_1": "ujjain, delhi, faizabad",  # blue
    "crown_palaces_1": "uch, thatta",
    "palaces_2": "ahmedabad, surat, mandu, bhopal, kalinjar, allahabad, lucknow, moradabad, jammu",
    "palaces_3": "uch, dera_ghazi_khan, sehwan, thatta, junagadh",  # grey
}


def test_TM_5_5_the_worked_example_of_palaces() -> None:
    position = scene(
        4,
        11,
        "ajmer",
        turn=GREY,
        bonus_tiles="-",
        table_0="red vizier+general",
        table_1="red monk+princess",
        table_2="violet elephant+mogul",
        table_3="yellow elephant+mogul",
        **EXAMPLE,
    )
    play(position, "withdraw")  # grey ties and wins nothing
    take(position)
    play(position, "withdraw", "palace ajmer", "palace jodhpur")  # red: A2, A4
    take(position)
    play(position, "withdraw", "palace bikaner", "palace chittor")  # blue: A1, A3
    take(position)
    events = play(position, "withdraw", "crown chittor")  # brown: A3
    tile = told(events, "scored_tile")[0]["points"]
    assert tile == 2
    assert position.scores() == [4, 3, 5 + 2, 0]
    assert told(events, "scored_palaces") == [
        {
            "seat": BROWN,
            "provinces": ["ajmer", "awadh", "gujarat", "malwa", "allahabad"],
            "points": 5,
        }
    ]


def test_TM_5_5_grey_in_a1_would_have_scored_four() -> None:
    position = scene(
        4,
        11,
        "ajmer",
        turn=GREY,
        bonus_tiles="-",
        table_3="red elephant+monk",
        court="monk",
        **EXAMPLE,
    )
    play(position, "withdraw", "palace bikaner")
    assert position.scores() == [0, 0, 0, 4]
