"""What the people at a table want for themselves: how fast, how carefully, and what to do next.

Nothing of this is part of the game, and nobody else is told.  Habits are stored with the person,
premoves and answers to a rematch with the table; the rest is forgotten when the server ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from dalang.engine.spec import Premove
from dalang.server.storage import ChatLine, PlayHabits, Seat, Speed

SPEEDS: Final[tuple[Speed, ...]] = ("slow", "normal", "quick", "at_once")
PAUSES: Final[Mapping[Speed, float]] = {  # of bots, as multiples of the server's pace
    "slow": 2.0,
    "normal": 0.6,
    "quick": 0.25,
    "at_once": 0.0,
}
USUAL: Final = PlayHabits()


class Preferences:
    """Of everybody at one table."""

    def __init__(self) -> None:
        self.habits: dict[str, PlayHabits] = {}  # by person
        self.blocks: dict[str, frozenset[str]] = {}  # whom somebody has blocked, by person
        self.gone_on = -1  # the number at which somebody did not want to take back
        self.premoves: dict[int, Premove] = {}  # what a seat does as soon as it is asked
        self.missed: dict[int, Premove] = {}  # what was not possible when it was asked
        self.again: dict[str, bool] = {}  # who wants to play again; the first has asked

    def of(self, person: str | None) -> PlayHabits:
        """How somebody wants to play."""
        return self.habits.get(person or "", USUAL)

    def acted(self, seats: Iterable[int]) -> None:
        """Some seats have acted, through whichever process: what they had decided is over."""
        for seat in seats:
            self.premoves.pop(seat, None)
            self.missed.pop(seat, None)

    def hears(self, person: str, line: ChatLine) -> bool:
        """Whether a line of chat is for somebody, and by nobody they have blocked."""
        return line.is_for(person) and line.person not in self.blocks.get(person, ())

    def speed(self, seats: Iterable[Seat], present: Iterable[str]) -> Speed:
        """How fast bots play: as slowly as anybody wants who sits there and looks on.

        So everybody can follow.  If nobody looks on, everybody who sits there counts.
        """
        people = {seat.person for seat in seats if seat.kind == "person" and seat.person}
        chosen = {self.of(person).speed for person in people & set(present) or people}
        slowest: list[Speed] = [speed for speed in SPEEDS if speed in chosen]
        return slowest[0] if slowest else USUAL.speed
