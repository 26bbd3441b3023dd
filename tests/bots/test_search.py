"""The search finds what there is to find, in games small enough to know it."""

import time

import pytest
from mypy_extensions import i64
from tests.bots.tiny import Door, Nim, imagine_door, imagine_nim

from dalang.bots.looking import Clock
from dalang.bots.search import AS_JUDGED, TO_THE_END, Entrant, Habits, Node, Search, rank
from dalang.engine.api import Position, View
from dalang.engine.judging import Judge
from dalang.engine.rng import Rng


def nim(heap: int, simulations: int = 600, seed: int = 1) -> Search:
    search = Search(imagine_nim, Judge([]), 2, Habits(horizon=TO_THE_END, blind=True))
    search.think(View(Nim(heap), 0), simulations, 0, Rng(seed))
    return search


def favourite(search: Search) -> int:
    return int(max(search.root.children, key=lambda node: node.visits).action)


@pytest.mark.parametrize("heap", [2, 3, 5, 6, 7, 9])
def test_it_leaves_the_other_a_multiple_of_four(heap: int) -> None:
    assert favourite(nim(heap)) == heap % 4


def test_the_chance_of_a_forced_win_goes_to_one() -> None:
    search = nim(5, 2000)
    best = max(search.root.children, key=lambda node: node.visits)
    assert best.win_chance(0) > 0.9
    assert best.win_chance(0) + best.win_chance(1) == pytest.approx(1)


def test_every_simulation_is_counted_once() -> None:
    search = nim(9, 300)
    assert search.root.visits == 300
    assert sum(child.visits for child in search.root.children) == 300


def in_order(node: Node) -> bool:
    actions = [int(child.action) for child in node.children]
    return actions == sorted(set(actions)) and all(in_order(child) for child in node.children)


def test_children_stay_in_order_whatever_is_imagined() -> None:
    assert in_order(nim(9).root)
    assert in_order(doors(500).root)


def doors(simulations: int) -> Search:
    search = Search(imagine_door, Judge([]), 3, Habits(horizon=TO_THE_END, blind=True))
    search.think(View(Door(Door.LEFT, secret=False), 0), simulations, 0, Rng(7))
    return search


def test_what_is_hidden_is_averaged_over() -> None:
    search = doors(3000)
    _, right, secret = search.root.children
    assert right.win_chance(0) == pytest.approx(0.75, abs=0.05)
    assert secret.win_chance(0) == 1.0
    assert [seat for seat in range(3) if right.win_chance(seat) > 0.0] == [0, 1]


def test_an_action_counts_how_often_it_was_available() -> None:
    left, right, secret = doors(2000).root.children
    assert left.available == right.available == 2000
    assert secret.available == pytest.approx(400, abs=60)
    assert 10 * secret.visits > 9 * secret.available, "it is the best whenever it is there"
    assert right.visits > left.visits


def test_equal_seeds_grow_equal_trees() -> None:
    def shape(node: Node) -> list[object]:
        return [int(node.visits), [shape(child) for child in node.children]]

    assert shape(nim(9, 200).root) == shape(nim(9, 200).root)
    assert shape(nim(9, 200).root) != shape(nim(9, 200, seed=2).root)


def test_a_budget_of_time_comes_to_an_end() -> None:
    search = Search(imagine_nim, Judge([]), 2, Habits(blind=True))
    done = search.think(View(Nim(9), 0), 0, 5, Rng(1))
    assert done >= 1
    assert search.root.visits == done


@pytest.mark.parametrize("heap", [2, 3, 5, 6, 7])
def test_the_contest_at_the_root_is_won_by_the_winning_action(heap: int) -> None:
    search = Search(imagine_nim, Judge([]), 2, Habits(horizon=TO_THE_END))
    assert search.think(View(Nim(heap), 0), 120, 0, Rng(3)) <= 120
    assert search.ranking[0].action == heap % 4
    assert len(search.ranking) == min(heap, 3)


def test_equal_tries_in_a_contest_until_half_of_them_are_out() -> None:
    search = Search(imagine_door, Judge([]), 3, Habits())
    search.think(View(Door(Door.LEFT, secret=False), 0), 200, 0, Rng(3))
    right, left = search.ranking
    assert (right.action, left.action) == (Door.RIGHT, Door.LEFT)
    assert right.visits == left.visits == 100
    assert right.win_chance(0) + left.win_chance(0) == 1.0, "always in the same position"


def test_the_first_look_counts_less_and_less() -> None:
    def entrant(promise: float, reward: float, tries: float) -> Entrant:
        made = Entrant(Node(0, 1.0, 2), promise)
        made.reward, made.tries = reward * tries, tries
        return made

    looks_good, does_well = entrant(0.6, 0.50, 4), entrant(0.5, 0.55, 4)
    both = [does_well, looks_good]
    rank(both, 8.0)
    assert both[0] is looks_good
    for each in both:
        each.reward, each.tries = each.reward * 50, each.tries * 50
    rank(both, 8.0)
    assert both[0] is does_well


def test_a_tree_grows_beyond_an_action_when_it_is_ripe() -> None:
    habits = Habits(horizon=TO_THE_END, ripeness=5)
    search = Search(imagine_nim, Judge([]), 2, habits)
    position = Nim(9)
    search.simulate(position.clone(), None, 0, Rng(1))
    first = search.root.children[0]
    while first.visits < 5:
        search.simulate(position.clone(), first, 0, Rng(1))
        assert not first.children
    search.simulate(position.clone(), first, 0, Rng(1))
    assert sum(child.visits for child in first.children) == 1


class Patient(Judge):
    """Looks a number of turns ahead, and records how high the heap was when asked."""

    def __init__(self, turns: int) -> None:
        super().__init__([])
        self.horizon = turns
        self.heaps: list[int] = []

    def value(self, position: Position, seat: i64) -> float:
        assert isinstance(position, Nim)
        self.heaps.append(position.heap)
        return 0.0

    def prior(self, position: Position, action: i64) -> float:
        return 100.0 if action == 1 else 0.0


@pytest.mark.parametrize(("horizon", "heap"), [(AS_JUDGED, 15), (0, 18), (2, 16)])
def test_the_judge_says_how_far_to_play_on(horizon: int, heap: int) -> None:
    judge = Patient(3)
    search = Search(imagine_nim, judge, 2, Habits(horizon=horizon))
    search.simulate(Nim(20), Node(2, 1.0, 2), 0, Rng(1))
    assert set(judge.heaps) == {heap}


def test_the_tree_goes_on_from_an_action() -> None:
    search = nim(9, 300)
    child = search.root.children[1]
    visits = child.visits
    assert search.adopt(child.action)
    assert search.root is child
    search.think(View(Nim(7), 1), 10, 0, Rng(2))
    assert search.root.visits == visits + 10
    assert not search.adopt(99)


class Slow(Judge):
    """Needs longer for a look at a position than there is for a decision."""

    def value(self, position: Position, seat: i64) -> float:
        until = time.perf_counter() + 0.002
        while time.perf_counter() < until:
            pass
        return 0.0


def test_an_answer_is_there_when_the_time_is_over_before_anything_was_compared() -> None:
    search = Search(imagine_nim, Slow([]), 2, Habits())
    search.think(View(Nim(30), 0), 0, 1, Rng(1))
    assert search.ranking
    assert search.ranking[0].visits == 1


def test_a_round_that_was_cut_short_does_not_count() -> None:
    search = Search(imagine_nim, Judge([]), 2, Habits())
    view, rng, late = View(Nim(9), 0), Rng(1), Clock(0, 1)
    entrants = search._line_up(view, Clock(30, 0), rng)  # pyright: ignore[reportPrivateUsage]
    while not late.is_up(1.0):
        pass
    search._try_all(view, entrants, late, rng)  # pyright: ignore[reportPrivateUsage]
    assert [entrant.tries for entrant in entrants] == [0.0] * len(entrants)
    search._try_all(view, entrants, Clock(30, 0), rng)  # pyright: ignore[reportPrivateUsage]
    assert [entrant.tries for entrant in entrants] == [1.0] * len(entrants)
