"""Running games: the only package that changes a game.

`web`, `rendering` and `replays` read tables; they ask the table to change.
"""
