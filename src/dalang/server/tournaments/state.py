"""The state of one tournament: what was played, how everybody stands, and what comes next."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from dalang.server.storage import Format, Pairing, Participant, TableRecord, Tournament
from dalang.server.tournaments import pairing
from dalang.server.tournaments.pairing import Seating
from dalang.server.tournaments.standings import TableResult, TournamentStanding, best_of, standings

FORMATS: Final[tuple[Format, ...]] = ("swiss", "round_robin", "knockout")
MOST_ROUNDS: Final = 20
FEWEST: Final = 2  # entrants


@dataclass(frozen=True)
class TournamentState:
    """A tournament and everything that was played in it.  Entrants go by their seeds: 1, 2, 3 …"""

    tournament: Tournament
    entrants: Sequence[Participant]
    pairings: Sequence[Pairing]
    tables: dict[str, TableRecord]

    @property
    def results(self) -> list[TableResult]:
        """Of the tables that are finished."""
        found = [self._result(one) for one in self.pairings]
        return [result for result in found if result is not None]

    @property
    def standings(self) -> list[TournamentStanding]:
        """Everybody, the best first; in a knock-out, those who came furthest."""
        everybody = [one.seed for one in self.entrants]
        table = standings(everybody, self.results)
        return self._by_rounds(table) if self.tournament.format == "knockout" else table

    @property
    def is_round_over(self) -> bool:
        """Whether all tables of the last round are finished, or cannot be."""
        last = [one for one in self.pairings if one.round == self.tournament.round]
        return all(one.is_void or self.tables[one.table].status == "finished" for one in last)

    @property
    def is_last_round(self) -> bool:
        """Whether no round follows; one that has too few people left ends early, too."""
        here = self.tournament
        return here.round >= here.rounds or (here.round > 0 and len(self._next_entrants()) < FEWEST)

    def next_round(self) -> Seating:
        """Who plays with whom in the round after the last one."""
        here, people = self.tournament, self._next_entrants()
        rng = Random(here.seed + here.round)
        if here.format == "knockout":
            return pairing.knockout(people, here.seats)
        if here.format == "round_robin":
            return self._next_meeting(people, rng)
        points = {one.entrant: float(one.points) for one in self.standings}
        return pairing.swiss(people, here.seats, points, self._seatings(), rng)

    # --- rounds -------------------------------------------------------------------------

    def _next_meeting(self, people: Sequence[int], rng: Random) -> Seating:
        """Tables of two follow a plan in which everybody meets everybody; others are mixed."""
        here = self.tournament
        if here.seats > 2:
            return pairing.mix(people, here.seats, self._seatings(), rng)
        plan = pairing.circle([one.seed for one in self.entrants])
        planned = plan[here.round % len(plan)]
        present = [[one for one in table if one in people] for table in planned]
        return [table for table in present if table]

    def _next_entrants(self) -> list[int]:
        """Who plays in the next round, those who stand best first."""
        gone = {one.seed for one in self.entrants if one.withdrawn}
        seeds = [one.seed for one in self.entrants]
        here = self.tournament
        if here.format == "knockout" and here.round:
            last = [result for result in self.results if result.round == here.round]
            count = pairing.going_through(here.seats)
            through = {one for result in last for one in best_of(result, count, seeds)}
            return [seed for seed in seeds if seed in through - gone]
        return [one.entrant for one in self.standings if one.entrant not in gone]

    def _seatings(self) -> list[Seating]:
        rounds: list[Seating] = [[] for _ in range(self.tournament.round)]
        for one in self.pairings:
            people = [seed for seed in self._seated(one) if seed is not None]
            rounds[one.round - 1].append(people)
        return rounds

    # --- results ------------------------------------------------------------------------

    def _by_rounds(self, table: list[TournamentStanding]) -> list[TournamentStanding]:
        """The order of a knock-out: the last round somebody played, then the place at its table."""
        reached: dict[int, tuple[int, int]] = {one.seed: (0, 0) for one in self.entrants}
        for result in self.results:
            for entrant, place in zip(result.entrants, result.places, strict=True):
                if entrant is not None:
                    lost = entrant in result.absent
                    reached[entrant] = (-result.round, len(result.places) if lost else place)
        ordered = sorted(table, key=lambda one: reached[one.entrant])
        for number, one in enumerate(ordered, 1):
            before = ordered[number - 2]
            equal = number > 1 and reached[before.entrant] == reached[one.entrant]
            one.place = before.place if equal else number
        return ordered

    def _result(self, one: Pairing) -> TableResult | None:
        """How a table ended; one that cannot be read is shared by everybody, and won by nobody."""
        record, seated = self.tables[one.table], self._seated(one)
        if record.status != "finished" and one.is_void:
            return TableResult(one.round, one.table, seated, (2,) * len(seated), (0,) * len(seated))
        if record.status != "finished" or not record.ranking:
            return None
        stand_ins = {seat.seat for seat in record.seats if seat.kind == "bot"}
        absent = {seed for seat, seed in enumerate(seated) if seed and seat in stand_ins}
        ranking, scores = tuple(record.ranking), tuple(record.scores)
        return TableResult(one.round, one.table, seated, ranking, scores, frozenset(absent))

    def _seated(self, one: Pairing) -> tuple[int | None, ...]:
        """The entrants by seat.  A guest whom another entrant has taken along is none any more."""
        known = {entrant.seed for entrant in self.entrants}
        return tuple(seed if seed in known else None for seed in one.seeds)


def rounds_for(format: Format, entrants: int, seats: int, wanted: int) -> int:
    """How many rounds a tournament has; the host may want fewer or more, but not of a knock-out."""
    if format == "knockout":
        return pairing.knockout_rounds(entrants, seats)
    if wanted > 0:
        return min(wanted, MOST_ROUNDS)
    if format == "round_robin":
        everybody = entrants - 1 + (entrants % 2 if seats == 2 else 0)
        return min(MOST_ROUNDS, math.ceil(everybody / (seats - 1)))
    return min(MOST_ROUNDS, math.ceil(math.log2(max(2, entrants))))


def sizes(seating: Seating, seats: int, allowed: Collection[int]) -> list[int]:
    """How many seats each table of a round has."""
    spare = len(seating) * seats - sum(map(len, seating))
    return [
        pairing.seats_needed(len(people), seats, allowed, spare, len(seating)) for people in seating
    ]
