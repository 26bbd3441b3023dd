"""Drawing what commands have found out; matplotlib is only needed here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dalang.bots.advice import Analysis
from dalang.engine.errors import DalangError


class CannotPlot(DalangError):
    """A picture that cannot be drawn or kept."""


def plot_chances(analysis: Analysis, title: str, path: Path) -> None:
    """A curve for every seat, and a mark at every large swing."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise CannotPlot("A plot needs matplotlib: pip install 'dalang[arena]'.") from None
    figure: Any = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.subplots()
    curve = [*(moment.chances for moment in analysis.moments), analysis.result]
    for seat in range(analysis.players):
        axes.plot([100 * chances[seat] for chances in curve], label=f"seat {seat}")
    for number, swing in enumerate(analysis.swings, 1):
        at = (swing.moment + 1, 100 * swing.after)
        axes.annotate(str(number), at, bbox={"boxstyle": "circle", "facecolor": "white"})
    axes.set(title=title, xlabel="turn", ylabel="chance to win (%)", ylim=(0, 100))
    axes.set_xlim(0, max(len(curve) - 1, 1))
    axes.legend(loc="upper left")
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as problem:  # ValueError: matplotlib does not know the suffix
        raise CannotPlot(f"{path} cannot be written: {problem}.") from None
