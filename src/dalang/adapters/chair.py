"""One seat of a game, as an environment for one agent has it; others play the other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import gymnasium
import numpy as np
from gymnasium import spaces

from dalang.adapters import as_value_error
from dalang.adapters.opponents import Opponent, Opponents, seated
from dalang.adapters.simulator import Mask, Simulator
from dalang.adapters.tensors import Row

ILLEGAL: Final = -1.0  # what an illegal action costs, as in PettingZoo


class Chair:
    """One seat of a game; bots play all the others."""

    def __init__(
        self,
        key: str,
        players: int | None = None,
        seat: int = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        reward: str = "place",
        options: Mapping[str, str] | None = None,
    ) -> None:
        with as_value_error():
            self.simulator = Simulator(key, players, reward, options)
            if not 0 <= seat < self.simulator.players:
                raise ValueError(
                    f"There is no seat {seat} at a table for {self.simulator.players}."
                )
            others = [other for other in range(self.simulator.players) if other != seat]
            self.opponents = Opponents(self.simulator, seated(opponents, others))
        self.seat = seat
        self.is_over = True

    def begin(self, seed: int) -> None:
        """A new game, up to the seat's first decision."""
        self.opponents.begin(seed)
        self._let_others_play()

    def decide(self, action: int) -> float:
        """What the seat does; what it gets for it."""
        if self.is_over:
            raise gymnasium.error.ResetNeeded("The game is over: reset() begins a new one.")
        if not self.simulator.stepper.play(action):
            self.is_over = True
            return ILLEGAL
        self._let_others_play()
        return self.simulator.payoffs()[self.seat] if self.simulator.is_over() else 0.0

    def _let_others_play(self) -> None:
        """The bots decide until the seat is asked again or the game is over."""
        self.opponents.play()
        self.is_over = self.simulator.is_over()

    def see(self) -> tuple[Row, Mask]:
        """What the seat knows, and what it may do."""
        return self.simulator.row(self.seat), self.simulator.mask(self.seat)

    def observation_space(self) -> spaces.Box:
        """What can be seen."""
        high = self.simulator.layout.high
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def action_space(self) -> spaces.Discrete:
        """What can be done."""
        return spaces.Discrete(self.simulator.spec.action_count)


def fresh_seed(chance: np.random.Generator) -> int:
    """The seed of one game."""
    return int(chance.integers(2**62))
