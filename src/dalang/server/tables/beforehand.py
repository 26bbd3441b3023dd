"""Premoves: what somebody will do when it is their turn, chosen while others think.

The game says what a seat will be asked for certain (`GameSpec.premoves`).  What is chosen stays in
the memory of the server: no other page, no program and no bot is told.  When the seat is asked, it
is played as any other move, with all checks; if it is not possible any more, it is dropped, and
the person is told.

A seat with only one answer, as only hidden cards show, answers as fast as one with a choice: how
long it took does not show which of them it was.
"""

from __future__ import annotations

from dalang.engine.api import CHANCE
from dalang.engine.spec import Premove
from dalang.server.storage import Seat
from dalang.server.tables.table import Table


def offered(table: Table, seat: int) -> list[Premove]:
    """What a person may choose now for later."""
    spec = table.spec
    if not spec.premoves or not table.plays(seat) or table.actor in (seat, CHANCE):
        return []
    if len(table.seats_of(table.record.seats[seat].person or "")) > 1:
        return []  # others look at the same screen
    return spec.premoves(table.view(seat))


def choose(table: Table, seat: int, text: str) -> None:
    """A person decides beforehand, or no longer does."""
    position, manners = table.session.position, table.manners
    found = [one for one in offered(table, seat) if position.action_text(one.action) == text]
    manners.beforehand.pop(seat, None)
    manners.missed.pop(seat, None)
    if found:
        manners.beforehand[seat] = found[0]
    _tell(table, seat)


def drop_void(table: Table) -> None:
    """Forgets what answers a question that will not be put any more."""
    for seat, chosen in list(table.manners.beforehand.items()):
        if table.actor != seat and chosen not in offered(table, seat):
            miss(table, seat)


def due(table: Table) -> Seat | None:
    """The seat that is asked now and has decided beforehand."""
    asked = table.waiting.asked
    return asked if asked and asked.seat in table.manners.beforehand else None


async def play(table: Table, seat: int, number: int) -> None:
    """Plays what a seat has decided, unless it has thought better of it meanwhile."""
    chosen = table.manners.beforehand.get(seat)
    if chosen is None or number != table.count:
        return
    text = table.session.position.action_text(chosen.action)
    if text not in table.session.legal_texts():
        miss(table, seat)
        return
    del table.manners.beforehand[seat]
    await table.play(seat, text, number)


def miss(table: Table, seat: int) -> None:
    """What was chosen is not possible any more."""
    table.manners.missed[seat] = table.manners.beforehand.pop(seat)
    _tell(table, seat)


def _tell(table: Table, seat: int) -> None:
    table.audience.whisper(table.record.seats[seat].person or "")
