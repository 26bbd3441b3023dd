"""`dalang serve --workers N`: several processes on one machine, behind one port.

The parent opens the port and serves nobody.  Its children inherit the port and accept from the same
queue, so a connection that waits there is never lost with one of them.  A child that dies is
replaced; when the parent is told to end, so are the children, and when it dies, they end, too.
"""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import Final

from dalang.server.logs import set_up_logs
from dalang.server.systemd import ServiceManager

LOG = logging.getLogger("dalang.server")
INHERITED: Final = "DALANG_INHERITED_PORT"  # the descriptor of the port, for a child
BACKLOG: Final = 2048  # connections that may wait for being accepted
LOOKING: Final = 0.5  # seconds between two looks at the children
EARLY: Final = 5.0  # seconds; who ends sooner after the start is not started again at once
GRACE: Final = 15.0  # seconds for ending
CANNOT: Final = 2  # what a command returns that cannot work with what it was told
_END_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of Linux


class Supervisor:
    """The children of one parent."""

    def __init__(
        self, count: int, command: Sequence[str], port: socket.socket, given: Mapping[str, str]
    ) -> None:
        port.listen(BACKLOG)
        self._command, self._port = list(command), port
        self._environment = {**os.environ, **given, INHERITED: str(port.fileno())}
        self._environment.pop("NOTIFY_SOCKET", None)  # the parent speaks for all
        self._running: dict[int, tuple[subprocess.Popen[bytes], float]] = {}
        self._count = count
        self._ending = False
        self._manager = ServiceManager()

    def run(self, json_logs: bool = False) -> int:
        """Until the parent is told to end; what it returns then."""
        set_up_logs(as_json=json_logs)
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._end)
        for place in range(self._count):
            self._start(place)
        self._manager.ready()
        while not self._ending:
            self._manager.alive()
            time.sleep(LOOKING)
            for place, (child, began) in list(self._running.items()):
                if child.poll() is not None and not self._ending:
                    if child.returncode == CANNOT:
                        self._end()
                        self._wait()
                        return CANNOT
                    self._replace(place, child, began)
        self._wait()
        return 0

    def _start(self, place: int) -> None:
        child = subprocess.Popen(
            self._command, env=self._environment, pass_fds=[self._port.fileno()]
        )
        self._running[place] = child, time.monotonic()
        if self._ending:  # just now
            child.terminate()

    def _replace(self, place: int, child: subprocess.Popen[bytes], began: float) -> None:
        if time.monotonic() - began < EARLY:
            time.sleep(1.0)
        if self._ending:
            return
        LOG.warning("process %d ended: another one takes its place", child.pid)
        self._start(place)

    def _end(self, sig: int = 0, frame: FrameType | None = None) -> None:
        self._ending = True
        for child, _ in self._running.values():
            if child.poll() is None:
                child.terminate()

    def _wait(self) -> None:
        self._manager.stopping()
        until = time.monotonic() + GRACE
        for child, _ in self._running.values():
            try:
                child.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()


def inherited_port() -> socket.socket | None:
    """The port that a parent has opened for this process."""
    descriptor = os.environ.get(INHERITED, "")
    if not descriptor.isdecimal():
        return None
    if sys.platform == "linux":  # a parent that is killed takes its children along
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGTERM, 0, 0, 0)
    return socket.socket(fileno=int(descriptor))
