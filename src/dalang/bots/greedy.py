"""The bots that look no further than their own turn: novice and club player."""

from __future__ import annotations

from typing import Final

from dalang.bots.bot import Bot
from dalang.bots.looking import Clock, Look, best_of, gumbel, numbers
from dalang.engine.api import View
from dalang.engine.rng import Rng

OVERLOOKED: Final = 0.25  # the share of possible actions that a novice does not notice
MOOD: Final = 0.7  # how far a novice's taste strays, on the scale of the judge's priors
POSITIONS: Final = 8  # that a club player imagines for a decision


class GreedyBot(Bot):
    """Tries every action in a few imagined positions and looks at what the turn leads to.

    It takes what looks best, but may overlook some actions and misjudge the rest at random.
    """

    positions = POSITIONS  # imagined for a decision
    overlooked = 0.0  # the share of possible actions
    mood = 0.0  # how far its taste strays

    def look(self, view: View, rng: Rng) -> Look:
        """What all legal actions lead to, as far as there is time to find out."""
        clock = Clock(0, self.milliseconds)
        look = Look(self.judge, view.viewer, view.legal_actions(), view.known.players)
        for _ in range(self.positions):
            look.imagine(self.spec.imagine(view, rng), rng.next32(), clock, 1.0)
            if clock.is_up(1.0):
                break
        return look

    def choose(self, view: View, rng: Rng) -> int:
        """The action with the highest appeal among those that are noticed."""
        legal = view.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        look = self.look(view, rng)
        appeals = numbers(len(legal))
        for number in range(len(legal)):
            appeals[number] = look.appeal(number)
            if self.overlooked or self.mood:
                overlooked = rng.chance() < self.overlooked
                appeals[number] += self.mood * gumbel(rng) - 100.0 * overlooked
        return int(best_of(appeals, legal))


class ClubBot(GreedyBot):
    """Takes what looks best."""


class NoviceBot(GreedyBot):
    """Overlooks some of the actions, and misjudges the rest at random."""

    positions = 1
    overlooked = OVERLOOKED
    mood = MOOD
