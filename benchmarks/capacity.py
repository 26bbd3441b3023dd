"""How many tables servers hold: `python -m benchmarks.capacity taj_mahal`.

Real servers on the loopback address, 1,000 running games, and four live viewers of each from one
more process.  Moves are made at a steady rate for half a minute; with several rates, at one after
the other.  Measured are the time from sending a move until the last of the four pages has its
update, the memory of the servers, and possible causes of delays: how late the event loops of the
processes were, how long the collector and the disk took, and what else ran on the machine.
Everything is bounded in number and time.

    --postgres                     a private PostgreSQL, which waits for the disk, instead of SQLite
    --postgres --servers 2         two servers; each table is looked at through both
    --rate 60 100 140              three measurements of the same servers
    --search                       the highest rate with 99 % of the moves within 250 ms
    --sweep 100 1000 5000          one measurement for each number of tables

Every measurement is also a row of results/processes.csv.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncGenerator, Generator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.calls import Calls
from benchmarks.stalls import Stalls, memory
from benchmarks.viewers import GOAL_MS, VIEWERS, Numbers, Trial, is_content
from starlette.applications import Starlette
from tests.databases import PrivatePostgres, url_in

from dalang.engine import rng
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.registry import all_games, game
from dalang.server.app import create_app
from dalang.server.limits import Limits
from dalang.server.process import listen, run
from dalang.server.settings import Settings
from dalang.server.storage import AsyncStore, Person, Seat, Store, TableRecord, queries
from dalang.server.tables.dealing import Dealer
from dalang.server.tables.game_log import GameLog

RESULTS = Path(__file__).parent / "results" / "processes.csv"
KEPT = (  # of each measurement
    *("servers", "tables", "rate", "made", "lost", "median_ms", "p99_ms", "longest_ms"),
    *("elsewhere_median_ms", "elsewhere_p99_ms", "server_ms_per_move", "database_ms_per_move"),
    *("kb_per_table", "empty_mb", "others", "stolen"),
)
_QUIET: dict[str, Any] = {"capture_output": True, "text": True, "check": False}
DECISIONS = 40  # made at every table before the clock starts
ENOUGH = Limits(rate=1e9, burst=1e9, sockets=1_000_000, own_sockets=1_000_000)


def main() -> int:
    """The measurement, or one of its other processes."""
    options = arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.role == "server":
        watched = not options.unwatched
        serve(options.home, options.database, options.report, watched, options.count)
    elif options.role == "viewers":
        settings = Settings.read(options.home, environment={}, database=options.database)
        ports, processes = options.ports, options.processes
        trial = Trial(settings, ports, processes, options.viewers, options.accounts)
        searched = trial.search(options.rate[0], options.seconds) if options.search else None
        print(json.dumps(asyncio.run(searched or trial.run(options.rate, options.seconds))))
    else:
        found = list[Numbers]()
        for tables in options.sweep or [options.tables]:
            options.tables = tables
            with tempfile.TemporaryDirectory() as folder, house(Path(folder), options) as database:
                found += measure(Path(folder), database, options)
        kind = "search" if options.search else "sweep" if options.sweep else "rate"
        keep(options, kind, found)
        print(json.dumps(found) if options.json else "\n\n".join([*map(table, found), told(found)]))
    return 0


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description="How many tables servers hold.")
    parser.add_argument("game", choices=list(all_games()))
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--viewers", type=int, default=VIEWERS, help="of each table")
    parser.add_argument("--rate", type=float, nargs="+", default=[100.0], help="moves a second")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each rate")
    parser.add_argument("--postgres", action="store_true", help="instead of SQLite")
    parser.add_argument("--servers", type=int, default=1, help="on one PostgreSQL")
    parser.add_argument("--search", action="store_true", help="for the highest rate; from --rate")
    parser.add_argument("--sweep", type=int, nargs="+", default=[], help="numbers of tables")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON only")
    hidden = argparse.SUPPRESS
    parser.add_argument("--role", choices=["server", "viewers"], help=hidden)
    parser.add_argument("--home", type=Path, help=hidden)
    parser.add_argument("--database", help=hidden)
    parser.add_argument("--report", type=Path, help=hidden)
    parser.add_argument("--count", action="store_true", help=hidden)
    parser.add_argument("--unwatched", action="store_true", help=hidden)
    parser.add_argument("--ports", type=int, nargs="+", help=hidden)
    parser.add_argument("--processes", type=int, nargs="+", help=hidden)
    parser.add_argument("--accounts", type=int, default=0, help=hidden)
    options = parser.parse_args()
    if options.servers > 1 and not options.postgres:
        parser.error("several servers need --postgres")
    return options


@contextmanager
def house(home: Path, options: argparse.Namespace) -> Generator[str]:
    """The URL of an empty database; a PostgreSQL keeps what it confirms, as every real one should.

    Which process it is, is told to those who measure.
    """
    if not options.postgres:
        yield f"sqlite:///{home}/dalang.sqlite"
        return
    postgres = PrivatePostgres(fsync="on", synchronous_commit="on", full_page_writes="on")
    try:
        lines = (postgres.folder / "data" / "postmaster.pid").read_text(encoding="ascii")
        options.accounts = int(lines.split()[0])
        yield url_in(postgres.folder, "postgres")
    finally:
        postgres.remove()


def measure(home: Path, database: str, options: argparse.Namespace) -> list[Numbers]:
    """Everything, in all its processes."""
    settings = Settings.read(home, environment={}, database=database)
    settings.keys()
    asyncio.run(prepare(settings, options.game, options.tables, options.viewers))
    again = [sys.executable, "-m", "benchmarks.capacity", options.game, "--home", str(home)]
    again += ["--database", database]
    with ExitStack() as stack:
        started = [stack.enter_context(server(again, home, n)) for n in range(options.servers)]
        processes, ports = [one[0] for one in started], [one[1] for one in started]
        empty = sum(map(memory, processes))
        asked = ["--ports", *map(str, ports), "--processes", *map(str, processes)]
        asked += ["--accounts", str(options.accounts), "--viewers", str(options.viewers)]
        asked += ["--rate", *map(str, options.rate), "--seconds", str(options.seconds)]
        asked += ["--search"] * options.search
        viewers = subprocess.run(
            [*again, "--role", "viewers", *asked],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=1200 + 3 * options.seconds * len(options.rate),
        )
        found: list[Numbers] = json.loads(viewers.stdout)
        full = sum(map(memory, processes))
    for numbers in found:
        numbers |= {"tables": options.tables, "servers": options.servers}
        numbers |= {"empty_mb": empty / 2**20, "full_mb": full / 2**20}
        numbers["kb_per_table"] = (full - empty) / 1024 / options.tables
    return found


def table(numbers: Numbers) -> str:
    """The numbers for people."""
    return (
        f"{numbers['tables']:.0f} tables, {numbers['servers']:.0f} servers, "
        f"{numbers['sockets']:.0f} sockets, "
        f"{numbers['moves']:.0f} moves and {numbers['answered']:.0f} of the house, "
        f"{numbers['rate']:.0f} a second ({numbers['lost']:.0f} lost)\n"
        f"from request to the last viewer's update: median {numbers['median_ms']:.1f} ms, "
        f"99 % within {numbers['p99_ms']:.1f} ms, longest {numbers['longest_ms']:.1f} ms\n"
        f"at another server than the move: {numbers['elsewhere_median_ms']:.1f} ms later, "
        f"99 % within {numbers['elsewhere_p99_ms']:.1f} ms\n"
        f"servers: {100 * numbers['server']:.0f} % of one core, "
        f"{numbers['server_ms_per_move']:.1f} ms a move, and {numbers['database_ms_per_move']:.1f} "
        f"ms of PostgreSQL; {numbers['full_mb']:.0f} MB "
        f"({numbers['empty_mb']:.0f} MB without tables, {numbers['kb_per_table']:.0f} KB a table "
        f"with its viewers)\n"
        f"an update has {numbers['update_kb']:.1f} KB; {numbers['opening_s']:.0f} s to open all\n"
        f"the servers' loops were late by {pair(numbers, 'server_late')}; "
        f"collector {pair(numbers, 'server_collecting')} "
        f"({numbers['server_collections']:.0f} times), "
        f"commits {pair(numbers, 'server_committing')}\n"
        f"the viewers' loop was late by {pair(numbers, 'viewers_late')}, "
        f"{100 * numbers['viewers']:.0f} % of one core; other programs "
        f"{100 * numbers['others']:.0f} %, stolen {100 * numbers['stolen']:.0f} %"
    )


def told(found: list[Numbers]) -> str:
    """What the measurements together say."""
    lines = list[str]()
    if content := [one for one in found if is_content(one)]:
        best = max(content, key=lambda one: one["rate"])
        lines.append(
            f"highest rate with 99 % within {GOAL_MS:.0f} ms: {best['rate']:.0f} moves/s; "
            f"{best['server_ms_per_move']:.1f} ms a move, {best['kb_per_table']:.0f} KB a table"
        )
    if len({one["tables"] for one in found}) > 1:
        lines.append("tables   ms a move   KB a table")
        lines += [
            f"{one['tables']:6.0f} {one['server_ms_per_move']:11.2f} {one['kb_per_table']:12.0f}"
            for one in found
        ]
    return "\n".join(lines)


def keep(options: argparse.Namespace, kind: str, found: list[Numbers]) -> None:
    """Appends what was measured to the results."""
    new, columns = not RESULTS.exists(), ["kind", "commit", "compiled", "game", "database"]
    given = subprocess.run(["git", "describe", "--always", "--dirty"], **_QUIET).stdout.strip()
    compiled = "yes" if not rng.__file__.endswith(".py") else "no"
    database = "postgresql" if options.postgres else "sqlite"
    with RESULTS.open("a", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        if new:
            rows.writerow([*columns, "viewers", "seconds", *KEPT])
        for one in found:
            numbers = [
                f"{one[name]:.3g}" if one[name] < 1000 else f"{one[name]:.0f}" for name in KEPT
            ]
            known = [kind, given, compiled, options.game, database]
            rows.writerow([*known, options.viewers, f"{options.seconds:g}", *numbers])


def pair(numbers: Numbers, name: str) -> str:
    """The usual worst, and the very worst."""
    return f"{numbers[f'{name}_p99_ms']:.0f} / {numbers[f'{name}_longest_ms']:.0f} ms"


# --- the servers --------------------------------------------------------------------------


@contextmanager
def server(again: list[str], home: Path, number: int) -> Generator[tuple[int, int]]:
    """A server's process and port."""
    command = [*again, "--role", "server", "--report", str(home / f"stalls-{number}.json")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            port = int(process.stdout.readline())
            wait_for(f"http://127.0.0.1:{port}/api/games")
            yield process.pid, port
        finally:
            process.kill()


def serve(
    home: Path,
    database: str | None = None,
    report: Path | None = None,
    watched: bool = True,
    count: bool = False,
) -> None:
    """The server as `dalang serve` runs it, but with room for all viewers at one address.

    If it is watched, it reports its stalls, which costs a little; or else its calls of functions,
    which costs much.
    """
    settings, calls = Settings.read(home, port=0, environment={}, database=database), Calls()
    if count:
        calls.watch_threads()
    stalls, app = Stalls(), create_app(settings, limits=ENOUGH)
    if watched:
        stalls.watch_collector()
        stalls.watch_disk()
    whole_life = app.router.lifespan_context

    @asynccontextmanager
    async def with_reports(app: Starlette) -> AsyncGenerator[None]:
        async with whole_life(app):
            (calls if count else stalls).obey(report or home / "stalls.json")
            watching = asyncio.create_task(stalls.watch_loop()) if watched else None
            yield
            if watching:
                watching.cancel()

    app.router.lifespan_context = with_reports
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


async def prepare(
    settings: Settings, key: str, count: int, viewers: int, fixed: bool = False
) -> None:
    """Games in full swing, all between the same four people; always the same ones if `fixed`.

    Fewer viewers share their screens: every seat must have a page, or its turn would never end.
    """
    disk = Store(settings.database)
    store = AsyncStore(disk)
    names = ("Ada", "Bob", "Cleo", "Dan")
    people = [await store.write(queries.add_person, name) for name in names[:viewers]]
    seated = [people[seat % len(people)] for seat in range(len(names))]
    for first in range(0, count, 100):
        numbers = range(first, min(first + 100, count))
        await asyncio.gather(*(add_game(store, key, seated, number, fixed) for number in numbers))
    await store.close()
    disk.close()


async def add_game(
    store: AsyncStore, key: str, people: list[Person], number: int, fixed: bool
) -> None:
    """One game, played at random up to its middle."""
    spec = game(key)
    seats = [Seat(n, "person", person.id, name=person.name) for n, person in enumerate(people)]
    record = TableRecord.new(key, spec.edition, seats, people[0].id, public=False)
    if fixed:
        record = replace(record, id=f"game-{number:06}", secret=number.to_bytes(32, "big"))
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


if __name__ == "__main__":
    sys.exit(main())
