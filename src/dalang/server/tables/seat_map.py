"""Who sits where at a table, and what a seat was advised."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from dalang.bots.advice import Advice
from dalang.server.storage import SeatKind, StoredHint, TableRecord


@dataclass(frozen=True)
class SeatHint:
    """What a seat was advised for one decision."""

    number: int  # the log's, when it was asked
    advice: tuple[Advice, ...]  # the best first

    @classmethod
    def read(cls, stored: StoredHint) -> SeatHint:
        """As another process has stored it."""
        return cls(stored.number, tuple(msgspec.json.decode(stored.advice, type=list[Advice])))

    def stored(self, seat: int) -> StoredHint:
        """For other processes."""
        return StoredHint(seat, self.number, msgspec.json.encode(self.advice).decode())


class SeatMap:
    """Who sits where at a table: computed once for each of its records."""

    def __init__(self, record: TableRecord) -> None:
        self.record = record
        self.names = tuple(seat.name for seat in record.seats)
        self._own: dict[tuple[str, SeatKind], list[int]] = {}
        for seat in record.seats:
            if seat.resigned:  # it is the bot's for good
                continue
            self._own.setdefault((seat.person or "", seat.kind), []).append(seat.seat)

    def of(self, person: str, kind: SeatKind) -> list[int]:
        """The seats that somebody plays, or that a bot plays for them."""
        return self._own.get((person, kind), []) if person else []
