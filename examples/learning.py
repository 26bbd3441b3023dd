"""An agent that learns only from its own games: Monte Carlo values in plain NumPy.

    python examples/learning.py cards_and_karma --players 2 --games 200

The agent plays against itself.  For every action it has a linear estimate of what the game will be
worth to it, from the numbers that its seat knows; it takes the best, now and then another, and
after the game every estimate that was used is moved towards what the game was worth in the end.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import dalang
from dalang.adapters.payoffs import by_place
from dalang.adapters.tensors import Layout

Memory = list[tuple[int, int, Any]]  # seat, action, what the seat knew


class Agent:
    """Linear values of actions, learned from whole games."""

    def __init__(self, key: str, players: int, seed: int = 0) -> None:
        self.game = dalang.game(key)
        self.layout = Layout(key, players)
        self.players = players
        self.weights = np.zeros((self.game.action_count, self.layout.size + 1), np.float32)
        self.chance = np.random.default_rng(seed)
        self.seed = seed * 1_000_000

    def train(self, games: int, exploring: float = 0.1, rate: float = 0.05) -> None:
        """Plays a number of games against itself and learns from each."""
        for _ in range(games):
            worth, memory = self._play(set(range(self.players)), exploring)
            for seat, action, known in memory:
                error = worth[seat] - self.weights[action] @ known
                self.weights[action] += rate * error / (known @ known) * known

    def against_random(self, games: int) -> float:
        """The mean payoff, -1 to 1, against players who do anything; its seat goes round."""
        total = 0.0
        for number in range(games):
            seat = number % self.players
            total += self._play({seat}, exploring=0)[0][seat]
        return total / games

    def _play(self, seats: set[int], exploring: float) -> tuple[list[float], Memory]:
        """One game in which these seats are the agent's and the others play at random."""
        self.seed += 1
        position, luck = self.game.start(self.players), dalang.Rng(self.seed)
        memory: Memory = []
        dalang.settle_chance(position, luck)
        while (seat := int(position.actor())) != dalang.OVER:
            legal = list(position.legal_actions())
            action = legal[self.chance.integers(len(legal))]
            if seat in seats and len(legal) > 1:
                row = self.layout.known(position, seat)
                known = np.append(row, np.float32(1))
                if self.chance.random() >= exploring:
                    values = self.weights[legal] @ known
                    best = np.flatnonzero(values == values.max())
                    action = legal[best[self.chance.integers(len(best))]]
                memory.append((seat, action, known))
            position.apply(action)
            dalang.settle_chance(position, luck)
        return by_place(position), memory


def main() -> None:
    """Trains, and says every now and then how it does against random players."""
    parser = argparse.ArgumentParser(description="An agent that learns from its own games.")
    parser.add_argument("game", choices=dalang.all_games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    players = options.players or dalang.game(options.game).usual_players
    agent = Agent(options.game, players)
    for step in range(5):
        if step:
            agent.train(options.games // 4)
        played = step * (options.games // 4)
        print(f"after {played:5} games: {agent.against_random(60):+.2f} against random players")


if __name__ == "__main__":
    main()
