"""The seats, and what only the viewer sees: the hand, and what is known of their own piles."""

from __future__ import annotations

from dalang.games.bali.components import (
    CARDS,
    ISLANDS,
    MASK_VALUE,
    N_CARDS,
    N_ISLANDS,
    N_MASKS,
    N_OFFICES,
    NONE,
    OFFICES,
    UNSEEN,
)
from dalang.games.bali.drawing.board import PAINTS, TURNS, face
from dalang.games.bali.drawing.things import SLUGS, Card, Kind, Mask, Memory, Put, Seat, Sure
from dalang.games.bali.position import Bali
from dalang.games.bali.state import (
    ANSWER,
    BLOCK,
    END,
    FLIGHT,
    IN_HAND,
    LAY,
    N_SETS,
    RAISE,
    SECOND,
    SHOW,
    TURN,
    USE_ARTIST,
    USE_SCHOLAR,
    WARD,
)


def seats_from(s: Bali, viewer: int) -> list[int]:
    """Clockwise, the viewer first."""
    players = int(s.players)
    return [(max(viewer, 0) + step) % players for step in range(players)]


def seat_of(s: Bali, seat: int, viewer: int, legal: set[str]) -> Seat:
    playing = TURN <= s.phase < END
    held = int(s.held[seat])
    places = s.ranking() if s.phase == END else []
    spare = f"exempt {seat}"
    return Seat(
        seat,
        me=seat == viewer,
        turn=seat == s.turn and playing,
        active=seat == s.active and playing,
        fled=bool(s.fled[seat]),
        exempt=seat == s.exempt,
        won=bool(places) and places[seat] == 1,
        points=s.scores()[seat],
        held=held,
        backs=f"held-{seat}-{held % TURNS}",
        masks=_masks(s, seat),
        seals=[island for n, island in enumerate(ISLANDS) if s.seal[n] == seat],
        sure=_sure(s, seat) if s.memory_aid and seat != viewer else [],
        spare=spare if spare in legal else "",
    )


def _masks(s: Bali, seat: int) -> list[Mask]:
    return [
        Mask(f"won-{seat}-{MASK_VALUE[row]}-{copy}", int(MASK_VALUE[row]), PAINTS[copy - 1])
        for row in range(N_MASKS)
        for copy in range(1, int(s.masks[seat * int(N_MASKS) + row]) + 1)
    ]


def _sure(s: Bali, seat: int) -> list[Sure]:
    """BA R4: what everybody saw shown, and has seen no reason to doubt since."""
    found: list[Sure] = []
    for n, office in enumerate(OFFICES):
        count = int(s.shown[(seat * int(N_OFFICES) + n) * int(N_SETS) + int(IN_HAND)])
        if count:
            found.append(Sure(office, count))
    return found


# --- the hand -----------------------------------------------------------------------


def hand(s: Bali, seat: int, legal: set[str]) -> list[Kind]:
    """The cards by kind; a click on one does what is asked just now."""
    found: list[Kind] = []
    for n, card in enumerate(CARDS):
        count = int(s.hand[seat * int(N_CARDS) + n])
        if not count:
            continue
        copies = [
            face(f"hand-{SLUGS[card]}-{copy}", n, _action(s, seat, n, copy))
            for copy in range(1, count + 1)
        ]
        puts = [
            Put(f"put {card} on {island}", island)
            for island in ISLANDS
            if f"put {card} on {island}" in legal
        ]
        found.append(Kind(card, copies, puts))
    return found


def _action(s: Bali, seat: int, card: int, copy: int) -> str:
    """What a click on a card means: in a contest, that it and those before it are shown."""
    name = CARDS[card]
    if s.turn == seat:
        if s.phase in (SHOW, RAISE) and card == s.led:
            return f"show {copy}"
        if s.phase == USE_ARTIST:
            return f"discard {name}"
        if s.phase == LAY:
            return f"lay {name}"
    return f"play {name}"


def laid(s: Bali, seat: int) -> list[Card]:
    """BA 6.3: the part of the viewer's hand that lies on the pile already, from the bottom."""
    if s.phase != LAY or s.turn != seat:
        return []
    place = seat * int(N_ISLANDS) + int(s.island)
    cards = [int(s.piled[n]) for n in range(s.pile_begin(place), s.ends[place])]
    return [
        face(f"laid-{SLUGS[CARDS[card]]}-{cards[: height + 1].count(card)}", card)
        for height, card in enumerate(cards)
    ]


def hint(s: Bali, seat: int, legal: set[str]) -> str:
    """Which sentence goes with the hand."""
    if s.fled[seat]:
        return "hint_fled"
    if s.turn != seat:
        return "hint_exempt" if s.exempt == seat else "hint_wait"
    if s.phase in (WARD, ANSWER, SECOND, BLOCK, RAISE) and len(legal) == 1:
        return "hint_only_answer"
    return _HINTS.get(int(s.phase), "")


_HINTS = {
    int(TURN): "hint_turn",
    int(FLIGHT): "hint_put",
    int(USE_SCHOLAR): "hint_scholar",
    int(USE_ARTIST): "hint_artist",
    int(SHOW): "hint_show",
    int(RAISE): "hint_show",
    int(LAY): "hint_lay",
}


def memory(s: Bali, seat: int) -> list[Memory]:
    """BA R4: the viewer's piles at the islands without the Dalang, if the aid is allowed."""
    if not s.memory_aid or s.island == NONE:
        return []
    return [Memory(island, _known(s, seat, n)) for n, island in enumerate(ISLANDS) if n != s.island]


def _known(s: Bali, seat: int, island: int) -> list[Card | None]:
    place = seat * int(N_ISLANDS) + island
    cards = [int(s.piled[n]) for n in range(s.pile_begin(place), s.ends[place])]
    return [None if card == UNSEEN else face("", card) for card in cards]
