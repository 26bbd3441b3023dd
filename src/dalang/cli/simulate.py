"""dalang simulate"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from statistics import fmean, pstdev

from rich.console import Console
from rich.progress import track
from rich.table import Table

from dalang.engine.errors import BadTable
from dalang.engine.playout import play_out
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


def simulate(key: str, players: int | None, count: int, seed: int, as_json: bool) -> int:
    """Plays random games and prints the results."""
    spec = game(key)
    seats = spec.usual_players if players is None else players
    if count < 1:
        raise BadTable(f"At least one game has to be played, not {count}.")
    console = Console(stderr=True)
    tally = Tally(wins=[0.0] * seats)
    started = time.perf_counter()
    for number in track(range(count), "playing", console=console, disable=not console.is_terminal):
        _play_one(spec, seats, Rng(seed + number), tally)
    tally.seconds = time.perf_counter() - started
    report = _report(spec, seats, seed, tally)
    if as_json:
        print(json.dumps(report, indent=2))
    else:
        print(
            "{game} ({edition}), {players} players, {games} random games from seed {seed}".format(
                **report
            )
        )
        Console().print(_table(report, tally))
    return 0


def _play_one(spec: GameSpec, seats: int, rng: Rng, tally: Tally) -> None:
    position = spec.start(seats)
    tally.lengths.append(play_out(position, rng))
    position.check()
    tally.scores.append(position.scores())
    winners = [seat for seat, place in enumerate(position.ranking()) if place == 1]
    for seat in winners:
        tally.wins[seat] += 1 / len(winners)
    tally.ends[position.ended_by()] = tally.ends.get(position.ended_by(), 0) + 1


def _report(spec: GameSpec, seats: int, seed: int, tally: Tally) -> dict[str, object]:
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


def _table(report: dict[str, object], tally: Tally) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column("what")
    table.add_column("number", justify="right")
    rows = {
        "actions and outcomes per game": "{steps_mean:.0f}  ({steps_shortest} to {steps_longest})",
        "points, mean and spread": "{score_mean:.1f} ± {score_spread:.1f}",
        "points of the winner, mean": "{winner_mean:.1f}",
        "games per second": "{games_per_second:,.0f}",
        "actions and outcomes per second": "{steps_per_second:,.0f}",
    }
    for what, number in rows.items():
        table.add_row(what, number.format(**report))
    for seat, wins in enumerate(tally.wins):
        scores = [scores[seat] for scores in tally.scores]
        share = wins / len(tally.lengths)
        table.add_row(
            f"seat {seat}: wins; points", f"{share:.1%}; {fmean(scores):.1f} ± {pstdev(scores):.1f}"
        )
    for end, count in tally.ends.items():
        table.add_row(f"ended by {end}", str(count))
    return table
