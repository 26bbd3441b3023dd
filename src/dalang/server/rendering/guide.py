"""The guide at a table: which kind of decision is new to somebody, and what to say about it."""

from __future__ import annotations

from dataclasses import dataclass

from dalang.engine.lesson import lesson_of
from dalang.engine.session import Session, Step
from dalang.engine.spec import GameSpec
from dalang.engine.words import Hint, Words
from dalang.server.rendering.table_context import Visitor
from dalang.server.tables.table import Table

WELCOME = "welcome"  # the hint before the first decision: what the game is about
ON, OFF = "on", "off"  # what somebody may want of the guide; by itself it is there in lessons


class Memory:
    """The kinds of decision that every seat of a table has made, in order."""

    def __init__(self, session: Session) -> None:
        self._start(session)

    def kinds(self, session: Session, seat: int) -> list[str]:
        """What a seat has decided so far; what was taken back does not count."""
        if session.log[: len(self._steps)] != self._steps:
            self._start(session)
        for step in session.log[len(self._steps) :]:
            self._take(step)
        return self._kinds[seat]

    def _start(self, session: Session) -> None:
        self._steps: list[Step] = []
        self._position = session.spec.start(session.players, session.options)
        self._kinds: list[list[str]] = [[] for _ in range(session.players)]

    def _take(self, step: Step) -> None:
        position = self._position
        if step.actor >= 0 and len(position.legal_actions()) > 1:
            self._kinds[step.actor].append(position.question().key)
        position.apply(position.parse_action(step.text))
        self._steps.append(step)


@dataclass(frozen=True)
class Guidance:
    """What the guide shows to one person."""

    offered: bool = False  # the game has something to say to the viewer
    on: bool = False
    lesson: bool = False  # the table is a lesson
    kind: str = ""  # of the present decision, or of the last one while others decide
    first: bool = False  # it is the first of its kind
    welcome: Hint | None = None
    hint: Hint | None = None
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
    deciding = table.waiting.asks(viewer)
    kind = table.view(viewer).known.question().key if deciding else (taken or [""])[-1]
    seen = {*taken, kind} - {""}
    return Guidance(
        offered=True,
        on=True,
        lesson=lesson,
        kind=kind,
        first=taken.count(kind) == (0 if deciding else 1),
        welcome=None if taken else words.hint(WELCOME),
        hint=words.hint(kind),
        met=len(seen),
        kinds=len(table.spec.vocabulary.hints.keys() - {WELCOME}),
        over=table.record.status == "finished",
    )
