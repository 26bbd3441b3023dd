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
    Double,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    TypeDecorator,
    false,
    true,
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
        float: Double,
        dict[str, str]: JSON,
        dict[str, int]: JSON,
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
    account: Mapped[datetime | None]
    role: Mapped[str] = mapped_column(server_default="")
    ban: Mapped[str] = mapped_column(server_default="")
    ban_until: Mapped[datetime | None]
    shown: Mapped[bool] = mapped_column(server_default=false())
    online: Mapped[datetime | None]
    handle: Mapped[str | None] = mapped_column(unique=True, index=True)
    profile: Mapped[bool] = mapped_column(server_default=true())


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


class BrowserRow(Base):
    """records.Browser."""

    __tablename__ = "browser"

    id: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    label: Mapped[str]
    created: Mapped[datetime]
    seen: Mapped[datetime]


class PasskeyRow(Base):
    """records.Passkey."""

    __tablename__ = "passkey"

    id: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    public_key: Mapped[bytes]
    count: Mapped[int]
    label: Mapped[str]
    transports: Mapped[list[str]]
    created: Mapped[datetime]
    used: Mapped[datetime | None]


class ChallengeRow(Base):
    """What a passkey has to sign next: it counts once, for one purpose, and not for long."""

    __tablename__ = "challenge"

    id: Mapped[str] = mapped_column(primary_key=True)
    purpose: Mapped[str]
    person: Mapped[str]  # "" if nobody knows yet who will sign
    expires: Mapped[datetime] = mapped_column(index=True)


class EmailRow(Base):
    """The address that somebody has shown to be theirs."""

    __tablename__ = "email"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    address: Mapped[str] = mapped_column(unique=True)
    since: Mapped[datetime]


class LetterRow(Base):
    """records.Letter, and the hash by which its link is recognised."""

    __tablename__ = "letter"

    hash: Mapped[str] = mapped_column(primary_key=True)
    purpose: Mapped[str]
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    address: Mapped[str] = mapped_column(index=True)
    expires: Mapped[datetime] = mapped_column(index=True)


class RecoveryRow(Base):
    """A code that lets somebody in once; only its hash is kept."""

    __tablename__ = "recovery"

    hash: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    created: Mapped[datetime]


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


class TieRow(Base):
    """What one person is to another: has asked to be friends, is a friend, or has blocked them."""

    __tablename__ = "tie"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    other: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True, index=True)
    kind: Mapped[str]
    at: Mapped[datetime]


class InvitationRow(Base):
    """Somebody is asked to a table by a friend."""

    __tablename__ = "invitation"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True, index=True)
    asker: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    at: Mapped[datetime]


class TournamentRow(Base):
    """records.Tournament."""

    __tablename__ = "tournament"
    __table_args__ = (Index("ix_tournament_status_created", "status", "created"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    host: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    game: Mapped[str]
    format: Mapped[str]
    seats: Mapped[int]
    rounds: Mapped[int]
    pace: Mapped[int]
    most: Mapped[int]
    starts: Mapped[datetime | None]
    created: Mapped[datetime]
    seed: Mapped[int]
    status: Mapped[str]
    round: Mapped[int]
    clock: Mapped[str] = mapped_column(server_default="")


class EntrantRow(Base):
    """records.Participant."""

    __tablename__ = "entrant"

    tournament: Mapped[str] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True, index=True)
    name: Mapped[str]
    seed: Mapped[int]
    withdrawn: Mapped[bool]
    entered: Mapped[datetime]


class PairingRow(Base):
    """records.Pairing.  The primary key is why a round can never be drawn twice."""

    __tablename__ = "pairing"

    tournament: Mapped[str] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    board: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), unique=True)


class RatingRow(Base):
    """ratings.PlayerRating of a person in a game."""

    __tablename__ = "rating"
    __table_args__ = (Index("ix_rating_game_mu", "game", "mu"),)

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    games: Mapped[int]


class ResultRow(Base):
    """records.PlayedResult.  The primary key is why a game can never count twice."""

    __tablename__ = "result"
    __table_args__ = (Index("ix_result_person_ended", "person", "ended"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    game: Mapped[str]
    players: Mapped[int]
    place: Mapped[int]
    points: Mapped[int]
    ended: Mapped[datetime]
    abandoned: Mapped[bool]
    mu: Mapped[float | None]  # after the game, if it counted
    sigma: Mapped[float | None]
    games: Mapped[int | None]
    statistics: Mapped[dict[str, int] | None]  # None: of a game that ended before there were any


class TurnNoticeRow(Base):
    """The decision that somebody was told of last: the log's number when it was asked."""

    __tablename__ = "turn_notice"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int]


class HouseKeyRow(Base):
    """A key that all processes need: with PostgreSQL, instead of a file in the data directory."""

    __tablename__ = "house_key"

    name: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]


# --- What several processes tell each other ------------------------------------------------
# It says how things are now, and means nothing once they have ended: it is never copied.

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
