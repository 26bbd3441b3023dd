"""TM R11, TM 6.4: what everybody can still tell of hidden cards after a reshuffle.

When the draw pile has run out, all cards that nobody can see are in hands.  These *carried* cards
are known together, only not who holds which; hidden cards drawn later come from the new pile.  A
hidden card that is played was one or the other.  While only one of the two is possible, everybody
can tell which; once both are, the distinction is given up.
"""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.arrays import replaced, zeros
from dalang.games.taj_mahal.components import N_CARDS
from dalang.games.taj_mahal.state import State


def carry_over(s: State) -> None:
    """TM 6.4: at a reshuffle every hidden card is a carried one."""
    carried = zeros(s.players * N_CARDS)
    left = zeros(s.players)
    pool = zeros(N_CARDS)
    for seat in range(s.players):
        for card in range(N_CARDS):
            place = seat * N_CARDS + card
            hidden = s.hand[place] - s.known[place]
            carried[place] = hidden
            left[seat] += hidden
            pool[card] += hidden
    s.carried = carried
    s.carried_left = left
    s.carried_pool = pool


def note_hidden_play(s: State, seat: i64, card: i64) -> None:
    """TM R11: a hidden card is about to be played; everybody draws the same conclusion."""
    left = s.carried_left[seat]
    if left == 0 or s.carried_pool[card] == 0:
        return
    if fresh_hidden(s, seat) and fresh_unseen(s, card):
        forget_carried(s)
        return
    place = seat * N_CARDS + card
    s.carried = replaced(s.carried, place, s.carried[place] - 1)
    s.carried_left = replaced(s.carried_left, seat, left - 1)
    s.carried_pool = replaced(s.carried_pool, card, s.carried_pool[card] - 1)


def fresh_hidden(s: State, seat: i64) -> i64:
    """How many hidden cards a seat has drawn since the reshuffle."""
    count = s.held[seat] - s.carried_left[seat]
    for card in range(N_CARDS):
        count -= s.known[seat * N_CARDS + card]
    return count


def fresh_unseen(s: State, card: i64) -> i64:
    """How many cards of a kind have come into the new pile and were not seen since."""
    count = s.pile[card] - s.carried_pool[card]
    for seat in range(s.players):
        count += s.hand[seat * N_CARDS + card] - s.known[seat * N_CARDS + card]
    return count


def forget_carried(s: State) -> None:
    """Nobody can tell carried cards from others any more."""
    s.carried = zeros(s.players * N_CARDS)
    s.carried_left = zeros(s.players)
    s.carried_pool = zeros(N_CARDS)
