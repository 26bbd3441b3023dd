"""What makes people wait: an event loop that is late, the collector, the disk, other programs."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Engine, event
from sqlalchemy.pool import Pool

BEAT = 0.01  # seconds between two looks at an event loop
BEGIN, END = signal.SIGUSR1, signal.SIGUSR2  # what the measured process is told


class Stalls:
    """How late one process was, and why; everything in seconds."""

    def __init__(self) -> None:
        self.late: list[float] = []  # the event loop
        self.collecting: list[float] = []
        self.committing: list[float] = []  # until it was on the disk
        self._collector_began = 0.0
        self._thread = threading.local()

    def clear(self) -> None:
        """From now on."""
        for times in (self.late, self.collecting, self.committing):
            times.clear()

    def numbers(self) -> dict[str, float]:
        """In milliseconds, for a report."""
        found: dict[str, float] = {"collections": len(self.collecting)}
        for name in ("late", "collecting", "committing"):
            times: list[float] = getattr(self, name)
            found[f"{name}_p99_ms"] = 1000 * share(times, 0.99)
            found[f"{name}_longest_ms"] = 1000 * max(times, default=0.0)
        return found

    async def watch_loop(self) -> None:
        """Records continuously how late the event loop resumes."""
        while True:
            due = time.perf_counter() + BEAT
            await asyncio.sleep(BEAT)
            self.late.append(time.perf_counter() - due)

    def watch_collector(self) -> None:
        """Notes how long each collection takes."""
        gc.callbacks.append(self._collector)

    def watch_disk(self) -> None:
        """Notes how long each commit takes."""
        event.listen(Engine, "commit", self._commit)
        event.listen(Pool, "checkin", self._committed)

    def _collector(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._collector_began = time.perf_counter()
        else:
            self.collecting.append(time.perf_counter() - self._collector_began)

    def _commit(self, _: object) -> None:
        self._thread.began = time.perf_counter()

    def _committed(self, *_: object) -> None:
        began = getattr(self._thread, "began", None)
        if began is not None:
            self.committing.append(time.perf_counter() - began)
            self._thread.began = None

    def obey(self, report: Path) -> None:
        """Starts again at one signal, and writes the report at the other."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(BEGIN, self.clear)
        loop.add_signal_handler(END, lambda: write_whole(report, self.numbers()))


def write_whole(path: Path, numbers: dict[str, float]) -> None:
    """A file that is there only when it is complete."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(numbers), encoding="utf-8")
    part.rename(path)


def share(times: Sequence[float], part: float) -> float:
    """The time within which this share was done."""
    return sorted(times)[int(len(times) * part)] if times else 0.0


# --- processes and the machine ------------------------------------------------------------


def memory(process: int) -> int:
    """Bytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_of_all(process: int) -> float:
    """The same with its children, also with those that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    ended = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return cpu(process) + ended + sum(map(cpu, map(int, children.split())))


def machine() -> tuple[float, float]:
    """Seconds that all processors together were in use by all programs, and were taken away."""
    first = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]
    user, nice, system, _, _, interrupts, soft, stolen = (int(field) for field in first[:8])
    ticks = os.sysconf("SC_CLK_TCK")
    return (user + nice + system + interrupts + soft) / ticks, stolen / ticks
