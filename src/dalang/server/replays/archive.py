"""Games to replay: finished tables, and uploaded replays."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable

from dalang.engine.api import OVER
from dalang.engine.errors import DalangError
from dalang.engine.replay import Replay
from dalang.registry import game
from dalang.server.errors import BadReplay, NoSuchTable, NotYourSeat
from dalang.server.replays.timeline import ReplayTimeline
from dalang.server.storage import Branch, Entry, Person, TooManyStored, Upload, now, queries
from dalang.server.tables.manager import TableManager
from dalang.server.tables.opening import TableTerms
from dalang.server.tables.seats import seat_from_word
from dalang.server.tables.table import Table

LOG = logging.getLogger("dalang.server")
LONGEST_REPLAY = 60_000  # bytes; whole games take a third of it
MOST_UPLOADS = 50  # of one person
TIMELINES = 12  # kept in memory


class Archive:
    """Finds finished games, and stores uploads."""

    def __init__(self, tables: TableManager) -> None:
        self._tables = tables
        self._timelines: OrderedDict[str, ReplayTimeline] = OrderedDict()
        self._developing = asyncio.Lock()

    def keeps(self, name: str) -> bool:
        """Whether a game is at hand, and need not be replayed first."""
        return name in self._timelines

    async def timeline(self, name: str) -> ReplayTimeline:
        """The game of a finished table or of an upload; running games are refused."""
        async with self._developing:
            if name not in self._timelines:
                self._timelines[name] = await self._timeline(name)
                if len(self._timelines) > TIMELINES:
                    self._timelines.popitem(last=False)
            self._timelines.move_to_end(name)
            return self._timelines[name]

    async def forget(self, names: Iterable[str]) -> None:
        """Uploads were deleted, or games look different: somebody has taken their name away."""
        async with self._developing:
            for name in names:
                self._timelines.pop(name, None)

    async def _timeline(self, name: str) -> ReplayTimeline:
        record = await self._tables.store.read(queries.table, name)
        if record is None:
            upload = await self._tables.store.read(queries.upload, name)
            if upload is None:
                raise NoSuchTable("no_such_replay")
            return await developed(upload.id, upload.text)
        if record.status != "finished":
            raise NoSuchTable("replay_later")
        table = await self._tables.find(name)
        replay = table.dealer.seal(Replay.of(table.session), table.inherited)
        people = [seat.seat for seat in record.seats if seat.person]
        return await asyncio.to_thread(
            ReplayTimeline, name, table.spec, replay, table.names, people
        )

    # --- uploads ------------------------------------------------------------------------

    @staticmethod
    async def read(content: bytes) -> ReplayTimeline:
        """The game in a file somebody sent; raises BadReplay if it cannot be replayed."""
        if len(content) > LONGEST_REPLAY:
            raise BadReplay("replay_too_long", most=LONGEST_REPLAY // 1000)
        try:
            text = content.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise BadReplay("replay_no_text") from None
        return await developed("", text)

    async def add(self, person: Person, name: str, timeline: ReplayTimeline) -> Upload:
        """Stores a game under the name of its file."""
        upload = Upload.new(person.id, timeline.spec.key, name, timeline.replay.text())
        try:
            await self._tables.store.write(queries.add_upload, upload, MOST_UPLOADS)
        except TooManyStored:
            raise BadReplay("too_many_replays", most=MOST_UPLOADS) from None
        return upload

    async def delete(self, person: Person, name: str) -> None:
        """Deletes a person's own upload."""
        if not await self._tables.store.write(queries.delete_upload, person.id, name):
            raise NotYourSeat("not_your_replay")
        async with self._developing:  # it may be about to be kept
            self._timelines.pop(name, None)

    # --- continuing ---------------------------------------------------------------------

    async def continued(
        self,
        person: Person,
        timeline: ReplayTimeline,
        move: int,
        wish: tuple[int, str],
        place: str = "",
    ) -> Table:
        """A new table that continues from a moment: a person on one seat, bots on the others."""
        own, level = wish
        if not 0 <= own < timeline.replay.players:
            raise NotYourSeat("no_such_seat")
        if timeline.stills[move].position.actor() == OVER:
            raise BadReplay("over")
        seats = [
            seat_from_word(seat, "me" if seat == own else f"bot-{level}", person)
            for seat in range(timeline.replay.players)
        ]
        steps, moment = timeline.steps[: timeline.stills[move].steps], now()
        entries = [Entry(number, one.actor, one.text, moment) for number, one in enumerate(steps)]
        branch = Branch(timeline.name, move, timeline.outcomes(move))
        options = timeline.replay.options
        terms = TableTerms(options=options, place=place)
        return await self._tables.open_branch(
            person, timeline.spec.key, seats, terms, entries, branch
        )


async def developed(name: str, text: str) -> ReplayTimeline:
    """A timeline from the text of a replay; BadReplay names the line that is wrong.

    Replaying takes as long as a whole game, so it must not block the server.
    """
    try:
        return await asyncio.to_thread(_develop, name, text)
    except BadReplay:
        raise
    except DalangError as error:
        raise BadReplay("replay_broken", reason=str(error)) from None
    except Exception as error:  # rules that trust their input may trip over anything
        LOG.warning("a replay could not be played: %s: %s", type(error).__name__, error)
        raise BadReplay("replay_broken", reason="") from None


def _develop(name: str, text: str) -> ReplayTimeline:
    replay = Replay.parse(text)
    return ReplayTimeline(name, game(replay.game), replay)
