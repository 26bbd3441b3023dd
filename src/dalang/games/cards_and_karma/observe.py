"""Cards & Karma through one viewer's eyes, and dealing the unseen values again.

What a viewer knows (R11): where every card lies, the action sides of all hands, the values of their
own dice and every value that was ever seen on the discard pile, for a value stays with its card
(R14).  Secret are the values of the others' dice; every way to deal them from the values not seen
yet is equally likely.  Only while somebody is paying more is known: that the hand can pay.
"""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Phrase, Position, View
from dalang.engine.errors import PositionError
from dalang.engine.rng import Rng, draw, shuffle
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma.components import (
    CARDS,
    COST,
    COST_COLOUR,
    DIE_COLOUR,
    FACES,
    FIRST_SHIP,
    N_REWARDS,
    NONE,
    REWARDS,
)
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.rules.consistency import check_view
from dalang.games.cards_and_karma.rules.paying import legal_pay, price
from dalang.games.cards_and_karma.rules.piles import die_name
from dalang.games.cards_and_karma.state import HAND, ON_DISPLAY, PAY, PUBLIC, TABLE


def observe(position: Position, viewer: i64) -> View:
    """Copies what lies open and the viewer's own dice; the values of all other hands are unseen."""
    assert isinstance(position, CardsAndKarma)
    known = CardsAndKarma()
    known.copy_public(position)
    known.die = position.die[:]
    known.dice = position.dice[:]
    known.bag = position.bag[:]
    for seat in range(position.players):
        if seat != viewer:
            for card in position.cards_in(HAND + seat):
                value = known.die[card]
                if 0 < value < PUBLIC:
                    known.set_die(card, 0)
                    known.bag[DIE_COLOUR[card] * FACES + value - 1] += 1
    known.rewards = position.rewards[:]
    if position.arranging():
        for place in range(len(known.rewards)):
            if place // N_REWARDS != viewer:
                known.rewards[place] = NONE
    return View(known, viewer)


def imagine(view: View, rng: Rng) -> Position:
    """Deals the unseen values to the other hands; while a seat is paying, so that it can pay."""
    known = view.known
    assert isinstance(known, CardsAndKarma)
    deal = known.clone()
    if known.arranging():
        _arrange(deal, view.viewer, rng)
        return deal
    _deal_values(deal, rng)
    if known.phase == PAY and known.turn != view.viewer:
        while not legal_pay(deal):
            deal = known.clone()
            _deal_values(deal, rng)
    return deal


def _deal_values(deal: CardsAndKarma, rng: Rng) -> None:
    """R14: a value nobody has shown for every die in hand that the viewer has not seen."""
    for seat in range(deal.players):
        for card in deal.cards_in(HAND + seat):
            if deal.die[card] == 0 and card not in deal.turning:
                first = DIE_COLOUR[card] * FACES
                face = draw(deal.bag[first : first + FACES], rng)
                deal.bag[first + face] -= 1
                deal.set_die(card, face + 1)


def _arrange(deal: CardsAndKarma, viewer: i64, rng: Rng) -> None:
    """CK 7.3: the score cards the others have laid out so far, in any order."""
    for seat in range(deal.players):
        if seat == viewer:
            continue
        order = vec[i64](list(range(N_REWARDS)))
        shuffle(order, rng)
        for place in range(N_REWARDS):
            if seat * N_REWARDS + place < deal.arranged:
                deal.rewards[seat * N_REWARDS + place] = order[place]


def as_view(known: Position, viewer: i64) -> View:
    """The view a blanked position is; raises PositionError if nobody can have it."""
    assert isinstance(known, CardsAndKarma)
    check_view(known, viewer)
    if known.phase == PAY and not _can_pay(known):
        raise PositionError("No values of the dice in that hand can pay the price (R12).")
    return View(known, viewer)


def _can_pay(known: CardsAndKarma) -> bool:
    """R12: whether the seat that is paying can do so with any values of its unseen dice."""
    card = price(known)
    hand = known.cards_in(HAND + known.turn)
    if card < FIRST_SHIP:
        dice = [die for die in hand if not known.die[die] and DIE_COLOUR[die] == COST_COLOUR[card]]
        dice.sort(key=lambda die: die in known.picked)
        return _can_reach(known.clone(), dice, 0)
    if known.administrators[known.turn]:
        return True
    for die in hand:
        for face in range(FACES):
            unseen = known.die[die] == 0 and known.bag[DIE_COLOUR[die] * FACES + face] > 0
            near = abs(int(face + 1 - COST[card])) <= known.karma[known.turn]
            if near and (unseen or known.value(die) == face + 1):
                return True
    return False


def _can_reach(deal: CardsAndKarma, dice: list[i64], least: i64) -> bool:
    """CK 3.2: whether some values pay; dice that are alike are tried in ascending order only."""
    if not dice:
        return len(legal_pay(deal)) > 0
    die = dice[0]
    alike = len(dice) > 1 and (die in deal.picked) == (dice[1] in deal.picked)
    for face in range(least, FACES):
        number = DIE_COLOUR[die] * FACES + face
        if deal.bag[number]:
            deal.bag[number] -= 1
            deal.set_die(die, face + 1)
            if _can_reach(deal, dice[1:], face if alike else 0):
                return True
            deal.bag[number] += 1
    return False


def summary(view: View) -> list[Phrase]:
    """What the viewer sees, line by line, to be put into words."""
    known = view.known
    assert isinstance(known, CardsAndKarma)
    lines: list[Phrase] = []
    if known.round:
        args: dict[str, object] = {
            "round": int(known.round),
            "series": int(known.series),
            "seat": int(known.elephant),
        }
        lines.append(Phrase("see_round", args))
        lines.append(Phrase("see_display", {"cards": _cards(known, ON_DISPLAY)}))
        if known.top != NONE:
            lines.append(Phrase("see_top", {"card": CARDS[known.top]}))
    for seat in range(known.players):
        lines.extend(_see_seat(known, seat))
    if view.viewer >= 0:
        hand = known.cards_in(HAND + view.viewer)
        dice = [die_name(known, card) for card in hand if known.die[card]]
        lines.append(Phrase("see_hand", {"dice": dice}))
    return lines


def _see_seat(known: CardsAndKarma, seat: i64) -> list[Phrase]:
    tokens: dict[str, object] = {
        "seat": int(seat),
        "turned": int(known.turned(seat)),
        "fame": int(known.fame[seat]),
        "coins": int(known.coins[seat]),
        "karma": int(known.karma[seat]),
        "administrators": int(known.administrators[seat]),
    }
    lines = [Phrase("see_seat", tokens)]
    row = _cards(known, TABLE + seat)
    if row:
        lines.append(Phrase("see_row", {"seat": int(seat), "cards": row}))
    hand = _cards(known, HAND + seat)
    if hand:
        colours = [name.rpartition("-")[2] for name in hand]
        lines.append(Phrase("see_colours", {"seat": int(seat), "colours": colours}))
    rewards = [
        REWARDS[known.rewards[place]]
        for place in range(seat * N_REWARDS, (seat + 1) * N_REWARDS)
        if known.rewards[place] != NONE
    ]
    if rewards:
        lines.append(Phrase("see_rewards", {"seat": int(seat), "rewards": rewards}))
    return lines


def _cards(known: CardsAndKarma, place: i64) -> list[str]:
    return [CARDS[card] for card in known.cards_in(place)]
