"""Premoves: what somebody will do when it is their turn, chosen while others think.

The game says what a seat will be asked for certain (`GameSpec.premoves`).  What is chosen is stored
for that person alone: no other page, no program and no bot is told.  When the seat is asked, it is
played as any other move, with all checks; if it is not possible any more, it is dropped, and the
person is told.

A seat with only one answer, as only hidden cards show, answers as fast as one with a choice: how
long it took does not show which of them it was.
"""

from __future__ import annotations

from dalang.engine.api import CHANCE
from dalang.engine.spec import Premove
from dalang.server.storage import Seat, StoredPremove, queries
from dalang.server.tables.table import Table


def offered(table: Table, seat: int) -> list[Premove]:
    """What a person may choose now for later."""
    return [] if table.actor in (seat, CHANCE) else _certain(table, seat)


def _certain(table: Table, seat: int) -> list[Premove]:
    """What a person is asked for certain, now or later."""
    spec = table.spec
    if not spec.premoves or not table.plays(seat):
        return []
    if len(table.seats_of(table.record.seats[seat].person or "")) > 1:
        return []  # others look at the same screen
    return spec.premoves(table.view(seat))


async def choose(table: Table, seat: int, text: str) -> None:
    """A person decides beforehand, or no longer does."""
    found = next((one for one in offered(table, seat) if _text(table, one) == text), None)
    table.manners.beforehand.pop(seat, None)
    table.manners.missed.pop(seat, None)
    if found:
        table.manners.beforehand[seat] = found
        person = table.record.seats[seat].person or ""
        kept = StoredPremove(seat, person, table.count, text, found.question)
        await table.store.write(queries.keep_premove, table.record.id, kept)
    else:
        await table.store.write(queries.drop_premove, table.record.id, seat)
    _tell(table, seat)


async def remember(table: Table) -> None:
    """Reads what was decided before the table was loaded; what is void by now is not taken over."""
    for kept in await table.store.read(queries.premoves, table.record.id):
        if table.record.seats[kept.seat].person != kept.person:
            continue
        for one in _certain(table, kept.seat):
            if (_text(table, one), one.question) == (kept.text, kept.question):
                table.manners.beforehand[kept.seat] = one


async def drop_void(table: Table) -> None:
    """Forgets what answers a question that will not be put any more."""
    for seat, chosen in list(table.manners.beforehand.items()):
        if table.actor != seat and chosen not in offered(table, seat):
            await miss(table, seat)


def due(table: Table) -> Seat | None:
    """The seat that is asked now and has decided beforehand."""
    asked = table.waiting.asked
    return asked if asked and asked.seat in table.manners.beforehand else None


async def play(table: Table, seat: int, number: int) -> None:
    """Plays what a seat has decided, unless it has thought better of it meanwhile."""
    chosen = table.manners.beforehand.get(seat)
    if chosen is None or number != table.count:
        return
    text = _text(table, chosen)
    if text not in table.session.legal_texts():
        await miss(table, seat)
        return
    del table.manners.beforehand[seat]
    await table.play(seat, text, number)


async def miss(table: Table, seat: int) -> None:
    """What was chosen is not possible any more."""
    table.manners.missed[seat] = table.manners.beforehand.pop(seat)
    await table.store.write(queries.drop_premove, table.record.id, seat)
    _tell(table, seat)


def _tell(table: Table, seat: int) -> None:
    table.audience.whisper(table.record.seats[seat].person or "")


def _text(table: Table, premove: Premove) -> str:
    return table.session.position.action_text(premove.action)
