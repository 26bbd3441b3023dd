"""A game while it is played: the only room that changes a game.

`web`, `rendering` and `replays` read tables; they ask the table to change.
"""
