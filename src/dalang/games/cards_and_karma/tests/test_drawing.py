"""What the drawing says about a position, checked over random games.

How it looks as HTML is tested for all games at once, in tests/test_drawings.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from dalang.engine.api import OVER, WATCHER, Event
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.components import CARDS, COLOURS, COST, FIRST_SHIP
from dalang.games.cards_and_karma.drawing import flights, scene
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.rules.paying import price
from dalang.games.cards_and_karma.state import PAY, PHASES
from dalang.games.cards_and_karma.tests.tables import scene as written

OPEN = {"rewards": "open"}


def walk(players: int, seed: int, open_rewards: bool = False) -> Iterator[CardsAndKarma]:
    """The decisions of a random game."""
    rng, position = Rng(seed), GAME.start(players, OPEN if open_rewards else {})
    assert isinstance(position, CardsAndKarma)
    while position.actor() != OVER:
        if position.actor() >= 0:
            yield position
        position.apply(random_step(position, rng))
    yield position


def drawn(position: CardsAndKarma, viewer: int) -> dict[str, Any]:
    return scene(GAME.observe(position, viewer))


def cards_on(picture: dict[str, Any]) -> list[str]:
    """The names of all elements that stand for cards."""
    lists = [picture["display"], picture["hand"], picture["carried"]]
    lists += [row.cards for row in picture["rows"]]
    lists += [[picture[pile]] for pile in ("top", "discard_top") if picture[pile]]
    for seat in picture["seats"]:
        lists += [seat.dice, *(row.cards for row in seat.rows)]
    return [card.id for cards in lists for card in cards]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_that_lies_open_is_drawn_once(players: int) -> None:
    for number, position in enumerate(walk(players, seed=players)):
        if number % 7:
            continue
        hidden = int(position.sizes[0]) - 1 + max(0, int(position.sizes[2]) - 1)
        for viewer in (WATCHER, 0, players - 1):
            found = cards_on(drawn(position, viewer))
            assert len(set(found)) == len(found) == len(CARDS) - hidden


@pytest.mark.parametrize("open_rewards", [False, True])
def test_every_choice_has_its_place_on_the_board(open_rewards: bool) -> None:
    phases: set[str] = set()
    for seed in range(3):
        for position in walk(3, seed, open_rewards):
            actor = int(position.actor())
            if actor == OVER:
                continue
            phases.add(PHASES[position.phase])
            legal = {position.action_text(action) for action in position.legal_actions()}
            assert legal <= places_to_click(drawn(position, actor))
    assert phases >= {"turn", "pay", "discard", "die", "after", "trio", "symbol", "copy"}
    assert ("arrange" in phases) == open_rewards


def places_to_click(picture: dict[str, Any]) -> set[str]:
    found = {f"arrange {reward}" for reward in picture["arranging"]}
    found |= {thing.action for thing in [*picture["display"], *picture["hand"], *picture["acts"]]}
    found |= {card.as_die for card in picture["display"]}
    rows = [*picture["rows"], *(row for seat in picture["seats"] for row in seat.rows)]
    for row in rows:
        found |= {thing.action for thing in [*row.cards, *row.choices]}
    return found


def test_the_hand_is_sorted_by_colour_then_value() -> None:
    for position in walk(2, seed=4):
        for one, other in pairwise(drawn(position, 0)["hand"]):
            mine, next_one = COLOURS.index(one.colour), COLOURS.index(other.colour)
            assert (mine, -one.value) <= (next_one, -other.value)


def test_values_of_others_are_drawn_only_if_everybody_has_seen_them() -> None:
    shown = 0
    for position in walk(3, seed=5):
        for seat in drawn(position, 0)["seats"]:
            for die in seat.dice:
                value = int(position.die[int(die.id.removeprefix("card-"))])
                assert die.value == (value - 8 if value > 8 else 0)
                shown += die.value > 0
    assert shown


def test_the_payment_says_what_is_missing() -> None:
    seen: set[bool] = set()
    for seed in range(4):
        for position in walk(2, seed):
            payment = drawn(position, int(position.turn))["payment"]
            assert (payment is not None) == (position.phase == PAY)
            if payment is None:
                continue
            assert drawn(position, 1 - int(position.turn))["payment"] is None
            card = int(price(position))
            worth = sum(int(position.value(die)) for die in position.picked)
            worth += int(position.picked_karma) + 6 * int(position.picked_administrators)
            assert (payment.cost, payment.paid) == (COST[card], worth)
            assert payment.left == payment.cost - worth > 0
            assert bool(payment.colour) == (card < FIRST_SHIP)
            seen.add(worth > 0)
    assert seen == {False, True}


def test_score_cards_turn_from_both_ends() -> None:
    for open_rewards in (False, True):
        for position in walk(2, seed=6, open_rewards=open_rewards):
            if position.arranging():
                continue
            for seat in drawn(position, WATCHER)["seats"]:
                number: int = seat.seat
                left, right = int(position.left[number]), int(position.right[number])
                turned = [score.turned for score in seat.track]
                assert turned == [True] * left + [False] * (6 - left - right) + [True] * right
                for score in seat.track:
                    assert score.night == (score.turned != open_rewards)
                    assert bool(score.reward) == (score.turned or open_rewards)


def test_score_cards_of_others_stay_hidden_while_they_are_arranged() -> None:
    seen: set[str] = set()
    for position in walk(2, seed=7, open_rewards=True):
        if not position.arranging():
            break
        for seat in drawn(position, 0)["seats"]:
            rewards = {score.reward for score in seat.track}
            assert seat.me or rewards == {""}
            seen |= rewards
    assert len(seen) == 7


def test_what_would_complete_a_trio_stands_beside_the_row() -> None:
    position = written(row_0="red-blue3-green, yellow-blue3-green, tea1-blue, ship12-blue")
    rows = {row.kind: row.wanted for row in drawn(position, 0)["rows"]}
    assert rows == {"building": ["white"], "goods": [], "ship": ["12"]}
    position = written(row_0="red-blue3-green, red-green3-orange, silk1-blue, tea1-blue")
    rows = {row.kind: row.wanted for row in drawn(position, 0)["rows"]}
    assert rows == {"building": ["red"], "goods": ["spices"], "ship": []}


def test_who_watches_sees_the_rows_of_the_seat_on_turn() -> None:
    for position in walk(3, seed=8):
        picture = drawn(position, WATCHER)
        assert picture["focus"] == position.turn
        assert not picture["hand"]
        assert not picture["acts"]
        assert [seat.seat for seat in picture["seats"]] == [0, 1, 2]
        assert [seat.seat for seat in drawn(position, 1)["seats"]] == [1, 2, 0]


def test_tokens_come_out_of_the_supply_and_cards_out_of_the_pile() -> None:
    gained = Event("gained_coins", {"seat": 2, "amount": 1})
    assert ("coins-2-6", "bank-coins") in flights(gained, 0)
    assert flights(Event("top_shown", {"card": CARDS[17]}), 0) == [("card-17", "draw-pile")]
    assert flights(Event("took", {"seat": 0, "card": CARDS[17]}), 0) == []


def test_points_are_told_where_they_are_made() -> None:
    """The events with points add up to the score cards turned."""
    rng, position = Rng(9), GAME.start(2)
    events: list[Event] = []
    while position.actor() != OVER:
        position.apply(random_step(position, rng), events)
    turned = [event.args for event in events if "points" in event.args]
    scores = [sum(1 for args in turned if args["seat"] == seat) for seat in range(2)]
    assert scores == position.scores()
    assert {args["points"] for args in turned} == {1}
    assert len({(args["seat"], args["place"]) for args in turned}) == len(turned)
