"""Hints at the table: what a bot would do, from what the person who asks can see."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from babel.numbers import format_percent, get_decimal_symbol
from markupsafe import escape

from dalang.bots.advice import Advice
from dalang.engine.api import Phrase
from dalang.engine.words import Words
from dalang.server.errors import NotYourSeat, TooBusy
from dalang.server.rendering.table_context import Visitor
from dalang.server.tables.bot_workers import AdviceWorkers
from dalang.server.tables.table import SeatHint, Table
from dalang.server.web.middleware import Bucket, Limits
from dalang.server.words import VOCABULARY

LOG = logging.getLogger("dalang.server")
MOST_PEOPLE = 10_000  # whose questions are counted


class HintService:
    """Passes questions on to the workers, but not too many."""

    def __init__(self, advisers: AdviceWorkers, limits: Limits) -> None:
        self._advisers = advisers
        self._limits = limits
        self._asking: set[str] = set()  # people whose answer is being thought about
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()  # by person

    async def advise(self, room: Table, person: str, number: int) -> None:
        """Gives the room a hint for the decision that a person has to take there.

        Does nothing if the page that asked is not up to date, or if the hint is there already.
        """
        seat = room.seat_of(person)
        if not may_ask(room, person):
            raise NotYourSeat("no_advice")
        if number != room.count or room.advised(seat):
            return
        self._admit(person)
        self._asking.add(person)
        try:
            found = await self._advisers.hint(room.spec.key, room.view(seat))
        except Exception as error:  # whatever it is, the page must get an answer
            LOG.warning("table %s: no hint: %s", room.record.id, type(error).__name__)
            raise TooBusy("advice_failed") from None
        finally:
            self._asking.discard(person)
        room.hints[seat] = SeatHint(number, tuple(found))
        room.changed()

    def _admit(self, person: str) -> None:
        if person in self._asking or len(self._asking) >= self._limits.waiting:
            raise TooBusy("advice_busy")
        if person not in self._buckets:
            self._buckets[person] = Bucket(self._limits.hints, self._limits.hint_burst)
            if len(self._buckets) > MOST_PEOPLE:
                self._buckets.popitem(last=False)
        if not self._buckets[person].take():
            raise TooBusy("advice_busy")


def may_ask(room: Table, person: str) -> bool:
    """Whether somebody may be advised now: never whoever plays several seats at one screen."""
    if not room.record.advice:
        return False
    seat = room.called()
    return seat is not None and room.seats_of(person) == [seat.seat]


# --- on the page --------------------------------------------------------------------------


@dataclass(frozen=True)
class HintLine:
    """An action that is advised, in words."""

    text: str
    words: str
    outlook: str


@dataclass(frozen=True)
class HintPanel:
    """What the page of one person shows."""

    offered: bool = False
    lines: tuple[HintLine, ...] = ()  # the best first


def counsel(sight: Visitor, words: Words, language: str) -> HintPanel:
    """What somebody may ask, and was answered."""
    if not may_ask(sight.room, sight.person):
        return HintPanel()
    known, own = sight.room.view(sight.viewer).known, Words(VOCABULARY, language)

    def line(one: Advice) -> HintLine:
        outlook: dict[str, object] = {
            "chance": format_percent(one.win_chance, locale=language),
            "place": f"{one.place:.1f}".replace(".", get_decimal_symbol(language)),
        }
        phrase = Phrase("advice_outlook", outlook)
        return HintLine(one.text, words.say(known.action_phrase(one.action)), own.say(phrase))

    return HintPanel(True, tuple(line(one) for one in sight.room.advised(sight.viewer)))


def marked(regions: Mapping[str, str], given: HintPanel) -> dict[str, str]:
    """The same regions; every button for something that is advised says how good it is."""
    drawn = dict(regions)
    for rank, line in enumerate(given.lines, 1):
        button = f'name="move" value="{escape(line.text)}"'
        for name, html in drawn.items():
            drawn[name] = html.replace(button, f'{button} data-best="{rank}"')
    return drawn
