"""Taj Mahal through one viewer's eyes, and dealing the unseen cards again.

What a viewer knows (TM R11): all that lies open, their own hand, the cards others took from the
display and have not played yet, and what was discarded since the last reshuffle.  The rest of the
96 cards is unseen, in the draw pile or in the other hands; a reshuffle leaves a trace in it
(rules/memory.py).  To this viewer every deal of the unseen cards that fits is equally likely.
"""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import WATCHER, Args, Phrase, Position, View
from dalang.engine.arrays import row_total, zeros
from dalang.engine.errors import PositionError
from dalang.engine.hands import own_row, with_unseen
from dalang.engine.notation import counted
from dalang.engine.rng import Rng, draw
from dalang.engine.spec import Premove
from dalang.engine.vecs import vec
from dalang.games.taj_mahal.actions import WITHDRAW
from dalang.games.taj_mahal.components import (
    CARDS,
    COMMODITIES,
    N_CARDS,
    N_PERSONS,
    N_SYMBOLS,
    PROVINCES,
    SPECIALS,
    SYMBOLS,
)
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.rules.consistency import check_view


def observe(position: Position, viewer: i64) -> View:
    """Copies what lies open, the viewer's hand, and the cards of others that everybody saw."""
    assert isinstance(position, TajMahal)
    known = TajMahal()
    known.copy_public(position)
    known.hand = own_row(position.hand, position.known, viewer, N_CARDS)
    known.pile = with_unseen(position.pile, position.hand, known.hand, N_CARDS)
    nothing = zeros(position.players * N_CARDS)
    known.carried = own_row(position.carried, nothing, viewer, N_CARDS)
    return View(known, viewer)


def imagine(view: View, rng: Rng) -> Position:
    """Deals the unseen cards to the other hands; what is left is the draw pile."""
    known = view.known
    assert isinstance(known, TajMahal)
    deal = known.clone()
    deal.carried = known.carried[:]
    carried = _carried_by_others(known, view.viewer)
    for card in range(N_CARDS):
        deal.pile[card] -= carried[card]
    for seat in range(deal.players):
        if seat != view.viewer:
            _deal_hand(deal, seat, carried, rng)
    return deal


def _carried_by_others(known: TajMahal, viewer: i64) -> vec[i64]:
    """The carried cards that are not the viewer's own."""
    carried = known.carried_pool[:]
    if viewer != WATCHER:
        for card in range(N_CARDS):
            carried[card] -= known.carried[viewer * N_CARDS + card]
    return carried


def _deal_hand(deal: TajMahal, seat: i64, carried: vec[i64], rng: Rng) -> None:
    """As many carried cards as the seat has left; the rest from what may be in the pile."""
    missing = deal.held[seat] - row_total(deal.hand, seat, N_CARDS)
    for number in range(missing):
        if number < deal.carried_left[seat]:
            dealt = draw(carried, rng)
            carried[dealt] -= 1
            deal.carried[seat * N_CARDS + dealt] += 1
        else:
            dealt = draw(deal.pile, rng)
            deal.pile[dealt] -= 1
        deal.hand[seat * N_CARDS + dealt] += 1


def as_view(known: Position, viewer: i64) -> View:
    """The view a blanked position is; raises PositionError if nobody can have it."""
    assert isinstance(known, TajMahal)
    check_view(known)
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
        piles: Args = {"pile": int(known.pile_size), "discard": int(known.discard_size)}
        lines.append(Phrase("see_piles", piles))
    for seat in range(known.players):
        lines.extend(_see_seat(known, seat))
    if view.viewer >= 0:
        lines.append(Phrase("see_hand", {"cards": _cards(known.cards_of(known.hand, view.viewer))}))
    return lines


def premoves(view: View) -> list[Premove]:
    """TM 2.2: a seat that has not withdrawn will be asked again, and may always withdraw."""
    known, seat = view.known, view.viewer
    assert isinstance(known, TajMahal)
    if seat < 0 or not known.round or not known.inside[seat]:
        return []
    question = f"round {int(known.round)}"
    return [Premove(int(WITHDRAW), known.action_phrase(WITHDRAW), question)]


def _see_seat(known: TajMahal, seat: i64) -> list[Phrase]:
    args: Args = {
        "seat": int(seat),
        "points": int(known.points[seat]),
        "cards": int(known.held[seat]),
    }
    lines = [Phrase("see_seat", args)]
    owned: Args = {
        "specials": [
            SPECIALS[n] for n, holder in enumerate(known.special_holder) if holder == seat
        ],
        "symbols": _each(known.influence, SYMBOLS[:N_PERSONS], seat),
        "tiles": [n + 1 for n, owner in enumerate(known.tile_owner) if owner == seat],
        "commodities": _each(known.commodities, COMMODITIES, seat),
    }
    for kind, things in owned.items():
        if things:
            lines.append(Phrase(f"see_{kind}", {"seat": int(seat), kind: things}))
    table = _cards(known.cards_of(known.table, seat))
    if table:
        lines.append(Phrase("see_table", {"seat": int(seat), "cards": table}))
    elif known.round and not known.inside[seat]:
        lines.append(Phrase("see_withdrawn", {"seat": int(seat)}))
    return lines


def _each(counts: vec[i64], names: tuple[str, ...], seat: i64) -> list[str]:
    """Every single thing a seat owns, by name."""
    return [name for name, count in counted(counts, names, int(seat)).items() for _ in range(count)]


def _cards(counts: list[int]) -> list[str]:
    return [CARDS[card] for card, count in enumerate(counts) for _ in range(count)]
