"""From plain Python to a compiled build during games.

`make play` starts at once, on plain Python, and compiles in the background.  The server itself does
not change until its next start; the bots, which need the speed, are separate processes.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from typing import Final

from dalang.engine import api
from dalang.server.tables.workers import WorkerPool

LOG = logging.getLogger("dalang.server")
LOOKING: Final = 2.0  # seconds between two looks


async def change_when_compiled(build: Path, *groups: WorkerPool) -> None:
    """Waits for the build, then lets all workers be started from it.

    New processes get our `sys.path`.  This process is not affected: it imports the rest of Dalang
    from where it found Dalang when it started.
    """
    if is_compiled():
        return
    while not build.is_dir():
        await asyncio.sleep(LOOKING)
    sys.path.insert(0, str(build))
    try:
        for workers in groups:
            await workers.renew()
    except Exception as error:  # any error: the old workers are still there
        sys.path.remove(str(build))
        LOG.warning("bots stay on plain Python: %s", type(error).__name__)
        return
    print(
        "Compiled: the bots think faster from now on, and the next start is compiled as a whole.",
        flush=True,
    )


def is_compiled() -> bool:
    """Whether this process runs the compiled engine."""
    return not api.__file__.endswith(".py")
