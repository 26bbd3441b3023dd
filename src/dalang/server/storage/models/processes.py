"""What several processes tell each other, and the keys that they share."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Float
from sqlalchemy.orm import Mapped, mapped_column

from dalang.server.storage.models.base import Base


class HouseKeyRow(Base):
    """A key that all processes need: with PostgreSQL, instead of a file in the data directory."""

    __tablename__ = "house_key"

    name: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]


# The rest says how things are now, and means nothing once they have ended: it is never copied.
FLEETING = {"info": {"fleeting": True}}


class ProcessRow(Base):
    """A process that uses the database, and when it last gave a sign of life."""

    __tablename__ = "server_process"
    __table_args__ = FLEETING

    id: Mapped[str] = mapped_column(primary_key=True)
    role: Mapped[str]  # serve or worker
    places: Mapped[int]  # questions that a worker answers at a time
    seen: Mapped[datetime]  # by the database's clock


class LeaseRow(Base):
    """Which process drives a table, or does the chores: as long as it lives."""

    __tablename__ = "lease"
    __table_args__ = FLEETING

    subject: Mapped[str] = mapped_column(primary_key=True)  # a table, or CHORES
    process: Mapped[str] = mapped_column(index=True)  # "" = somebody should take it over


class PresenceRow(Base):
    """The pages that somebody has open at a table, through one process."""

    __tablename__ = "presence"
    __table_args__ = FLEETING

    table_id: Mapped[str] = mapped_column(primary_key=True)
    process: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(primary_key=True)  # "" = somebody who has no name yet
    pages: Mapped[int]
    unseen: Mapped[int]  # those of them in a hidden tab


class HintRow(Base):
    """What a seat was advised last."""

    __tablename__ = "hint"
    __table_args__ = FLEETING

    table_id: Mapped[str] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int]
    advice: Mapped[str]


class AllowanceRow(Base):
    """How much of a limit somebody has used up, at a moment by the database's clock."""

    __tablename__ = "allowance"
    __table_args__ = FLEETING

    name: Mapped[str] = mapped_column(primary_key=True)
    spent: Mapped[float] = mapped_column(Float)
    at: Mapped[datetime]


class JobRow(Base):
    """A question to the bots on other machines."""

    __tablename__ = "job"
    __table_args__ = FLEETING

    id: Mapped[str] = mapped_column(primary_key=True)
    asker: Mapped[str]  # the process that waits for the answer
    urgency: Mapped[int]  # the smallest comes first
    work: Mapped[str]
    question: Mapped[str]
    at: Mapped[datetime]
    worker: Mapped[str]  # the process that thinks about it, "" = nobody yet
    answer: Mapped[str | None]


class AnalysisRunRow(Base):
    """How far the analysis of a game is, and which process has it done."""

    __tablename__ = "analysis_run"
    __table_args__ = FLEETING

    source: Mapped[str] = mapped_column(primary_key=True)
    process: Mapped[str]
    done: Mapped[int]
    steps: Mapped[int]
    failed: Mapped[bool]
