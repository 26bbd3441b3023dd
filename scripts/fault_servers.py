"""Servers for scripts/fault-test: started, killed and frozen at will, and always started again.

A server is `dalang serve`, forked from a *nursery*: a process that has loaded Dalang and waits.
That saves the two seconds in which Python loads everything; from then on it is a process like any
other, and nothing of it is left when it is killed.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

PRELOADED = ("dalang.cli", "dalang.cli.serve", "dalang.server.app", "dalang.server.process")
OPTIONAL = ("psycopg", "sqlalchemy.dialects.postgresql.psycopg", "dalang.server.storage.migrating")
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
BEAT = 0.02  # seconds between two looks at something
BREATH = 0.2  # seconds until a server that ended is started again, as a service manager does
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")


# --- the nursery --------------------------------------------------------------------------


class Nursery:
    """A process from which servers are forked, all with the same clock."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        paths = [str(Path(__file__).resolve().parent), os.environ.get("PYTHONPATH", "")]
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from fault_servers import nurse; nurse()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self._lock = threading.Lock()
        self._hear()  # it has loaded everything

    def bear(self, arguments: list[str], log: Path) -> int:
        """A new server; its number as a process."""
        with self._lock:
            assert self._process.stdin
            order = json.dumps({"arguments": arguments, "log": str(log)})
            self._process.stdin.write(order + "\n")
            self._process.stdin.flush()
            return self._hear()

    def close(self) -> None:
        """Processes that were forked here end with it."""
        self._process.kill()
        self._process.communicate()

    def _hear(self) -> int:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise ChildProcessError("The nursery has ended.")
        return int(line)


def nurse() -> None:
    """The life of a nursery: one order on each line, one process for each order."""
    for name in PRELOADED:
        importlib.import_module(name)
    for name in OPTIONAL:
        with suppress(ImportError):
            importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    print(os.getpid(), flush=True)
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            _live(json.loads(line))
        print(child, flush=True)


def _live(order: Mapping[str, Any]) -> NoReturn:
    """A server's own life, which ends with the nursery."""
    ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(old, new)
    from dalang.cli import main

    code = 70
    try:
        code = main(order["arguments"])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # the log shall say it, as that of a program would
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


# --- the servers --------------------------------------------------------------------------


class GameServer:
    """One `dalang serve`, by whatever process it is served just now."""

    def __init__(
        self, number: int, arguments: list[str], folder: Path, nurseries: list[Nursery]
    ) -> None:
        self.number = number
        self.port = 0  # 0 while it cannot be reached
        self.starts = 0
        self.log = folder / f"server-{number}.log"
        self.nursery = nurseries[number % len(nurseries)]
        self._arguments = arguments
        self._process = 0
        self._handle = -1  # of the process, which cannot mean another one later
        self._doomed = False  # it was killed, and may not know yet
        self._early: random.Random | None = None
        self._closing = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name=f"keeper {number}", daemon=True)
        self._keeper.start()

    # --- what can happen to it ------------------------------------------------------------

    def kill(self) -> None:
        """kill -9, as soon as there is a process: nothing can be tidied up."""
        while self._wait(0.0) or self._doomed or not self._send(signal.SIGKILL):
            if self._closing.is_set():
                return
            time.sleep(BEAT)
        self._doomed = True

    def kill_early(self, moments: random.Random) -> None:
        """The same, and once more while its successor starts."""
        self._early = moments
        self.kill()

    def ask_to_end(self) -> None:
        """As a service manager does."""
        self._send(signal.SIGTERM)

    def freeze(self) -> None:
        """It stands still, and knows nothing of it."""
        self._send(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on, as if no time had passed."""
        self._send(signal.SIGCONT)

    def close(self) -> None:
        """For good."""
        self._closing.set()
        self._keeper.join()
        self._send(signal.SIGKILL)
        self._wait(10.0)
        self.port = 0

    def _send(self, what: signal.Signals) -> bool:
        """Whether there was a process to send it to."""
        try:
            signal.pidfd_send_signal(self._handle, what)
        except OSError:
            return False
        return True

    # --- the one who starts it again ------------------------------------------------------

    def _keep(self) -> None:
        while not self._closing.is_set():
            self._start()
            while not self._wait(BEAT) and not self._closing.is_set():
                if not self.port:
                    self._look_for_port()
            self.port = 0 if not self._closing.is_set() else self.port
            self._closing.wait(BREATH)

    def _start(self) -> None:
        self._begin = self.log.stat().st_size if self.log.exists() else 0
        self._process = self.nursery.bear(self._arguments, self.log)
        self.starts += 1
        before, self._handle = self._handle, -1
        if before >= 0:
            os.close(before)
        with suppress(ProcessLookupError):  # gone already
            self._handle = os.pidfd_open(self._process)
        self._doomed = False
        if early := self._early:
            self._early = None
            time.sleep(early.uniform(0.0, 0.8))
            # Not kill(), which waits for a process if there is none any more: it is started here.
            self._doomed = self._send(signal.SIGKILL) or self._doomed

    def _look_for_port(self) -> None:
        with suppress(OSError), self.log.open(encoding="utf-8", errors="replace") as log:
            log.seek(self._begin)
            if found := ADDRESS.search(log.read()):
                self.port = int(found[1])

    def _wait(self, seconds: float) -> bool:
        """Whether the process has ended by then."""
        if self._handle < 0:
            return True
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(1000 * seconds))
