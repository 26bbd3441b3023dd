"""dalang simulate"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from rich.progress import track
from rich.table import Table

from dalang.cli.telling import Teller, console, tell_json
from dalang.engine.errors import BadTable
from dalang.engine.playout import play_out, random_step
from dalang.engine.replay import Replay, record
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import game


@dataclass
class Tally:
    """The results of many games."""

    lengths: list[int] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)  # game by game, seat by seat
    wins: list[float] = field(default_factory=list)  # per seat; a shared victory is divided
    ends: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0


def simulate(
    key: str,
    players: int | None,
    count: int,
    seed: int,
    replays: Path | None,
    as_json: bool,
    language: str,
) -> int:
    """Plays random games and prints the results."""
    spec = game(key)
    seats = spec.usual_players if players is None else players
    if count < 1:
        raise BadTable(f"At least one game has to be played, not {count}.")
    bar = console(stderr=True)
    tally = Tally(wins=[0.0] * seats)
    started = time.perf_counter()
    for number in track(range(count), "playing", console=bar, disable=not bar.is_terminal):
        _play_one(spec, seats, seed + number, tally, replays)
    tally.seconds = time.perf_counter() - started
    report = _report(spec, seats, seed, tally)
    if as_json:
        tell_json(report)
    else:
        teller = Teller(language)
        teller.say("simulated", **report)
        console().print(_table(report, tally, teller))
        if replays:
            teller.say("kept_replays", path=replays)
    return 0


def _play_one(spec: GameSpec, seats: int, seed: int, tally: Tally, replays: Path | None) -> None:
    if replays is None:
        position = spec.start(seats)
        tally.lengths.append(play_out(position, Rng(seed)))
    else:
        rng = Rng(seed)
        session = record(spec, seats, lambda position: int(random_step(position, rng)), {})
        position = session.position
        tally.lengths.append(len(session.log))
        Replay.of(session).save(replays / f"{spec.key}-{seats}-{seed}.replay")
    position.check()
    tally.scores.append(position.scores())
    winners = [seat for seat, place in enumerate(position.ranking()) if place == 1]
    for seat in winners:
        tally.wins[seat] += 1 / len(winners)
    tally.ends[position.ended_by()] = tally.ends.get(position.ended_by(), 0) + 1


def _report(spec: GameSpec, seats: int, seed: int, tally: Tally) -> dict[str, Any]:
    by_seat = list(zip(*tally.scores, strict=True))
    everybody = [score for scores in tally.scores for score in scores]
    return {
        "game": spec.key,
        "edition": spec.edition,
        "players": seats,
        "games": len(tally.lengths),
        "seed": seed,
        "steps_mean": fmean(tally.lengths),
        "steps_shortest": min(tally.lengths),
        "steps_longest": max(tally.lengths),
        "score_mean": fmean(everybody),
        "score_spread": pstdev(everybody),
        "winner_mean": fmean(max(scores) for scores in tally.scores),
        "score_mean_by_seat": [fmean(scores) for scores in by_seat],
        "score_spread_by_seat": [pstdev(scores) for scores in by_seat],
        "win_share_by_seat": [wins / len(tally.lengths) for wins in tally.wins],
        "ended_by": tally.ends,
        "games_per_second": len(tally.lengths) / tally.seconds,
        "steps_per_second": sum(tally.lengths) / tally.seconds,
    }


def _table(report: dict[str, Any], tally: Tally, teller: Teller) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column("what")
    table.add_column("number", justify="right")
    steps = teller.text(
        "steps_text",
        mean=f"{report['steps_mean']:.0f}",
        shortest=report["steps_shortest"],
        longest=report["steps_longest"],
    )
    rows = {
        "steps": steps,
        "points_spread": f"{report['score_mean']:.1f} ± {report['score_spread']:.1f}",
        "points_winner": f"{report['winner_mean']:.1f}",
        "games_rate": f"{report['games_per_second']:,.0f}",
        "steps_rate": f"{report['steps_per_second']:,.0f}",
    }
    for what, number in rows.items():
        table.add_row(teller.text(what), number)
    for seat, wins in enumerate(tally.wins):
        scores = [scores[seat] for scores in tally.scores]
        result = f"{wins / len(tally.lengths):.1%}; {fmean(scores):.1f} ± {pstdev(scores):.1f}"
        table.add_row(teller.text("seat_result", seat=seat), result)
    for end, count in tally.ends.items():
        table.add_row(teller.text("ended_by", end=end), str(count))
    return table
