"""BA R4: what everybody remembers of the priests and princes that were shown.

`shown` holds, for each seat, office and set of cards, a number of which everybody is sure: at least
that many are there.  README.md names the sets.  Nothing here looks at a hidden card.
"""

from __future__ import annotations

from mypy_extensions import i64

from dalang.games.bali.components import N_ISLANDS, N_OFFICES, NONE, OFFICE_OF
from dalang.games.bali.state import IN_ALL, IN_HAND, IN_PILE, LOOSE, N_SETS, ON_TOPS, State


def note_shown(s: State, seat: i64, office: i64, count: i64) -> None:
    """BA 4.1, BA 4.2: this many were in the hand, and go back there."""
    sure = (seat * N_OFFICES + office) * N_SETS
    s.shown[sure + IN_HAND] = max(s.shown[sure + IN_HAND], count)
    tighten(s, seat)


def note_discarded(s: State, seat: i64, card: i64) -> None:
    """A card has left the hand face up; it may have been one of those shown."""
    office = OFFICE_OF[card]
    if office != NONE:
        sure = (seat * N_OFFICES + office) * N_SETS
        one_less(s, sure + IN_HAND)
        one_less(s, sure + LOOSE)
        one_less(s, sure + IN_ALL)
    tighten(s, seat)


def note_put(s: State, seat: i64) -> None:
    """A hidden card has left the hand for the top of a pile."""
    sure = seat * N_OFFICES * N_SETS
    one_less(s, sure + IN_HAND)
    one_less(s, sure + N_SETS + IN_HAND)
    tighten(s, seat)


def note_taken(s: State, seat: i64, island: i64) -> None:
    """A hidden card has come to the hand from the top of a pile."""
    place = seat * N_ISLANDS + island
    sure = seat * N_OFFICES * N_SETS
    if s.pile_size(place) >= s.laid[place]:
        one_less(s, sure + ON_TOPS)
        one_less(s, sure + N_SETS + ON_TOPS)
    else:
        for office in range(N_OFFICES):
            _note_taken_from_laid(s, sure + office * N_SETS, island, s.laid[place])
        s.laid[place] -= 1
    tighten(s, seat)


def _note_taken_from_laid(s: State, sure: i64, island: i64, height: i64) -> None:
    """If all cards laid down there are known, so is the one taken."""
    if s.shown[sure + IN_PILE + island] == height:
        s.shown[sure + IN_HAND] += 1
        s.shown[sure + LOOSE] += 1
    one_less(s, sure + IN_PILE + island)


def note_laid(s: State, seat: i64) -> None:
    """BA 6.3: the hand has become the pile at the island the Dalang leaves."""
    place = seat * N_ISLANDS + s.island
    s.laid[place] = s.pile_size(place)
    for office in range(N_OFFICES):
        sure = (seat * N_OFFICES + office) * N_SETS
        s.shown[sure + IN_PILE + s.island] = s.shown[sure + IN_HAND]
        s.shown[sure + IN_HAND] = 0
        s.shown[sure + LOOSE] = s.shown[sure + ON_TOPS]


def note_cut(s: State, seat: i64, card: i64) -> None:
    """BA 6.5: the top card of the pile at the new island has been discarded face up."""
    place = seat * N_ISLANDS + s.island
    from_top = s.pile_size(place) >= s.laid[place]
    if not from_top:
        s.laid[place] -= 1
    office = OFFICE_OF[card]
    if office != NONE:
        sure = (seat * N_OFFICES + office) * N_SETS
        one_less(s, sure + (ON_TOPS if from_top else IN_PILE + s.island))
        one_less(s, sure + IN_ALL)


def note_picked_up(s: State, seat: i64) -> None:
    """BA 6.5, BA 6.6: the pile at the new island is about to become the hand."""
    place = seat * N_ISLANDS + s.island
    tops = s.pile_size(place) - s.laid[place]
    for office in range(N_OFFICES):
        sure = (seat * N_OFFICES + office) * N_SETS
        in_pile = s.shown[sure + IN_PILE + s.island]
        on_tops = s.shown[sure + ON_TOPS]
        s.shown[sure + IN_PILE + s.island] = 0
        s.shown[sure + IN_HAND] = in_pile
        s.shown[sure + LOOSE] = in_pile + on_tops
        s.shown[sure + ON_TOPS] = max(0, on_tops - tops)
    if not s.unvisited[s.island]:
        s.laid[place] = 0


def one_less(s: State, index: i64) -> None:
    """Of one card fewer everybody is sure."""
    if s.shown[index]:
        s.shown[index] -= 1


def tighten(s: State, seat: i64) -> None:
    """The whole is at least the sum of its parts, a part at least the whole less the rest."""
    if not is_anything_sure(s, seat):
        return
    hand = hand_cards(s, seat)
    tops = top_cards(s, seat)
    laid: i64 = 0
    for island in range(N_ISLANDS):
        laid += laid_cards(s, seat, island)
    for office in range(N_OFFICES):
        _tighten_office(s, seat, office, hand, tops, laid)


def is_anything_sure(s: State, seat: i64) -> bool:
    """Whether any priest or prince of the seat is known."""
    first = seat * N_OFFICES * N_SETS
    for n in range(first, first + N_OFFICES * N_SETS):
        if s.shown[n]:
            return True
    return False


def _tighten_office(s: State, seat: i64, office: i64, hand: i64, tops: i64, laid: i64) -> None:
    """The numbers of one office, given how many cards are in hand, on tops and laid down."""
    sure = (seat * N_OFFICES + office) * N_SETS
    loose = max(s.shown[sure + LOOSE], s.shown[sure + IN_HAND] + s.shown[sure + ON_TOPS])
    whole = loose
    for island in range(N_ISLANDS):
        whole += s.shown[sure + IN_PILE + island]
    whole = max(whole, s.shown[sure + IN_ALL])
    loose = max(loose, whole - laid)
    for island in range(N_ISLANDS):
        rest = hand + tops + laid - laid_cards(s, seat, island)
        pile = sure + IN_PILE + island
        s.shown[pile] = max(s.shown[pile], whole - rest)
    s.shown[sure + IN_HAND] = max(s.shown[sure + IN_HAND], loose - tops)
    s.shown[sure + ON_TOPS] = max(s.shown[sure + ON_TOPS], loose - hand)
    s.shown[sure + LOOSE] = loose
    s.shown[sure + IN_ALL] = whole


def hand_cards(s: State, seat: i64) -> i64:
    """How many cards count as the hand: also those on the pile at the island, if they were seen."""
    place = seat * N_ISLANDS + s.island
    return s.held[seat] + s.pile_size(place) - s.unseen_in(place)


def top_cards(s: State, seat: i64) -> i64:
    """How many cards lie above the parts laid down, at the islands without the Dalang."""
    count: i64 = 0
    for island in range(N_ISLANDS):
        if island != s.island:
            place = seat * N_ISLANDS + island
            count += s.pile_size(place) - s.laid[place]
    return count


def laid_cards(s: State, seat: i64, island: i64) -> i64:
    """How many cards were laid down there; those dealt at set-up were never in a hand."""
    if island == s.island or s.unvisited[island]:
        return 0
    return s.laid[seat * N_ISLANDS + island]
