"""Who plays with whom in a round: plain functions of the entrants and of what was played before.

Entrants are numbers.  A table seats a fixed number of players; where the entrants do not fill all
tables, some tables have a seat less, or bots sit down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

Seating = list[list[int]]  # the entrants at each table
Pair = frozenset[int]

AGAIN: Final = 100.0  # what a second meeting costs, measured in points between two entrants
TRIES: Final = 8  # beginnings from which a round is improved


def table_count(entrants: int, seats: int) -> int:
    """How many tables a round needs."""
    return -(-entrants // seats)


def seats_needed(people: int, seats: int, allowed: Collection[int], spare: int, tables: int) -> int:
    """How many seats a table has: one less than usual if that makes bots unnecessary in the round.

    `spare` is the number of seats that the entrants leave empty at all tables together.
    """
    shorter = spare <= tables and seats - 1 in allowed and seats - 1 >= 2
    return max(people, seats - 1) if shorter else seats


def met(rounds: Sequence[Seating]) -> Counter[Pair]:
    """How often every two entrants have sat at the same table."""
    return Counter(
        frozenset(pair)
        for seating in rounds
        for table in seating
        for pair in combinations(table, 2)
    )


def circle(entrants: Sequence[int]) -> list[Seating]:
    """All rounds for tables of two: everybody meets everybody else exactly once.

    With an odd number, somebody sits alone in each round: a bot is the other player.
    """
    ring: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    rounds: list[Seating] = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append([[one for one in pair if one is not None] for pair in pairs])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def mix(entrants: Sequence[int], seats: int, before: Sequence[Seating], rng: Random) -> Seating:
    """A round in which as few as possible meet again."""
    return _improved(entrants, seats, _meetings(met(before)), rng)


def swiss(
    entrants: Sequence[int],
    seats: int,
    points: Mapping[int, float],
    before: Sequence[Seating],
    rng: Random,
) -> Seating:
    """A round in which those who stand alike meet, and nobody meets again if that can be avoided.

    `entrants` are in the order of the standings.
    """
    again = _meetings(met(before))

    def cost(table: Sequence[int]) -> float:
        gaps = sum((points[one] - points[other]) ** 2 for one, other in combinations(table, 2))
        return gaps + again(table)

    return _improved(entrants, seats, cost, rng)


def knockout(entrants: Sequence[int], seats: int) -> Seating:
    """The best meet as late as possible: first to the first table, second to the second, and back.

    `entrants` are in the order of their strength.
    """
    tables: Seating = [[] for _ in range(table_count(len(entrants), seats))]
    order = [*range(len(tables)), *reversed(range(len(tables)))]
    for number, entrant in enumerate(entrants):
        tables[order[number % len(order)]].append(entrant)
    return tables


def going_through(seats: int) -> int:
    """How many of a table go on to the next round of a knock-out."""
    return max(1, seats // 2)


def knockout_rounds(entrants: int, seats: int) -> int:
    """How many rounds there are until one table is left."""
    rounds = 1
    while entrants > seats:
        entrants, rounds = table_count(entrants, seats) * going_through(seats), rounds + 1
    return rounds


def _meetings(count: Counter[Pair]) -> Callable[[Sequence[int]], float]:
    """What it costs that people at a table have met before: twice is worse than two others once."""
    return lambda table: AGAIN * sum(count[frozenset(pair)] ** 2 for pair in combinations(table, 2))


def _improved(
    entrants: Sequence[int], seats: int, cost: Callable[[Sequence[int]], float], rng: Random
) -> Seating:
    """The cheapest seating that exchanging entrants of two tables leads to, from several begins.

    The first begin follows the given order; the others are shuffled.
    """
    best, lowest = _dealt(entrants, seats), float("inf")
    for attempt in range(TRIES):
        order = list(entrants)
        if attempt:
            rng.shuffle(order)
        tables = _dealt(order, seats)
        total = _descend(tables, cost)
        if total < lowest:
            best, lowest = tables, total
        if total == 0:
            break
    return best


def _dealt(order: Sequence[int], seats: int) -> Seating:
    """Neighbours sit together; the tables differ by one entrant at most."""
    count = table_count(len(order), seats)
    each, more = divmod(len(order), count)
    tables: Seating = []
    start = 0
    for number in range(count):
        size = each + (number < more)
        tables.append(list(order[start : start + size]))
        start += size
    return tables


def _descend(tables: Seating, cost: Callable[[Sequence[int]], float]) -> float:
    """Exchanges two entrants as long as that makes the round cheaper; returns its cost."""
    costs = [cost(table) for table in tables]
    improving = True
    while improving:
        improving = False
        for one, other in combinations(range(len(tables)), 2):
            if costs[one] or costs[other]:
                improving |= _exchange(tables, costs, one, other, cost)
    return sum(costs)


def _exchange(
    tables: Seating,
    costs: list[float],
    one: int,
    other: int,
    cost: Callable[[Sequence[int]], float],
) -> bool:
    """Exchanges an entrant of one table for one of another, wherever that is cheaper."""
    changed = False
    here, there = tables[one], tables[other]
    for i in range(len(here)):
        for j in range(len(there)):
            here[i], there[j] = there[j], here[i]
            new = cost(here), cost(there)
            if sum(new) < costs[one] + costs[other] - 1e-9:
                costs[one], costs[other] = new
                changed = True
            else:
                here[i], there[j] = there[j], here[i]
    return changed
