"""What Bali draws from its components: run `scripts/draw bali` when the islands move."""

from dalang.engine.artwork import Files
from dalang.games.bali.artwork.board import board


def files() -> Files:
    """The files of `view/` that are made."""
    return {"board.html": board()}
