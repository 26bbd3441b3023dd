"""A training run: generations of games and lessons, from where it stopped to its end."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Final

from dalang.arena.errors import MissingPackage
from dalang.arena.workers import Workers
from dalang.bots.net_file import (
    MOST_BYTES,
    TrainedNets,
    read_nets,
    sheet_of,
    size_of,
    write_nets,
)
from dalang.engine.errors import BadWeights
from dalang.engine.spec import GameSpec
from dalang.engine.weights import read_weights
from dalang.registry import game
from dalang.training.checkpoint import Folder, Lessons
from dalang.training.gradients import Learner, surprise
from dalang.training.instinct import InstinctClimb
from dalang.training.self_play import GameBatch, Positions, play_batch
from dalang.training.settings import BadTraining, TrainingSettings
from dalang.training.strength import measure

BATCH: Final = 20  # games that a worker plays at once

Tell = Callable[[str], None]
Watch = Callable[[int, int], None]  # batches of this generation: done, in all


class TrainingRun:
    """One run, in its folder."""

    def __init__(
        self, settings: TrainingSettings, folder: Path, workers: Workers, tell: Tell
    ) -> None:
        need_numpy()
        self.settings = settings
        self.workers = workers
        self.tell = tell
        self.spec: GameSpec = game(settings.game)
        self.folder = Folder(folder, settings)
        self.players = [settings.only] if settings.only else list(self.spec.players)
        weights = read_weights(self.spec.folder / "weights.toml", self.spec.weights)
        self.judge = tuple(weights)
        self.instinct = self.judge
        shapes = {players: self._shape(players) for players in self.players}
        numbers = sum(map(size_of, shapes.values()))
        if 2 * numbers > MOST_BYTES - 10_000:
            raise BadTraining(f"Nets of {numbers} weights do not fit into {MOST_BYTES} bytes.")
        self.learners = {
            players: Learner(shape, settings.seed + players) for players, shape in shapes.items()
        }

    def _shape(self, players: int) -> tuple[int, ...]:
        inputs = len(sheet_of(self.spec, players).values)
        return inputs, self.settings.first_layer, self.settings.second_layer, players

    def go(self, time_left: Callable[[], bool], watch: Watch) -> int:
        """Generation after generation, while there is time; says how many are done."""
        climb = InstinctClimb(self.settings, self.judge, self.folder)
        climb.go(self.workers)
        self.instinct = climb.found()
        done, seconds = self.folder.restore(self.learners)
        while done < self.settings.generations and time_left():
            began = time.monotonic()
            self.play(done, watch)
            losses = self._learn(done)
            done += 1
            seconds += time.monotonic() - began
            self.folder.keep(self.learners, done, seconds)
            self._report(done, seconds, losses)
            if self.settings.measured and done % self.settings.measured == 0:
                path = self.folder.path / f"{done}.net"
                self.write_to(path, done)
                measure(self.folder, path, done, self.workers, self.tell)
        return done

    # --- playing ----------------------------------------------------------------------------

    def play(self, generation: int, watch: Watch) -> None:
        """The games of a generation, unless it was interrupted after them."""
        if self.folder.has_lessons(generation):
            return
        batches = list(self._batches(generation))
        parts: list[Positions] = []
        watch(0, len(batches))
        for part in self.workers.do(play_batch, batches):
            parts.append(part)
            watch(len(parts), len(batches))
        lessons = {players: Lessons.of(parts, players) for players in self.players}
        self.folder.keep_lessons(generation, lessons)

    def _batches(self, generation: int) -> Iterator[GameBatch]:
        """Half of the games at the usual number of players, the rest at the others."""
        settings, spec = self.settings, self.spec
        counts = self.players if settings.only else [spec.usual_players, *spec.players]
        plain = generation < settings.by_instinct
        nets = None if plain else self.trained(f"generation {generation}")
        for number in range(max(len(counts), -(-settings.games_of(generation) // BATCH))):
            yield GameBatch(
                settings,
                generation,
                number,
                counts[number % len(counts)],
                BATCH,
                self.judge,
                self.instinct,
                nets,
            )

    # --- learning ---------------------------------------------------------------------------

    def _learn(self, generation: int) -> Mapping[int, tuple[float, float, int]]:
        """From all that is remembered; says the surprise of the judge and of the net."""
        found: dict[int, tuple[float, float, int]] = {}
        progress = generation / max(1, self.settings.generations - 1)
        rate = self.settings.rate * 0.1**progress
        for players, learner in self.learners.items():
            lessons = self._remembered(generation, players)
            self._study(learner, lessons, rate, seed=generation)
            newest = self.folder.lessons(generation, players)
            kept = newest.held_out if newest.held_out.any() else ~newest.held_out
            args = newest.rows[kept], newest.opinions[kept], newest.targets[kept]
            judged = surprise(args[1], args[2])
            found[players] = judged, learner.loss(*args), len(newest.rows)
        return found

    def _remembered(self, generation: int, players: int) -> Lessons:
        import numpy as np

        first = self.settings.remembers_from(generation)
        parts = [self.folder.lessons(each, players) for each in range(first, generation + 1)]
        return Lessons(
            np.concatenate([part.rows[~part.held_out] for part in parts]),
            np.concatenate([part.opinions[~part.held_out] for part in parts]),
            np.concatenate([part.targets[~part.held_out] for part in parts]),
            np.zeros(0, bool),
        )

    def _study(self, learner: Learner, lessons: Lessons, rate: float, seed: int) -> None:
        import numpy as np

        rng = np.random.default_rng((self.settings.seed, seed))
        size = min(self.settings.batch, len(lessons.rows))
        for _ in range(self.settings.passes):
            order = rng.permutation(len(lessons.rows))
            for begin in range(0, len(order) - size + 1, size):
                chosen = order[begin : begin + size]
                rows, opinions = lessons.rows[chosen], lessons.opinions[chosen]
                learner.step(rows, opinions, lessons.targets[chosen], rate, self.settings.decay)

    # --- results ------------------------------------------------------------------------------

    def trained(self, origin: str) -> TrainedNets:
        """The nets as they are now."""
        return TrainedNets(
            self.judge,
            self.instinct,
            self.settings.horizon,
            self.settings.anywhere,
            {players: learner.shape for players, learner in self.learners.items()},
            {players: learner.rounded() for players, learner in self.learners.items()},
            origin,
        )

    def write_to(self, path: Path, done: int) -> None:
        """The nets as a file that bots can play with.

        Those for one number of players are added to what the file has for others.
        """
        only = f" with {self.settings.only}" if self.settings.only else ""
        run = f"dalang train {self.spec.key}{only}, seed {self.settings.seed}, {done} generations"
        nets = self.trained(run)
        if only and path.exists():
            try:
                nets = nets.beside(read_nets(path, self.spec))
            except BadWeights as problem:
                raise BadTraining(
                    f"{path} holds nets that these cannot be added to: {problem}"
                ) from problem
        write_nets(path, self.spec, nets)

    def _report(
        self, done: int, seconds: float, losses: Mapping[int, tuple[float, float, int]]
    ) -> None:
        for players, (judged, learned, positions) in losses.items():
            row = {
                "generation": done,
                "players": players,
                "seconds": round(seconds),
                "positions": positions,
                "judge": round(judged, 4),
                "net": round(learned, 4),
            }
            self.folder.log("log.csv", row)
        judged = fmean(loss[0] for loss in losses.values())
        learned = fmean(loss[1] for loss in losses.values())
        self.tell(
            f"Generation {done} of {self.settings.generations}, {seconds / 60:.1f} minutes: "
            f"surprise at games held out {judged:.4f} for the judge, {learned:.4f} for the nets."
        )


def need_numpy() -> None:
    """Says how to install what computes the gradients, if it is missing."""
    if importlib.util.find_spec("numpy") is None:
        raise MissingPackage("Training needs NumPy. Install it with: pip install 'dalang[train]'")
