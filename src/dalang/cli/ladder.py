"""dalang ladder"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from dalang.arena.drawing import check_picture, draw
from dalang.arena.errors import BadResults
from dalang.arena.ladder import Rung, holds, markdown, put_into, reports, rungs
from dalang.arena.report import Report
from dalang.arena.running import run
from dalang.arena.workers import Workers, workers
from dalang.bots.naming import split
from dalang.cli.arena import INTERRUPTED, progress, say
from dalang.cli.telling import Teller, tell_json
from dalang.registry import game


def ladder(
    keys: Sequence[str],
    bots: str,
    only: str | None,
    usual_games: int,
    other_games: int,
    results: Path,
    minutes: float | None,
    fresh: bool,
    keep: bool,
    workers_count: int | None,
    cluster: str | None,
    report_only: bool,
    page: Path | None,
    plot: Path | None,
    as_json: bool,
    language: str,
) -> int:
    """Plays every rung, or the rest of it, and prints the table; 1 if a rung does not hold."""
    every = rungs(keys, split(bots), usual_games, other_games, only)
    if plot:
        check_picture(plot)
    until = None if minutes is None else time.monotonic() + 60 * minutes
    if not report_only:
        try:
            with workers(workers_count, cluster) as staff:
                for rung in every:
                    _climb(rung, results, staff, until, fresh, keep)
        except KeyboardInterrupt:
            say(Teller(language).text("interrupted", path=results))
            return INTERRUPTED
    found = reports(every, results)
    _tell(found, page, plot, as_json)
    complete = len(found) == len(every) and all(
        report.games >= rung.games for rung, report in found
    )
    if not complete:
        say(Teller(language).text("unfinished"))
    return 0 if complete and all(holds(report.standings[-1]) for _, report in found) else 1


def _tell(
    found: Sequence[tuple[Rung, Report]], page: Path | None, plot: Path | None, as_json: bool
) -> None:
    """The table: printed, put into a page, drawn."""
    table = markdown(found)
    if as_json:
        data = [(report.as_json(), holds(report.standings[-1])) for _, report in found]
        tell_json([each | {"holds": held} for each, held in data])
    else:
        print(table)
    if page:
        put_into(page, table)
    if plot:
        labels = [f"{game(r.key).title} {r.players}: {r.upper} / {r.lower}" for r, _ in found]
        uppers = [report.standings[-1] for _, report in found]
        draw(plot, "Each level against the one below", list(zip(labels, uppers, strict=True)))


def _climb(
    rung: Rung, folder: Path, staff: Workers, until: float | None, fresh: bool, keep: bool
) -> None:
    """Plays one rung, and says how it went."""

    def time_left() -> bool:
        return until is None or time.monotonic() < until

    if not time_left():
        return
    path = folder / rung.file
    for attempt in (1, 2):
        try:
            with progress(rung.match) as watching:
                report = run(rung.match, rung.deals, path, staff, watching, keep, time_left)
            break
        except BadResults as problem:
            if not fresh or attempt == 2:
                raise
            say(f"{problem} Starting afresh.")
            path.unlink()
    else:
        return
    if report.standings:
        upper = report.standings[-1]
        say(
            f"{rung.key} {rung.players}: {rung.upper} against {rung.lower}, {report.games} games: "
            f"{upper.share.mean:.1%} ({upper.share.low:.1%} to {upper.share.high:.1%}), "
            f"{upper.ratio:.2f} times the fair share"
        )
