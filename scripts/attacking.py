"""What attacks are made of: a server to be attacked, connections that misbehave, and a measure.

Everything stays on this machine: a target that is not a loopback address is refused.
"""

from __future__ import annotations

import base64
import ipaddress
import itertools
import json
import os
import re
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from honest_visitor import Visitor

from dalang.server.storage import Store, queries

HERE = Path(__file__).parent
DESCRIPTORS = 1024  # what many systems give a process
HOSTILE = "198.51.100.66"  # the address of the attacker, as a web server in front would tell it
PATIENCE = 60.0  # seconds for any answer
_ACCOMPLICES = itertools.count()
WATCHING = 0.1  # seconds between two looks at the server's memory


class NotHere(Exception):
    """Only servers on this machine are attacked."""


@dataclass
class Tally:
    """What an attacker did, and what became of it."""

    tried: int = 0
    refused: int = 0  # answered with a refusal, or cut off
    passed: int = 0  # answered as if nothing were wrong
    lost: int = 0  # without any answer
    sockets: int = 0  # open at the same time, at most
    statuses: dict[int, int] = field(default_factory=lambda: dict[int, int]())

    def note(self, status: int) -> None:
        """One more request."""
        self.tried += 1
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status in (0, 400, 403, 408, 411, 413, 422, 429, 431, 503):
            self.refused += 1
        else:
            self.passed += 1


@dataclass(frozen=True)
class Target:
    """A server on this machine."""

    port: int
    pid: int = 0  # of its process, if we know it
    home: Path | None = None  # its data, if it is our own
    errors: Path | None = None  # what it complained about, if it is our own

    @staticmethod
    def at(address: str) -> Target:
        """A server that runs already; raises NotHere if it is not on this machine."""
        parts = urlsplit(address if "//" in address else f"//{address}")
        host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
        try:
            here = ipaddress.ip_address(host) == ipaddress.ip_address("127.0.0.1")
        except ValueError:
            here = False
        if not here or not parts.port:
            raise NotHere(f"{address} is not a port of 127.0.0.1: only this machine is attacked.")
        return Target(parts.port)

    def connect(self, buffer: int = 0, patience: float = PATIENCE) -> socket.socket:
        """A connection; one with a small buffer is soon full if nobody reads."""
        made = socket.socket()
        if buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        made.settimeout(patience)
        made.connect(("127.0.0.1", self.port))
        return made

    def ask(self, sent: bytes, tally: Tally) -> bytes:
        """Sends something and reads until the end; notes how it was answered."""
        try:
            with self.connect() as wire:
                wire.sendall(sent)
                answer = read_all(wire)
        except OSError:
            answer = b""
        tally.note(status_of(answer))
        return answer

    def page(self, buffer: int = 0, table: str = "") -> socket.socket | None:
        """The socket of a page at a table; None if it was refused."""
        wire = self.connect(buffer)
        key = base64.b64encode(os.urandom(16)).decode()
        fields = (
            "Upgrade: websocket",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Origin: http://127.0.0.1:{self.port}",
        )
        wire.sendall(request(f"/t/{table}/live", *fields, connection="Upgrade", port=self.port))
        head = b""
        with suppress(OSError):
            while b"\r\n\r\n" not in head and (part := wire.recv(1)):
                head += part
        if status_of(head) == 101:
            return wire
        wire.close()
        return None

    def memory(self) -> int:
        """Bytes that the server's process holds; 0 if nobody knows."""
        with suppress(OSError, ValueError, IndexError):
            status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
            return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) * 1024
        return 0

    def processor(self) -> float:
        """Seconds that the server's process has worked so far; 0 if nobody knows."""
        with suppress(OSError, ValueError, IndexError):
            words = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
            return sum(map(int, words.split()[11:13])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def complaints(self) -> int:
        """Lines in the server's log."""
        return len(self.errors.read_bytes().splitlines()) if self.errors else 0


def request(
    path: str,
    *headers: str,
    body: bytes = b"",
    method: str = "GET",
    connection: str = "close",
    port: int = 0,
    address: str = HOSTILE,
) -> bytes:
    """A request that says where it comes from."""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Connection: {connection}",
        f"X-Forwarded-For: {address}",
        *headers,
    ]
    if method == "POST":
        lines += [f"Content-Length: {len(body)}", f"Origin: http://127.0.0.1:{port}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def frame(kind: int, data: bytes = b"", last: bool = True) -> bytes:
    """One frame of a WebSocket."""
    length = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([kind | (128 if last else 0)]) + length + bytes(4) + data


def read_all(wire: socket.socket) -> bytes:
    """What comes until the other side hangs up."""
    answer = b""
    with suppress(ConnectionError):
        while part := wire.recv(65536):
            answer += part
    return answer


def status_of(answer: bytes) -> int:
    """The status of an answer; 0 if there is none."""
    found = re.match(rb"HTTP/1\.1 (\d+) ", answer)
    return int(found[1]) if found else 0


class Clock:
    """How long an attack goes on, and how much it tries; it starts when it is first looked at.

    One that insists goes on until something was refused, for a minute at most: so what a short
    attack finds does not depend on how fast the machine is.
    """

    def __init__(self, seconds: float, size: float = 1.0, insists: bool = False) -> None:
        self._seconds, self._size, self._insists = seconds, size, insists
        self._end = 0.0
        self._tally = Tally()

    def count(self, sockets: int = 0) -> Tally:
        """What the attack counts in, and how many connections it keeps open at a time."""
        self._tally.sockets = self._tally.sockets or sockets
        return self._tally

    @property
    def over(self) -> bool:
        """Whether it is time to end."""
        moment = time.monotonic()
        self._end = self._end or moment + self._seconds
        waits = PATIENCE if self._insists and not self._tally.refused else 0.0
        return moment >= self._end + waits

    def some(self, count: int) -> int:
        """That number in a long attack, fewer in a short one."""
        return max(2, int(count * self._size))

    def pause(self) -> None:
        """A tenth of a second."""
        time.sleep(0.1)


# --- the server and who else is there -----------------------------------------------------------


@contextmanager
def own_server(limits: str = "") -> Generator[Target]:
    """A server on a folder of its own, which ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        home, errors = Path(folder, "home"), Path(folder, "errors")
        command = [sys.executable, "-m", "dalang.cli", "serve", "--no-browser", "--port", "0"]
        with errors.open("wb") as log:
            server = subprocess.Popen(
                [*command, "--data", str(home)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                preexec_fn=_few_descriptors,
                env=os.environ | {"DALANG_LIMITS": limits},
            )
        try:
            assert server.stdout
            line = ""
            while "http://" not in line:
                line = server.stdout.readline()
                assert line, errors.read_text(encoding="utf-8")
            port = int(re.findall(r"http://127.0.0.1:(\d+)/", line)[0])
            _wait_for(port)
            yield Target(port, server.pid, home, errors)
        finally:
            server.terminate()
            server.communicate(timeout=PATIENCE)


def _few_descriptors() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


def _wait_for(port: int) -> None:
    for _ in range(2400):
        with suppress(OSError), Target(port).connect() as wire:
            wire.sendall(request("/api/games"))
            if read_all(wire):
                return
        time.sleep(0.05)
    raise TimeoutError("the server does not answer")


@dataclass(frozen=True)
class Report:
    """One attack, and what others noticed of it."""

    name: str
    what: str
    tally: Tally
    experience: dict[str, Any]
    grown: int  # bytes, at the height of the attack
    worked: float  # seconds of the server's processor
    complaints: int  # new lines in the log
    alive: bool  # whether the server answers when it is over
    lost: list[str]  # moves that were confirmed and are not there

    @property
    def longest(self) -> float:
        """The longest wait of anybody else, in seconds."""
        return max(self.experience["waits"].values(), default=0.0)

    @property
    def each(self) -> float:
        """Bytes for each hostile connection that was open at a time."""
        return self.grown / self.tally.sockets if self.tally.sockets else 0.0


@contextmanager
def honest_visitor(target: Target) -> Generator[dict[str, Any]]:
    """Somebody who plays during the block; what they met with is known after it."""
    command = [sys.executable, str(HERE / "honest_visitor.py"), str(target.port)]
    met: dict[str, Any] = {}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as visitor:
        assert visitor.stdout
        assert visitor.stdout.readline(), "the honest visitor could not come in"
        try:
            yield met
        finally:
            said = visitor.communicate()[0]
            met.update(json.loads(said))


class Watcher(threading.Thread):
    """Looks how much memory the server takes at most."""

    def __init__(self, target: Target) -> None:
        super().__init__(daemon=True)
        self._target = target
        self._over = threading.Event()
        self.before = self.most = target.memory()

    def run(self) -> None:
        """Until it is stopped."""
        while not self._over.wait(WATCHING):
            self.most = max(self.most, self._target.memory())

    def stop(self) -> int:
        """How much it was more than before."""
        self._over.set()
        self.join()
        return self.most - self.before


def is_alive(target: Target) -> bool:
    """Whether the server answers."""
    return status_of(target.ask(request("/api/games", address="192.0.2.2"), Tally())) == 200


def lost_moves(target: Target, played: list[list[Any]]) -> list[str]:
    """Moves that a visitor saw confirmed and that are not in the log of an own server."""
    if target.home is None:
        return []
    store = Store(f"sqlite:///{target.home}/dalang.sqlite")
    try:
        tables = {table for table, _, _ in played}
        logs = {
            table: {entry.number: entry.text for entry in store.read(queries.entries, table)}
            for table in tables
        }
        return [
            f"{table}: move {number} ({action})"
            for table, number, action in played
            if logs[table].get(number) != action
        ]
    finally:
        store.close()


def accomplice(target: Target, address: str = "") -> Visitor:
    """The attacker as a guest, where an attack needs a cookie or a table."""
    visitor = Visitor(target.port, address or f"198.51.100.{100 + next(_ACCOMPLICES) % 100}")
    visitor.come_in()
    return visitor
