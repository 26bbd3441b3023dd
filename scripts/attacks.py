"""The attacks, one function each: `@attack` adds it to `scripts/attack`.

A function gets a server on this machine and a clock.  It does its worst until the clock is over,
counts what became of it, and says in the first line of its docstring what it is.  It closes
what it opens.
"""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import cache
from threading import Thread

from attacking import HOSTILE, Clock, Tally, Target, accomplice, frame, request, status_of

from dalang.engine.api import CHANCE, OVER
from dalang.engine.replay import Replay
from dalang.engine.rng import Rng, draw
from dalang.engine.session import Session
from dalang.registry import all_games

CONTINUATION, TEXT, PING, PONG = 0, 1, 9, 10
Attack = Callable[[Target, Clock], Tally]
ATTACKS: dict[str, Attack] = {}
HARMLESS: set[Attack] = set()


def attack(work: Attack) -> Attack:
    """Adds an attack under its own name."""
    ATTACKS[work.__name__.replace("_", "-")] = work
    return work


def harmless(work: Attack) -> Attack:
    """Marks what a server has to bear: it need not refuse anything of it."""
    HARMLESS.add(work)
    return work


def what(work: Attack) -> str:
    """The first line of its docstring."""
    return (work.__doc__ or "").partition("\n")[0].rstrip(".")


@attack
@harmless
def nothing(target: Target, clock: Clock) -> Tally:
    """No attack, for comparison."""
    while not clock.over:
        clock.pause()
    return clock.count()


# --- requests -----------------------------------------------------------------------------------


@attack
def cookies(target: Target, clock: Clock) -> Tally:
    """Cookies of 60,000 backslashes."""
    tally, evil = clock.count(1), 'Cookie: x="' + "\\" * 60_000 + '"'
    while not clock.over:
        target.ask(request("/", evil), tally)
    return tally


@attack
def heads(target: Target, clock: Clock) -> Tally:
    """Heads of requests without an end."""
    tally = clock.count(1)
    while not clock.over:
        target.ask(request("/", *[f"X-{n}: {'a' * 1000}" for n in range(500)]), tally)
    return tally


@attack
def fuzz(target: Target, clock: Clock) -> Tally:
    """Requests with bytes changed at random."""
    tally, rng = clock.count(1), random.Random(1)
    sound = request("/", "Cookie: a=b", "Accept-Language: nl", "Content-Length: 3", body=b"a=b")
    while not clock.over:
        sent = bytearray(sound)
        for _ in range(rng.randrange(1, 8)):
            sent[rng.randrange(len(sent))] = rng.randrange(256)
        with target.connect() as wire:
            with suppress(OSError):
                wire.sendall(bytes(sent))
                wire.shutdown(socket.SHUT_WR)
            with suppress(OSError):
                tally.note(status_of(wire.recv(65536)))
    return tally


@attack
def broken_forms(target: Target, clock: Clock) -> Tally:
    """Forms that break off, and chunks of no size."""
    head = b"POST /settings HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n"
    form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\nlanguage="
    tally = clock.count(1)
    while not clock.over:
        for rest in (form, b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"):
            with suppress(OSError), target.connect() as wire:
                wire.sendall(head + rest)
                wire.shutdown(socket.SHUT_WR)
                tally.note(status_of(wire.recv(65536)))
    return tally


# --- connections --------------------------------------------------------------------------------


class Crowd:
    """Many connections at once; those that the server has closed or refused were cut off."""

    def __init__(self, clock: Clock) -> None:
        self.tally = clock.count()
        self._open: list[socket.socket] = []

    def add(self, wire: socket.socket) -> None:
        """One more; it is never waited for."""
        wire.setblocking(False)
        self._open.append(wire)
        self.tally.tried += 1
        self.tally.sockets = max(self.tally.sockets, len(self._open))

    def look(self) -> None:
        """Counts who was cut off meanwhile."""
        gone = [wire for wire in self._open if _is_gone(wire)]
        for wire in gone:
            wire.close()
            self._open.remove(wire)
        self.tally.refused += len(gone)
        self.tally.passed = len(self._open)

    def send(self, sent: bytes) -> None:
        """The same from everybody."""
        for wire in self._open:
            with suppress(OSError):
                wire.send(sent)

    def stay(self, clock: Clock) -> Tally:
        """Until the end; then all are closed."""
        while not clock.over:
            self.look()
            clock.pause()
        self.look()
        for wire in self._open:
            wire.close()
        return self.tally


def _is_gone(wire: socket.socket) -> bool:
    """Whether the other side has ended a connection, or refused what it was sent."""
    try:
        while part := wire.recv(65536):
            if status_of(part) in (429, 503):
                return True
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def _open_many(target: Target, clock: Clock, sent: bytes, count: int, buffer: int = 0) -> Tally:
    crowd = Crowd(clock)
    for _ in range(clock.some(count)):
        with suppress(OSError):
            wire = target.connect(buffer)
            crowd.add(wire)
            wire.send(sent)
    return crowd.stay(clock)


@attack
def idle(target: Target, clock: Clock) -> Tally:
    """1,200 connections that say nothing."""
    return _open_many(target, clock, b"", 1200)


@attack
def half_heads(target: Target, clock: Clock) -> Tally:
    """1,200 requests of which half the head is sent."""
    return _open_many(target, clock, b"GET / HTTP/1.1\r\nHost: x\r\nA: ", 1200)


@attack
def half_bodies(target: Target, clock: Clock) -> Tally:
    """1,200 requests of which half the body is sent."""
    form = "Content-Type: application/x-www-form-urlencoded"
    sent = request("/settings", form, "Content-Length: 99", port=target.port)
    sent = sent.replace(b"GET", b"POST", 1).replace(b"X-For", b"Origin: http://127.0.0.1\r\nX-For")
    return _open_many(target, clock, sent + b"language=", 1200)


@attack
def polls(target: Target, clock: Clock) -> Tally:
    """1,150 requests that wait for news at a table."""
    table = accomplice(target).table
    path = f"/api/tables/{table}/events?since=99999&wait=25"
    return _open_many(target, clock, request(path, connection="keep-alive"), 1150)


@attack
def deaf_readers(target: Target, clock: Clock) -> Tally:
    """300 visitors who ask for 200 files each at once and read nothing."""
    asked = request("/static/frame.css", connection="keep-alive") * 200
    return _open_many(target, clock, asked, 300, buffer=4096)


# --- sockets ------------------------------------------------------------------------------------


def _flood(target: Target, clock: Clock, sent: bytes, count: int = 20, deaf: bool = False) -> Tally:
    """Several sockets that send the same again and again; each that is cut off comes back."""
    tally, table = clock.count(count), accomplice(target).table

    def one() -> None:
        while not clock.over:
            tally.tried += 1
            try:
                wire = target.page(4096 if deaf else 0, table)
            except OSError:
                tally.lost += 1
                continue
            if wire is None:
                tally.refused += 1
                continue
            tally.refused += _pour(wire, sent, clock, deaf)

    threads = [Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


def _pour(wire: socket.socket, sent: bytes, clock: Clock, deaf: bool) -> bool:
    """Sends until the socket is cut off; whether it was."""
    wire.settimeout(0.2)
    with wire:
        while not clock.over:
            try:
                wire.sendall(sent)
                if not deaf and not wire.recv(1 << 16):
                    return True
            except TimeoutError:
                continue
            except OSError:
                return True
    return False


@attack
def pings(target: Target, clock: Clock) -> Tally:
    """20 sockets that send empty pings."""
    return _flood(target, clock, frame(PING) * 5000)


@attack
def pongs(target: Target, clock: Clock) -> Tally:
    """20 sockets that send empty pongs."""
    return _flood(target, clock, frame(PONG) * 5000)


@attack
def continuations(target: Target, clock: Clock) -> Tally:
    """20 sockets that send a message of empty parts."""
    sent = frame(TEXT, last=False) + frame(CONTINUATION, last=False) * 5000
    return _flood(target, clock, sent)


@attack
def deaf_pings(target: Target, clock: Clock) -> Tally:
    """20 sockets that send long pings and never read."""
    return _flood(target, clock, frame(PING, b"x" * 125) * 400, deaf=True)


@attack
@harmless
def slow_pings(target: Target, clock: Clock) -> Tally:
    """100 sockets that ping within their budget and never read."""
    crowd, table = Crowd(clock), accomplice(target).table
    for _ in range(clock.some(100)):
        wire = target.page(4096, table)
        if wire:
            crowd.add(wire)
    while not clock.over:
        crowd.send(frame(PING, b"x" * 125))
        clock.pause()
    return crowd.stay(clock)


# --- costs --------------------------------------------------------------------------------------


@attack
@harmless
def club(target: Target, clock: Clock) -> Tally:
    """25 people of one address load the first page and its files at once, once."""
    page = target.ask(request("/"), Tally()).decode("utf-8", "replace")
    paths = ["/", *set(re.findall(r'(?:href|src)="(/(?:static|view)/[^"]+)"', page))]
    tally = clock.count(25)

    def load() -> None:
        for path in paths:
            target.ask(request(path), tally)

    threads = [Thread(target=load) for _ in range(25)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


@attack
def replays(target: Target, clock: Clock) -> Tally:
    """Other moments of a replay, as fast as they come, by 8 connections."""
    visitor = accomplice(target)
    name = _bring(target, visitor.cookie, Tally())
    tally = clock.count(8)

    def look(number: int) -> None:
        rng = random.Random(number)
        while not clock.over:
            path = f"/replay/{name}?move={rng.randrange(150)}&eyes={rng.randrange(3)}"
            target.ask(request(path), tally)

    threads = [Thread(target=look, args=(number,)) for number in range(8)]
    with ExitStack() as ends:
        for thread in threads:
            thread.start()
            ends.callback(thread.join)
    return tally


@attack
def uploads(target: Target, clock: Clock) -> Tally:
    """Replays brought along, each by a new guest."""
    tally = clock.count(1)
    while not clock.over:
        _bring(target, "", tally)
    return tally


def _bring(target: Target, cookie: str, tally: Tally) -> str:
    """Uploads a replay; its name."""
    body = (
        b'--x\r\nContent-Disposition: form-data; name="replay"; filename="a.replay"\r\n\r\n'
        + _replay().encode()
        + b"\r\n--x--\r\n"
    )
    fields = ("Content-Type: multipart/form-data; boundary=x", f"Cookie: {cookie}")
    sent = request("/replays", *fields, method="POST", body=body, port=target.port)
    found = re.search(rb"location: /replay/([\w-]+)", target.ask(sent, tally))
    return found[1].decode() if found else ""


@cache
def _replay() -> str:
    """A game, played at random."""
    spec, rng, chance = next(iter(all_games().values())), Rng(1), random.Random(1)
    session = Session(spec, spec.players[0])
    while (actor := session.position.actor()) != OVER:
        if actor == CHANCE:
            session.happen(draw(session.position.chance_weights(), rng))
        else:
            session.play(actor, chance.choice(session.position.legal_texts()))
    return Replay.of(session).text()


@attack
def chat(target: Target, clock: Clock) -> Tally:
    """Lines of chat, by guest after guest."""
    tally = clock.count(1)
    while not clock.over:
        try:
            _talk(target, tally)
        except (RuntimeError, OSError):
            tally.note(429)
    return tally


def _talk(target: Target, tally: Tally) -> None:
    """What one guest says."""
    visitor = accomplice(target, HOSTILE)
    for _ in range(30):
        answer, _ = visitor.send("POST", f"/t/{visitor.table}/chat", {"text": "buy this"})
        tally.note(answer.status)


@attack
def lobby(target: Target, clock: Clock) -> Tally:
    """Open tables of one guest, as many as the server takes."""
    visitor, tally = accomplice(target), clock.count(1)
    while not clock.over:
        _open(target, visitor.token, ["me", "open"], tally)
    return tally


@attack
def bot_tables(target: Target, clock: Clock) -> Tally:
    """Tables of experts, with one guest or with nobody."""
    visitor, tally = accomplice(target), clock.count(1)
    while not clock.over:
        _open(target, visitor.token, ["bot-expert"], tally)
        _open(target, visitor.token, ["me", "bot-expert"], tally)
    return tally


def _open(target: Target, token: str, seats: list[str], tally: Tally) -> None:
    """A table at which the last of the seats is repeated until all are taken."""
    spec = max(all_games().values(), key=lambda spec: max(spec.players))
    filled = seats + seats[-1:] * (max(spec.players) - len(seats))
    body = json.dumps({"game": spec.key, "seats": filled}).encode()
    fields = (f"Authorization: Bearer {token}", "Content-Type: application/json")
    sent = request("/api/tables", *fields, method="POST", body=body, port=target.port)
    target.ask(sent, tally)
