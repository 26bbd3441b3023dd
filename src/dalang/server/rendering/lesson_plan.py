"""When each step of a lesson comes: with the decision or event it is about, or else in good time.

Everything follows from what the learner has decided and was told, so that a page that is loaded
again says the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dalang.engine.api import EVERYONE, Event
from dalang.engine.lesson import START, Lesson, LessonStep
from dalang.engine.session import Session, Step

AT_ONCE = 3  # steps before one decision; the others wait for the next
EACH_SCORE = 2  # times that points of one kind are worth a comment


@dataclass
class Moment:
    """A decision of somebody, or the time after the last one, and what was told before it."""

    events: list[Event]
    kind: str = ""  # of decision; "" if there is none


class Memory:
    """What every seat of a table has decided and was told, in order."""

    def __init__(self, session: Session) -> None:
        self._start(session)

    def kinds(self, session: Session, seat: int) -> list[str]:
        """What a seat has decided so far; what was taken back does not count."""
        return [moment.kind for moment in self.moments(session, seat)[:-1]]

    def moments(self, session: Session, seat: int) -> list[Moment]:
        """The decisions of a seat, and what it was told since the last one."""
        if session.log[: len(self._steps)] != self._steps:
            self._start(session)
        for step in session.log[len(self._steps) :]:
            self._take(step)
        return self._moments[seat]

    def _start(self, session: Session) -> None:
        self._steps: list[Step] = []
        self._position = session.spec.start(session.players, session.options)
        self._moments = [[Moment([])] for _ in range(session.players)]

    def _take(self, step: Step) -> None:
        position = self._position
        if step.actor >= 0 and len(position.legal_actions()) > 1:
            self._moments[step.actor][-1].kind = position.question().key
            self._moments[step.actor].append(Moment([]))
        told: list[Event] = []
        position.apply(position.parse_action(step.text), told)
        for event in told:
            for seat, moments in enumerate(self._moments):
                if event.seen_by in (EVERYONE, seat):
                    moments[-1].events.append(event)
        self._steps.append(step)


@dataclass(frozen=True)
class Due:
    """A step that is to be said now, and the event that brought it up, if one did."""

    step: LessonStep
    event: Event | None


def steps_due(lesson: Lesson, moments: Sequence[Moment], seat: int, over: bool) -> list[Due]:
    """The steps of the last moment; at the end of the game all that is left."""
    left, waiting, now = list(lesson.steps), list[Due](), list[Due]()
    for number, moment in enumerate(moments, 1):
        for step in tuple(left):
            event = _occasion(step, moment, seat)
            if event or _is_time(step, moment, number):
                left.remove(step)
                waiting.append(Due(step, event))
        now, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
    return [*now, *waiting, *(Due(step, None) for step in left)] if over else now


def _occasion(step: LessonStep, moment: Moment, seat: int) -> Event | None:
    """The event that brings a step up: best one of the learner's own."""
    found = [event for event in moment.events if event.key in step.when]
    own = [event for event in found if event.args.get("seat") == seat]
    return next(iter(own or found), None)


def _is_time(step: LessonStep, moment: Moment, number: int) -> bool:
    """Whether a step comes with a decision: of its kind, or because it has waited long enough."""
    if not moment.kind:
        return False
    beginning = number == 1 and START in step.when
    return beginning or moment.kind in step.when or number == step.by


def scored_lately(moments: Sequence[Moment], seat: int) -> list[Event]:
    """What brought the learner points since the last decision, as long as that is new."""
    met = Counter[str]()
    lately: list[Event] = []
    for moment in moments:
        lately.clear()
        for event in _scored(moment, seat):
            met[event.key] += 1
            if met[event.key] <= EACH_SCORE:
                lately.append(event)
    return lately


def _scored(moment: Moment, seat: int) -> Iterator[Event]:
    """The events that brought a seat points."""
    return (
        event for event in moment.events if event.args.get("seat") == seat and points_of(event) > 0
    )


def points_of(event: Event) -> int:
    """The points that an event says were scored."""
    points = event.args.get("points")
    return points if isinstance(points, int) else 0
