"""WP 1: set-up."""

from __future__ import annotations

import tomllib

import pytest

from dalang.engine.api import CHANCE, Event
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.testing import field, told
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import (
    BIT,
    CARD_COUNTRIES,
    CARDS,
    COUNTRIES,
    COUNTRY_OF,
    FULL_DECK,
    N_SPACES,
    NEIGHBOURS,
    SPACES,
    deck,
)
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.rules.chains import group_of
from dalang.games.web_of_power.tests.tables import new_game, pile, spaces_of

BOX = tomllib.loads((GAME.folder / "components.toml").read_text("utf-8"))


def test_WP_1_1_nine_countries_five_kinds_55_cards() -> None:
    assert len(COUNTRIES) == 9
    assert {card: int(count) for card, count in zip(CARDS, FULL_DECK, strict=True)} == {
        "franken_aragon": 13,
        "bayern_burgund": 12,
        "lothringen_italien": 11,
        "england_schwaben": 10,
        "frankreich": 9,
    }
    named = [country for countries in CARD_COUNTRIES.values() for country in countries]
    assert sorted(named) == sorted(COUNTRIES)
    assert CARD_COUNTRIES["frankreich"] == ("frankreich",)


@pytest.mark.parametrize(("players", "cards", "removed"), [(3, 45, 2), (4, 50, 1), (5, 55, 0)])
def test_WP_1_1_fewer_players_fewer_cards(players: int, cards: int, removed: int) -> None:
    position = new_game(players)
    assert position.pile_size == cards
    assert [int(n) for n in position.pile] == [int(n) - removed for n in FULL_DECK]


def test_WP_1_2_every_space_belongs_to_a_country_and_lies_on_a_road() -> None:
    assert len(SPACES) == len(set(SPACES)) == 50
    assert sum(len(spaces_of(country)) for country in COUNTRIES) == 50
    assert len(spaces_of("frankreich")) == 8
    assert len(spaces_of("schwaben")) == 4
    assert all(NEIGHBOURS[space] for space in range(N_SPACES))
    everything = (1 << 50) - 1
    assert group_of(0, everything, NEIGHBOURS) == everything


def test_WP_1_2_roads_lead_both_ways_and_over_borders_and_sea() -> None:
    for here in range(N_SPACES):
        for there in range(N_SPACES):
            assert bool(NEIGHBOURS[here] & BIT[there]) == bool(NEIGHBOURS[there] & BIT[here])
    borders = {
        COUNTRIES[COUNTRY_OF[there]]
        for here in range(N_SPACES)
        for there in range(N_SPACES)
        if NEIGHBOURS[here] & BIT[there] and COUNTRY_OF[here] == COUNTRIES.index("england")
    }
    assert borders == {"england", "frankreich", "lothringen"}


def test_WP_1_2_fifteen_alliances_join_two_countries_each() -> None:
    assert [alliance["number"] for alliance in BOX["alliance"]] == list(range(1, 16))
    pairs = {frozenset(alliance["countries"]) for alliance in BOX["alliance"]}
    assert len(pairs) == 15
    assert all(len(pair) == 2 and pair <= set(COUNTRIES) for pair in pairs)


def test_WP_1_3_everybody_has_all_pieces_and_no_points() -> None:
    position = new_game(4)
    assert [int(n) for n in position.cloisters_left] == [20] * 4
    assert [int(n) for n in position.advisors_left] == [8] * 4
    assert position.scores() == [0] * 4


def test_WP_1_3_the_start_player_stays_to_the_end() -> None:
    position = GAME.start(4)
    rng = Rng(3)
    settle_chance(position, rng)
    assert isinstance(position, WebOfPower)
    start = int(position.start)
    assert position.actor() == start
    while not position.ended_by():
        position.apply(random_step(position, rng))
        assert position.start == start


@pytest.mark.parametrize(("players", "left"), [(3, 34), (4, 36), (5, 38)])
def test_WP_1_4_three_cards_each_and_two_open(players: int, left: int) -> None:
    position = new_game(players)
    events: list[Event] = []
    rng = Rng(players)
    while position.actor() == CHANCE:
        position.apply(random_step(position, rng), events)
    assert field(position, "hand_sizes") == " ".join(["3"] * players)
    assert position.open_size == 2
    assert position.pile_size == left == sum(pile(position).values())
    dealt = [event for event in events if event.key == "dealt"]
    assert [event.seen_by for event in dealt] == [seat for seat in range(players) for _ in range(3)]
    assert len(told(events, "laid_open")) == 2
    assert sum(int(n) for n in deck(players)) == left + 3 * players + 2
