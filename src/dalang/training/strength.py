"""How strong the nets of a run are: matches in the arena, alone against tables of other bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dalang.arena.errors import BadMatch, arena_extra
from dalang.arena.match import ALONE, Match
from dalang.arena.running import run
from dalang.arena.workers import Workers
from dalang.registry import game
from dalang.training.checkpoint import Folder

COLOURS = ("#2b4c6f", "#b5563c", "#4f7a4a", "#8a6d3b")


def measure(
    folder: Folder, nets: Path, done: int, workers: Workers, tell: Callable[[str], None]
) -> None:
    """The nets against every opponent, on the same deals every time."""
    settings = folder.settings
    for opponent in settings.against:
        bots = f"{opponent},{settings.level}@{nets}"
        match = Match.of(settings.game, settings.only or None, bots, ALONE, settings.seed)
        path = folder.path / "matches" / f"{done}-{opponent.replace(':', '_')}.jsonl"
        standing = run(match, settings.deals, path, workers).standings[-1]
        row = {
            "generation": done,
            "against": opponent,
            "games": standing.games,
            "ratio": round(standing.ratio, 3),
            "low": round(standing.share.low / standing.fair, 3),
            "high": round(standing.share.high / standing.fair, 3),
            "milliseconds": round(standing.milliseconds, 2),
        }
        folder.log("strength.csv", row)
        tell(
            f"Generation {done}: {settings.level} won {row['ratio']} ({row['low']} to "
            f"{row['high']}) times its fair share of {standing.games} games against {opponent}."
        )


def plot(folder: Folder, path: Path) -> None:
    """Strength over time, with intervals; a line for every opponent."""
    rows = folder.logged("strength.csv")
    if not rows:
        raise BadMatch("There is nothing to draw: no strength was measured yet.")
    with arena_extra():
        from matplotlib.figure import Figure
    figure: Any = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    minutes = _minutes(folder)
    opponents = list(dict.fromkeys(row["against"] for row in rows))
    for opponent, colour in zip(opponents, COLOURS, strict=False):
        _line(axes, [row for row in rows if row["against"] == opponent], minutes, colour, opponent)
    axes.axhline(1.0, color="#8a8a8a", linewidth=1)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("minutes of training")
    axes.set_ylabel("victories, × the fair share, 95 %")
    axes.set_title(f"{game(folder.settings.game).title}: {folder.settings.level}", loc="left")
    axes.legend(frameon=False, title="alone against")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    try:
        figure.savefig(path)
    except OSError as problem:
        raise BadMatch(f"{path} cannot be written: {problem.strerror}.") from problem


def _minutes(folder: Folder) -> dict[str, float]:
    """By generation: the minutes that it took to get there."""
    return {row["generation"]: float(row["seconds"]) / 60 for row in folder.logged("log.csv")}


def _line(
    axes: Any, rows: Sequence[dict[str, str]], minutes: dict[str, float], colour: str, name: str
) -> None:
    places = [minutes.get(row["generation"], 0.0) for row in rows]
    ratios = [float(row["ratio"]) for row in rows]
    below = [max(0.0, float(row["ratio"]) - float(row["low"])) for row in rows]
    above = [max(0.0, float(row["high"]) - float(row["ratio"])) for row in rows]
    axes.errorbar(
        places, ratios, yerr=[below, above], color=colour, marker="o", capsize=3, label=name
    )
