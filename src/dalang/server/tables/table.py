"""Tables in memory: the game, who sits where, and who must be told about changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from dalang.bots import USUAL_LEVEL
from dalang.bots.advice import Advice
from dalang.engine.api import CHANCE, View
from dalang.engine.session import Session
from dalang.server.bounds import TableBounds
from dalang.server.errors import NotYourSeat, Shown
from dalang.server.metrics import MOVE_SECONDS
from dalang.server.storage import (
    Ending,
    NotStored,
    NumberTaken,
    Seat,
    SeatKind,
    StorageError,
    now,
    queries,
)
from dalang.server.tables.clocks import LATE, MOST_LAG, GameClock
from dalang.server.tables.game_log import GameLog, LoggedEvent
from dalang.server.tables.seat_map import SeatHint as SeatHint
from dalang.server.tables.seat_map import SeatMap
from dalang.server.tables.seat_notices import SeatNotice, all_notices, of_change
from dalang.server.tables.stored_table import PATIENCE as PATIENCE
from dalang.server.tables.stored_table import StoredTable
from dalang.server.tables.waiting import Waiting

Check = Callable[[], None]


class Table(StoredTable):
    """One table in memory: what there is to see, and what people do there."""

    # --- what there is to see -----------------------------------------------------------

    @property
    def version(self) -> int:
        """Rises with everything a viewer could notice."""
        return self.audience.version

    @property
    def session(self) -> Session:
        """The game."""
        return self.game_log.session

    @property
    def events(self) -> list[LoggedEvent]:
        """Everything that happened, secrets included."""
        return self.game_log.events

    @property
    def actor(self) -> int:
        """Who is to decide, or CHANCE before the first deal, or OVER."""
        return self.game_log.actor

    @property
    def names(self) -> tuple[str, ...]:
        """What the people at the seats are called."""
        return self.seat_map.names

    @property
    def seat_map(self) -> SeatMap:
        """Who sits where."""
        if self._seat_map.record is not self.record:
            self._seat_map = SeatMap(self.record)
        return self._seat_map

    def seats_of(self, person: str) -> list[int]:
        """Every seat that a person plays."""
        return self.seat_map.of(person, "person")

    def seat_of(self, person: str) -> int:
        """Where a person plays, or -1; of several seats the one that decides, or did so last."""
        own = self.seats_of(person)
        if len(own) < 2:
            return own[0] if own else -1
        if self.actor in own:
            return self.actor
        return next(
            (step.actor for step in reversed(self.session.log) if step.actor in own), own[0]
        )

    def name_of(self, person: str) -> str:
        """What somebody who sits here is called at this table."""
        return self.names[self.seats_of(person)[0]]

    def lent_seat(self, person: str) -> int:
        """The seat a bot plays for a person, or -1."""
        return next(iter(self.seat_map.of(person, "bot")), -1)

    def overdue(self) -> int:
        """The person's seat that everybody has been waiting for too long, or -1."""
        seat = self.waiting.asked
        late = seat and self.clock is None and self.idle() >= self.patience
        return seat.seat if seat and late else -1

    @property
    def waiting(self) -> Waiting:
        """Whom everybody waits for; computed once for each state of the game and its seats."""
        position, was = self.session.position, self._waiting[0]  # every page asks
        if was is None or was[0] is not position or was[1:] != (self.count, self.record):
            here = position, self.count, self.record
            self._waiting = here, Waiting.at(self.record, self.session)
        return self._waiting[1]

    def due(self) -> datetime | None:
        """Until when the person who is asked must decide, if the table has a pace or a clock."""
        seat = self.waiting.asked
        if seat is None:
            return None
        if self.clock:
            return self.asked_on + timedelta(milliseconds=self.clock.until_zero(seat.seat, 0))
        return self.since + timedelta(seconds=self.record.pace) if self.record.pace else None

    @property
    def clock(self) -> GameClock | None:
        """What everybody has left, if the table has a clock."""
        return self.game_log.clock

    def seconds_left(self) -> float | None:
        """Until the time of the person who is asked is over; None if nobody's is running."""
        seat = self.waiting.asked
        if self.clock is None or seat is None:
            return None
        return self.clock.until_zero(seat.seat, self._waited()) / 1000

    def time_is_over(self) -> bool:
        """Whether somebody has none left, and no move of theirs can be on its way any more."""
        left = self.seconds_left()
        over = left is not None and left * 1000 <= -MOST_LAG
        return over and self.waiting.called is not None

    def _waited(self) -> int:
        """Milliseconds since somebody is asked."""
        return int(1000 * (monotonic() - self.asked_at))

    def _cost(self, seat: int) -> int:
        """Milliseconds that what a person does now costs them."""
        if self.clock is None or self.interrupted:
            return 0
        person = self.record.seats[seat].person
        lost = self.deliveries.lost(person, self.count, self.asked_at)
        return self.clock.spent(seat, self._waited(), lost)

    @property
    def commitment(self) -> str:
        """The hash of the game's secret."""
        return self.dealer.commitment

    @property
    def inherited(self) -> int:
        """Outcomes that come from the game this one continues."""
        return self.branch.inherited if self.branch else 0

    def view(self, viewer: int) -> View:
        """What a viewer knows."""
        return self.spec.observe(self.session.position, viewer)

    def told(self, viewer: int) -> list[LoggedEvent]:
        """What a viewer was told so far."""
        return self.game_log.told(viewer)

    @property
    def notices(self) -> list[SeatNotice]:
        """Who was replaced, and who is back."""
        return all_notices(self.chat)

    def advised(self, seat: int) -> tuple[Advice, ...]:
        """The hint that a seat was given for its present decision."""
        hint = self.hints.get(seat)
        return hint.advice if hint and hint.number == self.count and self.actor == seat else ()

    def can_undo(self, seat: int) -> bool:
        """Whether the person at a seat has something to take back; not once the game is over."""
        return self.plays(seat) and self.session.can_reconsider(seat)

    def has_shown(self, seat: int) -> bool:
        """Whether a person who is asked has just shown something, so that it is not taken back."""
        return self.plays(seat) and self.actor == seat and self.session.has_shown(seat)

    def lingering(self) -> int:
        """The seat whose last decision bots leave time to take back, or -1."""
        steps, actor = self.session.log, self.actor
        if not steps or actor < 0 or self.record.seats[actor].kind != "bot":
            return -1
        seat = steps[-1].actor
        wanted = self.can_undo(seat) and self.preferences.of(self.record.seats[seat].person).grace
        return seat if wanted and self.grace and self.preferences.gone_on != self.count else -1

    def go_on(self, seat: int, number: int) -> None:
        """Somebody will not take back: bots need not wait any longer."""
        if number == self.count and self.lingering() == seat:
            self.preferences.gone_on = number
            self.audience.whisper(self.record.seats[seat].person or "")

    def plays(self, seat: int) -> bool:
        """Whether a person plays at a seat, in a game that is on."""
        running = seat >= 0 and self.record.status == "running"
        return running and self.record.seats[seat].kind == "person"

    def idle(self) -> float:
        """Seconds since anything happened in the game; with a pace, also while nobody looked."""
        if self.record.pace:
            return (now() - self.since).total_seconds()
        return monotonic() - self.moved

    # --- playing ------------------------------------------------------------------------

    async def begin(self) -> None:
        """Starts the game once every seat is taken; continues it if it was interrupted."""
        await self._alone(self._begin)

    async def _begin(self) -> None:
        if not self._is_full():
            return
        if self.record.status == "open":
            self.wrote(await self.store.write(queries.set_status, self.record.id, "running"))
            self.record = replace(self.record, status="running")
        if self.record.status == "running":
            draft = self.game_log.copy()
            draft.go_on(self.dealer)
            await self._write(draft)

    def may_begin(self) -> bool:
        """Whether everybody has sat down, and nothing was dealt yet."""
        return self.actor == CHANCE and self._is_full()

    def _is_full(self) -> bool:
        return all(seat.kind != "open" for seat in self.record.seats)

    async def play(
        self,
        seat: int,
        text: str,
        number: int,
        by: SeatKind = "person",
        beforehand: bool = False,
    ) -> bool:
        """A seat's action.  Does nothing if the log has moved on, so a double click plays once.

        Does nothing either if the seat has changed hands: a bot that stood in may answer too late.
        What was decided beforehand costs no time.
        """

        async def change() -> bool:
            await self._reach(number)
            if number != self.count or self.record.status != "running":
                return False
            if self.record.seats[seat].kind != by:
                return False
            draft = self.game_log.copy()
            draft.play(seat, text, 0 if beforehand or by == "bot" else self._cost(seat))
            draft.go_on(self.dealer)
            self.preferences.missed.pop(seat, None)
            return await self._write(draft)

        return await self._measured(by, change)

    async def answer(self, seat: int, number: int) -> bool:
        """Gives the only answer of an excused person; does nothing if the game has moved on."""

        async def change() -> bool:
            if number != self.count or not self.waiting.excuses(seat):
                return False
            draft = self.game_log.copy()
            draft.answer(self._cost(seat))  # as if it were a choice: the clock is for all to see
            draft.go_on(self.dealer)
            return await self._write(draft)

        return await self._measured("server", change)

    async def undo(self, seat: int, number: int) -> bool:
        """Takes back a seat's last decision, and what followed from it without a choice."""

        async def change() -> bool:
            await self._reach(number)
            if number == self.count and self.has_shown(seat):
                raise Shown("undo_shown")
            if number != self.count or not self.can_undo(seat):
                return False
            if self.clock and self.clock.until_zero(seat, self._waited()) <= 0:
                raise Shown("undo_no_time")
            draft = self.game_log.copy()
            draft.undo(seat, self._cost(seat))
            return await self._write(draft)

        return await self._alone(change)

    async def _write(self, draft: GameLog) -> bool:
        """Stores new entries on disk; if another process was first, takes over its log."""
        ending = draft.ending()
        try:
            if draft.fresh:
                done = await self.store.write(queries.append, self.record.id, draft.fresh, ending)
                self.wrote(done)
        except NumberTaken:
            await self._catch_up()
            return False
        except StorageError:
            self.interrupted = True
            raise
        if ending:
            self.record = replace(self.record, status="finished", **_kept(ending))
        self.game_log = draft
        if draft.fresh:
            self.since = draft.fresh[-1].at
            self._start_clock()
        self.moved = monotonic()
        self.audience.wake()
        return True

    # --- sitting and talking ------------------------------------------------------------

    async def seat(
        self,
        before: Seat,
        after: Seat,
        check: Check = lambda: None,
        bounds: TableBounds | None = None,
        number: int | None = None,
    ) -> None:
        """Somebody sits down, leaves, or is replaced; of two at the same time the first counts.

        The check runs when nobody else can act any more; it raises an error to prevent the change.
        With `number`, nothing changes if more was played, through whichever process.
        """

        async def change() -> None:
            check()
            if self.record.seats[before.seat] != before:
                raise NotYourSeat("seat_taken")
            try:
                await self._set_seat(before, after, bounds, number)
            except NotStored:  # another process was quicker
                await self._catch_up()
                raise NotYourSeat("seat_taken") from None
            seats = tuple(after if old == before else old for old in self.record.seats)
            self.record = replace(self.record, seats=seats)
            if after.person != before.person:
                await self._learn_habits()
            if before.seat == self.actor and before.kind != after.kind:  # asked only now
                self.since = now()
            self.moved = monotonic()
            self.audience.wake()
            await self._note_seat(before, after)

        await self._alone(change)

    async def swap(self, one: Seat, other: Seat) -> None:
        """Before the game, two seats change places with all that belongs to them."""

        async def change() -> None:
            seats = list(self.record.seats)
            if self.record.status != "open":
                raise NotYourSeat("begun_already")
            if seats[one.seat] != one or seats[other.seat] != other:
                raise NotYourSeat("seat_taken")
            try:
                done = await self.store.write(queries.swap_seats, self.record.id, one, other)
                self.wrote(done)
            except NotStored:  # another process was quicker
                await self._catch_up()
                raise NotYourSeat("seat_taken") from None
            seats[one.seat] = replace(other, seat=one.seat)
            seats[other.seat] = replace(one, seat=other.seat)
            self.record = replace(self.record, seats=tuple(seats))
            self.audience.wake()

        await self._alone(change)

    async def _note_seat(self, before: Seat, after: Seat) -> None:
        """A bot that takes over, and a person who is back, are told to everybody."""
        notice = of_change(before, after, self.count)
        if notice and before.person and self.record.status == "running":
            await self._add_line(before.person, "", notice.text)

    async def _set_seat(
        self, before: Seat, after: Seat, bounds: TableBounds | None, number: int | None
    ) -> None:
        if bounds is None:
            done = await self.store.write(queries.set_seat, self.record.id, after, before, number)
        else:
            done = await self.store.write(queries.take_seat, self.record.id, after, before, bounds)
        self.wrote(done)

    async def end_time(self) -> None:
        """The time of the seat that is asked is over: a bot plays on, to the end.

        If that is noticed late, or nothing could be stored, the server was away: then nobody has
        lost, and the time of this decision counts anew.
        """
        seat, number = self.waiting.called, self.count
        late = (self.seconds_left() or 0.0) * 1000 < -MOST_LAG - LATE
        if late or self.interrupted:
            await self._alone(self._resume_clock)
        elif seat is not None:
            gone = replace(seat, kind="bot", bot=USUAL_LEVEL, resigned=True, late=True)

            def check() -> None:
                if number != self.count or not self.time_is_over():
                    raise NotYourSeat("more_time")

            with suppress(NotYourSeat):  # a move was quicker
                await self.seat(seat, gone, check, number=number)

    async def _resume_clock(self) -> None:
        moment = now()
        done = await self.store.write(queries.resume_clock, self.record.id, moment)
        self.wrote(done)
        self.record = replace(self.record, clock_from=moment)
        self._start_clock()
        self.audience.wake()

    async def close_down(self) -> None:
        """Nobody has to be waited for any more: the table is no more."""

        async def change() -> None:
            if not await self.store.write(queries.close_open, self.record.id):
                raise NotYourSeat("begun_already")
            self.gone()

        await self._alone(change)

    async def say(self, person: str, name: str, text: str, to: str = "") -> None:
        """A line of chat, for everybody or for one person; while a game is on, for everybody."""
        if self.record.status == "closed":
            return
        if to and self.record.status == "running":
            raise NotYourSeat("whisper_later")

        async def change() -> None:
            await self._add_line(person, name, text, to)

        await self._alone(change)

    async def _add_line(self, person: str, name: str, text: str, to: str = "") -> None:
        line = await self.store.write(queries.add_chat, self.record.id, person, name, text, to)
        self._hear_chat([line])
        self.audience.wake()

    async def advise(self, seat: int, hint: SeatHint) -> None:
        """A hint for a seat; its page may be served by another process."""

        async def change() -> None:
            if self.store.is_shared:
                kept = hint.stored(seat)
                self.wrote(await self.store.write(queries.keep_hint, self.record.id, kept))
            self.hints[seat] = hint
            self.audience.wake()

        await self._alone(change)

    async def wish_again(self, person: str, joins: bool) -> None:
        """Whether somebody wants to play again."""

        async def change() -> None:
            table_id = self.record.id
            self.wrote(await self.store.write(queries.keep_again, table_id, person, joins))
            # Read again: others may have answered at the same moment, through other processes.
            self.preferences.again = await self.store.read(queries.again, table_id)
            self.audience.wake()

        await self._alone(change)

    async def _measured(self, by: str, change: Callable[[], Awaitable[bool]]) -> bool:
        """A decision; counted if it was stored."""
        began = monotonic()
        if stored := await self._alone(change):
            MOVE_SECONDS.observe(monotonic() - began, by)
        return stored


def _kept(ending: Ending) -> dict[str, Any]:
    """What a table's record keeps of how its game ended."""
    return {name: value for name, value in vars(ending).items() if name != "statistics"}
