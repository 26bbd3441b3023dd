"""dalang games"""

from __future__ import annotations

from dalang.cli.telling import Teller, console, tell_json
from dalang.registry import all_games


def list_games(as_json: bool, language: str) -> int:
    """Prints what can be played."""
    if as_json:
        tell_json(
            [
                {
                    "game": game.key,
                    "title": game.title,
                    "players": list(game.players),
                    "edition": game.edition,
                    "options": {option.key: list(option.choices) for option in game.options},
                }
                for game in all_games().values()
            ]
        )
        return 0
    headings = ("column_game", "column_title", "column_players", "column_edition")
    table = Teller(language).table(*headings)
    for game in all_games().values():
        counts = ", ".join(str(count) for count in game.players)
        table.add_row(game.key, game.title, counts, game.edition)
    console().print(table)
    return 0
