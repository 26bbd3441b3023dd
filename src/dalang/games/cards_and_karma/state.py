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

from dalang.engine.arrays import EMPTY, filled, zeros
from dalang.engine.declared import DeclaredPosition
from dalang.engine.errors import NotationError, PositionError
from dalang.engine.fields import (
    Counts,
    FieldTable,
    Line,
    Marks,
    Number,
    Numbers,
    OneOf,
    OneOfEach,
    PerSeat,
    SeatNumber,
    Several,
)
from dalang.engine.notation import Fields
from dalang.engine.vecs import append, pop, vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import TASK_CODES, TASK_NAMES, task, task_name
from dalang.games.cards_and_karma.components import (
    BIT_NUMBERS,
    BYTE,
    CARD_BIT,
    CARD_WORD,
    CARDS,
    COLOURS,
    DICE_OF_EACH,
    DIE_COLOUR,
    DISPLAY_SIZE,
    EDITION,
    FACES,
    HAND_LIMIT,
    HAND_SIZE,
    KEY,
    N_CARDS,
    N_COLOURS,
    N_REWARDS,
    N_SYMBOLS,
    NONE,
    NUMBER_OF_BIT,
    PACK_BITS,
    PACKED,
    PACKS,
    PLAYERS,
    REWARDS,
    SHOWN,
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
CARRIED: Final[i64] = 3  # CK 3.5: a palace card while its action is carried out; CK 2.4: a ship
LOCKED: Final[i64] = 4  # R5: three ships of the seat on turn, until the third one's reward is done
LOCKED_AGAIN: Final[i64] = 5  # R5: a second such row that came up since
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
class State(DeclaredPosition):
    """The data of a position; what it means is told in FIELDS.

    Everything that is being resolved belongs to the seat on turn.
    """

    def __init__(self) -> None:
        super().__init__()
        self.open_rewards: i64 = 0
        self.moment: i64 = BEFORE
        self.round: i64 = 0
        self.series: i64 = 1
        self.elephant: i64 = 0
        self.extra_turns: i64 = 0
        self.arranged: i64 = 0
        self.picked_karma: i64 = 0
        self.picked_administrators: i64 = 0
        self.due_coins: i64 = 0
        self.due_administrators: i64 = 0
        self.top: i64 = NONE
        self.discard_top: i64 = NONE
        self.tasks = self.queue = self.turning = self.picked = EMPTY
        self.where = self.places = self.sets = self.sizes = self.pile = EMPTY
        self.fame = self.coins = self.karma = self.administrators = EMPTY
        self.left = self.right = self.rewards = self.bag = EMPTY
        self.die = self.dice = EMPTY

    def field_table(self) -> FieldTable:
        return FIELDS

    def lay_out(self) -> None:
        """CK 1.3, CK 1.4: all cards are in the pile; four each and the display are to be dealt."""
        self.sizes[PILE] = N_CARDS
        for card in range(N_CARDS):
            self.sets[PILE * WORDS + CARD_WORD[card]] |= CARD_BIT[card]
        self.push(task(actions.START))
        self.push(task(actions.LAY_OUT, DISPLAY_SIZE[self.players]))
        self.push(task(actions.DEAL, self.players * HAND_SIZE))

    def derive(self) -> None:
        """Works out what lies in the pile, and the values nobody has seen."""
        if self.arranged and not self.open_rewards:
            raise PositionError("Score cards are arranged only if they are open (CK 7.3).")
        self.bag = filled(N_COLOURS * FACES, DICE_OF_EACH)
        for card in range(N_CARDS):
            self.pile[card] = 1 if self.where[card] == PILE and card != self.top else 0
            if self.die[card]:
                self.bag[DIE_COLOUR[card] * FACES + self.value(card) - 1] -= 1

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
        self.places = other.places[:]
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
        self.dice = other.dice[:]
        self.bag = other.bag[:]
        self.rewards = other.rewards[:]

    def push(self, pending: i64) -> None:
        """The next thing to do; what was next before comes after it."""
        self.tasks = append(self.tasks, pending)

    def task_done(self) -> None:
        """The next task is dealt with."""
        self.tasks = pop(self.tasks)[0]

    def one_fewer(self) -> None:
        """One of the cards or dice of the next task is dealt with."""
        self.tasks[len(self.tasks) - 1] -= 1  # the argument of the task

    def next_task(self) -> i64:
        """The next task, or NONE."""
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
        self.places[card // PACKED] ^= (old ^ place) << (card % PACKED * PACK_BITS)

    def set_die(self, card: i64, die: i64) -> None:
        """Another value is known of the card, or it is known to others; see FIELDS."""
        changed = (self.die[card] ^ die) << (card % PACKED * PACK_BITS)
        self.dice[card // PACKED] ^= changed
        self.die[card] = die

    def cards_in(self, place: i64) -> vec[i64]:
        """The cards that lie somewhere, ascending."""
        found = zeros(self.sizes[place])
        self.write_cards_in(place, found, 0)
        return found

    def write_cards_in(self, place: i64, found: vec[i64], number: i64) -> i64:
        """Writes the cards that lie somewhere, ascending; says where the next number is."""
        for word in range(WORDS):
            cards = self.sets[place * WORDS + word]
            if cards:
                number = write_cards(found, number, word, cards)
        return number

    def some_in(self, place: i64, kind: vec[i64]) -> vec[i64]:
        """The cards of a set that lie somewhere, ascending."""
        found = zeros(self.sizes[place])
        number: i64 = 0
        for word in range(WORDS):
            number = write_cards(found, number, word, self.sets[place * WORDS + word] & kind[word])
        return found[:number]

    def count_in(self, place: i64, kind: vec[i64]) -> i64:
        """How many cards of a set lie somewhere."""
        count: i64 = 0
        for word in range(WORDS):
            cards = self.sets[place * WORDS + word] & kind[word]
            if cards:
                count += count_bits(cards)
        return count

    def for_each_in(self, place: i64, first: i64) -> vec[i64]:
        """An action for each of the cards that lie somewhere, if card 0 has that number."""
        found = self.cards_in(place)
        for n in range(len(found)):
            found[n] += first
        return found

    def nth_card(self, place: i64, n: i64) -> i64:
        """One of the cards that lie somewhere, of which there must be more than n, ascending."""
        word = place * WORDS
        more = count_bits(self.sets[word])
        while n >= more:
            n -= more
            word += 1
            more = count_bits(self.sets[word])
        cards = self.sets[word]
        while n:
            cards &= cards - 1
            n -= 1
        return (word - place * WORDS) * WORD_SIZE + NUMBER_OF_BIT[(cards & -cards) % BIT_NUMBERS]

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
        return self.die[card] & (PUBLIC - 1)

    def turned(self, seat: i64) -> i64:
        """How many score cards a seat has turned."""
        return self.left[seat] + self.right[seat]

    def arranging(self) -> bool:
        """CK 7.3: whether score cards are still being arranged."""
        return self.open_rewards == 1 and self.arranged < self.players * N_REWARDS


def write_cards(found: vec[i64], number: i64, word: i64, cards: i64) -> i64:
    """Writes the cards of one word of a set from a place on; says where the next place is."""
    numbers = NUMBER_OF_BIT
    first = word * WORD_SIZE
    while cards:
        bit = cards & -cards
        found[number] = first + numbers[bit % BIT_NUMBERS]
        number += 1
        cards ^= bit
    return number


def count_bits(cards: i64) -> i64:
    """How many cards there are in one word of a set: first in pairs of bits, then in fours …"""
    cards -= (cards >> 1) & 0x555555555555
    cards = (cards & 0x333333333333) + ((cards >> 2) & 0x333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F
    cards += cards >> 8
    cards += cards >> 16
    return (cards + (cards >> 32)) & 127


def symbols_before(s: State, seat: i64) -> vec[i64]:
    """How often a seat's rows show each symbol."""
    counts = count_symbols(s, seat)
    return vec[i64]([counts >> BYTE * symbol & 255 for symbol in range(N_SYMBOLS)])


def count_symbols(s: State, seat: i64) -> i64:
    """The same, one byte a symbol."""
    counts: i64 = 0
    numbers = NUMBER_OF_BIT
    shown = SHOWN
    for word in range(WORDS):  # as in write_cards(), but nothing is written
        cards = s.sets[(TABLE + seat) * WORDS + word]
        if seat == s.turn:
            cards |= s.sets[LOCKED * WORDS + word] | s.sets[LOCKED_AGAIN * WORDS + word]
        while cards:
            bit = cards & -cards
            counts += shown[word * WORD_SIZE + numbers[bit % BIT_NUMBERS]]
            cards ^= bit
    return counts


# --- The fields ---------------------------------------------------------------------------
# A card is written by its name.  A number after it is the value on its dice side as the holder
# knows it, `ship12-blue 4`; an exclamation mark says that everybody knows it, `ship12-blue 4!`.

_VARIANTS: Final = ("hidden", "open")
_DICE: Final = ("", *(f" {n}" for n in range(1, 7)), "", "", *(f" {n}!" for n in range(1, 7)))
_NUMBER_OF: Final = {name: number for number, name in enumerate(CARDS)}
_VALUES: Final = tuple(str(value + 1) for value in range(FACES))
_DICE_NAMES: Final = tuple(f"{colour} {value}" for colour in COLOURS for value in _VALUES)
_LAID_OUT: Final = tuple(str(place + 1) for place in range(N_REWARDS))
_REWARDS: Final = int(N_REWARDS)
_TOKENS: Final = 99
_CARDS: Final = "a list of cards"
_TASKS: Final = "a list of tasks"


def _variant(s: State) -> object:
    return _VARIANTS[s.open_rewards]


def _read_variant(s: State, given: Fields) -> None:
    s.open_rewards = given.choice("rewards", _VARIANTS)


def _cards(s: State, place: int) -> list[str]:
    seen = [card for card in s.cards_in(place) if place != PILE or s.die[card]]
    return [CARDS[card] + _DICE[s.die[card]] for card in seen]


def _place(s: State, given: Fields, line: str, place: int) -> None:
    """Takes a list of cards, with their values, to where they lie."""
    for entry in given.words(line):
        name, _, value = entry.partition(" ")
        if name not in _NUMBER_OF or f" {value}".rstrip() not in _DICE:
            raise NotationError(f"{line}: there is no card {entry!r}.")
        card = _NUMBER_OF[name]
        if s.where[card] != PILE or s.die[card]:
            raise PositionError(f"{line}: {name} was named before; every card is there once.")
        s.move(card, place)
        s.set_die(card, _DICE.index(f" {value}".rstrip()))


def _lying(line: str, says: str, place: int, rows: bool = False) -> Line[State]:
    """The cards that lie somewhere, perhaps for each seat."""

    def show(s: State) -> object:
        if rows:
            return [_cards(s, place + seat) for seat in range(int(s.players))]
        return _cards(s, place)

    def read(s: State, given: Fields) -> None:
        for seat in range(int(s.players) if rows else 1):
            _place(s, given, f"{line} {seat}" if rows else line, place + seat)

    return Line(line, says, _CARDS, show, read, rows=rows)


def _tasks(s: State) -> object:
    return [task_name(pending) for pending in reversed(list(s.tasks))]


def _read_tasks(s: State, given: Fields) -> None:
    stack = [TASK_CODES[n] for n in given.names("tasks", None, TASK_NAMES)]
    s.tasks = vec[i64](list(reversed(stack)))


def _queue(s: State) -> object:
    return [task_name(pending) for pending in s.queue]


def _read_queue(s: State, given: Fields) -> None:
    s.queue = vec[i64]([TASK_CODES[n] for n in given.names("queue", None, TASK_NAMES)])


FIELDS: Final = FieldTable(
    KEY,
    EDITION,
    PLAYERS,
    written=[
        Line(
            "rewards",
            "the score cards lie open or not (CK 7.3)",
            "`hidden`, `open`",
            _variant,
            _read_variant,
            needed=True,
        ),
        OneOf("phase", "what comes next", PHASES),
        OneOf("moment", "what comes when all tasks are done", MOMENTS),
        Number("round", "0 during the set-up", most=9999, usual=20),
        Number("series", "which of the two series (R15)", low=1, most=2),
        SeatNumber("elephant", "who has the elephant"),
        SeatNumber("turn", "the seat that acts"),
        Number("extra_turns", "won and still to come (R9)", most=_REWARDS, for_each=True, usual=2),
        Number("arranged", "score cards laid out (CK 7.3)", most=_REWARDS, for_each=True),
        PerSeat("fame", "fame", most=_TOKENS, usual=10),
        PerSeat("coins", "coins", most=_TOKENS, usual=10),
        PerSeat("karma", "karma", most=_TOKENS, usual=6),
        PerSeat("administrators", "administrators", most=_TOKENS, usual=6),
        PerSeat("left", "score cards turned from the left", text="turned_left", most=_REWARDS),
        PerSeat("right", "score cards turned from the right", text="turned_right", most=_REWARDS),
        OneOfEach(
            "rewards",
            "the score cards from left to right (CK 7.2)",
            REWARDS,
            nothing="unknown",
            labels=_LAID_OUT,
            text="score_cards",
            rows=True,
            known_to="its seat",
        ),
        _lying("hand", "the hand; the values are known to the seat (R11)", int(HAND), rows=True),
        _lying("row", "the rows before the seat", int(TABLE), rows=True),
        _lying("locked", "three ships of the seat on turn (R5)", int(LOCKED)),
        _lying("locked_again", "three more that came up meanwhile (R5)", int(LOCKED_AGAIN)),
        _lying(
            "carried", "palace cards at work (CK 3.5), a ship that waits (CK 2.4)", int(CARRIED)
        ),
        _lying("display", "the display (CK 1.4)", int(ON_DISPLAY)),
        _lying("discard", "the discard pile", int(DISCARDED)),
        OneOf("discard_top", "the top card of the discard pile", CARDS, needed=False),
        OneOf("top", "the top card of the pile (CK 1.2)", CARDS, needed=False),
        _lying("pile_seen", "cards of the pile whose values were seen", int(PILE)),
        Several("turning", "their values are being seen, the next last", CARDS, in_rows=False),
        Line("tasks", "what is to be done, the next first (R1)", _TASKS, _tasks, _read_tasks),
        Line("queue", "what comes after that (R2)", _TASKS, _queue, _read_queue),
        Several("picked", "chosen for a payment or for trios so far", CARDS, most=1),
        Number("picked_karma", "karma chosen so far", most=2, usual=6),
        Number("picked_administrators", "administrators chosen so far", most=2, usual=6),
        Number("due_coins", "for the trios chosen so far", most=_TOKENS, usual=6),
        Number("due_administrators", "the same", most=int(HAND_LIMIT), usual=6),
    ],
    unwritten=[
        Number("open_rewards", "1 if the score cards lie open", most=1),
        Numbers("tasks", "the next one last", most=256 * len(TASK_NAMES)),
        Numbers("queue", "the next one first", most=256 * len(TASK_NAMES)),
        Numbers("where", "of each card; changed by move()", length=len(CARDS), most=int(N_PLACES)),
        Numbers(
            "places",
            f"the same, {PACKED} cards in a word",
            length=int(PACKS),
            most=2 ** int(PACKED * PACK_BITS),
        ),
        Numbers("sets", "the same as sets", length=int(N_PLACES * WORDS), most=2**WORD_SIZE),
        Numbers("sizes", "cards in each place", length=int(N_PLACES), most=len(CARDS)),
        Marks("pile", "the cards below the top card of the pile", CARDS, in_rows=False),
        Numbers(
            "die",
            "of each card its value; 0 if nobody saw it, + PUBLIC if all did",
            length=len(CARDS),
            most=int(PUBLIC + FACES),
            known_to="its seat",
        ),
        Numbers(
            "dice",
            f"the same, {PACKED} in a word; changed with it by set_die()",
            length=int(PACKS),
            most=2 ** int(PACKED * PACK_BITS),
            known_to="its seat",
        ),
        Counts(
            "bag",
            "values nobody has seen",
            _DICE_NAMES,
            most=int(DICE_OF_EACH),
            axes=(COLOURS, _VALUES),
            known_to="nobody",
        ),
    ],
)
