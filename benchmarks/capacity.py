"""How many tables one server process holds: `python -m benchmarks.capacity taj_mahal`.

A real server on the loopback address, 1,000 running games, and four live viewers of each
from a second process.  Moves are made at a steady rate for half a minute.  Measured are the
time from sending a move until the last of the four pages has its update, the memory of the server,
and possible causes of delays: how late the event loops of both processes were, how long the
collector and the disk took, and what else ran on the machine.  Everything is bounded in number and
time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from itertools import cycle, islice
from pathlib import Path
from typing import Any, cast

from benchmarks.stalls import BEGIN, END, Stalls, cpu, machine, memory, share
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect

from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.registry import all_games, game
from dalang.server.app import create_app
from dalang.server.limits import Limits
from dalang.server.people.identity import COOKIE, Identity
from dalang.server.process import listen, run
from dalang.server.settings import Settings
from dalang.server.storage import AsyncStore, Person, Seat, Store, TableRecord, queries
from dalang.server.tables.dealing import Dealer
from dalang.server.tables.game_log import GameLog

VIEWERS = 4
DECISIONS = 40  # made at every table before the clock starts
OPENING = 100  # sockets being opened at a time
LONGEST = 10.0  # seconds a move may take before it counts as lost
REPORT = "stalls.json"  # of the server
ENOUGH = Limits(rate=1e9, burst=1e9, sockets=1_000_000, own_sockets=1_000_000)


def main() -> int:
    """The measurement, or one of its two other processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(all_games()))
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON only")
    parser.add_argument("--role", choices=["server", "viewers"], help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.role == "server":
        serve(options.home)
    elif options.role == "viewers":
        trial = Trial(Settings.read(options.home, environment={}), options.port)
        print(json.dumps(asyncio.run(trial.run(options.rate, options.seconds))))
    else:
        with tempfile.TemporaryDirectory() as folder:
            numbers = measure(Path(folder), options)
        print(json.dumps(numbers) if options.json else table(numbers))
    return 0


def measure(home: Path, options: argparse.Namespace) -> dict[str, float]:
    """Everything, in three processes."""
    settings = Settings.read(home, environment={})
    settings.keys()
    asyncio.run(prepare(settings, options.game, options.tables))
    again = [sys.executable, "-m", "benchmarks.capacity", options.game, "--home", str(home)]
    with subprocess.Popen(
        [*again, "--role", "server"], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout
            port = int(server.stdout.readline())
            wait_for(f"http://127.0.0.1:{port}/api/games")
            empty = memory(server.pid)
            asked = ["--port", str(port), "--rate", str(options.rate)]
            asked += ["--seconds", str(options.seconds)]
            viewers = subprocess.run(
                [*again, "--role", "viewers", *asked],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
                env={**os.environ, "DALANG_SERVER_PROCESS": str(server.pid)},
                timeout=600 + options.seconds,
            )
            numbers: dict[str, float] = json.loads(viewers.stdout)
            numbers |= {f"server_{name}": value for name, value in told_by(home).items()}
            numbers["empty_mb"] = empty / 2**20
            numbers["full_mb"] = memory(server.pid) / 2**20
            numbers["kb_per_table"] = (memory(server.pid) - empty) / 1024 / options.tables
        finally:
            server.kill()
    return numbers | {"tables": options.tables, "rate": options.rate}


def told_by(home: Path) -> dict[str, float]:
    """What the server says about its own stalls, once it has written it."""
    report = home / REPORT
    for _ in range(300):
        if report.exists():
            return cast("dict[str, float]", json.loads(report.read_text(encoding="utf-8")))
        time.sleep(0.1)
    raise TimeoutError(report)


def table(numbers: dict[str, float]) -> str:
    """The numbers for people."""
    return (
        f"{numbers['tables']:.0f} tables, {numbers['sockets']:.0f} sockets, "
        f"{numbers['moves']:.0f} moves and {numbers['answered']:.0f} of the house, "
        f"{numbers['rate']:.0f} a second ({numbers['lost']:.0f} lost)\n"
        f"from request to the last viewer's update: median {numbers['median_ms']:.1f} ms, "
        f"99 % within {numbers['p99_ms']:.1f} ms, longest {numbers['longest_ms']:.1f} ms\n"
        f"server: {100 * numbers['server']:.0f} % of one core, "
        f"{numbers['server_ms_per_move']:.1f} ms a move; {numbers['full_mb']:.0f} MB "
        f"({numbers['empty_mb']:.0f} MB without tables, {numbers['kb_per_table']:.0f} KB a table "
        f"with its {VIEWERS} viewers)\n"
        f"an update has {numbers['update_kb']:.1f} KB; {numbers['opening_s']:.0f} s to open all\n"
        f"the server's loop was late by {pair(numbers, 'server_late')}; "
        f"collector {pair(numbers, 'server_collecting')} "
        f"({numbers['server_collections']:.0f} times), "
        f"commits {pair(numbers, 'server_committing')}\n"
        f"the viewers' loop was late by {pair(numbers, 'viewers_late')}, "
        f"{100 * numbers['viewers']:.0f} % of one core; other programs "
        f"{100 * numbers['others']:.0f} %, stolen {100 * numbers['stolen']:.0f} %"
    )


def pair(numbers: dict[str, float], name: str) -> str:
    """The usual worst, and the very worst."""
    return f"{numbers[f'{name}_p99_ms']:.0f} / {numbers[f'{name}_longest_ms']:.0f} ms"


# --- the server ---------------------------------------------------------------------------


def serve(home: Path) -> None:
    """The server as `dalang serve` runs it, but with room for all viewers at one address."""
    settings = Settings.read(home, port=0, environment={})
    stalls, app = Stalls(), create_app(settings, limits=ENOUGH)
    stalls.watch_collector()
    stalls.watch_disk()
    whole_life = app.router.lifespan_context

    @asynccontextmanager
    async def watched(app: Starlette) -> AsyncGenerator[None]:
        async with whole_life(app):
            stalls.obey(home / REPORT)
            watching = asyncio.create_task(stalls.watch_loop())
            yield
            watching.cancel()

    app.router.lifespan_context = watched
    with listen(settings) as port:
        print(port.getsockname()[1], flush=True)
        run(app, port)


def wait_for(url: str) -> None:
    """Until the server answers."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(url)


# --- the tables ---------------------------------------------------------------------------


async def prepare(settings: Settings, key: str, count: int) -> None:
    """Games in full swing, all between the same four people."""
    disk = Store(settings.database)
    store = AsyncStore(disk)
    people = [await store.write(queries.add_person, name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    for first in range(0, count, 100):
        numbers = range(first, min(first + 100, count))
        await asyncio.gather(*(add_game(store, key, people, number) for number in numbers))
    await store.close()
    disk.close()


async def add_game(store: AsyncStore, key: str, people: list[Person], number: int) -> None:
    """One game, played at random up to its middle."""
    spec = game(key)
    seats = [Seat(n, "person", person.id, name=person.name) for n, person in enumerate(people)]
    record = TableRecord.new(key, spec.edition, seats, people[0].id, public=False)
    game_log, dealer, rng = GameLog(spec, record, ()), Dealer(record.secret), Rng(number + 1)
    game_log.go_on(dealer)
    for _ in range(DECISIONS):
        game_log.play(
            game_log.actor, game_log.position.action_text(random_step(game_log.position, rng))
        )
        game_log.go_on(dealer)
    await store.write(queries.add_table, record)
    await store.write(queries.set_status, record.id, "running")
    await store.write(queries.append, record.id, game_log.fresh)


# --- the viewers --------------------------------------------------------------------------


@dataclass
class Seen:
    """A table as its four pages show it."""

    id: str
    pages: list[ClientConnection] = field(default_factory=lambda: list[ClientConnection]())
    numbers: list[int] = field(default_factory=lambda: [-1] * VIEWERS)
    prompts: list[str] = field(default_factory=lambda: [""] * VIEWERS)
    to_move: int = -1
    choices: list[str] = field(default_factory=lambda: list[str]())
    sent: int = -1  # the number of the move that is on its way
    moment: float = 0.0


class Trial:
    """All the pages, and the clock."""

    def __init__(self, settings: Settings, port: int) -> None:
        self.settings = settings
        self.address = f"127.0.0.1:{port}"
        self.times: list[float] = []
        self.sizes: list[int] = []
        self.answered = 0  # moves that the house made for somebody without a choice
        self.readers: list[asyncio.Task[None]] = []
        self.rng = random.Random(1)
        self.server = int(os.environ["DALANG_SERVER_PROCESS"])  # our sister

    async def run(self, rate: float, seconds: float) -> dict[str, float]:
        """Opens the pages, makes the moves, says how long they took."""
        started = time.perf_counter()
        tables = await self.open_all()
        opening = time.perf_counter() - started
        await asyncio.sleep(2)
        self.sizes.clear()
        os.kill(self.server, BEGIN)
        lateness = Stalls()
        watching = asyncio.create_task(lateness.watch_loop())
        before, started = self.used(), time.perf_counter()
        moves = await self.play(tables, rate, seconds)
        after, lasted = self.used(), time.perf_counter() - started
        os.kill(self.server, END)
        for task in (watching, *self.readers):
            task.cancel()
        server, viewers, everybody, stolen = (
            (late - early) / lasted for early, late in zip(before, after, strict=True)
        )
        return {
            "sockets": len(tables) * VIEWERS,
            "moves": moves,
            "answered": self.answered,
            "lost": moves - len(self.times),
            "median_ms": 1000 * statistics.median(self.times),
            "p99_ms": 1000 * share(self.times, 0.99),
            "longest_ms": 1000 * max(self.times),
            "update_kb": statistics.mean(self.sizes) / 1024,
            "opening_s": opening,
            "server": server,
            "server_ms_per_move": 1000 * server * lasted / (moves + self.answered),
            "viewers": viewers,
            "others": everybody - server - viewers,
            "stolen": stolen,
            "viewers_late_p99_ms": 1000 * share(lateness.late, 0.99),
            "viewers_late_longest_ms": 1000 * max(lateness.late),
        }

    def used(self) -> tuple[float, ...]:
        """Processor time of the server, of this process, of all programs, and what was stolen."""
        return (cpu(self.server), cpu(os.getpid()), *machine())

    async def open_all(self) -> list[Seen]:
        """Four pages at every table."""
        store = Store(self.settings.database)
        records = store.read(queries.tables, "running", limit=1_000_000)
        store.close()
        identity = Identity(self.settings.keys())
        table = asyncio.Semaphore(OPENING)
        tables = [Seen(record.id) for record in records]

        async def open_table(record: TableRecord, seen: Seen) -> None:
            async with table:
                for seat in record.seats:
                    assert seat.person
                    cookie = f"{COOKIE}={identity.cookie(seat.person)}"
                    seen.pages.append(await self.open_page(record.id, cookie))
                    await self.hear(seen, seat.seat)
                for seat in record.seats:
                    self.readers.append(asyncio.create_task(self.read(seen, seat.seat)))

        await asyncio.gather(*map(open_table, records, tables))
        return tables

    async def open_page(self, table: str, cookie: str) -> ClientConnection:
        """One socket."""
        return await connect(
            f"ws://{self.address}/t/{table}/live",
            origin=f"http://{self.address}",  # type: ignore[arg-type]
            additional_headers={"cookie": cookie},
            compression=None,
            ping_interval=None,
            max_size=None,
            open_timeout=120,
        )

    async def read(self, seen: Seen, seat: int) -> None:
        """Everything a page is sent."""
        while True:
            await self.hear(seen, seat)

    async def hear(self, seen: Seen, seat: int) -> None:
        """One update.  Only the page that is asked reads on; the others look at the number."""
        text = await seen.pages[seat].recv()
        assert isinstance(text, str)
        found = UPDATE.match(text)
        if found is None:
            return
        self.sizes.append(len(text))
        if seat == 0 and seen.sent < 0 and int(found[1]) > seen.numbers[seat]:
            self.answered += 1
        seen.numbers[seat] = int(found[1])
        if found[2] == "true":
            seen.to_move = seat
            seen.prompts[seat] = patched(seen.prompts[seat], json.loads(text)["html"].get("prompt"))
            seen.choices = [unescape(choice) for choice in CHOICE.findall(seen.prompts[seat])]
        elif '"prompt": ' in text:
            seen.prompts[seat] = patched(seen.prompts[seat], json.loads(text)["html"]["prompt"])
        if 0 <= seen.sent < min(seen.numbers):
            self.times.append(time.perf_counter() - seen.moment)
            seen.sent = -1

    async def play(self, tables: list[Seen], rate: float, seconds: float) -> int:
        """Moves at a steady rate, the house's own included; each where somebody is asked."""
        started, moves, self.answered = time.perf_counter(), 0, 0
        order = cycle(self.rng.sample(tables, len(tables)))
        while (due := started + (moves + self.answered) / rate) < started + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            ready = (seen for seen in islice(order, len(tables)) if seen.choices and seen.sent < 0)
            seen = next(ready, None)
            if seen is None:
                await asyncio.sleep(1 / rate)
                continue
            number, move = seen.numbers[seen.to_move], self.rng.choice(seen.choices)
            seen.sent, seen.choices, seen.moment = number, [], time.perf_counter()
            await seen.pages[seen.to_move].send(json.dumps({"move": move, "number": number}))
            moves += 1
        last = time.perf_counter() + LONGEST
        while any(seen.sent >= 0 for seen in tables) and time.perf_counter() < last:
            await asyncio.sleep(0.05)
        return moves


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


UPDATE = re.compile(r'\{"number": (\d+), "build": "[^"]*", "mine": (true|false)')
CHOICE = re.compile(r'name="move" value="([^"]*)"')


if __name__ == "__main__":
    sys.exit(main())
