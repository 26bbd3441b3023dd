"""The same luck in several games: a chance stream that does not depend on how they are played."""

from __future__ import annotations

import hashlib
import math

from mypy_extensions import i64

from dalang.engine.rng import Rng
from dalang.engine.vecs import vec


def seed_of(*parts: int | str) -> int:
    """A seed that depends on all its parts; other parts, other stream."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=8)
    return int.from_bytes(digest.digest(), "big")


class SharedChance:
    """What chance does in one deal, for all games of that deal.

    The outcome of event number n depends on the deal, on n and on the weights alone.  Every outcome
    gets a random waiting time, shorter on average for a greater weight, and the shortest wins.  So
    it is drawn exactly as often as its weight says, and two games whose bags differ by a few cards
    still draw the same card unless it is one of those.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self._seed = seed
        self._deal = deal
        self._event = 0

    def draw(self, weights: vec[i64]) -> int:
        """The next outcome."""
        rng = Rng(seed_of("chance", self._seed, self._deal, self._event))
        self._event += 1
        soonest, drawn = math.inf, -1
        for outcome, weight in enumerate(weights):
            waiting = -math.log(1.0 - rng.chance())  # also of what cannot happen: all keep in step
            if weight and waiting / int(weight) < soonest:
                soonest, drawn = waiting / int(weight), outcome
        return drawn
