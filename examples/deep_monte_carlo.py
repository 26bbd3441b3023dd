"""Deep Monte Carlo: a network learns from whole games against itself what an action is worth.

    python examples/deep_monte_carlo.py web_of_power --players 3 --minutes 25
    dalang arena web_of_power --players 3 --bots club,examples/trained.py:DeepMonteCarlo

After the method of DouZero (Zha et al. 2021), with one network for all seats.  It takes the action
that it thinks is worth most, and now and then another; after the game, what it thought of each
action is moved towards what the game was worth to the seat.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from self_play import Story, Tables, batches, checked_players, network, save

WEIGHTS = Path(__file__).parent / "weights"
MEMORY = 60_000  # decisions to learn from at once
NEVER = -1e9


class Learner:
    """The network, and how it decides and learns."""

    def __init__(self, tables: Tables, seed: int, rate: float) -> None:
        torch.manual_seed(seed)
        game = tables.games[0]
        self.net = network(game.layout.size, game.spec.action_count)
        self.optimizer = torch.optim.Adam(self.net.parameters(), rate)
        self.chance = np.random.default_rng(seed)
        self.tables = tables

    def play(self, exploring: float) -> None:
        """One decision in every game: the best by the network, or any."""
        rows, masks = self.tables.see()
        with torch.no_grad():
            worth = self.net(torch.from_numpy(rows)).numpy()
        noise = self.chance.random(masks.shape)
        best = np.where(masks, worth, NEVER).argmax(axis=1)
        anything = (masks * noise).argmax(axis=1)
        explores = self.chance.random(len(masks)) < exploring
        self.tables.play(rows, masks, np.where(explores, anything, best))

    def learn(self, stories: list[Story], size: int = 512) -> float:
        """Once through all decisions of these games; returns the mean squared error."""
        rows = torch.from_numpy(np.stack([row for story in stories for row in story.rows]))
        actions = torch.tensor([action for story in stories for action in story.actions])
        worth = torch.tensor([story.worth for story in stories for _ in story.actions])
        total = 0.0
        for part in batches(len(actions), size, self.chance):
            thought: Any = self.net(rows[part]).gather(1, actions[part, None])[:, 0]
            error = torch.nn.functional.mse_loss(thought, worth[part])
            self.optimizer.zero_grad()
            error.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()
            total += float(error) * len(part)
        return total / len(actions)

    def slow_down(self, share: float, rate: float) -> None:
        """Smaller steps towards the end."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * max(0.05, 1 - share)


def main() -> None:
    """Trains for a time, and writes the network whenever it has learned."""
    parser = argparse.ArgumentParser(description="Train a network by Deep Monte Carlo.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=25, help="of the processor's time")
    parser.add_argument("--tables", type=int, default=128, help="games side by side")
    parser.add_argument("--exploring", type=float, default=0.1)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="the folder to write to")
    options = parser.parse_args()
    torch.set_num_threads(1)
    players = checked_players(options.game, options.players)
    tables = Tables(options.game, players, options.tables, options.seed)
    learner = Learner(tables, options.seed, options.rate)
    path = options.weights / f"{options.game}-{players}-dmc.npz"
    decisions = waiting = 0
    share = 0.0
    while share < 1:
        share = time.process_time() / (60 * options.minutes)
        learner.play(options.exploring)
        waiting += options.tables
        if waiting < MEMORY // 4 or not tables.finished:
            continue
        waiting = 0
        stories = tables.take_finished()
        learner.slow_down(share, options.rate)
        error = learner.learn(stories)
        decisions += sum(len(story.actions) for story in stories)
        told = (
            f"{tables.played} games, {decisions} decisions, {time.process_time() / 60:.1f} minutes"
        )
        save(path, learner.net, told)
        print(f"{told}: error {error:.3f}", flush=True)


if __name__ == "__main__":
    main()
