"""CK 3.2, CK 3.3, CK 3.5, CK 5, CK 6.2: prices, and paying with dice, karma and jokers.

Only minimal payments are offered (R12).  A payment is composed piece by piece: every piece
offered leads on to some minimal payment, and when the pieces pay the price they are one.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dalang.engine.api import Event, Phrase
from dalang.engine.arrays import EMPTY, zeros
from dalang.engine.vecs import append, vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import FIRST_PAY, PAY_ADMINISTRATOR, PAY_KARMA
from dalang.games.cards_and_karma.components import (
    BIT,
    BIT_NUMBERS,
    BYTE,
    CARDS,
    COST,
    COST_COLOUR,
    DIE_COLOUR,
    FACES,
    FIRST_GOODS,
    FIRST_PALACE,
    FIRST_SHIP,
    JOKER,
    NUMBER_OF_BIT,
    WORD_SIZE,
    WORDS,
)
from dalang.games.cards_and_karma.rules.cards import take_card
from dalang.games.cards_and_karma.rules.piles import die_name, discard_die
from dalang.games.cards_and_karma.state import HAND, PUBLIC, State

KARMA_PIECE: Final[i64] = 20  # bits after those of the dice
JOKER_PIECE: Final[i64] = 21


@final
@mypyc_attr(acyclic=True)
class Purse:
    """What the seat on turn can spend at most, by colour and by exact value."""

    def __init__(self, s: State) -> None:
        self.karma: i64 = s.karma[s.turn]
        self.jokers: i64 = s.administrators[s.turn]
        worth: i64 = 0
        room: i64 = 0
        values: i64 = 0
        bits = BIT
        colours = DIE_COLOUR
        numbers = NUMBER_OF_BIT
        dice = s.die
        for word in range(WORDS):  # as in write_cards(), but nothing is written
            hand = s.sets[(HAND + s.turn) * WORDS + word]
            while hand:
                bit = hand & -hand
                hand ^= bit
                die = word * WORD_SIZE + numbers[bit % BIT_NUMBERS]
                value = dice[die] & (PUBLIC - 1)
                colour = bits[BYTE * colours[die]]
                worth += value * colour
                room += (FACES - value) * colour
                values |= bits[value]
        self.worth = worth  # of the dice of each colour, one byte a colour
        self.room = room  # what karma could add to them, one byte a colour
        self.values = values  # which values the dice show, as bits

    def reach(self, colour: i64) -> i64:
        """CK 3.2, CK 5.1, CK 6.2: the most that can be paid in a colour."""
        worth = (self.worth >> (BYTE * colour)) & 255
        room = (self.room >> (BYTE * colour)) & 255
        return worth + min(self.karma, room) + JOKER * self.jokers

    def has_exactly(self, value: i64) -> bool:
        """CK 3.3, CK 3.5, CK 5.1, CK 6.2: whether a joker or a die can be exactly that."""
        low = max(1, value - self.karma)
        high = min(FACES, value + self.karma)
        return self.jokers > 0 or (self.values & (BIT[high + 1] - BIT[low])) != 0

    def can_pay(self, card: i64) -> bool:
        """CK 3.2, CK 3.3, CK 3.4, CK 3.5: whether some payment for a card exists."""
        if card < FIRST_SHIP:
            return self.reach(COST_COLOUR[card]) >= COST[card]
        if FIRST_GOODS <= card < FIRST_PALACE:
            return True
        return self.has_exactly(COST[card])


def price(s: State) -> i64:
    """The card being paid."""
    return actions.argument_of(s.next_task())


def legal_pay(s: State) -> vec[i64]:
    """R12: every piece that leads on to a minimal payment."""
    card = price(s)
    return legal_sum(s, card) if card < FIRST_SHIP else legal_exact(s, card)


def legal_exact(s: State, card: i64) -> vec[i64]:
    """CK 3.3, CK 3.5, CK 5.1: one die and the karma it needs, or one joker."""
    hand = HAND + s.turn
    legal = zeros(1 + s.sizes[hand])
    number: i64 = 0
    if s.administrators[s.turn]:
        legal[0] = PAY_ADMINISTRATOR
        number = 1
    for place in range(number, s.write_cards_in(hand, legal, number)):
        die = legal[place]
        if karma_needed(s, die, card) <= s.karma[s.turn]:
            legal[number] = FIRST_PAY + die
            number += 1
    return legal[:number]


def may_have_a_choice(s: State) -> bool:
    """R12: as far as everybody knows several pieces could lead on; hidden values tell which do."""
    card = price(s)
    jokers = s.administrators[s.turn] > s.picked_administrators
    karma = card < FIRST_SHIP and s.karma[s.turn] > s.picked_karma
    pieces: i64 = (1 if jokers else 0) + (1 if karma else 0)
    hidden: i64 = 0
    for die in s.cards_in(HAND + s.turn):
        if card >= FIRST_SHIP or DIE_COLOUR[die] == COST_COLOUR[card]:
            pieces += 0 if die in s.picked else 1
            hidden += 1 if s.die[die] < PUBLIC else 0
    return hidden > 0 and pieces > 1


def is_payable(s: State, card: i64, hidden: i64) -> bool:
    """R11: whether a card can be paid if every die not known to all is taken for the same value.

    With `hidden` at FACES that is: as far as everybody knows it may be; with 1: it surely is.
    """
    if FIRST_GOODS <= card < FIRST_PALACE or s.administrators[s.turn] * JOKER >= COST[card]:
        return True
    worth: i64 = JOKER * s.administrators[s.turn]
    room: i64 = 0
    for die in s.cards_in(HAND + s.turn):
        known = s.die[die] >= PUBLIC
        if card >= FIRST_SHIP:
            if karma_needed(s, die, card) <= s.karma[s.turn] if known else hidden == FACES:
                return True
        elif DIE_COLOUR[die] == COST_COLOUR[card]:
            value = s.value(die) if known else hidden
            worth += value
            room += FACES - value
    return card < FIRST_SHIP and worth + min(s.karma[s.turn], room) >= COST[card]


def shows_dice(s: State, action: i64) -> bool:
    """R11, R12: whether a piece of a payment tells something of dice that not everybody knows.

    Which pieces lead on to a minimal sum depends on all dice of the colour.
    """
    card = price(s)
    if card >= FIRST_SHIP:
        return action >= FIRST_PAY and s.die[action - FIRST_PAY] < PUBLIC
    for die in s.cards_in(HAND + s.turn):
        if DIE_COLOUR[die] == COST_COLOUR[card] and s.die[die] < PUBLIC:
            return True
    return False


def karma_needed(s: State, die: i64, card: i64) -> i64:
    """CK 5.1: how much karma makes a die show exactly the price of a ship or palace card."""
    value = s.value(die)
    return max(value, COST[card]) - min(value, COST[card])


def pay_phrase(s: State, die: i64) -> Phrase:
    """What a die would pay, with the karma it needs."""
    card = price(s)
    args: dict[str, object] = {"die": die_name(s, die)}
    karma = int(karma_needed(s, die, card)) if card >= FIRST_SHIP else 0
    return Phrase("do_pay_changed", args | {"karma": karma}) if karma else Phrase("do_pay", args)


def legal_sum(s: State, card: i64) -> vec[i64]:
    """CK 3.2: dice of the colour, karma and jokers, as long as all pieces together are needed."""
    hand = s.cards_in(HAND + s.turn)
    size: i64 = 0
    chosen: i64 = 0
    for die in hand:
        if DIE_COLOUR[die] == COST_COLOUR[card]:
            if die in s.picked:
                chosen |= BIT[size]
            hand[size] = die
            size += 1
    useful = useful_pieces(s, hand[:size], chosen, COST[card])
    legal = zeros(2 + size)
    number: i64 = 0
    if useful & BIT[KARMA_PIECE]:
        legal[0] = PAY_KARMA
        number = 1
    if useful & BIT[JOKER_PIECE]:
        legal[number] = PAY_ADMINISTRATOR
        number += 1
    for n in range(size):
        if useful & ~chosen & BIT[n]:
            legal[number] = FIRST_PAY + hand[n]
            number += 1
    return legal[:number]


def useful_pieces(s: State, dice: vec[i64], chosen: i64, cost: i64) -> i64:
    """R12: all pieces of all minimal payments that hold what was chosen so far, as bits."""
    useful: i64 = 0
    for subset in range(BIT[len(dice)]):
        if subset & chosen != chosen:
            continue
        worth: i64 = 0
        smallest: i64 = JOKER
        room: i64 = 0
        for number in range(len(dice)):
            if subset & BIT[number]:
                value = s.value(dice[number])
                worth += value
                smallest = min(smallest, value)
                room += FACES - value
        for jokers in range(s.picked_administrators, s.administrators[s.turn] + 1):
            for karma in range(s.picked_karma, s.karma[s.turn] + 1):
                total = worth + karma + JOKER * jokers
                if is_minimal(total, cost, smallest, karma, room):
                    useful |= subset
                    if karma > s.picked_karma:
                        useful |= BIT[KARMA_PIECE]
                    if jokers > s.picked_administrators:
                        useful |= BIT[JOKER_PIECE]
    return useful


def is_minimal(total: i64, cost: i64, smallest: i64, karma: i64, room: i64) -> bool:
    """R12: the pieces pay the price, and without the least of them they would not.

    Karma is worth 1, so with karma the price is met exactly, and then all else is needed too.
    """
    if karma:
        return total == cost and karma <= room
    return cost <= total < cost + smallest


def apply_pay(s: State, action: i64, sink: list[Event] | None) -> None:
    """CK 3.2, CK 3.3, CK 3.5: one more piece; when the price is met the card is taken."""
    card = price(s)
    if action == PAY_KARMA:
        s.picked_karma += 1
    elif action == PAY_ADMINISTRATOR:
        s.picked_administrators += 1
    else:
        s.picked = append(s.picked, action - FIRST_PAY)
        if card >= FIRST_SHIP:
            s.picked_karma = karma_needed(s, action - FIRST_PAY, card)
    if card >= FIRST_SHIP or picked_worth(s) >= COST[card]:
        hand_over(s, sink)
        s.task_done()
        take_card(s, card, sink)


def picked_worth(s: State) -> i64:
    """CK 3.2: what the pieces chosen so far are worth together."""
    worth = s.picked_karma + JOKER * s.picked_administrators
    for die in s.picked:
        worth += s.value(die)
    return worth


def tokens_paid(s: State) -> list[str]:
    """CK 5.1, CK 6.2: karma and jokers that go with the dice, if any."""
    paid: list[str] = []
    if s.picked_karma:
        paid.append(f"karma {int(s.picked_karma)}")
    if s.picked_administrators:
        paid.append(f"administrators {int(s.picked_administrators)}")
    return paid


def hand_over(s: State, sink: list[Event] | None) -> None:
    """CK 2.5, CK 5.1, CK 6.2: dice are discarded for all to see, karma and jokers go back."""
    seat = s.turn
    revealed = False
    dice: list[str] = []
    for die in s.picked:
        revealed = revealed or s.die[die] < PUBLIC
        discard_die(s, die)
        if sink is not None:
            dice.append(die_name(s, die))
    s.karma[seat] -= s.picked_karma
    s.administrators[seat] -= s.picked_administrators
    if sink is not None:
        args: dict[str, object] = {
            "seat": int(seat),
            "card": CARDS[price(s)],
            "dice": dice,
            "karma": int(s.picked_karma),
            "administrators": int(s.picked_administrators),
            "payment": dice + tokens_paid(s),
        }
        sink.append(Event("paid", args, reveals=revealed))
    s.picked = EMPTY
    s.picked_karma = 0
    s.picked_administrators = 0
