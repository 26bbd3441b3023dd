"""Copies of a position go their own ways, though they share what seldom changes."""

from __future__ import annotations

from collections import deque

from dalang.engine.api import Event, Position, View
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.tests.tables import all_but, field, play, scene

TABLE = "red elephant+monk"
ALONE = {"table_0": TABLE, "court": "monk", "display": "-", "in_round": "0"}


def test_copies_made_on_the_way_through_a_game_stay_as_they_were() -> None:
    position, rng, reshuffled = GAME.start(5), Rng(2), 0
    copies: deque[tuple[Position, View, str, str]] = deque(maxlen=4)
    while not position.ended_by():
        view = GAME.observe(position, 1)
        copies.append((position.clone(), view, position.to_text(), view.to_text()))
        events: list[Event] = []
        position.apply(random_step(position, rng), events)
        for twin, older_view, text, view_text in copies:
            assert twin.to_text() == text
            assert older_view.to_text() == view_text
        reshuffled += any(event.key == "reshuffled" for event in events)
    assert reshuffled


def test_a_draw_after_a_reshuffle_leaves_the_discard_pile_of_an_older_copy() -> None:
    """The copy shares the discard pile that becomes the draw pile of the other (TM 6.4)."""
    position = scene(3, 2, "kashmir", discard=all_but(TABLE), **ALONE)
    play(position, "withdraw")
    twin = position.clone()
    before = twin.to_text()
    play(position, "palace srinagar", "? draw white monk")
    assert twin.to_text() == before
    twin.check()


def test_a_display_from_a_new_pile_leaves_the_discard_pile_of_an_older_copy() -> None:
    position = scene(3, 2, "kashmir", discard=all_but(TABLE, "white monk"), **ALONE)
    play(position, "withdraw", "palace baramulla")
    assert field(position, "phase") == "display"
    twin = position.clone()
    before = twin.to_text()
    play(position, "? draw white monk", "? draw white mogul", "? draw white vizier")
    assert twin.to_text() == before
    twin.check()
