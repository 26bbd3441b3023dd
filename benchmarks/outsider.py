"""Our expert against a bot that is not ours: OpenSpiel's own ISMCTS, playing our games.

    python -m benchmarks.outsider --games 60 --simulations 300 --results build/outsider

Both search with the same number of simulations a decision.  One expert sits at every seat in turn,
with outsiders at all the others, on deals that all these games share; each game has its own file,
and the same command continues where it stopped.  A fair share is 1 / players.

The outsider is OpenSpiel's bot as it comes, in Python (the one in C++ cannot play games written in
Python): UCT, random playouts to the end, one for each simulation.  It is given a state dealt again
from the view, so that it knows no more than its seat does.  The playouts are what OpenSpiel's own
evaluator does, a random action at a time, but run in our engine: step by step from Python they take
far too long, in Bali most of all.
"""

from __future__ import annotations

import argparse
import math
import os
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import dalang
from dalang.adapters import openspiel
from dalang.bots.bot import Bot
from dalang.bots.budget import Budget
from dalang.cli.arena import arena
from dalang.engine.api import View
from dalang.engine.playout import play_out
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec

SIMULATIONS = "DALANG_OUTSIDER_SIMULATIONS"  # the arena's workers read it too
EXPLORATION = math.sqrt(2)  # usual where a game is worth -1 to 1


class Playouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """OpenSpiel's random playouts, sooner."""

    def evaluate(self, state: openspiel.DalangState) -> np.ndarray:
        """What one random game from here is worth to everybody."""
        position = state.position.clone()
        play_out(position, Rng(int(self._random_state.randint(2**31))))
        return np.array(state.get_game().payoff(position))


class Outsider(Bot):
    """OpenSpiel's ISMCTS with the interface of our bots."""

    def __init__(
        self, spec: GameSpec, weights: list[float] | None = None, budget: Budget | None = None
    ) -> None:
        super().__init__(spec, weights, budget)
        openspiel.register()
        self.simulations = int(os.environ.get(SIMULATIONS, "300"))

    def choose(self, view: View, rng: Rng) -> int:
        """What OpenSpiel's bot would do."""
        players = int(view.known.players)
        loaded = pyspiel.load_game(f"dalang_{self.spec.key}(players={players})")
        luck = np.random.RandomState(int(rng.next32()))
        bot = ismcts.ISMCTSBot(
            loaded,
            Playouts(n_rollouts=1, random_state=luck),
            uct_c=EXPLORATION,
            max_simulations=self.simulations,
            random_state=luck,
        )
        state = openspiel.state_at(loaded, self.spec.imagine(view, rng))
        return int(bot.step(state))


def main() -> None:
    """Plays what is missing in every game, and prints the shares."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("keys", nargs="*", default=list(dalang.all_games()), metavar="game")
    parser.add_argument("--games", type=int, default=60, help="at least this many of each game")
    parser.add_argument("--players", type=int, help="the usual number if left out")
    parser.add_argument("--simulations", type=int, default=300, help="a decision, for both")
    parser.add_argument("--workers", type=int, help="processes; all cores if left out")
    parser.add_argument("--results", type=Path, default=Path("build/outsider"))
    options = parser.parse_args()
    os.environ[SIMULATIONS] = str(options.simulations)
    for key in options.keys:
        players = options.players or dalang.game(key).usual_players
        arena(
            key=key,
            players=players,
            bots=f"benchmarks.outsider:Outsider,expert:{options.simulations}",
            deals=math.ceil(options.games / players),
            seating=None,
            seed=1,
            results=options.results / f"{key}-{players}-{options.simulations}.jsonl",
            keep=False,
            workers_count=options.workers,
            cluster=None,
            plot=None,
            replays=None,
            as_json=False,
            language="en",
        )


if __name__ == "__main__":
    main()
