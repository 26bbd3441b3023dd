"""What hosts look after."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from dalang.server.storage.models.base import Base


class ReportRow(Base):
    """records.Report."""

    __tablename__ = "report"

    id: Mapped[str] = mapped_column(primary_key=True)
    reporter: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    name: Mapped[str]
    table_id: Mapped[str]
    said: Mapped[str]
    reason: Mapped[str]
    text: Mapped[str]
    created: Mapped[datetime]
    closed: Mapped[datetime | None] = mapped_column(index=True)
    outcome: Mapped[str] = mapped_column(server_default="")


class AuditRow(Base):
    """records.AuditEntry: only appended."""

    __tablename__ = "audit"

    id: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(index=True)
    host: Mapped[str]  # "" = at the command line
    host_name: Mapped[str]
    deed: Mapped[str]
    person: Mapped[str]
    detail: Mapped[str]


class HouseWordRow(Base):
    """A word that names and chat must not contain; `shape` is how it looks."""

    __tablename__ = "house_word"

    shape: Mapped[str] = mapped_column(primary_key=True)
    word: Mapped[str]
    created: Mapped[datetime]
