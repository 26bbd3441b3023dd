"""WP 7: scoring chains, and the exact search for the longest path."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st
from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.testing import told
from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import BIT, N_SPACES, NEIGHBOURS, SPACES
from dalang.games.web_of_power.rules.chains import group_of, longest_path, score_chains
from dalang.games.web_of_power.tests.tables import scene

LINE = ["ely", "egmond", "siegburg", "corvey", "hersfeld"]
RING = ["egmond", "gembloux", "pruem", "siegburg"]


def chains(*spaces: str, seat: int = 0) -> list[int]:
    """The points of every chain of a seat with cloisters there."""
    position = scene(**{f"cloisters_{seat}": ", ".join(spaces)})
    events: list[Event] = []
    score_chains(position, events)
    scored = told(events, "scored_chain")
    assert all(args["seat"] == seat for args in scored)
    for args in scored:
        path = cast("list[str]", args["spaces"])
        assert len(set(path)) == len(path) == args["points"]
        assert set(path) <= set(spaces)
        assert all(joined(a, b) for a, b in pairwise(path))
    points = [cast("int", args["points"]) for args in scored]
    assert position.scores()[seat] == sum(points)
    return sorted(points)


def joined(a: str, b: str) -> bool:
    return bool(NEIGHBOURS[SPACES.index(a)] & BIT[SPACES.index(b)])


def test_WP_7_1_four_in_a_row_over_sea_and_border() -> None:
    assert all(joined(a, b) for a, b in pairwise(LINE))
    assert chains(*LINE[:4]) == [4]
    assert chains(*LINE) == [5]


def test_WP_7_1_three_are_too_few() -> None:
    assert chains(*LINE[:3]) == []


def test_WP_7_1_a_gap_breaks_the_chain() -> None:
    assert chains(*LINE[:2], *LINE[3:]) == []


def test_WP_7_1_a_cloister_of_another_player_breaks_the_chain() -> None:
    position = scene(cloisters_0=", ".join(LINE[:2] + LINE[3:]), cloisters_1=LINE[2])
    score_chains(position, None)
    assert position.scores() == [0, 0, 0]


def test_WP_7_1_branches_do_not_count() -> None:
    # Gembloux is a branch off Egmond.
    assert chains("ely", "egmond", "siegburg", "corvey", "gembloux") == [4]
    assert chains("ely", "egmond", "siegburg", "corvey", "hersfeld", "gembloux") == [5]
    # Three arms of two from Saint-Denis: the longest path uses two of them.
    arms = ["gembloux", "egmond", "jumieges", "mont_saint_michel", "fleury", "cluny"]
    assert chains("saint_denis", *arms) == [5]


def test_WP_7_1_a_star_of_single_cloisters_is_too_short() -> None:
    assert chains("saint_denis", "gembloux", "jumieges", "fleury", "clairvaux") == []


def test_WP_7_1_a_ring_of_n_counts_n() -> None:
    assert chains(*RING) == [4]
    assert chains("veruela", "san_juan_de_la_pena", "ripoll", "montserrat", "poblet") == [5]


def test_WP_7_1_a_ring_with_a_tail_counts_all() -> None:
    assert chains(*RING, "corvey") == [5]
    assert chains(*RING, "corvey", "hersfeld") == [6]


def test_WP_7_1_a_ring_with_two_tails() -> None:
    # From neighbouring corners the path goes all round, from opposite ones only half.
    assert chains(*RING, "ely", "corvey") == [6]
    assert chains(*RING, "saint_denis", "corvey") == [5]


def test_WP_7_1_two_rings_that_share_a_road() -> None:
    # Egmond, Gembloux, Prüm, Siegburg and Prüm, Siegburg, Corvey, Hersfeld, Fulda, Eberbach.
    second = ["corvey", "hersfeld", "fulda", "eberbach"]
    assert chains(*RING, *second) == [8]


def test_WP_7_1_two_groups_of_one_player_both_score() -> None:
    south = ["ripoll", "montmajour", "bobbio", "saint_maurice"]
    assert chains(*LINE, *south) == [4, 5]


def test_WP_7_1_a_group_and_some_that_are_too_short() -> None:
    assert chains(*LINE, "melk", "cluny", "citeaux", "monte_cassino") == [5]


def test_WP_7_1_one_group_never_scores_two_chains() -> None:
    # Two rows of four that meet in the middle: one chain, though two rows could be told apart.
    west = ["mont_saint_michel", "jumieges", "saint_denis", "gembloux"]
    south = ["montmajour", "grande_chartreuse", "cluny", "fleury"]
    assert joined("fleury", "saint_denis")
    assert len(chains(*west, *south)) == 1


def brute_force_on(spaces: list[int], roads: list[int]) -> int:
    """The longest path by trying every order of every part."""
    for length in range(len(spaces), 0, -1):
        for path in permutations(spaces, length):
            if all(roads[a] >> b & 1 for a, b in pairwise(path)):
                return length
    return 0


@st.composite
def graphs(draw: st.DrawFn) -> list[int]:
    """A random graph of up to seven places, as the set of neighbours of each."""
    size = draw(st.integers(1, 7))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    roads = [0] * size
    for a, b in edges:
        roads[a] |= 1 << b
        roads[b] |= 1 << a
    return roads


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_WP_7_1_property_the_search_is_exact_on_random_graphs(roads: list[int]) -> None:
    table = vec[i64](roads)
    left = set(range(len(roads)))
    while left:
        group = group_of(min(left), (1 << len(roads)) - 1, table)
        members = [n for n in range(len(roads)) if group >> n & 1]
        assert members == sorted(reachable(min(left), roads))
        left -= set(members)
        path = list(longest_path(group, table))
        assert len(path) == brute_force_on(members, roads)
        assert len(set(path)) == len(path)
        assert all(roads[a] >> b & 1 for a, b in pairwise(path))


def reachable(start: int, roads: list[int]) -> set[int]:
    found = {start}
    grown = True
    while grown:
        more = {n for n in range(len(roads)) for m in found if roads[m] >> n & 1} - found
        grown = bool(more)
        found |= more
    return found


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, int(N_SPACES) - 1), max_size=20))
def test_WP_7_1_property_the_search_is_exact_on_the_board(own: set[int]) -> None:
    """Against a count over sets of places (Held and Karp), on groups of up to eleven."""
    mask = sum(1 << space for space in own)
    for start in own:
        group = group_of(start, mask, NEIGHBOURS)
        members = [space for space in range(N_SPACES) if group >> space & 1]
        if len(members) <= 11:
            assert len(longest_path(group, NEIGHBOURS)) == over_sets(members)


def over_sets(members: list[int]) -> int:
    """The longest path, by which sets of places have a path over them that ends at a given one."""
    ends = {frozenset([space]): {space} for space in members}
    length = 0
    while ends:
        length += 1
        longer: dict[frozenset[int], set[int]] = {}
        for places, lasts in ends.items():
            for last in lasts:
                for space in members:
                    if space not in places and NEIGHBOURS[last] & BIT[space]:
                        longer.setdefault(places | {space}, set()).add(space)
        ends = longer
    return length


def test_WP_7_1_a_group_of_all_twenty_cloisters() -> None:
    """As many as one player has, side by side, with loops: every one lies on the longest path."""
    france = ["canterbury", "jumieges", "mont_saint_michel", "fontevraud", "fleury", "saint_denis"]
    north = ["gembloux", "egmond", "siegburg", "pruem", "gorze", "clairvaux", "citeaux", "murbach"]
    east = ["hirsau", "lorsch", "eberbach", "fulda", "hersfeld", "corvey"]
    assert chains(*france, *north, *east) == [20]
