"""Style that depends on the map of Taj Mahal."""

from __future__ import annotations

from dalang.engine.artwork import rule
from dalang.games.taj_mahal.artwork.data import CITIES, PROVINCES

AIM_WIDTH, AIM_HEIGHT = 52.6, 41.9  # of the board, what a phone shows of it at 190 %


def rules() -> list[str]:
    """What belongs to each province."""
    names = [province["id"] for province in PROVINCES]
    shown = [f".board:has(.now-{name}) .if-{name}" for name in names]
    lit = [f".board:has(.now-{name}) .in-{name}" for name in names]
    bold = ("font-weight: 800", "font-size: var(--lit-size, 18.5px)", "opacity: 1")
    made = [rule(shown, "display: inline"), rule(lit, *bold)]
    for name in names:
        places = [(city["x"], city["y"]) for city in CITIES if city["province"] == name]
        x, y = (sum(place[axis] for place in places) / len(places) + 26 for axis in (0, 1))
        left, top = x / 10.52 - AIM_WIDTH / 2, y / 10.52 - AIM_HEIGHT / 2
        left, top = (min(max(left, 0), 100 - AIM_WIDTH), min(max(top, 0), 100 - AIM_HEIGHT))
        made.append(rule([f".at-{name}"], f"left: {left:.1f}%", f"top: {top:.1f}%"))
    return made
