"""CK 4: three of a kind.

At rest a seat shows at most two of a kind and at most two kinds, of buildings and of goods.  So a
new card makes three of its kind once or twice, or three different ones, or the choice between the
two: those are all maximal sets of trios that share no symbol (R4).
"""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.arrays import EMPTY
from dalang.engine.vecs import append, vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import FIRST_USE, TRIO_DIFFERENT, TRIO_SAME, task
from dalang.games.cards_and_karma.components import (
    BYTE,
    CARDS,
    FIRST_BUILDING,
    FIRST_GOOD,
    N_KINDS,
    N_SYMBOLS,
    SHOWS,
    SYMBOLS,
    TRIO,
)
from dalang.games.cards_and_karma.rules.piles import discard_card
from dalang.games.cards_and_karma.state import (
    LOCKED,
    LOCKED_AGAIN,
    TRIO_CHOICE,
    State,
    count_symbols,
)
from dalang.games.cards_and_karma.state import SYMBOL as SYMBOL_PHASE


def find_trios(s: State, first: i64, card: i64, sink: list[Event] | None) -> bool:
    """CK 4.1 to CK 4.4, CK 4.8, R4: all trios of the placed card, and the choice if any."""
    shown = count_symbols(s, s.turn)
    same = legal_same(shown, first, card)
    different = has_different(shown, first)
    if len(same) and different:
        s.phase = TRIO_CHOICE
        return True
    s.task_done()
    if different:
        choose_different(s, first, sink)
    for action in same:
        choose_same(s, action - TRIO_SAME, sink)
    return False


def legal_same(shown: i64, first: i64, card: i64) -> vec[i64]:
    """CK 4.1, CK 4.3: three of a kind that the card shows; CK 4.8: with one card even twice."""
    legal = vec[i64]()
    for symbol in range(first, first + N_KINDS):
        if SHOWS[card * N_SYMBOLS + symbol] and shown >> BYTE * symbol & 255 >= TRIO:
            legal = append(legal, TRIO_SAME + symbol)
    return legal


def has_different(shown: i64, first: i64) -> bool:
    """CK 4.2, CK 4.4: whether all three kinds are shown."""
    for symbol in range(first, first + N_KINDS):
        if shown >> BYTE * symbol & 255 == 0:
            return False
    return True


def legal_trio(s: State) -> vec[i64]:
    """CK 4.8: three of one kind, or three different ones."""
    pending = s.next_task()
    buildings = actions.kind_of(pending) == actions.BUILDING_TRIO
    first = FIRST_BUILDING if buildings else FIRST_GOOD
    legal = legal_same(count_symbols(s, s.turn), first, actions.argument_of(pending))
    return append(legal, TRIO_DIFFERENT if buildings else TRIO_DIFFERENT + 1)


def apply_trio(s: State, action: i64, sink: list[Event] | None) -> None:
    """CK 4.8: the symbol that both trios need goes into the chosen one."""
    s.task_done()
    if action < TRIO_DIFFERENT:
        choose_same(s, action - TRIO_SAME, sink)
    else:
        choose_different(s, FIRST_BUILDING if action == TRIO_DIFFERENT else FIRST_GOOD, sink)


def choose_same(s: State, symbol: i64, sink: list[Event] | None) -> None:
    """CK 4.1, CK 4.3: every card showing the kind goes; an administrator, or the coins."""
    for card in s.cards_before(s.turn):
        if SHOWS[card * N_SYMBOLS + symbol]:
            pick(s, symbol, card)
    if symbol < FIRST_GOOD:
        s.due_administrators += 1
    if sink is not None:
        sink.append(Event("trio_same", {"seat": int(s.turn), "symbol": SYMBOLS[symbol]}))


def choose_different(s: State, first: i64, sink: list[Event] | None) -> None:
    """CK 4.2, CK 4.4: one symbol of each kind, chosen one after the other."""
    for step in range(N_KINDS):
        s.push(task(actions.SYMBOL, first + N_KINDS - 1 - step))
    if first == FIRST_BUILDING:
        s.due_administrators += 1
    if sink is not None:
        key = "trio_buildings" if first == FIRST_BUILDING else "trio_goods"
        sink.append(Event(key, {"seat": int(s.turn)}))


def pick(s: State, symbol: i64, card: i64) -> None:
    """R4: discards the card, once; a good brings its coins."""
    if symbol >= FIRST_GOOD:
        s.due_coins += SHOWS[card * N_SYMBOLS + symbol]
    if card not in s.picked:
        s.picked = append(s.picked, card)


def ask_symbol(s: State, symbol: i64) -> bool:
    """CK 4.2, CK 4.4: which card gives this symbol; asked only if there is a choice."""
    candidates = legal_symbol(s)
    if len(candidates) > 1:
        s.phase = SYMBOL_PHASE
        return True
    s.task_done()
    pick(s, symbol, candidates[0] - FIRST_USE)
    return False


def legal_symbol(s: State) -> vec[i64]:
    """CK 4.2, CK 4.4: any own card that shows the symbol."""
    symbol = actions.argument_of(s.next_task())
    legal = vec[i64]()
    for card in s.cards_before(s.turn):
        if SHOWS[card * N_SYMBOLS + symbol]:
            legal = append(legal, FIRST_USE + card)
    return legal


def apply_symbol(s: State, action: i64) -> None:
    """CK 4.2, CK 4.4: the chosen card gives its symbol."""
    symbol = actions.argument_of(s.next_task())
    s.task_done()
    pick(s, symbol, action - FIRST_USE)


def ship_trio(s: State, lock: i64, sink: list[Event] | None) -> None:
    """CK 4.5, R5: the reward is done; the locked ships still there go, for one administrator."""
    s.task_done()
    place = LOCKED if lock == 1 else LOCKED_AGAIN
    for ship in s.cards_in(place):
        if ship not in s.picked:
            s.picked = append(s.picked, ship)
    s.due_administrators += 1
    if sink is not None:
        sink.append(Event("trio_ships", {"seat": int(s.turn)}))


def settle(s: State, sink: list[Event] | None) -> None:
    """R4: all cards of all trios are discarded; then the coins, then the administrators."""
    s.task_done()
    if sink is not None and len(s.picked):
        cards = [CARDS[card] for card in s.picked]
        sink.append(Event("trio_discarded", {"seat": int(s.turn), "cards": cards}))
    for card in s.picked:
        discard_card(s, card)
    s.picked = EMPTY
    if s.due_administrators:
        s.push(task(actions.ADMINISTRATORS, s.due_administrators))
    if s.due_coins:
        s.push(task(actions.COINS, s.due_coins))
    s.due_administrators = 0
    s.due_coins = 0
