"""What the players of scripts/fault-test asked for and were told, and who plays with whom."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Result = Literal["yes", "no", "unknown"]

READINGS = ("view", "legal")  # kinds of operations


@dataclass
class Operation:
    """Something a player asked for, and what came of it; moments by one clock for all."""

    kind: str  # open, sit, play, undo, view, legal
    table: str
    seat: int
    number: int = -1  # of the log entry that it would be, or that was read
    text: str = ""  # the action, or what was read
    server: int = -1
    began: float = 0.0
    ended: float = 0.0
    result: Result = "unknown"


@dataclass
class Told:
    """What one reader of a stream was told, in order."""

    table: str
    seat: int
    events: list[tuple[int, str]] = field(default_factory=lambda: list[tuple[int, str]]())


@dataclass
class History:
    """What all players saw.  Lists are only appended to, which threads may do together."""

    operations: list[Operation] = field(default_factory=lambda: list[Operation]())
    told: list[Told] = field(default_factory=lambda: list[Told]())
    strange: list[str] = field(default_factory=lambda: list[str]())  # answers nobody should get
    acknowledged: int = 0  # moves; told by one thread too many at times, so only roughly

    def begun(self, operation: Operation) -> Operation:
        """Kept before it is asked for: whatever happens, it was attempted."""
        operation.began = time.monotonic()
        self.operations.append(operation)
        return operation


@dataclass
class Company:
    """Players who play one game after the other with each other, and with bots."""

    games: Iterator[tuple[str, int]]  # which game, and for how many
    members: tuple[int, ...]
    table: str = ""
    left: int | None = None  # moves until it was enough; None: the game is played to its end
    finished: list[str] = field(default_factory=lambda: list[str]())
    plans: dict[str, tuple[str, ...]] = field(default_factory=lambda: dict[str, tuple[str, ...]]())

    def is_done(self) -> bool:
        """Whether there is nothing left to play."""
        return not self.table or (self.left is not None and self.left <= 0)
