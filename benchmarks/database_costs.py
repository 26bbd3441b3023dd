"""What a notice and a commit cost: `python -m benchmarks.database_costs`, for benchmarks.scaling.

On a private PostgreSQL that waits for the disk.  Several connections commit as fast as they can,
with and without a NOTIFY, whose lock lets only one of them commit at a time.  Then one sends
notices at a steady rate while none, and while many, listen.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sys
import threading
import time
from typing import Any

import psycopg
from benchmarks.stalls import cpu_of_all
from tests.databases import PrivatePostgres, url_in

SECONDS = 3.0  # of each measurement of commits
WRITERS = (1, 8)
COSTS = {(1, "plain"): "plain_commit", (8, "with a notice"): "commit"}
NOTICES = 3000
RATE = 1500  # notices a second
LISTENERS = 12
NOTIFY = "SELECT pg_notify('dalang', 'a1b2c3d4 log 123 ' || substr(md5(random()::text), 1, 10))"
STORE = "INSERT INTO moves (text) VALUES ('take 3 from the market')"


def main() -> int:
    """All of it, in about half a minute."""
    argparse.ArgumentParser(description="What a notice and a commit cost.").parse_args()
    measure()
    return 0


def measure() -> dict[str, float]:
    """Prints everything; the costs in milliseconds, as benchmarks.scaling calls them."""
    found: dict[str, float] = {}
    postgres = PrivatePostgres(fsync="on", synchronous_commit="on", full_page_writes="on")
    try:
        first = (postgres.folder / "data" / "postmaster.pid").read_text(encoding="ascii")
        url = url_in(postgres.folder, "postgres")
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("CREATE TABLE moves (number bigserial PRIMARY KEY, text text)")
        for writers in WRITERS:
            for words, commands in (("plain", [STORE]), ("with a notice", [STORE, NOTIFY])):
                done = commits(url, writers, commands)
                print(f"{writers} writers, {words}: {done / SECONDS:.0f} commits a second")
                if (writers, words) in COSTS:
                    found[COSTS[writers, words]] = 1000 * SECONDS / done
        return found | deliveries(url, int(first.split()[0]))
    finally:
        postgres.remove()


def commits(url: str, writers: int, commands: list[str]) -> int:
    """How many transactions several connections commit together."""
    end, counts = time.monotonic() + SECONDS, [0] * writers

    def write(place: int) -> None:
        with psycopg.connect(url) as db:
            while time.monotonic() < end:
                for command in commands:
                    db.execute(command.encode())
                db.commit()
                counts[place] += 1

    threads = [threading.Thread(target=write, args=(place,)) for place in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts)


# --- notices ------------------------------------------------------------------------------


def deliveries(url: str, database: int) -> dict[str, float]:
    """Processor time of PostgreSQL and of a listener for each notice."""
    alone, _ = sent(url, database, 0)
    together, heard = sent(url, database, LISTENERS)
    each = (together - alone) / NOTICES / LISTENERS
    print(f"a notice: {1000 * alone / NOTICES:.3f} ms of PostgreSQL to send (with its commit)")
    print(f"and {1000 * each:.4f} ms to deliver it to one listener")
    print(f"a listener: {1000 * heard / NOTICES / LISTENERS:.4f} ms to hear it")
    return {"hear": 1000 * heard / NOTICES / LISTENERS, "deliver": 1000 * each}


def sent(url: str, database: int, listeners: int) -> tuple[float, float]:
    """Seconds of PostgreSQL for all notices, and seconds of all listeners together."""
    context = multiprocessing.get_context("spawn")
    queue: Any = context.Queue()
    ears = [context.Process(target=listen, args=(url, queue)) for _ in range(listeners)]
    for ear in ears:
        ear.start()
    for _ in ears:
        assert queue.get(timeout=60) == "ready"
    before = cpu_of_all(database)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("SET synchronous_commit = off")
        began = time.monotonic()
        for number in range(NOTICES):
            db.execute(NOTIFY.encode())
            time.sleep(max(0.0, began + number / RATE - time.monotonic()))
        used = [queue.get(timeout=60) for _ in ears]
        after = cpu_of_all(database)
    for ear in ears:
        ear.join()
    return after - before, sum(used)


def listen(url: str, queue: Any) -> None:
    """As a server does: one thread hears, and hands over to the event loop."""
    asyncio.run(_listen(url, queue))


async def _listen(url: str, queue: Any) -> None:
    heard, loop, done = list[str](), asyncio.get_running_loop(), asyncio.Event()

    def take(words: list[str]) -> None:
        heard.append(words[3])
        if len(heard) == NOTICES:
            done.set()

    def hear() -> None:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("LISTEN dalang")
            queue.put("ready")
            while len(heard) < NOTICES:
                for notice in db.notifies(timeout=1.0, stop_after=1):
                    loop.call_soon_threadsafe(take, notice.payload.split(" "))

    thread = threading.Thread(target=hear)
    began = time.process_time()
    thread.start()
    await done.wait()
    queue.put(time.process_time() - began)
    thread.join()


if __name__ == "__main__":
    sys.exit(main())
