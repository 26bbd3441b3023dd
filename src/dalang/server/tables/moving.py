"""Before a game: chairs are changed, and bots fill those that nobody takes.  Afterwards: away."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dalang.bots import USUAL_LEVEL
from dalang.server.errors import NotYourSeat
from dalang.server.people.bot_names import free_name
from dalang.server.storage import Person, Seat, queries
from dalang.server.tables.manager import TableManager
from dalang.server.tables.seats import is_free
from dalang.server.tables.table import Check, Table


async def change_seat(table: Table, person: Person, number: int) -> None:
    """Moves to a chair that anybody may take; what is kept for somebody stays so."""
    own = table.seats_of(person.id)
    if not own:
        raise NotYourSeat("not_at_table")
    if number in own:
        return  # asked for twice
    wanted = _seat(table, number)
    if not is_free(wanted):
        raise NotYourSeat("seat_taken")
    await table.swap(table.record.seats[own[0]], wanted)


async def seat_bots(table: Table, person: Person, number: int | None = None) -> None:
    """Seats a bot on every chair that is left, or on one; the game begins when none is.

    Somebody for whom a chair is kept can still take it, by the link.
    """
    check = partial(_check_host, table, person)
    check()
    wanted = table.record.seats if number is None else (_seat(table, number),)
    await bots_sit_down(table, [seat for seat in wanted if seat.kind == "open"], check)


async def bots_sit_down(table: Table, chairs: Sequence[Seat], check: Check | None = None) -> None:
    """Bots take some chairs, as long as the game has not begun."""
    for seat in chairs:
        name = free_name(USUAL_LEVEL, [other.name for other in table.record.seats])
        bot = Seat(seat.seat, "bot", bot=USUAL_LEVEL, name=name, invite=seat.invite)
        await table.seat(seat, bot, check or partial(_check_open, table))
    await table.begin()


async def free_seat(table: Table, person: Person, number: int) -> None:
    """Sends a bot away again."""
    seat = _seat(table, number)
    if seat.kind != "bot":
        raise NotYourSeat("nobody_to_replace")
    await table.seat(seat, Seat(seat.seat, invite=seat.invite), partial(_check_host, table, person))


async def put_away(tables: TableManager, table: Table, person: Person) -> None:
    """Takes a game off somebody's own list; if it is going on, a bot plays it to its end."""
    record = table.record
    if record.status not in ("running", "finished") or not _knows(table, person):
        raise NotYourSeat("not_at_table")
    for number in table.seats_of(person.id) if record.status == "running" else ():
        await tables.stand_in(table, person, number)
    await tables.store.write(queries.put_away, person.id, record.id)


def _knows(table: Table, person: Person) -> bool:
    """Whether a table is in somebody's list."""
    sits = any(seat.person == person.id for seat in table.record.seats)
    return sits or table.record.host == person.id


def _check_host(table: Table, person: Person) -> None:
    if table.record.host != person.id:
        raise NotYourSeat("only_host")
    _check_open(table)


def _check_open(table: Table) -> None:
    if table.record.status != "open":
        raise NotYourSeat("begun_already")


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < table.record.players:
        raise NotYourSeat("no_such_seat")
    return table.record.seats[number]
