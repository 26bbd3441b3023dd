"""How everybody stands in a tournament, from the results of its tables.

A table gives everybody the share of the others whom they beat: 1 for the winner, 0 for the last,
the mean where a place is shared.  So tables of different sizes count alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import fmean


@dataclass(frozen=True)
class TableResult:
    """How a table of a tournament ended; seats of bots are among the places, but not entrants."""

    round: int
    table: str
    entrants: tuple[int | None, ...]  # by seat; None = a bot
    places: tuple[int, ...]  # by seat; equal numbers share a place
    scores: tuple[int, ...]
    absent: frozenset[int] = frozenset()  # entrants for whom a bot played at the end


@dataclass
class TournamentStanding:
    """An entrant's results so far."""

    entrant: int
    points: Fraction = Fraction(0)
    wins: int = 0
    played: int = 0
    shares: Fraction = Fraction(0)  # of all points of the game at their tables
    met: list[int] = field(default_factory=list)  # opponents who came, as often as they met
    strength: float = 0.0  # of the opponents: the mean of their points
    place: int = 0

    def key(self) -> tuple[Fraction, int, float, Fraction]:
        """What decides, in this order."""
        return -self.points, -self.wins, -self.strength, -self.shares


def standings(entrants: Sequence[int], results: Iterable[TableResult]) -> list[TournamentStanding]:
    """Everybody's standing, the best first; who is equal in everything shares a place.

    `entrants` are in the order of their seeds, in which equals are listed.
    """
    table = {entrant: TournamentStanding(entrant) for entrant in entrants}
    for result in results:
        _count(table, result)
    for one in table.values():
        one.strength = fmean(float(table[other].points) for other in one.met) if one.met else 0.0
    ordered = sorted(table.values(), key=TournamentStanding.key)
    for number, one in enumerate(ordered, 1):
        before = ordered[number - 2] if number > 1 else None
        equal = before is not None and before.key() == one.key()
        one.place = before.place if before is not None and equal else number
    return ordered


def _count(table: Mapping[int, TournamentStanding], result: TableResult) -> None:
    """Adds the result of a table."""
    people = [one for one in result.entrants if one is not None]
    total = sum(max(0, score) for score in result.scores)
    for seat, entrant in enumerate(result.entrants):
        if entrant is None:
            continue
        one = table[entrant]
        one.played += 1
        one.met += [other for other in people if other not in (entrant, *result.absent)]
        if entrant in result.absent:  # a bot played on: that counts for nobody
            continue
        one.points += share_beaten(result.places, seat)
        one.wins += result.places[seat] == 1
        one.shares += Fraction(max(0, result.scores[seat]), total) if total else 0


def share_beaten(places: Sequence[int], seat: int) -> Fraction:
    """The share of the others whom a seat has beaten; a shared place counts half."""
    others = [place for number, place in enumerate(places) if number != seat]
    beaten = sum(place > places[seat] for place in others)
    shared = sum(place == places[seat] for place in others)
    return Fraction(2 * beaten + shared, 2 * len(others))


def best_of(result: TableResult, count: int, order: Sequence[int]) -> list[int]:
    """The entrants of a table who go on in a knock-out: nobody for whom a bot played.

    Who shares a place goes on in the `order` of the seeds.
    """
    people = [one for one in result.entrants if one is not None and one not in result.absent]
    places = dict(zip(result.entrants, result.places, strict=True))
    return sorted(people, key=lambda one: (places[one], order.index(one)))[:count]
