"""Cards & Karma as a game: who decides, what is legal, what an action does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from mypy_extensions import i64

from dalang.engine.actions import ActionList
from dalang.engine.api import CHANCE, NO_ACTIONS, OVER, Event, Phrase, Position, Reason
from dalang.engine.arrays import filled
from dalang.engine.rng import Rng, draw
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma import reasons
from dalang.games.cards_and_karma.actions import (
    ACTIONS,
    FIRST_DISCARD,
    FIRST_PAY,
    FIRST_TAKE,
    FIRST_USE,
    argument_of,
)
from dalang.games.cards_and_karma.components import CARDS, REWARDS, SYMBOLS
from dalang.games.cards_and_karma.rules.cards import (
    apply_copy,
    apply_reward_card,
    legal_coins_or_palace,
    legal_copy,
    legal_fame_or_ship,
    legal_goods,
    legal_palace,
)
from dalang.games.cards_and_karma.rules.consistency import check_position
from dalang.games.cards_and_karma.rules.dice import (
    apply_die,
    apply_discard,
    legal_die,
    legal_discard,
)
from dalang.games.cards_and_karma.rules.ending import how_it_ended, places
from dalang.games.cards_and_karma.rules.paying import (
    apply_pay,
    is_payable,
    legal_pay,
    may_have_a_choice,
    pay_phrase,
    shows_dice,
)
from dalang.games.cards_and_karma.rules.piles import (
    apply_top,
    apply_value,
    die_name,
    draw_top,
    draw_value,
    value_weights,
)
from dalang.games.cards_and_karma.rules.resolving import break_row_first, go_on
from dalang.games.cards_and_karma.rules.setting_up import (
    apply_arrange,
    apply_start,
    hidden_rewards,
    legal_arrange,
)
from dalang.games.cards_and_karma.rules.tokens import apply_reward
from dalang.games.cards_and_karma.rules.trios import (
    apply_symbol,
    apply_trio,
    legal_symbol,
    legal_trio,
)
from dalang.games.cards_and_karma.rules.turns import (
    apply_after,
    apply_turn,
    legal_after,
    legal_turn,
    may_take_more,
)
from dalang.games.cards_and_karma.state import (
    AFTER,
    ARRANGE,
    COINS_OR_PALACE,
    COPY,
    DIE,
    DISCARD,
    END,
    FAME_OR_SHIP,
    GOODS,
    MORE_GOODS,
    PALACE,
    PAY,
    PHASES,
    REWARD,
    START,
    SYMBOL,
    TOP,
    TRIO_CHOICE,
    TURN,
    VALUE,
    State,
)


@final
class CardsAndKarma(State):
    """A position of Cards & Karma."""

    def begin(self, players: i64, options: Mapping[str, str]) -> None:
        """CK 7.3: the option `rewards` says whether score cards lie open."""
        self.set_up(players)
        self.open_rewards = 1 if options.get("rewards") == "open" else 0
        go_on(self, None)

    def actor(self) -> i64:
        if self.phase == END:
            return OVER
        if self.phase < ARRANGE:
            return CHANCE
        return self.turn

    def legal_actions(self) -> vec[i64]:
        phase = self.phase
        if phase == TURN:
            return legal_turn(self)
        if phase == PAY:
            return legal_pay(self)
        if phase == DIE:
            return legal_die(self)
        if phase == DISCARD:
            return legal_discard(self)
        if phase == AFTER:
            return legal_after(self)
        if phase in (GOODS, MORE_GOODS):
            return legal_goods(self)
        if phase == PALACE:
            return legal_palace(self)
        return self._legal_choices()

    def _legal_choices(self) -> vec[i64]:
        phase = self.phase
        if phase == COPY:
            return legal_copy(self)
        if phase == TRIO_CHOICE:
            return legal_trio(self)
        if phase == SYMBOL:
            return legal_symbol(self)
        if phase == COINS_OR_PALACE:
            return legal_coins_or_palace(self)
        if phase == FAME_OR_SHIP:
            return legal_fame_or_ship(self)
        if phase == ARRANGE:
            return legal_arrange(self)
        return NO_ACTIONS

    def chance_weights(self) -> vec[i64]:
        if self.phase == TOP:
            return self.pile
        if self.phase == VALUE:
            return value_weights(self)
        if self.phase == REWARD:
            return hidden_rewards(self, self.turn)
        return filled(self.players, 1)

    def draw_chance(self, rng: Rng) -> i64:
        if self.phase == TOP:
            return draw_top(self, rng)
        if self.phase == VALUE:
            return draw_value(self, rng)
        return draw(self.chance_weights(), rng)

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        phase = self.phase
        if phase == TOP:
            apply_top(self, action, sink)
        elif phase == VALUE:
            apply_value(self, action, sink)
        elif phase == TURN:
            apply_turn(self, action, sink)
        elif phase == PAY:
            apply_pay(self, action, sink)
        elif phase == DIE:
            apply_die(self, action, sink)
        elif phase == DISCARD:
            apply_discard(self, action, sink)
        elif phase == REWARD:
            apply_reward(self, action, sink)
        elif phase == AFTER:
            if apply_after(self, action, sink):
                return
        else:
            self._apply_choice(action, sink)
        go_on(self, sink)

    def _apply_choice(self, action: i64, sink: list[Event] | None) -> None:
        phase = self.phase
        if phase == COPY:
            apply_copy(self, action, sink)
        elif phase == TRIO_CHOICE:
            apply_trio(self, action, sink)
        elif phase == SYMBOL:
            apply_symbol(self, action)
        elif phase == ARRANGE:
            apply_arrange(self, action, sink)
        elif phase == START:
            apply_start(self, action, sink)
        else:
            apply_reward_card(self, action, sink)

    def clone(self) -> CardsAndKarma:
        twin = CardsAndKarma()
        twin.copy_all(self)
        return twin

    def check(self) -> None:
        check_position(self)

    def scores(self) -> list[int]:
        return [int(self.turned(seat)) for seat in range(self.players)]

    def ranking(self) -> list[int]:
        return places(self)

    def ended_by(self) -> str:
        return how_it_ended(self) if self.phase == END else ""

    def action_list(self) -> ActionList:
        return ACTIONS

    def outcome_text(self, outcome: i64) -> str:
        if self.phase == TOP:
            return f"top {CARDS[outcome]}"
        if self.phase == VALUE:
            return f"value {outcome + 1}"
        if self.phase == REWARD:
            return f"reward {REWARDS[outcome]}"
        return f"start {outcome}"

    def in_older_order(self, outcome: str) -> Position | None:
        """CK 2.4: a row broken by the last ship of the display once came before the new display."""
        before = self.clone()
        return before if self.phase == TOP and break_row_first(before) else None

    def action_phrase(self, action: i64) -> Phrase:
        """Dice are named with their values, which the position knows."""
        if action >= FIRST_DISCARD:
            return Phrase("do_discard", {"die": die_name(self, action - FIRST_DISCARD)})
        if action >= FIRST_PAY:
            return pay_phrase(self, action - FIRST_PAY)
        return ACTIONS.phrases[action]

    def question(self) -> Phrase:
        args: dict[str, object] = {"seat": int(self.turn)}
        if self.phase == PAY:
            args["card"] = CARDS[argument_of(self.next_task())]
        elif self.phase == SYMBOL:
            args["symbol"] = SYMBOLS[argument_of(self.next_task())]
        return Phrase(f"ask_{PHASES[self.phase]}", args)

    def asks_anyway(self) -> bool:
        """CK 3, R12: the values of the dice in hand tell whether a card can be paid, and how."""
        if self.phase == TURN:
            return may_take_more(self)
        return self.phase == PAY and may_have_a_choice(self)

    def gives_away(self, action: i64) -> bool:
        """R11: who takes a card shows that the dice in hand can pay it, and then with which."""
        if self.phase == TURN and FIRST_TAKE <= action < FIRST_USE:
            return not is_payable(self, action - FIRST_TAKE, 1)
        return self.phase == PAY and shows_dice(self, action)

    def reason_against(self, action: Phrase) -> Reason:
        return reasons.why_not(self, action)
