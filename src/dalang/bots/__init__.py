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

__all__ = ["LEVELS", "USUAL_LEVEL", "BadBudget", "Bot", "Budget", "UnknownBot", "answer", "bot"]

LEVELS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "club": ClubBot,
    "expert": ExpertBot,
}  # from the weakest to the strongest

USUAL_LEVEL = "club"  # who sits down unless somebody asks for another

AT_THE_TABLE = Budget(simulations=1000, milliseconds=700)  # nobody likes to wait


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
    kind, spec = _kind(level), game(key)
    view = spec.view_from_text(view_text)
    thinker = kind(spec, budget=AT_THE_TABLE if kind.searches else None)
    return view.known.action_text(thinker.choose(view, Rng(seed)))


def _kind(level: str) -> type[Bot]:
    if level not in LEVELS:
        raise UnknownBot(f"There is no bot {level!r}. There are: {', '.join(LEVELS)}.")
    return LEVELS[level]
