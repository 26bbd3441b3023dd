"""What brought somebody most, for the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalang.engine.api import CHANCE
from dalang.engine.words import Words
from dalang.server.tables.game_log import LoggedEvent

BEST = 3  # gains that are named
PARTS = 3  # of a gain that are told, the best first


@dataclass(frozen=True)
class BestGain:
    """Many points of one seat, and what brought them."""

    points: int
    words: str


def best_gains(told: Sequence[LoggedEvent], seat: int, words: Words) -> list[BestGain]:
    """What brought a seat most, the best first: its own turns, and lines of a scoring for all."""
    if seat < 0:
        return []
    general = _general(told)
    gains = [
        [one for one in turn if _points(one, seat) and one.number not in general]
        for turn in turns_of(told, seat)
    ]
    of_all = [one for one in told if _points(one, seat) and one.number in general]
    named = [_named(gain, seat, words) for gain in [*gains, *([one] for one in of_all)] if gain]
    good = [one for one in named if one.points > 0]
    return sorted(good, key=lambda one: -one.points)[:BEST]


def turns_of(told: Sequence[LoggedEvent], seat: int) -> list[list[LoggedEvent]]:
    """What happened in each turn of a seat: from its first action until somebody else acts."""
    turns: list[list[LoggedEvent]] = []
    last = CHANCE
    for one in told:
        actor = one.actor if one.actor != CHANCE else last
        if actor == seat:
            if last != seat:
                turns.append([])
            turns[-1].append(one)
        last = actor
    return turns


def _general(told: Sequence[LoggedEvent]) -> set[int]:
    """The entries of the log at which several seats scored: that was nobody's turn alone."""
    scorers: dict[int, set[int]] = {}
    for one in told:
        if one.scored:
            scorers.setdefault(one.number, set()).add(one.scored[0])
    return {number for number, seats in scorers.items() if len(seats) > 1}


def _points(one: LoggedEvent, seat: int) -> int:
    return one.scored[1] if one.scored and one.scored[0] == seat else 0


def _named(gain: Sequence[LoggedEvent], seat: int, words: Words) -> BestGain:
    parts = sorted(gain, key=lambda one: -_points(one, seat))[:PARTS]
    told = " ".join(words.say(one.event) for one in parts)
    return BestGain(sum(_points(one, seat) for one in gain), told)
