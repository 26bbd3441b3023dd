"""What happened, turn by turn: one entry for each, each about one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dalang.engine.api import CHANCE, EVERYONE
from dalang.engine.telling import Telling
from dalang.server.rendering.table_context import last_turn_ended
from dalang.server.tables.game_log import LoggedEvent

NO_SEAT = -1
WATCHED = 60  # events that somebody who only looks on is told the last turn of


@dataclass
class LogTurn:
    """What happened in one go to one seat, or to nobody in particular."""

    seat: int = NO_SEAT
    events: list[LoggedEvent] = field(default_factory=list[LoggedEvent])
    folded: dict[str, int] = field(default_factory=dict[str, int])  # how often, by the event's key
    heading: bool = False  # a new round, a scoring: a line across the log
    place: int = 0  # of what began it, among all that was told

    @property
    def points(self) -> int:
        """What the seat scored."""
        return sum(one.scored[1] for one in self.events if one.scored)

    @property
    def number(self) -> int:
        """Of the log entry that began it."""
        return self.events[0].number if self.events else -1


@dataclass(frozen=True)
class LastMove:
    """The newest turn of somebody else, and who acted before it since the viewer did."""

    actor: int
    events: list[LoggedEvent]
    before: list[LoggedEvent]  # what the others did, oldest first
    others: list[int]  # who did that, without the actor


@dataclass(frozen=True)
class Stretch:
    """A round that is over, or a scoring: everybody looks at what it brought."""

    number: int  # of the log entry that ended it
    ended_by: LoggedEvent
    events: list[LoggedEvent]


def about(one: LoggedEvent) -> int:
    """Whom a sentence is about, which need not be the one who caused it."""
    seat = one.event.args.get("seat")
    if isinstance(seat, int):
        return seat
    return one.event.seen_by if one.event.seen_by != EVERYONE else NO_SEAT


def turns(
    told: Iterable[LoggedEvent], telling: Telling, marks: Sequence[str] = (), begin: int = 0
) -> list[LogTurn]:
    """What was told, turn by turn, oldest first; what was refilled belongs to the turn before."""
    found: list[LogTurn] = []
    marks = (*marks, *telling.headings)
    for place, one in enumerate(told, begin):
        key, seat = one.event.key, about(one)
        last = found[-1] if found and not found[-1].heading else None
        if key in telling.folds:
            if last is None:
                found.append(last := LogTurn(place=place))
            last.folded[key] = last.folded.get(key, 0) + 1
        elif key in marks and not one.scored:
            found.append(LogTurn(NO_SEAT, [one], heading=True, place=place))
        elif last is not None and last.seat == seat != NO_SEAT:
            last.events.append(one)
        else:
            found.append(LogTurn(seat, [one], place=place))
    return [_with_details(turn, telling) for turn in found]


def _with_details(turn: LogTurn, telling: Telling) -> LogTurn:
    """Somebody who was told more is not told the same again as the others are."""
    details = [one.event.key for one in turn.events if one.event.key in telling.details]
    if details:
        told_better = Counter(telling.details[key] for key in details)
        kept: list[LoggedEvent] = []
        for one in turn.events:
            if told_better[one.event.key] > 0:
                told_better[one.event.key] -= 1
            else:
                kept.append(one)
        turn.events = kept
    return turn


def told_first(events: Sequence[LoggedEvent], telling: Telling) -> list[LoggedEvent]:
    """What changed the board, then what was scored, then the rest, each in its order."""
    rank = {key: place for place, key in enumerate(telling.first)}

    def place(one: LoggedEvent) -> tuple[int, int]:
        if one.event.key in rank:
            return 0, rank[one.event.key]
        return (1 if one.scored else 3 if one.event.key in telling.minor else 2), 0

    return sorted(events, key=place)


def scoring_first(events: Sequence[LoggedEvent]) -> list[LoggedEvent]:
    """What was scored, then the rest, each in its order."""
    return sorted(events, key=lambda one: not one.scored)


# --- the last move -------------------------------------------------------------------------


def last_move(told: Sequence[LoggedEvent], viewer: int, telling: Telling) -> LastMove | None:
    """The newest turn of somebody else since the viewer's own last turn, if there was one.

    A turn of the viewer counts too if the server has made it, because there was no choice.
    """
    begin = last_turn_ended(told, viewer) if viewer >= 0 else len(told) - WATCHED
    runs = [run for run in _runs(told[max(0, begin) :], telling) if _is_news(run, viewer)]
    if not runs:
        return None
    weighty = [run for run in runs if not _is_minor(run, telling)]
    chosen = (weighty or runs)[-1]
    actor = chosen[0].actor
    before = [one for run in runs[: runs.index(chosen)] for one in run]
    others = dict.fromkeys(run[0].actor for run in reversed(runs) if run[0].actor != actor)
    return LastMove(actor, chosen, before, list(others))


def _runs(told: Sequence[LoggedEvent], telling: Telling) -> list[list[LoggedEvent]]:
    """What each of them did in one go, with the chance that it caused; oldest first."""
    runs: list[list[LoggedEvent]] = []
    ended = -1  # the log entry with which a round or series ended
    for one in told:
        same = runs and runs[-1][0].actor == one.actor and ended in (-1, one.number)
        if runs and (same or one.actor == CHANCE):
            runs[-1].append(one)
        elif one.actor != CHANCE:
            runs.append([one])
            ended = -1
        if one.event.key in (*telling.rounds, *telling.headings):
            ended = one.number
    return runs


def _is_news(run: Sequence[LoggedEvent], viewer: int) -> bool:
    if run[0].actor != viewer:
        return True
    return {one.number for one in run if one.actor == viewer} == {
        one.number for one in run if was_forced(one, viewer)
    }


def _is_minor(run: Sequence[LoggedEvent], telling: Telling) -> bool:
    small = (*telling.minor, *telling.folds)
    return all(one.event.key in small for one in run)


def was_forced(one: LoggedEvent, viewer: int) -> bool:
    """Whether a viewer may know that there was no choice."""
    return one.event.forced_for in (EVERYONE, viewer)


# --- the end of a round --------------------------------------------------------------------


def last_stretch(told: Sequence[LoggedEvent], telling: Telling) -> Stretch | None:
    """The last round that is over, or the last scoring."""
    for place in range(len(told) - 1, -1, -1):
        one = told[place]
        if one.event.key in telling.scorings:
            same = [other for other in told[place:] if other.number == one.number]
            return Stretch(one.number, one, same)
        if one.event.key in telling.rounds:
            begin = _round_began(told, place, telling)
            return Stretch(one.number, one, list(told[begin:place])) if begin >= 0 else None
    return None


def _round_began(told: Sequence[LoggedEvent], end: int, telling: Telling) -> int:
    """Where the round before a place began; -1 if nobody has acted since: the game begins."""
    begin = end
    while begin and told[begin - 1].event.key not in telling.rounds:
        begin -= 1
    return begin if any(one.actor != CHANCE for one in told[begin:end]) else -1
