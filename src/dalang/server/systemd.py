"""What systemd wants to hear from a service: that it is ready, alive, and about to end.

See sd_notify(3).  Without systemd nobody listens, and nothing is said.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class ServiceManager:
    """The other end of the socket that systemd names."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._socket: socket.socket | None = None
        if name and hasattr(socket, "AF_UNIX"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)  # the loop waits for nobody

    def ready(self) -> None:
        """The doors are open."""
        self._say(b"READY=1")

    def alive(self) -> None:
        """The loop goes round: said by the loop itself, or it would prove nothing."""
        self._say(b"WATCHDOG=1")

    def stopping(self) -> None:
        """It ends because it was told to."""
        self._say(b"STOPPING=1")

    def _say(self, message: bytes) -> None:
        if self._socket is not None:
            with suppress(OSError):
                self._socket.sendto(message, self._address)
