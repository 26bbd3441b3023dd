"""One game as the environments of other libraries need it: chance speaks by itself."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalang.adapters.payoffs import payoff
from dalang.adapters.tensors import Layout, Row
from dalang.engine.api import OVER, Position, View
from dalang.engine.playout import settle_chance
from dalang.engine.rng import Rng
from dalang.engine.spec import Options
from dalang.engine.words import Words
from dalang.registry import game

Mask: TypeAlias = NDArray[np.int8]


class Table:
    """A game being played, and what every seat is told of it."""

    def __init__(self, key: str, players: int | None, reward: str, options: Options | None) -> None:
        self.spec = game(key)
        self.players: int = self.spec.usual_players if players is None else players
        self.options = self.spec.complete_options(options or {})
        self.layout = Layout(key, self.players)
        self.payoff = payoff(reward)
        self.position: Position = self.spec.start(self.players, self.options)
        self.rng = Rng(0)

    def begin(self, seed: int) -> None:
        """A new game, up to its first question."""
        self.position = self.spec.start(self.players, self.options)
        self.rng = Rng(seed)
        settle_chance(self.position, self.rng)

    def play(self, action: int) -> None:
        """What the seat to decide does, up to the next question."""
        self.position.apply(action)
        settle_chance(self.position, self.rng)

    def is_over(self) -> bool:
        """Whether there is nothing to decide any more."""
        return self.position.actor() == OVER

    def is_legal(self, action: int) -> bool:
        """Whether the seat to decide may do that."""
        return action in self.position.legal_actions()

    def view(self, seat: int) -> View:
        """What a seat knows."""
        return self.spec.observe(self.position, seat)

    def observation(self, seat: int) -> dict[str, Row | Mask]:
        """What a seat knows as numbers, and what it may do."""
        view = self.view(seat)
        return {"observation": self.layout.observation(view), "action_mask": self.mask(view)}

    def mask(self, view: View) -> Mask:
        """1 for everything the viewer may do, 0 for the rest."""
        mask: Mask = np.zeros(self.spec.action_count, np.int8)
        legal = view.legal_actions()
        if len(legal):
            mask[np.frombuffer(memoryview(legal), np.int64)] = 1
        return mask

    def payoffs(self) -> list[float]:
        """What the game was worth to every seat."""
        return self.payoff(self.position)

    def result(self, seat: int) -> dict[str, int | str]:
        """How the game ended for a seat."""
        return {
            "score": self.position.scores()[seat],
            "place": self.position.ranking()[seat],
            "ended_by": self.position.ended_by(),
        }

    def text(self, seat: int) -> str:
        """The table in words, as a seat sees it."""
        words = Words(self.spec.vocabulary, "en")
        view = self.view(seat)
        lines = [words.say(line) for line in self.spec.summary(view)]
        if view.actor() >= 0:
            lines.append(words.say(view.known.question()))
        return "\n".join(lines)
