"""How long the server waits before it answers for somebody who has no choice.

Where only hidden cards show that a seat has one answer (`asks_anyway`), the person is not asked and
the server answers.  An immediate answer would show everybody why; so the server takes about as long
as a person would, regardless of the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random, SystemRandom
from time import monotonic
from typing import Final

from dalang.server.storage import Seat
from dalang.server.tables.table import Table

HASTE: Final = (0.9, 1.3)  # a bot's pause, as a multiple of its pace
REST: Final = 4.0  # and what is added to it after a round or a scoring, which people look at


@dataclass(frozen=True)
class ThinkingTime:
    """Seconds, spread like the answers of people: most are quick, a few are slow."""

    middle: float = 2.5
    spread: float = 0.5  # of the logarithm
    least: float = 1.0
    most: float = 10.0
    alone: float = 0.6  # always the same if everybody else is a bot: it could tell nobody
    of_pace: float = 1 / 48  # the middle for somebody who is not there, as a part of the pace …
    most_of_pace: float = 1 / 8  # … and the most; a reminder would come much later
    chance: Random = field(default_factory=SystemRandom, compare=False)

    @classmethod
    def always(cls, seconds: float) -> ThinkingTime:
        """The same for everybody."""
        return cls(seconds, 0.0, seconds, seconds, seconds, 0.0, 0.0)

    def at_the_table(self) -> float:
        """For somebody who is at the table, or might be."""
        return self._draw(self.middle, self.least, self.most)

    def over_days(self, pace: float) -> float:
        """For somebody who is away from a table where decisions may take days."""
        return self._draw(pace * self.of_pace, self.least, pace * self.most_of_pace)

    def of_bot(self, pace: float, rests: bool = False) -> float:
        """For a bot, whether it has a choice or not: it thinks during the pause.

        It rests if a round has just ended, so that people can look at what it brought.
        """
        return pace * (self.chance.uniform(*HASTE) + (REST if rests else 0.0))

    def _draw(self, middle: float, least: float, most: float) -> float:
        drawn = middle * math.exp(self.spread * self.chance.gauss(0.0, 1.0))
        return min(max(drawn, least), most)


class Pause:
    """What is left of one such pause."""

    def __init__(self, table: Table, seat: Seat, thinking_time: ThinkingTime) -> None:
        self.number = table.count  # of the answer
        alone = all(other.kind == "bot" and not other.person for other in _others(table, seat))
        self._short = thinking_time.alone if alone else thinking_time.at_the_table()
        self._long = 0.0 if alone else thinking_time.over_days(table.record.pace)
        self._began = monotonic()  # the rest, or the time that the person looks on
        self._present = False

    def left(self, table: Table, seat: Seat) -> float:
        """Seconds left; a person who comes to the table need not wait for days."""
        present = table.audience.is_present(seat.person)
        if present and not self._present and table.record.pace:
            self._began = monotonic()
        self._present = present
        short = self._short - (monotonic() - self._began)
        if present or not table.record.pace:
            return short
        return max(short, self._long - table.idle())


def _others(table: Table, seat: Seat) -> list[Seat]:
    return [other for other in table.record.seats if other.seat != seat.seat]
