"""dalang arena"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dalang.arena.drawing import check_picture, draw
from dalang.arena.errors import BadMatch
from dalang.arena.game import Result
from dalang.arena.match import ALONE, Match
from dalang.arena.report import Report
from dalang.arena.running import Watching, run
from dalang.arena.statistics import Estimate, victory
from dalang.arena.workers import workers
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
    as_json: bool,
) -> int:
    """Plays a match, or the rest of it, and prints who is better."""
    match = Match.of(key, players, bots, seating, seed)
    path = results or usual_file(match)
    if plot:
        check_picture(plot)
    try:
        with workers(workers_count, cluster) as staff, progress(match) as watching:
            report = run(match, deals, path, staff, watching, keep)
    except KeyboardInterrupt:
        say(
            f"Interrupted. Every game that was over is in {path}; "
            "the same command goes on from there."
        )
        return INTERRUPTED
    if plot:
        rows = [(standing.name, standing) for standing in report.standings]
        draw(plot, headline(report), rows)
    if as_json:
        print(json.dumps(report.as_json() | {"results": str(path)}, indent=2))
    else:
        tell(report)
        say(f"The games are in {path}; with more --deals the same command goes on from there.")
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
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
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


def headline(report: Report) -> str:
    """What was played."""
    title = game(report.match.key).title
    return f"{title}, {report.match.players} players: {report.games} games on {report.deals} deals"


def tell(report: Report) -> None:
    """Prints a table."""
    if not report.standings:
        raise BadMatch("No deal has been played to its end yet.")
    challenger = report.standings[-1].name
    how = f", {challenger} alone against the others" if report.match.seating == ALONE else ""
    print(headline(report) + how)
    table = Table(box=None, pad_edge=False)
    table.add_column("bot")
    headings = ("wins", "95 %", "fair", "× fair", "points", "place", "ms/decision", "rating")
    for heading in headings:
        table.add_column(heading, justify="right")
    for standing in report.standings:
        rating = report.rating(standing)
        table.add_row(
            standing.name,
            f"{standing.share.mean:.1%}",
            f"{standing.share.low:.1%} to {standing.share.high:.1%}",
            f"{standing.fair:.1%}",
            f"{standing.ratio:.2f}",
            plus_minus(standing.scores, 1),
            plus_minus(standing.places, 2),
            f"{standing.milliseconds:.2f}",
            f"{rating.mu:.1f} ± {rating.sigma:.1f}" if rating else "-",
        )
    console = Console()
    console.width = max(console.width, 110)  # a table in a file is not to be folded
    console.print(table)
    if report.ratings is None:
        say("Ratings need OpenSkill: pip install 'dalang[arena]'")


def plus_minus(estimate: Estimate, digits: int) -> str:
    """A mean and how far it may be off."""
    if not math.isfinite(estimate.high):
        return f"{estimate.mean:.{digits}f}"
    return f"{estimate.mean:.{digits}f} ± {estimate.high - estimate.mean:.{digits}f}"
