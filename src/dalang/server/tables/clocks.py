"""Clocks of live games: how much time a table gives, and how much of it everybody has left.

Only arithmetic.  A clock is what the log says: every entry carries how many milliseconds it has
cost the one who made it (`Entry.spent`), so every process that replays a log knows the same.

A rule is a short text.  "600+10" gives 600 seconds for the whole game and 10 more for each turn;
"60" gives 60 seconds for each decision, and what is left of them is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from dalang.engine.errors import BadTable
from dalang.server.storage import UNDO, Entry

CLOCKS: Final = ("60", "120", "300+5", "600+10", "1200+20", "1800+30")  # that pages offer
FIRST: Final = 30_000  # milliseconds of everybody's first decision that are free: to arrive
MOST_LAG: Final = 1_000  # milliseconds of a decision that a slow network may give back
LATE: Final = 5_000  # nobody loses by a time-out that is noticed later than this: nobody watched

_SHORTEST, _LONGEST = 10, 24 * 3600  # seconds
_LEAST_GAME, _MOST_INCREMENT = 60, 600
_RULE = re.compile(r"([0-9]{1,6})(?:\+([0-9]{1,6}))?", re.ASCII)


@dataclass(frozen=True)
class ClockRule:
    """How much time a table gives; in seconds."""

    game: int = 0  # for all decisions together; 0: each has its own time
    increment: int = 0  # more for each turn
    decision: int = 0  # for each decision, if there is no time for the whole game

    def __str__(self) -> str:
        return f"{self.game}+{self.increment}" if self.game else f"{self.decision}"

    @property
    def start(self) -> int:
        """Milliseconds that everybody has at first."""
        return 1000 * (self.game or self.decision)


@cache
def clock_rule(text: str) -> ClockRule | None:
    """What a text says, None if it is empty; raises BadTable if it makes no sense."""
    if not text:
        return None
    found = _RULE.fullmatch(text)
    if found is None:
        raise BadTable("A clock is seconds for a decision (60) or for a game and a turn (600+10).")
    first, more = int(found[1]), found[2]
    if more is None:
        if not _SHORTEST <= first <= _LONGEST:
            raise BadTable(f"A clock gives {_SHORTEST} to {_LONGEST} seconds for a decision.")
        return ClockRule(decision=first)
    if not _LEAST_GAME <= first <= _LONGEST or int(more) > _MOST_INCREMENT:
        most = f"and at most {_MOST_INCREMENT} more for a turn"
        raise BadTable(f"A clock gives {_LEAST_GAME} to {_LONGEST} seconds for a game {most}.")
    return ClockRule(first, int(more))


def clock_from_word(word: str) -> str:
    """A clock as somebody has chosen it; "none" is none."""
    return "" if word == "none" or clock_rule(word) is None else word


@dataclass(frozen=True)
class GameClock:
    """What everybody has left after some entries of a log.

    A turn is everything that a seat decides until another seat has decided something.  So taking
    back and deciding again, however often, is one turn, and earns no time.
    """

    rule: ClockRule
    kept: tuple[int, ...]  # milliseconds of each seat, without what the next turn brings
    last: int = -1  # the seat that has decided last
    depth: int = 0  # how many decisions of its turn stand …
    deepest: int = 0  # … and how many did at most
    begun: frozenset[int] = frozenset()  # seats that have decided something

    @classmethod
    def new(cls, rule: ClockRule, seats: int) -> GameClock:
        """Before the game."""
        return cls(rule, (rule.start,) * seats)

    def left(self, seat: int) -> int:
        """Milliseconds that a seat has, or will have when it is asked next."""
        if seat == self.last:
            return self.kept[seat]
        return self.kept[seat] + 1000 * self.rule.increment if self.rule.game else self.rule.start

    def free(self, seat: int) -> int:
        """Milliseconds of a seat's next decision that cost nothing."""
        return 0 if seat in self.begun else FIRST

    def spent(self, seat: int, waited: int, lag: int = 0) -> int:
        """What a decision costs for which everybody has waited so long; never more than is left."""
        cost = waited - self.free(seat) - min(max(lag, 0), MOST_LAG)
        return min(max(cost, 0), self.left(seat))

    def until_zero(self, seat: int, waited: int) -> int:
        """Milliseconds until a seat that is asked has none left; negative afterwards."""
        return self.left(seat) + self.free(seat) - waited

    def after(self, entry: Entry) -> GameClock:
        """With one more entry of the log."""
        seat = entry.actor
        if seat < 0:  # chance
            return self
        new_turn = seat != self.last
        depth, deepest = (0, 0) if new_turn else (self.depth, self.deepest)
        depth += -1 if entry.text == UNDO else 1
        left = self.left(seat) - entry.spent
        if depth > deepest and not self.rule.game:
            left = self.rule.start
        kept = tuple(left if one == seat else self.kept[one] for one in range(len(self.kept)))
        return replace(
            self,
            kept=kept,
            last=seat,
            depth=depth,
            deepest=max(depth, deepest),
            begun=self.begun | {seat},
        )
