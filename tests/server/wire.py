"""A server behind a real port, and people who speak to it byte by byte."""

from __future__ import annotations

import base64
import os
import re
import socket
import struct
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from tests.server.harness import NEVER, OwnAdviceWorkers, OwnBotWorkers, furnished

from dalang.server.app import create_app
from dalang.server.limits import Limits
from dalang.server.people.identity import COOKIE
from dalang.server.process import Server as Process
from dalang.server.process import listen, server_of
from dalang.server.storage import Seat, Store, TableRecord, queries
from dalang.server.web.site import Site

HOST = "127.0.0.1"
PATIENCE = 60  # seconds after which a test that waits has failed
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


@dataclass(frozen=True)
class Wire:
    """A server, a table at it, and the only person who sits there."""

    port: int
    table: str
    person: str
    token: str
    process: Process
    ends: ExitStack  # what is closed in the end

    @property
    def site(self) -> Site:
        return cast("Site", self.process.app.state.site)

    def connect(self, buffer: int = 0) -> socket.socket:
        """A connection; one with a small buffer is soon full if nobody reads."""
        made = self.ends.enter_context(socket.socket())
        if buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        made.settimeout(PATIENCE)
        made.connect((HOST, self.port))
        return made

    def ask(self, path: str, *headers: str, body: str = "", method: str = "GET") -> bytes:
        """The whole answer to one request."""
        with self.connect() as wire:
            wire.sendall(request(path, *headers, "Connection: close", body=body, method=method))
            return read_all(wire)

    def status(self, path: str, *headers: str, body: str = "", method: str = "GET") -> int:
        """How a request is answered."""
        return status_of(self.ask(path, *headers, body=body, method=method))

    def cookie(self) -> str:
        """The header by which the person is known."""
        return f"Cookie: {COOKIE}={self.site.identity.cookie(self.person)}"

    def socket(self, *headers: str, buffer: int = 0) -> WebSocket:
        """The socket of a page at the table."""
        wire = self.connect(buffer)
        key = base64.b64encode(os.urandom(16)).decode()
        fields = (
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Origin: http://{HOST}",
        )
        wire.sendall(request(f"/t/{self.table}/live", *fields, *headers))
        return WebSocket(wire)


class WebSocket:
    """A WebSocket that sends what it should not."""

    def __init__(self, wire: socket.socket) -> None:
        self.wire = wire
        self.status = status_of(self._head())

    def _head(self) -> bytes:
        head = b""
        while b"\r\n\r\n" not in head and (part := self.wire.recv(1)):
            head += part
        return head

    def send(self, *frames: bytes) -> None:
        self.wire.sendall(b"".join(frames))

    def hear(self) -> tuple[int, bytes]:
        """The next frame: its kind and what it holds; (CLOSE, b"") if the connection is gone."""
        try:
            first, second = self._exactly(2)
            length = second & 127
            if length >= 126:
                size = 2 if length == 126 else 8
                length = int.from_bytes(self._exactly(size), "big")
            return first & 15, self._exactly(length)
        except (ConnectionError, EOFError):
            return CLOSE, b""

    def closing_code(self) -> int:
        """Reads until the socket is closed; the code that says why, 0 if nothing does."""
        while True:
            kind, data = self.hear()
            if kind == CLOSE:
                return int(struct.unpack("!H", data[:2])[0]) if data else 0

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self.wire.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def close(self) -> None:
        self.wire.close()


def frame(kind: int, data: bytes = b"", last: bool = True) -> bytes:
    """One frame, masked with nothing as a hostile client may."""
    length = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([kind | (128 if last else 0)]) + length + bytes(4) + data


def request(path: str, *headers: str, body: str = "", method: str = "GET") -> bytes:
    """A request as browsers send it."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", *headers]
    if body:
        lines.append(f"Content-Length: {len(body.encode())}")
    return ("\r\n".join(lines) + f"\r\n\r\n{body}").encode("latin-1")


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


@contextmanager
def behind_a_port(home: Path, limits: Limits | None = None) -> Generator[Wire]:
    """A server as `dalang serve` runs it, until the end of the block."""
    settings = furnished(home)
    table, person, token = _people(settings.database)
    app = create_app(
        settings,
        0.0,
        limits=limits,
        bot_workers=OwnBotWorkers(),
        advice_workers=OwnAdviceWorkers(),
        thinking_time=NEVER,
    )
    here = replace(settings, host=HOST, port=0)
    with listen(here) as port, ExitStack() as ends:
        process = server_of(app)
        thread = threading.Thread(target=process.run, args=([port],))
        thread.start()
        while not process.started:
            assert thread.is_alive()
            time.sleep(0.01)
        try:
            yield Wire(port.getsockname()[1], table, person, token, process, ends)
        finally:
            process.should_exit = True
            thread.join()


def _people(database: str) -> tuple[str, str, str]:
    """Ada, who plays against herself."""
    store = Store(database)
    ada = store.write(queries.add_person, "Ada")
    seats = [Seat(number, "person", ada.id, name=f"Ada {number}") for number in range(3)]
    record = TableRecord.new("taj_mahal", "TM-1", seats, ada.id)
    store.write(queries.add_table, record)
    token = store.write(queries.add_token, ada.id, "test")
    store.close()
    return record.id, ada.id, token
