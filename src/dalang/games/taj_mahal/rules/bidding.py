"""TM 2 and TM 3: a turn in the round, and playing cards.  TM 8: special cards."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import replaced, zeros
from dalang.engine.vecs import vec
from dalang.games.taj_mahal.actions import (
    ADD_NOTHING,
    FIRST_CARD,
    FIRST_SPECIAL,
    WITHDRAW,
)
from dalang.games.taj_mahal.components import (
    CARD_COLOUR,
    CARDS,
    FIRST_OF_COLOUR,
    FIRST_SYMBOL,
    FREE_COLOUR,
    N_CARDS,
    N_COLOUR_CARDS,
    N_SPECIALS,
    N_SYMBOLS,
    NONE,
    SECOND_SYMBOL,
    SPECIAL_POINTS,
    SPECIAL_SYMBOL,
    SPECIALS,
)
from dalang.games.taj_mahal.rules.memory import note_hidden_play
from dalang.games.taj_mahal.rules.rounds import next_turn
from dalang.games.taj_mahal.rules.withdrawing import withdraw
from dalang.games.taj_mahal.state import ADD, State


def legal_turn(s: State) -> vec[i64]:
    """TM 2.2, TM 3.2, TM 3.5: withdraw, or play a colour card of a colour that is allowed."""
    bound = s.colour[s.turn]
    first: i64 = 0
    last = N_COLOUR_CARDS
    if bound != NONE and not may_add_special(s, FREE_COLOUR):
        first = FIRST_OF_COLOUR[bound]
        last = FIRST_OF_COLOUR[bound + 1]
    legal = zeros(1 + last - first)
    legal[0] = WITHDRAW
    end = find_held(s, first, last, legal, 1)
    return legal[:end]


def find_held(s: State, first: i64, last: i64, legal: vec[i64], number: i64) -> i64:
    """Notes playing each of these cards that the seat holds; says where the next place is."""
    hand = s.hand
    shift = FIRST_CARD - s.turn * N_CARDS
    for place in range(s.turn * N_CARDS + first, s.turn * N_CARDS + last):
        if hand[place]:
            legal[number] = place + shift
            number += 1
    return number


def apply_turn(s: State, action: i64, sink: list[Event] | None) -> None:
    """TM 2.2: the colour card goes to the table, or the seat withdraws."""
    if action == WITHDRAW:
        withdraw(s, sink)
        return
    card = action - FIRST_CARD
    card_to_table(s, card)
    s.card = card
    s.phase = ADD
    if sink is not None:
        args: dict[str, object] = {"seat": int(s.turn), "card": CARDS[card]}
        sink.append(Event("played", args, reveals=True))  # TM 3.4


def legal_add(s: State) -> vec[i64]:
    """TM 3.3: a white card, a special card or nothing; TM 3.5: the free-colour card if needed."""
    if needs_free_colour(s):
        return vec[i64]([FIRST_SPECIAL + FREE_COLOUR])
    legal = zeros(1 + N_CARDS - N_COLOUR_CARDS + N_SPECIALS)
    legal[0] = ADD_NOTHING
    number = find_held(s, N_COLOUR_CARDS, N_CARDS, legal, 1)
    for special in range(N_SPECIALS):
        if may_add_special(s, special):
            legal[number] = FIRST_SPECIAL + special
            number += 1
    return legal[:number]


def apply_add(s: State, action: i64, sink: list[Event] | None) -> None:
    """TM 3.3: what is added goes to the table next to the colour card; TM 3.2: the colour binds."""
    binds = s.colour[s.turn] == NONE
    if action >= FIRST_SPECIAL:
        special = action - FIRST_SPECIAL
        if special == FREE_COLOUR:
            binds = False  # TM 8.3
        special_to_table(s, special, sink)
    elif action != ADD_NOTHING:
        card_to_table(s, action - FIRST_CARD)
        if sink is not None:
            added: dict[str, object] = {"seat": int(s.turn), "card": CARDS[action - FIRST_CARD]}
            sink.append(Event("added", added, reveals=True))  # TM 3.4
    if binds:
        s.colour[s.turn] = CARD_COLOUR[s.card]
    s.card = NONE
    next_turn(s, sink)


def needs_free_colour(s: State) -> bool:
    """TM 3.2, TM 8.2: the colour card just played is not of the bound colour."""
    bound = s.colour[s.turn]
    return bound != NONE and CARD_COLOUR[s.card] != bound


def may_add_special(s: State, special: i64) -> bool:
    """TM 8.1, R6: the seat holds the special card and has not played it this round."""
    return s.special_holder[special] == s.turn and not s.special_out[special]


def card_to_table(s: State, card: i64) -> None:
    """TM 3.1, TM 3.4: a card leaves the hand, a copy everybody knew of first, and lies open."""
    place = s.turn * N_CARDS + card
    if s.known[place]:
        s.known[place] -= 1
    else:
        note_hidden_play(s, s.turn, card)
    s.hand[place] -= 1
    s.held[s.turn] -= 1
    s.table[place] += 1
    symbols = s.turn * N_SYMBOLS
    s.shown[symbols + FIRST_SYMBOL[card]] += 1
    if SECOND_SYMBOL[card] != NONE:
        s.shown[symbols + SECOND_SYMBOL[card]] += 1


def special_to_table(s: State, special: i64, sink: list[Event] | None) -> None:
    """TM 8.2: a special card adds its symbol, or scores at once."""
    s.special_out = replaced(s.special_out, special, 1)
    if SPECIAL_SYMBOL[special] != NONE:
        s.shown[s.turn * N_SYMBOLS + SPECIAL_SYMBOL[special]] += 1
    s.score(s.turn, SPECIAL_POINTS[special])
    if sink is not None:
        seat = int(s.turn)
        added: dict[str, object] = {"seat": seat, "special": SPECIALS[special]}
        sink.append(Event("added_special", added, reveals=True))  # TM 3.4: played like a card
        if SPECIAL_POINTS[special]:
            points = int(SPECIAL_POINTS[special])
            sink.append(
                Event(
                    "scored_special", {"seat": seat, "special": SPECIALS[special], "points": points}
                )
            )
