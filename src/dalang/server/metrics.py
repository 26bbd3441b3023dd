"""What the server counts and measures, for Prometheus; nothing says who did what, or where.

Names and units follow Prometheus: seconds, totals, one prefix.  Observing costs about a
microsecond, so everything is counted whether or not anybody asks.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Final

from dalang.version import __version__

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SLOW: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)

Labels = tuple[str, ...]


class Count:
    """Something that only grows, by the values of its labels."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self._about, self._labels = name, about, labels
        self._counts: dict[Labels, int] = {}
        self._lock = Lock()

    def add(self, *values: str) -> None:
        """One more."""
        with self._lock:
            self._counts[values] = self._counts.get(values, 0) + 1

    def of(self, *values: str) -> int:
        """How many there were."""
        return self._counts.get(values, 0)

    def lines(self) -> Iterator[str]:
        """As Prometheus reads it."""
        yield from _head(self.name, self._about, "counter")
        with self._lock:
            counts = sorted(self._counts.items())
        for values, count in counts:
            yield f"{self.name}{_labels(self._labels, values)} {count}"


class Durations:
    """How long something takes, in a histogram, by the values of its labels."""

    def __init__(self, name: str, about: str, bounds: tuple[float, ...], *labels: str) -> None:
        self.name, self._about, self._bounds, self._labels = name, about, bounds, labels
        self._found: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = {}
        self._lock = Lock()

    def observe(self, seconds: float, *values: str) -> None:
        """Adds one duration, in seconds."""
        place = bisect_left(self._bounds, seconds)
        with self._lock:
            counts = self._found.get(values)
            if counts is None:
                counts = self._found[values] = [0] * (len(self._bounds) + 1)
            counts[place] += 1
            self._sums[values] = self._sums.get(values, 0.0) + seconds

    @contextmanager
    def measured(self, *values: str) -> Generator[None]:
        """Observes a block, however it ends."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.observe(time.perf_counter() - began, *values)

    def of(self, *values: str) -> int:
        """How many there were."""
        return sum(self._found.get(values, ()))

    def lines(self) -> Iterator[str]:
        """As Prometheus reads it."""
        yield from _head(self.name, self._about, "histogram")
        with self._lock:
            found = sorted((values, counts.copy()) for values, counts in self._found.items())
            sums = self._sums.copy()
        for values, counts in found:
            reached = 0
            for bound, count in zip((*map(str, self._bounds), "+Inf"), counts, strict=True):
                reached += count
                labels = _labels((*self._labels, "le"), (*values, bound))
                yield f"{self.name}_bucket{labels} {reached}"
            labels = _labels(self._labels, values)
            yield f"{self.name}_sum{labels} {sums[values]:.6f}"
            yield f"{self.name}_count{labels} {reached}"


MOVE_SECONDS: Final = Durations(
    "dalang_move_seconds", "Decisions that were stored: from their arrival on.", FAST, "by"
)
REQUEST_SECONDS: Final = Durations(
    "dalang_request_seconds", "Answers to requests, by method and status.", FAST, "method", "status"
)
BOT_SECONDS: Final = Durations(
    "dalang_bot_thinking_seconds", "Thinking of bots, by level.", SLOW, "level"
)
DATABASE_SECONDS: Final = Durations(
    "dalang_database_seconds", "Transactions; a write holds all that waited.", FAST, "kind"
)
ERRORS: Final = Count("dalang_errors_total", "What was refused or went wrong, by kind.", "kind")
_ALL: Final = (MOVE_SECONDS, REQUEST_SECONDS, BOT_SECONDS, DATABASE_SECONDS, ERRORS)


def exposition(gauges: Mapping[str, tuple[str, float]]) -> str:
    """Everything counted so far, and present values: each by name, with its meaning and number."""
    lines = [
        *_head("dalang_info", "Which Dalang this is.", "gauge"),
        f"dalang_info{_labels(('version',), (__version__,))} 1",
        *_head("process_cpu_seconds_total", "Time of the processor.", "counter"),
        f"process_cpu_seconds_total {time.process_time():.3f}",
    ]
    for name, (about, value) in gauges.items():
        lines += [*_head(f"dalang_{name}", about, "gauge"), f"dalang_{name} {value:g}"]
    for metric in _ALL:
        lines += metric.lines()
    return "\n".join(lines) + "\n"


def _head(name: str, about: str, kind: str) -> tuple[str, str]:
    return f"# HELP {name} {about}", f"# TYPE {name} {kind}"


def _labels(names: Labels, values: Labels) -> str:
    pairs = (f'{name}="{_escaped(value)}"' for name, value in zip(names, values, strict=True))
    return f"{{{','.join(pairs)}}}" if names else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
