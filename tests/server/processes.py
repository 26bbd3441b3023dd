"""`dalang serve` as real processes at the database of a test, which can be killed and frozen."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 300.0  # seconds until a test gives up; nothing is measured
SETTINGS = {"DALANG_LIMITS": "rate=1e9 burst=1e9 guest_burst=1e9"}


class Process:
    """One `dalang serve`, or one with its children."""

    def __init__(self, url: str, home: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "dalang.cli", "serve", "--no-browser", "--port", "0"]
        command += ["--database", url, "--data", str(home), *arguments]
        self._running = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **SETTINGS}
        )
        self.pid = self._running.pid
        self.address = self._announced()

    def _announced(self) -> str:
        assert self._running.stdout
        for line in self._running.stdout:
            if found := re.search(r"http://[\d.]+:\d+", line):
                return found[0]
        raise AssertionError("it has ended without a word")

    def until_ready(self) -> None:
        """Until it can be sent visitors."""
        waited_until(lambda: self.status("/ready") == 200)

    def status(self, path: str) -> int:
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def ask(self, path: str, token: str, body: object = None) -> Any:
        """What the API answers."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data)
        request.add_header("authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def send(self, number: signal.Signals) -> None:
        self._running.send_signal(number)

    def children(self) -> list[int]:
        """The processes that it has started as servers, not those in which bots think."""
        text = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii")
        return [int(word) for word in text.split()]

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends it, and waits for that; what it returned."""
        if self._running.poll() is None:
            self._running.send_signal(signal.SIGCONT)
            self._running.send_signal(how)
        code = self._running.wait(PATIENCE)
        assert self._running.stdout
        self._running.stdout.close()
        return code


@contextmanager
def serving(url: str, home: Path, *arguments: str) -> Generator[Process]:
    """Until the end of the block."""
    process = Process(url, home, *arguments)
    try:
        process.until_ready()
        yield process
    finally:
        process.end(signal.SIGTERM)


def waited_until(condition: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)
