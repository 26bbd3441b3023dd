"""Lanterns as a game: who decides, what is legal, what an action does."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dalang.engine.actions import ActionList
from dalang.engine.api import CHANCE, NO_ACTIONS, OVER, Event, Phrase, Reason
from dalang.engine.vecs import vec

from .actions import ACTIONS
from .components import CARDS
from .rules import apply_deal, apply_hang, check_position, legal_hang, places
from .state import DEAL, END, HANG, State


@final
class Lanterns(State):
    """A position of Lanterns."""

    def actor(self) -> i64:
        if self.phase == END:
            return OVER
        return CHANCE if self.phase == DEAL else self.turn

    def legal_actions(self) -> vec[i64]:
        return legal_hang(self) if self.phase == HANG else NO_ACTIONS

    def chance_weights(self) -> vec[i64]:
        return self.pile

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        if self.phase == DEAL:
            apply_deal(self, action, sink)
        else:
            apply_hang(self, action, sink)

    def clone(self) -> Lanterns:
        twin = Lanterns()
        twin.copy_all(self)
        return twin

    def check(self) -> None:
        check_position(self)

    def scores(self) -> list[int]:
        return [int(points) for points in self.points]

    def ranking(self) -> list[int]:
        return places(self)

    def ended_by(self) -> str:
        return "hands_empty" if self.phase == END else ""

    def action_list(self) -> ActionList:
        return ACTIONS

    def outcome_text(self, outcome: i64) -> str:
        return f"draw {CARDS[outcome]}"

    def asks_anyway(self) -> bool:
        """LA 2.1: several cards may all be alike, which nobody else can see."""
        return self.phase == HANG and self.held[self.turn] > 1

    def reason_against(self, action: Phrase) -> Reason:
        return Reason("LA 2.1", "not_in_hand", dict(action.args))
