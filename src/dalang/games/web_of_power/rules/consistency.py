"""What always holds: nothing is lost, doubled or out of range, and the game can continue."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.arrays import row_total, total, zeros
from dalang.engine.errors import PositionError
from dalang.games.web_of_power.components import (
    ADVISORS,
    CARDS,
    CLOISTERS,
    COUNTRIES,
    HAND_SIZE,
    N_CARDS,
    N_COUNTRIES,
    NONE,
    OPEN_CARDS,
    deck,
)
from dalang.games.web_of_power.state import (
    DEAL,
    DRAW,
    END,
    LAY_OPEN,
    MORE,
    PILE_OUT,
    PLACE,
    REFILL,
    TAKE,
    TRAIL_SEAT,
    TURN,
    State,
)


def check_position(s: State) -> None:
    """Raises PositionError unless the position can occur and be played on."""
    for seat in range(s.players):
        held = row_total(s.hand, seat, N_CARDS)
        if s.held[seat] != held:
            raise PositionError(
                f"Seat {seat} holds {held} cards, but its hand size says {s.held[seat]}."
            )
    check_view(s)
    for seat in range(s.players):
        check_carried(s, seat)
    for card in range(N_CARDS):
        carried: i64 = 0
        for seat in range(s.players):
            carried += s.carried[seat * N_CARDS + card]
        if carried != s.carried_all[card]:
            raise PositionError(f"The hands carried {carried} {CARDS[card]} over the reshuffle.")


def check_view(s: State) -> None:
    """The same where hands may hold more than is shown of them (WP R4)."""
    _check_cards(s)
    _check_sizes(s)
    _check_board(s)
    _check_courts(s)
    _check_pending(s)
    if s.phase < TURN:
        _check_set_up(s)
    elif s.phase != END:
        _check_turn(s)
        _check_hands(s)
    _check_trail(s)


def _check_cards(s: State) -> None:
    """WP 1.1: the right number of cards of each kind, wherever they are."""
    in_the_box = deck(s.players)
    for card in range(N_CARDS):
        found = s.pile[card] + s.discard[card] + s.open[card]
        for seat in range(s.players):
            found += s.hand[seat * N_CARDS + card]
            if s.known[seat * N_CARDS + card] > s.hand[seat * N_CARDS + card]:
                raise PositionError(
                    f"Seat {seat} is known to hold more {CARDS[card]} than it does."
                )
        if found != in_the_box[card] or s.pile[card] < 0:
            raise PositionError(
                f"There are {in_the_box[card]} cards {CARDS[card]} (WP 1.1), "
                f"here {found - min(0, s.pile[card])}."
            )


def _check_sizes(s: State) -> None:
    """WP 1.4, WP 2.8: the right number of cards in a hand and open."""
    for seat in range(s.players):
        shown = row_total(s.hand, seat, N_CARDS)
        if s.held[seat] < shown:
            raise PositionError(
                f"Seat {seat} holds {shown} cards, but its hand size says {s.held[seat]}."
            )
        if s.held[seat] > HAND_SIZE:
            raise PositionError(
                f"Seat {seat} holds {s.held[seat]} cards; {HAND_SIZE} is a hand (WP 2.8)."
            )
    if s.pile_size < 0:
        raise PositionError("The hands hold more cards than there are (WP 1.1).")
    if s.open_size > OPEN_CARDS:
        raise PositionError(f"{s.open_size} cards lie open; at most {OPEN_CARDS} do (WP 1.4).")
    if (s.pile_size == 0) != s.is_last_round():
        raise PositionError("The pile is empty from the second time it runs out (WP 3.2, WP 5.1).")


def _check_board(s: State) -> None:
    """WP 1.3: every piece is on the board or in its owner's supply."""
    for seat in range(s.players):
        built = CLOISTERS - s.cloisters_left[seat]
        sent = ADVISORS - s.advisors_left[seat]
        if built > CLOISTERS:
            raise PositionError(f"Seat {seat} has {built} of {CLOISTERS} cloisters out (WP 1.3).")
        if sent > ADVISORS:
            raise PositionError(f"Seat {seat} has {sent} of {ADVISORS} advisors out (WP 1.3).")


def _check_courts(s: State) -> None:
    """WP 2.5: no more advisors than the player with most cloisters has cloisters."""
    for country in range(N_COUNTRIES):
        if s.court[country] > s.most[country]:
            raise PositionError(
                f"{COUNTRIES[country]} has room for {s.most[country]} advisors, "
                f"here are {s.court[country]} (WP 2.5)."
            )


def _check_pending(s: State) -> None:
    """WP 2, WP 5.1: what is under way belongs to the phase."""
    if (s.phase == END) != (s.ended != NONE):
        raise PositionError("A game that is over, and no other, says how it ended (WP 5.1).")
    if s.phase == END and s.pile_outs < (2 if s.ended == PILE_OUT else 1):
        raise PositionError("The pile has not run out often enough for this end (WP 5.1).")
    if s.phase != END and s.pile_outs and s.nobody_can_place():
        raise PositionError("Nobody can place a piece any more: the game is over (WP 5.1).")
    if (s.phase == PLACE) != (s.card != NONE):
        raise PositionError("A card is being played just when a piece is to be placed (WP 2.2).")
    if s.country == NONE:
        return
    if s.phase <= TURN or s.phase == END:
        raise PositionError("A turn has a country once a piece is placed (WP 2.1).")
    if s.is_empty(s.country):
        raise PositionError(f"No piece stands in {COUNTRIES[s.country]} (WP 2.1).")
    if s.phase in (PLACE, MORE) and s.is_fresh():
        raise PositionError(f"{COUNTRIES[s.country]} was empty: one piece only (WP 2.4).")


def _check_set_up(s: State) -> None:
    """WP 1: as many cards are dealt as the set-up has come to, and nothing else has happened."""
    for seat in range(s.players):
        dealt = HAND_SIZE if s.phase == LAY_OPEN or (s.phase == DEAL and seat < s.turn) else 0
        dealing = s.phase == DEAL and seat == s.turn and s.held[seat] < HAND_SIZE
        if s.held[seat] != dealt and not dealing:
            raise PositionError(f"Seat {seat} has {s.held[seat]} cards in the set-up (WP 1.4).")
    if s.turn != 0 and s.phase != DEAL:
        raise PositionError("The deal begins with seat 0.")
    if s.open_size >= (OPEN_CARDS if s.phase == LAY_OPEN else 1):
        raise PositionError(f"{s.open_size} cards lie open in the set-up (WP 1.4).")
    if total(s.discard) or total(s.known) or total(s.points):
        raise PositionError("The first turn has not begun (WP 1.4).")
    if total(s.cloisters) or total(s.advisors):
        raise PositionError("No piece stands on the board in the set-up (WP 1.3).")


def _check_turn(s: State) -> None:
    """WP 2: the hand of the seat on turn fits the phase, and a seat that is asked has an answer."""
    held = s.held[s.turn]
    if s.phase == TURN and held != HAND_SIZE:
        raise PositionError(f"A turn begins with {HAND_SIZE} cards in hand (WP 2.8).")
    if s.phase == PLACE:
        _check_play(s)
    if s.phase == MORE and (s.country == NONE or not 0 < held < HAND_SIZE):
        raise PositionError("A second piece needs a first one and a card (WP 2.1).")
    if s.phase in (TAKE, DRAW) and held >= HAND_SIZE:
        raise PositionError("Only a hand with a gap is refilled (WP 2.8).")
    if s.phase in (TAKE, DRAW) and s.country == NONE and held != HAND_SIZE - 1:
        raise PositionError("Exactly one card is exchanged (WP 2.7).")
    if s.phase == TAKE and s.open_size == 0:
        raise PositionError("No card lies open to be taken (WP 2.8).")
    if s.phase == REFILL and (held != HAND_SIZE or s.open_size == OPEN_CARDS):
        raise PositionError("The open row is refilled if it has a gap, after the hand (WP 2.8).")
    if s.phase in (TAKE, DRAW, REFILL) and s.is_last_round():
        raise PositionError("Nobody draws once the pile has run out twice (WP R3).")
    if s.turn == s.start and s.is_last_round():
        raise PositionError("The start player has no turn after the pile ran out twice (WP 5.1).")
    if s.phase in (TURN, PLACE, MORE) and s.open_size < OPEN_CARDS and not s.is_last_round():
        raise PositionError(f"{s.open_size} cards lie open; {OPEN_CARDS} do in a turn (WP 2.8).")


def _check_play(s: State) -> None:
    """WP 2.1, WP 2.3: the cards being played come from the hand and can place a piece."""
    played = 1 + s.joker
    before = s.held[s.turn] + played
    if before > HAND_SIZE or (before == HAND_SIZE) != (s.country == NONE):
        raise PositionError(f"A turn is played with {HAND_SIZE} cards (WP 2.1).")
    if s.discard[s.card] < played:
        raise PositionError(f"{CARDS[s.card]} does not lie on the discard pile (WP 2.8).")
    for country in range(N_COUNTRIES):
        if s.card_reaches(s.card, s.joker, country) and s.can_place(s.turn, country):
            return
    raise PositionError("The card being played can place no piece (WP 2.3).")


def _check_hands(s: State) -> None:
    """WP 2.8, WP R3: a seat with a turn to come holds a full hand."""
    for seat in range(s.players):
        to_come = seat != s.turn
        if s.is_last_round():
            to_come = _place_in_round(s, seat) > _place_in_round(s, s.turn)
        if to_come and s.held[seat] != HAND_SIZE:
            raise PositionError(
                f"Seat {seat} holds {s.held[seat]} cards; "
                f"a turn begins with {HAND_SIZE} cards in hand (WP 2.8)."
            )


def _place_in_round(s: State, seat: i64) -> i64:
    """WP 2.1: how many seats come before it, clockwise from the start player."""
    return (seat + s.players - s.start) % s.players


def _check_trail(s: State) -> None:
    """WP 3.2: what was played from hidden cards since the reshuffle can have been."""
    if s.pile_outs == 0 and (total(s.carried_held) or len(s.trail)):
        raise PositionError("Nothing is carried before the reshuffle (WP 3.2).")
    if total(s.carried_all) != total(s.carried_held):
        raise PositionError("The cards carried over the reshuffle are counted wrongly.")
    played = zeros(N_CARDS)
    least = s.carried_held[:]  # from one play to the next a seat's hidden cards only grow
    for step in s.trail:
        seat = step // TRAIL_SEAT
        hidden = step % HAND_SIZE + 1
        if hidden < least[seat]:
            raise PositionError(f"Seat {seat} had {least[seat]} hidden cards, not {hidden}.")
        least[seat] = hidden - 1
        played[step % TRAIL_SEAT // HAND_SIZE] += 1
    for seat in range(s.players):
        if s.hidden(seat) < least[seat]:
            raise PositionError(f"Seat {seat} has at least {least[seat]} hidden cards.")
    for card in range(N_CARDS):
        if played[card] > s.discard[card]:
            raise PositionError(
                f"{played[card]} {CARDS[card]} were played since the reshuffle, "
                f"{s.discard[card]} lie on the discard pile (WP 2.8)."
            )


def check_carried(s: State, seat: i64) -> None:
    """WP 3.2: a hidden card a seat carried over the reshuffle is still hidden or was played since.

    Nothing forbids that carried cards were played before fresh ones of their kind.
    """
    carried = zeros(N_CARDS)
    for card in range(N_CARDS):
        carried[card] = s.carried[seat * N_CARDS + card]
    if total(carried) != s.carried_held[seat]:
        raise PositionError(f"Seat {seat} carried {total(carried)} cards over the reshuffle.")
    for step in s.trail:
        if step // TRAIL_SEAT == seat:
            card = step % TRAIL_SEAT // HAND_SIZE
            if carried[card]:
                carried[card] -= 1
            elif step % HAND_SIZE + 1 <= total(carried):
                raise PositionError(f"Seat {seat} had no {CARDS[card]} to play (WP 3.2).")
    for card in range(N_CARDS):
        place = seat * N_CARDS + card
        if carried[card] > s.hand[place] - s.known[place]:
            raise PositionError(
                f"Seat {seat} cannot have carried {s.carried[place]} {CARDS[card]} along."
            )
