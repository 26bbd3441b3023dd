"""Bots on other machines: `dalang worker` answers what the servers at the same PostgreSQL ask.

Questions and answers are plain data in the table `job`.  As always, a bot at a table is sent the
view of its seat as text; only finished games are sent as positions.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from dalang.bots import Budget, answer
from dalang.bots.advice import Advice, advise, appraise
from dalang.bots.duels import Duel, examine
from dalang.server.storage import AsyncStore, StorageError
from dalang.server.storage.announcing import Announcement
from dalang.server.storage.queries import jobs
from dalang.server.storage.queries.jobs import BotJob
from dalang.server.tables.peers import Peers
from dalang.server.tables.table import Table
from dalang.server.tables.workers import BotFailed, WorkerPool

LOG = logging.getLogger("dalang.server")
LOOKING: Final = 1.0  # seconds between two looks, because an announcement may be lost
PATIENCE: Final = 15.0  # seconds for an answer, waiting included


class NobodyAnswers(Exception):
    """There is no worker elsewhere, or none that answers in time."""


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question: what is done with it, and how both are written as data."""

    work: Callable[..., Any]
    question: Any
    answer: Any
    urgency: int  # the smallest comes first


KINDS: Final = {
    "answer": QuestionKind(answer, tuple[str, str, str, int], str, 0),
    "advise": QuestionKind(advise, tuple[str, str, Budget, int], list[Advice], 1),
    "appraise": QuestionKind(appraise, tuple[str, str, Budget, int], tuple[float, ...], 2),
    "examine": QuestionKind(examine, tuple[str, str, str, Budget, int], Duel | None, 2),
}


class RemoteReply(msgspec.Struct):
    """What a worker sends back."""

    good: bool
    value: msgspec.Raw  # the answer, or what kind of error there was


class RemoteWorkers:
    """Asks the workers of other processes."""

    nobody: type[Exception] = NobodyAnswers

    def __init__(self, store: AsyncStore, peers: Peers) -> None:
        self._store, self._peers = store, peers
        self._waiting: dict[str, asyncio.Event] = {}
        peers.hear("answer", self._answered)

    @property
    def places(self) -> int:
        """How many questions this process may ask at a time: its share of what there is."""
        there = sum(one.places for one in self._peers.living("worker"))
        askers = max(1, len(self._peers.living("serve")))
        return -(-there // askers)

    async def ask(self, work: Callable[..., Any], args: tuple[object, ...]) -> Any:
        """The answer; raises NobodyAnswers, or BotFailed if the work itself went wrong."""
        name = next((name for name, kind in KINDS.items() if kind.work is work), "")
        if not name or not self.places:
            raise NobodyAnswers
        question = msgspec.json.encode(args).decode()
        job = BotJob(secrets.token_hex(8), KINDS[name].urgency, name, question)
        self._waiting[job.id] = asyncio.Event()
        try:
            await self._store.write(jobs.add_job, job)
            text = await self._awaited(job)
        except (StorageError, TimeoutError):
            raise NobodyAnswers from None
        finally:
            del self._waiting[job.id]
            with suppress(StorageError):
                await self._store.write(jobs.drop_job, job.id)
        reply = msgspec.json.decode(text, type=RemoteReply)
        if not reply.good:
            raise BotFailed(msgspec.json.decode(reply.value, type=str))
        return msgspec.json.decode(reply.value, type=KINDS[name].answer)

    async def _awaited(self, job: BotJob) -> str:
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOKING):
                        await self._waiting[job.id].wait()
                state = await self._store.read(jobs.job_state, job.id)
                if state is None:  # the database was restarted, and has forgotten it
                    raise NobodyAnswers
                if state.answer is not None:
                    return state.answer
                living = {one.id for one in self._peers.living("worker")}
                if not living or (state.worker and state.worker not in living):
                    raise NobodyAnswers

    def _answered(self, said: Announcement) -> None:
        if waiting := self._waiting.get(said.subject):
            waiting.set()


class NoTables:
    """A worker has none."""

    @property
    def in_memory(self) -> Mapping[str, Table]:
        """Not one."""
        return {}

    async def wake(self, table_id: str) -> None:
        """Bots act where tables are."""


class RemoteWorker:
    """The other end: answers what is asked, as many questions at a time as there are places."""

    def __init__(self, store: AsyncStore, peers: Peers, pool: WorkerPool, places: int) -> None:
        self._store, self._peers, self._pool = store, peers, pool
        self._places = places
        self._asked = asyncio.Event()
        peers.hear("job", self._somebody_asks)

    async def work_for_ever(self) -> None:
        """Until it is cancelled."""
        async with asyncio.TaskGroup() as places:
            for _ in range(self._places):
                places.create_task(self._sit())

    def _somebody_asks(self, said: Announcement) -> None:
        self._asked.set()

    async def _sit(self) -> None:
        while True:
            self._asked.clear()
            try:
                if job := await self._store.write(jobs.take_job, self._peers.process):
                    await self._answer(job)
                    continue
            except StorageError as error:
                LOG.warning("no questions can be read: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKING):
                    await self._asked.wait()

    async def _answer(self, job: BotJob) -> None:
        kind = KINDS[job.work]
        reply: dict[str, object]
        try:
            args = msgspec.json.decode(job.question, type=kind.question)
            reply = {"good": True, "value": await self._pool.ask(kind.work, *args)}
        except Exception as error:  # its message may tell what the bot knew
            failed = error.kind if isinstance(error, BotFailed) else type(error).__name__
            LOG.warning("a question (%s) cannot be answered: %s", job.work, failed)
            reply = {"good": False, "value": failed}
        text = msgspec.json.encode(reply).decode()
        if not await self._store.write(jobs.answer_job, job.id, self._peers.process, text):
            LOG.info("an answer came too late")
