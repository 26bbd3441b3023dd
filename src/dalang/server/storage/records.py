"""What is stored, as plain data.  Secrets do not show in the repr of anything here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from dalang.server.ratings import PlayerRating

UNDO: Final = "undo"  # Entry.text: the seat's last action is taken back

HOST: Final = "host"
ONLINE: Final = timedelta(minutes=3)  # after the last sign of life
NOTICEABLE: Final = timedelta(seconds=1)  # an error of a clock; smaller ones are only measured so
_WRONG: Final = [timedelta()]  # how much this machine's clock is behind

SeatKind = Literal["open", "person", "bot"]
Status = Literal["open", "running", "finished", "closed"]  # closed ones are not stored any more
Wish = Literal["never", "days", "always"]
LetterPurpose = Literal["sign_in", "prove"]
TieKind = Literal["asked", "friend", "block"]
Speed = Literal["slow", "normal", "quick", "at_once"]
Format = Literal["round_robin", "swiss", "knockout"]
TournamentStatus = Literal["open", "running", "finished", "cancelled"]


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
    account: datetime | None = None  # since when there is a way in other than a cookie
    role: str = ""  # HOST, or ""
    ban: str = ""  # why somebody may not play here, "" if they may
    ban_until: datetime | None = None  # None = for good
    shown: bool = False  # friends may see that somebody is here
    online: datetime | None = None  # when somebody who is shown was here last
    handle: str | None = None  # the address of their page; None = deleted
    profile: bool = True  # others may look at that page

    @property
    def is_host(self) -> bool:
        """Whether somebody looks after the house."""
        return self.role == HOST

    @property
    def is_online(self) -> bool:
        """Whether friends see that somebody is here."""
        return self.shown and self.online is not None and self.online > now() - ONLINE

    @property
    def is_banned(self) -> bool:
        """Whether somebody may not play here now."""
        return bool(self.ban) and (self.ban_until is None or self.ban_until > now())


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
    late: bool = False  # so did the person whose time was over
    along: bool = False  # a guest began the rated game: it does not count for the account


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
    rated: bool = False  # whether the result counts for the ratings of those who play
    spread: int = 0  # by how much the ratings of strangers may differ; 0 = nobody is looked for
    fills: datetime | None = None  # when bots take the seats that are still free
    pauses: bool = True  # False: a program plays alone with bots, and needs none
    clock: str = ""  # how much time everybody has, see tables/clocks.py; "" = no clock
    clock_from: datetime | None = None  # nobody's time ran before, because the server was away
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
        rated: bool = False,
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
            rated=rated,
            seats=tuple(seats),
        )


@dataclass(frozen=True)
class GameWish:
    """What somebody wants to play with strangers."""

    game: str
    players: int
    pace: int = 0
    rated: bool = False
    spread: int = 100_000  # by how much ratings may differ
    clock: str = ""


@dataclass(frozen=True)
class PlayedResult:
    """How a game ended for somebody who played it."""

    table: str
    person: str
    game: str
    players: int
    place: int
    points: int
    ended: datetime
    abandoned: bool = False  # a bot played on at the end
    rating: PlayerRating | None = None  # after it, if it counted
    statistics: Mapping[str, int] | None = None  # the game's own; None = not known


@dataclass(frozen=True)
class Entry:
    """One line of a game's log: an action, an outcome, or UNDO."""

    number: int  # 0, 1, 2 …
    actor: int  # seat or CHANCE
    text: str
    at: datetime
    spent: int = 0  # milliseconds of the seat's time, at a table with a clock


@dataclass(frozen=True)
class StoredPremove:
    """What a person on a seat has decided to do when asked."""

    seat: int
    person: str
    number: int  # of entries in the log when it was chosen
    text: str  # the action
    question: str  # what it answers
    missed: bool = False  # it was not possible when it was asked


@dataclass(frozen=True)
class Ending:
    """How a game ended; stored together with its last entry."""

    ended_by: str = ""
    scores: Sequence[int] = ()
    ranking: Sequence[int] = ()
    statistics: Sequence[Mapping[str, int]] = ()  # the game's own, by seat, if it has some


@dataclass(frozen=True)
class ChatLine:
    """Something said at a table."""

    number: int
    person: str
    name: str
    text: str
    at: datetime
    to: str = ""  # the only other person who may read it; "" = everybody

    def is_for(self, person: str) -> bool:
        """Whether somebody may read it; "" is anybody."""
        return not self.to or (person != "" and person in (self.person, self.to))


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
class Tournament:
    """A tournament, without those who take part."""

    id: str
    name: str
    host: str  # person
    game: str
    format: Format
    seats: int  # at a table
    rounds: int  # 0 = as many as the format needs; counted out when it begins
    pace: int  # seconds for a decision
    most: int  # entrants
    starts: datetime | None  # None = when the host says so
    created: datetime
    seed: int = field(repr=False)  # of what chance decides; nobody can foresee a draw
    status: TournamentStatus = "open"
    round: int = 0  # the last one that was drawn
    clock: str = ""  # of its tables

    @classmethod
    def new(
        cls,
        name: str,
        host: str,
        game: str,
        format: Format,
        seats: int,
        rounds: int = 0,
        pace: int = 0,
        most: int = 64,
        starts: datetime | None = None,
        clock: str = "",
    ) -> Tournament:
        """With a new id, open to everybody."""
        chosen = name, host, game, format, seats, rounds, pace, most, starts
        return cls(new_table_id(), *chosen, now(), secrets.randbits(31), clock=clock)


@dataclass(frozen=True)
class Participant:
    """Somebody who takes part in a tournament."""

    person: str
    name: str
    seed: int = 0  # 1 = the strongest; 0 before it begins
    withdrawn: bool = False
    entered: datetime | None = None


@dataclass(frozen=True)
class Pairing:
    """A table of a tournament."""

    round: int  # 1, 2, 3 …
    board: int  # 1, 2, 3 … within the round
    table: str
    seeds: tuple[int | None, ...]  # of the entrants, by seat; None = a bot
    void_from: datetime | None = None  # it cannot be read, and counts for nobody from then on

    @property
    def is_void(self) -> bool:
        """Whether the tournament goes on without it."""
        return self.void_from is not None and self.void_from <= now()


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


@dataclass(frozen=True)
class StoredHint:
    """What a seat was advised at one number of the log."""

    seat: int
    number: int
    advice: str = field(repr=False)  # as data, for who sits there alone


@dataclass(frozen=True)
class TableState:
    """How a table is stored, of its log and its chat what is not known yet."""

    revision: int
    record: TableRecord
    entries: list[Entry]
    chat: list[ChatLine]
    next_table: str  # where the same people play again
    branch: Branch | None
    again: dict[str, bool]
    premoves: list[StoredPremove]
    habits: dict[str, PlayHabits]
    blocks: dict[str, frozenset[str]]  # whom somebody has blocked, by person
    hints: list[StoredHint]


@dataclass(frozen=True)
class OpenPagesElsewhere:
    """The pages that somebody has open at a table, through another process."""

    process: str
    person: str
    pages: int
    unseen: int


@dataclass(frozen=True)
class Browser:
    """A browser in which somebody with an account is signed in."""

    id: str = field(repr=False)  # part of its cookie
    person: str
    label: str
    created: datetime
    seen: datetime  # to the hour


@dataclass(frozen=True)
class Passkey:
    """A key that a device or a password manager keeps; only its public half is here."""

    id: str
    person: str
    public_key: bytes = field(repr=False)
    count: int  # of signatures, as far as the device counts them
    label: str
    transports: list[str]  # how browsers reach the device
    created: datetime
    used: datetime | None = None


@dataclass(frozen=True)
class Letter:
    """What a link in an e-mail is for: to sign in, or to prove that the address is one's own."""

    purpose: LetterPurpose
    person: str
    address: str = field(repr=False)


@dataclass(frozen=True)
class Complaint:
    """What somebody has to say about somebody else, or about a line of theirs."""

    id: str
    reporter: str
    person: str
    name: str  # as it was shown then
    table_id: str
    said: str  # the line, "" if it is not about one
    reason: str
    text: str
    created: datetime
    closed: datetime | None = None
    outcome: str = ""

    @classmethod
    def new(
        cls, reporter: str, person: str, name: str, table: str, said: str, reason: str, text: str
    ) -> Complaint:
        """With a new id."""
        return cls(new_person_id(), reporter, person, name, table, said, reason, text, now())


@dataclass(frozen=True)
class AuditEntry:
    """Something a host has done."""

    at: datetime
    host_name: str
    deed: str
    person: str
    detail: str


def now() -> datetime:
    """This moment, in the only time zone we store, by the clock that all processes share."""
    return datetime.now(UTC) + _WRONG[0]


def set_clock(wrong: timedelta) -> None:
    """By how much this machine's clock is behind that of the database, where several share it.

    Else the machine with a clock that is ahead would replace people before their time.
    """
    _WRONG[0] = wrong if abs(wrong) >= NOTICEABLE else timedelta()


def new_person_id() -> str:
    """96 random bits; none begins like an option, because hosts type them at the command line."""
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


def new_handle() -> str:
    """The address of a person's page, which tells nothing about their id."""
    return secrets.token_urlsafe(9)


def new_table_id() -> str:
    """10 characters, 60 random bits: nobody can guess a private table."""
    return secrets.token_urlsafe(8)[:10]


def new_secret() -> bytes:
    """What all chance of a game follows from, 256 random bits."""
    return secrets.token_bytes(32)


def new_invite() -> str:
    """The secret of a private link to a seat, 144 random bits."""
    return secrets.token_urlsafe(18)
