"""Workers that hang or die are replaced, and none outlives its server."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from tests.server.harness import running
from tests.server.test_bots_and_seats import wait_for

from dalang.bots import answer
from dalang.server.tables.bot_workers import BotWorkers
from dalang.server.tables.workers import BotFailed, Patience, WorkerPool

GAME = "taj_mahal"
SHORT = Patience(thinking=1.0, margin=3.0, start=120.0)

SERVER = """
import asyncio, os, time
from dalang.server.tables.bot_workers import BotWorkers

if __name__ == "__main__":
    workers = BotWorkers(1)
    print(asyncio.run(workers.ask(os.getpid)), flush=True)
    time.sleep(600)
"""

pytestmark = pytest.mark.slow


def noting_answer(folder: Path, level: str, key: str, view_text: str, seed: int) -> str:
    """Tells which process it thinks in."""
    (folder / str(os.getpid())).touch()
    return answer(level, key, view_text, seed)


def newest(folder: Path) -> int:
    """The worker that came last: on a busy machine one may have been replaced already."""
    return int(max(folder.iterdir(), key=lambda file: file.stat().st_ctime_ns).name)


def stop(pid: int) -> bool:
    """Lets a process stand still; False if it has gone."""
    try:
        os.kill(pid, signal.SIGSTOP)
    except ProcessLookupError:
        return False
    return True


def is_gone(pid: int) -> bool:
    """Whether a process has ended, even if nobody has asked yet how."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return status.rpartition(")")[2].split()[0] == "Z"


def until_gone(pid: int) -> None:
    """A test that waits in vain is ended by its runner."""
    while not is_gone(pid):
        time.sleep(0.01)


def test_a_hung_worker_is_replaced_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "pids"
    folder.mkdir()
    workers = BotWorkers(1, partial(noting_answer, folder), SHORT)
    with running(tmp_path / "home", bot_workers=workers, pace=0.1) as server:
        table = server.find(server.guest("Ada").open_without_people(GAME, ["bot-random"] * 3))
        wait_for(server, table, table.count + 2)
        hung = newest(folder)
        with caplog.at_level(logging.WARNING, "dalang.server"):
            while not stop(hung):
                hung = newest(folder)
            wait_for(server, table, table.count + 5)
    assert len(list(folder.iterdir())) > 1
    assert f"a bot's process ({hung}) gave no answer within 4 seconds" in caplog.text
    until_gone(hung)


def ends_itself() -> None:
    """A worker that dies."""
    os._exit(3)


def test_a_worker_that_dies_is_told_and_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async def story(pool: WorkerPool) -> tuple[int, int]:
        first = await pool.ask(os.getpid)
        with pytest.raises(BotFailed, match="it died"):
            await pool.ask(ends_itself)
        return first, await pool.ask(os.getpid)

    pool = WorkerPool(1, patience=Patience(margin=600.0))  # a busy machine is no hung worker
    try:
        first, second = asyncio.run(story(pool))
    finally:
        pool.stop()
    assert first != second
    assert f"a bot's process ({first}) died" in caplog.text


def test_whoever_gives_up_leaves_no_wrong_answer_behind() -> None:
    """An answer that nobody waits for any more must not be given to the next who asks."""

    async def story(pool: WorkerPool) -> int:
        asked = asyncio.create_task(pool.ask(time.sleep, 600))
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        return await pool.ask(int, "7")

    pool = WorkerPool(1)
    try:
        assert asyncio.run(story(pool)) == 7
    finally:
        pool.stop()


def test_so_many_work_at_a_time(tmp_path: Path) -> None:
    async def story(pool: WorkerPool) -> list[int]:
        return await asyncio.gather(*(pool.ask(os.getpid) for _ in range(12)))

    pool = WorkerPool(2)
    try:
        assert len(set(asyncio.run(story(pool)))) <= 2
    finally:
        pool.stop()


def test_stopping_ends_workers_that_stand_still() -> None:
    pool = WorkerPool(1)
    pid = asyncio.run(pool.ask(os.getpid))
    os.kill(pid, signal.SIGSTOP)
    pool.stop()
    until_gone(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no kernel ends what stands still")
def test_no_worker_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(SERVER)
    with subprocess.Popen(  # a session of its own, as a service: no terminal ends what is left
        [sys.executable, program], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        assert server.stdout
        worker = int(server.stdout.readline())
        os.kill(worker, signal.SIGSTOP)
        server.kill()
    until_gone(worker)
