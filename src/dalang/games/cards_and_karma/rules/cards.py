"""CK 3.2 to CK 3.8: what the cards do when they are taken, and rewards that take cards."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import (
    CARD_TASKS,
    COPY_SHIP,
    FIRST_TAKE,
    NO_MORE,
    TAKE_COINS,
    TAKE_FAME,
    task,
)
from dalang.games.cards_and_karma.components import (
    ALL_GOODS,
    ALL_PALACES,
    ALL_SHIPS,
    CARDS,
    COIN,
    FIRST_GOODS,
    FIRST_PALACE,
    FIRST_SHIP,
    N_BUILDINGS,
    N_GOODS,
    NONE,
    TRIO,
)
from dalang.games.cards_and_karma.rules.piles import discard_card, take_top
from dalang.games.cards_and_karma.rules.tokens import push_parts
from dalang.games.cards_and_karma.state import (
    CARRIED,
    COINS_OR_PALACE,
    COPY,
    FAME_OR_SHIP,
    GOODS,
    LOCKED,
    LOCKED_AGAIN,
    MORE_GOODS,
    ON_DISPLAY,
    PALACE,
    TABLE,
    State,
)


def take_card(s: State, card: i64, sink: list[Event] | None) -> None:
    """CK 3.2 to CK 3.5, CK 3.8: a card of the display, paid or free."""
    if sink is not None:
        sink.append(Event("took", {"seat": int(s.turn), "card": CARDS[card]}))
    if s.sizes[ON_DISPLAY] == 1 and FIRST_SHIP <= card < FIRST_GOODS:
        s.move(card, CARRIED)  # CK 2.4: a new display first, then what it does to the row
    else:
        carry_out(s, card, sink)


def place_waiting_ship(s: State, sink: list[Event] | None) -> bool:
    """CK 2.4: the ship that was the last card of the display, once the new display lies there."""
    if s.sizes[CARRIED] == 0 or actions.kind_of(s.next_task()) == actions.LAY_OUT:
        return False
    card = s.nth_card(CARRIED, 0)
    if card >= FIRST_GOODS:
        return False
    place_ship(s, card, sink)
    return True


def carry_out(s: State, card: i64, sink: list[Event] | None) -> None:
    """CK 3.8: a card works alike, wherever it comes from."""
    if card < FIRST_SHIP:
        place_building(s, card)
    elif card < FIRST_GOODS:
        place_ship(s, card, sink)
    elif card < FIRST_PALACE:
        place_goods(s, card)
    else:
        s.move(card, CARRIED)
        s.push(task(actions.DISCARD, card))
        push_parts(s, CARD_TASKS[2 * card], CARD_TASKS[2 * card + 1])


def place_building(s: State, card: i64) -> None:
    """CK 3.2, R4: into the row; fame, then trios."""
    s.move(card, TABLE + s.turn)
    s.push(task(actions.SETTLE))
    if N_GOODS[card]:
        s.push(task(actions.GOODS_TRIO, card))
    s.push(task(actions.BUILDING_TRIO, card))
    s.push(task(actions.FAME, N_BUILDINGS[card]))


def place_goods(s: State, card: i64) -> None:
    """CK 3.4, R4: into the row; the printed coin, then trios."""
    s.move(card, TABLE + s.turn)
    s.push(task(actions.SETTLE))
    s.push(task(actions.GOODS_TRIO, card))
    if COIN[card]:
        s.push(task(actions.COINS, COIN[card]))


def place_ship(s: State, card: i64, sink: list[Event] | None) -> None:
    """CK 3.3, R4, R5: a lower number breaks the row; a third ship locks it; reward, then trios."""
    row = TABLE + s.turn
    if last_in(s, row) > card:
        break_row(s, row, sink)
    s.move(card, row)
    s.push(task(actions.SETTLE))
    if s.count_in(row, ALL_SHIPS) == TRIO:
        s.push(task(actions.SHIP_TRIO, lock_row(s, row)))
    if N_GOODS[card]:
        s.push(task(actions.GOODS_TRIO, card))
    push_parts(s, CARD_TASKS[2 * card], CARD_TASKS[2 * card + 1])


def last_in(s: State, row: i64) -> i64:
    """The last ship of a row, or NONE; ships stand in the order of their numbers."""
    ships = s.some_in(row, ALL_SHIPS)
    return ships[len(ships) - 1] if len(ships) else NONE


def break_row(s: State, row: i64, sink: list[Event] | None) -> None:
    """CK 3.3: the earlier ships are discarded, with their goods."""
    ships = s.some_in(row, ALL_SHIPS)
    for ship in ships:
        discard_card(s, ship)
    if sink is not None:
        args: dict[str, object] = {"seat": int(s.turn), "cards": [CARDS[ship] for ship in ships]}
        sink.append(Event("row_broken", args))


def lock_row(s: State, row: i64) -> i64:
    """R5: the three ships stay until the reward is done; the next ship starts a new row.

    A second row can be locked meanwhile but no third: every ship that comes up in another one's
    reward needs a palace 6 that is still being carried out, and there are four of those.
    """
    lock: i64 = 2 if task(actions.SHIP_TRIO, 1) in s.tasks else 1
    for ship in s.some_in(row, ALL_SHIPS):
        s.move(ship, LOCKED if lock == 1 else LOCKED_AGAIN)
    return lock


# --- palace actions -----------------------------------------------------------------


def palace_done(s: State, card: i64) -> None:
    """CK 3.5: the palace card is discarded only now."""
    s.task_done()
    discard_card(s, card)


def coins_for_goods(s: State) -> None:
    """CK 3.7: palace 4 pays a coin for every good on the seat's cards."""
    s.task_done()
    goods: i64 = 0
    for card in s.cards_before(s.turn):
        goods += N_GOODS[card]
    s.push(task(actions.COINS, goods))


def carry_out_top(s: State, sink: list[Event] | None) -> None:
    """CK 3.7, R7: palace 6 takes the top card of the pile, of any kind."""
    s.task_done()
    card = take_top(s, CARRIED, sink)
    if sink is not None:
        sink.append(Event("took_top", {"seat": int(s.turn), "card": CARDS[card]}))
    carry_out(s, card, sink)


def last_ship(s: State, seat: i64) -> i64:
    """CK 3.7, R5: a seat's last ship; a new row counts before the rows that are locked."""
    ship = last_in(s, TABLE + seat)
    if ship == NONE and seat == s.turn:
        ship = last_in(s, LOCKED_AGAIN)
        if ship == NONE:
            ship = last_in(s, LOCKED)
    return ship


def ask_copy(s: State, sink: list[Event] | None) -> bool:
    """CK 3.7, R6: palace 5 copies a ship if there is any; without a choice it happens by itself."""
    found: i64 = 0
    owner: i64 = NONE
    for seat in range(s.players):
        if last_ship(s, seat) != NONE:
            found += 1
            owner = seat
    if found > 1:
        s.phase = COPY
        return True
    if found == 1:
        apply_copy(s, COPY_SHIP + owner, sink)
        return False
    s.task_done()
    if sink is not None:
        sink.append(Event("nothing_to_copy", {"seat": int(s.turn)}))
    return False


def legal_copy(s: State) -> vec[i64]:
    """CK 3.7: the last ship in the seat's row or in one opponent's row."""
    legal = vec[i64]()
    for seat in range(s.players):
        if last_ship(s, seat) != NONE:
            legal = append(legal, COPY_SHIP + seat)
    return legal


def apply_copy(s: State, action: i64, sink: list[Event] | None) -> None:
    """R6: only the immediate part of the reward; a printed good stays with its ship."""
    s.task_done()
    owner = action - COPY_SHIP
    ship = last_ship(s, owner)
    push_parts(s, CARD_TASKS[2 * ship], CARD_TASKS[2 * ship + 1])
    if sink is not None:
        args: dict[str, object] = {"seat": int(s.turn), "owner": int(owner), "card": CARDS[ship]}
        sink.append(Event("copied", args))


# --- rewards that take cards --------------------------------------------------------


def displayed(s: State, kind: vec[i64]) -> bool:
    """Whether the display holds a card of a kind."""
    return s.count_in(ON_DISPLAY, kind) > 0


def append_displayed(s: State, kind: vec[i64], legal: vec[i64]) -> vec[i64]:
    """Taking any card of a kind from the display."""
    for card in s.some_in(ON_DISPLAY, kind):
        legal = append(legal, FIRST_TAKE + card)
    return legal


def ask_goods(s: State, sink: list[Event] | None) -> bool:
    """CK 3.6: a goods card from the display; if there is none the reward is forfeited."""
    if displayed(s, ALL_GOODS):
        s.phase = GOODS
        return True
    s.task_done()
    if sink is not None:
        sink.append(Event("no_goods", {"seat": int(s.turn)}))
    return False


def ask_more_goods(s: State) -> bool:
    """CK 3.6: a second goods card, if there is one."""
    if displayed(s, ALL_GOODS):
        s.phase = MORE_GOODS
        return True
    s.task_done()
    return False


def legal_goods(s: State) -> vec[i64]:
    """CK 3.6: any goods card of the display; the second one may be left."""
    legal = vec[i64]()
    if s.phase == MORE_GOODS:
        legal = append(legal, NO_MORE)
    return append_displayed(s, ALL_GOODS, legal)


def ask_palace(s: State, sink: list[Event] | None) -> bool:
    """CK 3.6: a palace card from the display; if there is none the reward is forfeited."""
    if displayed(s, ALL_PALACES):
        s.phase = PALACE
        return True
    s.task_done()
    if sink is not None:
        sink.append(Event("no_palace", {"seat": int(s.turn)}))
    return False


def legal_palace(s: State) -> vec[i64]:
    """CK 3.6: any palace card of the display."""
    return append_displayed(s, ALL_PALACES, vec[i64]())


def ask_coins_or_palace(s: State) -> bool:
    """CK 7.2, R2: without a palace card in the display it is the coins."""
    if displayed(s, ALL_PALACES):
        s.phase = COINS_OR_PALACE
        return True
    apply_reward_card(s, TAKE_COINS, None)
    return False


def ask_fame_or_ship(s: State) -> bool:
    """CK 7.2, R2: without a ship in the display it is the fame."""
    if displayed(s, ALL_SHIPS):
        s.phase = FAME_OR_SHIP
        return True
    apply_reward_card(s, TAKE_FAME, None)
    return False


def legal_coins_or_palace(s: State) -> vec[i64]:
    """CK 7.2: 2 coins, or a palace card of the display."""
    return append_displayed(s, ALL_PALACES, vec[i64]([TAKE_COINS]))


def legal_fame_or_ship(s: State) -> vec[i64]:
    """CK 7.2: 1 fame, or a ship of the display."""
    return append_displayed(s, ALL_SHIPS, vec[i64]([TAKE_FAME]))


def apply_reward_card(s: State, action: i64, sink: list[Event] | None) -> None:
    """CK 3.8: the card is taken free, or what is chosen instead is gained."""
    s.task_done()
    if action == TAKE_COINS:
        s.push(task(actions.COINS, 2))
    elif action == TAKE_FAME:
        s.push(task(actions.FAME, 1))
    elif action != NO_MORE:
        take_card(s, action - FIRST_TAKE, sink)
