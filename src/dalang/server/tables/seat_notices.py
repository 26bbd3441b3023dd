"""Who was replaced at a table, and who is back: told to everybody, and kept with the chat.

A line of chat without a name was said by nobody.  It is written about the person at a seat, and its
text says what happened, where, and at which number of the log: `bot_took_over 2 57`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dalang.server.storage import ChatLine, Seat

LENT, BACK, GONE = "bot_took_over", "came_back", "has_resigned"
LATE = "lost_on_time"


@dataclass(frozen=True)
class SeatNotice:
    """Something that happened to a seat, between two moves."""

    key: str  # of the sentence
    seat: int
    number: int  # the log entry that comes next

    @property
    def text(self) -> str:
        """As it is stored."""
        return f"{self.key} {self.seat} {self.number}"

    @classmethod
    def read(cls, line: ChatLine) -> SeatNotice | None:
        """What a line of chat says, if nobody said it."""
        key, *numbers = line.text.split(" ")
        if line.name or key not in (LENT, BACK, GONE, LATE) or len(numbers) != 2:
            return None
        return cls(key, int(numbers[0]), int(numbers[1]))


def of_change(before: Seat, after: Seat, number: int) -> SeatNotice | None:
    """What is told about a seat that changes hands, if anything."""
    if after.late and not before.late:
        return SeatNotice(LATE, after.seat, number)
    if after.resigned and not before.resigned:
        return SeatNotice(GONE, after.seat, number)
    if before.kind == "person" and after.kind == "bot":
        return SeatNotice(LENT, after.seat, number)
    if before.kind == "bot" and before.person and after.kind == "person":
        return SeatNotice(BACK, after.seat, number)
    return None


def all_notices(chat: Iterable[ChatLine]) -> list[SeatNotice]:
    """Everything that was told about the seats of a table."""
    return [found for line in chat if (found := SeatNotice.read(line))]
