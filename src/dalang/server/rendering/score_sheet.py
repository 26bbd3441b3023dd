"""Where everybody's points came from, when a game is over: a chart, a table, the last scoring.

Points come from events that name a seat and points.  Kinds of points have a name if the game has a
noun of the kind `score` for the event's key; the rest is "other", so that the sum of every seat is
always its score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalang.engine.words import Words
from dalang.server.rendering.table_context import score_sheet
from dalang.server.tables.game_log import LoggedEvent

WIDTH = 400.0  # of the chart's bars, in its own units
OTHER = ""


@dataclass(frozen=True)
class Piece:
    """A part of a bar: points of one kind."""

    kind: int
    points: int
    x: float
    width: float


@dataclass(frozen=True)
class Bar:
    """All points of one seat, kind by kind; what was lost goes to the left."""

    seat: int
    total: int
    pieces: list[Piece]


@dataclass(frozen=True)
class Gain:
    """A line of the last scoring."""

    seat: int
    points: int
    words: str


@dataclass(frozen=True)
class ScoreSheet:
    """Everybody's points."""

    titles: list[str]  # of the kinds; "" for other points
    rows: list[list[int]]  # for each kind, the points of every seat
    bars: list[Bar]
    zero: float  # where the bars begin
    finale: list[Gain]


def account(told: Sequence[LoggedEvent], scores: Sequence[int], words: Words) -> ScoreSheet:
    """Of a finished game."""
    by_kind = _by_kind(told, len(scores), words)
    found = [sum(row[seat] for row in by_kind.values()) for seat in range(len(scores))]
    rest = [score - known for score, known in zip(scores, found, strict=True)]
    other = by_kind.pop(OTHER, [0] * len(scores))
    if any(rest) or any(other):
        by_kind[OTHER] = [one + more for one, more in zip(other, rest, strict=True)]
    rows = list(by_kind.values())
    unit, zero = _scale(rows)
    bars = [_bar(seat, score, rows, unit, zero) for seat, score in enumerate(scores)]
    titles = [words.name("score", key) if key else OTHER for key in by_kind]
    return ScoreSheet(titles, rows, bars, zero, _finale(told, words))


def _by_kind(told: Sequence[LoggedEvent], seats: int, words: Words) -> dict[str, list[int]]:
    """The points of every seat, by the event's key where that kind of points has a name."""
    rows: dict[str, list[int]] = {}
    for seat, sources in score_sheet(told).items():
        for key, ones in sources.items():
            kind = key if words.knows("score", key) else OTHER
            row = rows.setdefault(kind, [0] * seats)
            row[seat] += sum(one.scored[1] for one in ones if one.scored)
    return rows


def _scale(rows: Sequence[Sequence[int]]) -> tuple[float, float]:
    """How long one point is, and where zero is."""
    seats = list(zip(*rows, strict=True))
    most = max((sum(p for p in seat if p > 0) for seat in seats), default=0)
    least = max((sum(-p for p in seat if p < 0) for seat in seats), default=0)
    unit = WIDTH / max(1, most + least)
    return unit, least * unit


def _bar(seat: int, total: int, rows: Sequence[Sequence[int]], unit: float, zero: float) -> Bar:
    right = left = zero
    pieces: list[Piece] = []
    for kind, row in enumerate(rows):
        width = round(abs(row[seat]) * unit, 2)
        if row[seat] > 0:
            pieces.append(Piece(kind, row[seat], round(right, 2), width))
            right += width
        elif row[seat] < 0:
            left -= width
            pieces.append(Piece(kind, row[seat], round(left, 2), width))
    return Bar(seat, total, pieces)


def _finale(told: Sequence[LoggedEvent], words: Words) -> list[Gain]:
    """Everything scored by the last step that scored at all."""
    scored = [one for one in told if one.scored]
    last = [one for one in scored if one.number == scored[-1].number]
    gains = [(one, *(one.scored or (0, 0))) for one in last]
    return [Gain(seat, points, words.say(one.event)) for one, seat, points in gains]
