"""The five levels of our own bots."""

from __future__ import annotations

from dalang.bots.bot import Bot
from dalang.bots.expert import ExpertBot
from dalang.bots.greedy import ClubBot, NoviceBot
from dalang.bots.master import MasterBot
from dalang.bots.random_bot import RandomBot

LEVELS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "club": ClubBot,
    "expert": ExpertBot,
    "master": MasterBot,
}  # from the weakest to the strongest

USUAL_LEVEL = "club"  # who sits down unless somebody asks for another
