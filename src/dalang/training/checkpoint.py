"""What a run keeps on the disk, so that nothing but the present generation is lost if it is killed.

settings.toml              what the run is about
positions-GENERATION.npz   what the last generations found, to learn from
checkpoint.npz             the networks being trained; replaced after every generation
GENERATION.net             the nets after a generation whose strength is measured
log.csv                    a line for every generation
strength.csv               a line for every measurement; its games are in matches/

Every file is written beside its place and then moved there, whole.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalang.training.gradients import Learner
from dalang.training.self_play import Positions
from dalang.training.settings import BadTraining, TrainingSettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dalang.training.gradients import Bytes, Floats


@dataclass(frozen=True)
class Lessons:
    """Positions at one number of players, as arrays."""

    rows: Bytes
    opinions: Floats
    targets: Floats
    held_out: NDArray[np.bool_]

    @classmethod
    def of(cls, parts: Sequence[Positions], players: int) -> Lessons:
        """All positions of a generation at one number of players, in the order of the batches."""
        import numpy as np

        mine = sorted(
            (part for part in parts if part.players == players), key=lambda part: part.number
        )
        held_out = np.concatenate([np.frombuffer(part.held_out, np.uint8) for part in mine])
        rows = np.concatenate([np.frombuffer(part.rows, np.uint8) for part in mine])
        opinions = np.concatenate([np.array(part.opinions, np.float32) for part in mine])
        targets = np.concatenate([np.array(part.targets, np.float32) for part in mine])
        return cls(
            rows.reshape(len(held_out), -1),
            opinions.reshape(-1, players),
            targets.reshape(-1, players),
            held_out.astype(bool),
        )


class Folder:
    """The folder of a run."""

    def __init__(self, path: Path, settings: TrainingSettings) -> None:
        self.path = path
        self.settings = settings
        file = path / "settings.toml"
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise BadTraining(f"{path} cannot be made: {problem.strerror}.") from problem
        if not file.exists():
            self.write("settings.toml", settings.text().encode())
        elif _without_length(TrainingSettings.read(file)) != _without_length(settings):
            raise BadTraining(
                f"{path} holds a run with other settings. Take another folder with --results."
            )

    def write(self, name: str, data: bytes) -> None:
        """A file, whole or not at all."""
        beside = self.path / f"{name}.new"
        try:
            beside.write_bytes(data)
            beside.replace(self.path / name)
        except OSError as problem:
            with suppress(OSError):
                beside.unlink()
            raise BadTraining(
                f"{self.path / name} cannot be written: {problem.strerror}. What was done until "
                "the last generation is kept; the same command goes on from there."
            ) from problem

    def write_arrays(self, name: str, arrays: Mapping[str, Any]) -> None:
        """Several arrays in one file."""
        import numpy as np

        file = io.BytesIO()
        np.savez_compressed(file, **arrays)
        self.write(name, file.getvalue())

    def read_arrays(self, name: str) -> dict[str, Any]:
        """What write_arrays() wrote."""
        import numpy as np

        try:
            with np.load(self.path / name) as found:
                return {key: found[key] for key in found.files}
        except (OSError, ValueError, zipfile.BadZipFile) as problem:
            raise BadTraining(f"{self.path / name} cannot be read: {problem}") from problem

    # --- lessons --------------------------------------------------------------------------

    def keep_lessons(self, generation: int, lessons: Mapping[int, Lessons]) -> None:
        """What a generation found; what is too old is forgotten."""
        arrays: dict[str, Any] = {}
        for players, each in lessons.items():
            for name in ("rows", "opinions", "targets", "held_out"):
                arrays[f"{name}_{players}"] = getattr(each, name)
        self.write_arrays(f"positions-{generation}.npz", arrays)
        old = generation - self.settings.memory
        (self.path / f"positions-{old}.npz").unlink(missing_ok=True)

    def lessons(self, generation: int, players: int) -> Lessons:
        """What a generation found at a number of players."""
        found = self.read_arrays(f"positions-{generation}.npz")
        names = ("rows", "opinions", "targets", "held_out")
        return Lessons(*(found[f"{name}_{players}"] for name in names))

    def has_lessons(self, generation: int) -> bool:
        """Whether a generation was played, even if nothing was learned from it yet."""
        return (self.path / f"positions-{generation}.npz").exists()

    # --- the networks -----------------------------------------------------------------------

    def keep(self, learners: Mapping[int, Learner], done: int, seconds: float) -> None:
        """The networks after that many generations."""
        arrays: dict[str, Any] = {"done": done, "seconds": seconds}
        for players, learner in learners.items():
            arrays[f"steps_{players}"] = learner.steps
            for kind in ("weights", "means", "squares"):
                for number, each in enumerate(getattr(learner, kind)):
                    arrays[f"{kind}_{players}_{number}"] = each
        self.write_arrays("checkpoint.npz", arrays)

    def restore(self, learners: Mapping[int, Learner]) -> tuple[int, float]:
        """Puts the networks where they were; says how many generations and seconds that took."""
        if not (self.path / "checkpoint.npz").exists():
            return 0, 0.0
        found = self.read_arrays("checkpoint.npz")
        for players, learner in learners.items():
            learner.steps = int(found[f"steps_{players}"])
            for kind in ("weights", "means", "squares"):
                kept = [found[f"{kind}_{players}_{number}"] for number in range(6)]
                setattr(learner, kind, kept)
        return int(found["done"]), float(found["seconds"])

    # --- the log ----------------------------------------------------------------------------

    def log(self, name: str, row: Mapping[str, object]) -> None:
        """A further line; the one of a generation that was begun twice is replaced."""
        rows = [kept for kept in self.logged(name) if not _same(kept, row)]
        rows.append({key: str(value) for key, value in row.items()})
        file = io.StringIO()
        writer = csv.DictWriter(file, list(row), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        self.write(name, file.getvalue().encode())

    def logged(self, name: str) -> list[dict[str, str]]:
        """All lines."""
        path = self.path / name
        if not path.exists():
            return []
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def _same(kept: Mapping[str, str], row: Mapping[str, object]) -> bool:
    """Whether two lines are about the same thing."""
    return all(
        kept.get(name) == str(row[name])
        for name in ("generation", "players", "against")
        if name in row
    )


def _without_length(settings: TrainingSettings) -> dict[str, object]:
    """A run may be made longer, and measured otherwise."""
    free = ("generations", "written", "measured", "deals", "level", "against")
    return {name: value for name, value in vars(settings).items() if name not in free}
