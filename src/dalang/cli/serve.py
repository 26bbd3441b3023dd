"""dalang serve: the games in the browser."""

from __future__ import annotations

import os
import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from dalang.cli.hosting import lock_of_files, web_extra
from dalang.cli.telling import Teller
from dalang.registry import all_games
from dalang.server.settings import BadSettings, Settings

OTHER_PORTS = 10  # that are tried if nobody asked for a certain one


def serve(
    data: Path | None,
    host: str | None,
    port: int | None,
    browser: bool,
    database: str | None,
    standby: bool,
    language: str,
) -> int:
    """Runs the server until it is interrupted."""
    with web_extra():
        from dalang.server.app import create_app
        from dalang.server.process import PortTaken, findings, run, warnings
    settings = Settings.read(data, host, port, database=database)
    app = create_app(settings)
    settings.keys()
    settings.push_key()
    try:
        chosen = port is not None or "DALANG_PORT" in os.environ
        listening = _listen(settings, chosen, Teller(language))
    except PortTaken:
        if not _is_dalang(settings):
            raise
        Teller(language).say("already_serving", address=_address(settings, settings.port))
        return 0
    with listening, _only_server(settings, standby, language):
        print(*findings(settings), *warnings(), sep="\n")
        address = _address(settings, listening.getsockname()[1])
        print(Teller(language).text("serving", address=address, home=_where(settings)), flush=True)
        if browser:
            threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
        run(app, listening, settings.json_logs)
    return 0


def _only_server(settings: Settings, standby: bool, language: str) -> AbstractContextManager[None]:
    """The lock of the folder of the games, or of a PostgreSQL; a standby waits for the latter."""
    from dalang.server.storage.database import is_sqlite, read_url
    from dalang.server.storage.server_lock import server_lock

    if not is_sqlite(read_url(settings.database)):
        return server_lock(settings.database, partial(_wait, language) if standby else None)
    if standby:
        raise BadSettings("A standby needs a PostgreSQL that both servers can reach (--database).")
    return lock_of_files(settings)


def _wait(language: str, why: str) -> None:
    print(Teller(language).text("standing_by", why=why.partition(". ")[0]), flush=True)


def _where(settings: Settings) -> str:
    """The folder or the database that holds the games, without its password."""
    from dalang.server.storage.database import is_sqlite, place, read_url

    url = read_url(settings.database)
    return str(settings.home) if is_sqlite(url) else place(url).removeprefix("The ")


def _listen(settings: Settings, chosen: bool, teller: Teller) -> socket.socket:
    """The port of the settings, or the next free one if another program has it by chance."""
    from dalang.server.process import PortTaken, listen

    try:
        return listen(settings)
    except PortTaken:
        if chosen or _is_dalang(settings):
            raise
    for port in range(settings.port + 1, settings.port + OTHER_PORTS):
        with suppress(PortTaken):
            found = listen(replace(settings, port=port))
            teller.say("other_port", taken=settings.port, port=port)
            return found
    return listen(settings)


def _is_dalang(settings: Settings) -> bool:
    """Whether it is a Dalang that listens on the port already."""
    try:
        address = f"{_address(settings, settings.port)}api/games"
        with urllib.request.urlopen(address, timeout=5) as answer:
            return any(key in answer.read().decode() for key in all_games())
    except (OSError, ValueError):
        return False


def _address(settings: Settings, port: int) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{port}/"


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
