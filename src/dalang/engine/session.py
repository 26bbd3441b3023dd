"""A running game: who may do what, what happened, and what may still be taken back.

One rule for undo in every game: a seat can take back its own actions until chance moves, something
hidden is shown, or another seat acts.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from dalang.engine.api import CHANCE, OVER, Event, Position, Reason
from dalang.engine.arrays import EMPTY
from dalang.engine.errors import DalangError, IllegalAction, NotYourTurn
from dalang.engine.spec import GameSpec, Options
from dalang.engine.words import SOURCE_LANGUAGE, Words


@dataclass(frozen=True, slots=True)
class Step:
    """One action or outcome as it is stored: who, what, and the scores afterwards."""

    actor: int
    text: str
    scores: tuple[int, ...]


class Session:
    """The referee: holds the position, checks what it is told, keeps the log."""

    def __init__(self, spec: GameSpec, players: int, options: Options | None = None) -> None:
        self.spec = spec
        self.players = players
        self.options = spec.complete_options(options or {})
        self.position: Position = spec.start(players, self.options)
        self.log: list[Step] = []
        self._settled = self.position.clone()  # what can no longer be taken back …
        self._pending: list[int] = []  # … and what still can, all by one seat
        self._choices: list[bool] = []  # whether each of those was one of several

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
        return self._apply(self.position.parse_action(text), undoable=True)

    def happen(self, outcome: int) -> list[Event]:
        """An outcome of chance; returns what happened."""
        weights = self.position.chance_weights() if self.position.actor() == CHANCE else EMPTY
        if not (0 <= outcome < len(weights) and weights[outcome]):
            raise DalangError(f"Outcome {outcome} is not possible here.")
        return self._apply(outcome, undoable=False)

    def can_undo(self, seat: int) -> bool:
        """Whether the seat has something to take back."""
        return bool(self._pending) and self.log[-1].actor == seat

    def can_reconsider(self, seat: int) -> bool:
        """Whether the actions that the seat can take back include a choice."""
        return self.can_undo(seat) and any(self._choices)

    def undo(self, seat: int) -> None:
        """Takes back the seat's last action."""
        if not self.can_undo(seat):
            raise NotYourTurn(f"Seat {seat} has nothing to take back.")
        self._pending.pop()
        self._choices.pop()
        self.log.pop()
        self.position = self._settled.clone()
        for action in self._pending:
            self.position.apply(action)

    def _refuse(self, text: str, reason: Reason | None) -> None:
        if reason is not None:
            sentence = Words(self.spec.vocabulary, SOURCE_LANGUAGE).say(reason)
            raise IllegalAction(text, reason, sentence)

    def copy(self) -> Session:
        """An independent copy of the game."""
        twin = copy(self)
        twin.position, twin.log = self.position.clone(), self.log.copy()
        twin._pending = self._pending.copy()  # _settled is replaced, never changed: share it
        twin._choices = self._choices.copy()
        return twin

    def _apply(self, action: int, undoable: bool) -> list[Event]:
        actor, text = int(self.position.actor()), self.position.action_text(action)
        self._choices.append(len(self.position.legal_actions()) > 1)
        events: list[Event] = []
        self.position.apply(action, events)
        self.log.append(Step(actor, text, tuple(self.position.scores())))
        self._pending.append(action)
        if not undoable or any(event.reveals for event in events):
            self._settle()
        return events

    def _settle(self) -> None:
        self._settled = self.position.clone()
        self._pending.clear()
        self._choices.clear()


def is_choice(position: Position) -> bool:
    """Whether the game waits for the actor: for one of several answers, or for all one can see."""
    return len(position.legal_actions()) > 1 or position.asks_anyway()
