"""The seats, and the viewer's hand."""

from __future__ import annotations

from typing import Final

from dalang.games.cards_and_karma.components import (
    ADMINISTRATORS_EXCHANGED,
    CARDS,
    COINS_TO_TURN,
    COLOURS,
    COST,
    COST_COLOUR,
    FAME_TO_TURN,
    FIRST_SHIP,
    KARMA_EXCHANGED,
    N_REWARDS,
    NONE,
    REWARDS,
)
from dalang.games.cards_and_karma.drawing.table import dice_up, rows
from dalang.games.cards_and_karma.drawing.things import (
    Choice,
    Die,
    Payment,
    Score,
    Seat,
    Token,
)
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.rules.ending import places
from dalang.games.cards_and_karma.rules.paying import karma_needed, picked_worth, price
from dalang.games.cards_and_karma.state import (
    AFTER,
    ARRANGE,
    DISCARD,
    END,
    HAND,
    PAY,
    PHASES,
    TURN,
)

TOKENS: Final = (
    ("fame", int(FAME_TO_TURN)),
    ("coins", int(COINS_TO_TURN)),
    ("karma", int(KARMA_EXCHANGED)),
    ("administrators", int(ADMINISTRATORS_EXCHANGED)),
)
ACTS: Final = {  # what is done with a token or by a word, and its pictures
    "coins": ["coin-lotus", "coin-lotus"],
    "fame": ["fame"],
    "no more": [],
    "end turn": [],
}


def seats_from(s: CardsAndKarma, viewer: int) -> list[int]:
    """Clockwise, the viewer first."""
    players = int(s.players)
    return [(max(viewer, 0) + step) % players for step in range(players)]


def seat_of(s: CardsAndKarma, seat: int, viewer: int, focus: int, legal: set[str]) -> Seat:
    """One seat; what lies on the board or in the viewer's hand is not repeated."""
    playing = ARRANGE <= s.phase < END or s.round > 0
    series = ("front", "back")[s.series - 1]
    return Seat(
        seat,
        me=seat == viewer,
        turn=seat == s.turn and playing and s.phase != END,
        elephant=series if s.round and seat == s.elephant else "",
        won=s.phase == END and places(s)[seat] == 1,
        turned=int(s.turned(seat)),
        extra_turns=int(s.extra_turns) if seat == s.turn else 0,
        tokens=tokens(s, seat),
        track=track(s, seat),
        dice=[] if seat == viewer else held(s, seat),
        held=int(s.sizes[HAND + seat]),
        rows=[] if seat == focus else rows(s, seat, legal),
    )


def tokens(s: CardsAndKarma, seat: int) -> list[Token]:
    """CK 4.6, CK 4.7, CK 7.1: what is gathered, and how much of it is exchanged at once."""
    counts = (s.fame, s.coins, s.karma, s.administrators)
    found: list[Token] = []
    for (kind, enough), held_by in zip(TOKENS, counts, strict=True):
        count = int(held_by[seat])
        here = [f"{kind}-{seat}-{number}" for number in range(1, min(count, enough) + 1)]
        found.append(Token(kind, count, enough, here, enough - len(here)))
    return found


def track(s: CardsAndKarma, seat: int) -> list[Score]:
    """CK 7.1: fame turns score cards from the left, coins from the right."""
    left, right = int(s.left[seat]), int(N_REWARDS - 1 - s.right[seat])
    found: list[Score] = []
    for place in range(int(N_REWARDS)):
        reward = int(s.rewards[seat * N_REWARDS + place])
        turned = place < left or place > right
        night = reward != NONE and turned != bool(s.open_rewards)
        ends = [kind for kind, end in (("fame", left), ("coins", right)) if place == end]
        found.append(
            Score(
                f"score-{seat}-{place + 1}",
                place + 1,
                "" if reward == NONE else REWARDS[reward],
                turned,
                night,
                "" if left > right else " ".join(ends),
            )
        )
    return found


def held(s: CardsAndKarma, seat: int) -> list[Die]:
    """A hand: by colour, then by value."""
    found = [dice_up(s, int(card)) for card in s.cards_in(HAND + seat)]
    chosen = [CARDS[card] for card in s.picked] if s.phase == PAY and seat == s.turn else []
    found = [die._replace(picked=die.card in chosen) for die in found]
    return sorted(found, key=lambda die: (COLOURS.index(die.colour), -die.value, die.id))


# --- the viewer's own hand --------------------------------------------------------------


def hand(s: CardsAndKarma, viewer: int) -> list[Die]:
    """The viewer's dice, with what a click on each does."""
    mine = viewer == s.turn
    verb = "discard" if mine and s.phase == DISCARD else "pay"
    exact = mine and s.phase == PAY and price(s) >= FIRST_SHIP
    found: list[Die] = []
    for die in held(s, viewer):
        number = int(die.id.removeprefix("card-"))
        karma = int(karma_needed(s, number, price(s))) if exact else 0
        found.append(die._replace(action=f"{verb} {die.card}", karma=karma))
    return found


def payment(s: CardsAndKarma, viewer: int) -> Payment | None:
    """CK 3.2, CK 5, CK 6.2: what is being paid, and how much is missing."""
    if s.phase != PAY or viewer != s.turn:
        return None
    card = int(price(s))
    colour = COST_COLOUR[card]
    cost, paid = int(COST[card]), int(picked_worth(s))
    name = "" if colour == NONE else COLOURS[colour]
    return Payment(card, CARDS[card], name, cost, paid, max(0, cost - paid))


def acts(s: CardsAndKarma, viewer: int, legal: set[str]) -> list[Choice]:
    """Everything that is done without a card: karma, administrators, choices in words."""
    found = [Choice(action, icons) for action, icons in ACTS.items() if action in legal]
    if s.phase == ARRANGE:
        return found
    if viewer == s.turn and s.phase == PAY:
        return [Choice("pay karma", ["karma"]), Choice("pay administrator", ["admin"])]
    found.append(Choice("administrator dice", ["admin", "r-die", "r-die"]))
    if viewer == s.turn and s.phase == AFTER:
        found.append(Choice("administrator turn", ["admin", "r-extra"]))
    return found


def arranging(s: CardsAndKarma, viewer: int) -> list[str]:
    """CK 7.3: the score cards to be arranged before the game, by the viewer."""
    return list(REWARDS) if s.phase == ARRANGE and viewer >= 0 else []


def hint(s: CardsAndKarma, viewer: int) -> str:
    """Which sentence goes with the hand."""
    if viewer != s.turn or s.phase < ARRANGE or s.phase == END:
        return ""
    if s.phase == TURN:
        return "hint_turn"
    return f"hint_{PHASES[s.phase]}"
