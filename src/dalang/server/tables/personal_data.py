"""What a person has at the tables: taken along to an account, or left behind."""

from __future__ import annotations

from contextlib import suppress

from dalang.bots import USUAL_LEVEL
from dalang.engine.errors import UnknownGame
from dalang.server.errors import NoSuchTable, NotYourSeat
from dalang.server.storage import BrokenGame, Damaged, Person, queries
from dalang.server.tables.manager import TableManager


async def take_along(tables: TableManager, guest: Person, person: Person) -> list[str] | None:
    """Gives a guest's games to an account; the tables, or None if that is no guest any more."""
    touched = await tables.store.read(queries.table_ids, guest.id)
    if not await tables.store.write(queries.take_along, guest.id, person.id):
        return None
    await tables.refresh(touched)
    await tables.rename_seats(person.id, guest.name, person.name)
    return list(touched)


async def forget(tables: TableManager, person: Person) -> list[str]:
    """Deletes a person: open tables are left, bots play on, finished games keep no name.

    Returns the tables that look different now.
    """
    touched = await tables.store.read(queries.table_ids, person.id)
    for table_id, status in touched.items():
        with suppress(BrokenGame, Damaged, UnknownGame, NotYourSeat, NoSuchTable):  # others go on
            if status == "open":
                await tables.leave(await tables.find(table_id), person)
            elif status == "running":
                await tables.resign(await tables.find(table_id), person)
    await tables.store.write(queries.delete_person, person.id, USUAL_LEVEL)
    await tables.refresh(touched)
    return list(touched)
