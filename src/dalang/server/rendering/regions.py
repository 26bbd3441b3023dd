"""The regions of a table's page: everything that can change, and for whom each is drawn."""

from __future__ import annotations

from functools import cache
from typing import Final

from dalang.engine.spec import GameSpec
from dalang.registry import all_games

PUBLIC_REGIONS: Final = ("round", "chat")  # drawn once for everybody
SEAT_REGIONS: Final = ("last", "log", "scores", "roundup")  # once for each seat
PERSON_REGIONS: Final = ("waiting", "prompt", "advice", "guide", "foot", "ending")  # for each page
GAME_REGIONS: Final = ("pieces", "middle", "seats", "own", "hand")
PLAIN_REGIONS: Final = ("middle", "seats")
REPLAY_REGIONS: Final = ("log", "scores")


def game_regions(spec: GameSpec) -> dict[str, str]:
    """The regions that show the game, and their templates: its own, or those for any game.

    A game's own template is in view/public/ if everybody sees the same there, otherwise in view/.
    """
    return _game_regions(spec.key)


@cache
def _game_regions(key: str) -> dict[str, str]:
    spec = all_games()[key]
    if not draws_itself(spec):
        return {name: f"plain/{name}.html" for name in PLAIN_REGIONS}
    public = {path.stem for path in (spec.folder / "view" / "public").glob("*.html")}
    return {
        name: f"{spec.key}/{'public/' if name in public else ''}{name}.html"
        for name in GAME_REGIONS
    }


def draws_itself(spec: GameSpec) -> bool:
    """Whether a game has its own drawings."""
    return (spec.folder / "view" / "pieces.html").exists()
