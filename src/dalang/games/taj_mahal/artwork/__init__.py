"""What Taj Mahal draws from its components: run `scripts/draw taj_mahal` when the map changes."""

from dalang.engine.artwork import Clouds, Files, sprite, style
from dalang.games.taj_mahal.artwork.board import board
from dalang.games.taj_mahal.artwork.data import VIEW
from dalang.games.taj_mahal.artwork.pieces import pieces
from dalang.games.taj_mahal.artwork.provinces import rules

MADE = "<!-- Made by scripts/draw from what stands above. -->"
MADE_STYLE = "/* Made by scripts/draw: what belongs to each province. */"
PAPER = Clouds((107, 61, 20), 9, 6, 6, 256, 20, middle=0.22, contrast=0.5, densest=190)


def files() -> Files:
    """The files of `view/` that are made, some of them by half."""
    return {
        "board.html": board(),
        "sprite.svg": sprite(VIEW / "sprite.svg", MADE, pieces()),
        "board.css": style(VIEW / "board.css", MADE_STYLE, rules()),
        "paper.png": PAPER.png(),
    }
