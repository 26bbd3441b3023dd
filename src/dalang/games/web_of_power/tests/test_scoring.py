"""WP 4 and WP 6: scoring cloisters and advisors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dalang.engine.api import Args, Event
from dalang.engine.testing import told
from dalang.games.web_of_power.components import COUNTRIES
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.rules.scoring import score_advisors, score_cloisters
from dalang.games.web_of_power.tests.tables import scene, some, spaces_of


def with_cloisters(country: str, *cloisters: int) -> WebOfPower:
    fields = {f"cloisters_{seat}": text for seat, text in enumerate(some(country, *cloisters))}
    return scene(max(3, len(cloisters)), **fields)


def cloister_points(country: str, *cloisters: int) -> list[int]:
    position = with_cloisters(country, *cloisters)
    score_cloisters(position, None)
    return position.scores()


def alliances(position: WebOfPower) -> list[Args]:
    events: list[Event] = []
    score_advisors(position, events)
    return told(events, "scored_alliance")


def test_WP_4_1_all_cloisters_then_those_of_the_rank_above() -> None:
    assert cloister_points("frankreich", 4, 2, 1) == [7, 4, 2]
    assert cloister_points("frankreich", 1, 4, 2) == [2, 7, 4]


def test_WP_4_1_every_country_is_scored() -> None:
    position = scene(cloisters_0="ely, fulda", cloisters_1="westminster, cluny")
    events: list[Event] = []
    score_cloisters(position, events)
    assert position.scores() == [2 + 1, 2 + 1, 0]
    told_of = [args["country"] for args in told(events, "scored_first")]
    assert told_of == ["england", "england", "franken", "burgund"]
    assert len(told(events, "no_cloisters")) == 6


def test_WP_4_2_ties_get_full_points_and_skip_no_rank() -> None:
    assert cloister_points("franken", 3, 3, 1) == [7, 7, 3]
    assert cloister_points("franken", 3, 1, 1, 1) == [6, 3, 3, 3]
    assert cloister_points("franken", 2, 2, 1, 1, 1) == [7, 7, 2, 2, 2]


def test_WP_4_2_no_cloister_no_points() -> None:
    assert cloister_points("franken", 3, 0, 0) == [3, 0, 0]
    assert cloister_points("franken", 0, 0, 0) == [0, 0, 0]


@pytest.mark.parametrize(
    ("cloisters", "points"),
    [((3, 2, 1), [6, 3, 2]), ((5, 2, 1), [8, 5, 2]), ((2, 2, 1), [5, 5, 2])],
)
def test_WP_4_3_the_examples(cloisters: tuple[int, ...], points: list[int]) -> None:
    assert cloister_points("frankreich", *cloisters) == points


@given(st.lists(st.integers(0, 4), min_size=3, max_size=5).filter(lambda c: sum(c) <= 8))
def test_WP_4_1_property_ranks_counted_another_way(cloisters: list[int]) -> None:
    ranks = sorted({count for count in cloisters if count}, reverse=True)
    worth = dict(zip(ranks, [sum(cloisters), *ranks], strict=False))
    assert cloister_points("frankreich", *cloisters) == [worth.get(n, 0) for n in cloisters]


def test_WP_6_1_majority_in_both_countries() -> None:
    # Alliance 6 joins Franconia and Swabia.
    position = scene(
        cloisters_2="fulda, lorsch, corvey, reichenau, hirsau",
        advisors_0="2 franken, schwaben",
        advisors_1="franken",
    )
    assert alliances(position) == [
        {"seat": 0, "points": 4, "number": 6, "countries": ["franken", "schwaben"]}
    ]
    assert position.scores() == [4, 0, 0]


def test_WP_6_1_one_country_is_not_enough() -> None:
    position = scene(
        cloisters_2="fulda, lorsch, corvey, reichenau, hirsau",
        advisors_0="2 franken",
        advisors_1="franken, schwaben",
    )
    assert alliances(position) == []
    assert position.scores() == [0, 0, 0]


def test_WP_6_1_tied_players_both_get_all() -> None:
    position = scene(
        cloisters_2="fulda, lorsch, corvey, reichenau, hirsau",
        advisors_0="franken, schwaben",
        advisors_1="franken, schwaben",
        advisors_2="franken",
    )
    assert [(args["seat"], args["points"]) for args in alliances(position)] == [(0, 5), (1, 5)]


def test_WP_6_1_tied_in_one_alone_in_the_other() -> None:
    position = scene(
        cloisters_2="fulda, lorsch, corvey, reichenau, hirsau",
        advisors_0="franken, schwaben",
        advisors_1="franken",
    )
    assert [(args["seat"], args["points"]) for args in alliances(position)] == [(0, 3)]


def test_WP_6_1_an_empty_court_gives_nobody_a_majority() -> None:
    position = scene(cloisters_2="fulda, lorsch", advisors_0="2 franken")
    events: list[Event] = []
    score_advisors(position, events)
    assert position.scores() == [0, 0, 0]
    assert [args["number"] for args in told(events, "no_majority")] == list(range(1, 16))


def test_WP_6_1_only_the_fifteen_alliances_count() -> None:
    # Lorraine and Burgundy are neighbours, but no alliance joins them.
    position = scene(cloisters_2="pruem, cluny", advisors_0="lothringen, burgund")
    assert alliances(position) == []


def test_WP_6_1_one_country_counts_in_all_its_alliances_in_order() -> None:
    fields = {
        "cloisters_2": ", ".join(spaces_of(country)[0] for country in COUNTRIES),
        "advisors_0": ", ".join(COUNTRIES[:8]),
        "advisors_1": COUNTRIES[8],
    }
    position = scene(**fields)
    without = COUNTRIES[8]
    found = alliances(position)
    assert [args["number"] for args in found] == [1, 2, 3, 4, 7, 9, 12, 13, 14, 15]
    assert all(args["points"] == 2 for args in found)
    assert all(without not in str(args["countries"]) for args in found)
