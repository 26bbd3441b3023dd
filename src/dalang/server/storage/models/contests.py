"""Results, ratings and tournaments."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from dalang.server.storage.models.base import Base


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
    seeds: Mapped[list[int | None]]
    void_from: Mapped[datetime | None]


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
