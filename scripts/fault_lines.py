"""How players of scripts/fault-test talk to servers that may be gone: requests and streams."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fault_history import Told
from fault_servers import GameServer

PATIENCE = 8.0  # seconds until a player asks another server
BREATH = 0.1  # seconds where there is nothing to do


class NoAnswer(Exception):
    """A server was asked, and nobody knows what came of it."""


class Line:
    """A player's connection to one of the servers, which may change at any time."""

    def __init__(self, servers: list[GameServer], token: str, moments: random.Random) -> None:
        self._servers, self._token, self._moments = servers, token, moments
        self.server = moments.choice(servers)
        self._connection: http.client.HTTPConnection | None = None
        self._port = 0

    def switch(self) -> None:
        """To any of them."""
        self.hang_up()
        self.server = self._moments.choice(self._servers)

    def hang_up(self) -> None:
        """The connection ends."""
        if self._connection:
            self._connection.close()
        self._connection = None

    def ask(self, path: str, wish: object = None, hurried: bool = False) -> tuple[int, Any]:
        """One request; raises NoAnswer if there is none.  In a hurry nobody waits for it."""
        try:
            answer = self._answer(path, wish, hurried)
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.switch()
            raise NoAnswer(type(error).__name__) from None

    def lines(self, path: str) -> Iterator[Any]:
        """What a stream says, until it ends or breaks."""
        try:
            answer = self._answer(path, None)
            while line := answer.readline():
                if line.endswith(b"\n") and line.strip():
                    yield json.loads(line)
        except (OSError, http.client.HTTPException, ValueError):
            pass
        self.switch()

    def _answer(self, path: str, wish: object, hurried: bool = False) -> http.client.HTTPResponse:
        port = self.server.port
        if not port:
            time.sleep(BREATH)
            raise ConnectionRefusedError
        if self._connection is None or self._port != port:
            self.hang_up()
            self._port = port
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        headers = {"authorization": f"Bearer {self._token}"}
        method, body = ("POST", json.dumps(wish)) if wish is not None else ("GET", None)
        self._connection.request(method, path, body, headers)
        if hurried:
            raise ConnectionAbortedError
        return self._connection.getresponse()


@dataclass(frozen=True)
class State:
    """How a table stands, as a stream said last."""

    number: int = 0
    status: str = "open"
    legal: tuple[str, ...] = ()


class Reader(threading.Thread):
    """Follows one table by streams, one after the other, each from where the last one broke."""

    def __init__(self, told: Told, line: Line, news: threading.Event) -> None:
        super().__init__(name=f"reader of {told.table}", daemon=True)
        self.state = State()
        self.stopping = threading.Event()
        self._told, self._line, self._news = told, line, news
        self._part: list[Any] = []  # of a moment

    def run(self) -> None:
        """Until the game is over."""
        while not self._over() and not self.stopping.is_set():
            self._part.clear()
            path = f"/api/tables/{self._told.table}/stream?since={self.state.number}"
            for line in self._line.lines(path):
                if "type" not in line:  # a refusal: the database was away
                    time.sleep(BREATH)
                    break
                self._hear(line)
                if self._over() or self.stopping.is_set():
                    return

    def _over(self) -> bool:
        return self.state.status == "finished"

    def _hear(self, line: Any) -> None:
        """What was told of a moment counts when all of it was told: its last line is the state."""
        self._part.append(line)
        if line.get("type") != "state":
            return
        for one in self._part:
            if one["type"] == "undone":
                kept = [event for event in self._told.events if event[0] < one["number"]]
                self._told.events[:] = kept
            elif one["type"] == "event":
                self._told.events.append(written(one["event"]))
        self._part.clear()
        if line["number"] >= self.state.number:  # else the server is behind
            legal = tuple(choice["action"] for choice in line.get("legal", ()))
            self.state = State(line["number"], line["status"], legal)
            self._news.set()


def written(event: Mapping[str, Any]) -> tuple[int, str]:
    """An event as it was told, without its words."""
    text = json.dumps([event["actor"], event["key"], event["args"]], sort_keys=True)
    return event["number"], text
