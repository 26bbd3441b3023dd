"""Premoves: what somebody will do when it is their turn, chosen while others think.

The game says what a seat will be asked for certain (`GameSpec.premoves`).  What is chosen is stored
for that person alone: no other page, no program and no bot is told.  When the seat is asked, it is
played as any other move, with all checks; if it is not possible any more, it is dropped, and the
person is told.

A seat with only one answer, as only hidden cards show, answers as fast as one with a choice: how
long it took does not show which of them it was.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from dalang.engine.api import CHANCE
from dalang.engine.spec import Premove
from dalang.server.storage import Seat, StorageError, StoredPremove, queries
from dalang.server.tables.table import Table

LOG = logging.getLogger("dalang.server")


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
    """A person decides beforehand, or no longer does; if that cannot be stored, all stays."""

    async def change() -> None:
        found = next((one for one in offered(table, seat) if _text(table, one) == text), None)
        await _store(table, seat, found)
        _set(table.preferences.premoves, seat, found)
        _set(table.preferences.missed, seat, None)
        _tell(table, seat)

    await table.alone(change)


def _set(premoves: dict[int, Premove], seat: int, premove: Premove | None) -> None:
    """What a seat has decided or missed; None for nothing."""
    if premove is None:
        premoves.pop(seat, None)
    else:
        premoves[seat] = premove


async def _store(table: Table, seat: int, premove: Premove | None) -> None:
    if premove:
        person = table.record.seats[seat].person or ""
        kept = StoredPremove(seat, person, table.count, _text(table, premove), premove.question)
        done = await table.store.write(queries.keep_premove, table.record.id, kept)
    else:
        done = await table.store.write(queries.drop_premove, table.record.id, seat)
    table.wrote(done)


def remember(table: Table, stored: Sequence[StoredPremove]) -> None:
    """Takes over what was decided, through whichever process; what is void by now is not."""
    before = table.preferences.premoves, table.preferences.missed
    table.preferences.premoves, table.preferences.missed = {}, {}
    chosen, missed = table.preferences.premoves, table.preferences.missed
    for kept in stored:
        if table.record.seats[kept.seat].person != kept.person:
            continue
        if kept.missed:
            _set(missed, kept.seat, before[0].get(kept.seat) or before[1].get(kept.seat))
            continue
        for one in _certain(table, kept.seat):
            if (_text(table, one), one.question) == (kept.text, kept.question):
                chosen[kept.seat] = one


async def drop_void(table: Table) -> None:
    """Forgets what answers a question that will not be put any more."""
    for seat, chosen in list(table.preferences.premoves.items()):
        if table.preferences.premoves.get(seat) is not chosen:
            continue  # decided otherwise while another one was dropped
        if table.actor != seat and chosen not in offered(table, seat):
            await miss(table, seat)


def due(table: Table) -> Seat | None:
    """The seat that is asked now and has decided beforehand."""
    asked = table.waiting.asked
    return asked if asked and asked.seat in table.preferences.premoves else None


async def play(table: Table, seat: int, number: int) -> None:
    """Plays what a seat has decided, unless it has thought better of it meanwhile.

    What cannot be stored is still decided: the table's driver tries again.
    """
    chosen = table.preferences.premoves.get(seat)
    if chosen is None or number != table.count:
        return
    text = _text(table, chosen)
    if text not in table.session.legal_texts():
        await miss(table, seat)
        return
    del table.preferences.premoves[seat]
    try:
        await table.play(seat, text, number, beforehand=True)
    except StorageError:
        table.preferences.premoves.setdefault(seat, chosen)
        raise


async def miss(table: Table, seat: int) -> None:
    """What was chosen is not possible any more: if it stays stored, nobody takes it over."""
    table.preferences.missed[seat] = table.preferences.premoves.pop(seat)
    _tell(table, seat)
    try:
        table.wrote(await table.store.write(queries.miss_premove, table.record.id, seat))
    except StorageError as error:
        LOG.warning("table %s: a void premove stays stored: %s", table.record.id, error)


def _tell(table: Table, seat: int) -> None:
    table.audience.whisper(table.record.seats[seat].person or "")


def _text(table: Table, premove: Premove) -> str:
    return table.session.position.action_text(premove.action)
