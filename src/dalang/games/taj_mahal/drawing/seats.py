"""The seats, and the viewer's hand."""

from __future__ import annotations

from functools import cache

from dalang.games.taj_mahal.components import (
    BONUS_TILES,
    CARDS,
    CITIES,
    COLOURS,
    COMMODITIES,
    FREE_COLOUR,
    N_COMMODITIES,
    N_PERSONS,
    N_SYMBOLS,
    NONE,
    SPECIALS,
    SYMBOLS,
)
from dalang.games.taj_mahal.drawing.things import (
    PERSONS,
    SLUGS,
    Bonus,
    Card,
    Count,
    Goods,
    Influence,
    Seat,
)
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.rules.bidding import may_add_special
from dalang.games.taj_mahal.state import ADD, CROWN, END, PALACE, TURN


def seats_from(seats: list[Seat], viewer: int) -> list[Seat]:
    """Clockwise, the viewer first, whose special cards are in the hand, under their names."""
    if viewer < 0:
        return seats
    own = seats[viewer]
    if own.specials:
        own = own._replace(specials=[card._replace(id="") for card in own.specials])
    return [own, *seats[viewer + 1 :], *seats[:viewer]]


def seat_of(s: TajMahal, seat: int, leaders: list[int]) -> Seat:
    playing = s.round > 0 and s.phase != END
    held = [n for n, holder in enumerate(s.special_holder) if holder == seat]
    return Seat(
        seat,
        turn=seat == s.turn and TURN <= s.phase < END,
        start=seat == s.start and playing,
        out=playing and not s.inside[seat],
        won=s.phase == END and s.points[seat] == max(s.points),
        points=int(s.points[seat]),
        held=int(s.held[seat]),
        known=cards(f"known-{seat}", s.cards_of(s.known, seat)),
        influence=[
            Influence(f"influence-{seat}-{person}-{copy}", person)
            for n, person in enumerate(PERSONS)
            for copy in range(1, int(s.influence[seat * int(N_PERSONS) + n]) + 1)
        ],
        specials=[_special(n) for n in held if not s.special_out[n]],
        used=[SPECIALS[n] for n in held if s.special_out[n]],
        goods=_goods(s, seat),
        tiles=[number for number, owner in enumerate(s.tile_owner, 1) if owner == seat],
        table=cards(f"table-{seat}", s.cards_of(s.table, seat)),
        due=_due(s) if seat == s.turn else [],
        bound=bound_to(s, seat),
        tally=_tally(s, seat, leaders),
        palaces=[city for n, city in enumerate(CITIES) if seat in (s.palace[n], s.crown_palace[n])],
    )


def _special(number: int) -> Card:
    """A special card among a seat's holdings."""
    special = SPECIALS[number]
    return Card(f"special-{special}", special, special, "special", special=True)


def _due(s: TajMahal) -> list[Bonus]:
    kinds = [BONUS_TILES[tile] for tile in s.taken]
    return [
        Bonus(f"due-{s.turn}-{kind}-{kinds[: n + 1].count(kind)}", kind)
        for n, kind in enumerate(kinds)
    ]


def _goods(s: TajMahal, seat: int) -> list[Goods]:
    counts = [int(s.commodities[seat * int(N_COMMODITIES) + n]) for n in range(N_COMMODITIES)]
    return [
        Goods(f"goods-{seat}-{good}-{count}", good, count)
        for good, count in zip(COMMODITIES, counts, strict=True)
        if count
    ]


def _tally(s: TajMahal, seat: int, leaders: list[int]) -> list[Count]:
    """The symbols a seat shows; which it leads alone, which can no longer be won."""
    shown = [int(s.shown[seat * int(N_SYMBOLS) + n]) for n in range(N_SYMBOLS)]
    return [
        Count(SYMBOLS[n], count, lead=leaders[n] == seat, off=not s.court[n])
        for n, count in enumerate(shown)
        if count
    ]


def bound_to(s: TajMahal, seat: int) -> str:
    return "" if s.colour[seat] == NONE else COLOURS[s.colour[seat]]


# --- cards ----------------------------------------------------------------------------


def cards(zone: str, counts: list[int], verb: str = "") -> list[Card]:
    """Cards lying somewhere, each with a name of its own."""
    return [
        _card(zone, card, copy, f"{verb} {card}", "", False)
        for card, count in zip(CARDS, counts, strict=True)
        if count
        for copy in range(1, count + 1)
    ]


@cache  # there are only a few, and identical ones compare fast
def _card(zone: str, card: str, copy: int, action: str, state: str, free: bool) -> Card:
    slug = SLUGS[card]
    name, colour = f"{zone}-{slug}-{copy}", slug.partition("-")[0]
    return Card(name, face=slug, card=card, colour=colour, action=action, state=state, free=free)


def hand(s: TajMahal, seat: int, legal: set[str]) -> list[Card]:
    """The viewer's cards, the special ones last."""
    others = bound_to(s, seat) if may_add_special(s, FREE_COLOUR) and s.turn == seat else ""
    found: list[Card] = []
    for card, count in zip(CARDS, s.cards_of(s.hand, seat), strict=True):
        if count:
            colour = SLUGS[card].partition("-")[0]
            white = colour == "white"
            action = f"{'add' if white else 'play'} {card}"
            state = _card_state(s, action, legal, along=white)
            free = state == "legal" and not white and others not in ("", colour)
            copies = range(1, count + 1)
            found += [_card("hand", card, copy, action, state, free) for copy in copies]
    for special, holder, out in zip(SPECIALS, s.special_holder, s.special_out, strict=True):
        if holder == seat and not out:
            action = f"add {special} card"
            state = _card_state(s, action, legal, along=True)
            found.append(_special(SPECIALS.index(special))._replace(action=action, state=state))
    return found


def _card_state(s: TajMahal, action: str, legal: set[str], along: bool) -> str:
    """Whether the card can be played now, with another one (TM 3.3), or not."""
    if not legal or s.phase not in (TURN, ADD):
        return ""
    if action in legal:
        return "legal"
    return "along" if along and s.phase == TURN and len(legal) > 1 else "dim"


def hint(s: TajMahal, seat: int, legal: set[str]) -> str:
    """Which sentence goes with the hand."""
    if not s.inside[seat]:
        return "hint_take" if legal else "hint_out"
    if s.turn != seat:
        return "hint_wait_bound" if bound_to(s, seat) else "hint_wait"
    if s.phase == TURN and len(legal) == 1:
        return "hint_must_withdraw"
    if s.phase == TURN:
        return "hint_bound" if bound_to(s, seat) else "hint_free"
    return {int(ADD): "hint_add", int(PALACE): "hint_city", int(CROWN): "hint_city"}.get(
        int(s.phase), ""
    )
