"""Bots for any game.  They are given views, never positions: fair by construction."""

from __future__ import annotations

from dalang.bots.asking import Asked, BotError, ask
from dalang.bots.bot import Bot
from dalang.bots.budget import BadBudget, Budget
from dalang.bots.levels import LEVELS, USUAL_LEVEL
from dalang.bots.naming import BotName, UnknownBot
from dalang.engine.rng import Rng

__all__ = [
    "AT_THE_TABLE",
    "LEVELS",
    "USUAL_LEVEL",
    "Asked",
    "BadBudget",
    "Bot",
    "BotError",
    "BotName",
    "Budget",
    "UnknownBot",
    "answer",
    "ask",
    "at_the_table",
    "bot",
]

# What every level has for a decision where people wait for it, compiled or not.
AT_THE_TABLE = Budget(simulations=1000, milliseconds=700)


def bot(name: str, key: str) -> Bot:
    """A bot for a game, by any of the names in naming.py: "club", "expert:300", "mine.py:Mine"."""
    return BotName.of(name, key).make(key)


def answer(name: str, key: str, view_text: str, seed: int) -> str:
    """A bot's action, from text to text: what a worker process is sent and sends back."""
    thinker = at_the_table(name, key)
    view = thinker.spec.view_from_text(view_text)
    return view.known.action_text(thinker.choose(view, Rng(seed)))


def at_the_table(name: str, key: str) -> Bot:
    """A bot that lets nobody wait: on a slow machine it does with less thought."""
    return BotName.of(name, key).make_for_people(key, AT_THE_TABLE)
