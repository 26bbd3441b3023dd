"""TM R: rulings where the sources are silent or disagree."""

from __future__ import annotations

import re
import tomllib

import pytest

from dalang.engine.testing import field, legal_texts, play, possible_texts, told
from dalang.engine.words import Words
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal import components as box
from dalang.games.taj_mahal.observe import observe, summary
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.tests.tables import all_but, scene, take


def data() -> str:
    return (GAME.folder / "components.toml").read_text("utf-8")


def test_TM_R1_the_discard_pile_is_face_down_but_its_size_is_public() -> None:
    position = scene(3, discard="3 white elephant, 2 violet elephant+monk")
    view = observe(position, 1)
    words = Words(GAME.vocabulary, "en")
    card = words.name("card", "violet elephant+monk")
    assert not any(card in words.say(line) for line in summary(view))
    assert position.discard_size == 5
    assert field(view.known, "discard") == field(position, "discard")  # all of it was seen


def test_TM_R1_the_discard_pile_can_not_be_taken_from() -> None:
    position = scene(
        3, discard="white monk", table_0="red elephant+monk", table_1="yellow elephant+monk"
    )
    play(position, "withdraw")
    assert "take white monk" not in legal_texts(position)


def test_TM_R2_the_crown_palace_may_go_beside_an_own_palace_of_the_same_withdrawal() -> None:
    position = scene(3, table_0="red elephant+monk, red elephant+mogul", court="monk, mogul")
    play(position, "withdraw", "palace ghazni", "crown ghazni")
    assert field(position, "palaces 0") == field(position, "crown_palaces 0") == "ghazni"
    assert position.scores() == [1, 0, 0]


def test_TM_R3_first_the_ordinary_palaces_then_the_crown_palace_then_scoring() -> None:
    position = scene(
        3,
        3,
        "lahore",
        table_0="red monk+princess, red elephant+mogul",
        palaces_1="jalandhar",
        court="monk, princess, mogul, elephant",
    )
    play(position, "withdraw")
    assert legal_texts(position) == {"palace attock", "palace sialkot", "palace lahore"}
    play(position, "palace lahore")  # a card tile
    assert legal_texts(position) == {"palace attock", "palace sialkot"}
    assert field(position, "bonus_due") == "card"
    play(position, "palace attock")  # a +2 tile
    cities = ("attock", "sialkot", "jalandhar", "lahore")
    assert legal_texts(position) == {f"crown {city}" for city in cities}
    assert position.scores() == [0, 0, 0]
    assert field(position, "hand 0") == "-"
    play(position, "crown jalandhar", "? draw white monk")
    assert position.scores() == [2 + 1 + 2, 0, 0]


def test_TM_R4_whole_chains_count_and_points_are_per_province() -> None:
    chain = "ghazni, dera_ghazi_khan, uch, bhakkar, umarkot, patan, ahmedabad, surat"
    position = scene(3, 10, "malwa", palaces_0=chain, table_0="red elephant+monk", court="monk")
    events = play(position, "withdraw", "palace ujjain")
    assert told(events, "scored_palaces")[0]["points"] == 1 + 4
    # A gap in the middle: Gujarat, Sind and Multan stay, Kabul does not.
    position = scene(
        3,
        10,
        "malwa",
        palaces_0=chain.replace("dera_ghazi_khan, ", ""),
        table_0="red elephant+monk",
        court="monk",
    )
    events = play(position, "withdraw", "palace ujjain")
    assert told(events, "scored_palaces")[0]["points"] == 1 + 3


def test_TM_R5_tiles_are_exchanged_at_the_end_of_the_round_not_of_the_turn() -> None:
    position = scene(3, 6, table_0="red elephant+monk", court="monk", influence_0="monk")
    play(position, "withdraw", "palace ghazni")
    take(position)
    assert position.actor() == 1
    assert field(position, "influence 0") == "2 monk"


def test_TM_R5_after_round_twelve_the_exchange_comes_before_the_hands() -> None:
    position = scene(
        3,
        12,
        "agra",
        in_round="0",
        table_0="red elephant+elephant",
        court="vizier",
        influence_1="2 monk, 2 general",
        specials_2="free_colour",
        display="-",
    )
    events = play(position, "withdraw")
    assert position.scores() == [0, 2, 0]
    keys = [event.key for event in events]
    assert keys.index("special_stolen") < keys.index("scored_hand")


def test_TM_R5_after_round_twelve_nothing_is_cleared_or_laid_out() -> None:
    position = scene(
        3, 12, "agra", in_round="0", start=1, table_0="red elephant+elephant", court="vizier"
    )
    events = play(position, "withdraw")
    take(position)
    assert position.ended_by()
    assert "agra_city taj_mahal" in field(position, "bonus_tiles")
    assert not told(events, "bonus_lost")
    assert not told(events, "tile_lost")
    assert field(position, "start") == "1"
    assert field(position, "round") == "12"


def test_TM_R6_a_special_card_can_be_used_once_per_round() -> None:
    position = scene(
        3, in_round="0", hand_0="3 red elephant+monk", specials_0="influence, elephant"
    )
    play(position, "play red elephant+monk", "add influence card", "play red elephant+monk")
    assert legal_texts(position) == {"add nothing", "add elephant card"}
    play(position, "add elephant card", "play red elephant+monk")
    assert legal_texts(position) == {"add nothing"}
    assert position.scores() == [2, 0, 0]


def test_TM_R7_which_kind_brings_which_special_card_is_data() -> None:
    cards = {card["id"]: card for card in tomllib.loads(data())["special_card"]}
    assert {name: card["influence"] for name, card in cards.items()} == {
        "elephant": "general",
        "influence": "princess",
        "mogul": "vizier",
        "free_colour": "monk",
    }
    status = {name: card["status"] for name, card in cards.items()}
    assert status["elephant"] == status["influence"] == "sourced"
    assert status["mogul"] == status["free_colour"] == "reconstructed"


def test_TM_R8_a_display_is_shorter_if_the_cards_do_not_suffice() -> None:
    table, last = "red monk+princess, white mogul", "white monk"
    position = scene(
        3, in_round="0", table_0=table, hand_1=all_but(table, last), display="-", court="vizier"
    )
    assert position.pile_size == 1
    play(position, "withdraw", "? draw white monk")
    assert sum(possible_texts(position).values()) == 2  # the two cards of seat 0, shuffled
    play(position, "? draw white mogul", "? draw red monk+princess")
    assert position.actor() == 1
    assert field(position, "display") == "red monk+princess, white monk, white mogul"
    events = play(position, "withdraw")
    assert told(events, "nothing_to_draw") == [{"seat": 1}]
    take(position)
    play(position, "withdraw")
    take(position, 1)
    events = play(position, "withdraw")  # seat 0 finds nothing, and the next display is empty
    assert told(events, "round_begins")
    assert field(position, "phase") == "turn"
    assert field(position, "display") == "-"


def test_TM_R9_reconstructions_are_marked_in_the_data() -> None:
    box_of = tomllib.loads(data())
    kinds = ("symbol", "card_colour", "card", "special_card", "province_tile", "bonus_tile")
    for kind in (*kinds, "city", "road", "province"):
        for entry in box_of[kind]:
            assert entry["status"] in ("sourced", "derived", "reconstructed"), entry
    reconstructed = {entry["id"] for entry in box_of["city"] if entry["status"] != "sourced"}
    assert len(reconstructed) == 48
    assert {road["status"] for road in box_of["road"] if road["kind"] == "border"} == {
        "reconstructed"
    }
    assert {tile["status"] for tile in box_of["bonus_tile"]} == {"reconstructed", "sourced"}


def test_TM_R9_no_rule_names_a_city_or_a_province() -> None:
    names = {*box.CITIES, *box.PROVINCES}
    for path in [*(GAME.folder / "rules").glob("*.py"), *GAME.folder.glob("*.py")]:
        strings = set(re.findall(r'"([a-z_]+)"', path.read_text("utf-8")))
        assert not strings & names, path.name


def test_TM_R10_the_colour_card_of_the_second_turn_binds() -> None:
    position = scene(
        3,
        hand_0="red elephant+monk, yellow elephant+monk, 2 violet elephant+monk",
        hand_1="red elephant+vizier",
        in_round="0 1",
        specials_0="free_colour",
        display="-",
    )
    play(position, "play red elephant+monk", "add free_colour card")
    play(position, "play red elephant+vizier", "add nothing")
    play(position, "play violet elephant+monk", "add nothing", "withdraw", "palace ghazni")
    assert legal_texts(position) == {"withdraw", "play violet elephant+monk"}


def test_TM_R11_a_draw_is_told_to_all_and_shown_to_the_drawer_only() -> None:
    position = scene(3)
    events = play(position, "withdraw", "? draw white monk")
    secret = [event for event in events if "white monk" in str(event.args)]
    assert [(event.key, event.seen_by) for event in secret] == [("drew_what", 0)]
    assert told(events, "drew") == [{"seat": 0}]


@pytest.mark.parametrize("viewer", [-1, 1])
def test_TM_R11_what_is_public(viewer: int) -> None:
    position = scene(
        3,
        6,
        turn=0,
        points="3 4 5",
        table_0="2 red elephant+monk",
        specials_0="elephant",
        specials_out="elephant",
        influence_2="monk",
        commodities_0="rice",
        province_tiles_0="1",
        hand_0="white monk",
        hand_2="2 violet elephant+monk, red elephant+vizier",
        known_2="violet elephant+monk",
        discard="white elephant",
    )
    known = observe(position, viewer).known
    assert isinstance(known, TajMahal)
    assert known.pile_size == position.pile_size
    secret = {"hand 0", "hand 1", "hand 2"}
    for line in position.to_text().splitlines():
        name = line.split(": ")[0]
        if name not in secret:
            assert field(known, name) == field(position, name)
    assert field(known, "hand 2") == "violet elephant+monk"
    assert field(known, "hand 0") == "-"
    assert field(known, "hand_sizes") == "1 0 3"


def test_TM_R11_nobody_is_told_the_hands_that_score_at_the_end() -> None:
    position = scene(
        3,
        12,
        "agra",
        in_round="0",
        table_0="red elephant+elephant",
        court="vizier",
        display="-",
        hand_1="yellow elephant+monk, white monk",
    )
    events = play(position, "withdraw")
    assert not any("yellow" in str(event.args) for event in events)


def test_TM_R12_names_in_the_data() -> None:
    assert box.COLOURS == ("red", "yellow", "green", "violet", "white")
    assert box.COMMODITIES == ("rice", "tea", "spices", "gems")
    assert box.SYMBOLS == ("vizier", "general", "monk", "princess", "mogul", "elephant")
    assert "agra_city" in box.CITIES
    assert "agra" not in box.CITIES
    assert "agra" in box.PROVINCES


def test_TM_R12_people_read_the_names_of_the_rules() -> None:
    words = Words(GAME.vocabulary, "en")
    assert words.name("colour", "violet") == "purple"
    assert words.name("symbol", "mogul") == "Grand Mogul"
    assert words.name("city", "agra_city") == "Agra"
    card = words.name("card", "violet elephant+mogul")
    assert "violet" not in card
    assert "purple" in card
    assert "Grand Mogul" in card
