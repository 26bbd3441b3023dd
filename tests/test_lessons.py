"""Lessons: every paragraph of a summary is taught, and every step is said in every game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dalang.engine.api import OVER, Event
from dalang.engine.conformance.folder import check_lesson, check_taught
from dalang.engine.lesson import Lesson, LessonStep, lesson_of
from dalang.engine.rulebook import summary_text
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.registry import all_games
from dalang.server.rendering.lesson_plan import (
    AT_ONCE,
    EACH_SCORE,
    Memory,
    Moment,
    scored_lately,
    steps_due,
)

LESSONS = [
    pytest.param(game, lesson, id=game.key)
    for game in all_games().values()
    if (lesson := lesson_of(game.folder))
]
SUMMARY = "# A game\n\nMost points win.\n\n## A turn\n\n- Play a card.\n- Draw one.\n"
TAUGHT = {"Most points": ("goal",), "Play": ("turn",), "Draw": ("turn",)}
STEPS = (LessonStep("goal", "#seats", ("start",)), LessonStep("turn", "#hand", ("ask_turn",)))
SMALL = Lesson(2, b"", (), STEPS, TAUGHT)


def test_every_game_with_a_summary_has_a_lesson() -> None:
    for game in all_games().values():
        assert (lesson_of(game.folder) is None) == (summary_text(game.folder, "en") is None)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_no_paragraph_of_the_summary_is_left_out(game: GameSpec, lesson: Lesson) -> None:
    check_lesson(game)
    summary = summary_text(game.folder, "en")
    assert summary
    for begins in lesson.taught:
        without = {other: steps for other, steps in lesson.taught.items() if other != begins}
        with pytest.raises(AssertionError, match="0 entries"):
            check_taught(summary, replace(lesson, taught=without))
    with pytest.raises(AssertionError, match="0 entries"):
        check_taught(summary + "\n- Something new.\n", lesson)


@pytest.mark.parametrize(
    ("taught", "problem"),
    [
        ({**TAUGHT, "Play": ()}, "no step teaches"),
        ({**TAUGHT, "Play": ("dance",)}, "no steps"),
        ({**TAUGHT, "Play a": ("turn",)}, "2 entries"),
        ({**TAUGHT, "Sing": ("turn",)}, "not there"),
    ],
)
def test_a_wrong_list_is_noticed(taught: dict[str, tuple[str, ...]], problem: str) -> None:
    check_taught(SUMMARY, SMALL)
    with pytest.raises(AssertionError, match=problem):
        check_taught(SUMMARY, replace(SMALL, taught=taught))


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_step_is_said_once_in_a_game(game: GameSpec, lesson: Lesson, seed: int) -> None:
    """Random games: nothing is said twice, never too much at once, and nothing is left out."""
    session, rng, said = Session(game, lesson.players), Random(seed), list[str]()
    memory, number = Memory(session), 0
    while (actor := int(session.position.actor())) != OVER:
        if actor < 0:
            weights = [int(weight) for weight in session.position.chance_weights()]
            session.happen(rng.choices(range(len(weights)), weights)[0])
            continue
        legal = [session.position.action_text(one) for one in session.position.legal_actions()]
        if actor == 0 and len(legal) > 1:
            *past, latest = memory.moments(session, 0)
            now = Moment(latest.events, session.position.question().key)
            due = [one.step.key for one in steps_due(lesson, [*past, now], 0, over=False)]
            assert len(due) <= AT_ONCE
            said += due
            number += 1
        session.play(actor, rng.choice(legal))
    assert number > 5
    last = steps_due(lesson, memory.moments(session, 0), 0, over=True)
    said += [one.step.key for one in last]
    assert sorted(said) == sorted(step.key for step in lesson.steps)


def event(key: str, seat: int, points: int = 0) -> Event:
    return Event(key, {"seat": seat, "points": points})


def test_a_step_comes_with_what_it_is_about() -> None:
    step = LessonStep("bonus", "#seats", ("scored",), by=3)
    lesson = replace(SMALL, steps=(step,))
    theirs, mine = event("scored", 1, 4), event("scored", 0, 2)
    (due,) = steps_due(lesson, [Moment([theirs, mine], "ask_turn")], 0, over=False)
    assert due.event is mine
    (due,) = steps_due(lesson, [Moment([theirs])], 0, over=False)
    assert due.event is theirs
    quiet = Moment([], "ask_turn")
    assert not steps_due(lesson, [quiet, quiet], 0, over=False)
    (due,) = steps_due(lesson, [quiet, quiet, quiet], 0, over=False)
    assert due.event is None
    assert not steps_due(lesson, [quiet] * 4, 0, over=False)


def test_much_at_once_is_spread_over_decisions() -> None:
    steps = tuple(LessonStep(f"step-{n}", "#hand", ("start",)) for n in range(AT_ONCE + 1))
    lesson, quiet = replace(SMALL, steps=steps), Moment([], "ask_turn")
    said = [[one.step.key for one in steps_due(lesson, [quiet] * n, 0, False)] for n in (1, 2, 3)]
    assert [len(one) for one in said] == [AT_ONCE, 1, 0]
    assert said[1] == [f"step-{AT_ONCE}"]


def test_points_are_commented_on_as_long_as_they_are_new() -> None:
    gain, other = event("scored", 0, 2), event("scored", 1, 3)
    moments = [Moment([gain, other, event("drew", 0)], "ask_turn")]
    assert scored_lately(moments, 0) == [gain]
    assert scored_lately([*moments, Moment([])], 0) == []
    assert scored_lately(moments * (EACH_SCORE + 1), 0) == []


def test_nobody_is_told_what_only_others_may_see() -> None:
    game = all_games()["taj_mahal"]
    session, rng = Session(game, 3), Random(4)
    memory = Memory(session)
    while session.position.actor() < 0:
        weights = [int(weight) for weight in session.position.chance_weights()]
        session.happen(rng.choices(range(len(weights)), weights)[0])
    dealt = [memory.moments(session, seat)[-1].events for seat in range(3)]
    for seat, events in enumerate(dealt):
        assert any(one.seen_by == seat for one in events)
        assert all(one.seen_by in (-1, seat) for one in events)
