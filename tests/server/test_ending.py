"""The server as a process: one for a folder, alive for systemd, and it always ends."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from dalang.cli import main
from dalang.cli.hosting import lock_of_files
from dalang.server.folder_lock import folder_lock
from dalang.server.limits import Limits, RateLimiter
from dalang.server.settings import BadSettings, Settings
from dalang.server.web.middleware import ProtectionMiddleware

PROGRAM = """
import asyncio, sys, threading
from pathlib import Path
from dalang.server import process
from dalang.server.app import create_app
from dalang.server.settings import Settings
from dalang.server.storage import AsyncStore

process.GRACE = 1.0
settings = Settings.read(Path(sys.argv[1]), port=0, environment={})

async def for_ever(self):
    await asyncio.Event().wait()

def stuck():
    print("stuck", flush=True)
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()

async def startup(self, sockets=None):
    await usual(self, sockets)
    print("ready", flush=True)
    if sys.argv[2] == "stuck":
        asyncio.get_running_loop().call_soon(stuck)

usual, process.Server.startup = process.Server.startup, startup
if sys.argv[2] == "endless":
    AsyncStore.close = for_ever
process.run(create_app(settings), process.listen(settings))
"""
PATIENCE = 120.0  # seconds until a test gives up; nothing is measured


@contextmanager
def serving(*words: object, **environment: str) -> Generator[subprocess.Popen[str]]:
    """A Python program of its own."""
    command = [sys.executable, *map(str, words)]
    every = os.environ | environment
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=every
    ) as program:
        try:
            yield program
        finally:
            program.kill()


def until(program: subprocess.Popen[str], word: str) -> str:
    """Reads what a program says until a word comes."""
    assert program.stdout
    for line in program.stdout:
        if word in line:
            return line
    raise AssertionError(f"it ended without {word!r}")


# --- one server for one folder --------------------------------------------------------------


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    taken = pytest.raises(BadSettings, match=rf"Another server \(process {os.getpid()}\) uses")
    with folder_lock(tmp_path), taken, folder_lock(tmp_path):
        pass
    with folder_lock(tmp_path):
        pass


def test_a_database_has_one_server_whatever_their_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path}/shared/dalang.sqlite"
    with lock_of_files(Settings.read(tmp_path / "one", database=database)):
        serve = ["serve", "--no-browser", "--port", "0", "--database", database]
        assert main([*serve, "--data", str(tmp_path / "other")]) == 2
    assert f"uses the folder {tmp_path / 'shared'}" in capsys.readouterr().err


@pytest.mark.slow
def test_a_second_server_refuses_and_a_dead_one_leaves_no_lock(tmp_path: Path) -> None:
    serve = ("-m", "dalang", "serve", "--no-browser", "--port", "0", "--data", tmp_path)
    with serving(*serve) as first:
        until(first, "Dalang plays at")
        with serving(*serve) as second:
            said, _ = second.communicate(timeout=PATIENCE)
        assert second.returncode != 0
        assert f"Another server (process {first.pid}) uses the folder" in said
        first.kill()
        first.wait()
    with serving(*serve) as third:
        until(third, "Dalang plays at")


# --- systemd --------------------------------------------------------------------------------


@pytest.mark.slow
def test_systemd_hears_that_the_loop_goes_round(tmp_path: Path) -> None:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(str(tmp_path / "notify"))
    listener.settimeout(PATIENCE)
    heard: set[bytes] = set()
    program = tmp_path / "server.py"
    program.write_text(PROGRAM)
    notify = {"NOTIFY_SOCKET": str(tmp_path / "notify")}
    with listener, serving(program, tmp_path / "home", "well", **notify) as server:
        while not {b"READY=1", b"WATCHDOG=1"} <= heard:
            heard.add(listener.recv(100))
        server.send_signal(signal.SIGTERM)
        while b"STOPPING=1" not in heard:
            heard.add(listener.recv(100))
        server.wait(PATIENCE)
    assert heard == {b"READY=1", b"WATCHDOG=1", b"STOPPING=1"}


# --- ending ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "word"), [("well", "ready"), ("endless", "ready"), ("stuck", "stuck")]
)
def test_a_server_that_is_told_to_end_ends(tmp_path: Path, how: str, word: str) -> None:
    """Also if it waits for ever for its store, or if its loop stands still."""
    program = tmp_path / "server.py"
    program.write_text(PROGRAM)
    with serving(program, tmp_path / "home", how) as server:
        until(server, word)
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) is not None


@pytest.mark.parametrize(("has_begun", "statuses"), [(False, [503]), (True, [200])])
def test_a_request_that_the_end_cuts_off_is_answered(has_begun: bool, statuses: list[int]) -> None:
    """It says that nobody knows what became of it; the log has no traceback."""
    told: list[Message] = []

    async def waiting_for_ever(scope: Scope, receive: Receive, send: Send) -> None:
        if has_begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.Event().wait()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        told.append(message)

    async def cut_off() -> None:
        limits = Limits()
        app = ProtectionMiddleware(waiting_for_ever, limits, RateLimiter(limits))
        scope: Scope = {"type": "http", "method": "GET", "path": "/api/tables", "headers": []}
        request = asyncio.ensure_future(app(scope, receive, send))
        await asyncio.sleep(0)
        request.cancel()  # as uvicorn does
        await request

    asyncio.run(cut_off())
    assert [one["status"] for one in told if one["type"] == "http.response.start"] == statuses
