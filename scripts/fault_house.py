"""A house for scripts/fault-test: a database, servers, and the wires between them."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from fault_servers import GameServer, Nursery  # noqa: E402
from fault_wire import Wires  # noqa: E402
from tests.databases import PrivatePostgres, url_in  # noqa: E402

if TYPE_CHECKING:
    import psycopg

DATABASE = "games"
RECOVERING = 600  # tenths of a second until it is no recovery any more
CLOCKS = ("+0", "+37s", "-95s", "+3h")  # of servers; that of the database is right
WIDE = {  # limits are not the subject
    "DALANG_LIMITS": "rate=1e9 burst=1e9 sockets=1000000 own_sockets=1000000",
    "DALANG_OPEN_PER_PERSON": "1000000",
    "DALANG_OPEN_PER_ADDRESS": "1000000",
    "DALANG_RUNNING_PER_PERSON": "1000000",
    "DALANG_RUNNING_PER_ADDRESS": "1000000",
}


class House:
    """Everything that runs during a round."""

    def __init__(
        self,
        folder: Path,
        nurseries: list[Nursery],
        postgres: PrivatePostgres | None,
        servers: int,
    ) -> None:
        self.folder, self.nurseries, self.postgres = folder, nurseries, postgres
        self.database = f"sqlite:///{folder}/dalang.sqlite"
        self.wires: Wires | None = None
        self.servers: list[GameServer] = []
        if postgres:
            self.administer(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)", "postgres")
            self.administer(f"CREATE DATABASE {DATABASE}", "postgres")
            self.database = url_in(postgres.folder, DATABASE)
            self.wires = Wires(folder, postgres.folder, servers)
        self._count = servers

    def open(self) -> None:
        """The servers start."""
        for number in range(self._count):
            url = self.database
            if self.wires:
                url = url_in(self.wires.wires[number].folder, DATABASE)
            words = ["serve", "--no-browser", "--port", "0", "--data", str(self.folder)]
            arguments = [*words, "--database", url]
            self.servers.append(GameServer(number, arguments, self.folder, self.nurseries))

    def close(self) -> None:
        """All ends."""
        for server in self.servers:
            server.close()
        if self.wires:
            self.wires.close()

    def administer(self, command: str, database: str = DATABASE) -> None:
        """One command in the database, past all wires."""
        import psycopg

        with suppress(psycopg.errors.AdminShutdown), self._connection(database) as db:
            db.execute(command.encode())

    def _connection(self, database: str) -> psycopg.Connection:
        """Past all wires; waits while the database recovers from the fault before."""
        import psycopg

        assert self.postgres
        where = url_in(self.postgres.folder, database)
        for _ in range(RECOVERING):
            with suppress(psycopg.OperationalError):
                return psycopg.connect(where, autocommit=True)
            time.sleep(0.1)
        return psycopg.connect(where, autocommit=True)

    def kill_backend(self, moments: random.Random, how: signal.Signals) -> None:
        """One of the processes of the database that work for a server."""
        query = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'dalang%'"
        with self._connection(DATABASE) as db:
            found = [row[0] for row in db.execute(query)]
        with suppress(ProcessLookupError):
            if found:
                os.kill(moments.choice(found), how)

    def said(self) -> list[str]:
        """What the servers said that nobody should have to read."""
        strange: list[str] = []
        for server in self.servers:
            for line in server.log.read_text("utf-8", "replace").splitlines():
                if line.startswith("Traceback") or "Traceback (most" in line:
                    strange.append(f"Server {server.number} has a traceback in {server.log.name}.")
        return strange


@contextmanager
def private_postgres(wanted: bool) -> Generator[PrivatePostgres | None]:
    """One that waits for the disk, as every real one should."""
    if not wanted:
        yield None
        return
    postgres = PrivatePostgres(fsync="on", synchronous_commit="on", full_page_writes="on")
    try:
        yield postgres
    finally:
        postgres.remove()


@contextmanager
def nurseries(clocks: bool) -> Generator[list[Nursery]]:
    """Where servers come from: one for each clock."""
    with tempfile.TemporaryDirectory(prefix="dalang-clocks-") as folder:
        library = fake_clock(Path(folder)) if clocks else None
        environments = [WIDE]
        if library:
            own = {"LD_PRELOAD": str(library), "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
            environments += [WIDE | own | {"FAKETIME": clock} for clock in CLOCKS[1:]]
        found = [Nursery(environment) for environment in environments]
        try:
            yield found
        finally:
            for one in found:
                one.close()


def fake_clock(folder: Path) -> Path | None:
    """libfaketime: of the system, or unpacked from Debian's package."""
    for installed in sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")):
        return installed
    if shutil.which("apt-get") is None:
        return None
    quiet = subprocess.DEVNULL
    load = ["apt-get", "download", "libfaketime"]
    if subprocess.run(load, cwd=folder, stdout=quiet, stderr=quiet).returncode:
        return None
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", str(package), str(folder)], check=True)
    return next(folder.glob("usr/lib/*/faketime/libfaketimeMT.so.1"), None)
