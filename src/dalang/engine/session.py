"""A running game: who may do what, what happened, and what may still be taken back.

One rule for undo in every game: a seat can take back its own actions until chance moves, something
hidden is shown, or another seat acts.  What was shown is final, because nobody can forget it.
"""

from __future__ import annotations

from dataclasses import dataclass

from dalang.engine.api import CHANCE, EVERYONE, OVER, Event, Position, Reason
from dalang.engine.arrays import EMPTY
from dalang.engine.errors import DalangError, IllegalAction, NotationError, NotYourTurn
from dalang.engine.spec import GameSpec, Options
from dalang.engine.words import SOURCE_LANGUAGE, Words


@dataclass(frozen=True, slots=True)
class Step:
    """One action or outcome as it is stored: who, what, and the scores afterwards."""

    actor: int
    text: str
    scores: tuple[int, ...]


class Session:
    """The referee: holds the position, checks what it is told, keeps the log.

    Sessions are equal if the same may happen from here on: the same position, the same log, and
    the same to take back.
    """

    def __init__(self, spec: GameSpec, players: int, options: Options | None = None) -> None:
        self.spec = spec
        self.players = players
        self.options = spec.complete_options(options or {})
        self.from_start = True  # not from a position in the middle of a game
        self.log: list[Step] = []
        self._begin(spec.start(players, self.options))

    @classmethod
    def from_position(cls, spec: GameSpec, position: Position) -> Session:
        """A game that goes on from a position; what led to it is not known and not taken back."""
        position.check()
        session = cls(spec, int(position.players))
        session.from_start = False
        session._begin(position.clone())
        return session

    def _begin(self, position: Position) -> None:
        self.position = position
        self._settled = position.clone()  # before what one seat has done since …
        self._pending: list[int] = []  # … and that, the last of which may be taken back …
        self._final = 0  # … but not this many of the first
        self._choices: list[bool] = []  # whether each of those was one of several

    def legal_texts(self) -> list[str]:
        """What the seat to decide may do, by name; nothing while chance is to move."""
        return self.position.legal_texts()

    def play(self, seat: int, text: str) -> list[Event]:
        """A seat's action by its text; returns what happened."""
        actor = self.position.actor()
        if actor == OVER:
            raise NotYourTurn("The game is over.")
        if actor != seat:
            self._refuse(text, self.position.why_passed_over(seat))
            whose = "chance" if actor == CHANCE else f"seat {actor}"
            raise NotYourTurn(f"It is not the turn of seat {seat}: waiting for {whose}.")
        self._refuse(text, self.position.why_not(text))
        if self._pending and self.log[-1].actor != seat:
            self._settle()
        action = self.position.parse_action(text)
        shown = self.position.gives_away(action)
        events = self._apply(action)
        if shown or any(event.reveals for event in events):
            self._final = len(self._pending)
        return events

    def happen(self, outcome: int) -> list[Event]:
        """An outcome of chance; returns what happened."""
        weights = self.position.chance_weights() if self.position.actor() == CHANCE else EMPTY
        if not (0 <= outcome < len(weights) and weights[outcome]):
            raise DalangError(f"Outcome {outcome} is not possible here.")
        events = self._apply(outcome)
        self._settle()
        return events

    def happen_as_logged(self, text: str) -> list[Event]:
        """An outcome of a stored game, by its text."""
        self.fit(text)
        return self.happen(int(self.position.parse_action(text)))

    def fit(self, outcome: str) -> None:
        """Goes back to the order of an earlier release, if only there a stored outcome is known."""
        try:
            self.position.parse_action(outcome)
        except NotationError:
            self.position = self.position.in_older_order(outcome) or self.position

    def can_undo(self, seat: int) -> bool:
        """Whether the seat has something to take back."""
        return len(self._pending) > self._final and self.log[-1].actor == seat

    def can_reconsider(self, seat: int) -> bool:
        """Whether the actions that the seat can take back include a choice."""
        return self.can_undo(seat) and any(self._choices[self._final :])

    def has_shown(self, seat: int) -> bool:
        """Whether the seat's last action would be taken back, had it not shown something hidden."""
        return 0 < len(self._pending) == self._final and self.log[-1].actor == seat

    def undo(self, seat: int) -> None:
        """Takes back the seat's last action."""
        if self.has_shown(seat):
            raise NotYourTurn("What others have seen cannot be taken back.")
        if not self.can_undo(seat):
            raise NotYourTurn(f"Seat {seat} has nothing to take back.")
        self._take_back()

    def undo_as_logged(self, seat: int) -> None:
        """Takes back what a stored log says was taken back.

        Logs of earlier releases take back what is final by now; they are read as they were written.
        """
        if not self._pending or self.log[-1].actor != seat:
            raise NotYourTurn(f"Seat {seat} has nothing to take back.")
        self._take_back()

    def _take_back(self) -> None:
        self._pending.pop()
        self._choices.pop()
        self.log.pop()
        self._final = min(self._final, len(self._pending))
        self.position = self._settled.clone()
        for action in self._pending:
            self.position.apply(action)

    def _refuse(self, text: str, reason: Reason | None) -> None:
        if reason is not None:
            sentence = Words(self.spec.vocabulary, SOURCE_LANGUAGE).say(reason)
            raise IllegalAction(text, reason, sentence)

    def copy(self) -> Session:
        """An independent copy of the game."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.position, twin.log = self.position.clone(), self.log.copy()
        twin._pending = self._pending.copy()  # _settled is replaced, never changed: share it
        twin._choices = self._choices.copy()
        return twin

    def __copy__(self) -> Session:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Session) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.spec.key, len(self.log), self.position))

    def _content(self) -> tuple[object, ...]:
        undo = self._settled, self._pending, self._final
        return self.spec.key, self.options, self.from_start, self.log, self.position, undo

    def __repr__(self) -> str:
        return f"<Session of {self.spec.key}, {len(self.log)} steps: {self.position!r}>"

    def _apply(self, action: int) -> list[Event]:
        actor, text = int(self.position.actor()), self.position.action_text(action)
        choice = len(self.position.legal_actions()) > 1
        hidden = actor != CHANCE and self.position.asks_anyway()
        self._choices.append(choice)
        events: list[Event] = []
        self.position.apply(action, events)
        if actor != CHANCE and not choice and events:
            events[0].forced_for = actor if hidden else EVERYONE
        self.log.append(Step(actor, text, tuple(self.position.scores())))
        self._pending.append(action)
        return events

    def _settle(self) -> None:
        self._settled = self.position.clone()
        self._pending.clear()
        self._choices.clear()
        self._final = 0


def is_choice(position: Position) -> bool:
    """Whether the game waits for the actor: for one of several answers, or for all one can see."""
    return len(position.legal_actions()) > 1 or position.asks_anyway()
