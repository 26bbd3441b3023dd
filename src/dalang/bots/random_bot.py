"""The weakest bot."""

from __future__ import annotations

from dalang.bots.bot import Bot
from dalang.engine.api import View
from dalang.engine.rng import Rng


class RandomBot(Bot):
    """Takes any legal action, each as likely as the others."""

    def choose(self, view: View, rng: Rng) -> int:
        """Any legal action."""
        legal = view.legal_actions()
        return int(legal[rng.below(len(legal))])
