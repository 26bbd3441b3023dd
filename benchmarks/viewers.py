"""The viewers of benchmarks.capacity: all the pages, the moves that they make, and the clock."""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import re
import statistics
import sys
import time
from dataclasses import dataclass, field
from html import unescape
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.stalls import BEGIN, END, Stalls, cpu, cpu_of_all, machine, share
from websockets.asyncio.client import ClientConnection, connect

from dalang.server.people.identity import COOKIE, Identity
from dalang.server.settings import Settings
from dalang.server.storage import Store, TableRecord, queries

VIEWERS = 4
OPENING = 100  # sockets being opened at a time
LONGEST = 10.0  # seconds a move may take before it counts as lost
GOAL_MS = 250.0  # within which 99 % of the moves must be on all pages
KEPT_UP = 0.95  # of the rate that was asked for must have been made
FASTER = 1.5  # from one rate to the next, until it is too much
CLOSE = 1.06  # near enough to the highest rate

Numbers = dict[str, float]


@dataclass
class Seen:
    """A table as its pages show it."""

    id: str
    first: int  # the server of the first page; the next page is at the next server
    pages: list[ClientConnection] = field(default_factory=lambda: list[ClientConnection]())
    numbers: list[int] = field(default_factory=lambda: list[int]())
    prompts: list[str] = field(default_factory=lambda: list[str]())
    arrived: dict[int, float] = field(default_factory=lambda: dict[int, float]())  # by page
    to_move: int = -1
    choices: list[str] = field(default_factory=lambda: list[str]())
    sent: int = -1  # the number of the move that is on its way
    mover: int = -1  # who sent it
    moment: float = 0.0

    async def move(self, rng: random.Random) -> None:
        """Somebody is asked, and decides at random."""
        number, move = self.numbers[self.to_move], rng.choice(self.choices)
        self.sent, self.mover, self.choices, self.arrived = number, self.to_move, [], {}
        self.moment = time.perf_counter()
        await self.pages[self.to_move].send(json.dumps({"move": move, "number": number}))


class Trial:
    """All the pages, and the clock."""

    def __init__(
        self,
        settings: Settings,
        ports: list[int],
        processes: list[int],
        viewers: int = VIEWERS,
        database: int = 0,
        watchers: int | None = None,
    ) -> None:
        self.settings = settings
        self.addresses = [f"127.0.0.1:{port}" for port in ports]
        self.servers, self.database = processes, database  # our sisters
        self.viewers = viewers
        self.watchers = watchers  # pages at each server but the first, if that has all viewers
        self.times: list[float] = []
        self.elsewhere: list[float] = []  # how much later a page of another server has its update
        self.sizes: list[int] = []
        self.answered = 0  # moves that the house made for somebody without a choice
        self.readers: list[asyncio.Task[None]] = []
        self.rng = random.Random(1)

    async def run(self, rates: list[float], seconds: float) -> list[Numbers]:
        """Opens the pages, makes the moves, says how long they took."""
        started = time.perf_counter()
        tables = await self.open_all()
        opening = time.perf_counter() - started
        found: list[Numbers] = []
        for rate in rates:
            await asyncio.sleep(2)
            numbers = await self.measured(tables, rate, seconds)
            found.append(numbers | {"opening_s": opening, "rate": rate})
        for task in self.readers:
            task.cancel()
        return found

    async def search(self, first: float, seconds: float) -> list[Numbers]:
        """The highest rate at which people are content: faster and faster, and then in between."""
        started = time.perf_counter()
        tables = await self.open_all()
        opening = time.perf_counter() - started
        found: list[Numbers] = []
        low, high, rate = 0.0, math.inf, first
        while high > CLOSE * low and rate > first / 10:
            await asyncio.sleep(2)
            numbers = await self.measured(tables, rate, seconds)
            found.append(numbers | {"opening_s": opening, "rate": rate})
            print(f"{rate:.0f} moves/s: 99 % within {numbers['p99_ms']:.0f} ms", file=sys.stderr)
            low, high = (rate, high) if is_content(found[-1]) else (low, rate)
            rate = next_rate(low, high)
        for task in self.readers:
            task.cancel()
        return found

    async def measured(self, tables: list[Seen], rate: float, seconds: float) -> Numbers:
        """One rate."""
        for kept in (self.sizes, self.times, self.elsewhere):
            kept.clear()
        self.tell(BEGIN)
        lateness = Stalls()
        watching = asyncio.create_task(lateness.watch_loop())
        before, started = self.used(), time.perf_counter()
        moves = await self.play(tables, rate, seconds)
        after, lasted = self.used(), time.perf_counter() - started
        self.tell(END)
        watching.cancel()
        server, database, viewers, everybody, stolen = (
            (late - early) / lasted for early, late in zip(before, after, strict=True)
        )
        all_moves = moves + self.answered
        return {
            "sockets": len(tables) * self.pages,
            "moves": moves,
            "answered": self.answered,
            "lost": moves - len(self.times),
            "made": all_moves / seconds,
            "median_ms": 1000 * statistics.median(self.times),
            "p99_ms": 1000 * share(self.times, 0.99),
            "longest_ms": 1000 * max(self.times),
            "elsewhere_median_ms": 1000 * share(self.elsewhere, 0.5),
            "elsewhere_p99_ms": 1000 * share(self.elsewhere, 0.99),
            "update_kb": statistics.mean(self.sizes) / 1024,
            "server": server,
            "server_ms_per_move": 1000 * server * lasted / all_moves,
            "database": database,
            "database_ms_per_move": 1000 * database * lasted / all_moves,
            "viewers": viewers,
            "others": everybody - server - database - viewers,
            "stolen": stolen,
            "viewers_late_p99_ms": 1000 * share(lateness.late, 0.99),
            "viewers_late_longest_ms": 1000 * max(lateness.late),
            **{f"server_{name}": value for name, value in (await self.told()).items()},
        }

    def tell(self, signal: int) -> None:
        """All servers."""
        for process in self.servers:
            os.kill(process, signal)

    async def told(self) -> Numbers:
        """What the servers say about their own stalls, once they have written it: the worst."""
        worst: Numbers = {}
        for number in range(len(self.servers)):
            report = self.settings.home / f"stalls-{number}.json"
            for name, value in (await _read(report)).items():
                worst[name] = max(worst.get(name, 0.0), value)
        return worst

    def used(self) -> tuple[float, ...]:
        """Processor time of servers, database, this process, all programs; and what was stolen."""
        database = cpu_of_all(self.database) if self.database else 0.0
        return (sum(map(cpu, self.servers)), database, cpu(os.getpid()), *machine())

    async def open_all(self) -> list[Seen]:
        """The pages of every table, at one server after the other."""
        store = Store(self.settings.database)
        records = store.read(queries.tables, "running", limit=1_000_000)
        store.close()
        identity = Identity(self.settings.keys())
        room = asyncio.Semaphore(OPENING)
        tables = [Seen(record.id, first) for first, record in enumerate(records)]

        async def open_table(record: TableRecord, seen: Seen) -> None:
            async with room:
                for page in range(self.pages):
                    person = record.seats[self.seat(page)].person
                    assert person
                    cookie = f"{COOKIE}={identity.cookie(person)}"
                    address = self.addresses[self.place(seen, page)]
                    seen.pages.append(await open_page(address, record.id, cookie))
                    seen.numbers.append(-1)
                    seen.prompts.append("")
                    await self.hear(seen, page)
                for page in range(self.pages):
                    self.readers.append(asyncio.create_task(self.read(seen, page)))

        await asyncio.gather(*map(open_table, records, tables))
        return tables

    @property
    def pages(self) -> int:
        """Of each table; the first ones are those that make the moves."""
        more = (self.watchers or 0) * (len(self.addresses) - 1)
        return self.viewers + more

    def place(self, seen: Seen, page: int) -> int:
        """The number of the server that a page is at."""
        if page >= self.viewers:
            return 1 + (page - self.viewers) // (self.watchers or 1)
        return 0 if self.watchers is not None else (seen.first + page) % len(self.addresses)

    def seat(self, page: int) -> int:
        """Whose page it is."""
        return page if page < self.viewers else (page - self.viewers) % (self.watchers or 1)

    async def read(self, seen: Seen, page: int) -> None:
        """Everything a page is sent."""
        while True:
            await self.hear(seen, page)

    async def hear(self, seen: Seen, page: int) -> None:
        """One update.  Only the page that is asked reads on; the others look at the number."""
        text = await seen.pages[page].recv()
        assert isinstance(text, str)
        found = UPDATE.match(text)
        if found is None:
            return
        self.sizes.append(len(text))
        if page == 0 and seen.sent < 0 and int(found[1]) > seen.numbers[page]:
            self.answered += 1
        seen.numbers[page] = int(found[1])
        if found[2] == "true" and page < self.viewers:
            seen.to_move = page
            seen.prompts[page] = patched(seen.prompts[page], json.loads(text)["html"].get("prompt"))
            seen.choices = [unescape(choice) for choice in CHOICE.findall(seen.prompts[page])]
        elif '"prompt": ' in text and page < self.viewers:
            seen.prompts[page] = patched(seen.prompts[page], json.loads(text)["html"]["prompt"])
        if 0 <= seen.sent < seen.numbers[page]:
            self.note(seen, page)

    def note(self, seen: Seen, page: int) -> None:
        """A page shows the move that was on its way."""
        seen.arrived.setdefault(page, time.perf_counter() - seen.moment)
        if len(seen.arrived) < self.pages:
            return
        here = self.place(seen, seen.mover)
        same = [when for page, when in seen.arrived.items() if self.place(seen, page) == here]
        other = [when for page, when in seen.arrived.items() if self.place(seen, page) != here]
        self.times.append(max(seen.arrived.values()))
        if other:
            self.elsewhere.append(max(other) - max(same))
        seen.sent = -1

    async def play(self, tables: list[Seen], rate: float, seconds: float) -> int:
        """Moves at a steady rate, the house's own included; each where somebody is asked."""
        started, moves, self.answered = time.perf_counter(), 0, 0
        order = cycle(self.rng.sample(tables, len(tables)))
        end = started + seconds  # also if fewer moves than asked for could be made
        while max(due := started + (moves + self.answered) / rate, time.perf_counter()) < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            ready = (seen for seen in islice(order, len(tables)) if seen.choices and seen.sent < 0)
            seen = next(ready, None)
            if seen is None:
                await asyncio.sleep(1 / rate)
                continue
            await seen.move(self.rng)
            moves += 1
        last = time.perf_counter() + LONGEST
        while any(seen.sent >= 0 for seen in tables) and time.perf_counter() < last:
            await asyncio.sleep(0.05)
        for seen in tables:
            seen.sent = -1  # what is lost is counted
        return moves


def is_content(numbers: Numbers) -> bool:
    """Whether a rate can be held."""
    kept_up = numbers["made"] >= KEPT_UP * numbers["rate"]
    return kept_up and not numbers["lost"] and numbers["p99_ms"] <= GOAL_MS


def next_rate(low: float, high: float) -> float:
    """Between what can be held and what cannot, as far as both are known."""
    if high == math.inf:
        return low * FASTER
    return math.sqrt(low * high) if low else high / 2


async def open_page(address: str, table: str, cookie: str) -> ClientConnection:
    """One socket."""
    return await connect(
        f"ws://{address}/t/{table}/live",
        origin=f"http://{address}",  # type: ignore[arg-type]
        additional_headers={"cookie": cookie},
        compression=None,
        ping_interval=None,
        max_size=None,
        open_timeout=120,
    )


async def _read(report: Path) -> Numbers:
    for _ in range(300):
        if report.exists():
            found: Numbers = json.loads(report.read_text(encoding="utf-8"))
            report.unlink()
            return found
        await asyncio.sleep(0.1)
    raise TimeoutError(report)


def patched(old: str, html: str | list[Any] | None) -> str:
    """A region as the page has it after an update."""
    if html is None:
        return old
    if isinstance(html, str):
        return html
    text, done = "", 0
    for begin, end, instead in html:
        text += old[done:begin] + instead
        done = end
    return text + old[done:]


UPDATE = re.compile(r'\{"number": ?(\d+), ?"build": ?"[^"]*", ?"mine": ?(true|false)')
CHOICE = re.compile(r'name="move" value="([^"]*)"')
