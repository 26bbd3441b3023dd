"""Bali as a game: who decides, what is legal, what an action does."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dalang.engine.actions import ActionList
from dalang.engine.api import CHANCE, NO_ACTIONS, OVER, Args, Event, Phrase, Reason
from dalang.engine.vecs import vec
from dalang.games.bali import reasons
from dalang.games.bali.actions import ACTIONS, FIRST_PLAY, FIRST_SHOW, PASS
from dalang.games.bali.components import CARDS, ISLANDS, NONE, START_NUMBERS
from dalang.games.bali.rules.answering import (
    apply_reward,
    apply_reward_draw,
    apply_second,
    legal_reward,
    legal_second,
)
from dalang.games.bali.rules.arriving import apply_pick_up
from dalang.games.bali.rules.cards import unseen_cards
from dalang.games.bali.rules.consistency import check_position
from dalang.games.bali.rules.contests import apply_show, legal_raise, legal_show
from dalang.games.bali.rules.ending import places, points_of
from dalang.games.bali.rules.exchanging import (
    apply_answer,
    apply_artist_draw,
    apply_look,
    apply_use_artist,
    apply_use_scholar,
    legal_answer,
    legal_use_artist,
    legal_use_scholar,
)
from dalang.games.bali.rules.leading import apply_turn, legal_turn
from dalang.games.bali.rules.setting_up import apply_start, start_weights
from dalang.games.bali.rules.travelling import (
    apply_block,
    apply_lay,
    apply_target,
    legal_block,
    legal_lay,
    legal_target,
)
from dalang.games.bali.rules.turns import apply_turn_draw
from dalang.games.bali.rules.warriors import (
    apply_exempt,
    apply_flight,
    apply_ward,
    legal_exempt,
    legal_flight,
    legal_ward,
)
from dalang.games.bali.state import (
    ANSWER,
    ARTIST_DRAW,
    BLOCK,
    END,
    ENDS,
    EXEMPT,
    FLIGHT,
    LAY,
    LOOK,
    PHASES,
    PICK_UP,
    RAISE,
    REWARD,
    REWARD_DRAW,
    SECOND,
    SHOW,
    START,
    TARGET,
    TURN,
    TURN_DRAW,
    USE_ARTIST,
    USE_SCHOLAR,
    WARD,
    State,
)

_PLAYING: Final = (TURN, WARD, ANSWER, SECOND, BLOCK)  # where a card is played, each with its words
_PASSING: Final = (ANSWER, SECOND, REWARD, RAISE, BLOCK)


@final
class Bali(State):
    """A position of Bali."""

    def actor(self) -> i64:
        phase = self.phase
        if phase == END:
            return OVER
        if phase < TURN or phase in (REWARD_DRAW, LOOK, ARTIST_DRAW):
            return CHANCE
        return self.turn

    def legal_actions(self) -> vec[i64]:
        phase = self.phase
        if phase == TURN:
            return legal_turn(self)
        if phase == LAY:
            return legal_lay(self)
        if phase == ANSWER:
            return legal_answer(self)
        if phase == USE_SCHOLAR:
            return legal_use_scholar(self)
        if phase == RAISE:
            return legal_raise(self)
        if phase == BLOCK:
            return legal_block(self)
        return self._legal_in_rarer_phases()

    def _legal_in_rarer_phases(self) -> vec[i64]:
        phase = self.phase
        if phase == FLIGHT:
            return legal_flight(self)
        if phase == WARD:
            return legal_ward(self)
        if phase == SECOND:
            return legal_second(self)
        if phase == SHOW:
            return legal_show(self)
        if phase == EXEMPT:
            return legal_exempt(self)
        if phase == TARGET:
            return legal_target(self)
        if phase == USE_ARTIST:
            return legal_use_artist(self)
        if phase == REWARD:
            return legal_reward(self)
        return NO_ACTIONS

    def chance_weights(self) -> vec[i64]:
        if self.phase == START:
            return start_weights(self)
        if self.phase == PICK_UP or self.phase == LOOK:
            return unseen_cards(self)
        return self.stock

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        phase = self.phase
        if phase == TURN_DRAW:
            apply_turn_draw(self, action, sink)
        elif phase == LAY:
            apply_lay(self, action, sink)
        elif phase == TURN:
            apply_turn(self, action, sink)
        elif phase == ANSWER:
            apply_answer(self, action, sink)
        elif phase == USE_SCHOLAR:
            apply_use_scholar(self, action, sink)
        elif phase in (RAISE, SHOW):
            apply_show(self, action, sink)
        elif phase == BLOCK:
            apply_block(self, action, sink)
        elif phase == FLIGHT:
            apply_flight(self, action, sink)
        elif phase == WARD:
            apply_ward(self, action, sink)
        elif phase == SECOND:
            apply_second(self, action, sink)
        else:
            self._apply_in_rarer_phases(action, sink)

    def _apply_in_rarer_phases(self, action: i64, sink: list[Event] | None) -> None:
        phase = self.phase
        if phase == EXEMPT:
            apply_exempt(self, action, sink)
        elif phase == TARGET:
            apply_target(self, action, sink)
        elif phase == USE_ARTIST:
            apply_use_artist(self, action, sink)
        elif phase == ARTIST_DRAW:
            apply_artist_draw(self, action, sink)
        elif phase == PICK_UP:
            apply_pick_up(self, action, sink)
        elif phase == LOOK:
            apply_look(self, action, sink)
        elif phase == REWARD:
            apply_reward(self, action, sink)
        elif phase == REWARD_DRAW:
            apply_reward_draw(self, action, sink)
        elif phase == START:
            apply_start(self, action, sink)

    def clone(self) -> Bali:
        twin = Bali()
        twin.copy_all(self)
        return twin

    def check(self) -> None:
        check_position(self)

    def scores(self) -> list[int]:
        return [int(points_of(self, seat)) for seat in range(self.players)]

    def ranking(self) -> list[int]:
        return places(self)

    def ended_by(self) -> str:
        return ENDS[self.end] if self.end != NONE else ""

    def action_list(self) -> ActionList:
        return ACTIONS

    def outcome_text(self, outcome: i64) -> str:
        if self.phase == START:
            return f"start card {START_NUMBERS[outcome]}"
        if self.phase == PICK_UP or self.phase == LOOK:
            return f"see {CARDS[outcome]}"
        return f"draw {CARDS[outcome]}"

    def action_phrase(self, action: i64) -> Phrase:
        phrase = ACTIONS.phrases[action]
        playing = FIRST_PLAY <= action < FIRST_SHOW and self.phase in _PLAYING
        if playing or (action == PASS and self.phase in _PASSING):
            return Phrase(f"{phrase.key}_{PHASES[self.phase]}", phrase.args)
        return phrase

    def question(self) -> Phrase:
        args: Args = {"seat": int(self.turn), "active": int(self.active), "best": int(self.best)}
        if self.led != NONE:
            args["card"] = CARDS[self.led]
        if self.target != NONE:
            args["island"] = ISLANDS[self.target]
        return Phrase(f"ask_{PHASES[self.phase]}", args)

    def asks_anyway(self) -> bool:
        """BA 2.3: a seat passed over at once holds nothing that fits; only an empty hand, or
        one too small to show more, says so by itself."""
        held = self.held[self.turn]
        if self.phase == RAISE:
            return held > self.best
        if self.phase == SHOW or self.phase == LAY:
            return held > 1
        return held > 0 and self.phase in (TURN, WARD, SECOND, ANSWER, BLOCK)

    def reason_against(self, action: Phrase) -> Reason:
        return reasons.why_not(self, action)

    def why_passed_over(self, seat: i64) -> Reason | None:
        return reasons.why_passed_over(self, seat)
