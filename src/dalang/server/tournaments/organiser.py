"""Begins tournaments, draws their rounds, and ends them.

Nothing is kept in memory.  Every step is stored in one write that names the step before it, so a
restart continues where it was, and of several processes only one draws a round.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Final

from sqlalchemy.orm import Session as Database

from dalang.bots import USUAL_LEVEL
from dalang.engine.errors import DalangError
from dalang.registry import all_games, game
from dalang.server.errors import NotYourSeat, Refusal
from dalang.server.people.names import distinct
from dalang.server.ratings import PlayerRating
from dalang.server.storage import (
    BrokenGame,
    NotStored,
    Participant,
    Person,
    Seat,
    StorageError,
    TableRecord,
    TooManyStored,
    Tournament,
    now,
    queries,
)
from dalang.server.tables.manager import TableManager
from dalang.server.tables.opening import TableTerms, new_record
from dalang.server.tournaments.state import FEWEST, TournamentState, rounds_for, sizes

LOG = logging.getLogger("dalang.server")
LOOKING: Final = 5.0  # seconds between two looks at what is due
CHECKING: Final = 720  # looks between two checks whether all tables can be read
UNREADABLE: Final = timedelta(days=1)  # until a round does not wait for a table any more
STALE: Final = timedelta(days=60)  # until one that its host does not begin is cancelled
MOST_OPEN: Final = 3  # tournaments of one host that are not over


class Organiser:
    """Looks after all tournaments of a server."""

    def __init__(self, tables: TableManager) -> None:
        self._tables = tables
        self._store = tables.store

    # --- what people ask for ------------------------------------------------------------

    async def open(self, tournament: Tournament) -> None:
        """A new tournament, which everybody can enter."""
        try:
            await self._store.write(queries.add_tournament, tournament, MOST_OPEN)
        except TooManyStored:
            raise Refusal("tournaments_too_many", count=MOST_OPEN) from None

    async def enter(self, tournament: Tournament, person: Person) -> None:
        """Somebody takes part."""
        try:
            await self._store.write(queries.enter, tournament.id, person.id, person.name)
        except TooManyStored:
            raise Refusal("tournament_full", count=tournament.most) from None
        except NotStored:
            raise Refusal("tournament_closed") from None

    async def withdraw(self, tournament: Tournament, person: Person) -> None:
        """Somebody does not take part any more; a bot plays on at their table."""
        try:
            await self._store.write(queries.withdraw, tournament.id, person.id)
        except NotStored:
            raise Refusal("tournament_closed") from None
        for record in await self._store.read(queries.tables_of_tournament, tournament.id):
            if record.status == "running":
                with suppress(NotYourSeat, BrokenGame):  # they do not sit there, or nobody can
                    await self._tables.resign(await self._tables.find(record.id), person)

    async def begin(self, tournament: Tournament) -> None:
        """Numbers the entrants, the strongest first, and draws the first round."""
        state = await self.state(tournament)
        present = [one for one in state.entrants if not one.withdrawn]
        if len(present) < FEWEST:
            raise Refusal("tournament_too_few")
        ratings = await self._store.read(
            queries.ratings_of, tournament.game, [one.person for one in present]
        )
        order = seeded(tournament, [one.person for one in present], ratings)
        rounds = rounds_for(tournament.format, len(order), tournament.seats, tournament.rounds)
        if await self._store.write(queries.begin_tournament, tournament.id, order, rounds):
            await self.go_on(tournament)

    async def cancel(self, tournament: Tournament, person: Person) -> None:
        """It does not take place: its host says so, or somebody who looks after the house."""
        if person.id == tournament.host:
            done = await self._store.write(queries.cancel_tournament, tournament.id)
        else:
            done = await self._store.write(queries.cancel_as_host, person, tournament.id)
        if not done:
            raise Refusal("tournament_closed")

    async def state(self, tournament: Tournament) -> TournamentState:
        """Everything that was played, as it is stored at one moment."""
        return await self._store.read(_state, tournament.id)

    # --- what happens by itself ---------------------------------------------------------

    async def look_for_ever(self) -> None:
        """As long as the server runs."""
        for number in count():
            try:
                if await self._tables.peers.does_chores():
                    if number % CHECKING == 0:
                        await self.check_tables(now())
                    await self.look(now())
            except StorageError as error:  # a full disk, say; the next look may find it well again
                LOG.warning("the tournaments cannot be looked after: %s", error)
            except Exception:
                LOG.exception("the tournaments cannot be looked after")
            await asyncio.sleep(LOOKING)

    async def look(self, moment: datetime) -> None:
        """Does what is due at a moment; what fails for one tournament keeps no other waiting."""
        await self._store.write(queries.cancel_stale, moment - STALE)
        for tournament in await self._store.read(queries.due_tournaments, moment):
            with _told(tournament):
                await self._begin_or_cancel(tournament)
        for tournament in await self._store.read(queries.rounds_over):
            if tournament.game in all_games():
                with _told(tournament):
                    await self.go_on(tournament)

    async def check_tables(self, moment: datetime) -> None:
        """Notes which tables cannot be read: after a while, tournaments go on without them.

        Until then, the people of the house may put a backup or the right rules in place.
        """
        for one in await self._store.read(queries.unfinished_pairings):
            readable = await self._tables.is_readable(one.table)
            if readable and one.void_from is not None:
                await self._store.write(queries.set_void_from, one.table, None)
            elif not readable and one.void_from is None:
                await self._store.write(queries.set_void_from, one.table, moment + UNREADABLE)

    async def _begin_or_cancel(self, tournament: Tournament) -> None:
        try:
            await self.begin(tournament)
        except Refusal:  # nobody came
            await self._store.write(queries.cancel_tournament, tournament.id)

    async def go_on(self, tournament: Tournament) -> None:
        """Draws the next round once the last one is over, or ends the tournament."""
        state = await self.state(tournament)
        here = state.tournament
        if here.status != "running" or not state.is_round_over:
            return
        if state.is_last_round:
            await self._store.write(queries.finish_tournament, here.id, here.round)
            return
        records, number = self._records(state), here.round + 1
        if await self._store.write(queries.draw_round, tournament.id, number, records):
            for record in records:
                with _told(tournament):
                    await self._tables.wake(record.id)  # deals, and tells the first player

    # --- drawing ------------------------------------------------------------------------

    def _records(self, state: TournamentState) -> list[TableRecord]:
        """The tables of the next round."""
        here, rng = state.tournament, Random(state.tournament.seed - state.tournament.round)
        seating = state.next_round()
        known = {one.seed: one for one in state.entrants}
        records: list[TableRecord] = []
        counts = sizes(seating, here.seats, game(here.game).players)
        for people, size in zip(seating, counts, strict=True):
            order = [known[seed] for seed in people]
            rng.shuffle(order)
            records.append(self._record(here, order, size))
        return records

    def _record(self, here: Tournament, people: list[Participant], size: int) -> TableRecord:
        """A table, with bots on the seats that are left; nobody may ask for hints."""
        seats = [
            Seat(number, "person", one.person, name=one.name) for number, one in enumerate(people)
        ]
        bots = range(len(people), size)
        seats += [Seat(number, "bot", bot=USUAL_LEVEL) for number in bots]
        first = Person(people[0].person, people[0].name, "", here.created)
        terms = TableTerms(public=True, pace=here.pace, clock=here.clock, advice=False, rated=True)
        return replace(new_record(first, here.game, seats, terms), status="running")


def seeded(
    tournament: Tournament, people: Sequence[str], ratings: Mapping[str, PlayerRating]
) -> list[str]:
    """The strongest first; chance decides between those who seem equally strong."""
    order = list(people)
    Random(tournament.seed).shuffle(order)
    return sorted(order, key=lambda person: -ratings.get(person, PlayerRating()).mu)


def _told_apart(entrants: Sequence[Participant]) -> list[Participant]:
    names: dict[str, str] = {}
    for one in sorted(entrants, key=lambda one: (one.entered, one.person)):
        names[one.person] = distinct(one.name, names.values())
    return [replace(one, name=names[one.person]) for one in entrants]


@contextmanager
def _told(tournament: Tournament) -> Generator[None]:
    """What goes wrong with one tournament is told to the house, and the others go on."""
    try:
        yield
    except DalangError as error:
        LOG.warning("tournament %s cannot go on: %s", tournament.id, error)
    except Exception:
        LOG.exception("tournament %s cannot go on", tournament.id)


def _state(db: Database, tournament_id: str) -> TournamentState:
    """Those who withdrew before it began are left out once it has begun.

    Who has entered under a name that looks like an earlier one gets a number.
    """
    tournament = queries.tournament(db, tournament_id)
    if tournament is None:
        raise NotStored(f"There is no tournament {tournament_id!r}.")
    entrants = _told_apart(queries.entrants(db, tournament_id))
    if tournament.status != "open":
        entrants = [one for one in entrants if one.seed]
    tables = queries.tables_of_tournament(db, tournament_id)
    pairings = queries.pairings(db, tournament_id)
    return TournamentState(tournament, entrants, pairings, {one.id: one for one in tables})
