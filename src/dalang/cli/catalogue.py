"""dalang games"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from dalang.registry import all_games


def list_games() -> int:
    """Prints what can be played."""
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "title", "players", "edition"):
        table.add_column(heading)
    for game in all_games().values():
        counts = ", ".join(str(count) for count in game.players)
        table.add_row(game.key, game.title, counts, game.edition)
    Console().print(table)
    return 0
