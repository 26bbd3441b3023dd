"""Web of Power through one viewer's eyes, and dealing the unseen cards again.

What a viewer knows (R4): all that lies open, their hand, and the open cards others took and have
not played yet.  Until the reshuffle the rest is unseen and alike: every deal of it is equally
likely.

At the reshuffle (WP 3.2) the unseen cards split in two.  The old pile is gone, so the hidden cards
of the other hands are known together, only not who holds which: the *carried* cards.  The new pile
is the discard pile, known kind by kind.  From then on a hidden card is a carried one, or a *fresh*
one from the new pile.  When a seat plays a hidden card, nobody sees which of the two it was.  So a
view keeps what was played from hidden cards (the trail), and `Origins` counts in how many ways that
can have happened.  A way is: which of its hidden cards a seat played each time, and where the
unseen cards lie.  All ways are equally likely; imagine() picks one.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dalang.engine.api import OVER, Args, Phrase, Position, View
from dalang.engine.arrays import row_total, zeros
from dalang.engine.errors import PositionError
from dalang.engine.hands import own_row, with_unseen
from dalang.engine.rng import Rng, draw
from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import (
    CARDS,
    COUNTRIES,
    HAND_SIZE,
    N_CARDS,
    N_COUNTRIES,
    SPACES,
)
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.rules.consistency import check_carried, check_view
from dalang.games.web_of_power.state import TRAIL_SEAT

# How many carried cards of each kind were played is packed into one number, five bits for each
# kind: four for the count, and one that stays free for comparing all kinds at once.
_BITS: Final = 5
_ONE: Final = [1 << (_BITS * int(card)) for card in range(N_CARDS)]
_SPARE: Final = sum(_ONE) << (_BITS - 1)

Ways = dict[int, float]  # packed counts of what was played -> in how many ways that can be


@final
class Sight(View):
    """A view that works out where played cards came from, when it is first asked to imagine."""

    def __init__(self, known: WebOfPower, viewer: i64) -> None:
        super().__init__(known, viewer)
        self.origins: Origins | None = None


def observe(position: Position, viewer: i64) -> View:
    """Copies what lies open, the viewer's hand, and the cards of others that everybody saw."""
    assert isinstance(position, WebOfPower)
    known = WebOfPower()
    known.copy_public(position)
    known.hand = own_row(position.hand, position.known, viewer, N_CARDS)
    known.pile = with_unseen(position.pile, position.hand, known.hand, N_CARDS)
    nothing = zeros(position.players * N_CARDS)
    known.carried = own_row(position.carried, nothing, viewer, N_CARDS)
    return Sight(known, viewer)


def imagine(view: View, rng: Rng) -> Position:
    """Deals the unseen cards to the other hands; what is left is the pile."""
    known = view.known
    assert isinstance(known, WebOfPower)
    assert isinstance(view, Sight)
    deal = known.clone()
    carried = known.carried_all[:]
    if known.pile_outs:
        if view.origins is None:
            view.origins = Origins(known, view.viewer)
        view.origins.pick(deal, carried, rng)
    for seat in range(deal.players):
        if seat != view.viewer:
            _deal_hand(deal, seat, carried, rng)
    return deal


def _deal_hand(deal: WebOfPower, seat: i64, carried: vec[i64], rng: Rng) -> None:
    """Carried cards come from those still unseen, other hidden cards from the pile."""
    missing = deal.held[seat] - row_total(deal.hand, seat, N_CARDS)
    still = deal.carried_held[seat] - row_total(deal.carried, seat, N_CARDS)
    for number in range(missing):
        if number < still:
            dealt = draw(carried, rng)
            carried[dealt] -= 1
            deal.carried[seat * N_CARDS + dealt] += 1
        else:
            dealt = draw(deal.pile, rng)
            deal.pile[dealt] -= 1
        deal.hand[seat * N_CARDS + dealt] += 1


class Origins:
    """How many of the hidden cards played since the reshuffle can have been carried ones."""

    def __init__(self, known: WebOfPower, viewer: i64) -> None:
        self.seats = [int(seat) for seat in range(known.players) if seat != viewer]
        self.own = [0] * int(N_CARDS)  # what the viewer carried; the others carried the rest
        if viewer >= 0:
            self.own = [int(known.carried[viewer * N_CARDS + card]) for card in range(N_CARDS)]
        self.others = [int(known.carried_all[card]) - self.own[card] for card in range(N_CARDS)]
        self.of_seat = [_ways_of_seat(known, seat, pack(self.others)) for seat in self.seats]
        self.up_to: list[Ways] = [{0: 1.0}]  # of none of the seats, of the first, of two …
        for ways in self.of_seat:
            self.up_to.append(_together(self.up_to[-1], ways, pack(self.others)))
        self.of_all = self._weigh([int(count) for count in known.pile])

    def _weigh(self, unseen: list[int]) -> Ways:
        """What all played together, times the ways in which the cards still unseen can lie."""
        weighed: Ways = {}
        for played, ways in self.up_to[-1].items():
            carried = [self.others[card] - count for card, count in enumerate(unpack(played))]
            fresh = [unseen[card] - count for card, count in enumerate(carried)]
            if min(fresh) >= 0:
                weighed[played] = ways * _orders(carried) * _orders(fresh)
        if not weighed:
            raise PositionError("No deal fits what was played since the reshuffle (WP 3.2).")
        return weighed

    def pick(self, deal: WebOfPower, carried: vec[i64], rng: Rng) -> None:
        """Settles what each seat played of its carried cards, and takes the rest off the pile."""
        left = _pick_one(self.of_all, rng)
        for number in range(len(self.seats) - 1, -1, -1):
            before = self.up_to[number]
            ways: Ways = {}
            for played, times in self.of_seat[number].items():
                if _is_part(played, left) and left - played in before:
                    ways[played] = times * before[left - played]
            chosen = _pick_one(ways, rng)
            left -= chosen
            for card, count in enumerate(unpack(chosen)):
                deal.carried[self.seats[number] * N_CARDS + card] = count
                carried[card] -= count
        for card in range(N_CARDS):
            carried[card] -= self.own[card]
            deal.pile[card] -= carried[card]


def _ways_of_seat(known: WebOfPower, seat: i64, limit: int) -> Ways:
    """What a seat can have played of its carried cards, and in how many ways."""
    ways: Ways = {0: 1.0}
    for step in known.trail:
        if step // TRAIL_SEAT == seat:
            card = int(step % TRAIL_SEAT // HAND_SIZE)
            hidden = int(step % HAND_SIZE) + 1
            ways = _one_step(ways, card, hidden, int(known.carried_held[seat]), limit)
    return ways


def _one_step(ways: Ways, card: int, hidden: int, carried: int, limit: int) -> Ways:
    """Another hidden card was played: any of the carried ones, or of the fresh ones."""
    after: Ways = {}
    for played, count in ways.items():
        still = carried - sum(unpack(played))
        one_more = played + _ONE[card]
        if still > 0 and _is_part(one_more, limit):
            after[one_more] = after.get(one_more, 0.0) + count * still
        if hidden > still:
            after[played] = after.get(played, 0.0) + count * (hidden - still)
    return after


def _together(ways: Ways, more: Ways, limit: int) -> Ways:
    """What several seats can have played between them."""
    result: Ways = {}
    for played, count in ways.items():
        for added, times in more.items():
            both = played + added
            if _is_part(both, limit):
                result[both] = result.get(both, 0.0) + count * times
    return result


def pack(counts: list[int]) -> int:
    """How many of each kind, as one number."""
    return sum(_ONE[card] * count for card, count in enumerate(counts))


def unpack(packed: int) -> list[int]:
    """How many of each kind."""
    return [(packed >> (_BITS * card)) & ((1 << _BITS) - 1) for card in range(N_CARDS)]


def _is_part(part: int, whole: int) -> bool:
    """Whether `part` has of no kind more than `whole`: then nothing is borrowed from the spares."""
    return ((whole | _SPARE) - part) & _SPARE == _SPARE


def _orders(counts: list[int]) -> float:
    """In how many orders the given cards of each kind can lie."""
    orders = 1.0
    placed = 0
    for count in counts:
        for number in range(1, count + 1):
            placed += 1
            orders = orders * placed / number
    return orders


def _pick_one(ways: Ways, rng: Rng) -> int:
    """One of the possibilities, as likely as the number of its ways."""
    ticket = rng.chance() * sum(ways.values())
    chosen = -1
    for played, count in ways.items():
        chosen = played
        ticket -= count
        if ticket < 0:
            break
    return chosen


def as_view(known: Position, viewer: i64) -> View:
    """The view a blanked position is; raises PositionError if nobody can have it."""
    assert isinstance(known, WebOfPower)
    check_view(known)
    for seat in range(known.players):
        if seat == viewer:
            _check_own(known, seat)
        else:
            _check_other(known, seat)
    view = Sight(known, viewer)
    if known.pile_outs:
        view.origins = Origins(known, viewer)
    return view


def _check_own(known: WebOfPower, seat: i64) -> None:
    if row_total(known.hand, seat, N_CARDS) != known.held[seat]:
        raise PositionError(f"Seat {seat} sees its whole hand (WP R4).")
    check_carried(known, seat)
    for card in range(N_CARDS):
        if known.carried[seat * N_CARDS + card] > known.carried_all[card]:
            raise PositionError(f"Seat {seat} carried more {CARDS[card]} than all together.")


def _check_other(known: WebOfPower, seat: i64) -> None:
    for card in range(N_CARDS):
        place = seat * N_CARDS + card
        if known.hand[place] != known.known[place] or known.carried[place]:
            raise PositionError(f"Of seat {seat} only the known cards are seen (WP R4).")


def summary(view: View) -> list[Phrase]:
    """What the viewer sees, line by line, to be put into words."""
    known = view.known
    assert isinstance(known, WebOfPower)
    lines = [
        Phrase("see_pile", {"cards": int(known.pile_size), "outs": int(known.pile_outs)}),
        Phrase("see_open", {"cards": _cards(known.open, 0)}),
    ]
    if known.is_last_round() and known.actor() != OVER:
        lines.append(Phrase("see_last_round", {"seat": int(known.last_seat())}))
    for country in range(N_COUNTRIES):
        lines.extend(_see_country(known, country))
    for seat in range(known.players):
        lines.extend(_see_seat(known, seat))
    if view.viewer >= 0:
        lines.append(Phrase("see_hand", {"cards": _cards(known.hand, view.viewer)}))
    return lines


def _see_country(known: WebOfPower, country: i64) -> list[Phrase]:
    """Who stands where; nothing about an empty country."""
    lines: list[Phrase] = []
    for seat in range(known.players):
        place = seat * N_COUNTRIES + country
        args: Args = {"seat": int(seat), "country": COUNTRIES[country]}
        if known.cloisters[place] or known.advisors[place]:
            args |= {
                "cloisters": int(known.cloisters[place]),
                "advisors": int(known.advisors[place]),
            }
            lines.append(Phrase("see_country", args))
    return lines


def _see_seat(known: WebOfPower, seat: i64) -> list[Phrase]:
    args: Args = {
        "seat": int(seat),
        "points": int(known.points[seat]),
        "cloisters": int(known.cloisters_left[seat]),
        "advisors": int(known.advisors_left[seat]),
        "cards": int(known.held[seat]),
    }
    lines = [Phrase("see_seat", args)]
    spaces = [SPACES[space] for space, owner in enumerate(known.owner) if owner == seat]
    if spaces:
        lines.append(Phrase("see_cloisters", {"seat": int(seat), "spaces": spaces}))
    cards = _cards(known.known, seat)
    if cards:
        lines.append(Phrase("see_known", {"seat": int(seat), "cards": cards}))
    return lines


def _cards(counts: vec[i64], row: i64) -> list[str]:
    """The cards in one row of a table of counts, each by name."""
    return [
        CARDS[card] for card in range(N_CARDS) for _ in range(int(counts[row * N_CARDS + card]))
    ]
