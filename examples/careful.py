"""A bot in a dozen lines: it takes what has the best prospect in a single imagined position.

dalang arena web_of_power --bots club,examples/careful.py:Careful --deals 50
"""

from dalang.bots.bot import Bot
from dalang.engine.api import View
from dalang.engine.rng import Rng


class Careful(Bot):
    """Looks one action ahead."""

    def choose(self, view: View, rng: Rng) -> int:
        """The action that the game's judge likes best."""
        imagined = self.spec.imagine(view, rng)

        def outlook(action: int) -> float:
            after = imagined.clone()
            after.apply(action)
            return self.judge.value(after, view.viewer)

        return max((int(action) for action in view.legal_actions()), key=outlook)
