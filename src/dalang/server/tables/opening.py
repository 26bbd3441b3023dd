"""New tables: what is refused, and how they are first stored."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

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


@dataclass(frozen=True)
class TableTerms:
    """What is agreed on at a new table, apart from the game and who sits where."""

    options: Options = field(default_factory=dict[str, str])
    public: bool = False  # in the lobby
    pace: int = 0  # seconds for a decision; 0 = as long as one likes
    clock: str = ""
    advice: bool | None = None  # None = if one person plays against bots
    rated: bool = False  # as far as it can be
    pauses: bool = True  # False: bots answer as soon as they can, where nobody else is to follow
    spread: int = 0  # how far ratings may differ of those who are brought together
    fills: datetime | None = None  # when bots take the seats that are still free
    place: str = ""  # the mark of the address from which it is opened


def new_record(
    host: Person,
    key: str,
    seats: Sequence[Seat],
    terms: TableTerms,
    own_bots: Collection[str] = (),
) -> TableRecord:
    """A table as it is first stored; raises BadTable, UnknownBot or NeedsPerson.

    Hints are never allowed where a game is rated.
    """
    spec = game(key)
    _check_seats(spec, seats, own_bots)
    if clock_rule(terms.clock) and terms.pace:
        raise BadTable("A table has a pace or a clock, not both.")
    if not terms.pauses and not is_alone(seats):
        raise BadTable("Without pauses, one person plays and all the others are bots.")
    rated = terms.rated and may_be_rated(seats)
    advised = is_alone(seats) if terms.advice is None else terms.advice and not rated
    record = TableRecord.new(
        key,
        spec.edition,
        distinguished(introduced(seats)),
        host.id,
        terms.public,
        spec.complete_options(terms.options),
        terms.pace,
        advised,
        rated,
    )
    return replace(
        record,
        opened_from=terms.place,
        clock=terms.clock,
        pauses=terms.pauses,
        spread=terms.spread,
        fills=terms.fills,
    )


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
