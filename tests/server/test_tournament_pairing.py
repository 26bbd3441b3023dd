"""Who plays with whom."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dalang.server.tournaments import pairing


def seated(tables: Sequence[Sequence[int]]) -> list[int]:
    return sorted(entrant for table in tables for entrant in table)


@pytest.mark.slow
@given(st.integers(2, 40), st.integers(2, 5), st.integers(0, 99))
def test_everybody_has_one_seat_in_a_round(count: int, seats: int, seed: int) -> None:
    people, rng = range(count), Random(seed)
    before = [pairing.mix(people, seats, (), rng)]
    points = {one: float(one % 3) for one in people}
    rounds = [
        *before,
        pairing.mix(people, seats, before, rng),
        pairing.swiss(people, seats, points, before, rng),
        pairing.knockout(people, seats),
    ]
    for tables in rounds:
        assert seated(tables) == list(people)
        assert len(tables) == pairing.table_count(count, seats)
        sizes = [len(table) for table in tables]
        assert max(sizes) <= seats
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("count", [2, 5, 8, 11])
def test_at_tables_of_two_everybody_meets_everybody_once(count: int) -> None:
    rounds = pairing.circle(range(count))
    assert len(rounds) == count - 1 + count % 2
    assert all(seated(tables) == list(range(count)) for tables in rounds)
    meetings = pairing.met(rounds)
    assert meetings == {frozenset(pair): 1 for pair in combinations(range(count), 2)}


def test_sixteen_at_tables_of_four_meet_nobody_twice_in_three_rounds() -> None:
    rounds: list[pairing.Seating] = []
    for _ in range(3):
        rounds.append(pairing.mix(range(16), 4, rounds, Random(1)))
    assert max(pairing.met(rounds).values()) == 1


def test_people_meet_as_many_others_as_possible() -> None:
    rounds: list[pairing.Seating] = []
    for _ in range(4):
        rounds.append(pairing.mix(range(8), 4, rounds, Random(2)))
    meetings = pairing.met(rounds)
    assert len(meetings) >= 24  # of 28 pairs
    assert max(meetings.values()) == 2  # one round more than 8 people need to meet only once


def test_in_swiss_rounds_those_who_stand_alike_meet() -> None:
    points = {number: 2.0 - number // 4 for number in range(12)}
    tables = pairing.swiss(range(12), 4, points, (), Random(3))
    assert [sorted(table) for table in tables] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]


def test_in_swiss_rounds_nobody_meets_again_if_others_are_there() -> None:
    first = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    points = {number: float(number < 3) for number in range(9)}
    tables = pairing.swiss(range(9), 3, points, [first], Random(4))
    assert max(pairing.met([first, tables]).values()) == 1


def test_the_strongest_meet_late_in_a_knockout() -> None:
    assert pairing.knockout(range(8), 4) == [[0, 3, 4, 7], [1, 2, 5, 6]]
    assert pairing.knockout(range(7), 2) == [[0], [1, 6], [2, 5], [3, 4]]


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"),
    [(4, 4, 1), (8, 4, 2), (16, 4, 3), (8, 2, 3), (5, 2, 3), (9, 3, 2)],
)
def test_rounds_of_a_knockout(entrants: int, seats: int, rounds: int) -> None:
    assert pairing.knockout_rounds(entrants, seats) == rounds


def test_tables_are_smaller_rather_than_with_bots() -> None:
    assert pairing.seats_needed(3, 4, (3, 4, 5), spare=1, tables=2) == 3
    assert pairing.seats_needed(4, 4, (3, 4, 5), spare=1, tables=2) == 4
    assert pairing.seats_needed(2, 4, (3, 4, 5), spare=3, tables=2) == 4  # two bots
    assert pairing.seats_needed(1, 2, (2, 3), spare=1, tables=3) == 2  # nobody plays alone


def test_the_same_seed_gives_the_same_round() -> None:
    once, again = (pairing.mix(range(20), 3, [[[0, 1, 2]]], Random(5)) for _ in range(2))
    assert once == again
