"""Attacks byte by byte, on a real port: the attacker is cut off, everybody else goes on."""

import logging
import os
import re
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.harness import NO_LIMITS
from tests.server.wire import (
    BINARY,
    CONTINUATION,
    HOST,
    PATIENCE,
    PING,
    PONG,
    TEXT,
    Wire,
    behind_a_port,
    frame,
    read_all,
    request,
    status_of,
)

from dalang.server import process
from dalang.server.limits import Limits
from dalang.server.logs import MOST_ALIKE, Repetitions
from dalang.server.process import most_connections, warnings
from dalang.server.web.wire import TURNS, Gate

BACKSLASHES = 'Cookie: x="' + "\\" * 60_000 + '"'
HOSTILE = {
    "ping": frame(PING) * 500,
    "pong": frame(PONG) * 500,
    "continuation": frame(TEXT, last=False) + frame(CONTINUATION, last=False) * 500,
    "long pings": frame(PING, b"x" * 125) * 500,
    "messages": frame(TEXT, b'{"alive": 1}') * 500,
}


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A server with the usual limits, but for the rate: it has to survive it all."""
    usual = replace(Limits(), rate=1e9, burst=1e9)
    with behind_a_port(tmp_path_factory.mktemp("wire"), usual) as wire:
        yield wire


@pytest.fixture(autouse=True)
def nothing_is_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


def is_alive(wire: Wire) -> bool:
    return wire.status("/api/games") == 200


# --- 1: cookies -----------------------------------------------------------------------------


def test_long_cookies_are_refused_before_they_are_read(wire: Wire) -> None:
    assert wire.status("/", BACKSLASHES) == 431
    assert wire.status("/", *[f"Cookie: a={'b' * 1000}"] * 12) == 431
    handshake = wire.socket(f"Cookie: a={'b' * 9000}")
    assert handshake.status in (400, 403)
    handshake.close()
    assert is_alive(wire)


def test_cookies_are_read_by_ourselves(wire: Wire) -> None:
    """Also beside those of others, and however they are quoted."""
    own = wire.cookie().removeprefix("Cookie: ")
    name, _, value = own.partition("=")
    others = 'x="' + "\\" * 7000 + '"'
    for cookies in (
        own,
        f"{others}; {own}",
        f'{name}="{value}"',
        f" ;; a;=b;{own} ;",
        f"a=b,c;{own}",
    ):
        assert wire.status("/me", f"Cookie: {cookies}") == 200, cookies[:50]
    for cookies in (others, f"x{own}", f"{own}x", f"{name.upper()}={value}", ""):
        assert wire.status("/me", f"Cookie: {cookies}") == 303, cookies[:50]


def test_nobody_reads_cookies_as_python_does() -> None:
    sources = Path(process.__file__).parent.rglob("*.py")
    guilty = [
        path.name
        for path in sources
        if re.search(
            r"(connection|request|socket|http)\.cookies|cookie_parser",
            path.read_text(encoding="utf-8"),
        )
    ]
    assert guilty == []


@pytest.mark.parametrize(
    ("version", "mended"),
    [((3, 11, 7), "3.11.10"), ((3, 11, 10), ""), ((3, 12, 5), "3.12.6"), ((3, 12, 6), ""),
     ((3, 13, 0), ""), ((3, 14, 2), "")],
)  # fmt: skip
def test_an_old_python_is_told(version: tuple[int, int, int], mended: str) -> None:
    said = " ".join(warnings(version))
    assert mended in said
    assert bool(said) == bool(mended)


def test_long_heads_are_refused(wire: Wire) -> None:
    assert wire.status("/", *[f"X-{n}: {'a' * 100}" for n in range(400)]) == 431
    with wire.connect() as slow:  # piece by piece, without an end
        slow.sendall(b"GET / HTTP/1.1\r\n")
        with suppress(ConnectionError):
            for _ in range(100):
                slow.sendall(b"A: " + b"b" * 1000 + b"\r\n")
        assert status_of(read_all(slow)) in (0, 431)
    assert is_alive(wire)


# --- 2: sockets -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", HOSTILE)
def test_frames_of_any_kind_are_counted(wire: Wire, kind: str) -> None:
    hostile, honest = wire.socket(), wire.socket(wire.cookie())
    assert (hostile.status, honest.status) == (101, 101)
    honest.hear()
    with suppress(ConnectionError):
        hostile.send(HOSTILE[kind])
    assert hostile.closing_code() in (1008, 0)  # 0: it was cut off while it still spoke
    honest.send(frame(TEXT, b'{"alive": 1}'))
    assert honest.hear()[0] == TEXT
    hostile.close()
    honest.close()


@pytest.mark.parametrize("kind", [PING, PONG, CONTINUATION])
def test_a_few_frames_more_than_allowed_close_the_socket(tmp_path: Path, kind: int) -> None:
    limits = replace(NO_LIMITS, wire_frames=0.0, wire_frame_burst=21.0)
    with behind_a_port(tmp_path, limits) as wire:
        hostile = wire.socket()
        hostile.send(frame(TEXT, last=False))
        for _ in range(19):
            hostile.send(frame(kind, last=kind != CONTINUATION))
        hostile.send(frame(PING, b"there?"))  # the handshake counted as one
        hostile.send(frame(kind, last=kind != CONTINUATION))
        assert hostile.closing_code() == 1008
        hostile.close()


def test_bytes_are_counted(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, wire_bytes=0.0, wire_byte_burst=2000.0)
    with behind_a_port(tmp_path, limits) as wire:
        hostile = wire.socket()
        for _ in range(20):
            with suppress(ConnectionError):
                hostile.send(frame(PING, b"x" * 125))
        assert hostile.closing_code() in (1008, 0)
        hostile.close()
        assert is_alive(wire)


def test_a_message_has_few_parts(tmp_path: Path) -> None:
    with behind_a_port(tmp_path, NO_LIMITS) as wire:
        hostile = wire.socket()
        hostile.send(frame(TEXT, last=False), *[frame(CONTINUATION, last=False)] * 64)
        assert hostile.closing_code() == 1008
        hostile.close()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(TEXT, b"\xff", last=False) + frame(CONTINUATION, b"\xfe"), 1007),
        (frame(BINARY, b"x"), 1003),
        (frame(TEXT, b"x" * 5000), 1009),
        (frame(3), 1002),
        (frame(PING, last=False), 1002),
        (frame(CONTINUATION), 1002),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_odd_frames_close_the_socket_quietly(wire: Wire, sent: bytes, code: int) -> None:
    hostile = wire.socket()
    hostile.send(sent)
    assert hostile.closing_code() == code
    hostile.close()
    assert is_alive(wire)


@pytest.mark.parametrize("header", ["A: " + "b" * 9000, "\r\n".join(["A: b"] * 200)], ids=len)
def test_a_handshake_that_cannot_be_read_is_answered(wire: Wire, header: str) -> None:
    hostile = wire.socket(header)
    assert hostile.status == 400
    assert read_all(hostile.wire) == b""
    hostile.close()


@pytest.mark.slow
def test_whoever_never_reads_is_cut_off(tmp_path: Path) -> None:
    """Answers to pings do not pile up: the socket ends, whatever the pings' number may be."""
    limits = replace(NO_LIMITS, unsent=64 * 1024)
    with behind_a_port(tmp_path, limits) as wire:
        deaf = wire.socket(buffer=4096)
        pings = frame(PING, b"x" * 125) * 400
        with pytest.raises(ConnectionError):
            deaf.send(*[pings] * 4000)  # 200 MB, of which the system itself keeps some
        deaf.close()
        assert is_alive(wire)


@pytest.mark.slow
def test_whoever_takes_nothing_for_long_is_cut_off(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, stuck_seconds=0.3, unsent=1 << 40)
    with behind_a_port(tmp_path, limits) as wire:
        deaf = wire.socket(buffer=4096).wire
        pings = frame(PING, b"x" * 125) * 400
        with suppress(ConnectionError):
            for _ in range(120):  # 6 MB: more than the system keeps for a connection
                deaf.sendall(pings)
        gone = select.poll()
        gone.register(deaf, select.POLLHUP | select.POLLERR)
        assert gone.poll(PATIENCE * 1000)
        deaf.close()
        assert is_alive(wire)


class Standing:
    """A connection that is overdue, or is not."""

    def __init__(self, overdue: bool) -> None:
        self.overdue, self.looked_at, self.was_cut = overdue, 0, False

    def is_overdue(self, moment: float) -> bool:
        self.looked_at += 1
        return self.overdue

    def cut(self) -> None:
        self.was_cut = True


def test_every_connection_is_looked_at_once_in_a_round() -> None:
    gate = Gate(NO_LIMITS, 100)
    standing = [Standing(number % 3 == 0) for number in range(3 * TURNS)]
    present = {*standing}
    most = 0
    for _ in range(TURNS):
        before = sum(one.looked_at for one in standing)
        gate.sweep(present)
        most = max(most, sum(one.looked_at for one in standing) - before)
    assert most == 3  # nobody waits for the others
    assert {one.looked_at for one in standing} == {1}
    assert [one.was_cut for one in standing] == [one.overdue for one in standing]


def test_connections_that_have_gone_are_not_looked_at() -> None:
    gate = Gate(NO_LIMITS, 100)
    standing = [Standing(overdue=True) for _ in range(2 * TURNS)]
    present = {*standing}
    gate.sweep(present)
    gone = {one for one in standing if not one.looked_at}
    present -= gone
    for _ in range(TURNS):
        gate.sweep(present)
    assert not any(one.looked_at for one in gone)


# --- 4: polls, half-sent requests, descriptors ------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GE",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: ",
        b"POST /settings HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 99\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\na=",
    ],
    ids=ascii,
)
def test_half_sent_requests_are_closed(tmp_path: Path, half: bytes) -> None:
    limits = replace(NO_LIMITS, head_seconds=0.2, body_seconds=0.2)
    with behind_a_port(tmp_path, limits) as wire, wire.connect() as slow:
        slow.sendall(half)
        assert b"200 OK" not in read_all(slow)  # it ends, or the test runs into its time-out


@pytest.mark.slow
def test_a_request_before_does_not_buy_time(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, head_seconds=0.2)
    with behind_a_port(tmp_path, limits) as wire, wire.connect() as slow:
        slow.sendall(request("/api/games"))
        assert status_of(slow.recv(65536)) == 200
        slow.sendall(b"GET / HT")
        assert b"HTTP/1.1" not in read_all(slow)


def test_requests_are_answered_one_after_the_other(wire: Wire) -> None:
    """A client that does not wait for an answer gets one; browsers wait."""
    with wire.connect() as hasty, wire.connect() as patient:
        hasty.sendall(request("/api/games") * 50)
        assert read_all(hasty).count(b"HTTP/1.1 200") == 1
        for _ in range(3):
            patient.sendall(request("/static/icon.svg"))
            assert status_of(patient.recv(65536)) == 200


def polls(wire: Wire, count: int, *headers: str) -> list[socket.socket]:
    """Connections that wait for something new at the table."""
    waiting = [wire.connect() for _ in range(count)]
    for one in waiting:
        one.sendall(request(f"/api/tables/{wire.table}/events?since=99999&wait=25", *headers))
    return waiting


def answered(waiting: list[socket.socket], count: int) -> list[int]:
    """The statuses of the first answers."""
    statuses, left = list[int](), list(waiting)
    while len(statuses) < count:
        ready = select.select(left, [], [], PATIENCE)[0]
        assert ready, "nobody is answered"
        for one in ready:
            statuses.append(status_of(one.recv(65536)))
            left.remove(one)
    return statuses


def test_polls_count_like_sockets(tmp_path: Path) -> None:
    with behind_a_port(tmp_path, replace(NO_LIMITS, sockets=3)) as wire:
        waiting = polls(wire, 5)
        assert answered(waiting, 2) == [429, 429]
        assert wire.socket().status == 403
        path = f"/api/tables/{wire.table}/events?since=0&wait=0"  # does not wait
        assert wire.status(path) == 200


def test_polls_of_a_person_count(tmp_path: Path) -> None:
    with behind_a_port(tmp_path, replace(NO_LIMITS, own_sockets=2)) as wire:
        token = f"Authorization: Bearer {wire.token}"
        waiting = polls(wire, 4, token)
        assert answered(waiting, 2) == [429, 429]
        assert wire.socket(wire.cookie()).status == 403
        assert wire.socket().status == 101  # somebody else


def test_a_full_house_makes_room_for_those_who_speak(tmp_path: Path) -> None:
    with behind_a_port(tmp_path, NO_LIMITS) as wire:
        wire.process.config.gate.most = 20  # type: ignore[attr-defined]
        page = wire.socket(wire.cookie())
        page.hear()
        silent = [wire.connect() for _ in range(60)]
        for _ in range(5):
            assert is_alive(wire)
        assert read_all(silent[0]) == b""  # the one that let us wait the longest is gone
        page.send(frame(TEXT, b'{"alive": 1}'))
        assert page.hear()[0] == TEXT
        page.close()


def test_a_house_full_of_people_says_so(tmp_path: Path) -> None:
    with behind_a_port(tmp_path, NO_LIMITS) as wire:
        pages = [wire.socket() for _ in range(4)]
        wire.process.config.gate.most = 4  # type: ignore[attr-defined]
        assert wire.status("/api/games") == 503
        pages[0].hear()
        pages[0].send(frame(TEXT, b'{"alive": 1}'))
        assert pages[0].hear()[0] == TEXT


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_descriptors_are_taken_and_some_are_kept() -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 400));"
        "from dalang.server.process import take_descriptors;"
        "print(take_descriptors(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["400", "400"]
    assert most_connections(400) == 200
    assert most_connections(65_536) == 65_336


# --- 7: clubs behind one address --------------------------------------------------------------


def linked(page: bytes) -> list[str]:
    """The files that a page names."""
    return sorted(set(re.findall(r'(?:href|src)="(/(?:static|view)/[^"]+)"', page.decode())))


@pytest.mark.slow
def test_25_first_pages_at_once_are_all_answered(tmp_path: Path) -> None:
    with behind_a_port(tmp_path) as wire:  # with the usual limits
        files = linked(wire.ask("/"))
        assert len(files) > 5
        statuses: list[int] = []

        def load() -> None:
            for path in ["/", *files]:
                statuses.append(wire.status(path))

        visitors = [threading.Thread(target=load) for _ in range(25)]
        for visitor in visitors:
            visitor.start()
        for visitor in visitors:
            visitor.join()
        assert statuses == [200] * 25 * (1 + len(files))


def test_files_are_kept_for_ever_and_cost_nothing(tmp_path: Path) -> None:
    with behind_a_port(tmp_path, replace(NO_LIMITS, rate=0.0, burst=1.0)) as wire:
        files = linked(wire.ask("/"))
        for path in files:
            answer = wire.ask(path)
            assert status_of(answer) == 200
            assert b"max-age=31536000, immutable" in answer
            assert b"nosniff" in answer
            bare = wire.ask(path.partition("?")[0])
            assert b"cache-control: no-cache" in bare
            tag = re.findall(rb'etag: ("\w+")', bare)[0].decode()
            assert status_of(wire.ask(path, f"If-None-Match: {tag}")) == 304
        style = next(path for path in files if ".css" in path)
        assert b"content-encoding: gzip" in wire.ask(style, "Accept-Encoding: gzip")
        assert wire.status("/") == 429
        with wire.connect() as wire_:
            wire_.sendall(request("/"))
            assert b"connection: close" in wire_.recv(65536).lower()
        assert wire.status("/static/nothing.css") == 429
        assert wire.status(files[0], method="POST") == 429


# --- 8: logs ------------------------------------------------------------------------------------


BROKEN = [
    b"POST /settings HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 99\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nlanguage=",
    b"POST /replays HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 999\r\n"
    b"Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\nContent-Disp",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    b"POST /settings HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /settings HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"5\r\nhelloXX\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    b"\x16\x03\x01",
]


def wait_for(port: int) -> None:
    """A server says where it is before it listens there."""
    for _ in range(1000):
        with suppress(OSError), socket.create_connection((HOST, port), PATIENCE):
            return
        time.sleep(0.05)


def exchange(port: int, sent: bytes) -> bytes:
    """What comes back when everything is sent and the line breaks."""
    with socket.create_connection((HOST, port), PATIENCE) as broken:
        broken.sendall(sent)
        with suppress(OSError):
            broken.shutdown(socket.SHUT_WR)
        return read_all(broken)


@pytest.mark.parametrize("sent", BROKEN, ids=lambda sent: ascii(sent)[6:24] + ascii(sent)[-14:-1])
def test_what_breaks_off_writes_one_line_at_most(
    wire: Wire, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    answer = exchange(wire.port, sent)
    assert b"Traceback" not in answer
    assert status_of(answer) < 500
    assert is_alive(wire)
    assert len(caplog.records) <= 1
    assert all(record.exc_info is None for record in caplog.records)


@pytest.mark.slow
def test_lines_of_the_log_have_times(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dalang.cli", "serve", "--data", str(tmp_path)]
    server = subprocess.Popen(
        [*command, "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"DALANG_LIMITS": "cookies=100"},
    )
    with server, ExitStack() as ends:
        ends.callback(server.kill)
        assert server.stdout
        port = 0
        while not port:
            line = server.stdout.readline()
            assert line
            found = re.search(r"http://127.0.0.1:(\d+)/", line)
            port = int(found[1]) if found else 0
        wait_for(port)
        for sent in [request("/", f"Cookie: a={'b' * 200}"), *BROKEN]:
            answer = exchange(port, sent)
            assert b"Cookie" not in sent or status_of(answer) == 431  # the settings are heeded
        server.terminate()
        errors = server.communicate(timeout=PATIENCE)[1]
    assert errors
    for line in errors.splitlines():
        assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} WARNING ", line), errors


def test_what_comes_again_and_again_is_written_some_times() -> None:
    sieve = Repetitions()
    lines = [logging.LogRecord("x", 30, "", 0, "the same", None, None) for _ in range(50)]
    written = [line for line in lines if sieve.filter(line)]
    assert len(written) == MOST_ALIKE
    assert "not written" in written[-1].getMessage()
    assert sieve.filter(logging.LogRecord("x", 30, "", 0, "another", None, None))
