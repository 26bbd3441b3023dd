"""Questions to the bots on other machines, with PostgreSQL.

A question is taken by one worker (SKIP LOCKED), and answered by the one that has taken it: if the
asker has given up meanwhile, its row is gone, and a late answer changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.announcing import announce, origin_of
from dalang.server.storage.database import take_turn
from dalang.server.storage.models import AnalysisRunRow as RunRow
from dalang.server.storage.models import JobRow, ProcessRow
from dalang.server.storage.queries.processes import NOW, alive, seconds
from dalang.server.storage.queries.replays import keep_analysis

OLD: Final = 120.0  # seconds after which nobody waits for an answer any more


@dataclass(frozen=True)
class BotJob:
    """A question."""

    id: str
    urgency: int
    work: str
    question: str = field(repr=False)  # it may hold what a seat knows


@dataclass(frozen=True)
class JobState:
    """Who thinks about a question, and the answer."""

    worker: str
    answer: str | None = field(repr=False)


def add_job(db: Connection, job: BotJob) -> None:
    """Asks."""
    row = insert(JobRow).values(**vars(job), asker=origin_of(db), worker="", at=NOW)
    db.execute(row)
    announce(db, "job", job.id)


def take_job(db: Connection, worker: str) -> BotJob | None:
    """The most urgent question that nobody thinks about yet."""
    free = select(JobRow.id).where(JobRow.worker == "", JobRow.at > NOW - seconds(OLD))
    first = free.order_by(JobRow.urgency, JobRow.at).limit(1).with_for_update(skip_locked=True)
    taken = update(JobRow).where(JobRow.id == first.scalar_subquery()).values(worker=worker)
    columns = JobRow.id, JobRow.urgency, JobRow.work, JobRow.question
    found = db.execute(taken.returning(*columns)).first()
    return BotJob(*found) if found else None


def answer_job(db: Connection, job_id: str, worker: str, answer: str) -> bool:
    """Answers; False if nobody waits for it any more."""
    own = JobRow.id == job_id, JobRow.worker == worker
    done = db.execute(update(JobRow).where(*own).values(answer=answer)).rowcount > 0
    if done:
        announce(db, "answer", job_id)
    return done


def job_state(db: Database, job_id: str) -> JobState | None:
    """How far a question is."""
    row = db.get(JobRow, job_id)
    return JobState(row.worker, row.answer) if row else None


def drop_job(db: Connection, job_id: str) -> None:
    """Nobody waits for the answer any more; other old ones go, too."""
    db.execute(delete(JobRow).where((JobRow.id == job_id) | (JobRow.at < NOW - seconds(OLD))))


# --- analyses -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """How far the analysis of a game is."""

    done: int
    steps: int
    failed: bool
    orphaned: bool  # the process that had it done is gone


def begin_run(db: Connection, source: str, process: str, steps: int) -> bool:
    """Whether a process shall analyse a game: not while another one, which lives, does so."""
    take_turn(db, f"run {source}")
    row = db.execute(select(RunRow.process, RunRow.failed).where(RunRow.source == source)).first()
    if row and not row.failed and db.scalar(alive().where(ProcessRow.id == row.process)):
        return False
    db.execute(delete(RunRow).where(RunRow.source == source))
    new = {"source": source, "process": process, "done": 0, "steps": steps, "failed": False}
    db.execute(insert(RunRow).values(**new))
    return True


def keep_progress(db: Connection, source: str, process: str, done: int) -> None:
    """A process has done some more of its analysis."""
    own = RunRow.source == source, RunRow.process == process
    db.execute(update(RunRow).where(*own).values(done=done))


def end_run(db: Connection, source: str, process: str, text: str, failed: bool) -> bool:
    """Stores a result, if it is still this process that was to find it; False if not."""
    take_turn(db, f"run {source}")
    own = RunRow.source == source, RunRow.process == process
    if failed:
        return db.execute(update(RunRow).where(*own).values(failed=True)).rowcount > 0
    if db.execute(delete(RunRow).where(*own)).rowcount == 0:
        return False
    if text:
        keep_analysis(db, source, text)
    return True


def run_of(db: Database, source: str) -> Run | None:
    """The analysis of a game that is running, or has failed."""
    row = db.get(RunRow, source)
    if row is None:
        return None
    orphaned = db.scalar(alive().where(ProcessRow.id == row.process)) is None
    return Run(row.done, row.steps, row.failed, orphaned and not row.failed)
