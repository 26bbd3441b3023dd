"""A game moment by moment, for replays.

A moment is where somebody had to choose.  A move and everything that follows by chance or without a
choice belong together, as they did at the table.  Move 0 is the first moment; the last one is the
end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from dalang.engine.api import CHANCE, OVER, Position, View
from dalang.engine.replay import Replay, ReplayLine, check_end, play_line
from dalang.engine.session import Session, Step
from dalang.engine.spec import GameSpec
from dalang.server.tables.dealing import Verdict, verify
from dalang.server.tables.game_log import LoggedEvent, heard_by
from dalang.server.tables.seat_notices import SeatNotice
from dalang.server.tables.waiting import NOBODY


@dataclass(frozen=True)
class Still:
    """The position at one moment, and how much had happened by then."""

    position: Position
    steps: int
    heard: int


@dataclass(frozen=True)
class Mark:
    """A moment worth jumping to, and what happened there."""

    move: int
    event: LoggedEvent


class ReplayTimeline:
    """A whole game; made once, then only looked at."""

    def __init__(
        self,
        name: str,
        spec: GameSpec,
        replay: Replay,
        names: Sequence[str] = (),
        people: Collection[int] = (),
    ) -> None:
        self.name = name  # of the table or the upload it shows
        self.spec = spec
        self.replay = replay
        self.names = tuple(names)  # of the people; none if nobody knows
        # The seats that people played; all if nobody knows, or if there were only bots.
        self.people = frozenset(people) or frozenset(range(replay.players))
        self.events: list[LoggedEvent] = []
        self.stills: list[Still] = []
        session = Session(spec, replay.players, replay.options)
        for line in replay.lines:
            self._play(session, line)
        check_end(session, replay)
        self._keep(session)
        self.steps: list[Step] = session.log

    def _play(self, session: Session, line: ReplayLine) -> None:
        """One line more; raises ReplayError if it is not possible."""
        if line.actor is not None and len(session.position.legal_actions()) > 1:
            self._keep(session)
        number = len(session.log)
        actor = -1 if line.actor is None else line.actor
        events = play_line(session, line)
        self.events += [LoggedEvent(number, actor, event) for event in events]

    def _keep(self, session: Session) -> None:
        still = Still(session.position.clone(), len(session.log), len(self.events))
        self.stills.append(still)

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.stills) - 1

    def between(self, move: int) -> list[LoggedEvent]:
        """What happened by a move."""
        before = self.stills[move - 1].heard if move else 0
        return self.events[before : self.stills[move].heard]

    def decision(self, move: int) -> str:
        """What was decided at a moment, as text."""
        return self.steps[self.stills[move].steps].text

    def outcomes(self, move: int) -> int:
        """How many outcomes of chance there were by then."""
        steps = self.steps[: self.stills[move].steps]
        return sum(1 for step in steps if step.actor == CHANCE)

    @cached_property
    def marks(self) -> list[Mark]:
        """Rounds and scorings, as the game names them; one of a kind for each move."""
        found: list[Mark] = []
        for move in range(len(self.stills)):
            kinds = dict[str, LoggedEvent]()
            for one in self.between(move):
                if one.event.key in self.spec.marks:
                    kinds.setdefault(one.event.key, one)
            found += [Mark(move, one) for one in kinds.values()]
        return found

    @cached_property
    def verdict(self) -> Verdict | None:
        """Whether the deals were fair; None if the replay does not say what they came from."""
        if not (self.replay.commitment and self.replay.secret):
            return None
        return verify(self.spec, self.replay)


class ReplaySnapshot:
    """A game at one moment of its replay: what Renderer can draw."""

    def __init__(self, timeline: ReplayTimeline, move: int, names: tuple[str, ...]) -> None:
        self.timeline = timeline
        self.move = self.version = move
        self.spec, self.names, self.waiting = timeline.spec, names, NOBODY
        self._still = timeline.stills[move]

    @property
    def actor(self) -> int:
        """Who is to decide, or OVER."""
        return int(self._still.position.actor())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    def view(self, viewer: int) -> View:
        """What a viewer knew then."""
        return self.spec.observe(self._still.position, viewer)

    def told(self, viewer: int) -> list[LoggedEvent]:
        """What a viewer had been told by then."""
        return heard_by(viewer, self.timeline.events[: self._still.heard])

    def news(self, viewer: int) -> list[LoggedEvent]:
        """What a viewer was told by the last move."""
        return heard_by(viewer, self.timeline.between(self.move))

    def can_undo(self, seat: int) -> bool:
        """Nothing can be taken back any more."""
        return False

    def has_shown(self, seat: int) -> bool:
        """Nor does anybody want to."""
        return False

    @property
    def notices(self) -> list[SeatNotice]:
        """A replay tells the game, not who sat there."""
        return []
