"""dalang serve: the games in the browser."""

from __future__ import annotations

import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

from dalang.cli.hosting import web_extra
from dalang.server.settings import Settings


def serve(data: Path | None, host: str | None, port: int | None, browser: bool) -> int:
    """Runs the server until it is interrupted."""
    with web_extra():
        from dalang.server.app import create_app
        from dalang.server.running import findings, listen, run
    settings = Settings.read(data, host, port)
    settings.keys()
    settings.push_key()
    with listen(settings) as socket:
        print(*findings(settings), sep="\n")
        address = f"http://{settings.host}:{socket.getsockname()[1]}/"
        print(
            f"Dalang plays at {address} (Ctrl+C ends it; games are kept in {settings.home})",
            flush=True,
        )
        if browser:
            threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
        run(create_app(settings), socket)
    return 0


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
