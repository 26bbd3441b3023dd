"""Mistakes: what is called one must be one, and noise must not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mypy_extensions import i64
from tests.bots.tiny import Nim, imagine_nim

from dalang.bots.budget import Budget
from dalang.bots.duels import FEWEST, LEAST_GAIN, Duel, doubtful_turns, duel, examine
from dalang.engine.api import NO_ACTIONS, OVER, Event, Position, View
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.vecs import vec
from dalang.registry import all_games

BUDGET = Budget(simulations=200)
ANY = next(iter(all_games().values()))


class Heap(Nim):
    """Nim whose actions have names."""

    def clone(self) -> Heap:
        twin = Heap(self.heap)
        twin.turn = self.turn
        return twin

    def action_text(self, action: i64) -> str:
        return f"take {action}"


class Coins(Position):
    """Seat 0 turns one of two coins, which are equally likely to win: no choice is better."""

    def __init__(self, heads: int) -> None:
        super().__init__()
        self.players = 2
        self.heads = heads
        self.chosen = -1

    def actor(self) -> i64:
        return OVER if self.chosen >= 0 else 0

    def legal_actions(self) -> vec[i64]:
        return NO_ACTIONS if self.chosen >= 0 else vec[i64]([0, 1])

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        self.chosen = int(action)

    def clone(self) -> Coins:
        return Coins(self.heads)

    def scores(self) -> list[int]:
        return [0, 0]

    def ranking(self) -> list[int]:
        return [1, 2] if self.heads >> self.chosen & 1 else [2, 1]

    def action_text(self, action: i64) -> str:
        return f"coin {action}"


def imagine_coins(view: View, rng: Rng) -> Position:
    return Coins(int(rng.below(4)))


NIM = replace(ANY, imagine=imagine_nim, judge=None)
COINS = replace(ANY, imagine=imagine_coins, judge=None)


def test_a_mistake_is_found_with_what_was_better() -> None:
    """Of five, the player who leaves four wins."""
    found = duel(NIM, View(Heap(5), 0), 3, BUDGET, Rng(1))
    assert found
    assert (found.played, found.better) == ("take 3", "take 1")
    assert found.chance < 0.3 < 0.7 < found.better_chance
    assert found.pairs == 100
    assert found.is_clear


def test_the_best_action_is_no_mistake() -> None:
    assert duel(NIM, View(Heap(5), 0), 1, BUDGET, Rng(1)) is None


@pytest.mark.parametrize("played", [0, 1])
def test_noise_is_no_mistake(played: int) -> None:
    """Two actions of the same worth, in many analyses: now and then one seems better."""
    duels = [duel(COINS, View(Coins(0), 0), played, BUDGET, Rng(seed)) for seed in range(40)]
    found = [one for one in duels if one]
    assert any(one.gain > 0 for one in found)
    assert sum(one.is_clear for one in found) <= 1


def test_enough_evidence_is_needed() -> None:
    clear = Duel("a", "b", 0.3, 0.4, 0.05, FEWEST)
    assert clear.gain == pytest.approx(0.1)
    assert clear.is_clear
    assert not replace(clear, pairs=FEWEST - 1).is_clear
    assert not replace(clear, margin=0.1 - LEAST_GAIN / 2).is_clear


def test_only_turns_that_cost_people_something_are_doubtful() -> None:
    curve = [
        (0, (0.5, 0.5)),
        (1, (0.4, 0.6)),  # seat 0 lost a little
        (0, (0.9, 0.1)),  # seat 1 lost much
        (1, (0.2, 0.8)),  # seat 0 lost more
        (0, (0.1, 0.9)),  # seat 1 gained
        (-2, (0.1, 0.9)),  # nothing changed
    ]
    assert doubtful_turns(curve, {0, 1}) == [2, 1, 0]
    assert doubtful_turns(curve, {0}) == [2, 0]
    assert doubtful_turns(curve, ()) == []


@pytest.mark.slow
@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_workers_are_sent_views(spec: GameSpec) -> None:
    position, rng = spec.start(spec.usual_players), Rng(3)
    while len(position.legal_actions()) < 3:
        position.apply(random_step(position, rng))
    view = spec.observe(position, int(position.actor()))
    played = position.action_text(position.legal_actions()[0])
    budget = Budget(simulations=8)
    found = examine(spec.key, view.to_text(), played, budget, 1)
    assert found == examine(spec.key, view.to_text(), played, budget, 1)
    assert found is None or found.played == played
