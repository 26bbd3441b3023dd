"""The chances of a game from turn to turn, and its mistakes: as they are kept and drawn."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypedDict, cast

from babel.numbers import format_percent

from dalang.bots.duels import Duel, doubtful_turns
from dalang.engine.api import OVER
from dalang.server.replays.timeline import ReplayTimeline

WIDTH, HEIGHT = 1000, 100  # of what is drawn
DIGITS = 4  # that are kept
MOST_DOUBTFUL = 12  # decisions that are examined
MOST_MISTAKES = 3  # that are shown


@dataclass(frozen=True)
class Turn:
    """Every seat's chance to win when somebody began to decide."""

    move: int
    seat: int  # who decides; below 0 at the end
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Mistake:
    """A decision of somebody that cost chances, and what would have been better."""

    move: int  # before which it was made
    seat: int
    duel: Duel


@dataclass(frozen=True)
class Curve:
    """The chances through a whole game, and the decisions that cost most."""

    turns: tuple[Turn, ...]  # the last one is the end of the game
    mistakes: tuple[Mistake, ...] = ()  # the worst first

    def text(self) -> str:
        """As it is stored."""
        turns = [
            [turn.move, turn.seat, [round(chance, DIGITS) for chance in turn.chances]]
            for turn in self.turns
        ]
        mistakes = [[one.move, one.seat, asdict(one.duel)] for one in self.mistakes]
        return json.dumps({"turns": turns, "mistakes": mistakes})

    @classmethod
    def parse(cls, text: str, timeline: ReplayTimeline) -> Curve | None:
        """As it was stored; None if there is none, or if it is of another game than the replay.

        Earlier releases kept a list of turns and looked for no mistakes: that is to be done anew.
        """
        stored: object = json.loads(text) if text else None
        if not isinstance(stored, dict):
            return None
        kept = cast("_Stored", stored)
        turns = [Turn(move, seat, tuple(chances)) for move, seat, chances in kept["turns"]]
        mistakes = [Mistake(move, seat, Duel(**found)) for move, seat, found in kept["mistakes"]]
        curve = cls(tuple(turns), tuple(mistakes))
        return curve if [turn.move for turn in curve.turns] == turning_moves(timeline) else None


class _Stored(TypedDict):
    """What is kept of a curve, as JSON."""

    turns: list[tuple[int, int, list[float]]]
    mistakes: list[tuple[int, int, dict[str, Any]]]


def doubtful_moves(timeline: ReplayTimeline, turns: Sequence[Turn]) -> list[int]:
    """The decisions of people that may have been mistakes: those of the turns that cost most."""
    found: list[int] = []
    curve = [(turn.seat, turn.chances) for turn in turns]
    for number in doubtful_turns(curve, timeline.people):
        found += range(turns[number].move, turns[number + 1].move)
    return found[:MOST_DOUBTFUL]


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
    """A decision that cost somebody chances to win, in words."""

    move: int  # before which it was made
    seat: int
    played: str
    better: str
    before: str  # the chance to win with what was played …
    after: str  # … and with what would have been better
    gain: str  # in percentage points
    margin: str
    pairs: int  # of simulations
    spot: Spot


@dataclass(frozen=True)
class ChartRow:
    """A turn in numbers."""

    move: int
    seat: int
    chances: tuple[str, ...]


Namer = Callable[[int, str], str]  # a move and the text of an action that was possible then


class Plot:
    """A curve as the page draws it, in a language."""

    def __init__(self, curve: Curve, last: int, language: str, name: Namer) -> None:
        self._turns, self._last, self._language = curve.turns, max(1, last), language
        self._mistakes, self._name = curve.mistakes[:MOST_MISTAKES], name

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
        """The worst mistakes first."""
        return [self._turning_point(one) for one in self._mistakes]

    def _turning_point(self, one: Mistake) -> TurningPoint:
        duel = one.duel
        return TurningPoint(
            one.move,
            one.seat,
            self._name(one.move, duel.played),
            self._name(one.move, duel.better),
            self._percent(duel.chance),
            self._percent(duel.better_chance),
            str(round(100 * duel.gain)),
            str(math.ceil(100 * duel.margin)),
            duel.pairs,
            self._spot(one.move, one.seat),
        )

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
