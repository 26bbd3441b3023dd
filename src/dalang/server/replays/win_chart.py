"""The chances of a game from turn to turn: as it is kept, and as it is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import cast

from babel.numbers import format_percent

from dalang.bots.advice import swings_of
from dalang.engine.api import OVER
from dalang.server.replays.timeline import ReplayTimeline

WIDTH, HEIGHT = 1000, 100  # of what is drawn
DIGITS = 4  # that are kept


@dataclass(frozen=True)
class Turn:
    """Every seat's chance to win when somebody began to decide."""

    move: int
    seat: int  # who decides; below 0 at the end
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Curve:
    """The chances through a whole game."""

    turns: tuple[Turn, ...]  # the last one is the end of the game

    def text(self) -> str:
        """As it is stored."""
        return json.dumps(
            [
                [turn.move, turn.seat, [round(chance, DIGITS) for chance in turn.chances]]
                for turn in self.turns
            ]
        )

    @classmethod
    def parse(cls, text: str, timeline: ReplayTimeline) -> Curve | None:
        """As it was stored; None if there is none, or if it is of another game than the replay."""
        if not text:
            return None
        rows = cast("list[tuple[int, int, list[float]]]", json.loads(text))
        curve = cls(tuple(Turn(move, seat, tuple(chances)) for move, seat, chances in rows))
        return curve if [turn.move for turn in curve.turns] == turning_moves(timeline) else None


def turning_moves(timeline: ReplayTimeline) -> list[int]:
    """The moves at which another seat began to decide, and the end."""
    actors = [int(still.position.actor()) for still in timeline.stills]
    turns = [
        move for move, (before, actor) in enumerate(pairwise([OVER, *actors])) if before != actor
    ]
    return turns if turns[-1] == timeline.last else [*turns, timeline.last]


# --- drawing ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """A place on the drawing, in hundredths of its width and height."""

    x: float
    y: float


@dataclass(frozen=True)
class TurningPoint:
    """A turn that changed a seat's chance much."""

    move: int  # when it was over
    seat: int
    before: str
    after: str
    spot: Spot


@dataclass(frozen=True)
class ChartRow:
    """A turn in numbers."""

    move: int
    seat: int
    chances: tuple[str, ...]


class Plot:
    """A curve as the page draws it, in a language."""

    def __init__(self, curve: Curve, last: int, language: str) -> None:
        self._turns, self._last, self._language = curve.turns, max(1, last), language

    @cached_property
    def lines(self) -> list[str]:
        """Of every seat: the corners of its line."""
        return [
            " ".join(
                f"{WIDTH * turn.move / self._last:.1f},{HEIGHT * (1 - turn.chances[seat]):.1f}"
                for turn in self._turns
            )
            for seat in self._seats
        ]

    @property
    def _seats(self) -> range:
        return range(len(self._turns[0].chances))

    @cached_property
    def emblems(self) -> list[Spot]:
        """Where each seat's emblem is on its line, without overlaps."""
        shares = [(seat + 1) / (len(self._seats) + 1) for seat in self._seats]
        return [self._spot(share * self._last, seat) for seat, share in enumerate(shares)]

    def _spot(self, move: float, seat: int) -> Spot:
        for one, other in pairwise(self._turns):
            if one.move <= move <= other.move and one.move < other.move:
                way = (move - one.move) / (other.move - one.move)
                chance = one.chances[seat] + way * (other.chances[seat] - one.chances[seat])
                return Spot(round(100 * move / self._last, 1), round(100 * (1 - chance), 1))
        return Spot(0.0, round(100 * (1 - self._turns[0].chances[seat]), 1))

    @cached_property
    def turning_points(self) -> list[TurningPoint]:
        """The largest first."""
        found: list[TurningPoint] = []
        for swing in swings_of([turn.chances for turn in self._turns]):
            move = self._turns[swing.moment + 1].move
            change = self._percent(swing.before), self._percent(swing.after)
            found.append(TurningPoint(move, swing.seat, *change, self._spot(move, swing.seat)))
        return found

    @cached_property
    def rows(self) -> list[ChartRow]:
        """Every turn in numbers."""
        return [
            ChartRow(turn.move, turn.seat, tuple(map(self._percent, turn.chances)))
            for turn in self._turns
        ]

    def at(self, move: int) -> Sequence[str]:
        """The chances at a move: those of the turn it belongs to."""
        return next(row.chances for row in reversed(self.rows) if row.move <= move)

    def _percent(self, chance: float) -> str:
        return format_percent(chance, locale=self._language)
