"""The four islands, the masks, and what lies next to them."""

from __future__ import annotations

from dalang.games.bali.components import (
    CARDS,
    FIRST_DALANG,
    ISLANDS,
    MASK_VALUE,
    N_ISLANDS,
    N_MASKS,
    NOBODY,
    NONE,
    OFFICE_OF,
    OFFICES,
)
from dalang.games.bali.drawing.things import (
    MASK_ACROSS,
    MASK_COLUMNS,
    MASK_DOWN,
    MASK_LEFT,
    MASK_TOP,
    NAMED,
    PLACE,
    SLUGS,
    VILLAGES,
    Answer,
    Card,
    Choice,
    Disc,
    Home,
    Mask,
    Pile,
    Seal,
    Stage,
    Thrown,
    seal_place,
)
from dalang.games.bali.position import Bali
from dalang.games.bali.state import END, LAY, TURN

PAINTS = "abcd"
TURNS = 4  # this many names of one thing take turns: any small change brings another one


def discs(s: Bali) -> list[Disc]:
    """Both discs of every island; those set aside (BA 1.4) lie on the side that is not used."""
    found: list[Disc] = []
    for n, owner in enumerate(s.disc):
        office, island = OFFICES[n // int(N_ISLANDS)], ISLANDS[n % int(N_ISLANDS)]
        zone, seat = f"village-{island}-{owner}", int(owner)
        if owner == NOBODY:
            if s.start_card[s.players - 1] == NONE:
                continue  # not dealt yet
            zone, seat = f"aside-{island}", 3
        place = VILLAGES[island, seat]
        x, y = place.prince if office == "prince" else place.priest
        found.append(Disc(f"disc-{office}-{island}", office, zone, x, y))
    return found


def homes(s: Bali, viewer: int) -> list[Home]:
    """The villages, seat by seat."""
    found: list[Home] = []
    for seat in range(s.players):
        for n, island in enumerate(ISLANDS):
            owned = [
                office
                for number, office in enumerate(OFFICES)
                if s.disc[number * int(N_ISLANDS) + n] == seat
            ]
            pile = _pile(s, seat, n, f"take from {island}" if seat == viewer else "")
            found.append(Home(seat, island, owned, pile, n == s.island))
    return found


def _pile(s: Bali, seat: int, island: int, action: str) -> Pile:
    name = ISLANDS[island]
    size = int(s.pile_size(seat * int(N_ISLANDS) + island))
    return Pile(
        f"pile-{name}-{seat}",
        f"top-{name}-{seat}-{size % TURNS}",
        *VILLAGES[name, seat].pile,
        size,
        action,
    )


def seals(s: Bali) -> list[Seal]:
    return [
        Seal(f"seal-{island}", island, *seal_place(island), int(s.seal[n]))
        for n, island in enumerate(ISLANDS)
    ]


def masks(s: Bali) -> list[Mask]:
    """Taken from the left: the places of those left are to the right."""
    found: list[Mask] = []
    for row in range(N_MASKS):
        value, left = int(MASK_VALUE[row]), int(s.masks_left[row])
        for copy in range(1, left + 1):
            column = MASK_COLUMNS - copy
            x, y = MASK_LEFT + column * MASK_ACROSS, MASK_TOP + row * MASK_DOWN
            found.append(Mask(f"mask-{value}-{copy}", value, PAINTS[column], x, y))
    return found


def thrown(s: Bali) -> list[Thrown]:
    """BA R4: the discards are open to all."""
    return [
        Thrown(face(f"thrown-{SLUGS[card]}-{count % TURNS}", n), int(count))
        for n, (card, count) in enumerate(zip(CARDS, s.discard, strict=True))
        if count
    ]


def face(name: str, card: int, action: str = "") -> Card:
    """A card of that number under a name."""
    kind = CARDS[card] if card < FIRST_DALANG else "dalang"
    return Card(name, CARDS[card], kind, NAMED.get(CARDS[card], []), action)


# --- what may be chosen -------------------------------------------------------------


def choices(s: Bali, legal: set[str]) -> list[Choice]:
    """Islands to travel to, own piles to take from, villages to be spared, the stock to draw."""
    found: list[Choice] = []
    for island, (x, y) in PLACE.items():
        if f"to {island}" in legal:
            found.append(Choice(f"to-{island}", f"to {island}", "isle", x - 122, y - 122, 244, 240))
        if f"take from {island}" in legal:
            left, top, width, height = VILLAGES[island, int(s.turn)].pile
            box = (left - 6, top - 6, width + 14, height + 12)
            found.append(Choice(f"take-{island}", f"take from {island}", "heap", *box))
    for seat in range(s.players):
        if f"exempt {seat}" in legal:
            place = VILLAGES[ISLANDS[s.island], seat]
            box = (place.x, place.y, place.width, place.height)
            found.append(Choice(f"spare-{seat}", f"exempt {seat}", "home", *box))
    if "draw" in legal:
        found.append(Choice("draw-one", "draw", "heap", 414, 852, 76, 106))
    return found


# --- the card that is being dealt with ----------------------------------------------


def stage(s: Bali) -> Stage | None:
    """The card led, and who has answered it, is asked, or waits: all of it is public (BA 2.3)."""
    if s.led == NONE or s.phase == END or s.phase < TURN:
        return None
    office = OFFICE_OF[s.led]
    return Stage(
        face(f"led-{SLUGS[CARDS[s.led]]}-{s.discard[s.led] % TURNS}", int(s.led)),
        seat=int(s.active),
        exempt=int(s.exempt),
        target=ISLANDS[s.target] if s.target != NONE and s.led >= FIRST_DALANG else "",
        best=int(s.best),
        leader=int(s.leader),
        office="" if office == NONE else OFFICES[office],
        answers=_answers(s),
    )


def _answers(s: Bali) -> list[Answer]:
    """Clockwise from the active player."""
    players = int(s.players)
    reached = (int(s.turn) - int(s.active)) % players
    found: list[Answer] = []
    for step in range(players):
        seat = (int(s.active) + step) % players
        if s.fled[seat] and seat != s.turn:
            state = "fled"
        elif seat == s.exempt:
            state = "exempt"
        elif step == reached:
            state = "asked"
        elif step == 0 and s.phase != LAY:
            state = "active"
        else:
            state = "done" if step < reached else "waits"
        found.append(Answer(seat, state))
    return found
