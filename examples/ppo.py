"""Proximal policy optimization by self-play: a network learns which actions to take more often.

    python examples/ppo.py web_of_power --players 3 --minutes 25
    dalang arena web_of_power --players 3 --bots club,examples/trained.py:Ppo

PPO (Schulman et al. 2017) with masked actions, one network for all seats, rewards at the end only.
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
NEVER = -1e9
SMOOTHING = 0.95  # lambda of the advantages: 1 trusts games alone, 0 what the network thinks
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5


class Learner:
    """The network, whose last number is the worth of the position, and how it learns."""

    def __init__(self, tables: Tables, seed: int, rate: float) -> None:
        torch.manual_seed(seed)
        game = tables.games[0]
        self.net = network(game.layout.size, game.spec.action_count + 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), rate, eps=1e-5)
        self.chance = np.random.default_rng(seed)
        self.tables = tables

    def _policy(self, rows: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithms of the chances of all actions, and the worth of the positions."""
        out = self.net(rows)
        logits = out[:, :-1].masked_fill(masks == 0, NEVER)
        return torch.log_softmax(logits, 1), out[:, -1]

    def play(self) -> None:
        """One decision in every game, by the chances that the network gives."""
        rows, masks = self.tables.see()
        with torch.no_grad():
            chances, worth = self._policy(torch.from_numpy(rows), torch.from_numpy(masks))
            actions = torch.multinomial(chances.exp(), 1)[:, 0]
            taken = chances.gather(1, actions[:, None])[:, 0]
        self.tables.play(rows, masks, actions.numpy(), taken.numpy(), worth.numpy())

    def learn(self, stories: list[Story], rounds: int = 3, size: int = 1024) -> float:
        """Several times through all decisions of these games; returns the last entropy."""
        rows = torch.from_numpy(np.stack([row for story in stories for row in story.rows]))
        masks = torch.from_numpy(np.stack([mask for story in stories for mask in story.masks]))
        actions = torch.tensor([action for story in stories for action in story.actions])
        before = torch.tensor([note[0] for story in stories for note in story.notes])
        worth = torch.tensor([note[1] for story in stories for note in story.notes])
        better = torch.from_numpy(np.concatenate([advantages(story) for story in stories]))
        target = better + worth
        better = (better - better.mean()) / (better.std() + 1e-6)
        entropy: Any = 0.0
        for _ in range(rounds):
            for part in batches(len(actions), size, self.chance):
                chances, value = self._policy(rows[part], masks[part])
                taken = chances.gather(1, actions[part, None])[:, 0]
                ratio, gain = (taken - before[part]).exp(), better[part]
                policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                entropy = -(chances.exp() * chances).sum(1).mean()
                error = torch.nn.functional.mse_loss(value, target[part])
                self.optimizer.zero_grad()
                (policy + VALUE * error - ENTROPY * entropy).backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimizer.step()
        return float(entropy)

    def slow_down(self, share: float, rate: float) -> None:
        """Smaller steps towards the end."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * max(0.05, 1 - share)


def advantages(story: Story) -> Any:
    """How much better each decision turned out than the network thought (GAE)."""
    worth = [note[1] for note in story.notes] + [story.worth]
    found, ahead = np.zeros(len(story.actions), np.float32), 0.0
    for number in reversed(range(len(story.actions))):
        ahead = worth[number + 1] - worth[number] + SMOOTHING * ahead
        found[number] = ahead
    return found


def main() -> None:
    """Trains for a time, and writes the network whenever it has learned."""
    parser = argparse.ArgumentParser(description="Train a network by PPO in games against itself.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=25, help="of the processor's time")
    parser.add_argument("--tables", type=int, default=128, help="games side by side")
    parser.add_argument("--decisions", type=int, default=16_000, help="between two updates")
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="the folder to write to")
    options = parser.parse_args()
    torch.set_num_threads(1)
    players = checked_players(options.game, options.players)
    tables = Tables(options.game, players, options.tables, options.seed)
    learner = Learner(tables, options.seed, options.rate)
    path = options.weights / f"{options.game}-{players}-ppo.npz"
    decisions = waiting = 0
    share = 0.0
    while share < 1:
        share = time.process_time() / (60 * options.minutes)
        learner.play()
        waiting += options.tables
        if waiting < options.decisions or not tables.finished:
            continue
        waiting = 0
        stories = tables.take_finished()
        learner.slow_down(share, options.rate)
        entropy = learner.learn(stories)
        decisions += sum(len(story.actions) for story in stories)
        told = (
            f"{tables.played} games, {decisions} decisions, {time.process_time() / 60:.1f} minutes"
        )
        save(path, learner.net, told)
        print(f"{told}: entropy {entropy:.3f}", flush=True)


if __name__ == "__main__":
    main()
