"""One game as the environments of other libraries need it: chance speaks by itself."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalang.adapters.payoffs import payoff
from dalang.adapters.tensors import Layout, Row
from dalang.engine.api import OVER, Position, View
from dalang.engine.rng import Rng
from dalang.engine.spec import Options
from dalang.engine.stepping import Stepper
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
        self.stepper = Stepper(self.spec.action_count)
        self.none: Mask = np.zeros(self.spec.action_count, np.int8)
        self._mask: Mask = np.frombuffer(memoryview(self.stepper.mask), np.int8)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.stepper.position

    def begin(self, seed: int) -> None:
        """A new game, up to its first question."""
        position = self.spec.new_position(self.players, self.options)
        self.stepper.begin(position, Rng(seed))

    def is_over(self) -> bool:
        """Whether there is nothing to decide any more."""
        return self.stepper.actor == OVER

    def view(self, seat: int) -> View:
        """What a seat knows."""
        return self.spec.observe(self.position, seat)

    def row(self, seat: int) -> Row:
        """What a seat knows, as numbers."""
        return self.layout.known(self.stepper.position, seat)

    def mask(self, seat: int) -> Mask:
        """1 for everything the seat may do now, 0 for the rest."""
        return self._mask.copy() if seat == self.stepper.actor else self.none.copy()

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
