"""PostgreSQL, for hosts who outgrow one file: its connections, its locks, its errors in words.

The driver is not imported here: an installation without the extra `postgres` has none.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from dalang.server.storage.errors import ConnectionLost, Damaged, StorageError, WriteConflict

DRIVER: Final = "postgresql+psycopg"
NAMES: Final = ("postgresql", "postgres")  # how people begin such a URL
CONNECTIONS: Final = 6  # of a process: those who read, the one who writes, and one to spare
EXTRA_CONNECTIONS: Final = 4  # for moments
POOL_SECONDS: Final = 10  # how long a thread waits for a connection

# A frozen process must not hold a lock for ever, and a machine that is gone not for ten seconds.
_SESSION: Final = (
    "-c lock_timeout=30s -c idle_in_transaction_session_timeout=60s "
    "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2 "
    "-c tcp_user_timeout=9s"
)
_NETWORK: Final = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}

_NO_SPACE: Final = "has no disk space left; what it holds is safe, and nothing more is stored"
_READ_ONLY: Final = "can only be read, as a replica can; name the one that may be written"
_NO_CONNECTION: Final = "has no free connection; raise its max_connections, or use fewer processes"
_AWAY: Final = "is starting or stopping; try again in a moment"
_WRONG_USER: Final = "does not accept this user, or not with this password"

_BY_CODE: Final = {  # SQLSTATE: what it means to a host
    "25006": _READ_ONLY,
    "42501": "does not let this user do what Dalang needs; the user should own the database",
    "53100": _NO_SPACE,
    "53200": "has no memory left",
    "53300": _NO_CONNECTION,
    "55P03": "is busy: something else has held a lock for too long",
    "22P05": "cannot store every language; make it with the encoding UTF8",
}
_BY_WORDS: Final = {  # of a failed connection, which has no code: what it means to a host
    "too many": _NO_CONNECTION,
    "remaining connection slots": _NO_CONNECTION,
    "password authentication failed": _WRONG_USER,
    "no password supplied": _WRONG_USER,
    "authentication failed": _WRONG_USER,
    "no pg_hba.conf entry": _WRONG_USER,
    'role "': _WRONG_USER,
    'database "': "does not exist; make it with: createdb",
    "starting up": _AWAY,
    "shutting down": _AWAY,
    "resolve host": "cannot be reached: there is no such host",
    "No such file": "cannot be reached: nothing listens there",
    "refused": "cannot be reached: nothing listens there",
    "invalid": "cannot be reached: its URL has an option or a value that PostgreSQL does not know",
    "timeout": "cannot be reached: there is no answer",
}
_CONFLICTS: Final = ("40001", "40P01")  # of two transactions one has to begin again
_LOSSES: Final = ("57P01", "57P02", "57P03")  # the server ends, or has only begun
_DAMAGE: Final = ("XX001", "XX002")


def make_engine(url: URL) -> Engine:
    """Connects to nothing yet."""
    own: dict[str, int | str] = {**_NETWORK, "options": _SESSION}
    own = {name: value for name, value in own.items() if name not in url.query}
    try:
        engine = create_engine(
            url.set(drivername=DRIVER),
            hide_parameters=True,  # errors must not quote what is stored
            pool_size=CONNECTIONS,
            max_overflow=EXTRA_CONNECTIONS,
            pool_timeout=POOL_SECONDS,
            pool_pre_ping=True,  # a database that was restarted is not the next player's trouble
            connect_args={"application_name": "dalang", **own},
        )
    except ImportError:  # the driver, or the library that it needs
        raise StorageError(
            "PostgreSQL needs a driver that is not installed. "
            "Install it with: pip install 'dalang[web,postgres]'"
        ) from None
    event.listen(engine, "before_cursor_execute", _without_nul, retval=True)
    return engine


def storable(value: Any) -> Any:
    """What PostgreSQL can store of something: of all characters, it refuses U+0000."""
    if isinstance(value, str) and "\0" in value:
        return value.replace("\0", "\ufffd")
    return value


def _without_nul(
    _connection: Connection, _cursor: Any, statement: str, given: Any, _context: Any, many: bool
) -> tuple[str, Any]:
    """Also what is only looked for: a name that cannot be is not found, which is no error."""
    return statement, [_clean(one) for one in given] if many else _clean(given)


def _clean(given: Any) -> Any:
    if isinstance(given, dict):
        return {name: storable(value) for name, value in cast("dict[str, Any]", given).items()}
    return given


def place(url: URL) -> str:
    """Where the database is; other parts of a URL may hold a password."""
    host = url.query.get("host", url.host) or "this machine"
    port = f":{url.port}" if url.port else ""
    return f"The PostgreSQL database {url.database or url.username or ''!r} at {host}{port}"


def check_usable(connection: Connection, where: str) -> None:
    """Refuses what would fail later, with the first move."""
    if connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
        raise StorageError(f"{where} {_READ_ONLY}.")
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        raise StorageError(
            f"{where} has the encoding {encoding}, which cannot hold every language; "
            "make one with: createdb --encoding=UTF8 --template=template0"
        )


def take_turn(connection: Connection, what: str) -> None:
    """Until the end of the transaction, nobody else does what depends on the same thing."""
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (lock_number(what),))


def lock_number(what: str) -> int:
    """The number by which PostgreSQL knows a lock of ours."""
    digest = blake2b(what.encode(errors="surrogatepass"), digest_size=8, person=b"dalang")
    return int.from_bytes(digest.digest(), signed=True)


def complaint(url: URL, error: SQLAlchemyError) -> StorageError:
    """What went wrong, without anything that is stored, and without any password."""
    where, cause = place(url), getattr(error, "orig", None)
    code = getattr(cause, "sqlstate", None)
    if code in _CONFLICTS:
        return WriteConflict(f"{where}: two changes came at the same moment.")
    if code in _DAMAGE:
        return Damaged(f"{where} is damaged ({type(cause).__name__}).")
    if code in _LOSSES:
        return ConnectionLost(f"{where} {_AWAY}.")
    if sentence := _BY_CODE.get(code or ""):
        return StorageError(f"{where} {sentence}.")
    if code is not None:
        constraint = getattr(getattr(cause, "diag", None), "constraint_name", None)
        return StorageError(f"{where}: {type(cause).__name__} {constraint or code}.")
    if isinstance(error, PoolTimeout):
        return StorageError(f"{where} is too slow: every connection of this process is in use.")
    if getattr(error, "connection_invalidated", False):
        return ConnectionLost(f"{where}: the connection was lost.")
    if isinstance(cause, Exception) and type(cause).__name__ == "DataError":
        return StorageError("Something given cannot be stored: DataError.")
    return _not_connected(where, str(cause))


def _not_connected(where: str, words: str) -> StorageError:
    """The driver's own words may quote the URL: only what is known of them is told."""
    reason = words.rpartition("failed: ")[2]
    for part, sentence in _BY_WORDS.items():
        if part in reason:
            return ConnectionLost(f"{where} {sentence}.")
    return ConnectionLost(f"{where} cannot be reached.")
