"""Hints at the table: what a bot would do, from what the person who asks can see."""

from __future__ import annotations

import logging
from collections import OrderedDict

from dalang.server.errors import NotYourSeat, TooBusy
from dalang.server.limits import Bucket, Limits, Share
from dalang.server.tables.bot_workers import AdviceWorkers
from dalang.server.tables.peers import Peers
from dalang.server.tables.table import SeatHint, Table

LOG = logging.getLogger("dalang.server")
MOST_PEOPLE = 10_000  # whose questions are counted


class HintService:
    """Passes questions on to the workers, but not too many."""

    def __init__(
        self, advice_workers: AdviceWorkers, limits: Limits, peers: Peers | None = None
    ) -> None:
        self._peers = peers or Peers()
        self._advice_workers = advice_workers
        self._limits = limits
        self._asking: set[str] = set()  # people whose answer is being thought about
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()  # by person

    async def advise(self, table: Table, person: str, number: int) -> None:
        """Gives the table a hint for the decision that a person has to make there.

        Does nothing if the page that asked is out of date, or if there already is a hint.
        """
        seat = table.seat_of(person)
        if not may_ask(table, person):
            raise NotYourSeat("no_advice")
        if number != table.count or table.advised(seat):
            return
        self._admit(person)
        self._asking.add(person)
        try:
            share = Share(f"hints as {person}", self._limits.hints, self._limits.hint_burst)
            if not await self._peers.allow([share]):
                raise TooBusy("advice_busy")
            found = await self._advice_workers.hint(table.spec.key, table.view(seat))
        except TooBusy:
            raise
        except Exception as error:  # any error: the page must get an answer
            LOG.warning("table %s: no hint: %s", table.record.id, type(error).__name__)
            raise TooBusy("advice_failed") from None
        finally:
            self._asking.discard(person)
        await table.advise(seat, SeatHint(number, tuple(found)))

    def _admit(self, person: str) -> None:
        if person in self._asking or len(self._asking) >= self._limits.waiting:
            raise TooBusy("advice_busy")
        if person not in self._buckets:
            self._buckets[person] = Bucket(self._limits.hints, self._limits.hint_burst)
            if len(self._buckets) > MOST_PEOPLE:
                self._buckets.popitem(last=False)
        if not self._buckets[person].take():
            raise TooBusy("advice_busy")


def may_ask(table: Table, person: str) -> bool:
    """Whether a person may have a hint now: never one who plays several seats at one screen."""
    if not table.record.advice:
        return False
    seat = table.waiting.called
    return seat is not None and table.seats_of(person) == [seat.seat]
