"""What always holds: nothing is lost, doubled or out of range, and the game can continue."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.arrays import zeros
from dalang.engine.errors import PositionError
from dalang.games.cards_and_karma import actions
from dalang.games.cards_and_karma.actions import REWARD_QUEUE, argument_of, kind_of, task, task_name
from dalang.games.cards_and_karma.components import (
    ADMINISTRATORS_EXCHANGED,
    CARDS,
    COINS_TO_TURN,
    COLOURS,
    COST_COLOUR,
    DICE_OF_EACH,
    DIE_COLOUR,
    DISPLAY_SIZE,
    FACES,
    FAME_TO_TURN,
    FIRST_BUILDING,
    FIRST_GOOD,
    FIRST_GOODS,
    FIRST_PALACE,
    FIRST_SHIP,
    HAND_LIMIT,
    HAND_SIZE,
    KARMA_EXCHANGED,
    N_CARDS,
    N_COLOURS,
    N_GOODS,
    N_KINDS,
    N_REWARDS,
    N_SYMBOLS,
    NONE,
    REWARDS,
    SHOWS,
    SMALL_DISPLAY,
    SYMBOLS,
    TRIO,
)
from dalang.games.cards_and_karma.rules.ending import anybody_finished, is_finisher
from dalang.games.cards_and_karma.rules.resolving import step
from dalang.games.cards_and_karma.state import (
    ACTED,
    AFTER,
    ARRANGE,
    BEFORE,
    BETWEEN,
    CARRIED,
    DISCARDED,
    END,
    HAND,
    LOCKED,
    LOCKED_AGAIN,
    N_PLACES,
    ON_DISPLAY,
    PAY,
    PHASES,
    PILE,
    PUBLIC,
    REWARD,
    START,
    SYMBOL,
    TABLE,
    TOP,
    TRIO_CHOICE,
    TURN,
    VALUE,
    State,
    symbols_before,
)

_REFEREE: Final[i64] = -2  # the viewer who sees everything
_MOST: Final = {  # of what can be gained or taken at once
    actions.FAME: 2,
    actions.COINS: 24,
    actions.KARMA: 2,
    actions.ADMINISTRATORS: 3,
    actions.DICE: 2,
    actions.DRAW: 2,
}


def check_position(s: State) -> None:
    """Raises PositionError unless the position is possible and the game can continue."""
    check_view(s, _REFEREE)


def check_view(s: State, viewer: i64) -> None:
    """The same where only what the viewer knows is seen (R11, CK 7.3)."""
    _check_places(s)
    _check_piles(s)
    _check_dice(s, viewer)
    _check_tokens(s)
    _check_score_cards(s, viewer)
    _check_trios(s)
    if s.round == 0:
        _check_set_up(s)
    _check_tasks(s)
    _check_queue(s)
    _check_question(s)
    _check_picked(s)


# --- cards --------------------------------------------------------------------------


def _check_places(s: State) -> None:
    """CK 1.2, CK 1.3, CK 1.4: every card is where a card of its kind can be."""
    for seat in range(s.players):
        held = s.sizes[HAND + seat]
        if held > HAND_LIMIT:
            raise PositionError(f"Seat {seat} holds {held} cards; the limit is 8 (CK 1.3).")
    found = 0
    for place in range(N_PLACES):
        found += len(s.cards_in(place))
    if found != N_CARDS:
        raise PositionError(f"There are {N_CARDS} cards (CK 1.2), here {found}.")
    for card in range(N_CARDS):
        place = s.where[card]
        if card not in s.cards_in(place):
            raise PositionError(f"{CARDS[card]} is not where it should be (CK 1.2).")
        if place >= TABLE and card >= FIRST_PALACE:
            raise PositionError(f"{CARDS[card]} lies in a row; palace cards never do (CK 3.5).")
        if place == CARRIED and not _is_carried(s, card):
            raise PositionError(f"{CARDS[card]} is carried out, but no task says so (CK 3.5).")
        if place in (LOCKED, LOCKED_AGAIN) and not FIRST_SHIP <= card < FIRST_GOODS:
            raise PositionError(f"{CARDS[card]} is locked; only ships are (R5).")
        if (place == LOCKED and task(actions.SHIP_TRIO, 1) not in s.tasks) or (
            place == LOCKED_AGAIN and task(actions.SHIP_TRIO, 2) not in s.tasks
        ):
            raise PositionError(f"{CARDS[card]} is locked, but no task says so (R5).")
    if max(s.sizes[LOCKED], s.sizes[LOCKED_AGAIN]) > TRIO:
        raise PositionError("More than three ships are locked (R5).")


def _is_carried(s: State, card: i64) -> bool:
    """CK 2.4, CK 3.5: a palace card, or a ship that waits until a new display lies there."""
    if FIRST_SHIP <= card < FIRST_GOODS:
        pending = s.next_task()
        small = s.sizes[ON_DISPLAY] + argument_of(pending) <= SMALL_DISPLAY
        return pending != NONE and kind_of(pending) == actions.LAY_OUT and small
    return task(actions.DISCARD, card) in s.tasks


def _check_piles(s: State) -> None:
    """CK 1.2, CK 2.5: the display, the draw pile and its top card."""
    if s.sizes[ON_DISPLAY] > DISPLAY_SIZE[s.players]:
        raise PositionError(f"There are {s.sizes[ON_DISPLAY]} cards in the display (CK 1.4).")
    if s.top != NONE and s.where[s.top] != PILE:
        raise PositionError(f"{CARDS[s.top]} is not in the draw pile (CK 1.2).")
    if s.sizes[PILE] == 0:
        raise PositionError("The draw pile is never empty (CK 2.5).")
    if s.discard_top != NONE and s.where[s.discard_top] != DISCARDED:
        raise PositionError(f"{CARDS[s.discard_top]} is not in the discard pile (CK 2.5).")


def _check_dice(s: State, viewer: i64) -> None:
    """R11, R14: six dice of every value in every colour; who has seen which."""
    seen = zeros(N_COLOURS * FACES)
    for card in range(N_CARDS):
        value = s.value(card)
        if value:
            seen[DIE_COLOUR[card] * FACES + value - 1] += 1
        _check_die(s, card, viewer)
    for colour in range(N_COLOURS):
        for face in range(FACES):
            number = colour * FACES + face
            if seen[number] > DICE_OF_EACH or seen[number] + s.bag[number] != DICE_OF_EACH:
                raise PositionError(
                    f"There are {DICE_OF_EACH} dice {COLOURS[colour]} {face + 1} (R14), "
                    f"here {seen[number]} were seen."
                )


def _check_die(s: State, card: i64, viewer: i64) -> None:
    """CK 2.5, R11: whether a card's value can be known, and to whom."""
    place = s.where[card]
    in_hand = HAND <= place < TABLE
    if card in s.turning:
        if s.die[card]:
            raise PositionError(f"The value of {CARDS[card]} was seen already.")
        if place != HAND + s.turn and place != DISCARDED:
            raise PositionError(f"Nobody may look at the dice side of {CARDS[card]} (CK 1.4).")
        return
    shown = in_hand and (viewer == _REFEREE or place == HAND + viewer)
    if 0 < s.die[card] < PUBLIC and not shown:
        raise PositionError(f"The value of {CARDS[card]} in no hand seen is secret (R11).")
    if s.die[card] == 0 and (shown or place == DISCARDED):
        raise PositionError(f"The value of {CARDS[card]} must have been seen (CK 2.5, R11).")


# --- seats --------------------------------------------------------------------------


def _check_tokens(s: State) -> None:
    """CK 4.6, CK 4.7, CK 7.1: what must be exchanged has been; R10: but for finishers."""
    for seat in range(s.players):
        if s.karma[seat] >= KARMA_EXCHANGED:
            raise PositionError(f"Seat {seat} has {s.karma[seat]} karma (CK 4.6).")
        if s.administrators[seat] >= ADMINISTRATORS_EXCHANGED:
            raise PositionError(
                f"Seat {seat} has {s.administrators[seat]} administrators (CK 4.7)."
            )
        if s.turned(seat) < N_REWARDS:
            if s.fame[seat] >= FAME_TO_TURN:
                raise PositionError(f"Seat {seat} has {s.fame[seat]} fame (CK 7.1).")
            if s.coins[seat] >= COINS_TO_TURN:
                raise PositionError(f"Seat {seat} has {s.coins[seat]} coins (CK 7.1).")


def _check_score_cards(s: State, viewer: i64) -> None:
    """CK 1.1, CK 7.3: six score cards each, all different."""
    for seat in range(s.players):
        row = [int(s.rewards[seat * N_REWARDS + place]) for place in range(N_REWARDS)]
        known = [reward for reward in row if reward != NONE]
        if len(set(known)) != len(known):
            names = ", ".join(REWARDS[reward] for reward in known)
            raise PositionError(f"Seat {seat} has two score cards of one kind: {names} (CK 1.1).")
        if s.turned(seat) > N_REWARDS:
            raise PositionError(f"Seat {seat} has turned {s.turned(seat)} score cards (CK 1.1).")
        hidden = s.arranging() and viewer != _REFEREE and viewer != seat
        for place in range(N_REWARDS):
            turned = place < s.left[seat] or place >= N_REWARDS - s.right[seat]
            known_here = row[place] != NONE
            arranged = seat * N_REWARDS + place < s.arranged and not hidden
            if known_here != (arranged if s.open_rewards else turned):
                raise PositionError(
                    f"Score card {place + 1} of seat {seat} should"
                    f"{' not' if known_here else ''} be known (CK 1.1, CK 7.3)."
                )


def _check_trios(s: State) -> None:
    """CK 4: trios are compulsory, so none lies about but by the card just placed."""
    for seat in range(s.players):
        row = [int(card) for card in s.cards_before(seat)]
        names = _trio_in(row)
        placed = _just_placed(s, row) if seat == s.turn else []
        if names and all(_trio_in([n for n in row if n != card]) for card in placed):
            raise PositionError(f"Seat {seat} has a trio among {names} (CK 4).")
        ships = sum(s.where[card] == TABLE + seat for card in range(FIRST_SHIP, FIRST_GOODS))
        if ships >= TRIO:
            raise PositionError(f"Seat {seat} has a row of {ships} ships (CK 4.5).")


def _trio_in(row: list[int]) -> str:
    """The three buildings or goods among which some cards make a trio, or nothing."""
    for first in (int(FIRST_BUILDING), int(FIRST_GOOD)):
        kinds = range(first, first + int(N_KINDS))
        counts = [sum(1 for n in row if SHOWS[n * N_SYMBOLS + kind]) for kind in kinds]
        if max(counts) >= TRIO or min(counts) > 0:
            return ", ".join(SYMBOLS[kind] for kind in kinds)
    return ""


def _just_placed(s: State, row: list[int]) -> list[int]:
    """R4: the card whose trios are still to be found; once they are, it may be any."""
    kinds = (actions.BUILDING_TRIO, actions.GOODS_TRIO)
    placed = [int(argument_of(pending)) for pending in s.tasks if kind_of(pending) in kinds]
    return placed or (row if s.phase == SYMBOL else [])


# --- what is being resolved ---------------------------------------------------------


def _check_set_up(s: State) -> None:
    """CK 1.3, CK 1.4, CK 7.3: before round 1 four cards each are dealt, then the display."""
    dealt: i64 = 0
    gained: i64 = s.extra_turns + s.moment + s.elephant + s.series - 1
    for seat in range(s.players):
        dealt += s.sizes[HAND + seat]
        gained += s.fame[seat] + s.coins[seat] + s.karma[seat] + s.administrators[seat]
        gained += s.turned(seat)
    shown = s.sizes[ON_DISPLAY]
    begun = dealt or s.arranged % N_REWARDS == N_REWARDS - 1
    if gained or s.sizes[PILE] + dealt + shown != N_CARDS or (begun and s.arranging()):
        raise PositionError("Before the first round cards are only dealt and laid out (CK 1).")
    for seat in range(s.players):
        if s.sizes[HAND + seat] != min(HAND_SIZE, max(0, dealt - seat * HAND_SIZE)):
            raise PositionError(f"Seat {seat} is not dealt four cards in its turn (CK 1.3).")
    stack = [task(actions.START)]
    turn: i64 = 0
    if shown == 0:
        stack.append(task(actions.LAY_OUT, DISPLAY_SIZE[s.players]))
        stack.append(task(actions.DEAL, s.players * HAND_SIZE - dealt))
        turn = s.arranged // N_REWARDS if s.arranging() else max(0, dealt - 1) // HAND_SIZE
    elif s.phase != START:
        stack.append(task(actions.LAY_OUT, DISPLAY_SIZE[s.players] - shown))
    if list(s.tasks) != stack or s.turn != turn:
        raise PositionError("The set-up does not go on like that (CK 1).")


def _check_tasks(s: State) -> None:
    """R1: every task is about something that is there, and lies on what it belongs to."""
    for depth in range(len(s.tasks)):
        pending = s.tasks[depth]
        kind = kind_of(pending)
        if kind in _MOST:
            possible = argument_of(pending) <= _MOST[kind]
        elif actions.GOODS <= kind <= actions.COINS_FOR_GOODS or kind == actions.SETTLE:
            possible = True
        else:
            possible = pending not in s.tasks[:depth] and _is_possible(s, depth)
        if not possible:
            raise PositionError(f"The task {task_name(pending)!r} cannot be pending (R1).")


def _is_possible(s: State, depth: i64) -> bool:
    """Whether a task about a certain thing can be pending there."""
    kind = kind_of(s.tasks[depth])
    argument = argument_of(s.tasks[depth])
    last = depth == len(s.tasks) - 1
    if kind in (actions.TAKE_DIE, actions.PAY):
        free = kind == actions.PAY and FIRST_GOODS <= argument < FIRST_PALACE
        chosen = s.moment == ACTED and s.where[argument] == ON_DISPLAY
        return chosen and not free and len(s.tasks) == 1
    if kind == actions.DISCARD:
        return s.where[argument] == CARRIED
    if kind == actions.SCORE:
        return last and s.phase == REWARD and s.turned(s.turn) < N_REWARDS
    if kind == actions.LAY_OUT and s.round:
        shown = s.sizes[ON_DISPLAY]
        return last and s.phase == TOP and 0 < shown <= DISPLAY_SIZE[s.players] - argument
    if kind in (actions.LAY_OUT, actions.DEAL, actions.START):
        return s.round == 0
    return _is_possible_trio(s, depth)


def _is_possible_trio(s: State, depth: i64) -> bool:
    """R4, R5: trios are found one after the other and then settled together."""
    kind = kind_of(s.tasks[depth])
    argument = argument_of(s.tasks[depth])
    below = s.tasks[depth - 1] if depth else NONE
    if kind == actions.SHIP_TRIO:
        first = task(actions.SHIP_TRIO, 1) in s.tasks[:depth]
        return argument == (2 if first else 1) and below == task(actions.SETTLE)
    settling = below in (
        task(actions.SETTLE),
        task(actions.SHIP_TRIO, 1),
        task(actions.SHIP_TRIO, 2),
    )
    if kind == actions.SYMBOL:
        if argument % N_KINDS < N_KINDS - 1:
            settling = below == task(actions.SYMBOL, argument + 1)
        elif argument < FIRST_GOOD:
            settling = settling or (below != NONE and kind_of(below) == actions.GOODS_TRIO)
        return settling and s.phase == SYMBOL and symbols_before(s, s.turn)[argument] > 0
    placed = s.where[argument] in (TABLE + s.turn, LOCKED, LOCKED_AGAIN)
    if kind == actions.GOODS_TRIO:
        return placed and settling and N_GOODS[argument] > 0
    if N_GOODS[argument]:
        settling = below == task(actions.GOODS_TRIO, argument)
    return placed and settling and argument < FIRST_SHIP


def _check_queue(s: State) -> None:
    """R2: rewards wait once each, and only of score cards that have been turned."""
    waiting = [int(pending) for pending in s.queue]
    for reward in range(N_REWARDS):
        pending = int(REWARD_QUEUE[2 * reward])
        if pending in waiting and _has_turned(s, reward):
            waiting.remove(pending)
    if waiting:
        raise PositionError(f"{task_name(waiting[0])!r} cannot wait in the queue (R2).")


def _has_turned(s: State, reward: i64) -> bool:
    """Whether the seat on turn has turned the score card with that reward."""
    for place in range(N_REWARDS):
        turned = place < s.left[s.turn] or place >= N_REWARDS - s.right[s.turn]
        if turned and s.rewards[s.turn * N_REWARDS + place] == reward:
            return True
    return False


def _check_picked(s: State) -> None:
    """R4, R12: what has been chosen for a payment or for trios so far."""
    possible = len(set(s.picked)) == len(s.picked)
    for card in s.picked:
        if s.phase == PAY:
            in_colour = DIE_COLOUR[card] == COST_COLOUR[argument_of(s.next_task())]
            possible = possible and in_colour and s.where[card] == HAND + s.turn
        else:
            finding = s.phase in (TRIO_CHOICE, SYMBOL)
            possible = possible and finding and card in s.cards_before(s.turn)
    if not possible:
        raise PositionError("Those cards cannot be picked (CK 3.2, R4).")
    paying = s.phase == PAY and argument_of(s.next_task()) < FIRST_SHIP
    karma = s.karma[s.turn] if paying else 0
    jokers = s.administrators[s.turn] if paying else 0
    if s.picked_karma > karma or s.picked_administrators > jokers:
        raise PositionError("That karma or those jokers cannot be picked (CK 5.1, CK 6.2).")
    _check_due(s)


def _check_due(s: State) -> None:
    """CK 4.4, R4: the goods chosen so far are worth what is due for them."""
    sums = {0}
    if s.phase == SYMBOL:
        for symbol in range(FIRST_GOOD, argument_of(s.next_task())):
            values = [int(SHOWS[card * N_SYMBOLS + symbol]) for card in s.picked]
            sums = {total + value for total in sums for value in values if value}
    most = 2 if s.phase in (TRIO_CHOICE, SYMBOL) else 0
    if int(s.due_coins) not in sums or s.due_administrators > most:
        raise PositionError("That much cannot be due for trios (R4).")


def _check_question(s: State) -> None:
    """R1, R2: what is asked is what comes next."""
    phase = PHASES[s.phase]
    if (s.phase == ARRANGE) != s.arranging():
        raise PositionError(f"Score cards are arranged first (CK 7.3), but the phase is {phase}.")
    if s.phase in (TURN, AFTER, END) and (len(s.tasks) or len(s.queue)):
        raise PositionError(f"Tasks are pending, but the phase is {phase} (R2).")
    if s.phase != ARRANGE and (s.phase == VALUE) != (len(s.turning) > 0):
        raise PositionError(f"The phase is {phase}; the cards being turned say otherwise.")
    if s.phase != ARRANGE and s.phase != VALUE and (s.phase == TOP) != (s.top == NONE):
        raise PositionError(f"The phase is {phase}; the top of the pile says otherwise (CK 1.2).")
    if s.moment == BETWEEN and (s.series == 1 or s.turn != s.elephant):
        raise PositionError("Only the elephant's holder has something to do then (R15).")
    if s.phase == END:
        if not anybody_finished(s):
            raise PositionError("The game is over, but nobody has turned six cards (CK 8.1).")
        return
    _check_finishers(s)
    again = State()
    again.copy_all(s)
    if not step(again, None) or again.phase != s.phase:
        raise PositionError(f"The phase is {phase}, but another task comes next (R1).")


def _check_finishers(s: State) -> None:
    """CK 8.1: six cards are turned in the running series, by a seat that has had its turn."""
    new_round = s.moment == BEFORE and len(s.tasks) > 0  # the display is being refilled
    had_turn = 0 if new_round else (s.turn - s.elephant + s.players) % s.players + 1
    for number in range(had_turn, s.players):
        seat = (s.elephant + number) % s.players
        if is_finisher(s, seat):
            raise PositionError(f"Seat {seat} turned six cards: the game is over (CK 8.1).")
