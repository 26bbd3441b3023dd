"""dalang serve: the games in the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path

from dalang.cli.hosting import lock_of_files, web_extra
from dalang.cli.telling import Teller, tell_json
from dalang.engine.api import Args
from dalang.registry import all_games
from dalang.server.settings import BadSettings, Settings

OTHER_PORTS = 10  # that are tried if nobody asked for a certain one


def serve(
    data: Path | None,
    host: str | None,
    port: int | None,
    browser: bool,
    database: str | None,
    workers: int,
    as_json: bool,
    language: str,
) -> int:
    """Runs the server until it is interrupted."""
    with web_extra():
        from dalang.server.app import create_app
        from dalang.server.process import PortTaken, run
        from dalang.server.supervisor import inherited_port
    settings = Settings.read(data, host, port, database=database)
    _check_workers(workers, settings)
    if given := inherited_port():
        run(create_app(settings), given, settings.json_logs)
        return 0
    app, teller = create_app(settings), Teller(language, as_json)
    _make_keys(settings)
    try:
        chosen = port is not None or "DALANG_PORT" in os.environ
        listening = _listen(settings, chosen, teller)
    except PortTaken:
        if not _is_dalang(settings):
            raise
        _announce("already_serving", {"address": _address(settings, settings.port)}, teller)
        return 0
    with listening, _holding_files(settings):
        address = _address(settings, listening.getsockname()[1])
        _announce_start(settings, address, workers, teller)
        if browser:
            threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
        if workers > 1:
            return _supervise(settings, workers, listening)
        run(app, listening, settings.json_logs)
    return 0


def _supervise(settings: Settings, workers: int, listening: socket.socket) -> int:
    """Several processes serve at one port."""
    from dalang.server.supervisor import Supervisor

    command = [sys.executable, "-m", "dalang.cli", "serve", "--no-browser"]
    given_on = _for_children(settings, workers)
    return Supervisor(workers, command, listening, given_on).run(settings.json_logs)


def _make_keys(settings: Settings) -> None:
    """The first start makes the keys; several servers have theirs in the database."""
    if not _is_shared(settings):
        settings.keys()
        settings.push_key()


def _announce_start(settings: Settings, address: str, workers: int, teller: Teller) -> None:
    """Says where the server is and where its games are, after what was found there."""
    from dalang.server.process import findings, warnings

    teller.print(*findings(settings), *warnings())
    told: Args = {"address": address, "home": _where(settings), "count": workers}
    _announce("serving_by_several" if workers > 1 else "serving", told, teller)


def _announce(what: str, told: Args, teller: Teller) -> None:
    """Says what has begun, to people or to a program."""
    if teller.as_json:
        tell_json({"event": what, **told}, in_one_line=True)
    else:
        teller.say(what, **told)


def work(database: str | None, places: int | None, as_json: bool, language: str) -> int:
    """Lets bots think for the servers at the same database, until it is interrupted."""
    with web_extra():
        from dalang.server import worker_process
    settings = Settings.read(database=database)
    count = settings.bot_workers if places is None else places
    if count < 1:
        raise BadSettings(f"--places is a number from 1, not {count}.")
    worker_process.check(settings)
    told: Args = {"count": count, "home": _where(settings)}
    _announce("working", told, Teller(language, as_json))
    worker_process.run(settings, count)
    return 0


def _check_workers(workers: int, settings: Settings) -> None:
    if workers < 1:
        raise BadSettings(f"--workers is a number from 1, not {workers}.")
    if workers > 1 and not _is_shared(settings):
        raise BadSettings(
            "Several processes need a PostgreSQL (--database postgresql://…); SQLite serves one."
        )
    if workers > 1 and sys.platform == "win32":
        raise BadSettings("--workers does not work on Windows; start several on several ports.")


def _for_children(settings: Settings, workers: int) -> dict[str, str]:
    """What was given as arguments, and each one's share of the processors."""
    share = max(1, settings.bot_workers // workers)
    return {
        "DALANG_HOME": str(settings.home),
        "DALANG_DATABASE": settings.database,
        "DALANG_HOST": settings.host,
        "DALANG_BOT_WORKERS": str(share),
    }


def _holding_files(settings: Settings) -> AbstractContextManager[None]:
    """The lock of the folder of the games; a PostgreSQL serves any number of processes."""
    from dalang.server.storage.server_lock import check_free

    if _is_shared(settings):
        check_free(settings.database)
        return nullcontext()
    return lock_of_files(settings)


def _is_shared(settings: Settings) -> bool:
    from dalang.server.storage.database import is_sqlite, read_url

    return not is_sqlite(read_url(settings.database))


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
