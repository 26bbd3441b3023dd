"""The server's log: one line with a time for each problem, as text or as JSON.

Clients can cause some lines at will, so equal lines are limited to a few in a minute.  No line
quotes what an error says: that may be a secret of the game.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from traceback import format_tb
from types import TracebackType
from typing import cast

FORMAT = "%(asctime)s %(levelname)s %(message)s"
TIME = "%Y-%m-%d %H:%M:%S%z"
MOST_ALIKE = 10  # lines of a kind in a minute
MINUTE = 60.0  # seconds
MOST_KINDS = 1000  # that are counted

REQUEST: ContextVar[str] = ContextVar("request", default="")  # whose work a task does
TABLE: ContextVar[str] = ContextVar("table", default="")  # where


class Repetitions(logging.Filter):
    """Drops lines that were written often enough within a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._since = monotonic()
        self._said: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if monotonic() - self._since > MINUTE or len(self._said) > MOST_KINDS:
            self._since, self._said = monotonic(), {}
        kind = record.name, str(record.msg)
        self._said[kind] = said = self._said.get(kind, 0) + 1
        if said == MOST_ALIKE:
            record.msg = f"{record.msg} (more of these are not written for a minute)"
        return said <= MOST_ALIKE


class DiscreetLines(logging.Formatter):
    """Of an error, it writes where and of what type: its message may quote somebody's cards."""

    def formatException(  # noqa: N802 (the name of the standard library)
        self, ei: tuple[type[BaseException] | None, BaseException | None, TracebackType | None]
    ) -> str:
        """The frames and the types of an error and of what led to it."""
        return "".join(_traces(ei[1])).rstrip("\n") if ei[1] else ""


def _traces(error: BaseException) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before:
        yield from _traces(before)
        yield "This led to:\n"
    yield "Traceback (most recent call last):\n"
    yield from format_tb(error.__traceback__)
    yield f"{type(error).__name__}\n"
    if isinstance(error, BaseExceptionGroup):
        for one in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from _traces(one)


class JsonLines(DiscreetLines):
    """A line is an object: for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """With the request and the table that it is about, as far as they are known."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": REQUEST.get(),
            "table": TABLE.get(),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps({name: value for name, value in line.items() if value})


def set_up_logs(level: int = logging.WARNING, as_json: bool = False) -> None:
    """Sends all log records to stderr, in one format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else DiscreetLines(FORMAT, TIME))
    handler.addFilter(Repetitions())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
