"""Whom a table waits for: what is public about it, and what only that person is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalang.engine.session import Session
from dalang.server.storage import Seat, TableRecord


@dataclass(frozen=True)
class Waiting:
    """Whom a table waits for at one moment.

    `asked` is the seat of the person whom everybody waits for.  All may know it.

    `excused` is that seat if there is only one answer to give.  Nobody asks that person, and nobody
    else may know of it: the server answers after a while.

    `shared` says that the person has more than one seat: several people look at that screen.
    """

    asked: Seat | None = None
    excused: Seat | None = None
    shared: bool = False

    @classmethod
    def at(cls, record: TableRecord, session: Session) -> Waiting:
        """Of a table with this record, at this point of its game."""
        actor = int(session.position.actor())
        if record.status != "running" or actor < 0 or record.seats[actor].kind != "person":
            return NOBODY
        seat = record.seats[actor]
        shared = _is_shared(seat, record.seats)
        handed_over = shared and _last_actor(session) != actor
        if len(session.position.legal_actions()) > 1 or handed_over:
            return cls(seat, shared=shared)
        return cls(seat, seat, shared)

    @property
    def called(self) -> Seat | None:
        """The seat of the person who really has to decide."""
        return None if self.excused else self.asked

    def asks(self, viewer: int) -> bool:
        """Whether the person at a seat has to decide."""
        return self.called is not None and self.called.seat == viewer

    def excuses(self, viewer: int) -> bool:
        """Whether everybody waits for the person at a seat, who has nothing to decide."""
        return self.excused is not None and self.excused.seat == viewer


NOBODY = Waiting()


def _is_shared(seat: Seat, seats: Sequence[Seat]) -> bool:
    """Whether several people share the screen in front of a seat.

    If it goes to another of them, that person is asked even where there is only one answer: not
    handing over the screen would show the others why.
    """
    own = [other for other in seats if other.kind == "person" and other.person == seat.person]
    return len(own) > 1


def _last_actor(session: Session) -> int:
    """Who decided last, or -1."""
    return next((step.actor for step in reversed(session.log) if step.actor >= 0), -1)
