"""Bots for any game.  They are given views, never positions: fair by construction."""

from __future__ import annotations

from dalang.bots.bot import Bot
from dalang.bots.random_bot import RandomBot
from dalang.engine.errors import DalangError
from dalang.engine.rng import Rng
from dalang.registry import game

LEVELS: dict[str, type[Bot]] = {"random": RandomBot}


class UnknownBot(DalangError):
    """No bot of that level exists."""


def bot(level: str, key: str) -> Bot:
    """A bot of a level for a game."""
    if level not in LEVELS:
        raise UnknownBot(f"There is no bot {level!r}. There are: {', '.join(LEVELS)}.")
    return LEVELS[level](game(key))


def answer(level: str, key: str, view_text: str, seed: int) -> str:
    """A bot's action, from text to text: what a worker process is sent and sends back."""
    spec = game(key)
    view = spec.view_from_text(view_text)
    action = bot(level, key).choose(view, Rng(seed))
    return view.known.action_text(action)
