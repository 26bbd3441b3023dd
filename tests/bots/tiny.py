"""Two games small enough to know how they must be played."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import NO_ACTIONS, OVER, Event, Position, View
from dalang.engine.rng import Rng
from dalang.engine.vecs import vec


class Nim(Position):
    """Two seats take one, two or three of a heap in turn; taking the last one wins."""

    def __init__(self, heap: int) -> None:
        super().__init__()
        self.players = 2
        self.heap = heap
        self.turn = 0

    def actor(self) -> i64:
        return self.turn if self.heap else OVER

    def legal_actions(self) -> vec[i64]:
        return vec[i64](range(1, min(self.heap, 3) + 1))

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        self.heap -= int(action)
        self.turn = 1 - self.turn

    def clone(self) -> Nim:
        twin = Nim(self.heap)
        twin.turn = self.turn
        return twin

    def scores(self) -> list[int]:
        return [0, 0]

    def ranking(self) -> list[int]:
        return [1, 2] if self.turn else [2, 1]


class Door(Position):
    """One of three seats opens a door; only sometimes there is a third, and behind it a prize."""

    LEFT, RIGHT, SECRET = 0, 1, 2

    def __init__(self, prize: int, secret: bool) -> None:
        super().__init__()
        self.players = 3
        self.prize = prize
        self.secret = secret
        self.opened = -1

    def actor(self) -> i64:
        return OVER if self.opened >= 0 else 0

    def legal_actions(self) -> vec[i64]:
        if self.opened >= 0:
            return NO_ACTIONS
        return vec[i64]([0, 1, 2] if self.secret else [0, 1])

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        self.opened = int(action)

    def clone(self) -> Door:
        return Door(self.prize, self.secret)

    def scores(self) -> list[int]:
        return [0, 0, 0]

    def ranking(self) -> list[int]:
        return [1, 2, 2] if self.opened in (self.prize, self.SECRET) else [3, 1, 2]


def imagine_nim(view: View, rng: Rng) -> Position:
    return view.known.clone()


def imagine_door(view: View, rng: Rng) -> Position:
    """The prize is on the right in three cases of four; a secret door exists in one of five."""
    prize = Door.LEFT if rng.below(4) == 0 else Door.RIGHT
    return Door(prize, secret=rng.below(5) == 0)
