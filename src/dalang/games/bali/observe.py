"""Bali through one viewer's eyes, and dealing the unseen cards again.

What a viewer knows is told in README.md: all that lies open, their own hand, their own piles except
for cards nobody has seen, and of the others' priests and princes what `shown` says.  The rest of
the 159 cards is unseen; every deal of it that agrees with `shown` is equally likely.
"""

from __future__ import annotations

from math import factorial
from typing import Final, final

from mypy_extensions import i64

from dalang.engine.api import Phrase, Position, View
from dalang.engine.arrays import EMPTY, filled, total, zeros
from dalang.engine.errors import PositionError
from dalang.engine.rng import Rng, draw, shuffle
from dalang.engine.spec import Premove
from dalang.engine.vecs import append, vec
from dalang.games.bali.actions import PASS
from dalang.games.bali.components import (
    CARDS,
    DECK_SIZE,
    ISLANDS,
    MASKS,
    N_CARDS,
    N_ISLANDS,
    N_MASKS,
    N_OFFICES,
    NONE,
    OFFICE_CARD,
    OFFICES,
    PRIEST,
    PRINCE,
    UNSEEN,
)
from dalang.games.bali.position import Bali
from dalang.games.bali.rules.answering import reaction_to
from dalang.games.bali.rules.cards import pop
from dalang.games.bali.rules.consistency import check_view
from dalang.games.bali.rules.ending import points_of
from dalang.games.bali.state import (
    ANSWER,
    BLOCK,
    IN_ALL,
    IN_HAND,
    IN_PILE,
    LAY,
    LOOSE,
    N_SETS,
    ON_TOPS,
    PHASES,
    RAISE,
    SECOND,
    USE_ARTIST,
    USE_SCHOLAR,
    count_sets,
)


@final
class Sight(View):
    """A view that works out what `shown` ties down, when it is first asked to imagine."""

    def __init__(self, known: Bali, viewer: i64) -> None:
        super().__init__(known, viewer)
        self.parts: Ties | None = None
        self.unions: Ties | None = None

    def ties(self, unions: bool) -> Ties:
        """What is tied down of single sets, or of unions too."""
        found = self.unions if unions else self.parts
        if found is None:
            assert isinstance(self.known, Bali)
            found = Ties(self.known, self.viewer, unions)
            if unions:
                self.unions = found
            else:
                self.parts = found
        return found


def observe(position: Position, viewer: i64) -> View:
    """Copies what lies open and what is the viewer's own; everything else is unseen."""
    assert isinstance(position, Bali)
    known = Bali()
    known.copy_public(position)
    known.hand = zeros(position.players * N_CARDS)
    known.piled = filled(DECK_SIZE, UNSEEN)
    known.stock = position.stock[:]
    known.buried = zeros(N_CARDS)
    for card in range(N_CARDS):
        known.stock[card] += position.buried[card]
    for seat in range(position.players):
        first, last = seat * N_ISLANDS, (seat + 1) * N_ISLANDS - 1
        for n in range(seat * N_CARDS, (seat + 1) * N_CARDS):
            if seat == viewer:
                known.hand[n] = position.hand[n]
            else:
                known.stock[n - seat * N_CARDS] += position.hand[n]
        for n in range(position.pile_begin(first), position.ends[last]):
            if seat == viewer:
                known.piled[n] = position.piled[n]
            elif position.piled[n] != UNSEEN:
                known.stock[position.piled[n]] += 1
    if known.phase == LAY and known.turn != viewer:
        _take_back_laid(known)
    return Sight(known, viewer)


def _take_back_laid(known: Bali) -> None:
    """BA 6.3: the order is secret, and so is how much of it was chosen one by one."""
    place = known.turn * N_ISLANDS + known.island
    while known.pile_size(place):
        pop(known, place)
        known.held[known.turn] += 1


def imagine(view: View, rng: Rng) -> Position:
    """Deals what the viewer cannot see to hands and piles; the rest stays in the bags.

    What is known only of several sets together mostly comes true by itself, so it is left to luck a
    few times before it is dealt with exactly: that is much faster, and no deal gets likelier by it.
    """
    assert isinstance(view, Sight)
    for _ in range(TRIES):
        deal = deal_unseen(view, False, rng)
        if _agrees(deal, view.viewer):
            return deal
    return deal_unseen(view, True, rng)


def deal_unseen(view: Sight, unions: bool, rng: Rng) -> Bali:
    """One deal that agrees with `shown`, for unions of sets only if asked to."""
    known = view.known
    assert isinstance(known, Bali)
    deal = known.clone()
    view.ties(unions).deal_shown(deal, rng)
    for seat in range(deal.players):
        if seat != view.viewer:
            _deal_rest(deal, seat, rng)
    if deal.reshuffled:
        for place in range(len(deal.ends)):
            for _ in range(deal.unseen_in(place)):
                deal.buried[_draw_unseen(deal, rng)] += 1
    return deal


def _deal_rest(deal: Bali, seat: i64, rng: Rng) -> None:
    """The cards of a seat that `shown` does not tie down."""
    missing = deal.held[seat]
    for card in range(N_CARDS):
        missing -= deal.hand[seat * N_CARDS + card]
    for _ in range(missing):
        deal.hand[seat * N_CARDS + _draw_unseen(deal, rng)] += 1
    for island in range(N_ISLANDS):
        place = seat * N_ISLANDS + island
        for n in range(deal.pile_begin(place) + deal.unseen_in(place), deal.ends[place]):
            if deal.piled[n] == UNSEEN:
                deal.piled[n] = _draw_unseen(deal, rng)


def _agrees(deal: Bali, viewer: i64) -> bool:
    """Whether the others have what is known about hand and tops, or about all their cards."""
    for seat in range(deal.players):
        first = seat * N_OFFICES * N_SETS
        if seat != viewer and (_exceeds(deal, first, IN_ALL) or _exceeds(deal, first, LOOSE)):
            for office in range(N_OFFICES):
                there = count_sets(deal, seat, OFFICE_CARD[office])
                sure = first + office * N_SETS
                if there[LOOSE] < deal.shown[sure + LOOSE]:
                    return False
                if there[IN_ALL] < deal.shown[sure + IN_ALL]:
                    return False
    return True


def _draw_unseen(deal: Bali, rng: Rng) -> i64:
    card = draw(deal.stock, rng)
    deal.stock[card] -= 1
    return card


# --- dealing what was shown ---------------------------------------------------------

TRIES: Final[i64] = 8
FACTORIAL: Final = vec[float]([float(factorial(n)) for n in range(int(DECK_SIZE) + 1)])


class Share:
    """Some cards of other players, and in how many ways p priests and q princes can be among them.

    The ways stand at p * (cards + 1) + q.  A share is two smaller shares, or cards of one seat:
    some places in piles, and the rest in hand.
    """

    def __init__(self, seat: i64, cards: i64) -> None:
        self.seat: i64 = seat
        self.cards: i64 = cards
        self.ways = vec[float]([0.0] * int((cards + 1) * (cards + 1)))
        self.places = EMPTY
        self.left: Share | None = None
        self.right: Share | None = None


@final
class Ties:
    """What `shown` ties down of the cards that a viewer does not see, worked out once."""

    def __init__(self, known: Bali, viewer: i64, unions: bool) -> None:
        self.root = share_of_others(known, viewer, unions)
        self.weights = vec[float]()  # how likely each number of priests and princes is
        if self.root is not None:
            self.weights = _weigh(self.root, known.stock)

    def deal_shown(self, deal: Bali, rng: Rng) -> None:
        """BA R4: first the sets are filled that must have priests or princes, exactly as likely."""
        root = self.root
        if root is None:
            return
        chosen = choose(self.weights, rng)
        priests, princes = chosen // (root.cards + 1), chosen % (root.cards + 1)
        priests_left = deal.stock[PRIEST] - priests
        princes_left = deal.stock[PRINCE] - princes
        deal.stock[PRIEST] = 0  # the others in these shares are neither
        deal.stock[PRINCE] = 0
        hand_out(deal, root, priests, princes, rng)
        deal.stock[PRIEST] = priests_left
        deal.stock[PRINCE] = princes_left


def share_of_others(deal: Bali, viewer: i64, unions: bool) -> Share | None:
    """What `shown` ties down of the cards of all whose cards the viewer does not see."""
    whole: Share | None = None
    for seat in range(deal.players):
        if seat != viewer:
            share = share_of(deal, seat, unions)
            if share is not None:
                whole = join(whole, share)
    return whole


def share_of(deal: Bali, seat: i64, unions: bool) -> Share | None:
    """What `shown` ties down of a seat's cards: nothing, or some sets, and perhaps their unions."""
    whole: Share | None = None
    first = seat * N_OFFICES * N_SETS
    all_binds = unions and _exceeds(deal, first, IN_ALL)
    loose_binds = all_binds or (unions and _exceeds(deal, first, LOOSE))
    for number in (IN_HAND, ON_TOPS):
        if loose_binds or _is_sure(deal, first + number):
            whole = join(whole, part_of(deal, seat, number))
    if loose_binds and whole is not None:
        strike(whole, deal.shown[first + LOOSE], deal.shown[first + N_SETS + LOOSE])
    for number in range(IN_PILE, IN_ALL):
        if all_binds or _is_sure(deal, first + number):
            whole = join(whole, part_of(deal, seat, number))
    if all_binds and whole is not None:
        strike(whole, deal.shown[first + IN_ALL], deal.shown[first + N_SETS + IN_ALL])
    return whole


def _is_sure(deal: Bali, index: i64) -> bool:
    """Whether a priest or a prince is known to be in that set."""
    return deal.shown[index] > 0 or deal.shown[index + N_SETS] > 0


def _exceeds(deal: Bali, first: i64, union: i64) -> bool:
    """Whether more is known about a union than about its parts."""
    for office in range(N_OFFICES):
        sure = first + office * N_SETS
        parts = deal.shown[sure + IN_HAND] + deal.shown[sure + ON_TOPS]
        if union == IN_ALL:
            parts = deal.shown[sure + LOOSE]
            for number in range(IN_PILE, IN_ALL):
                parts += deal.shown[sure + number]
        if deal.shown[sure + union] > parts:
            return True
    return False


def part_of(deal: Bali, seat: i64, number: i64) -> Share:
    """One of a seat's sets that have no parts."""
    places = EMPTY
    for island in range(N_ISLANDS):
        place = seat * N_ISLANDS + island
        low, high = deal.unseen_in(place), deal.laid[place]
        if number == IN_HAND and island == deal.island:
            high = deal.pile_size(place)
        elif number == ON_TOPS and island != deal.island:
            low, high = high, deal.pile_size(place)
        elif number != IN_PILE + island or island == deal.island:
            high = low
        for height in range(low, high):
            places = append(places, deal.pile_begin(place) + height)
    size: i64 = len(places)
    share = Share(seat, size + deal.held[seat] if number == IN_HAND else size)
    share.places = places
    sure = seat * N_OFFICES * N_SETS + number
    count_ways(share, deal.shown[sure], deal.shown[sure + N_SETS])
    return share


def count_ways(share: Share, priests: i64, princes: i64) -> None:
    """Which cards are priests and which princes: n! / (p! q! (n - p - q)!), with enough of both."""
    cards = share.cards
    for p in range(priests, cards + 1):
        for q in range(princes, cards - p + 1):
            ways = FACTORIAL[cards] / FACTORIAL[p] / FACTORIAL[q] / FACTORIAL[cards - p - q]
            share.ways[p * (cards + 1) + q] = ways


def join(left: Share | None, right: Share) -> Share:
    """Two shares as one."""
    if left is None:
        return right
    both = Share(NONE, left.cards + right.cards)
    both.left = left
    both.right = right
    for p in range(left.cards + 1):
        for q in range(left.cards - p + 1):
            ways = left.ways[p * (left.cards + 1) + q]
            if ways > 0.0:
                _add_ways(both, p, q, ways, right)
    return both


def _add_ways(both: Share, p: i64, q: i64, ways: float, right: Share) -> None:
    """The left share has p priests and q princes; the right one may have any numbers."""
    result, others = both.ways, right.ways
    for r in range(right.cards + 1):
        at = (p + r) * (both.cards + 1) + q
        row = r * (right.cards + 1)
        for t in range(right.cards - r + 1):
            result[at + t] += ways * others[row + t]


def strike(share: Share, priests: i64, princes: i64) -> None:
    """Strikes out what has too few of either."""
    width = share.cards + 1
    for n in range(len(share.ways)):
        if n // width < priests or n % width < princes:
            share.ways[n] = 0.0


def _weigh(root: Share, unseen: vec[i64]) -> vec[float]:
    """The ways times the numbers of ways to pick the priests, the princes and the others."""
    width = root.cards + 1
    priests, princes = unseen[PRIEST], unseen[PRINCE]
    others = total(unseen) - priests - princes
    weights = root.ways[:]
    for n in range(len(weights)):
        p, q = n // width, n % width
        rest = root.cards - p - q
        if p > priests or q > princes or rest < 0 or rest > others:
            weights[n] = 0.0
        elif weights[n] > 0.0:
            weights[n] *= FACTORIAL[priests] / FACTORIAL[priests - p]
            weights[n] *= FACTORIAL[princes] / FACTORIAL[princes - q]
            weights[n] *= FACTORIAL[others] / FACTORIAL[others - rest]
    return weights


def choose(weights: vec[float], rng: Rng) -> i64:
    """An index with probability proportional to its weight."""
    whole = 0.0
    for weight in weights:
        whole += weight
    ticket = rng.chance() * whole
    chosen: i64 = 0
    for n in range(len(weights)):
        if weights[n] > 0.0:
            chosen = n
            ticket -= weights[n]
            if ticket < 0.0:
                break
    return chosen


def hand_out(deal: Bali, share: Share, priests: i64, princes: i64, rng: Rng) -> None:
    """Adds priests and princes to the share, divided among its parts with the right chances."""
    left, right = share.left, share.right
    if left is None or right is None:
        _fill(deal, share, priests, princes, rng)
        return
    whole = 0.0
    for p in range(min(priests, left.cards) + 1):
        for q in range(min(princes, left.cards - p) + 1):
            whole += _ways_to_part(left, right, p, q, priests, princes)
    p, q = _parted(left, right, priests, princes, rng.chance() * whole)
    hand_out(deal, left, p, q, rng)
    hand_out(deal, right, priests - p, princes - q, rng)


def _parted(
    left: Share, right: Share, priests: i64, princes: i64, ticket: float
) -> tuple[i64, i64]:
    """How many priests and princes the left one gets, by lot."""
    found: tuple[i64, i64] = (0, 0)
    for p in range(min(priests, left.cards) + 1):
        for q in range(min(princes, left.cards - p) + 1):
            ways = _ways_to_part(left, right, p, q, priests, princes)
            if ways > 0.0:
                found = (p, q)
                ticket -= ways
                if ticket < 0.0:
                    return found
    return found


def _ways_to_part(left: Share, right: Share, p: i64, q: i64, priests: i64, princes: i64) -> float:
    """In how many ways the left one has p priests and q princes, and the right one the others."""
    r, t = priests - p, princes - q
    if r + t > right.cards:
        return 0.0
    return left.ways[p * (left.cards + 1) + q] * right.ways[r * (right.cards + 1) + t]


def _fill(deal: Bali, share: Share, priests: i64, princes: i64, rng: Rng) -> None:
    """The cards of one set, in a random order."""
    cards = filled(share.cards, PRIEST)
    for n in range(priests, share.cards):
        cards[n] = PRINCE if n < priests + princes else _draw_unseen(deal, rng)
    shuffle(cards, rng)
    piled: i64 = len(share.places)
    for n in range(piled):
        deal.piled[share.places[n]] = cards[n]
    for n in range(piled, share.cards):
        deal.hand[share.seat * N_CARDS + cards[n]] += 1


# --- words --------------------------------------------------------------------------


def as_view(known: Position, viewer: i64) -> View:
    """The view a blanked position is; raises PositionError if nobody can have it."""
    assert isinstance(known, Bali)
    check_view(known, viewer)
    view = Sight(known, viewer)
    ties = view.ties(True)
    if ties.root is not None and max(ties.weights) == 0.0:
        raise PositionError("Nobody can have all the cards said to be shown (BA R4).")
    return view


def premoves(view: View) -> list[Premove]:
    """BA 2.3: the others are asked one after the other, clockwise, and each may pass."""
    known, seat = view.known, view.viewer
    assert isinstance(known, Bali)
    if seat < 0 or known.phase not in (ANSWER, RAISE, BLOCK, USE_SCHOLAR, USE_ARTIST, SECOND):
        return []
    n, active = known.players, known.active
    to_come = (seat - active) % n > (known.turn - active) % n
    reaction = reaction_to(known.led)
    if not to_come or known.fled[seat] or seat == known.exempt:
        return []
    if reaction not in (ANSWER, RAISE, BLOCK):  # a warrior is not to be passed over
        return []
    phrase = Phrase(f"do_pass_{PHASES[reaction]}", {})
    return [Premove(int(PASS), phrase, f"{int(active)} {CARDS[known.led]}")]


def summary(view: View) -> list[Phrase]:
    """What the viewer sees, line by line, to be put into words."""
    known = view.known
    assert isinstance(known, Bali)
    lines: list[Phrase] = []
    if known.island != NONE:
        place: dict[str, object] = {"island": ISLANDS[known.island], "seat": int(known.active)}
        lines.append(Phrase("see_dalang", place))
    left = [int(MASKS[n]) for n in range(N_MASKS) for _ in range(known.masks_left[n])]
    lines.append(Phrase("see_masks_left", {"masks": " ".join(str(value) for value in left)}))
    for seat in range(known.players):
        lines.extend(_see_seat(known, seat))
    if view.viewer >= 0:
        lines.append(Phrase("see_hand", {"cards": _hand(known, view.viewer)}))
    return lines


def _see_seat(known: Bali, seat: i64) -> list[Phrase]:
    who: dict[str, object] = {"seat": int(seat)}
    sizes = {ISLANDS[n]: int(known.pile_size(seat * N_ISLANDS + n)) for n in range(N_ISLANDS)}
    cards = {"points": int(points_of(known, seat)), "cards": int(known.held[seat])}
    lines = [Phrase("see_seat", who | cards), Phrase("see_piles", who | sizes)]
    for office in range(N_OFFICES):
        discs = [ISLANDS[n] for n in range(N_ISLANDS) if known.disc[office * N_ISLANDS + n] == seat]
        if discs:
            lines.append(Phrase(f"see_{OFFICES[office]}s", who | {"islands": discs}))
    seals = [ISLANDS[n] for n in range(N_ISLANDS) if known.seal[n] == seat]
    if seals:
        lines.append(Phrase("see_seals", who | {"islands": seals}))
    if known.fled[seat]:
        lines.append(Phrase("see_fled", who))
    return lines


def _hand(known: Bali, seat: i64) -> list[str]:
    counts = [int(known.hand[seat * N_CARDS + card]) for card in range(N_CARDS)]
    return [CARDS[card] for card, count in enumerate(counts) for _ in range(count)]
