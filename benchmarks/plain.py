"""How it plays where nothing is compiled: `python -m benchmarks.plain`.

For every game: playouts; the longest decision of every level, and the longest hint, as they are at
a server's table; and the time from a move until all pages at the table show it, on a real server.
CPU time is printed next to wall-clock time: on a busy machine only CPU time can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from html import unescape
from pathlib import Path

from benchmarks.capacity import serve, wait_for
from benchmarks.stalls import cpu, share
from benchmarks.viewers import CHOICE, UPDATE, patched
from websockets.asyncio.client import ClientConnection, connect

from dalang.bots import AT_THE_TABLE, LEVELS, answer
from dalang.bots import advice as hints
from dalang.engine import api
from dalang.engine.api import CHANCE, OVER
from dalang.engine.playout import play_out, random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import all_games
from dalang.server.people.identity import COOKIE, Identity
from dalang.server.settings import Settings
from dalang.server.storage import AsyncStore, Seat, Store, TableRecord, queries

STEPS = 30_000  # of playouts
WARM_UP = 10  # moves that are not counted: the first of a process draws with cold templates
LONGEST = 30.0  # seconds to wait for an update


def main() -> int:
    """The measurement, or the server that it needs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=30, help="of every level in every game")
    parser.add_argument("--moves", type=int, default=100, help="in every game")
    parser.add_argument("--games", nargs="*", default=list(all_games()))
    parser.add_argument("--server", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.server:
        serve(options.server)
        return 0
    print(f"engine: {api.__file__}; {os.getloadavg()[0]:.1f} programs at work")
    print(f"to think: {AT_THE_TABLE} at the table, {hints.AT_THE_TABLE} for a hint")
    games = [all_games()[key] for key in options.games]
    for spec in games:
        print(f"{spec.key}: {playouts(spec):,.0f} steps of playouts per CPU second", flush=True)
    for spec in games:
        for players in sorted({spec.usual_players, max(spec.players)}):
            decisions(spec, players, options.decisions)
    for spec in games:
        with tempfile.TemporaryDirectory() as home:
            moves(spec, Path(home), options.moves)
    return 0


# --- playouts and decisions -----------------------------------------------------------------


def playouts(spec: GameSpec) -> float:
    """Steps of random games per CPU second."""
    rng, steps = Rng(1), 0
    started = time.process_time()
    while steps < STEPS:
        steps += play_out(spec.start(spec.usual_players), rng)
    return steps / (time.process_time() - started)


def decisions(spec: GameSpec, players: int, count: int) -> None:
    """How long every level thinks, and who gives a hint."""
    texts = asked(spec, players, count)
    for level in LEVELS:
        tell(spec, players, level, texts, partial(answer, level, spec.key))
    tell(spec, players, "hint", texts, partial(advised, spec.key))


def advised(key: str, text: str, seed: int) -> object:
    """A hint as a server gives it."""
    return hints.advise(key, text, hints.AT_THE_TABLE, seed)


def asked(spec: GameSpec, players: int, count: int) -> list[str]:
    """Views of seats that have a choice: a third are those with the most choices, then any."""
    rng, found = Rng(1), list[tuple[int, str]]()
    position = spec.start(players)
    while position.actor() != OVER:
        choices: int = len(position.legal_actions())
        if position.actor() != CHANCE and choices > 1:
            found.append((choices, spec.observe(position, int(position.actor())).to_text()))
        position.apply(random_step(position, rng))
    most = sorted(found, key=lambda one: -one[0])[: count // 3]
    some = random.Random(1).sample(found, min(count - len(most), len(found)))
    return [text for _, text in most + some]


def tell(
    spec: GameSpec,
    players: int,
    who: str,
    texts: Sequence[str],
    think: Callable[[str, int], object],
) -> None:
    """One line of the report."""
    walls, used = list[float](), list[float]()
    for number, text in enumerate(texts):
        wall, processor = time.perf_counter(), time.process_time()
        think(text, number)
        walls.append(time.perf_counter() - wall)
        used.append(time.process_time() - processor)
    print(
        f"{spec.key}, {players} players, {who}: longest {1000 * max(walls):.0f} ms "
        f"({1000 * max(used):.0f} of the processor), median {1000 * statistics.median(walls):.0f} "
        f"({1000 * statistics.median(used):.0f})",
        flush=True,
    )


# --- moves on a server ----------------------------------------------------------------------


def moves(spec: GameSpec, home: Path, count: int) -> None:
    """From a move until the last page at the table shows it."""
    settings = Settings.read(home, environment={})
    settings.keys()
    record = asyncio.run(new_table(spec, settings))
    command = [sys.executable, "-m", "benchmarks.plain", "--server", str(home)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            port = int(server.stdout.readline())
            wait_for(f"http://127.0.0.1:{port}/api/games")
            times, used = asyncio.run(Table(settings, record, port).play(count, server.pid))
        finally:
            server.terminate()
    print(
        f"{spec.key}, {spec.usual_players} players, move to update on all pages: "
        f"median {1000 * statistics.median(times):.0f} ms, 95 % within "
        f"{1000 * share(times, 0.95):.0f} ms; "
        f"{1000 * used / len(times):.0f} ms of the server's processor each",
        flush=True,
    )


async def new_table(spec: GameSpec, settings: Settings) -> TableRecord:
    """A game that is about to begin, between people."""
    disk = Store(settings.database)
    store = AsyncStore(disk)
    names = [f"Player {n + 1}" for n in range(spec.usual_players)]
    people = [await store.write(queries.add_person, name) for name in names]
    seats = [Seat(n, "person", person.id, name=person.name) for n, person in enumerate(people)]
    record = TableRecord.new(spec.key, spec.edition, seats, people[0].id, public=False)
    await store.write(queries.add_table, record)
    await store.close()
    disk.close()
    return record


class Page:
    """What somebody at the table sees."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = -1
        self.mine = False
        self.prompt = ""

    @property
    def choices(self) -> list[str]:
        """What the page offers, if its person is asked."""
        return [unescape(choice) for choice in CHOICE.findall(self.prompt)] if self.mine else []

    async def hear(self) -> None:
        """One update."""
        async with asyncio.timeout(LONGEST):
            text = await self.socket.recv()
        assert isinstance(text, str)
        if found := UPDATE.match(text):
            self.number, self.mine = int(found[1]), found[2] == "true"
            self.prompt = patched(self.prompt, json.loads(text)["html"].get("prompt"))


class Table:
    """All pages of one game."""

    def __init__(self, settings: Settings, record: TableRecord, port: int) -> None:
        self.identity = Identity(settings.keys())
        self.record = record
        self.address = f"127.0.0.1:{port}"
        self.pages: list[Page] = []

    async def play(self, count: int, server: int) -> tuple[list[float], float]:
        """Moves at random; how long each took, and how much processor time the server used."""
        for seat in self.record.seats:
            assert seat.person
            self.pages.append(await self.open_page(f"{COOKIE}={self.identity.cookie(seat.person)}"))
        choose, times, before = random.Random(1), list[float](), 0.0
        for number in range(count + WARM_UP):
            if number == WARM_UP:
                times, before = [], cpu(server)
            page = await self.page_asked()
            sent, move = page.number, choose.choice(page.choices)
            started = time.perf_counter()
            await page.socket.send(json.dumps({"move": move, "number": sent}))
            await self.wait_beyond(sent)
            times.append(time.perf_counter() - started)
        used = cpu(server) - before
        for page in self.pages:
            await page.socket.close()
        return times, used

    async def open_page(self, cookie: str) -> Page:
        """One socket, and what it shows at first."""
        page = Page(
            await connect(
                f"ws://{self.address}/t/{self.record.id}/live",
                origin=f"http://{self.address}",  # type: ignore[arg-type]
                additional_headers={"cookie": cookie},
                compression=None,
                ping_interval=None,
                max_size=None,
                open_timeout=LONGEST,
            )
        )
        await page.hear()
        return page

    async def page_asked(self) -> Page:
        """For the seat that is to decide; if nobody is asked, the server answers after a pause."""
        while True:
            await self.wait_beyond(max(page.number for page in self.pages) - 1)
            for page in self.pages:
                if page.choices:
                    return page
            await self.pages[0].hear()

    async def wait_beyond(self, number: int) -> None:
        """Waits until all pages show more than this many moves."""
        for page in self.pages:
            while page.number <= number:
                await page.hear()


if __name__ == "__main__":
    sys.exit(main())
