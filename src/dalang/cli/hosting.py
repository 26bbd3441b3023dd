"""dalang backup, and what all commands for hosts share."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from dalang.cli.telling import Teller, tell_json
from dalang.engine.errors import DalangError
from dalang.server.settings import Settings


class MissingExtra(DalangError):
    """The command needs packages that a plain installation leaves out."""


@contextmanager
def web_extra() -> Generator[None]:
    """Around imports of the server: says how to install what is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "dalang":
            raise
        raise MissingExtra(
            f"This needs the packages of the web server, and {error.name} is not installed. "
            "Install them with: pip install 'dalang[web]' — or play without installing anything: "
            "pipx run --spec 'dalang[web]' dalang serve"
        ) from None


def back_up(path: Path, data: Path | None, as_json: bool, language: str) -> int:
    """Copies the database, also while a server is using it."""
    with web_extra():
        from dalang.server.storage import backup
    backup.back_up(Settings.read(data).database, path)
    if as_json:
        tell_json({"backup": str(path)})
    else:
        Teller(language).say("backed_up", path=path)
    return 0
