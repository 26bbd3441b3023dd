"""The seats, the cards that lie open, and the viewer's hand."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Args
from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import (
    CARDS,
    COUNTRIES,
    HAND_SIZE,
    N_CARDS,
    N_COUNTRIES,
    NONE,
    SPACES,
)
from dalang.games.web_of_power.drawing.things import Card, Held, Pile, Seat
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.rules.ending import places
from dalang.games.web_of_power.state import END, MORE, PLACE, TAKE, TURN


def seats_from(s: WebOfPower, viewer: int) -> list[int]:
    """Clockwise, the viewer first."""
    players = int(s.players)
    return [(max(viewer, 0) + step) % players for step in range(players)]


def seat_of(s: WebOfPower, seat: int, viewer: int) -> Seat:
    """What everybody may know of a seat."""
    known = [] if seat == viewer else cards(f"known-{seat}", counts(s.known, seat))
    playing = TURN <= s.phase < END
    return Seat(
        seat,
        me=seat == viewer,
        turn=playing and seat == s.turn,
        start=s.phase >= TURN and seat == s.start,
        last=playing and s.is_last_round() and seat == s.last_seat(),
        won=s.phase == END and places(s)[seat] == 1,
        points=int(s.points[seat]),
        held=int(s.held[seat]),
        known=known,
        backs=[f"back-{seat}-{n}" for n in range(1, int(s.held[seat]) - len(known) + 1)],
        cloisters=int(s.cloisters_left[seat]),
        advisors=int(s.advisors_left[seat]),
        played=[CARDS[s.card]] * (1 + int(s.joker)) if s.card != NONE and seat == s.turn else [],
        spaces=[space for space, owner in zip(SPACES, s.owner, strict=True) if owner == seat],
        courts=[
            (country, count)
            for n, country in enumerate(COUNTRIES)
            if (count := int(s.advisors[seat * int(N_COUNTRIES) + n]))
        ],
    )


# --- cards ----------------------------------------------------------------------------


def counts(table: vec[i64], seat: int = 0) -> list[int]:
    """How many cards of each kind a seat has."""
    first = seat * int(N_CARDS)
    return [int(count) for count in table[first : first + int(N_CARDS)]]


def cards(zone: str, numbers: list[int], verb: str = "") -> list[Card]:
    """Cards lying somewhere, each with a name of its own."""
    return [
        Card(f"{zone}-{card}-{copy}", card, f"{verb} {card}")
        for card, count in zip(CARDS, numbers, strict=True)
        for copy in range(1, count + 1)
    ]


def discard(s: WebOfPower) -> list[Pile]:
    """What was discarded, kind by kind; the two uppermost cards of each are drawn."""
    return [
        Pile(card, count, [f"discard-{card}-{n}" for n in range(max(1, count - 1), count + 1)])
        for card, count in zip(CARDS, counts(s.discard), strict=True)
    ]


def hand(s: WebOfPower, seat: int, legal: set[str]) -> list[Held]:
    """The viewer's cards, kind by kind."""
    return [
        Held(
            card,
            [f"hand-{card}-{copy}" for copy in range(1, count + 1)],
            _state(s, card, legal),
            f"play {card}",
            f"joker {card}" if count > 1 else "",
            f"exchange {card}",
        )
        for card, count in zip(CARDS, counts(s.hand, seat), strict=True)
        if count
    ]


def _state(s: WebOfPower, card: str, legal: set[str]) -> str:
    """Whether a card can be played now."""
    if not legal or s.phase not in (TURN, MORE):
        return ""
    return "legal" if f"play {card}" in legal else "dim"


def hint(s: WebOfPower, seat: int, legal: set[str]) -> tuple[str, Args]:
    """Which sentence goes with the hand, and what it is about."""
    if s.phase < TURN or s.phase == END:
        return "", {}
    if s.turn != seat or not legal:
        return ("hint_last" if s.is_last_round() else "hint_wait"), {}
    if s.phase == TURN:
        return "hint_turn", {}
    if s.phase == MORE:
        return "hint_more", {"country": COUNTRIES[s.country]}
    if s.phase == TAKE:
        return "hint_take", {"count": int(HAND_SIZE - s.held[seat])}
    return _hint_place(s)


def _hint_place(s: WebOfPower) -> tuple[str, Args]:
    """WP 2.1, WP 2.4: the limit that binds now."""
    assert s.phase == PLACE
    if s.country != NONE:
        return "hint_second", {"country": COUNTRIES[s.country]}
    empty = [
        country
        for n, country in enumerate(COUNTRIES)
        if s.is_empty(n) and s.card_reaches(s.card, s.joker, n)
    ]
    if empty and len(empty) < len(COUNTRIES):
        return "hint_empty", {"countries": empty}
    return ("hint_joker" if s.joker else "hint_place"), {"card": CARDS[s.card]}
