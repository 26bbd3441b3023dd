"""Copies of a position go their own ways, though they share what seldom changes."""

from __future__ import annotations

from dalang.engine.api import Event
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import field, play, told
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.tests.tables import all_but, scene

TABLE = "red elephant+monk"
ALONE = {"table_0": TABLE, "court": "monk", "display": "-", "in_round": "0"}


def test_copies_made_on_the_way_through_a_game_stay_as_they_were() -> None:
    position, rng = GAME.start(5), Rng(2)
    events: list[Event] = []
    while not position.ended_by():
        twin, view = position.clone(), GAME.observe(position, 1)
        text, view_text = position.to_text(), view.to_text()
        for _ in range(5):
            if not position.ended_by():
                position.apply(random_step(position, rng), events)
        assert twin.to_text() == text
        assert view.to_text() == view_text
    assert told(events, "reshuffled")


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
