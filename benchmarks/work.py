"""What servers do for a move: `python -m benchmarks.work taj_mahal`, a minute or two.

One or two servers on a private PostgreSQL.  All moves are made at the first server, which has four
pages of each table, one after the other; the second one only follows.  They are the same moves in
every run: games, chance and choices have fixed seeds.

    --servers 1             nobody follows
    --watchers 1 4          pages of each table at the second server: two houses
    --tables 100 5000       the same moves at the same hundred tables: alone, and among 5,000
    --count                 how many functions are called for a move, instead of processor time

Several houses take turns, a round each, so a busy machine is as busy for all of them.  Calls do not
depend on the machine: what differs there is the software.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice, product
from pathlib import Path

from benchmarks import capacity
from benchmarks.stalls import BEGIN, END, cpu
from benchmarks.viewers import VIEWERS, Seen, Trial

from dalang.registry import all_games
from dalang.server.settings import Settings

PATIENCE = 60.0  # seconds until a move counts as lost, and the measurement fails
TOLD = 25  # functions whose number of calls differs most
CALM = 8.0  # seconds without a move of the house, which makes them when it thinks fit
RESTING = 15.0  # seconds without a move, to count what is done anyway

Calls = dict[str, float]  # by function


@dataclass(frozen=True)
class Furnished:
    """A database, before anybody comes: making it would keep the pages of others waiting."""

    count: int
    watchers: int
    settings: Settings


@dataclass
class House:
    """Servers with a number of tables, and all their pages."""

    count: int
    watchers: int
    home: Path
    trial: Trial
    tables: list[Seen]
    chooser: dict[str, random.Random]
    order: Iterator[Seen]
    rounds: list[list[float]] = field(default_factory=list[list[float]])  # of each server
    resting: list[Calls] = field(default_factory=list[Calls])  # a second, while nobody moves
    calls: list[Calls] = field(default_factory=list[Calls])  # a move, without those

    @property
    def ms(self) -> list[float]:
        """Of processor time a move, at each server: the median of the rounds."""
        return [statistics.median(times) for times in zip(*self.rounds, strict=True)]

    def more_than(self, other: House) -> list[float]:
        """How many times as much as in another house, at each server: the median of all pairs."""
        pairs = zip(self.rounds, other.rounds, strict=True)
        ratios = [[own / one for own, one in zip(*pair, strict=True)] for pair in pairs]
        return [statistics.median(each) for each in zip(*ratios, strict=True)]


def main() -> int:
    """The measurement."""
    options = arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with ExitStack() as stack:
        print(asyncio.run(measure(options, stack)))
    return 0


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description="What servers do for a move.")
    parser.add_argument("game", choices=list(all_games()))
    parser.add_argument("--tables", type=int, nargs="+", default=[100])
    parser.add_argument("--active", type=int, default=100, help="tables where moves are made")
    parser.add_argument("--viewers", type=int, default=VIEWERS, help="of each, at the first server")
    parser.add_argument("--watchers", type=int, nargs="+", default=[VIEWERS], help="at the other")
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--moves", type=int, default=200, help="of each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sqlite", action="store_true", help="instead of PostgreSQL; one server")
    parser.add_argument("--count", action="store_true", help="calls instead of processor time")
    parser.add_argument("--json", action="store_true", help="print ms a move as JSON only")
    options = parser.parse_args()
    options.postgres = not options.sqlite
    if options.sqlite and options.servers > 1:
        parser.error("several servers need PostgreSQL")
    return options


async def measure(options: argparse.Namespace, stack: ExitStack) -> str:
    """All houses in turn."""
    sizes = product(options.tables, options.watchers[: None if options.servers > 1 else 1])
    furnished = [await furnish(options, *size, stack) for size in sizes]
    houses = [await open_house(options, one, stack) for one in furnished]
    await asyncio.sleep(3)
    for house in houses:  # what was drawn while pages were opened is forgotten
        for seen in house.tables:
            await one_move(house, seen)
    for _ in range(1 if options.count else options.rounds):
        for house in houses:
            await (count_calls if options.count else a_round)(house, options)
    for house in houses:
        for task in house.trial.readers:
            task.cancel()
    if options.json:
        return json.dumps([house.ms for house in houses])
    return told_calls(houses) if options.count else told_times(houses)


async def furnish(
    options: argparse.Namespace, count: int, watchers: int, stack: ExitStack
) -> Furnished:
    """A database with this number of games."""
    home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    database = stack.enter_context(capacity.house(home, options))
    settings = Settings.read(home, environment={}, database=database)
    settings.keys()
    await capacity.prepare(settings, options.game, count, options.viewers, fixed=True)
    return Furnished(count, watchers, settings)


async def open_house(options: argparse.Namespace, house: Furnished, stack: ExitStack) -> House:
    """Its servers and all pages."""
    settings = house.settings
    again = [sys.executable, "-m", "benchmarks.capacity", options.game, "--unwatched"]
    again += ["--home", str(settings.home), "--database", settings.database]
    again += ["--count"] * options.count
    processes, ports = list[int](), list[int]()
    for number in range(options.servers):
        process, port = stack.enter_context(capacity.server(again, settings.home, number))
        processes.append(process)
        ports.append(port)
    trial = Trial(settings, ports, processes, options.viewers, watchers=house.watchers)
    tables = sorted(await trial.open_all(), key=lambda seen: seen.id)[: options.active]
    chooser = {seen.id: random.Random(number) for number, seen in enumerate(tables)}
    return House(house.count, house.watchers, settings.home, trial, tables, chooser, cycle(tables))


async def a_round(house: House, options: argparse.Namespace) -> None:
    """Moves, with those that the house makes for people without a choice."""
    trial, servers = house.trial, house.trial.servers
    trial.tell(BEGIN)
    before, trial.answered = [cpu(server) for server in servers], 0
    for seen in islice(house.order, options.moves):
        await one_move(house, seen)
    after, done = [cpu(server) for server in servers], options.moves + trial.answered
    trial.tell(END)
    used = [late - early for early, late in zip(before, after, strict=True)]
    house.rounds.append([1000 * each / done for each in used])
    for number in range(len(servers)):
        await reported(house, number)


async def count_calls(house: House, options: argparse.Namespace) -> None:
    """First while nobody moves, then of a round of moves."""
    trial, servers = house.trial, range(len(house.trial.servers))
    answered = -1
    while answered != trial.answered:  # the house still moves for people without a choice
        answered = trial.answered
        await asyncio.sleep(CALM)
    trial.tell(BEGIN)
    await asyncio.sleep(RESTING)
    trial.tell(END)
    found = [await reported(house, number) for number in servers]
    house.resting = [{name: n / RESTING for name, n in each.items()} for each in found]
    trial.answered, began = 0, time.perf_counter()
    trial.tell(BEGIN)
    for seen in islice(house.order, options.moves):
        await one_move(house, seen)
    trial.tell(END)
    lasted, done = time.perf_counter() - began, options.moves + trial.answered
    found = [await reported(house, number) for number in servers]
    for each, rest in zip(found, house.resting, strict=True):
        own = {name: each[name] - lasted * rest.get(name, 0.0) for name in {*each, *rest}}
        house.calls.append({name: n / done for name, n in own.items()})


async def reported(house: House, number: int) -> Counter[str]:
    """What a server has written, once it has."""
    report = house.home / f"stalls-{number}.json"
    while not report.exists():
        await asyncio.sleep(0.05)
    found = Counter[str](json.loads(report.read_text(encoding="utf-8")))
    report.unlink()
    return found


async def one_move(house: House, seen: Seen) -> None:
    """From when somebody is asked until all pages show it."""
    async with asyncio.timeout(PATIENCE):
        while not seen.choices:
            await asyncio.sleep(0.001)
        await seen.move(house.chooser[seen.id])
        while seen.sent >= 0:
            await asyncio.sleep(0.001)


# --- the results --------------------------------------------------------------------------


def told_times(houses: list[House]) -> str:
    """Processor time."""
    lines = ["tables   watchers   ms a move, at each server   times as much as in the first house"]
    for house in houses:
        ms = " ".join(f"{each:6.2f}" for each in house.ms)
        more = " ".join(f"{each:5.3f}" for each in house.more_than(houses[0]))
        lines.append(f"{house.count:6} {house.watchers:10} {ms:>27} {more:>39}")
    return "\n".join(lines)


def told_calls(houses: list[House]) -> str:
    """Calls of functions, and which of them are called more or less often."""
    lines = ["tables   watchers   calls a move, at each server   and a second at rest"]
    for house in houses:
        calls = " ".join(f"{sum(each.values()):8.0f}" for each in house.calls)
        resting = " ".join(f"{sum(each.values()):8.0f}" for each in house.resting)
        lines.append(f"{house.count:6} {house.watchers:10} {calls:>30} {resting:>23}")
    for number, (first, last) in enumerate(zip(houses[0].calls, houses[-1].calls, strict=True)):
        lines += ["", f"server {number}: calls a move"]
        lines += differences(first, last) if len(houses) > 1 else most(first)
    return "\n".join(lines)


def differences(first: Calls, last: Calls) -> list[str]:
    """The largest, with what it was first."""
    more = {name: last.get(name, 0.0) - first.get(name, 0.0) for name in {*first, *last}}
    names = sorted(more, key=lambda name: -abs(more[name]))[:TOLD]
    return [f"{more[name]:+9.2f} {first.get(name, 0.0):9.2f}  {name}" for name in names]


def most(calls: Calls) -> list[str]:
    """What is called most often."""
    names = sorted(calls, key=lambda name: -calls[name])[:TOLD]
    return [f"{calls[name]:9.2f}  {name}" for name in names]


if __name__ == "__main__":
    sys.exit(main())
