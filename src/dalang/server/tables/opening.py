"""New tables: what is refused, and how they are first stored."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from dalang.bots import UnknownBot
from dalang.bots.naming import is_for_people
from dalang.engine.errors import BadTable
from dalang.engine.spec import GameSpec, Options
from dalang.registry import game
from dalang.server.errors import NeedsPerson, TooManyTables
from dalang.server.people.bot_names import introduced
from dalang.server.people.names import distinguished
from dalang.server.storage import Person, Seat, TableBound, TableRecord
from dalang.server.tables.clocks import clock_rule
from dalang.server.tables.seats import is_alone, may_be_rated


def new_record(
    host: Person,
    key: str,
    seats: Sequence[Seat],
    options: Options,
    public: bool,
    pace: int = 0,
    advice: bool | None = None,
    place: str = "",
    own_bots: Collection[str] = (),
    rated: bool = False,
    clock: str = "",
) -> TableRecord:
    """A table as it is first stored; raises BadTable, UnknownBot or NeedsPerson.

    By default, hints are allowed if one person plays against bots, and never where a game is rated.
    """
    spec = game(key)
    _check_seats(spec, seats, own_bots)
    if clock_rule(clock) and pace:
        raise BadTable("A table has a pace or a clock, not both.")
    rated = rated and may_be_rated(seats)
    advised = is_alone(seats) if advice is None else advice and not rated
    record = TableRecord.new(
        key,
        spec.edition,
        distinguished(introduced(seats)),
        host.id,
        public,
        spec.complete_options(options),
        pace,
        advised,
        rated,
    )
    return replace(record, opened_from=place, clock=clock)


def _check_seats(spec: GameSpec, seats: Sequence[Seat], own_bots: Collection[str]) -> None:
    if len(seats) not in spec.players:
        counts = ", ".join(str(count) for count in spec.players)
        raise BadTable(f"{spec.title} is for {counts} players, not for {len(seats)}.")
    for seat in seats:
        if seat.kind == "bot" and not (is_for_people(seat.bot) or seat.bot in own_bots):
            raise UnknownBot(f"There is no bot {seat.bot!r}.")
    if all(seat.kind == "bot" for seat in seats):
        raise NeedsPerson("needs_a_person")


@contextmanager
def told_in_words() -> Generator[None]:
    """The error for somebody with too many tables, which names the limit."""
    try:
        yield
    except TableBound as error:
        raise TooManyTables(error.bound, count=error.most) from None
