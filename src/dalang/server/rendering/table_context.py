"""What may be shown of a table apart from the game itself: no position, no secret of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from dalang.bots.characters import level_of
from dalang.engine.api import CHANCE
from dalang.server.rendering.faces import Face
from dalang.server.storage import Branch, ChatLine, Seat
from dalang.server.tables.game_log import LoggedEvent
from dalang.server.tables.seat_notices import SeatNotice
from dalang.server.tables.seats import is_free, pace_word
from dalang.server.tables.table import Table

CHAT_LINES = 50


@dataclass(frozen=True)
class Visitor:
    """Who looks at a table, and from which address."""

    table: Table
    person: str = ""  # id; "" for somebody unknown
    origin: str = ""  # "https://dalang.example", for links to be sent to friends
    guide: str = ""  # "on" or "off" if the person said so
    wish: str = ""  # a move to be confirmed, where there is no script

    @property
    def viewer(self) -> int:
        """The visitor's seat, or -1."""
        return self.table.seat_of(self.person)

    @property
    def names(self) -> tuple[str, ...]:
        """What the people at the seats are called."""
        return self.table.names


@dataclass(frozen=True)
class SeatClock:
    """What a seat has left; everybody may know it."""

    left: int  # milliseconds
    due: int | None  # when it has none left, in milliseconds since 1970; None while it stands

    @classmethod
    def of(cls, table: Table, seat: int) -> SeatClock | None:
        """Of a seat at which a person plays with a clock."""
        if table.clock is None or not table.plays(seat):
            return None
        asked, due = table.waiting.asked, table.due()
        runs = asked is not None and asked.seat == seat and due is not None
        moment = int(due.timestamp() * 1000) if due and runs else None
        return cls(table.clock.left(seat), moment)

    @classmethod
    def running(cls, table: Table) -> SeatClock | None:
        """Of the seat that is asked."""
        asked = table.waiting.asked
        return cls.of(table, asked.seat) if asked else None

    @property
    def text(self) -> str:
        """Minutes and seconds; hours only if there are some."""
        seconds = -(-self.left // 1000)
        minutes = f"{seconds // 60 % 60:02}" if seconds >= 3600 else f"{seconds // 60}"
        hours = f"{seconds // 3600}:" if seconds >= 3600 else ""
        return f"{hours}{minutes}:{seconds % 60:02}"


@dataclass(frozen=True)
class SeatContext:
    """Who sits on a seat, as far as one person may know."""

    number: int
    kind: str
    name: str
    level: str  # of the bot
    me: bool
    stands_in: bool  # a bot plays for somebody
    kept: bool  # for somebody with a private link
    face: Face
    host: bool  # opened the table
    link: str  # that link; only the host sees it

    @classmethod
    def of(cls, seat: Seat, visitor: Visitor) -> SeatContext:
        """Of a seat, for a person."""
        host = bool(visitor.person) and visitor.person == visitor.table.record.host
        path = f"{visitor.origin}/t/{visitor.table.record.id}/sit/{seat.seat}?invite={seat.invite}"
        return cls(
            number=seat.seat,
            kind=seat.kind,
            name=seat.name,
            level=level_of(seat.bot),
            me=bool(visitor.person) and seat.person == visitor.person and seat.kind == "person",
            stands_in=seat.kind == "bot" and bool(seat.person),
            kept=bool(seat.invite),
            face=Face.of(seat),
            host=bool(seat.person) and seat.person == visitor.table.record.host,
            link=path if seat.invite and seat.kind == "open" and host else "",
        )


@dataclass(frozen=True)
class ChatContext:
    """Something said at a table, or told about one of its seats."""

    line: ChatLine
    notice: SeatNotice | None


@dataclass(frozen=True)
class TableContext:
    """A table as one person may know it."""

    visitor: Visitor
    id: str
    key: str
    title: str
    status: str
    known: bool  # whether the one who looks has a name here
    link: str  # of the table, to be sent to friends
    number: int  # the log number of the next move
    here: bool  # whether the one who looks has a seat
    may_sit: bool  # on a seat that is kept for nobody
    may_close: bool  # the host, while nobody has begun
    may_leave: bool  # somebody else who sits there
    may_move: bool  # to another free seat
    pace: str  # how long a decision may take
    clock: str  # how much time everybody has, "" if there is none
    late: bool  # the viewer has lost on time
    running: SeatClock | None  # of the seat that is asked
    advice: bool  # people may ask for hints
    rated: bool  # the result counts for ratings
    fills: datetime | None  # when bots take the seats that are still free
    due: datetime | None  # until when the one who is asked must decide
    overdue: int  # the seat that others may give to a bot, or -1
    lent: int  # the viewer's seat that a bot plays, or -1
    scores: list[int]
    result: list[tuple[int, int]]  # place and seat, best first; empty while the game runs
    next_table: str
    commitment: str
    secret: str  # "" until the game is over
    branch: Branch | None  # the moment the game continues from
    chat: list[ChatContext]
    pauses: bool  # bots wait at the end of a round, and everybody looks at what it brought
    wish: str  # a move that is to be confirmed

    @classmethod
    def of(cls, visitor: Visitor) -> TableContext:
        """Of a table as it is now."""
        table, record = visitor.table, visitor.table.record
        here = any(visitor.person and seat.person == visitor.person for seat in record.seats)
        overdue = table.overdue()
        return cls(
            visitor=visitor,
            id=record.id,
            key=record.game,
            title=table.spec.title,
            status=record.status,
            known=bool(visitor.person),
            link=f"{visitor.origin}/t/{record.id}",
            number=table.count,
            here=here,
            may_sit=record.status == "open" and not here and any(map(is_free, record.seats)),
            may_close=record.status == "open" and visitor.person == record.host,
            may_leave=record.status == "open" and here and visitor.person != record.host,
            may_move=record.status == "open" and len(table.seats_of(visitor.person)) == 1,
            pace=pace_word(record.pace),
            clock=record.clock,
            advice=record.advice,
            rated=record.rated,
            fills=record.fills,
            due=None if table.clock or table.waiting.excuses(visitor.viewer) else table.due(),
            late=any(one.late and one.person == visitor.person for one in record.seats),
            running=SeatClock.running(table),
            overdue=overdue if visitor.viewer not in (-1, overdue) else -1,
            lent=table.lent_seat(visitor.person) if record.status == "running" else -1,
            scores=record.scores,
            result=sorted((place, seat) for seat, place in enumerate(record.ranking)),
            next_table=table.next_table,
            commitment=table.commitment,
            secret=record.secret.hex() if record.status == "finished" else "",
            branch=table.branch,
            chat=_heard(visitor),
            pauses=table.unhurried and record.status == "running",
            wish=visitor.wish,
        )

    @cached_property
    def summary(self) -> bool:
        """Whether there is a page to read while waiting."""
        return (self.visitor.table.spec.folder / "summary.md").exists()

    @cached_property
    def seats(self) -> list[SeatContext]:
        """Who sits where; rarely needed once a game has begun."""
        return [SeatContext.of(seat, self.visitor) for seat in self.visitor.table.record.seats]


# --- what happened ------------------------------------------------------------------------


def last_turn_ended(told: Sequence[LoggedEvent], viewer: int) -> int:
    """How many of the events belong to the time up to the viewer's last finished turn.

    What the viewer is doing just now, with the chance it causes, is a turn not finished yet.
    """
    end = len(told)
    while end and told[end - 1].actor in (viewer, CHANCE):
        end -= 1
    while end and told[end - 1].actor != viewer:
        end -= 1
    return end


def last_round(told: Sequence[LoggedEvent], actor: int) -> Sequence[LoggedEvent]:
    """What happened since the seat whose turn it is finished its turn before this one."""
    if actor == CHANCE:
        actor = next((one.actor for one in reversed(told) if one.actor != CHANCE), CHANCE)
    return told[last_turn_ended(told, actor) :] if actor >= 0 else []


def score_sheet(told: Sequence[LoggedEvent]) -> dict[int, dict[str, list[LoggedEvent]]]:
    """Where every seat's points came from: its scoring events by their key, in order."""
    sheet: dict[int, dict[str, list[LoggedEvent]]] = {}
    for one in told:
        if one.scored:
            sheet.setdefault(one.scored[0], {}).setdefault(one.event.key, []).append(one)
    return sheet


def _heard(visitor: Visitor) -> list[ChatContext]:
    """What was said last, without what was said to others or by people who are blocked."""
    table = visitor.table
    return [
        ChatContext(line, SeatNotice.read(line))
        for line in table.chat[-CHAT_LINES:]
        if table.preferences.hears(visitor.person, line)
    ]
