"""Tables of play: seats, logs, chat, and what is kept for later."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, false, true
from sqlalchemy.orm import Mapped, mapped_column

from dalang.server.storage.models.base import Base


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
    rated: Mapped[bool] = mapped_column(server_default=false())
    spread: Mapped[int] = mapped_column(server_default="0")
    fills: Mapped[datetime | None]
    pauses: Mapped[bool] = mapped_column(server_default=true())
    clock: Mapped[str] = mapped_column(server_default="")
    clock_from: Mapped[datetime | None]
    revision: Mapped[int] = mapped_column(server_default="0")  # rises with every change, see touch


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
    late: Mapped[bool] = mapped_column(server_default=false())
    along: Mapped[bool] = mapped_column(server_default=false())


class EntryRow(Base):
    """records.Entry.  The primary key is why two writers can never both append number n."""

    __tablename__ = "entry"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    actor: Mapped[int]
    text: Mapped[str]
    at: Mapped[datetime]
    spent: Mapped[int] = mapped_column(server_default="0")


class ChatRow(Base):
    """records.ChatLine."""

    __tablename__ = "chat"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"))
    name: Mapped[str]
    text: Mapped[str]
    at: Mapped[datetime]
    to: Mapped[str] = mapped_column(server_default="")


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
    missed: Mapped[bool] = mapped_column(server_default=false())


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


class TurnNoticeRow(Base):
    """The decision that somebody was told of last: the log's number when it was asked."""

    __tablename__ = "turn_notice"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int]


class InvitationRow(Base):
    """Somebody is asked to a table by a friend."""

    __tablename__ = "invitation"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True, index=True)
    asker: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    at: Mapped[datetime]
