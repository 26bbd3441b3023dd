"""What Cards & Karma draws from its components: run `scripts/draw` when a card changes."""

from dalang.engine.artwork import Files, sprite
from dalang.games.cards_and_karma.artwork.cards import GAME, made

MADE = "<!-- Made by scripts/draw from what stands above. -->"


def files() -> Files:
    """The files of `view/` that are made: half of the sprite."""
    return {"sprite.svg": sprite(GAME / "view" / "sprite.svg", MADE, made())}
