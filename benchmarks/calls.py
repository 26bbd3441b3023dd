"""How often a process calls its functions: the same on every machine, however busy it is."""

from __future__ import annotations

import asyncio
import cProfile
import re
import sys
import threading
from collections import Counter
from pathlib import Path
from types import CodeType
from typing import Any

from benchmarks.stalls import BEGIN, END, write_whole

Called = Counter[str]


class Calls:
    """Counts in all threads: functions of Python, and those of C that Python calls."""

    def __init__(self) -> None:
        self._threads: list[cProfile.Profile] = []
        self._before = Called()

    def watch_threads(self) -> None:
        """Those that begin from now on; the event loop is counted between the two signals."""
        threading.setprofile(self._join)

    def _join(self, *_: Any) -> None:
        sys.setprofile(None)
        profile = cProfile.Profile()
        self._threads.append(profile)
        profile.enable()

    def obey(self, report: Path) -> None:
        """Starts again at one signal, and writes the report at the other."""
        loop, main = asyncio.get_running_loop(), cProfile.Profile()
        self._threads.append(main)

        def begin() -> None:
            self._before = self._called()
            main.enable()

        def end() -> None:
            main.disable()
            write_whole(report, dict(self._called() - self._before))

        loop.add_signal_handler(BEGIN, begin)
        loop.add_signal_handler(END, end)

    def _called(self) -> Called:
        found = Called()
        for profile in self._threads:
            for entry in profile.getstats():
                found[name_of(entry.code)] += entry.callcount
        return found


def name_of(code: CodeType | str) -> str:
    """A function, for people."""
    if isinstance(code, str):
        return re.sub(" at 0x[0-9a-f]+", "", code)
    return f"{'/'.join(Path(code.co_filename).parts[-2:])}:{code.co_firstlineno} {code.co_name}"
