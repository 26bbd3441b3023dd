"""What is stored, as plain data.  Secrets do not show in the repr of anything here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal

UNDO: Final = "undo"  # Entry.text: the seat's last action is taken back

SeatKind = Literal["open", "person", "bot"]
Status = Literal["open", "running", "finished", "closed"]  # closed ones are not stored any more
Wish = Literal["never", "days", "always"]
Speed = Literal["slow", "normal", "quick", "at_once"]


@dataclass(frozen=True)
class PlayHabits:
    """How somebody wants to play, at every table."""

    speed: Speed = "normal"  # of bots and of what moves on the page
    grace: bool = False  # bots wait a little, so that a move can be taken back
    confirms: frozenset[str] = frozenset()  # games in which every move is confirmed


@dataclass(frozen=True)
class Person:
    """Somebody who plays or watches."""

    id: str
    name: str
    language: str  # "" = the browser's
    created: datetime
    links: int = 0  # goes up when the personal links made so far are to be void
    notices: Wish = "days"  # when to be told: never, of games with a pace, of all games
    sessions: int = 0  # goes up when all browsers are to be signed out
    habits: PlayHabits = PlayHabits()


@dataclass(frozen=True)
class Token:
    """What is stored about a token after it was shown."""

    id: str
    label: str
    created: datetime


@dataclass(frozen=True)
class Seat:
    """A place at a table."""

    seat: int
    kind: SeatKind = "open"
    person: str | None = None
    bot: str = ""  # level, "" if no bot
    name: str = ""
    invite: str = field(default="", repr=False)  # secret of a private link, "" if none
    resigned: bool = False  # the person gave up; the bot plays on to the end


@dataclass(frozen=True)
class TableRecord:
    """A table: its game, its seats, and its status or result."""

    id: str
    game: str
    edition: str
    players: int
    options: dict[str, str]
    host: str  # person
    public: bool  # listed in the lobby
    status: Status
    created: datetime
    updated: datetime
    secret: bytes = field(repr=False)
    ended_by: str = ""
    scores: list[int] = field(default_factory=list)
    ranking: list[int] = field(default_factory=list)
    pace: int = 0  # seconds a decision may take; 0 = as long as it likes
    advice: bool = False  # whether people may ask for hints here
    opened_from: str = field(default="", repr=False)  # a mark of the address, "" if not known
    seats: tuple[Seat, ...] = ()

    @classmethod
    def new(
        cls,
        game: str,
        edition: str,
        seats: Sequence[Seat],
        host: str,
        public: bool = True,
        options: Mapping[str, str] | None = None,
        pace: int = 0,
        advice: bool = False,
    ) -> TableRecord:
        """A new open table with its own id and secret."""
        moment = now()
        return cls(
            id=new_table_id(),
            game=game,
            edition=edition,
            players=len(seats),
            options=dict(options or {}),
            host=host,
            public=public,
            status="open",
            created=moment,
            updated=moment,
            secret=new_secret(),
            pace=pace,
            advice=advice,
            seats=tuple(seats),
        )


@dataclass(frozen=True)
class Entry:
    """One line of a game's log: an action, an outcome, or UNDO."""

    number: int  # 0, 1, 2 …
    actor: int  # seat or CHANCE
    text: str
    at: datetime


@dataclass(frozen=True)
class StoredPremove:
    """What a person on a seat has decided to do when asked."""

    seat: int
    person: str
    number: int  # of entries in the log when it was chosen
    text: str  # the action
    question: str  # what it answers


@dataclass(frozen=True)
class Ending:
    """How a game ended; stored together with its last entry."""

    ended_by: str = ""
    scores: Sequence[int] = ()
    ranking: Sequence[int] = ()


@dataclass(frozen=True)
class ChatLine:
    """Something said at a table."""

    number: int
    person: str
    name: str
    text: str
    at: datetime


@dataclass(frozen=True)
class Upload:
    """An uploaded replay."""

    id: str
    person: str
    game: str
    name: str  # of the file
    text: str = field(repr=False)
    created: datetime

    @classmethod
    def new(cls, person: str, game: str, name: str, text: str) -> Upload:
        """With a new id."""
        return cls(new_table_id(), person, game, name, text, now())


@dataclass(frozen=True)
class Branch:
    """The moment of another game from which a table continues."""

    source: str  # the replay: a table or an upload, which may be gone
    move: int
    inherited: int  # outcomes of chance that come from there


@dataclass(frozen=True)
class Paced:
    """A running table with a pace, and since when the decision that is asked now is asked."""

    table: str
    pace: int  # seconds
    number: int  # of the next entry
    since: datetime
    reminded: int | None  # the number at which somebody was reminded last


@dataclass(frozen=True)
class Device:
    """A browser that receives a person's notifications; only it can decrypt with these keys."""

    id: str
    person: str
    endpoint: str = field(repr=False)  # anybody who knows it can send to the browser
    key: str = field(repr=False)  # the browser's public key
    auth: str = field(repr=False)
    origin: str  # the address of this server, as the browser knows it
    language: str
    label: str
    created: datetime


@dataclass(frozen=True)
class Webhook:
    """A person's address that receives notifications."""

    person: str
    url: str = field(repr=False)
    secret: str = field(repr=False)  # signs what is sent there
    origin: str
    language: str
    failures: int = 0  # in a row


def now() -> datetime:
    """This moment, in the only time zone we store."""
    return datetime.now(UTC)


def new_person_id() -> str:
    """96 random bits."""
    return secrets.token_urlsafe(12)


def new_table_id() -> str:
    """10 characters, 60 random bits: nobody can guess a private table."""
    return secrets.token_urlsafe(8)[:10]


def new_secret() -> bytes:
    """What all chance of a game follows from, 256 random bits."""
    return secrets.token_bytes(32)


def new_invite() -> str:
    """The secret of a private link to a seat, 144 random bits."""
    return secrets.token_urlsafe(18)
