"""Taj Mahal as a game: who decides, what is legal, what an action does."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dalang.engine.actions import ActionList
from dalang.engine.api import CHANCE, NO_ACTIONS, OVER, Event, Phrase, Reason
from dalang.engine.arrays import filled
from dalang.engine.vecs import vec
from dalang.games.taj_mahal import reasons
from dalang.games.taj_mahal.actions import ACTIONS
from dalang.games.taj_mahal.components import BONUS_TILES, CARDS, PROVINCES
from dalang.games.taj_mahal.rules.bidding import (
    apply_add,
    apply_turn,
    legal_add,
    legal_turn,
    needs_free_colour,
)
from dalang.games.taj_mahal.rules.consistency import check_position
from dalang.games.taj_mahal.rules.ending import places
from dalang.games.taj_mahal.rules.leaving import (
    apply_first_draw,
    apply_take,
    legal_take,
)
from dalang.games.taj_mahal.rules.rounds import apply_display
from dalang.games.taj_mahal.rules.scoring import apply_bonus_draw
from dalang.games.taj_mahal.rules.setting_up import (
    apply_bonus,
    apply_deal,
    apply_start,
    apply_tile,
    bonus_weights,
    tile_weights,
)
from dalang.games.taj_mahal.rules.withdrawing import (
    apply_crown,
    apply_palace,
    legal_crown,
    legal_palace,
)
from dalang.games.taj_mahal.state import (
    ADD,
    BONUS,
    BONUS_DRAW,
    CROWN,
    DEAL,
    DISPLAY,
    END,
    FIRST_DRAW,
    PALACE,
    START,
    TAKE,
    TILES,
    TURN,
    State,
)

ENDS = ("twelve_rounds",)


@final
class TajMahal(State):
    """A position of Taj Mahal."""

    def actor(self) -> i64:
        if self.phase == END:
            return OVER
        if self.phase < TURN or self.phase == BONUS_DRAW or self.phase == FIRST_DRAW:
            return CHANCE
        return self.turn

    def legal_actions(self) -> vec[i64]:
        if self.phase == TURN:
            return legal_turn(self)
        if self.phase == ADD:
            return legal_add(self)
        if self.phase == TAKE:
            return legal_take(self)
        if self.phase == PALACE:
            return legal_palace(self)
        if self.phase == CROWN:
            return legal_crown(self)
        return NO_ACTIONS

    def chance_weights(self) -> vec[i64]:
        if self.phase == TILES:
            return tile_weights(self)
        if self.phase == BONUS:
            return bonus_weights(self)
        if self.phase == START:
            return filled(self.players, 1)
        return self.pile

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        phase = self.phase
        if phase == TURN:
            apply_turn(self, action, sink)
        elif phase == ADD:
            apply_add(self, action, sink)
        elif phase == TAKE:
            apply_take(self, action, sink)
        elif phase == DISPLAY:
            apply_display(self, action, sink)
        elif phase == PALACE:
            apply_palace(self, action, sink)
        elif phase == CROWN:
            apply_crown(self, action, sink)
        elif phase == BONUS_DRAW:
            apply_bonus_draw(self, action, sink)
        elif phase == FIRST_DRAW:
            apply_first_draw(self, action, sink)
        elif phase == DEAL:
            apply_deal(self, action, sink)
        elif phase == TILES:
            apply_tile(self, action, sink)
        elif phase == BONUS:
            apply_bonus(self, action, sink)
        elif phase == START:
            apply_start(self, action, sink)

    def clone(self) -> TajMahal:
        twin = TajMahal()
        twin.copy_all(self)
        return twin

    def check(self) -> None:
        check_position(self)

    def scores(self) -> list[int]:
        return [int(points) for points in self.points]

    def ranking(self) -> list[int]:
        return places(self)

    def ended_by(self) -> str:
        return ENDS[0] if self.phase == END else ""

    def action_list(self) -> ActionList:
        return ACTIONS

    def outcome_text(self, outcome: i64) -> str:
        if self.phase == TILES:
            return f"province {PROVINCES[outcome]}"
        if self.phase == BONUS:
            return f"bonus {BONUS_TILES[outcome]}"
        if self.phase == START:
            return f"start {outcome}"
        return f"draw {CARDS[outcome]}"

    def asks_anyway(self) -> bool:
        """TM 3.2, TM 3.3: who holds hidden cards may have one that fits; a card of another colour
        played with the free-colour card leaves no choice (TM 3.5), as everybody sees."""
        if self.phase == ADD and needs_free_colour(self):
            return False
        return self.phase in (TURN, ADD) and self.hidden(self.turn) > 0

    def reason_against(self, action: Phrase) -> Reason:
        return reasons.why_not(self, action)
