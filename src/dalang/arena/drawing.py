"""Plots of results: shares next to the fair ones, predictions next to what happened."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dalang.arena.errors import BadMatch, arena_extra
from dalang.arena.foretelling import Bin
from dalang.arena.statistics import Standing

FORMATS = (".pdf", ".png", ".svg")
INK, FAIR, GOAL = "#2b4c6f", "#8a8a8a", "#b5563c"


def check_picture(path: Path) -> None:
    """Says what is wrong before hours have been played."""
    if path.suffix not in FORMATS:
        raise BadMatch(f"A picture is one of {', '.join(FORMATS)}, not {path.name!r}.")
    with arena_extra():
        importlib.import_module("matplotlib.figure")


def draw(path: Path, title: str, rows: Sequence[tuple[str, Standing]]) -> None:
    """One line for every row: how many times its fair share somebody won, and the interval."""
    check_picture(path)
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(8, 1.4 + 0.32 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    labels = [label for label, _ in rows]
    for line, (_, standing) in enumerate(rows):
        low, high = standing.share.low / standing.fair, standing.share.high / standing.fair
        axes.plot([low, high], [line, line], color=INK, linewidth=2, solid_capstyle="butt")
        axes.plot([standing.ratio], [line], color=INK, marker="o", markersize=6)
    for place, colour, style in ((1.0, FAIR, "-"), (1.3, GOAL, "--")):
        axes.axvline(place, color=colour, linewidth=1, linestyle=style, label=f"{place:g} ×")
    axes.legend(loc="upper right", frameon=False)
    axes.set_yticks(range(len(rows)), labels)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set_xlabel("victories, as a multiple of the fair share, with 95 % intervals")
    axes.set_title(title, loc="left")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    _save(figure, path)


def draw_predictions(path: Path, games: Sequence[tuple[str, Sequence[Bin]]]) -> None:
    """A panel for every game: what was predicted, and how often it happened."""
    check_picture(path)
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(2.6 * len(games), 3.6), layout="constrained")
    panels = figure.subplots(1, len(games), sharex=True, sharey=True, squeeze=False)[0]
    for axes, (title, groups) in zip(panels, games, strict=True):
        axes.plot([0, 100], [0, 100], color=FAIR, linewidth=1)
        predicted = [100 * group.predicted for group in groups]
        happened = [100 * group.happened for group in groups]
        axes.plot(predicted, happened, color=INK, marker="o", markersize=4, linestyle="none")
        axes.set_title(title.replace(": ", ":\n"), loc="left", fontsize="medium")
        axes.set_aspect("equal")
        axes.set_xlabel("predicted (%)")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    panels[0].set_ylabel("happened (%)")
    _save(figure, path)


def _save(figure: Any, path: Path) -> None:
    try:
        figure.savefig(path, dpi=150)
    except OSError as problem:
        raise BadMatch(f"{path} cannot be written: {problem.strerror}.") from problem
