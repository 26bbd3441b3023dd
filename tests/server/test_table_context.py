"""What may be said about the course of a game."""

from __future__ import annotations

from dalang.engine.api import CHANCE, OVER, Event
from dalang.server.rendering.table_context import last_round
from dalang.server.tables.game_log import LoggedEvent


def told(*actors: int) -> list[LoggedEvent]:
    return [LoggedEvent(number, actor, Event("x", {})) for number, actor in enumerate(actors)]


def numbers(events: list[LoggedEvent], actor: int) -> list[int]:
    return [one.number for one in last_round(events, actor)]


def test_the_last_round_begins_after_the_turn_before_this_one() -> None:
    game_log = told(0, CHANCE, 1, CHANCE, 2, CHANCE, 0)
    assert numbers(game_log, 1) == [3, 4, 5, 6]
    assert numbers(game_log, 0) == [1, 2, 3, 4, 5, 6]
    assert numbers(game_log, 2) == [5, 6]


def test_while_chance_speaks_it_is_the_round_of_whoever_acted() -> None:
    game_log = told(0, 1, 2, 0, CHANCE)
    assert numbers(game_log, CHANCE) == numbers(game_log, 0) == [1, 2, 3, 4]
    assert numbers(told(CHANCE, CHANCE), CHANCE) == []


def test_there_is_no_round_after_the_end() -> None:
    assert numbers(told(0, 1, 2), OVER) == []
