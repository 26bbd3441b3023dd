"""Pictures of an analysis: how the chances went."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dalang.arena.drawing import check_picture
from dalang.bots.advice import Analysis
from dalang.engine.errors import DalangError


class CannotPlot(DalangError):
    """A picture that cannot be kept."""


def plot_chances(analysis: Analysis, title: str, path: Path) -> None:
    """A curve for every seat, and a number at every large swing."""
    check_picture(path)
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.add_subplot()
    curve = [*(moment.chances for moment in analysis.moments), analysis.result]
    for seat in range(analysis.players):
        axes.plot([100 * chances[seat] for chances in curve], label=f"seat {seat}")
    for number, swing in enumerate(analysis.swings, 1):
        at = (swing.moment + 1, 100 * swing.after)
        axes.annotate(str(number), at, bbox={"boxstyle": "circle", "facecolor": "white"})
    axes.set(xlabel="turn", ylabel="chance to win (%)", ylim=(0, 100))
    axes.set_xlim(0, max(len(curve) - 1, 1))
    axes.set_title(title, loc="left")
    axes.legend(loc="upper left", frameon=False)
    try:
        figure.savefig(path, dpi=150)
    except OSError as problem:
        raise CannotPlot(f"{path} cannot be written: {problem.strerror}.") from problem
