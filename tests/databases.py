"""The databases of the server's tests: files of SQLite, or copies in a private PostgreSQL.

    DALANG_TEST_DATABASE=postgresql python -m pytest tests/server

starts one PostgreSQL for the whole run, from Debian's package, on a socket in a temporary folder.
A plugin for all tests: marks choose those that can only be about one of the two.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

ON_POSTGRES = os.environ.get("DALANG_TEST_DATABASE", "").startswith("postgres")
SOCKET = "DALANG_TEST_SOCKET"  # where the processes of a run find the server
OWNER = "dalang"
TEMPLATE = "dalang_empty"  # a new database, migrated
PROGRAMS = Path(__file__).parent.parent / "scripts" / "postgres"

# Nothing has to survive the machine, and a small server starts sooner.
QUICK = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "jit": "off",
    "shared_buffers": "64MB",
    "max_connections": "300",
    "listen_addresses": "",
    "logging_collector": "off",
}
# Everybody who may enter the folder is trusted; one role needs its password all the same.
DOORS = "local all locked scram-sha-256\nlocal all all trust\n"

# However the run ends, the server does not outlive it: $1 is the run, $2 the folder.
ORPHAN = """
while kill -0 "$1"; do sleep 1; done
kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")"
rm -rf "$2"
"""


class PrivatePostgres:
    """A server of one's own, as long as the run lasts."""

    def __init__(self, **settings: str) -> None:
        found = subprocess.run([PROGRAMS], check=True, capture_output=True, text=True)
        self._programs = Path(found.stdout.strip())
        self.folder = Path(tempfile.mkdtemp(prefix="dalang-postgres-"))
        self._data = self.folder / "data"
        self._as_somebody: list[str] = []
        if os.geteuid() == 0:  # which PostgreSQL refuses to be
            shutil.chown(self.folder, "postgres")
            self._as_somebody = ["setpriv", "--reuid=postgres", "--regid=postgres"]
            self._as_somebody += ["--clear-groups"]
        make = ["initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        self._run([*make, f"--username={OWNER}", f"--pgdata={self._data}"])
        (self._data / "pg_hba.conf").write_text(DOORS, encoding="ascii")
        self._settings = settings
        words = ["sh", "-c", ORPHAN, "sh", str(os.getpid()), str(self.folder)]
        null = subprocess.DEVNULL  # a session of its own: what ends the run does not end it
        self._heir = subprocess.Popen(words, stdout=null, stderr=null, start_new_session=True)
        self.start()

    def start(self) -> None:
        """Returns when it can be used; after a kill, when it has recovered."""
        wanted = QUICK | {"unix_socket_directories": str(self.folder)} | self._settings
        options = " ".join(f"-c {name}='{value}'" for name, value in wanted.items())
        self._control("start", "-o", options, "-l", str(self.folder / "log"))

    def kill(self) -> None:
        """All its processes at once, so that nothing can be tidied up."""
        first = int((self._data / "postmaster.pid").read_text(encoding="ascii").split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii")
        for process in (first, *map(int, children.split())):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(map(_runs, (first, *map(int, children.split())))):
            time.sleep(0.01)
        for lock in (self._data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            lock.unlink(missing_ok=True)  # its process may stay a zombie, which looks alive

    def stop(self, how: str = "fast") -> None:
        """Ends all connections."""
        self._control("stop", "-m", how)

    def remove(self) -> None:
        """With everything in it."""
        with suppress(OSError):  # it has been stopped
            self.stop("immediate")
        self._heir.kill()
        self._heir.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _control(self, *words: str) -> None:
        self._run(["pg_ctl", "--silent", "--wait", "-D", str(self._data), *words])

    def _run(self, command: list[str]) -> None:
        program = str(self._programs / command[0])
        whole = [*self._as_somebody, program, *command[1:]]
        with (self.folder / "commands.log").open("ab") as log:
            done = subprocess.run(whole, stdout=log, stderr=log, cwd="/")
        if done.returncode:
            raise OSError((self.folder / "commands.log").read_text(encoding="utf-8"))


def _runs(process: int) -> bool:
    """Whether it still does something; one that nobody has waited for does not."""
    try:
        words = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return False
    return words[0] != "Z"


def url_in(folder: Path | str, database: str, user: str = OWNER, password: str = "") -> str:
    """The URL of a database of the private server in a folder."""
    secret = f":{password}" if password else ""
    return f"postgresql://{user}{secret}@/{database}?host={folder}"


def database_url(folder: Path) -> str:
    """The database for a folder: always the same one; when it is first asked for, it is empty.

    It is a copy, because making one takes long; tests/server/test_database.py makes them.
    """
    if not ON_POSTGRES:
        file = folder / "dalang.sqlite"
        if folder.is_dir() and not file.exists():
            file.write_bytes(_empty_file())
        return f"sqlite:///{file}"
    name = "t" + blake2b(str(folder).encode(), digest_size=12).hexdigest()
    if name not in _made:
        _made[name] = folder
        # File by file: to write every page into the log, too, takes six times as long.
        _administer(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY FILE_COPY")
    return url_in(os.environ[SOCKET], name)


@cache
def _empty_file() -> bytes:
    from dalang.server.storage import Store

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "empty.sqlite")
        Store(f"sqlite:///{file}").close()
        return file.read_bytes()


_made: dict[str, Path] = {}  # databases of this process, and their folders


@cache
def _administrator() -> Any:
    import psycopg  # only where it is needed

    where = url_in(os.environ[SOCKET], "postgres")
    return psycopg.connect(where, autocommit=True)


def _administer(command: str) -> None:
    _administrator().execute(command)


@pytest.fixture(autouse=True)
def _drop_databases(request: pytest.FixtureRequest) -> Iterator[None]:
    """Those of the test's own folder; they would fill the disk."""
    if not ON_POSTGRES or "tmp_path" not in request.fixturenames:
        yield
        return
    own: Path = request.getfixturevalue("tmp_path")
    yield
    for name in [name for name, folder in _made.items() if folder.is_relative_to(own)]:
        _administer(f"DROP DATABASE {name} WITH (FORCE)")
        del _made[name]


@contextmanager
def shared_statements() -> Generator[None]:
    """Every test opens a database, but statements are compiled once, as where a server runs long.

    SQLAlchemy keeps them for each engine, by its dialect; here dialects of a kind are the same.
    """
    from sqlalchemy import Engine
    from sqlalchemy.engine.default import DefaultDialect
    from sqlalchemy.util import LRUCache

    compiled: LRUCache[Any, Any] = LRUCache(5000)
    shared = property(lambda engine: compiled, lambda engine, own: None)
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(Engine, "_compiled_cache", shared, raising=False)
        patches.setattr(DefaultDialect, "__hash__", _hash_of_kind)
        patches.setattr(DefaultDialect, "__eq__", _is_of_kind)
        yield


def _hash_of_kind(dialect: object) -> int:
    return hash(type(dialect))


def _is_of_kind(dialect: object, other: object) -> bool:
    return type(dialect) is type(other)


def pytest_configure(config: pytest.Config) -> None:
    """The first process of a run starts the server; the others find it by their environment."""
    if not ON_POSTGRES or hasattr(config, "workerinput"):
        return
    from dalang.server.storage import Store

    server = PrivatePostgres()
    config.add_cleanup(server.remove)
    os.environ[SOCKET] = str(server.folder)
    _administer(f"CREATE DATABASE {TEMPLATE}")
    _administer("CREATE ROLE locked LOGIN PASSWORD 'right'")
    Store(url_in(server.folder, TEMPLATE)).close()


def pytest_unconfigure() -> None:
    """Every process that asked for a database closes its connection."""
    if _administrator.cache_info().currsize:
        _administrator().close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests about the other database are left to the run that has it."""
    other = "sqlite" if ON_POSTGRES else "postgres"
    left = [item for item in items if item.get_closest_marker(other)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker(other)]


def pytest_report_header() -> str:
    return f"database: {'PostgreSQL' if ON_POSTGRES else 'SQLite'}"
