"""Web of Power through one viewer's eyes, and dealing the unseen cards afresh.

What a viewer knows (R4): all that lies open, the own hand, the open cards others took and have not played yet.
Until the reshuffle the rest is unseen and alike: every deal of it is equally likely.

At the reshuffle (WP 3.2) the unseen cards split in two.  The old pile is gone, so the hidden cards in the
other hands are known together, only not who holds which: the *carried* cards.  The new pile is the discard
pile, known card by card.  From then on a hidden card is a carried one or a *fresh* one from the new pile.
When a seat plays a hidden card, nobody sees which of the two it was.  So the view keeps what was played from
hidden cards (the trail), and `Origins` counts in how many ways that can have come about.  A way is: which of
its hidden cards a seat played each time, and where the unseen cards lie.  All ways are equally likely;
imagine() picks one.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dalang.engine.api import Phrase, Position, View
from dalang.engine.errors import PositionError
from dalang.engine.notation import Fields
from dalang.engine.rng import Rng, draw
from dalang.games.web_of_power import notation
from dalang.games.web_of_power.components import (
    CARDS,
    COUNTRIES,
    HAND_SIZE,
    N_CARDS,
    N_COUNTRIES,
    SPACES,
)
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.state import TRAIL_SEAT

# How many carried cards of each kind were played is packed into one number, four bits for each kind.
_ONE: Final = [1 << (4 * int(card)) for card in range(N_CARDS)]

Ways = dict[int, float]  # in how many ways it can have come about, by what was played


@final
class Sight(View):
    """A view that works out the origins of played cards when first asked to imagine."""

    def __init__(self, known: WebOfPower, viewer: i64) -> None:
        super().__init__(known, viewer)
        self.origins: Origins | None = None


def observe(position: Position, viewer: i64) -> View:
    """Copies what lies open; in other hands only what everybody saw being taken; the rest is unseen."""
    assert isinstance(position, WebOfPower)
    known = WebOfPower()
    known.copy_public(position)
    known.hand = position.known[:]
    known.pile = position.pile[:]
    known.carried = vec[i64]([0] * int(position.players * N_CARDS))
    for seat in range(position.players):
        for card in range(N_CARDS):
            place = seat * N_CARDS + card
            if seat == viewer:
                known.hand[place] = position.hand[place]
                known.carried[place] = position.carried[place]
            else:
                known.pile[card] += position.hand[place] - position.known[place]
    return Sight(known, viewer)


def imagine(view: View, rng: Rng) -> Position:
    """Deals the unseen cards to the other hands; what is left is the pile."""
    known = view.known
    assert isinstance(known, WebOfPower)
    deal = known.clone()
    carried = known.carried_all[:]
    if known.pile_outs:
        assert isinstance(view, Sight)
        if view.origins is None:
            view.origins = Origins(known, view.viewer)
        view.origins.pick(deal, carried, rng)
    for seat in range(deal.players):
        if seat != view.viewer:
            _deal_hand(deal, seat, carried, rng)
    return deal


def _deal_hand(deal: WebOfPower, seat: i64, carried: vec[i64], rng: Rng) -> None:
    """The seat's carried cards come from those still unseen, its other hidden cards from the new pile."""
    missing = deal.held[seat]
    still = deal.carried_held[seat]
    for card in range(N_CARDS):
        missing -= deal.hand[seat * N_CARDS + card]
        still -= deal.carried[seat * N_CARDS + card]
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
    """Which of the hidden cards played since the reshuffle were carried ones: all that is possible."""

    def __init__(self, known: WebOfPower, viewer: i64) -> None:
        self.seats = [int(seat) for seat in range(known.players) if seat != viewer]
        self.carried = [int(count) for count in known.carried_all]
        self.own = [0] * int(N_CARDS)
        if viewer >= 0:
            self.own = [int(known.carried[viewer * N_CARDS + card]) for card in range(N_CARDS)]
        self.limits = [self.carried[card] - self.own[card] for card in range(N_CARDS)]
        self.of_seat = [_ways_of_seat(known, seat, self.limits) for seat in self.seats]
        self.up_to: list[Ways] = [{0: 1.0}]
        for ways in self.of_seat:
            self.up_to.append(_together(self.up_to[-1], ways, self.limits))
        self.all = self._weigh([int(count) for count in known.pile])

    def _weigh(self, unseen: list[int]) -> Ways:
        """What the seats played together, by the ways in which the cards still unseen can lie."""
        weighed: Ways = {}
        for played, ways in self.up_to[-1].items():
            carried = [limit - count for limit, count in zip(self.limits, unpack(played), strict=True)]
            fresh = [count - old for count, old in zip(unseen, carried, strict=True)]
            if min(fresh) >= 0:
                weighed[played] = ways * _orders(carried) * _orders(fresh)
        if not weighed:
            raise PositionError("No deal fits what was played since the reshuffle (WP 3.2).")
        return weighed

    def pick(self, deal: WebOfPower, carried: vec[i64], rng: Rng) -> None:
        """Decides what each seat played of its carried cards; leaves in `carried` and in the pile what remains."""
        left = _pick_one(self.all, rng)
        for number in range(len(self.seats) - 1, -1, -1):
            before = self.up_to[number]
            ways: Ways = {}
            for played, count in self.of_seat[number].items():
                if left - played in before and _is_part(played, left):
                    ways[played] = count * before[left - played]
            chosen = _pick_one(ways, rng)
            left -= chosen
            for card, count in enumerate(unpack(chosen)):
                deal.carried[self.seats[number] * N_CARDS + card] = count
                carried[card] -= count
        for card in range(N_CARDS):
            carried[card] -= self.own[card]
            deal.pile[card] -= carried[card]


def _ways_of_seat(known: WebOfPower, seat: i64, limits: list[int]) -> Ways:
    """What a seat can have played of its carried cards, by the number of ways to choose its hidden cards."""
    ways: Ways = {0: 1.0}
    for step in known.trail:
        if step // TRAIL_SEAT == seat:
            card = int(step % TRAIL_SEAT // HAND_SIZE)
            hidden = int(step % HAND_SIZE) + 1
            ways = _one_step(ways, card, hidden, int(known.carried_held[seat]), limits[card])
    still = known.hidden(seat)
    return {
        played: count
        for played, count in ways.items()
        if known.carried_held[seat] - sum(unpack(played)) <= still
    }


def _one_step(ways: Ways, card: int, hidden: int, carried_held: int, limit: int) -> Ways:
    """One more hidden card of a kind was played: a carried one, or a fresh one."""
    after: Ways = {}
    for played, count in ways.items():
        counts = unpack(played)
        still = carried_held - sum(counts)
        if still > 0 and counts[card] < limit:
            one_more = played + _ONE[card]
            after[one_more] = after.get(one_more, 0.0) + count * still
        if hidden > still:
            after[played] = after.get(played, 0.0) + count * (hidden - still)
    return after


def _together(ways: Ways, more: Ways, limits: list[int]) -> Ways:
    """What several seats can have played between them."""
    result: Ways = {}
    bound = [(card, limit) for card, limit in enumerate(limits)]
    for played, count in ways.items():
        for added, times in more.items():
            both = played + added
            if all((both >> (4 * card)) & 15 <= limit for card, limit in bound):
                result[both] = result.get(both, 0.0) + count * times
    return result


def unpack(played: int) -> list[int]:
    """How many of each kind."""
    return [(played >> (4 * card)) & 15 for card in range(N_CARDS)]


def _is_part(played: int, whole: int) -> bool:
    """Whether `played` is no more of any kind than `whole`."""
    return all(a <= b for a, b in zip(unpack(played), unpack(whole), strict=True))


def _orders(counts: list[int]) -> float:
    """In how many orders so many cards of each kind can lie."""
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


def view_from_text(text: str) -> View:
    """The view written in `text`."""
    given = Fields(text)
    known = WebOfPower()
    viewer = given.number("viewer", -1, 4)
    notation.read(known, given)
    return Sight(known, viewer)


def summary(view: View) -> list[Phrase]:
    """What the viewer sees, line by line, to be put into words."""
    known = view.known
    assert isinstance(known, WebOfPower)
    lines = [
        Phrase("see_pile", {"cards": int(known.pile_size), "outs": int(known.pile_outs)}),
        Phrase("see_open", {"cards": _cards(known.open, 0)}),
    ]
    if known.is_last_round():
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
        args: dict[str, object] = {"seat": int(seat), "country": COUNTRIES[country]}
        if known.cloisters[place] or known.advisors[place]:
            args |= {
                "cloisters": int(known.cloisters[place]),
                "advisors": int(known.advisors[place]),
            }
            lines.append(Phrase("see_country", args))
    return lines


def _see_seat(known: WebOfPower, seat: i64) -> list[Phrase]:
    args: dict[str, object] = {
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
