"""The tables of the database.

A change here needs a step in migrations/versions; a test compares what the steps make with what is
written here.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    TypeDecorator,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; databases differ in what they make of time zones, so none is stored."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """On the way in."""
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """On the way out."""
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """Of all tables.  Constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: UtcDateTime,
        bytes: LargeBinary,
        dict[str, str]: JSON,
        list[str]: JSON,
        list[int]: JSON,
    }


class PersonRow(Base):
    """records.Person."""

    __tablename__ = "person"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    language: Mapped[str]
    created: Mapped[datetime]
    links: Mapped[int]
    notices: Mapped[str] = mapped_column(server_default="days")
    sessions: Mapped[int] = mapped_column(server_default="0")
    speed: Mapped[str] = mapped_column(server_default="normal")
    grace: Mapped[bool] = mapped_column(server_default=false())
    confirms: Mapped[list[str]] = mapped_column(server_default="[]")


class TokenRow(Base):
    """records.Token, and the hash by which the token is recognised."""

    __tablename__ = "token"

    id: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    label: Mapped[str]
    hash: Mapped[str] = mapped_column(unique=True)
    created: Mapped[datetime]


class TableRow(Base):
    """records.TableRecord without its seats."""

    __tablename__ = "game_table"
    __table_args__ = (Index("ix_game_table_status_created", "status", "created"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    edition: Mapped[str]
    players: Mapped[int]
    options: Mapped[dict[str, str]]
    host: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    public: Mapped[bool]
    status: Mapped[str]
    created: Mapped[datetime]
    updated: Mapped[datetime]
    secret: Mapped[bytes]
    ended_by: Mapped[str]
    scores: Mapped[list[int]]
    ranking: Mapped[list[int]]
    pace: Mapped[int] = mapped_column(server_default="0")
    advice: Mapped[bool] = mapped_column(server_default=false())
    opened_from: Mapped[str] = mapped_column(server_default="", index=True)


class SeatRow(Base):
    """records.Seat."""

    __tablename__ = "seat"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    person: Mapped[str | None] = mapped_column(ForeignKey("person.id"), index=True)
    bot: Mapped[str]
    name: Mapped[str]
    invite: Mapped[str]
    resigned: Mapped[bool] = mapped_column(server_default=false())


class EntryRow(Base):
    """records.Entry.  The primary key is why two writers can never both append number n."""

    __tablename__ = "entry"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    actor: Mapped[int]
    text: Mapped[str]
    at: Mapped[datetime]


class ChatRow(Base):
    """records.ChatLine."""

    __tablename__ = "chat"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"))
    name: Mapped[str]
    text: Mapped[str]
    at: Mapped[datetime]


class UploadRow(Base):
    """records.Upload."""

    __tablename__ = "upload"

    id: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    game: Mapped[str]
    name: Mapped[str]
    text: Mapped[str]
    created: Mapped[datetime]


class BranchRow(Base):
    """records.Branch, of a table that continues another game from a moment."""

    __tablename__ = "branch"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    source: Mapped[str]
    move: Mapped[int]
    inherited: Mapped[int]


class SequelRow(Base):
    """The table where the people of a finished one play again: one at most."""

    __tablename__ = "sequel"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    next_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"))


class PutAwayRow(Base):
    """A game that somebody does not want to see in their own list any more."""

    __tablename__ = "put_away"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)


class PremoveRow(Base):
    """records.StoredPremove, at most one for each seat."""

    __tablename__ = "premove"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"))
    number: Mapped[int]
    text: Mapped[str]
    question: Mapped[str]


class AgainRow(Base):
    """Whether somebody wants to play again after a finished game."""

    __tablename__ = "again"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    joins: Mapped[bool]
    at: Mapped[datetime]


class AnalysisRow(Base):
    """What the bots think of a finished game; it can be computed again at any time."""

    __tablename__ = "analysis"

    source: Mapped[str] = mapped_column(primary_key=True)  # table or upload
    text: Mapped[str]


class ReminderRow(Base):
    """The decision of which somebody was reminded last: the log's number when it was asked."""

    __tablename__ = "reminder"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int]


class DeviceRow(Base):
    """records.Device."""

    __tablename__ = "device"

    id: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    endpoint: Mapped[str] = mapped_column(unique=True)
    key: Mapped[str]
    auth: Mapped[str]
    origin: Mapped[str]
    language: Mapped[str]
    label: Mapped[str]
    created: Mapped[datetime]


class WebhookRow(Base):
    """records.Webhook."""

    __tablename__ = "webhook"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    url: Mapped[str]
    secret: Mapped[str]
    origin: Mapped[str]
    language: Mapped[str]
    failures: Mapped[int]
