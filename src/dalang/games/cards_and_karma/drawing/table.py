"""The display, the piles and the rows of cards."""

from __future__ import annotations

from typing import Final

from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.components import (
    CARDS,
    COST,
    DISPLAY_SIZE,
    FIRST_BUILDING,
    FIRST_GOOD,
    N_KINDS,
    NONE,
    SHIP_NUMBERS,
    SYMBOLS,
)
from dalang.games.cards_and_karma.drawing.things import (
    DIE,
    EFFECT,
    KIND,
    PRICE,
    Card,
    Choice,
    Die,
    Pending,
    Row,
)
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.rules.cards import last_in, last_ship
from dalang.games.cards_and_karma.state import (
    COPY,
    DISCARDED,
    LOCKED,
    LOCKED_AGAIN,
    ON_DISPLAY,
    PAY,
    SYMBOL,
    TABLE,
    TRIO_CHOICE,
    symbols_before,
)
from dalang.games.cards_and_karma.state import DIE as DIE_PHASE

BUILDINGS, GOODS = SYMBOLS[:N_KINDS], SYMBOLS[N_KINDS:]
TASKS: Final = {  # what is still to come and worth telling
    int(actions.FAME): "fame",
    int(actions.COINS): "coins",
    int(actions.KARMA): "karma",
    int(actions.ADMINISTRATORS): "administrators",
    int(actions.DICE): "dice",
    int(actions.DRAW): "draw",
    int(actions.GOODS): "goods",
    int(actions.MORE_GOODS): "more_goods",
    int(actions.PALACE): "palace",
    int(actions.COINS_OR_PALACE): "coins_or_palace",
    int(actions.FAME_OR_SHIP): "fame_or_ship",
    int(actions.COPY): "copy_ship",
    int(actions.TOP_CARD): "top_card",
    int(actions.COINS_FOR_GOODS): "coins_for_goods",
}
COUNTED: Final = ("fame", "coins", "karma", "administrators", "dice", "draw")


def face_up(number: int, action: str = "", as_die: str = "", marked: bool = False) -> Card:
    """A card lying action side up."""
    return Card(
        f"card-{number}",
        number,
        CARDS[number],
        KIND[number],
        DIE[number],
        PRICE[number],
        int(COST[number]),
        EFFECT[number],
        action,
        as_die,
        marked,
    )


def dice_up(s: CardsAndKarma, number: int) -> Die:
    """A card held or lying dice side up."""
    return Die(f"card-{number}", CARDS[number], DIE[number], int(s.value(number)))


# --- display and piles ------------------------------------------------------------------


def display(s: CardsAndKarma) -> list[Card]:
    """Sorted by kind, price and number; a click takes the card, one on its gem the die."""
    paid = int(actions.argument_of(s.next_task())) if s.phase == PAY else int(NONE)
    cards = [int(card) for card in s.cards_in(ON_DISPLAY)]
    if s.phase == DIE_PHASE:
        return [face_up(card, f"die {CARDS[card]}") for card in cards]
    return [
        face_up(card, f"take {CARDS[card]}", f"die {CARDS[card]}", card == paid) for card in cards
    ]


def gaps(s: CardsAndKarma) -> int:
    """Places of the display that are empty until the round is over."""
    return max(0, int(DISPLAY_SIZE[s.players] - s.sizes[ON_DISPLAY]))


def pile_top(s: CardsAndKarma) -> Card | None:
    """CK 1.2: the draw pile lies action side up."""
    return None if s.top == NONE else face_up(int(s.top))


def discard_top(s: CardsAndKarma) -> Die | None:
    """R11: of the discard pile only the top card is shown."""
    top = s.discard_top
    if top == NONE or s.where[top] != DISCARDED:
        return None
    return dice_up(s, int(top))


def pending(s: CardsAndKarma) -> list[Pending]:
    """R1, R2: what is still to come, in order: the stack, the queue, extra turns."""
    stack = [int(s.tasks[place]) for place in range(len(s.tasks) - 1, -1, -1)]
    found: list[Pending] = []
    for task in [*stack, *(int(task) for task in s.queue)]:
        kind = TASKS.get(int(actions.kind_of(task)))
        if kind is not None:
            count = int(actions.argument_of(task)) if kind in COUNTED else 1
            found += [Pending(kind, count)] if count else []
    return found + [Pending("extra_turn", 1)] * int(s.extra_turns)


# --- rows -------------------------------------------------------------------------------


def rows(s: CardsAndKarma, seat: int, legal: set[str]) -> list[Row]:
    """What lies before a seat: buildings, goods, ships."""
    cards = [_in_row(s, seat, int(card)) for card in s.cards_before(seat)]
    return [
        Row(
            kind,
            [card for card in cards if card.kind == kind],
            _wanted(s, seat, kind),
            _choices(kind, legal) if seat == s.turn else [],
        )
        for kind in ("building", "goods", "ship")
    ]


def _in_row(s: CardsAndKarma, seat: int, card: int) -> Card:
    copied = s.phase == COPY and card == last_ship(s, seat)
    action = f"copy {seat}" if copied else f"use {CARDS[card]}"
    marked = s.phase != PAY and card in s.picked
    locked = s.where[card] in (LOCKED, LOCKED_AGAIN)
    return face_up(card, action, marked=marked)._replace(locked=locked)


def _wanted(s: CardsAndKarma, seat: int, kind: str) -> list[str]:
    """CK 4: the symbols any of which would complete a trio; CK 3.3: the ship to be exceeded."""
    if kind == "ship":
        last = last_in(s, TABLE + seat)
        return [] if last == NONE else [str(SHIP_NUMBERS[CARDS[last]])]
    first, names = (FIRST_BUILDING, BUILDINGS) if kind == "building" else (FIRST_GOOD, GOODS)
    if s.phase in (TRIO_CHOICE, SYMBOL) and seat == s.turn:
        return []
    shown = symbols_before(s, seat)
    counts = [int(shown[first + number]) for number in range(N_KINDS)]
    two_kinds = counts.count(0) == 1
    return [
        name
        for name, count in zip(names, counts, strict=True)
        if count == 2 or (two_kinds and count == 0)
    ]


def _choices(kind: str, legal: set[str]) -> list[Choice]:
    """CK 4.8: the trios between which the seat on turn may choose."""
    if kind == "ship":
        return []
    symbols, word = (BUILDINGS, "buildings") if kind == "building" else (GOODS, "goods")
    letter = "b" if kind == "building" else "g"
    found = [Choice(f"trio {symbol}", [f"{letter}-{symbol}"] * 3) for symbol in symbols]
    found.append(Choice(f"trio different {word}", [f"{letter}-{symbol}" for symbol in symbols]))
    return [choice for choice in found if choice.action in legal]
