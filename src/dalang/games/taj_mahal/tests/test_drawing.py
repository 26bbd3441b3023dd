"""What the drawing says about a position, checked over random games.

How it looks as HTML is tested for all games at once, in tests/test_drawings.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from dalang.engine.api import CHANCE, OVER, WATCHER, Event
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.drawing import flights, scene
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.rules.withdrawing import wins


def walk(players: int, seed: int) -> Iterator[tuple[TajMahal, list[Event]]]:
    rng, position = Rng(seed), GAME.start(players)
    assert isinstance(position, TajMahal)
    while position.actor() != OVER:
        events: list[Event] = []
        position.apply(random_step(position, rng), events)
        yield position, events


def drawn(position: TajMahal, viewer: int) -> dict[str, Any]:
    return scene(GAME.observe(position, viewer))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_taker_shown_in_the_court_is_the_one_who_took_it(players: int) -> None:
    taken: dict[str, object] = {}
    shown = 0
    for position, events in walk(players, seed=1):
        for event in events:
            if event.key == "round_begins":
                taken = {}
            if event.key == "won":
                for symbol in cast("list[str]", event.args["symbols"]):
                    taken[symbol] = event.args["seat"]
        if position.actor() == CHANCE:
            continue
        for prize in drawn(position, WATCHER)["court"]:
            assert prize.there == (prize.symbol not in taken) or position.actor() == OVER
            if prize.taker >= 0:
                assert taken[prize.symbol] == prize.taker
                shown += 1
    assert shown > 50


def test_a_star_stands_with_whoever_would_win_the_symbol() -> None:
    stars = 0
    for position, _ in walk(4, seed=2):
        if position.actor() < 0:
            continue
        for seat in drawn(position, WATCHER)["seats"]:
            for n, symbol in enumerate(("vizier", "general", "monk", "princess")):
                leads = [count.lead for count in seat.tally if count.symbol == symbol]
                number: int = seat.seat
                alone = bool(position.inside[number]) and wins(position, number, n)
                assert leads in ([], [alone])
                stars += sum(leads)
    assert stars


def test_the_viewer_sits_first_and_the_rest_follow_clockwise() -> None:
    position = GAME.start(4)
    assert isinstance(position, TajMahal)
    assert [seat.seat for seat in drawn(position, 2)["seats"]] == [2, 3, 0, 1]
    assert [seat.seat for seat in drawn(position, WATCHER)["seats"]] == [0, 1, 2, 3]


def test_cards_are_lit_exactly_when_they_may_be_played() -> None:
    states: set[tuple[str, bool]] = set()
    for seed in range(3, 7):
        for position, _ in walk(3, seed):
            actor = int(position.actor())
            if actor < 0:
                continue
            legal = {position.action_text(action) for action in position.legal_actions()}
            for card in drawn(position, actor)["hand"]:
                assert (card.state == "legal") == (card.action in legal)
                states.add((card.state, card.free))
            other = drawn(position, (actor + 1) % 3)
            assert {card.state for card in other["hand"]} <= {""}
    assert states >= {("legal", False), ("legal", True), ("along", False), ("dim", False)}


def test_a_card_played_by_another_seat_comes_out_of_its_hidden_hand() -> None:
    event = Event("played", {"seat": 1, "card": "red elephant+monk"})
    assert ("table-1-red-elephant-monk-1", "backs-1") in flights(event, 0)
    assert ("table-1-red-elephant-monk-1", "hand-red-elephant-monk-1") in flights(event, 1)
    assert flights(Event("withdrew", {"seat": 1}), 0) == []
