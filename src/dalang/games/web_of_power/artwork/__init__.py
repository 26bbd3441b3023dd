"""What Web of Power draws from its components: `scripts/draw web_of_power` if the map changes."""

from pathlib import Path

from dalang.engine.artwork import Clouds, Files, rule, style
from dalang.games.web_of_power.artwork.board import OUTLINE, board

VIEW = Path(__file__).parents[1] / "view"
MADE_STYLE = "/* Made by scripts/draw: what belongs to each country. */"
VELLUM = Clouds((92, 56, 15), 7, 5, 8, 320, 24, middle=0.3, contrast=0.55, densest=200)
WASH = Clouds((15, 41, 107), 21, 3, 6, 320, 24, middle=0.3, contrast=0.55, densest=200)


def files() -> Files:
    """The files of `view/` that are made, some of them by half."""
    return {
        "board.html": board(),
        "board.css": style(VIEW / "board.css", MADE_STYLE, rules()),
        "vellum.png": VELLUM.png(),
        "wash.png": WASH.png(),
    }


def rules() -> list[str]:
    """What belongs to each country and to each step."""
    elsewhere = [f".board:has(.only-{name}) .map-land:not(.is-{name})" for name in OUTLINE]
    steps = [rule([f".t{n}"], f"animation-delay: {0.3 + 0.45 * n:g}s") for n in range(40)]
    return [rule(elsewhere, "--kt: var(--mute)", "--k: var(--mute2)"), *steps]
