"""A position of Cards & Karma: small numbers in flat arrays, copied cheaply.

Where every card lies is public, down to the action sides of the cards in hand (R11).  Secret are
only the values on the dice sides, and while the score cards are being arranged (CK 7.3) what the
others arrange.

Nothing is shuffled.  The draw pile is a set of cards of which only the top one is drawn, because it
lies action side up; the value of a card is drawn when somebody first sees it, out of `bag`; a score
card's reward is drawn when it is turned.  What follows from a card is a stack of `tasks` and a
`queue` (R1, R2): a half-resolved cascade is a position like any other.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from dalang.engine.api import Position
from dalang.engine.arrays import EMPTY, filled, zeros
from dalang.engine.vecs import append, pop, vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import task
from dalang.games.cards_and_karma.components import (
    BIT_NUMBERS,
    CARD_BIT,
    CARD_WORD,
    DICE_OF_EACH,
    DISPLAY_SIZE,
    FACES,
    HAND_SIZE,
    N_CARDS,
    N_COLOURS,
    N_REWARDS,
    N_SYMBOLS,
    NONE,
    NUMBER_OF_BIT,
    SHOWS,
    WORD_SIZE,
    WORDS,
)

# Phases: first those of chance, then the questions in the order of the rulebook.
TOP: Final[i64] = 0  # CK 1.2, chance: the next card of the pile comes to lie on top
VALUE: Final[i64] = 1  # R14, chance: the value of the next card in `turning` is seen
REWARD: Final[i64] = 2  # CK 7.2, chance: a score card is turned
START: Final[i64] = 3  # CK 1.5, chance
ARRANGE: Final[i64] = 4  # CK 7.3
TURN: Final[i64] = 5  # CK 3, CK 6.3
PAY: Final[i64] = 6  # CK 3.2, CK 3.3, CK 3.5
DISCARD: Final[i64] = 7  # CK 3.1
DIE: Final[i64] = 8  # CK 3.6, a die from the display
GOODS: Final[i64] = 9  # CK 3.6
MORE_GOODS: Final[i64] = 10  # CK 3.6
PALACE: Final[i64] = 11  # CK 3.6
COPY: Final[i64] = 12  # CK 3.7
TRIO_CHOICE: Final[i64] = 13  # CK 4.8
SYMBOL: Final[i64] = 14  # CK 4.2, CK 4.4
COINS_OR_PALACE: Final[i64] = 15  # CK 7.2
FAME_OR_SHIP: Final[i64] = 16  # CK 7.2
AFTER: Final[i64] = 17  # CK 6.1, CK 6.3
END: Final[i64] = 18  # CK 8
PHASES: Final = (
    "top",
    "value",
    "reward",
    "start",
    "arrange",
    "turn",
    "pay",
    "discard",
    "die",
    "goods",
    "more_goods",
    "palace",
    "copy",
    "trio",
    "symbol",
    "coins_or_palace",
    "fame_or_ship",
    "after",
    "end",
)

# Where a card can lie.
PILE: Final[i64] = 0
ON_DISPLAY: Final[i64] = 1
DISCARDED: Final[i64] = 2
CARRIED: Final[i64] = 3  # CK 3.5: a palace card while its action is being carried out
LOCKED: Final[i64] = 4  # R5: three ships of the seat on turn, until the third one's reward is done
LOCKED_AGAIN: Final[i64] = 5  # R5: a second such row that came up meanwhile
HAND: Final[i64] = 6  # + seat
TABLE: Final[i64] = 10  # + seat: in one of its rows
N_PLACES: Final[i64] = 14

PUBLIC: Final[i64] = 8  # added to the value of a die that everybody has seen

# What comes when all tasks are done.
BEFORE: Final[i64] = 0  # the action of the turn
ACTED: Final[i64] = 1  # what follows the action (R8, R9)
BETWEEN: Final[i64] = 2  # the second series (R15)
MOMENTS: Final = ("before", "acted", "between")


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Position):
    """The data of a position.  Everything that is being resolved belongs to the seat on turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open_rewards: i64 = 0  # 1 in the variant CK 7.3
        self.phase: i64 = TOP
        self.moment: i64 = BEFORE
        self.round: i64 = 0  # 0 during the set-up
        self.series: i64 = 1
        self.elephant: i64 = 0
        self.turn: i64 = 0  # the seat that acts
        self.extra_turns: i64 = 0  # R9: won by score cards and still to come
        self.arranged: i64 = 0  # CK 7.3: score cards laid out so far, seat by seat

        self.tasks = EMPTY  # the next one last
        self.queue = EMPTY  # the next one first
        self.turning = EMPTY  # cards whose value is being seen, the next one last
        self.picked = EMPTY  # cards chosen for a payment or for trios so far
        self.picked_karma: i64 = 0
        self.picked_administrators: i64 = 0
        self.due_coins: i64 = 0  # for the trios chosen so far
        self.due_administrators: i64 = 0

        self.top: i64 = NONE  # the top card of the pile
        self.discard_top: i64 = NONE
        self.where = EMPTY  # per card; changed by move() only, as the next two
        self.sets = EMPTY  # [place, word]: the same the other way round, as sets of cards
        self.sizes = EMPTY  # [place]: how many cards lie there
        self.pile = EMPTY  # per card: 1 if it lies in the pile below the top card

        self.fame = EMPTY
        self.coins = EMPTY
        self.karma = EMPTY
        self.administrators = EMPTY
        self.left = EMPTY  # score cards turned from the left
        self.right = EMPTY  # … and from the right

        self.die = (
            EMPTY  # per card: its value; 0 if nobody saw it, + PUBLIC if all did; partly secret
        )
        self.bag = EMPTY  # [colour, value - 1]: values nobody has seen; secret
        self.rewards = EMPTY  # [seat, place]: of the score cards; secret while being arranged

    def set_up(self, players: i64, open_rewards: i64) -> None:
        """The box is open: the cards are shuffled, nothing is dealt (CK 1.3, CK 1.4)."""
        self.players = players
        self.open_rewards = open_rewards
        self.where = filled(N_CARDS, PILE)
        self.sizes = zeros(N_PLACES)
        self.sizes[PILE] = N_CARDS
        self.sets = zeros(N_PLACES * WORDS)
        for card in range(N_CARDS):
            self.sets[PILE * WORDS + CARD_WORD[card]] |= CARD_BIT[card]
        self.pile = filled(N_CARDS, 1)
        self.fame = zeros(players)
        self.coins = zeros(players)
        self.karma = zeros(players)
        self.administrators = zeros(players)
        self.left = zeros(players)
        self.right = zeros(players)
        self.die = zeros(N_CARDS)
        self.bag = filled(N_COLOURS * FACES, DICE_OF_EACH)
        self.rewards = filled(players * N_REWARDS, NONE)
        self.push(task(actions.START))
        self.push(task(actions.LAY_OUT, DISPLAY_SIZE[players]))
        self.push(task(actions.DEAL, players * HAND_SIZE))

    def copy_public(self, other: State) -> None:
        """Takes over all that lies open.  An allow-list: what is not copied here is secret."""
        self.players = other.players
        self.open_rewards = other.open_rewards
        self.phase = other.phase
        self.moment = other.moment
        self.round = other.round
        self.series = other.series
        self.elephant = other.elephant
        self.turn = other.turn
        self.extra_turns = other.extra_turns
        self.arranged = other.arranged
        self.tasks = other.tasks[:]
        self.queue = other.queue[:]
        self.turning = other.turning[:]
        self.picked = other.picked[:]
        self.picked_karma = other.picked_karma
        self.picked_administrators = other.picked_administrators
        self.due_coins = other.due_coins
        self.due_administrators = other.due_administrators
        self.top = other.top
        self.discard_top = other.discard_top
        self.where = other.where[:]
        self.sets = other.sets[:]
        self.sizes = other.sizes[:]
        self.pile = other.pile[:]
        self.fame = other.fame[:]
        self.coins = other.coins[:]
        self.karma = other.karma[:]
        self.administrators = other.administrators[:]
        self.left = other.left[:]
        self.right = other.right[:]

    def copy_all(self, other: State) -> None:
        """Takes over everything, secrets too."""
        self.copy_public(other)
        self.die = other.die[:]
        self.bag = other.bag[:]
        self.rewards = other.rewards[:]

    def push(self, pending: i64) -> None:
        """The next thing to do; what was next before comes after it."""
        self.tasks = append(self.tasks, pending)

    def task_done(self) -> None:
        """The next task is dealt with."""
        self.tasks, _ = pop(self.tasks)

    def next_task(self) -> i64:
        """What is to be done next, or NONE."""
        return self.tasks[len(self.tasks) - 1] if len(self.tasks) else NONE

    def move(self, card: i64, place: i64) -> None:
        """The card lies somewhere else now."""
        word = CARD_WORD[card]
        bit = CARD_BIT[card]
        old = self.where[card]
        self.sets[old * WORDS + word] ^= bit
        self.sets[place * WORDS + word] ^= bit
        self.sizes[old] -= 1
        self.sizes[place] += 1
        self.where[card] = place

    def cards_in(self, place: i64) -> vec[i64]:
        """The cards that lie somewhere, ascending."""
        found = zeros(self.sizes[place])
        number: i64 = 0
        for word in range(WORDS):
            number = write_cards(found, number, word, self.sets[place * WORDS + word])
        return found

    def cards_before(self, seat: i64) -> vec[i64]:
        """The cards in a seat's rows, under lock or not, ascending."""
        locked = self.sizes[LOCKED] + self.sizes[LOCKED_AGAIN]
        if seat != self.turn or locked == 0:
            return self.cards_in(TABLE + seat)
        found = zeros(self.sizes[TABLE + seat] + locked)
        number: i64 = 0
        for word in range(WORDS):
            cards = self.sets[LOCKED * WORDS + word] | self.sets[LOCKED_AGAIN * WORDS + word]
            cards |= self.sets[(TABLE + seat) * WORDS + word]
            number = write_cards(found, number, word, cards)
        return found

    def value(self, card: i64) -> i64:
        """The value on a card's dice side, 0 if it is not known here."""
        return self.die[card] % PUBLIC

    def turned(self, seat: i64) -> i64:
        """How many score cards a seat has turned."""
        return self.left[seat] + self.right[seat]

    def arranging(self) -> bool:
        """CK 7.3: whether score cards are still being arranged."""
        return self.open_rewards == 1 and self.arranged < self.players * N_REWARDS


def write_cards(found: vec[i64], number: i64, word: i64, cards: i64) -> i64:
    """Writes the cards of one word of a set from a place on; says where the next place is."""
    while cards:
        bit = cards & -cards
        found[number] = word * WORD_SIZE + NUMBER_OF_BIT[bit % BIT_NUMBERS]
        number += 1
        cards ^= bit
    return number


def symbols_before(s: State, seat: i64) -> vec[i64]:
    """How often a seat's rows show each symbol."""
    shown = zeros(N_SYMBOLS)
    for card in s.cards_before(seat):
        for symbol in range(N_SYMBOLS):
            if SHOWS[card * N_SYMBOLS + symbol]:
                shown[symbol] += 1
    return shown
