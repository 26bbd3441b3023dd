"""The guide at a table: what to say about a decision, one idea at a time, and where to point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dalang.engine.api import Phrase
from dalang.engine.lesson import lesson_of
from dalang.engine.spec import GameSpec
from dalang.engine.words import Hint, Words
from dalang.server.rendering.lesson_plan import (
    Memory,
    Moment,
    points_of,
    scored_lately,
    steps_due,
)
from dalang.server.rendering.table_context import Visitor
from dalang.server.tables.table import Table

WELCOME = "welcome"  # the hint before the first decision: what the game is about
ON, OFF = "on", "off"  # what somebody may want of the guide; by itself it is there in lessons
LIT = "lit"  # Saying.at: the things that may be chosen
BOARD = ".boardbox, #middle"  # what the game is about; a game without a drawing has no board
NO_POINTS = 0


@dataclass(frozen=True)
class Saying:
    """One idea: a bubble of the guide."""

    key: str
    text: str
    at: str = LIT  # a selector of what it is about
    did: tuple[str, ...] = ()  # what happened, if it is a comment on that
    icons: tuple[str, ...] = ()  # symbols that it explains
    asks: bool = False  # the answer is a move
    points: int = NO_POINTS  # that are being commented on
    lasting: bool = False  # worth reading later, too


@dataclass(frozen=True)
class Guidance:
    """What the guide shows to one person."""

    offered: bool = False  # the game has something to say to the viewer
    on: bool = False
    lesson: bool = False  # the table is a lesson
    kind: str = ""  # of the present decision, or of the last one while others decide
    first: bool = False  # it is the first of its kind
    hint: Hint | None = None
    sayings: tuple[Saying, ...] = ()  # in order; the hint's own are the last
    met: int = 0  # kinds of decision met so far …
    kinds: int = 0  # … of this many
    over: bool = False


def is_lesson(table: Table) -> bool:
    """Whether the table was opened to learn the game."""
    lesson = lesson_of(table.spec.folder)
    return lesson is not None and table.record.secret == lesson.secret


def is_guided(visitor: Visitor) -> bool:
    """Whether the viewer wants to be guided."""
    if not has_hints(visitor.table.spec) or visitor.viewer < 0:
        return False
    return visitor.guide == ON or (visitor.guide != OFF and is_lesson(visitor.table))


def has_hints(spec: GameSpec) -> bool:
    """Whether a game has something to say about its decisions."""
    return bool(spec.vocabulary.hints)


def guidance(visitor: Visitor, words: Words, memory: Memory) -> Guidance:
    """What to say to a person at a table now."""
    table, viewer = visitor.table, visitor.viewer
    if not has_hints(table.spec) or viewer < 0 or table.record.status == "open":
        return Guidance()
    lesson = is_lesson(table)
    if not is_guided(visitor):
        return Guidance(offered=lesson, lesson=lesson)
    taken = memory.kinds(table.session, viewer)
    deciding, over = table.waiting.asks(viewer), table.record.status == "finished"
    kind = table.view(viewer).known.question().key if deciding else (taken or [""])[-1]
    first = taken.count(kind) == (0 if deciding else 1)
    *past, latest = memory.moments(table.session, viewer)
    moments = [*past, Moment(latest.events, kind if deciding else "")]
    hint = words.hint(kind)
    sayings = [*_of_the_lesson(table.spec, moments, viewer, words, over)]
    if deciding and first and hint:
        sayings += _of_the_hint(kind, hint)
    return Guidance(
        offered=True,
        on=True,
        lesson=lesson,
        kind=kind,
        first=first,
        hint=hint,
        sayings=tuple(sayings),
        met=len({*taken, kind} - {""}),
        kinds=len(table.spec.vocabulary.hints.keys() - {WELCOME}),
        over=over,
    )


def _of_the_lesson(
    spec: GameSpec, moments: list[Moment], seat: int, words: Words, over: bool
) -> Iterator[Saying]:
    """The welcome, a comment on points that were scored, and the steps that are due."""
    welcome = words.hint(WELCOME) if len(moments) == 1 else None
    if welcome:
        yield Saying(WELCOME, welcome.explains, BOARD, lasting=True)
        yield Saying(f"{WELCOME}-2", welcome.advises, BOARD, lasting=True)
    lesson = lesson_of(spec.folder)
    due = steps_due(lesson, moments, seat, over) if lesson else []
    if not over and not moments[-1].kind:  # others decide: only a comment on what the learner did
        due = [one for one in due if one.event and one.event.args.get("seat") == seat]
    explained = [one.event for one in due]
    scored = [event for event in scored_lately(moments, seat) if event not in explained]
    if scored:
        told = tuple(words.say(Phrase(event.key, event.args)) for event in scored)
        sum_of = sum(points_of(event) for event in scored)
        yield Saying(f"scored-{len(moments)}", "", f"#seat-{seat}", told, points=sum_of)
    for one in due:
        did = (words.say(Phrase(one.event.key, one.event.args)),) if one.event else ()
        step = one.step
        yield Saying(step.key, words.step(step.key), step.at, did, step.icons, lasting=True)


def _of_the_hint(kind: str, hint: Hint) -> Iterator[Saying]:
    """What is decided, and then what to think about: the answer to that is the move itself."""
    yield Saying(kind, hint.explains)
    yield Saying(f"{kind}-2", hint.advises, asks=True)
