"""Lanterns through one viewer's eyes, and dealing the unseen cards afresh."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Phrase, Position, View
from dalang.engine.arrays import row_total, zeros
from dalang.engine.errors import PositionError
from dalang.engine.hands import own_row
from dalang.engine.rng import Rng, draw

from .components import CARDS, N_CARDS, NONE
from .position import Lanterns


def observe(position: Position, viewer: i64) -> View:
    """What lies open, and the viewer's own hand."""
    assert isinstance(position, Lanterns)
    known = Lanterns()
    known.copy_public(position)
    nothing = zeros(position.players * N_CARDS)
    known.hand = own_row(position.hand, nothing, viewer, N_CARDS)
    known.derive()
    return View(known, viewer)


def as_view(known: Position, viewer: i64) -> View:
    """The view a blanked position is; raises PositionError if nobody can have it."""
    assert isinstance(known, Lanterns)
    for seat in range(known.players):
        seen = row_total(known.hand, seat, N_CARDS)
        if seen != (known.held[seat] if seat == viewer else 0):
            raise PositionError(f"The hand of seat {seat} is not as seat {viewer} sees it.")
    if min(known.pile) < 0:
        raise PositionError("There are more lanterns than in the box (LA 1.1).")
    return View(known, viewer)


def imagine(view: View, rng: Rng) -> Position:
    """Deals the unseen cards to the other hands."""
    deal = view.known.clone()
    assert isinstance(deal, Lanterns)
    for seat in range(deal.players):
        if seat != view.viewer:
            for _ in range(int(deal.held[seat])):
                card = draw(deal.pile, rng)
                deal.pile[card] -= 1
                deal.hand[seat * N_CARDS + card] += 1
    return deal


def summary(view: View) -> list[Phrase]:
    """The table in a few lines."""
    known = view.known
    assert isinstance(known, Lanterns)
    lines: list[Phrase] = []
    for seat in range(known.players):
        points = {"seat": int(seat), "points": int(known.points[seat])}
        lines.append(Phrase("see_seat", dict(points)))
        if known.hung[seat] != NONE:
            card = CARDS[known.hung[seat]]
            lines.append(Phrase("see_hung", {"seat": int(seat), "card": card}))
    if view.viewer >= 0:
        own = [
            CARDS[card]
            for card in range(N_CARDS)
            for _ in range(int(known.hand[view.viewer * N_CARDS + card]))
        ]
        lines.append(Phrase("see_hand", {"cards": own}))
    return lines
