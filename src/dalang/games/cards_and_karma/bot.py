"""How a position of Cards & Karma looks to somebody who plays well.

Everything is a step towards turning score cards, and is counted in fractions of a coin or so: the
value is linear in the weights, each of which says what one thing is worth.  The prior asks with
the same weights what a card brings and what it costs.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dalang.engine import judging
from dalang.engine.api import Position
from dalang.engine.arrays import zeros
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import (
    CARD_TASKS,
    COPY_SHIP,
    DRAW_TWO,
    EXTRA_TURN,
    FIRST_DIE,
    FIRST_DISCARD,
    FIRST_PAY,
    FIRST_TAKE,
    FIRST_USE,
    PAY_ADMINISTRATOR,
    PAY_KARMA,
    TAKE_COINS,
    TAKE_FAME,
    TRIO_SAME,
    argument_of,
    kind_of,
)
from dalang.games.cards_and_karma.components import (
    COIN,
    COINS_TO_TURN,
    COST,
    COST_COLOUR,
    DIE_COLOUR,
    FAME_TO_TURN,
    FIRST_GOOD,
    FIRST_GOODS,
    FIRST_PALACE,
    FIRST_SHIP,
    JOKER,
    KARMA_EXCHANGED,
    N_BUILDINGS,
    N_COLOURS,
    N_GOODS,
    N_KINDS,
    N_REWARDS,
    N_SYMBOLS,
    NONE,
    SHOWS,
    TRIO,
)
from dalang.games.cards_and_karma.rules.cards import last_ship
from dalang.games.cards_and_karma.rules.paying import karma_needed, picked_worth, price
from dalang.games.cards_and_karma.state import AFTER, END, HAND, TURN, State

WEIGHTS: Final = (
    "flip",  # a score card turned
    "fame",
    "coin",
    "good",  # a coin of value on an unsold good
    "building",  # a building in the row
    "karma",
    "administrator",
    "first_ship",  # a ship in the row; less the higher its number
    "second_ship",  # a second one
    "die",  # a die with any number
    "pip",  # a pip on a die
    "same_colour",  # a further die of a colour
    "crowded",  # a die above five
    "turn",  # in the prior: another turn
    "finish",  # having turned all score cards
    "sharpness",  # how many e-folds of preference a coin of gain makes in the prior
    "scale",  # the lead that makes winning e times as likely
)

FLIP: Final[i64] = 0
FAME: Final[i64] = 1
COIN_WORTH: Final[i64] = 2
GOOD: Final[i64] = 3
BUILDING: Final[i64] = 4
KARMA: Final[i64] = 5
ADMINISTRATOR: Final[i64] = 6
FIRST_SHIP_WORTH: Final[i64] = 7
SECOND_SHIP: Final[i64] = 8
DIE: Final[i64] = 9
PIP: Final[i64] = 10
SAME_COLOUR: Final[i64] = 11
CROWDED: Final[i64] = 12
TURN_WORTH: Final[i64] = 13
FINISH: Final[i64] = 14
SHARPNESS: Final[i64] = 15
SCALE: Final[i64] = 16

MEAN_FACE: Final = 3.5
HANDFUL: Final[i64] = 5  # dice that can be kept in view of the hand limit
SHIPS: Final = 34.0  # a ship of that number would be worth nothing in a row


@final
class Judge(judging.Judge):
    """Cards & Karma, judged by all that a seat has before it and in hand."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.w = vec[float](weights)
        self.scale = weights[SCALE]
        self.trust = 0.3
        self.horizon = 60  # the game is over by then

    def value(self, position: Position, seat: i64) -> float:
        assert isinstance(position, State)
        s = position
        w = self.w
        worth = (
            float(s.turned(seat)) * w[FLIP]
            + float(s.fame[seat]) * w[FAME]
            + float(s.coins[seat]) * w[COIN_WORTH]
            + float(s.karma[seat]) * w[KARMA]
            + float(s.administrators[seat]) * w[ADMINISTRATOR]
            + self.rows_worth(s, seat)
            + self.dice_worth(s, seat)
        )
        if s.turned(seat) == N_REWARDS:
            worth += w[FINISH]
        if s.turn == seat and s.phase != END:
            worth += float(s.extra_turns) * w[TURN_WORTH]
        return worth

    def settled(self, position: Position) -> bool:
        """No card is being carried out."""
        assert isinstance(position, State)
        return position.phase == TURN or position.phase == AFTER or position.phase == END

    def rows_worth(self, s: State, seat: i64) -> float:
        """Buildings, goods and ships before a seat."""
        worth = 0.0
        ships: i64 = 0
        last: i64 = 0
        for card in s.cards_before(seat):
            worth += float(N_BUILDINGS[card]) * self.w[BUILDING]
            worth += float(goods_value(card)) * self.w[GOOD]
            if FIRST_SHIP <= card < FIRST_GOODS:
                ships += 1
                last = card - FIRST_SHIP + 1
        return worth + self.row_of_ships(ships, last)

    def row_of_ships(self, ships: i64, last: i64) -> float:
        """What a row of ships promises: the more, the lower its last number."""
        if ships == 0:
            return 0.0
        weight = self.w[FIRST_SHIP_WORTH] if ships == 1 else self.w[SECOND_SHIP]
        return weight * (1.0 - float(last) / SHIPS)

    def dice_worth(self, s: State, seat: i64) -> float:
        """The dice in hand; they do more together."""
        worth = 0.0
        count: i64 = 0
        colours = zeros(N_COLOURS)
        for die in s.cards_in(HAND + seat):
            worth += self.die_worth(s.value(die))
            if colours[DIE_COLOUR[die]]:
                worth += self.w[SAME_COLOUR]
            colours[DIE_COLOUR[die]] += 1
            count += 1
        return worth - float(max(0, count - HANDFUL)) * self.w[CROWDED]

    def die_worth(self, value: i64) -> float:
        """A die, by what it shows; 0 if that is not known."""
        return self.w[DIE] + self.w[PIP] * (float(value) if value else MEAN_FACE)

    # --- the prior --------------------------------------------------------------------

    def prior(self, position: Position, action: i64) -> float:
        assert isinstance(position, State)
        return self.w[SHARPNESS] * self.gain(position, action)

    def gain(self, s: State, action: i64) -> float:
        """What an action brings the seat on turn, less what it costs."""
        w = self.w
        if action >= FIRST_DISCARD:
            return -self.die_worth(s.value(action - FIRST_DISCARD))
        if action >= FIRST_PAY:
            return self.paying(s, action - FIRST_PAY)
        if action >= FIRST_USE:
            return -self.loss(action - FIRST_USE)
        if action >= FIRST_TAKE:
            return self.taking(s, action - FIRST_TAKE)
        if action >= FIRST_DIE:
            return self.new_die(s, action - FIRST_DIE)
        if action == EXTRA_TURN:
            return w[TURN_WORTH] - w[ADMINISTRATOR]
        if action == DRAW_TWO:
            return 2.0 * self.die_worth(0) - w[ADMINISTRATOR] - self.crowding(s, 2)
        if action == TAKE_COINS:
            return self.coins(s, 2)
        if action == TAKE_FAME:
            return self.fame(s, 1)
        if action == PAY_KARMA:
            return self.covered(s, 1) - w[KARMA]
        if action == PAY_ADMINISTRATOR:
            return self.covered(s, JOKER) - w[ADMINISTRATOR]
        if COPY_SHIP <= action < TRIO_SAME:
            return self.effect(s, last_ship(s, action - COPY_SHIP))
        return 0.0

    def taking(self, s: State, card: i64) -> float:
        """A card of the display with its action side, and the price if it has to be paid."""
        gain = self.card_worth(s, card)
        if s.phase == TURN:
            gain -= self.cost(s, card)
        return gain

    def card_worth(self, s: State, card: i64) -> float:
        """What carrying out a card brings."""
        if card >= FIRST_PALACE:
            return self.effect(s, card)
        worth = self.trio_worth(s, card)
        if card >= FIRST_GOODS:
            return worth + self.coins(s, COIN[card])
        if card >= FIRST_SHIP:
            return worth + self.effect(s, card) + self.ship_worth(s, card)
        return worth + self.fame(s, N_BUILDINGS[card])

    def cost(self, s: State, card: i64) -> float:
        """About what is paid for a card: dice by their pips, karma and jokers where those lack."""
        if FIRST_GOODS <= card < FIRST_PALACE:
            return 0.0
        if card >= FIRST_SHIP:
            best = self.w[ADMINISTRATOR]
            for die in s.cards_in(HAND + s.turn):
                karma = karma_needed(s, die, card)
                if karma <= s.karma[s.turn]:
                    cost = self.die_worth(s.value(die)) + float(karma) * self.w[KARMA]
                    best = min(best, cost)
            return best
        return self.cost_of_building(s, card)

    def cost_of_building(self, s: State, card: i64) -> float:
        """The dice of the colour, the best ones first, until the price is met."""
        left = COST[card]
        cost = 0.0
        for face in range(6, 0, -1):
            for die in s.cards_in(HAND + s.turn):
                if left > 0 and DIE_COLOUR[die] == COST_COLOUR[card] and s.value(die) == face:
                    left -= face
                    cost += self.die_worth(face)
        karma = s.karma[s.turn]
        while left > 0:
            if left <= karma:
                return cost + float(left) * self.w[KARMA]
            cost += self.w[ADMINISTRATOR]
            left -= JOKER
        return cost

    def fame(self, s: State, amount: i64) -> float:
        """So much fame, and the reward of a score card if it is enough."""
        gain = float(amount) * self.w[FAME]
        if s.fame[s.turn] + amount >= FAME_TO_TURN:
            gain += self.w[FLIP] - float(FAME_TO_TURN) * self.w[FAME]
        return gain + self.last_step(s, s.fame[s.turn] + amount >= FAME_TO_TURN)

    def coins(self, s: State, amount: i64) -> float:
        """A number of coins, and the reward of a score card if they are enough."""
        gain = float(amount) * self.w[COIN_WORTH]
        if s.coins[s.turn] + amount >= COINS_TO_TURN:
            gain += self.w[FLIP] - float(COINS_TO_TURN) * self.w[COIN_WORTH]
        return gain + self.last_step(s, s.coins[s.turn] + amount >= COINS_TO_TURN)

    def last_step(self, s: State, turns: bool) -> float:
        """CK 8.1: turning the sixth score card."""
        return self.w[FINISH] if turns and s.turned(s.turn) == N_REWARDS - 1 else 0.0

    def effect(self, s: State, card: i64) -> float:
        """The reward of a ship, or a palace action."""
        worth = 0.0
        for part in range(2):
            task = CARD_TASKS[2 * card + part]
            if task != NONE:
                worth += self.part_worth(s, kind_of(task), argument_of(task))
        return worth

    def part_worth(self, s: State, kind: i64, amount: i64) -> float:
        """One part of an effect."""
        if kind == actions.FAME:
            return self.fame(s, amount)
        if kind == actions.COINS:
            return self.coins(s, amount)
        if kind == actions.KARMA:
            return self.karma(s, amount)
        if kind == actions.DICE:
            return float(amount) * self.die_worth(0) - self.crowding(s, amount)
        if kind == actions.COINS_FOR_GOODS:
            return self.coins(s, goods_before(s))
        return self.w[TURN_WORTH]  # a goods card, a palace card, the top card or a ship's reward

    def karma(self, s: State, amount: i64) -> float:
        """So much karma; three are exchanged for an administrator."""
        if s.karma[s.turn] + amount < KARMA_EXCHANGED:
            return float(amount) * self.w[KARMA]
        return self.w[ADMINISTRATOR] - float(KARMA_EXCHANGED - amount) * self.w[KARMA]

    def crowding(self, s: State, dice: i64) -> float:
        """What this many more dice cost because of the hand limit."""
        return float(max(0, s.sizes[HAND + s.turn] + dice - HANDFUL)) * self.w[CROWDED]

    def ship_worth(self, s: State, card: i64) -> float:
        """CK 3.3, CK 4.5: what a ship does to the row: a new one, a longer one, or the third."""
        ships: i64 = 0
        last: i64 = 0
        for other in s.cards_before(s.turn):
            if FIRST_SHIP <= other < FIRST_GOODS:
                ships += 1
                last = other
        number = card - FIRST_SHIP + 1
        before = self.row_of_ships(ships, last - FIRST_SHIP + 1)
        if last > card:
            return self.row_of_ships(1, number) - before
        if ships + 1 == TRIO:
            return self.w[ADMINISTRATOR] - before
        return self.row_of_ships(ships + 1, number) - before

    def trio_worth(self, s: State, card: i64) -> float:
        """CK 4: the symbols of a card in the row, or the trio they complete."""
        shown = zeros(N_SYMBOLS)
        values = zeros(N_SYMBOLS)
        for other in s.cards_before(s.turn):
            for symbol in range(N_SYMBOLS):
                if SHOWS[other * N_SYMBOLS + symbol]:
                    shown[symbol] += 1
                    values[symbol] += SHOWS[other * N_SYMBOLS + symbol]
        return self.building_trio(card, shown) + self.goods_trio(s, card, shown, values)

    def building_trio(self, card: i64, shown: vec[i64]) -> float:
        """CK 4.1, CK 4.2: buildings in the row, or an administrator for three of them."""
        if N_BUILDINGS[card] == 0:
            return 0.0
        same = False
        different = True
        for symbol in range(N_KINDS):
            count = shown[symbol] + SHOWS[card * N_SYMBOLS + symbol]
            same = same or count >= TRIO
            different = different and count > 0
        if same or different:
            return self.w[ADMINISTRATOR] - 2.0 * self.w[BUILDING]
        return float(N_BUILDINGS[card]) * self.w[BUILDING]

    def goods_trio(self, s: State, card: i64, shown: vec[i64], values: vec[i64]) -> float:
        """CK 4.3, CK 4.4: goods in the row, or the coins for three of them."""
        if N_GOODS[card] == 0:
            return 0.0
        best: i64 = 0
        different: i64 = 0
        for symbol in range(FIRST_GOOD, FIRST_GOOD + N_KINDS):
            value = SHOWS[card * N_SYMBOLS + symbol]
            count = shown[symbol] + (1 if value else 0)
            if count >= TRIO:
                best = max(best, values[symbol] + value)
            if count and different >= 0:
                different += (values[symbol] + value) // count
            else:
                different = -100
        best = max(best, different)
        if best <= 0:
            return float(goods_value(card)) * self.w[GOOD]
        return self.coins(s, best) - float(best - goods_value(card)) * self.w[GOOD]

    def loss(self, card: i64) -> float:
        """What a card in a row is worth in addition to the symbol it gives away."""
        return float(N_BUILDINGS[card]) * self.w[BUILDING] + float(goods_value(card)) * self.w[GOOD]

    def new_die(self, s: State, card: i64) -> float:
        """A die from the display, better of a colour that is held."""
        worth = self.die_worth(s.value(card) if s.die[card] >= 8 else 0)
        for die in s.cards_in(HAND + s.turn):
            if DIE_COLOUR[die] == DIE_COLOUR[card]:
                worth += self.w[SAME_COLOUR]
        return worth - self.crowding(s, 1)

    def paying(self, s: State, die: i64) -> float:
        """A die for a payment, best one that is not worth more than is due."""
        card = price(s)
        if card >= FIRST_SHIP:
            karma = float(karma_needed(s, die, card))
            return -self.die_worth(s.value(die)) - karma * self.w[KARMA]
        return self.covered(s, s.value(die)) - self.die_worth(s.value(die))

    def covered(self, s: State, amount: i64) -> float:
        """How much of what is still due a piece pays, in the worth of dice."""
        card = price(s)
        if card >= FIRST_SHIP:
            return 0.0
        due = COST[card] - picked_worth(s)
        return float(min(amount, due)) * self.die_worth(5) / 5.0


def goods_value(card: i64) -> i64:
    """The coins that the goods on a card are worth."""
    value: i64 = 0
    for symbol in range(FIRST_GOOD, FIRST_GOOD + N_KINDS):
        value += SHOWS[card * N_SYMBOLS + symbol]
    return value


def goods_before(s: State) -> i64:
    """How many goods the cards of the seat on turn show."""
    count: i64 = 0
    for card in s.cards_before(s.turn):
        count += N_GOODS[card]
    return count
