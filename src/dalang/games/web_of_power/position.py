"""Web of Power as a game: who decides, what is legal, what an action does."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dalang.engine.actions import ActionList
from dalang.engine.api import CHANCE, NO_ACTIONS, OVER, Event, Phrase, Reason
from dalang.engine.vecs import vec
from dalang.games.web_of_power import reasons
from dalang.games.web_of_power.actions import ACTIONS
from dalang.games.web_of_power.components import CARDS
from dalang.games.web_of_power.rules.consistency import check_position
from dalang.games.web_of_power.rules.ending import places
from dalang.games.web_of_power.rules.refilling import (
    apply_draw,
    apply_refill,
    apply_take,
    legal_take,
)
from dalang.games.web_of_power.rules.setting_up import (
    apply_deal,
    apply_lay_open,
    apply_start,
    start_weights,
)
from dalang.games.web_of_power.rules.turns import (
    apply_more,
    apply_place,
    apply_turn,
    legal_more,
    legal_place,
    legal_turn,
)
from dalang.games.web_of_power.state import (
    DEAL,
    DRAW,
    END,
    ENDS,
    LAY_OPEN,
    MORE,
    PLACE,
    REFILL,
    START,
    TAKE,
    TURN,
    State,
)


@final
class WebOfPower(State):
    """A position of Web of Power."""

    def actor(self) -> i64:
        if self.phase == END:
            return OVER
        if self.phase < TURN or self.phase == DRAW or self.phase == REFILL:
            return CHANCE
        return self.turn

    def legal_actions(self) -> vec[i64]:
        if self.phase == TURN:
            return legal_turn(self)
        if self.phase == PLACE:
            return legal_place(self)
        if self.phase == MORE:
            return legal_more(self)
        if self.phase == TAKE:
            return legal_take(self)
        return NO_ACTIONS

    def chance_weights(self) -> vec[i64]:
        if self.phase == START:
            return start_weights(self)
        return self.pile

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        phase = self.phase
        if phase == TURN:
            apply_turn(self, action, sink)
        elif phase == PLACE:
            apply_place(self, action, sink)
        elif phase == MORE:
            apply_more(self, action, sink)
        elif phase == TAKE:
            apply_take(self, action, sink)
        elif phase == DRAW:
            apply_draw(self, action, sink)
        elif phase == REFILL:
            apply_refill(self, action, sink)
        elif phase == DEAL:
            apply_deal(self, action, sink)
        elif phase == LAY_OPEN:
            apply_lay_open(self, action, sink)
        elif phase == START:
            apply_start(self, action, sink)

    def clone(self) -> WebOfPower:
        twin = WebOfPower()
        twin.copy_all(self)
        return twin

    def check(self) -> None:
        check_position(self)

    def scores(self) -> list[int]:
        return [int(points) for points in self.points]

    def ranking(self) -> list[int]:
        return places(self)

    def ended_by(self) -> str:
        return ENDS[self.ended] if self.phase == END else ""

    def action_list(self) -> ActionList:
        return ACTIONS

    def outcome_text(self, outcome: i64) -> str:
        return f"start {outcome}" if self.phase == START else f"draw {CARDS[outcome]}"

    def asks_anyway(self) -> bool:
        """WP 2.1, WP 2.3: hidden cards may fit for a piece, or be others to exchange."""
        return self.phase in (TURN, MORE) and self.hidden(self.turn) > 0

    def reason_against(self, action: Phrase) -> Reason:
        return reasons.why_not(self, action)
