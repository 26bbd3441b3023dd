"""People: who they are, how they come in, how they are reached, whom they know."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, false, true
from sqlalchemy.orm import Mapped, mapped_column

from dalang.server.storage.models.base import Base


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


class TieRow(Base):
    """What one person is to another: has asked to be friends, is a friend, or has blocked them."""

    __tablename__ = "tie"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    other: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True, index=True)
    kind: Mapped[str]
    at: Mapped[datetime]
