"""TM 1: set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from dalang.engine.api import CHANCE, Event
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import counts, field, legal_texts, play, possible_texts, told
from dalang.games.taj_mahal import components as box
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.tests.tables import COURT, PROVINCES, new_game, scene


def set_up(players: int, seed: int) -> tuple[TajMahal, list[Event]]:
    """A whole set-up by chance alone, and what was told of it."""
    position, rng = new_game(players), Rng(seed)
    events: list[Event] = []
    while position.actor() == CHANCE:
        position.apply(random_step(position, rng), events)
        position.check()
    return position, events


def cities_of(province: str) -> list[str]:
    number = box.PROVINCES.index(province)
    return [city for city, home in zip(box.CITIES, box.PROVINCE_OF, strict=True) if home == number]


def test_TM_1_1_twelve_provinces_of_four_cities_and_agra_of_five() -> None:
    assert len(box.PROVINCES) == 12
    assert {name: len(cities_of(name)) for name in box.PROVINCES} == {
        **dict.fromkeys(PROVINCES, 4),
        "agra": 5,
    }
    assert len(set(box.CITIES)) == 49
    assert len(set(box.FORTRESSES)) == 16


def test_TM_1_1_roads_run_both_ways_and_join_all_cities() -> None:
    ends = [{n for n in range(49) if roads >> n & 1} for roads in box.NEIGHBOURS]
    assert all(a in ends[b] for a in range(49) for b in ends[a])
    assert not any(a in ends[a] for a in range(49))
    joined = {0}
    for _ in range(49):
        joined |= {b for a in joined for b in ends[a]}
    assert len(joined) == 49


def test_TM_1_2_a_tile_goes_to_any_province_without_one_but_never_to_agra() -> None:
    position = new_game(3)
    assert possible_texts(position) == {f"province {name}": 1 for name in PROVINCES}
    play(position, "? province sind")
    left = [name for name in PROVINCES if name != "sind"]
    assert possible_texts(position) == {f"province {name}": 1 for name in left}


@pytest.mark.parametrize("seed", range(5))
def test_TM_1_2_twelve_is_always_agra(seed: int) -> None:
    position, events = set_up(3, seed)
    order = field(position, "provinces").split(", ")
    assert order[11] == "agra"
    assert sorted(order) == sorted(box.PROVINCES)
    laid = {tile["number"]: tile["province"] for tile in told(events, "tile_laid")}
    assert laid == dict(enumerate(order[:11], 1))


def test_TM_1_2_the_first_province_is_the_one_with_tile_1() -> None:
    position, events = set_up(4, 3)
    first = field(position, "provinces").split(", ")[0]
    assert told(events, "round_begins")[0]["province"] == first
    assert field(position, "round") == "1"


@pytest.mark.parametrize("seed", range(5))
def test_TM_1_3_every_fortress_has_a_bonus_tile_and_agra_the_taj_mahal(seed: int) -> None:
    position, _ = set_up(3, seed)
    tiles = dict(place.split() for place in field(position, "bonus_tiles").split(", "))
    assert set(tiles) == {box.CITIES[fortress] for fortress in box.FORTRESSES}
    assert tiles["agra_city"] == "taj_mahal"
    assert Counter(tiles.values())["taj_mahal"] == 1


def test_TM_1_3_bonus_tiles_are_drawn_from_fifteen() -> None:
    position = new_game(3)
    play(position, *(f"? province {name}" for name in PROVINCES))
    weights = possible_texts(position)
    assert sum(weights.values()) == 15
    assert "bonus taj_mahal" not in weights
    play(position, "? bonus tea")
    assert possible_texts(position) == weights | {"bonus tea": weights["bonus tea"] - 1}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_TM_1_4_the_court_is_full(players: int) -> None:
    position, _ = set_up(players, 1)
    assert field(position, "court") == COURT


def test_TM_1_4_there_are_six_influence_tiles_of_each_kind() -> None:
    held = {f"influence_{seat}": "vizier" for seat in range(5)}
    assert field(scene(5, 6, **held), "influence 4") == "vizier"
    with pytest.raises(Exception, match=r"There are 6 influence tiles vizier .*here 7"):
        scene(5, 6, **held | {"influence_2": "2 vizier"})


def test_TM_1_5_nobody_holds_a_special_card() -> None:
    position, _ = set_up(3, 1)
    assert [field(position, f"specials {seat}") for seat in range(3)] == ["-", "-", "-"]
    assert set(box.SPECIALS) == {"elephant", "influence", "mogul", "free_colour"}


def test_TM_1_6_ninety_six_cards() -> None:
    by_colour = Counter[str]()
    for card, count in zip(box.CARDS, box.DECK, strict=True):
        by_colour[card.split()[0]] += count
    assert by_colour == {"red": 21, "yellow": 21, "green": 21, "violet": 21, "white": 12}
    assert box.DECK_SIZE == 96


def test_TM_1_6_a_coloured_card_has_two_symbols_a_white_card_one() -> None:
    symbols = {card: card.split()[1].split("+") for card in box.CARDS}
    assert all(len(symbols[card]) == 1 + (not card.startswith("white")) for card in box.CARDS)
    assert {symbol for pair in symbols.values() for symbol in pair} == set(box.SYMBOLS)


@pytest.mark.parametrize(("players", "display"), [(3, 5), (4, 7), (5, 9)])
def test_TM_1_6_six_cards_each_and_the_display(players: int, display: int) -> None:
    position, _ = set_up(players, 2)
    hands = [counts(field(position, f"hand {seat}")) for seat in range(players)]
    assert [sum(hand.values()) for hand in hands] == [6] * players
    assert sum(counts(field(position, "display")).values()) == display
    assert position.pile_size == 96 - 6 * players - display
    assert field(position, "discard") == "-"


def test_TM_1_6_dealt_cards_are_hidden_from_the_others() -> None:
    position, events = set_up(4, 2)
    for seat in range(4):
        seen = [event.args["card"] for event in events if event.seen_by == seat]
        assert Counter(seen) == counts(field(position, f"hand {seat}"))
    everybody = {event.key for event in events if event.seen_by == -1}
    assert everybody == {"tile_laid", "bonus_laid", "start_drawn", "round_begins", "laid_out"}
    assert [field(position, f"known {seat}") for seat in range(4)] == ["-"] * 4


def test_TM_1_6_cards_are_drawn_without_putting_them_back() -> None:
    position = new_game(3)
    play(position, *(f"? province {name}" for name in PROVINCES))
    while field(position, "phase") == "bonus":
        position.apply(random_step(position, Rng(1)))
    assert possible_texts(position)["draw red elephant+elephant"] == 2
    assert sum(possible_texts(position).values()) == 96
    play(position, "? draw red elephant+elephant", "? draw red elephant+elephant")
    assert "draw red elephant+elephant" not in possible_texts(position)
    assert sum(possible_texts(position).values()) == 94


@pytest.mark.parametrize("players", [3, 4, 5])
def test_TM_1_7_the_start_player_is_drawn_by_lot(players: int) -> None:
    position, rng = new_game(players), Rng(1)
    while field(position, "phase") != "start":
        position.apply(random_step(position, rng))
    assert possible_texts(position) == {f"start {seat}": 1 for seat in range(players)}
    last = players - 1
    play(position, f"? start {last}")
    while position.actor() == CHANCE:
        position.apply(random_step(position, rng))
    assert position.actor() == last
    assert field(position, "start") == str(last)


def test_TM_1_7_everyone_starts_at_zero() -> None:
    position, _ = set_up(5, 4)
    assert position.scores() == [0] * 5


def test_TM_1_7_palaces_are_unlimited() -> None:
    mine = ", ".join(city for name in PROVINCES for city in cities_of(name))
    position = scene(3, 12, "agra", palaces_0=mine, table_0="red vizier+general")
    play(position, "withdraw")
    assert "palace gwalior" in legal_texts(position)
    play(position, "palace gwalior", "palace kannauj")
    assert len(field(position, "palaces 0").split(", ")) == 46
