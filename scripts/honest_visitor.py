"""Somebody who plays and looks around while a server is attacked: `scripts/attack` starts it.

A process of its own, so that nothing it measures waits for the attack itself.  It begins with a
line that says so, ends when its input does, and then tells how long it had to wait, as JSON.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

ADDRESS = f"192.0.2.{10 + os.getpid() % 200}"  # as a web server in front would tell it
PAUSE = 0.1  # seconds between two moves
EVERY = 5  # moves, a newcomer looks at the first page
WARMING = 5  # rounds before anything is measured
OK = 200
SEATS = 3  # at the table
LONGEST = 60.0  # seconds that an answer may take before it counts as none


@dataclass
class Experience:
    """What it was like to be there."""

    waits: dict[str, float] = field(default_factory=lambda: dict[str, float]())  # longest, by kind
    requests: int = 0
    refused: int = 0
    failed: int = 0  # without an answer
    reconnected: int = 0  # how often the page's socket was lost
    played: list[tuple[str, int, str]] = field(
        default_factory=lambda: list[tuple[str, int, str]]()
    )  # table, number and action of every move that was confirmed


class Visitor:
    """One person at one server, on this machine."""

    def __init__(self, port: int, forwarded: str = ADDRESS) -> None:
        self.port = port
        self.experience = Experience()
        self.cookie = self.token = self.table = self.game = ""
        self._forwarded = forwarded
        self._lines: dict[str, http.client.HTTPConnection] = {}
        self._page: ClientConnection | None = None
        self._ends = ExitStack()

    def come_in(self) -> None:
        """A guest who opens a table, sits on all of its seats, and gets a token."""
        answer, games = self.send("GET", "/api/games")
        if answer.status != OK:
            raise RuntimeError("the server does not let anybody in")
        self.game = next(game["key"] for game in json.loads(games) if SEATS in game["players"])
        seats = {f"seat-{number}": "me" if number == 0 else "hot" for number in range(SEATS)}
        answer, _ = self.send("POST", "/new", {"game": self.game, "players": str(SEATS), **seats})
        self.cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        self.table = (answer.getheader("location") or "").rpartition("/")[2]
        _, page = self.send("POST", "/me/token", {"label": "attack"})
        self.token = page.partition("dalang_")[2].partition("<")[0].partition('"')[0].strip()
        self.token = f"dalang_{self.token}"
        if not (self.cookie and self.table):
            raise RuntimeError("the server does not let anybody in")

    def send(
        self, method: str, path: str, form: dict[str, str] | None = None, line: str = "usual"
    ) -> tuple[http.client.HTTPResponse, str]:
        """One request as a browser sends it."""
        headers = {
            "x-forwarded-for": self._forwarded,
            "origin": f"http://127.0.0.1:{self.port}",
            "content-type": "application/x-www-form-urlencoded",
            "cookie": self.cookie,
        }
        return self._exchange(line, method, path, urlencode(form or {}) or None, headers)

    def call(self, method: str, path: str, wish: object = None) -> dict[str, Any]:
        """One request as a program sends it."""
        headers = {"authorization": f"Bearer {self.token}", "x-forwarded-for": self._forwarded}
        body = json.dumps(wish) if wish else None
        answer, text = self._exchange("program", method, path, body, headers)
        found: dict[str, Any] = json.loads(text) if answer.status in (200, 201, 409) else {}
        return found

    def _exchange(
        self, line: str, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, str]:
        connection = self._lines.setdefault(
            line, http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        )
        self.experience.requests += 1
        for _ in range(2):  # the server ends a line that was quiet for some seconds
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                text = answer.read().decode("utf-8", "replace")
                self.experience.refused += answer.status in (429, 503)
                return answer, text
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                connection.close()
        raise ConnectionError("no answer")

    # --- while it goes on -------------------------------------------------------------------

    def stay(self, until: threading.Event) -> None:
        """Plays, and looks around, until the end."""
        rounds = 0
        while not until.is_set():
            self.do_all(rounds)
            rounds += 1
            until.wait(PAUSE)
        self._ends.close()

    def do_all(self, rounds: int = 0) -> None:
        """A move, a sign of life, and now and then a look at the first page."""
        self.timed("move", self.move)
        self.timed("page", self.is_alive)
        if rounds % EVERY == 0:
            self.timed("newcomer", self.look_around)

    def timed(self, kind: str, work: Callable[[], None]) -> None:
        """How long it took; a request without an answer counts, too."""
        begun = time.perf_counter()
        try:
            work()
        except (OSError, http.client.HTTPException, WebSocketException, ValueError):
            self.experience.failed += 1
            for line in self._lines.values():
                line.close()
        waits = self.experience.waits
        waits[kind] = max(waits.get(kind, 0.0), time.perf_counter() - begun)

    def move(self) -> None:
        """One move of its game, or a new game."""
        choices = self.call("GET", f"/api/tables/{self.table}/legal")
        if "legal" in choices and not choices["legal"]:
            wish = {"game": self.game, "seats": ["me", *["hot"] * (SEATS - 1)]}
            self.table = self.call("POST", "/api/tables", wish).get("id", self.table)
            return
        if not choices:
            return
        action, number = random.choice(choices["legal"])["action"], choices["number"]
        wish = {"action": action, "number": number}
        if self.call("POST", f"/api/tables/{self.table}/play", wish).get("played"):
            self.experience.played.append((self.table, number, action))

    def is_alive(self) -> None:
        """The page's socket answers."""
        page = self._page or self._open_page()
        try:
            page.send('{"alive": 1}')
            while "alive" not in json.loads(page.recv(LONGEST)):
                pass
        except (OSError, WebSocketException):
            self.experience.reconnected += 1
            self._page = None
            raise

    def _open_page(self) -> ClientConnection:
        opening = connect(
            f"ws://127.0.0.1:{self.port}/t/{self.table}/live",
            additional_headers={
                "origin": f"http://127.0.0.1:{self.port}",
                "cookie": self.cookie,
                "x-forwarded-for": self._forwarded,
            },
            open_timeout=LONGEST,
        )
        self._page = self._ends.enter_context(opening)
        return self._page

    def look_around(self) -> None:
        """Somebody comes for the first time, by a connection of their own."""
        try:
            self.send("GET", "/", line="newcomer")
        finally:
            self._lines.pop("newcomer").close()


def main() -> int:
    """One visit."""
    visitor = Visitor(int(sys.argv[1]))
    visitor.come_in()
    for _ in range(WARMING):
        visitor.do_all()
    visitor.experience.waits.clear()
    over = threading.Event()
    visit = threading.Thread(target=visitor.stay, args=(over,))
    visit.start()
    print("here", flush=True)
    sys.stdin.read()
    over.set()
    visit.join()
    print(json.dumps(asdict(visitor.experience)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
