"""What many tables need: `python -m benchmarks.scaling`, from measured costs.

A simulation, event by event: moves arrive at random at processes; each process has one core and
one thread that writes, which takes along everything that waits; a PostgreSQL has cores, and one
transaction after the other commits, because a NOTIFY holds a lock of the whole server until the
commit is on disk.  A process that follows the table hears of it, reads and draws.  Every process
hears every notice.  What is asked is from the request until the last viewer has it.

The costs are in results/scaling-costs.csv, each with how it was measured:
`python -m benchmarks.scaling_costs` measures all of them again.  docs/scaling.md draws the
conclusions.
"""

from __future__ import annotations

import argparse
import csv
import heapq
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.stalls import share

COSTS = Path(__file__).parent / "results" / "scaling-costs.csv"
BETWEEN = 10.0  # seconds between two moves at a table, as in benchmarks.capacity
VIEWERS = 4
SECONDS = 6.0  # of a simulation; the first tenth does not count
GOAL = 0.25  # seconds within which 99 % must be done
CALM = 0.65  # no core is planned to be busier than this


@dataclass(frozen=True)
class Costs:
    """Milliseconds of a processor, unless they say otherwise; see results/scaling-costs.csv."""

    move: float  # rules, messages, handing over to the writer
    viewer: float  # to draw for one viewer and send it
    follow: float  # to read and apply a move that another process has written
    hear: float  # a notice about a table that nobody looks at here
    write: float  # of PostgreSQL, for a move
    deliver: float  # of PostgreSQL, for a notice to one process
    commit: float  # time, in which no other transaction with a notice can commit
    plain_commit: float  # time of one without a notice, which others do not wait for
    table_kb: float  # memory of a table in a process, with one viewer
    process_mb: float  # memory of a process without tables

    @classmethod
    def read(cls, path: Path = COSTS) -> Costs:
        """As they were measured."""
        with path.open(encoding="utf-8", newline="") as file:
            return cls(**{row["cost"]: float(row["value"]) for row in csv.DictReader(file)})


@dataclass(frozen=True)
class Plan:
    """A house."""

    tables: int
    processes: int
    databases: int = 1  # tables are divided between them
    cores: int = 16  # of each PostgreSQL
    by_table: bool = False  # a proxy sends all viewers of a table to one process
    own_channels: bool = False  # processes hear only of tables that are looked at there
    apart: bool = False  # notices are sent after the commit, in transactions that wait for nothing

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.tables / BETWEEN

    @property
    def places(self) -> int:
        """Processes that follow a table."""
        return 1 if self.by_table else min(VIEWERS, self.processes)

    def heard(self) -> float:
        """Notices a second that a process hears of tables that nobody looks at there."""
        part = 0.0 if self.own_channels else 1.0 - self.places / self.processes
        return self.rate * part / self.databases

    def delivered(self) -> float:
        """Notices a second that all PostgreSQLs together deliver."""
        each = self.places if self.own_channels else self.processes / self.databases
        return self.rate * max(each, self.places)


@dataclass(frozen=True)
class Outcome:
    """How a plan works."""

    plan: Plan
    median: float
    p99: float
    busiest: dict[str, float]  # share of their time: processes, hearing alone, commits, PostgreSQL
    batch: float  # moves in a transaction

    @property
    def works(self) -> bool:
        """Whether people would be content."""
        return self.p99 <= GOAL and self.busiest["processes"] < 1.0


class Queue:
    """Something that does one thing after the other, or some at a time."""

    def __init__(self, places: int = 1) -> None:
        self._free = [0.0] * places
        self.used = 0.0

    def done(self, now: float, takes: float) -> float:
        """When something will be done that comes now."""
        begins = max(now, heapq.heappop(self._free))
        heapq.heappush(self._free, begins + takes)
        self.used += takes
        return begins + takes


class Simulation:
    """A house for some thousand moves."""

    def __init__(self, plan: Plan, costs: Costs, seed: int = 1) -> None:
        self.plan, self.costs = plan, costs
        self._random = random.Random(seed)
        self._events: list[tuple[float, int, Callable[[float], None]]] = []
        self._count = 0
        self._cores = [Queue() for _ in range(plan.processes)]
        self._databases = [Queue(plan.cores) for _ in range(plan.databases)]
        self._commits = [Queue() for _ in range(plan.databases)]
        self._waiting: list[list[Move]] = [[] for _ in range(plan.processes)]
        self._writing = [False] * plan.processes
        self._batches: list[int] = []
        hearing = plan.heard() * costs.hear / 1000
        self._speed = max(1.0 - hearing, 1e-3)  # what hearing leaves of a core
        self._hearing = hearing
        delivering = plan.delivered() * costs.deliver / 1000 / (plan.cores * plan.databases)
        self._delivering = delivering
        self._database_speed = max(1.0 - delivering, 1e-3)
        self.times: list[float] = []

    def run(self) -> Outcome:
        """Moves come one after the other; then all that is left is done."""
        now = 0.0
        while now < SECONDS:
            now += self._random.expovariate(self.plan.rate)
            self._at(now, self._arrive)
        end = now
        while self._events:
            now, _, event = heapq.heappop(self._events)
            event(now)
        counted = self.times[len(self.times) // 10 :]
        busiest = {
            "processes": max(core.used for core in self._cores) / end,
            "hearing": self._hearing,
            "commits": max(one.used for one in self._commits) / end,
            "PostgreSQL": max(one.used for one in self._databases) / end / self.plan.cores
            + self._delivering,
        }
        batch = sum(self._batches) / len(self._batches)
        return Outcome(self.plan, share(counted, 0.5), share(counted, 0.99), busiest, batch)

    def _at(self, moment: float, event: Callable[[float], None]) -> None:
        self._count += 1
        heapq.heappush(self._events, (moment, self._count, event))

    def _work(self, process: int, now: float, takes: float) -> float:
        return self._cores[process].done(now, takes / 1000 / self._speed)

    def _arrive(self, now: float) -> None:
        first, plan = self._random.randrange(plan_of := self.plan.processes), self.plan
        others = [(first + n) % plan_of for n in range(plan.places)]
        move = Move(now, first, others, first % plan.databases)
        self._at(self._work(first, now, self.costs.move), lambda now: self._queue(move, now))

    def _queue(self, move: Move, now: float) -> None:
        self._waiting[move.process].append(move)
        if not self._writing[move.process]:
            self._write(move.process, now)

    def _write(self, process: int, now: float) -> None:
        """Takes along all that waits."""
        group, self._waiting[process] = self._waiting[process], []
        self._writing[process] = bool(group)
        if not group:
            return
        self._batches.append(len(group))
        database = group[0].database
        takes = len(group) * self.costs.write / 1000 / self._database_speed
        written = self._databases[database].done(now, takes)
        self._at(written, lambda now: self._commit(process, group, now))

    def _commit(self, process: int, group: list[Move], now: float) -> None:
        if self.plan.apart:
            done = now + self.costs.plain_commit / 1000
        else:
            done = self._commits[group[0].database].done(now, self.costs.commit / 1000)
        self._at(done, lambda now: self._committed(process, group, now))

    def _committed(self, process: int, group: list[Move], now: float) -> None:
        for move in group:
            viewers = list(_divided(VIEWERS, len(move.places)))
            for place, count in zip(move.places, viewers, strict=True):
                takes = count * self.costs.viewer + (place != move.process) * self.costs.follow
                self._at(self._work(place, now, takes), move.seen)
            move.left, move.done = len(move.places), self.times.append
        self._write(process, now)


@dataclass(slots=True)
class Move:
    """One on its way."""

    began: float
    process: int
    places: list[int]  # processes that follow the table
    database: int
    left: int = 0  # places where it has not been seen
    done: Callable[[float], None] = lambda _: None

    def seen(self, now: float) -> None:
        """At one of the places."""
        self.left -= 1
        if not self.left:
            self.done(now - self.began)


def _divided(whole: int, parts: int) -> Iterator[int]:
    for part in range(parts):
        yield whole // parts + (part < whole % parts)


def smallest(plan: Plan, costs: Costs) -> Outcome:
    """The fewest processes with which a house works, else as many as the moves alone need."""
    total = costs.move + VIEWERS * costs.viewer + (plan.places - 1) * costs.follow
    least = max(1, round(plan.rate * total / 1000 / CALM))
    tried: list[Outcome] = []
    for factor in (1.0, 1.2, 1.5, 2.0):
        processes = max(plan.databases, round(least * factor))
        tried.append(Simulation(replace(plan, processes=processes), costs).run())
        if tried[-1].works:
            return tried[-1]
    return tried[0]


HOUSES = {
    "A": Plan(0, 4),
    "B": Plan(0, 4, by_table=True),
    "C": Plan(0, 4, by_table=True, own_channels=True),
    "D": Plan(0, 4, by_table=True, own_channels=True, apart=True),
    "E": Plan(0, 4, by_table=True, own_channels=True, databases=4),
}


def line(name: str, outcome: Outcome, costs: Costs) -> str:
    """A row of the table in docs/scaling.md."""
    plan, busy = outcome.plan, outcome.busiest
    copies = plan.tables * plan.places / plan.processes
    memory = costs.process_mb + copies * costs.table_kb / 1024
    verdict = "" if outcome.works else " **breaks**"
    return (
        f"| {plan.tables:,} | {name}{verdict} | {plan.processes:,} | {memory / 1024:.1f} "
        f"| {plan.rate:,.0f} | {plan.delivered():,.0f} "
        f"| {_part(busy['processes'])} | {_part(busy['hearing'])} "
        f"| {_part(busy['commits'])} | {_part(busy['PostgreSQL'])} | {outcome.batch:.1f} "
        f"| {_seconds(outcome.median)} | {_seconds(outcome.p99)} |"
    )


def _part(share: float) -> str:
    return f"{share:.0%}" if share <= 1.0 else "full"


def _seconds(time: float) -> str:
    return f"{1000 * time:,.0f}" if time < SECONDS else "ever more"


def main() -> int:
    """All houses, for all numbers of tables."""
    parser = argparse.ArgumentParser(description="What many tables need.")
    parser.add_argument(
        "--tables", type=int, nargs="+", default=[1_000, 5_000, 10_000, 20_000, 50_000, 100_000]
    )
    options = parser.parse_args()
    costs = Costs.read()
    print(
        "| tables | house | processes | GB each | writes/s | notices/s | process | hearing "
        "| commits | PostgreSQL | moves per commit | median ms | 99 % ms |"
    )
    print("|--:|---|" + "--:|" * 11)
    for tables in options.tables:
        for name, plan in HOUSES.items():
            print(line(name, smallest(replace(plan, tables=tables), costs), costs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
