"""Playing a match, from where it stopped to its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile
from pathlib import Path

from dalang.arena.book import Book
from dalang.arena.errors import BadMatch
from dalang.arena.game import Result, play, play_and_save
from dalang.arena.match import Match
from dalang.arena.report import Report
from dalang.arena.workers import Workers

Watching = Callable[[list[Result], int], None]  # results so far, and how many there will be


def nobody(results: list[Result], total: int) -> None:
    """Does not watch."""


def for_ever() -> bool:
    """There is always time for another game."""
    return True


def run(
    match: Match,
    deals: int,
    path: Path,
    workers: Workers,
    watching: Watching = nobody,
    keep: bool = False,
    time_left: Callable[[], bool] = for_ever,
    replays: Path | None = None,
) -> Report:
    """Plays what is missing, while time is left; a game is in the file as soon as it is over.

    With a folder for replays, each game that is played now is also written there.
    """
    if deals < 1:
        raise BadMatch(f"At least one deal has to be played, not {deals}.")
    with Book(path, match, keep) as book:
        jobs = book.missing(deals)
        total = len(book.results) + len(jobs)
        watching(book.results, total)
        work = play if replays is None else partial(play_and_save, replays)
        for result in workers.do(work, takewhile(lambda _: time_left(), jobs)):
            book.add(result)
            watching(book.results, total)
        return Report.of(match, book.results)
