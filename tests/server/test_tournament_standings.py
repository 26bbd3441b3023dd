"""Points, tie-breaks, and who goes on."""

from fractions import Fraction

from dalang.server.tournaments.standings import TableResult, best_of, share_beaten, standings


def result(
    entrants: tuple[int | None, ...],
    places: tuple[int, ...],
    scores: tuple[int, ...] = (),
    absent: frozenset[int] = frozenset(),
) -> TableResult:
    return TableResult(1, "t", entrants, places, scores or (0,) * len(places), absent)


def order(results: list[TableResult], count: int) -> list[tuple[int, int]]:
    return [(one.place, one.entrant) for one in standings(range(count), results)]


def test_everybody_gets_the_share_of_those_they_beat() -> None:
    assert [share_beaten((1, 2, 3), seat) for seat in range(3)] == [1, Fraction(1, 2), 0]
    assert [share_beaten((1, 1, 3), seat) for seat in range(3)] == [Fraction(3, 4)] * 2 + [0]
    assert [share_beaten((2, 1), seat) for seat in range(2)] == [0, 1]


def test_all_points_of_a_table_are_given() -> None:
    for places in [(1, 2, 3, 4), (1, 1, 1, 1), (1, 2, 2, 4), (3, 1, 2), (2, 1)]:
        assert sum(share_beaten(places, seat) for seat in range(len(places))) == Fraction(
            len(places), 2
        )


def test_points_come_first_then_wins() -> None:
    tables = [
        result((0, 1, 2), (1, 2, 3)),
        result((1, 0, 2), (2, 3, 1)),
    ]  # 0: 1 point, 1: 1 point, 2: 1 point; 0 and 2 have won
    assert order(tables, 3)[2] == (3, 1)
    assert {entrant for place, entrant in order(tables, 3) if place == 1} == {0, 2}


def test_then_the_opponents_count() -> None:
    tables = [
        result((0, 2), (1, 2)),
        result((1, 3), (1, 2)),
        result((2, 3), (1, 2)),
    ]  # 0 and 1 have won once; the opponent of 0 has won too
    places = {entrant: place for place, entrant in order(tables, 4)}
    assert places[0] < places[1]


def test_then_the_share_of_the_points_of_the_game() -> None:
    tables = [
        result((0, None), (1, 2), (60, 40)),
        result((1, None), (1, 2), (51, 49)),
    ]
    assert order(tables, 2) == [(1, 0), (2, 1)]


def test_equals_share_a_place_and_are_listed_by_seed() -> None:
    tables = [result((2, None), (1, 2), (6, 4)), result((0, None), (1, 2), (6, 4))]
    assert order(tables, 3) == [(1, 0), (1, 2), (3, 1)]


def test_who_was_replaced_by_a_bot_gets_nothing_for_what_it_did() -> None:
    tables = [result((0, 1), (1, 2), absent=frozenset({0}))]
    found = {one.entrant: one for one in standings(range(2), tables)}
    assert found[0].points == 0
    assert found[0].played == 1
    assert found[1].points == 0  # the bot did beat them


def test_bots_are_among_the_places() -> None:
    found = standings(range(1), [result((None, 0, None), (1, 2, 3))])
    assert found[0].points == Fraction(1, 2)


def test_the_best_of_a_table_go_on_and_seeds_decide_between_equals() -> None:
    table = result((3, 1, 2, 0), (2, 2, 1, 4))
    assert best_of(table, 2, [0, 1, 2, 3]) == [2, 1]
    assert best_of(table, 2, [3, 2, 1, 0]) == [2, 3]


def test_who_is_absent_does_not_go_on() -> None:
    table = result((0, 1, None), (1, 3, 2), absent=frozenset({0}))
    assert best_of(table, 1, [0, 1]) == [1]
    assert best_of(table, 2, [0, 1]) == [1]
    assert best_of(result((0, None), (2, 1), absent=frozenset({0})), 1, [0]) == []


def test_nobody_is_worse_off_for_an_opponent_who_did_not_come() -> None:
    tables = [
        result((0, 2, 3), (1, 2, 3)),
        result((1, 4, 5), (1, 2, 3), absent=frozenset({5})),
    ]  # the others have half a point and nothing: but 5 did not come
    found = {one.entrant: one.strength for one in standings(range(6), tables)}
    assert found[0] == 0.25
    assert found[1] == 0.5
