"""Firefox as it comes from Debian, driven by WebDriver BiDi, the language it speaks itself.

Playwright only drives a Firefox of its own making, and Selenium needs a program that is in no
registry.  What a test needs of the protocol is little: a page, its cookies, a click, its errors.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from websockets.sync.client import ClientConnection, connect

NAMES = ("firefox-esr", "firefox")
PATIENCE = 60.0  # seconds: the machine may be busy with other things
BEGINNING = "WebDriver BiDi listening on "
FLAGS = ("--headless", "--no-remote", "--remote-debugging-port=0")
SETTINGS = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "services.settings.server": "data:,",
    "ui.prefersReducedMotion": 1,  # what flies would lie over what is lit
}
ERRORS = "log.entryAdded"


def find() -> str | None:
    """The path of a Firefox, if there is one."""
    return os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """A running browser; pages are opened in it one after the other."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._asked = line, 0
        self.errors: list[str] = []  # of the scripts of all pages
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=[ERRORS])

    def ask(self, method: str, **params: object) -> Any:
        """One command and its answer; what is told meanwhile is noted."""
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            message = json.loads(self._line.recv(PATIENCE))
            if message.get("method") == ERRORS:
                self._note(message["params"])
            elif message.get("id") == self._asked:
                assert message["type"] == "success", message
                return message["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            self.errors.append(str(entry["text"]))


class FirefoxPage:
    """A tab of a given size."""

    def __init__(self, firefox: Firefox, width: int, height: int) -> None:
        self._firefox = firefox
        self._context = cast("str", firefox.ask("browsingContext.create", type="tab")["context"])
        size = {"width": width, "height": height}
        firefox.ask("browsingContext.setViewport", context=self._context, viewport=size)

    def add_cookie(self, name: str, value: str, domain: str) -> None:
        given = {"name": name, "value": {"type": "string", "value": value}, "domain": domain}
        self._firefox.ask("storage.setCookie", cookie=given)

    def goto(self, address: str) -> None:
        go = {"context": self._context, "url": address, "wait": "complete"}
        self._firefox.ask("browsingContext.navigate", **go)

    def evaluate(self, script: str) -> Any:
        """What an expression gives; it travels as JSON."""
        answer = self._firefox.ask(
            "script.evaluate",
            expression=f"JSON.stringify({script})",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def wait_for(self, script: str) -> Any:
        """Until an expression gives something that is true."""
        until = time.monotonic() + PATIENCE
        while not (found := self.evaluate(script)):
            assert time.monotonic() < until, f"never true: {script}"
            time.sleep(0.02)
        return found

    def click(self, x: float, y: float) -> None:
        """The pointer goes there, as a hand would move it, presses and goes out of the way."""
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        way = [_move(x, y), *press, _move(0, 0)]
        mouse = {"type": "pointer", "id": "mouse", "actions": way}
        self._firefox.ask("input.performActions", context=self._context, actions=[mouse])

    def __enter__(self) -> FirefoxPage:
        return self

    def __exit__(self, *_: object) -> None:
        self._firefox.ask("browsingContext.close", context=self._context)


def _move(x: float, y: float) -> dict[str, object]:
    return {"type": "pointerMove", "x": round(x), "y": round(y)}


@contextmanager
def running(home: Path) -> Generator[Firefox]:
    """Firefox with a profile of its own, which is ended whatever happens."""
    path = find()
    assert path, "There is no Firefox: run scripts/browsers, or set FIREFOX to its path."
    home.mkdir()
    lines = [f"user_pref({json.dumps(key)}, {json.dumps(on)});" for key, on in SETTINGS.items()]
    (home / "user.js").write_text("\n".join(lines), "utf-8")
    with (home / "log").open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(
            [path, *FLAGS, "--profile", home], stdout=log, stderr=subprocess.STDOUT
        )
        try:
            with connect(f"{_address(process, home / 'log')}/session", max_size=None) as line:
                yield Firefox(line)
        finally:
            process.kill()
            process.wait()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Where it listens, as it says itself."""
    until = time.monotonic() + PATIENCE
    while True:
        text = log.read_text("utf-8")
        if BEGINNING in text and "\n" in text.split(BEGINNING)[1]:
            return text.split(BEGINNING)[1].split()[0]
        assert process.poll() is None, f"Firefox has ended: {text}"
        assert time.monotonic() < until, f"Firefox does not listen: {text}"
        time.sleep(0.05)
