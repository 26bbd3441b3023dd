"""Bots for any game.  They are given views, never positions: fair by construction."""

from __future__ import annotations

from dalang.bots.bot import Bot
from dalang.bots.budget import BadBudget, Budget
from dalang.bots.expert import ExpertBot
from dalang.bots.greedy import ClubBot, NoviceBot
from dalang.bots.random_bot import RandomBot
from dalang.engine.errors import DalangError
from dalang.engine.rng import Rng
from dalang.registry import game

__all__ = [
    "AT_THE_TABLE",
    "LEVELS",
    "USUAL_LEVEL",
    "BadBudget",
    "Bot",
    "Budget",
    "UnknownBot",
    "answer",
    "at_the_table",
    "bot",
]

LEVELS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "club": ClubBot,
    "expert": ExpertBot,
}  # from the weakest to the strongest

USUAL_LEVEL = "club"  # who sits down unless somebody asks for another

# What every level has for a decision where people wait for it, compiled or not.
AT_THE_TABLE = Budget(simulations=1000, milliseconds=700)


class UnknownBot(DalangError):
    """No bot of that level exists."""


def bot(description: str, key: str, weights: list[float] | None = None) -> Bot:
    """A bot for a game: its level, and if it searches perhaps its budget, as in "expert:300"."""
    level, colon, budget = description.partition(":")
    kind = _kind(level)
    if colon and not kind.searches:
        raise BadBudget(f"A {level} bot does not search: it takes no budget.")
    return kind(game(key), weights, Budget.parse(budget) if colon else None)


def answer(level: str, key: str, view_text: str, seed: int) -> str:
    """A bot's action, from text to text: what a worker process is sent and sends back."""
    thinker = at_the_table(level, key)
    view = thinker.spec.view_from_text(view_text)
    return view.known.action_text(thinker.choose(view, Rng(seed)))


def at_the_table(level: str, key: str) -> Bot:
    """A bot that lets nobody wait: on a slow machine it does with less thought."""
    kind = _kind(level)
    time_only = Budget(milliseconds=AT_THE_TABLE.milliseconds)
    return kind(game(key), budget=AT_THE_TABLE if kind.searches else time_only)


def _kind(level: str) -> type[Bot]:
    if level not in LEVELS:
        raise UnknownBot(f"There is no bot {level!r}. There are: {', '.join(LEVELS)}.")
    return LEVELS[level]
