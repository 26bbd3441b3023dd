"""Taj Mahal through one viewer's eyes, and dealing the unseen cards afresh.

What a viewer knows (R11): all that lies open, the own hand, the cards others took from the display
and have not played yet, and what was discarded since the last reshuffle.  The rest of the 96 cards
is unseen: it is in the draw pile or in the other hands, and to this viewer every deal of it is
equally likely.  When the discard pile becomes the draw pile, its cards join the unseen ones.
"""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import WATCHER, Args, Phrase, Position, View
from dalang.engine.errors import PositionError
from dalang.engine.notation import Fields
from dalang.engine.rng import Rng, draw
from dalang.games.taj_mahal import notation
from dalang.games.taj_mahal.components import (
    CARDS,
    N_CARDS,
    N_SYMBOLS,
    PLAYERS,
    PROVINCES,
    SPECIALS,
    SYMBOLS,
)
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.rules.consistency import check_view


def observe(position: Position, viewer: i64) -> View:
    """Copies what lies open, the own hand, and of other hands what everybody saw being taken."""
    assert isinstance(position, TajMahal)
    known = TajMahal()
    known.copy_public(position)
    known.hand = position.known[:]
    known.pile = position.pile[:]
    for seat in range(position.players):
        for card in range(N_CARDS):
            place = seat * N_CARDS + card
            if seat == viewer:
                known.hand[place] = position.hand[place]
            else:
                known.pile[card] += position.hand[place] - position.known[place]
    return View(known, viewer)


def imagine(view: View, rng: Rng) -> Position:
    """Deals the unseen cards to the other hands; what is left is the draw pile."""
    known = view.known
    assert isinstance(known, TajMahal)
    deal = known.clone()
    for seat in range(deal.players):
        missing = deal.held[seat]
        for card in range(N_CARDS):
            missing -= deal.hand[seat * N_CARDS + card]
        for _ in range(missing):
            card_dealt = draw(deal.pile, rng)
            deal.pile[card_dealt] -= 1
            deal.hand[seat * N_CARDS + card_dealt] += 1
    return deal


def view_from_text(text: str) -> View:
    """The view written in `text`; raises NotationError or PositionError if there is none."""
    given = Fields(text)
    known = TajMahal()
    viewer = given.number("viewer", WATCHER, PLAYERS[-1] - 1)
    notation.read(known, given)
    check_view(known)
    if viewer >= known.players:
        raise PositionError(f"There is no seat {viewer} at a table for {known.players}.")
    for seat in range(known.players):
        hand = known.cards_of(known.hand, seat)
        if seat == viewer and sum(hand) != known.held[seat]:
            raise PositionError(f"Seat {seat} sees its whole hand (TM R11).")
        if seat != viewer and hand != known.cards_of(known.known, seat):
            raise PositionError(f"Of seat {seat} only the known cards are seen (TM R11).")
    return View(known, viewer)


def summary(view: View) -> list[Phrase]:
    """What the viewer sees, line by line, to be put into words."""
    known = view.known
    assert isinstance(known, TajMahal)
    lines: list[Phrase] = []
    if known.round:
        lines.append(
            Phrase(
                "see_round", {"round": int(known.round), "province": PROVINCES[known.province()]}
            )
        )
        court = [SYMBOLS[symbol] for symbol in range(N_SYMBOLS) if known.court[symbol]]
        lines.append(Phrase("see_court", {"symbols": court}))
        lines.append(Phrase("see_display", {"cards": _cards(known.cards_of(known.display, 0))}))
    for seat in range(known.players):
        lines.extend(_see_seat(known, seat))
    if view.viewer >= 0:
        lines.append(Phrase("see_hand", {"cards": _cards(known.cards_of(known.hand, view.viewer))}))
    return lines


def _see_seat(known: TajMahal, seat: i64) -> list[Phrase]:
    args: Args = {
        "seat": int(seat),
        "points": int(known.points[seat]),
        "cards": int(known.held[seat]),
    }
    lines = [Phrase("see_seat", args)]
    specials = [SPECIALS[n] for n, holder in enumerate(known.special_holder) if holder == seat]
    if specials:
        lines.append(Phrase("see_specials", {"seat": int(seat), "specials": specials}))
    table = _cards(known.cards_of(known.table, seat))
    if table:
        lines.append(Phrase("see_table", {"seat": int(seat), "cards": table}))
    elif known.round and not known.inside[seat]:
        lines.append(Phrase("see_withdrawn", {"seat": int(seat)}))
    return lines


def _cards(counts: list[int]) -> list[str]:
    return [CARDS[card] for card, count in enumerate(counts) for _ in range(count)]
