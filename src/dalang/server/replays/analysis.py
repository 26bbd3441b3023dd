"""Where a finished game was won: the bots look at it in the background, one game after another."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass

from dalang.bots import Budget
from dalang.server.errors import TooBusy
from dalang.server.replays.timeline import ReplayTimeline
from dalang.server.replays.win_chart import (
    MOST_DOUBTFUL,
    Curve,
    Mistake,
    Turn,
    doubtful_moves,
    turning_moves,
)
from dalang.server.storage import AsyncStore, StorageError, queries
from dalang.server.storage.queries import jobs
from dalang.server.tables.bot_workers import AdviceWorkers

LOG = logging.getLogger("dalang.server")
EACH_TURN = Budget(simulations=300, milliseconds=1500)
EACH_DUEL = Budget(simulations=600, milliseconds=2500)  # to find something better, and to compare


@dataclass
class Progress:
    """How far the bots are with a game."""

    done: int
    all: int  # turns, and decisions that are examined

    @property
    def waiting(self) -> bool:
        """Whether other games come first."""
        return self.done == 0


class AnalysisService:
    """Has games analysed, and stores the results."""

    def __init__(self, store: AsyncStore, advice_workers: AdviceWorkers, most_waiting: int) -> None:
        self._store = store
        self._advice_workers = advice_workers
        self._most = most_waiting
        self._progress: dict[str, Progress] = {}  # by the name of the replay
        self._failed: set[str] = set()
        self._starting = asyncio.Lock()
        self._one_game = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def curve(self, timeline: ReplayTimeline) -> Curve | None:
        """The result, if the analysis is finished."""
        return Curve.parse(await self._store.read(queries.analysis, timeline.name), timeline)

    def progress(self, timeline: ReplayTimeline) -> Progress | None:
        """How far the analysis is, if it is running."""
        return self._progress.get(timeline.name)

    async def state(self, timeline: ReplayTimeline) -> tuple[Progress | None, bool]:
        """How far the analysis is, through whichever process, and whether it failed last.

        If that process is gone, this one begins again: somebody waits for it.
        """
        if (here := self.progress(timeline)) or not self._store.is_shared:
            return here, self.failed(timeline)
        run = await self._store.read(jobs.run_of, timeline.name)
        if run is None:
            return None, False
        if run.orphaned:
            with suppress(TooBusy):
                await self.start(timeline)
            return self.progress(timeline), False
        return (None, True) if run.failed else (Progress(run.done, run.steps), False)

    def failed(self, timeline: ReplayTimeline) -> bool:
        """Whether the last attempt failed."""
        return timeline.name in self._failed

    async def start(self, timeline: ReplayTimeline) -> None:
        """Starts the analysis of a game, unless it is done or running."""
        async with self._starting:  # what was read must not be old when the next one decides
            if timeline.name not in self._progress and not await self.curve(timeline):
                await self._begin(timeline)

    async def _begin(self, timeline: ReplayTimeline) -> None:
        if len(self._progress) >= self._most:
            raise TooBusy("advice_busy")
        all_steps = len(turning_moves(timeline)) + MOST_DOUBTFUL
        if self._store.is_shared and not await self._store.write(
            jobs.begin_run, timeline.name, self._store.process, all_steps
        ):
            return  # another process is at it
        self._progress[timeline.name] = Progress(0, all_steps)
        self._failed.discard(timeline.name)
        task = asyncio.create_task(self._look(timeline))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, timeline: ReplayTimeline) -> None:
        try:
            async with self._one_game:
                curve = await self._found(timeline)
            await self._keep(timeline.name, curve.text())
        except Exception as error:  # any error: the page must not wait for ever
            self._failed.add(timeline.name)
            await self._fail_run(timeline.name)
            LOG.warning("replay %s cannot be analysed: %s", timeline.name, type(error).__name__)
        finally:
            del self._progress[timeline.name]

    async def _keep(self, name: str, text: str) -> None:
        text = text if await self._exists(name) else ""
        if self._store.is_shared:
            await self._store.write(jobs.end_run, name, self._store.process, text, False)
        elif text:
            await self._store.write(queries.keep_analysis, name, text)

    async def _fail_run(self, name: str) -> None:
        """The pages of other processes need not wait, either."""
        if self._store.is_shared:
            with suppress(StorageError):
                await self._store.write(jobs.end_run, name, self._store.process, "", True)

    async def _step(self, name: str) -> None:
        """One more is done."""
        self._progress[name].done += 1
        if self._store.is_shared:
            done = self._progress[name].done
            await self._store.write(jobs.keep_progress, name, self._store.process, done)

    async def _found(self, timeline: ReplayTimeline) -> Curve:
        """Turn by turn, so that hints do not have to wait long in between."""
        turns: list[Turn] = []
        for move in turning_moves(timeline):
            position = timeline.stills[move].position
            chances = await self._advice_workers.appraise(timeline.spec.key, position, EACH_TURN)
            turns.append(Turn(move, int(position.actor()), chances))
            await self._step(timeline.name)
        return Curve(tuple(turns), tuple(await self._mistakes(timeline, turns)))

    async def _mistakes(self, timeline: ReplayTimeline, turns: list[Turn]) -> list[Mistake]:
        """The decisions of people for which there was clearly something better, the worst first."""
        found: list[Mistake] = []
        for move in doubtful_moves(timeline, turns):
            position, played = timeline.stills[move].position, timeline.decision(move)
            seat = int(position.actor())
            view = timeline.spec.observe(position, seat)
            duel = await self._advice_workers.duel(timeline.spec.key, view, played, EACH_DUEL)
            if duel is not None and duel.is_clear:
                found.append(Mistake(move, seat, duel))
            await self._step(timeline.name)
        return sorted(found, key=lambda one: (-one.duel.gain, one.move))

    async def _exists(self, name: str) -> bool:
        """An uploaded replay may have been deleted in the meantime."""
        return await self._store.read(queries.table, name) is not None or (
            await self._store.read(queries.upload, name) is not None
        )

    async def stop(self) -> None:
        """Stops the running analysis; anybody can start it again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
