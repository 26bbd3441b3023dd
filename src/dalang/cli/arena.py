"""dalang arena"""

from __future__ import annotations

import math
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dalang.arena.drawing import check_picture, draw
from dalang.arena.errors import BadMatch
from dalang.arena.game import Result
from dalang.arena.match import ALONE, Match
from dalang.arena.report import Report
from dalang.arena.running import Watching, run
from dalang.arena.statistics import Estimate, victory
from dalang.arena.workers import workers
from dalang.cli.telling import Teller, console, tell_json
from dalang.registry import game

INTERRUPTED = 130


def arena(
    key: str,
    players: int | None,
    bots: str,
    deals: int,
    seating: str | None,
    seed: int,
    results: Path | None,
    keep: bool,
    workers_count: int | None,
    cluster: str | None,
    plot: Path | None,
    replays: Path | None,
    as_json: bool,
    language: str,
) -> int:
    """Plays a match, or the rest of it, and prints who is better."""
    match = Match.of(key, players, bots, seating, seed)
    path, teller = results or usual_file(match), Teller(language)
    if plot:
        check_picture(plot)
    try:
        with workers(workers_count, cluster) as staff, progress(match) as watching:
            report = run(match, deals, path, staff, watching, keep, replays=replays)
    except KeyboardInterrupt:
        say(teller.text("interrupted", path=path))
        return INTERRUPTED
    if plot:
        rows = [(standing.name, standing) for standing in report.standings]
        draw(plot, headline(report, teller), rows)
    if as_json:
        tell_json(report.as_json() | {"results": str(path)})
    else:
        tell(report, teller)
        say(teller.text("kept_results", path=path))
        if replays:
            say(teller.text("kept_replays", path=replays))
    return 0


def say(text: str) -> None:
    """A message that is not part of the results."""
    print(text, file=sys.stderr)


def usual_file(match: Match) -> Path:
    """Where results go unless somebody says otherwise: in the present folder."""
    bots = "-".join("".join(c if c.isalnum() else "_" for c in name) for name in match.names())
    seating = "" if match.seating == ALONE else f"-{match.seating}"
    return Path(f"arena-{match.key}-{match.players}-{bots}{seating}-{match.seed}.jsonl")


@contextmanager
def progress(match: Match) -> Generator[Watching]:
    """A bar, if somebody is looking, with the share of the last bot so far."""
    screen = console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        disable=not screen.is_terminal,
    )
    challenger = len(match.contenders) - 1
    won = 0.0

    def watching(results: list[Result], total: int) -> None:
        nonlocal won
        new = results if bar.tasks[0].total is None else results[-1:]
        won += sum(victory(result, challenger) for result in new)
        name = match.names()[challenger]
        share = f"{name} {won / len(results):.1%}" if results else name
        bar.update(task, completed=len(results), total=total, description=share)

    with bar:
        task = bar.add_task("playing", total=None)
        yield watching


def headline(report: Report, teller: Teller) -> str:
    """What was played."""
    title, players = game(report.match.key).title, report.match.players
    games, deals = report.games, report.deals
    return teller.text("match", title=title, players=players, games=games, deals=deals)


def tell(report: Report, teller: Teller) -> None:
    """Prints a table."""
    if not report.standings:
        raise BadMatch("No deal has been played to its end yet.")
    challenger = report.standings[-1].name
    told = headline(report, teller)
    if report.match.seating == ALONE:
        told = teller.text("match_alone", match=told, bot=challenger)
    print(told)
    headings = ("bot", "wins", "interval", "fair", "ratio", "points", "place", "time", "rating")
    table = teller.table(*(f"column_{heading}" for heading in headings), right=True)
    for standing in report.standings:
        rating = report.rating(standing)
        table.add_row(
            escape(standing.name),
            f"{standing.share.mean:.1%}",
            f"{standing.share.low:.1%} to {standing.share.high:.1%}",
            f"{standing.fair:.1%}",
            f"{standing.ratio:.2f}",
            plus_minus(standing.scores, 1),
            plus_minus(standing.places, 2),
            f"{standing.milliseconds:.2f}",
            f"{rating.mu:.1f} ± {rating.sigma:.1f}" if rating else "-",
        )
    console().print(table)
    if report.ratings is None:
        say(teller.text("no_ratings"))


def plus_minus(estimate: Estimate, digits: int) -> str:
    """A mean and how far it may be off."""
    if not math.isfinite(estimate.high):
        return f"{estimate.mean:.{digits}f}"
    return f"{estimate.mean:.{digits}f} ± {estimate.high - estimate.mean:.{digits}f}"
