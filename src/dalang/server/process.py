"""The server as a process: its port, its first messages, its uvicorn options."""

from __future__ import annotations

import asyncio
import errno
import faulthandler
import signal
import socket
import sys
from contextlib import suppress
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dalang.engine.errors import DalangError
from dalang.server.gc_policy import GarbagePolicy
from dalang.server.logs import set_up_logs
from dalang.server.settings import BadSettings, Settings
from dalang.server.storage import Store, start_up_report
from dalang.server.systemd import ServiceManager
from dalang.server.web.live_socket import LONGEST_FRAME
from dalang.server.web.wire import Config, Gate, HttpConnection, SocketConnection

WAITING = 2048  # connections that may wait for being accepted
GRACE = 10.0  # seconds for ending; what takes longer hangs
HANDING_OVER = 3.0  # seconds for leaving the tables to other processes
ALIVE = 10  # ticks of the server between two signs of life for systemd
BOUNDING = 10  # ticks between two looks at whether there is much garbage
LOOKING = 100  # ticks between two looks at whether garbage should be collected
MOST_DESCRIPTORS = 65_536  # taken if the system allows them
RESERVE = 200  # of them are reserved for files, databases and workers
MENDED = {(3, 11): 10, (3, 12): 6}  # the first release of a Python without CVE-2024-7592
# Seconds that one thread works on while another one wants to.  The one that writes to the disk has
# to ask a dozen times for each move: with Python's usual 5 ms everybody would wait for 60.
TURN = 0.0005


def findings(settings: Settings) -> list[str]:
    """What is stored, in lines for the host; raises StorageError if it cannot be used at all."""
    store = Store(settings.database)
    try:
        return start_up_report(store).lines()
    finally:
        store.close()


def warnings(version: tuple[int, int, int] = sys.version_info[:3]) -> list[str]:
    """Warnings about the Python that runs the server."""
    mended = MENDED.get(version[:2], 0)
    if version[2] >= mended:
        return []
    return [
        f"Python {'.'.join(map(str, version))} has a known hole (CVE-2024-7592: cookies that take "
        f"hours to read). Dalang goes around it; a public server deserves {version[0]}."
        f"{version[1]}.{mended} or newer."
    ]


def take_descriptors() -> int:
    """Raises the limit of open files as far as the system allows; returns it."""
    if sys.platform == "win32":
        return MOST_DESCRIPTORS
    import resource  # Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return min(soft, MOST_DESCRIPTORS) if soft > 0 else MOST_DESCRIPTORS
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems allow less than they say
        return soft
    return wanted


def most_connections(descriptors: int) -> int:
    """How many connections there may be; the rest is reserved for files and workers."""
    return max(descriptors // 2, descriptors - RESERVE)


class PortTaken(BadSettings):
    """Somebody else listens there."""


def listen(settings: Settings) -> socket.socket:
    """Opens the port before anything is announced: who comes early waits for the first page."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    port = socket.socket(family)
    try:
        port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        port.bind((settings.host, settings.port))
        port.listen()
    except (OSError, OverflowError, UnicodeError) as error:
        port.close()
        code = getattr(error, "errno", None)
        reason = getattr(error, "strerror", None) or "no such address"
        trouble = PortTaken if code == errno.EADDRINUSE else BadSettings
        raise trouble(
            f"Cannot listen on {settings.host}, port {settings.port}: {reason}."
        ) from None
    return port


class Server(uvicorn.Server):
    """Uvicorn waits for every answer before it ends, so requests that wait for news get one."""

    def __init__(self, config: Config, app: Starlette) -> None:
        super().__init__(config)
        self.app = app
        self._gate = config.gate
        self._collector = GarbagePolicy()
        self._manager = ServiceManager()

    async def on_tick(self, counter: int) -> bool:
        """Runs ten times a second."""
        if counter % ALIVE == 0:
            self._manager.alive()
        self._gate.sweep(self.server_state.connections)
        if counter % BOUNDING == 0:
            self._collector.bound()
        if counter % LOOKING == 0:
            self._collector.look(self.app.state.site.tables.resting())
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """The doors open."""
        await super().startup(sockets)
        self._manager.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody tells the server to end: it does, even if something hangs."""
        end_within(GRACE)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """The end."""
        self._manager.stopping()
        tables = self.app.state.site.tables
        tables.close()
        with suppress(Exception):  # at once: other processes play on while this one says goodbye
            async with asyncio.timeout(HANDING_OVER):
                await tables.hand_over()
        await super().shutdown(sockets)


def end_within(seconds: float) -> None:
    """Lets the system end this process by then: it needs no memory, no lock and no thread of ours.

    Where there are no timers, Python itself ends it, and says where everything stood.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    else:
        faulthandler.dump_traceback_later(seconds, exit=True)


def run(app: Starlette, port: socket.socket, json_logs: bool = False) -> None:
    """Serves the application until the process is told to end."""
    GarbagePolicy.take_over()
    sys.setswitchinterval(TURN)
    set_up_logs(as_json=json_logs)
    server_of(app).run(sockets=[port])


def told_briefly(app: ASGIApp) -> ASGIApp:
    """If the database goes just when the server starts or ends, its log says so in one sentence."""

    async def lived(scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            error = sys.exc_info()[1]  # it is told while it is handled
            if message["type"].endswith(".failed") and isinstance(error, DalangError):
                message = {**message, "message": str(error)}
            await send(message)

        await app(scope, receive, told if scope["type"] == "lifespan" else send)

    return lived


def server_of(app: Starlette) -> Server:
    """The web server around the application."""
    config = Config(
        told_briefly(app),
        log_config=None,  # ours: see logs.py
        log_level="warning",
        access_log=False,
        backlog=WAITING,
        timeout_graceful_shutdown=1,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,  # costs more memory and time than all the rest of a page
        ws_ping_interval=40,  # a page that can be seen also asks by itself
        server_header=False,
    )
    config.gate = Gate(app.state.limits, most_connections(take_descriptors()))
    return Server(config, app)
