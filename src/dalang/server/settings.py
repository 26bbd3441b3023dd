"""Where the server stores its data and where it listens: from arguments and the environment.

    DALANG_HOME       the data directory (default: ~/.local/share/dalang); --data overrides it
    DALANG_DATABASE   the URL of the database (default: SQLite, dalang.sqlite in that directory);
                      --database overrides it
    DALANG_HOST       the address to listen on (default: 127.0.0.1); --host overrides it
    DALANG_PORT       the port to listen on (default: 8000); --port overrides it
    DALANG_PUBLIC_URL the address under which people reach the server, as in
                      "https://games.example.org" (default: the one each browser asks for)
    DALANG_BOTS       further bots for the tables, as in "careful=/srv/bots/careful.py:Careful"
    DALANG_BOT_WORKERS  processes in which bots think (default: one less than processors)
    DALANG_LIMITS     the limits that differ, as in "rate=80 burst=400" (see limits.py)
    DALANG_LOGS       "text" (default) or "json", one object a line
    DALANG_METRICS_TOKEN  the token that gives access to /metrics (default: no access)
    DALANG_COMPILED   where a compiled build is about to appear (set by `make play`)

How many tables anybody may have is in bounds.py, and how letters are sent in mail_settings.py.

Reading the settings changes nothing on the disk.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from dalang.engine.errors import DalangError
from dalang.server.bounds import TableBounds
from dalang.server.limits import Limits
from dalang.server.mail_settings import MailSettings

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
KEY_FILE = "secret.key"
PUSH_KEY_FILE = "push.key"
DATABASE_FILE = "dalang.sqlite"

_SHORTEST_KEY = 32  # characters
_HIGHEST_PORT = 65535
_SHORTEST_TOKEN = 16  # characters
_MOST_WORKERS = 1024
_LONGEST_BOT = 20
_BOT_NAME = re.compile(rf"[a-z][a-z0-9-]{{0,{_LONGEST_BOT - 1}}}")


class BadSettings(DalangError):
    """The server cannot work with what it was told, or with what it found."""


@dataclass(frozen=True)
class Settings:
    """Everything a host decides."""

    home: Path
    database: str = field(repr=False)  # a URL, which may hold a password
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    compiled: Path | None = None  # where a compiled build is about to appear
    bounds: TableBounds = field(default_factory=TableBounds)
    limits: Limits = field(default_factory=Limits)
    json_logs: bool = False
    metrics_token: str = field(default="", repr=False)
    bots: Mapping[str, str] = field(default_factory=dict[str, str])  # by their names at the tables
    bot_workers: int = 1  # processes in which bots think
    public_url: str = ""  # without a slash at the end; "" = what the browser says
    mail: MailSettings | None = None

    @classmethod
    def read(
        cls,
        data: Path | None = None,
        host: str | None = None,
        port: int | None = None,
        environment: Mapping[str, str] = os.environ,
        database: str | None = None,
    ) -> Settings:
        """What was given as an argument, else in the environment, else the default."""
        home = (data or _default_home(environment)).expanduser().absolute()
        compiled = environment.get("DALANG_COMPILED")
        usual = f"sqlite:///{(home / DATABASE_FILE).as_posix()}"
        public_url = _public_url(environment.get("DALANG_PUBLIC_URL", ""))
        return cls(
            home,
            database or environment.get("DALANG_DATABASE") or usual,
            host or environment.get("DALANG_HOST") or DEFAULT_HOST,
            _port(environment, port),
            Path(compiled) if compiled else None,
            _bounds(environment),
            _limits(environment.get("DALANG_LIMITS", "")),
            _is_json(environment.get("DALANG_LOGS") or "text"),
            _token(environment.get("DALANG_METRICS_TOKEN", "")),
            _bots(environment.get("DALANG_BOTS", "")),
            _bot_workers(environment.get("DALANG_BOT_WORKERS", "")),
            public_url,
            _mail(environment, public_url),
        )

    def keys(self) -> tuple[str, ...]:
        """The keys that sign identities: the first signs, all are accepted.

        They are the lines of a file in the home directory that only its owner may read.  The
        first start creates it.  To change keys, put a new line on top; to invalidate what an old
        key has signed, remove its line.
        """
        return self._keys(KEY_FILE)

    def push_key(self) -> str:
        """The key that identifies this server to push services.

        Browsers accept notifications for this key only: with another one, everybody would have
        to switch them on again.
        """
        return self._keys(PUSH_KEY_FILE)[0]

    def proposed_key(self, name: str) -> str:
        """For a database that has none yet: the file from before, if there is one, or a new key."""
        path = self.home / name
        return "\n".join(_read_keys(path)) if path.exists() else secrets.token_urlsafe(32)

    def _keys(self, name: str) -> tuple[str, ...]:
        path = self.home / name
        if not path.exists():
            _make_key(path)
        return _read_keys(path)


def _default_home(environment: Mapping[str, str]) -> Path:
    return Path(environment.get("DALANG_HOME") or "~/.local/share/dalang")


def _bounds(environment: Mapping[str, str]) -> TableBounds:
    try:
        return TableBounds.read(environment)
    except ValueError as error:
        raise BadSettings(str(error)) from None


def _port(environment: Mapping[str, str], given: int | None) -> int:
    text = environment.get("DALANG_PORT") or str(DEFAULT_PORT)
    name, text = ("DALANG_PORT", text) if given is None else ("--port", str(given))
    if text.isdecimal() and int(text) <= _HIGHEST_PORT:
        return int(text)
    raise BadSettings(f"{name} is a number up to {_HIGHEST_PORT}, not {text!r}.")


def _bots(text: str) -> dict[str, str]:
    """The host's own bots.  They are loaded where they think, not here."""
    found: dict[str, str] = {}
    for word in text.replace(",", " ").split():
        name, equals, description = word.partition("=")
        if not _BOT_NAME.fullmatch(name) or (equals and not description):
            raise BadSettings(
                "DALANG_BOTS is a list like 'careful=/srv/bots/careful.py:Careful'; a bot is "
                f"called by up to {_LONGEST_BOT} small letters, digits or hyphens, not {word!r}."
            )
        found[name] = description or name  # alone: the name of a bot that a package offers
    return found


def _bot_workers(text: str) -> int:
    if not text:
        return max(1, (os.cpu_count() or 2) - 1)
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= _MOST_WORKERS:
        return int(text)
    raise BadSettings(f"DALANG_BOT_WORKERS is a number from 1 to {_MOST_WORKERS}, not {text!r}.")


def _public_url(text: str) -> str:
    parts = urlsplit(text)
    whole = f"{parts.scheme}://{parts.netloc}"
    if text and (
        parts.scheme not in ("http", "https") or text.rstrip("/") != whole or not _plain(text)
    ):
        raise BadSettings(
            f"DALANG_PUBLIC_URL is an address like https://games.example.org, not {text!r}."
        )
    return whole.lower() if text else ""


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and "@" not in text


def _mail(environment: Mapping[str, str], public_url: str) -> MailSettings | None:
    """How letters are sent; their links lead to the address that the host names, no other."""
    try:
        mail = MailSettings.read(environment)
    except ValueError as error:
        raise BadSettings(str(error)) from None
    if mail and not public_url:
        raise BadSettings("DALANG_SMTP_HOST needs DALANG_PUBLIC_URL: letters hold links.")
    return mail


def _limits(text: str) -> Limits:
    try:
        return Limits.parse(text)
    except ValueError as error:
        raise BadSettings(f"DALANG_LIMITS is a list like 'rate=80 burst=400': {error}.") from None


def _is_json(text: str) -> bool:
    if text not in ("text", "json"):
        raise BadSettings(f"DALANG_LOGS is text or json, not {text!r}.")
    return text == "json"


def _token(text: str) -> str:
    if text and (len(text) < _SHORTEST_TOKEN or not text.isascii() or not text.isprintable()):
        raise BadSettings(f"DALANG_METRICS_TOKEN needs {_SHORTEST_TOKEN} plain characters.")
    return text


def make_private_directory(path: Path) -> None:
    """A directory that, if it has to be made, only its owner may enter."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSettings(f"The directory {path} cannot be made: {error.strerror}.") from None


def _make_key(path: Path) -> None:
    """Writes a whole key under another name first: no server ever reads half a key."""
    make_private_directory(path.parent)
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # mode 0600
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            Path(draft).rename(path) if os.name == "nt" else os.link(draft, path)
        except FileExistsError:
            pass  # another server was quicker; its key is as good
        finally:
            Path(draft).unlink(missing_ok=True)
    except OSError as error:
        raise BadSettings(f"{path} cannot be written: {error.strerror}.") from None


def _read_keys(path: Path) -> tuple[str, ...]:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        keys = tuple(path.read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError):
        raise BadSettings(f"{path} cannot be read.") from None
    if os.name == "posix" and mode & 0o077:
        raise BadSettings(
            f"{path} may be read by others (mode {mode:04o}). Replace it, or: chmod 600 {path}"
        )
    if not keys or min(len(key) for key in keys) < _SHORTEST_KEY:
        raise BadSettings(f"{path} needs keys of at least {_SHORTEST_KEY} characters, one a line.")
    return keys
