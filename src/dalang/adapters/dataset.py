"""Data sets: many games of bots in a folder of Parquet or Arrow files, and reading them.

    dalang dataset web_of_power --bots novice,club --games 1000 --folder games

makes one, or goes on with it.  Each file (a shard) holds the decisions of some of the games, and
`_dataset.json` says what the numbers mean and what has been done.  `load` reads all of it:

    columns = dalang.adapters.dataset.load("games")
    columns["observation"].shape, columns["action_mask"].shape, columns["action"].shape

The same recipe gives the same checksum on any machine, with any number of workers and in any
format, unless a bot is given time instead of a number of simulations.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from dalang.adapters import MissingLibrary

try:
    import numpy as np

    pa: Any = import_module("pyarrow")  # it has no types
    feather: Any = import_module("pyarrow.feather")
    parquet: Any = import_module("pyarrow.parquet")
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing, "data") from missing

from dalang import __version__
from dalang.adapters.recording import COLUMNS, Arrays, BadDataset, Recipe, checksum, digest, play
from dalang.arena.contenders import fingerprint
from dalang.arena.workers import Workers
from dalang.registry import game

FORMATS = ("parquet", "arrow")
MANIFEST = "_dataset.json"  # readers of folders leave out names with this first letter
FORMAT = 1
Watching = Callable[[int, int], None]  # games so far, and how many there will be


@dataclass
class Shard:
    """One file: which games it holds, and checksums of each of them and of the file."""

    name: str
    first: int
    games: int
    rows: int
    sha256: str
    digests: list[str] = field(repr=False)


@dataclass(frozen=True)
class Task:
    """A shard to be made, wherever that may be."""

    recipe: Recipe
    first: int
    games: int
    kind: str

    @property
    def name(self) -> str:
        """Of its file."""
        last = self.first + self.games - 1
        return f"games-{self.first:07}-{last:07}.{self.kind}"


def make_shard(task: Task) -> tuple[Shard, bytes]:
    """Plays the games of a shard; returns its file, which the one who asked puts in place."""
    played = [play(task.recipe, task.first + number) for number in range(task.games)]
    together: Arrays = {name: np.concatenate([each[name] for each in played]) for name in COLUMNS}
    file = _file(_table(task.recipe, together), task.kind)
    digests = [digest(each) for each in played]
    sha256, rows = hashlib.sha256(file).hexdigest(), len(together["game"])
    return Shard(task.name, task.first, task.games, rows, sha256, digests), file


def _table(recipe: Recipe, columns: Arrays) -> Any:
    names = {"bot": recipe.names(), "ended_by": list(game(recipe.key).ends)}
    arrays: dict[str, Any] = {}
    for name, values in columns.items():
        if values.ndim == 2:
            flat = pa.array(values.reshape(-1))
            arrays[name] = pa.FixedSizeListArray.from_arrays(flat, values.shape[1])
        elif name in names:
            arrays[name] = pa.DictionaryArray.from_arrays(pa.array(values), names[name])
        else:
            arrays[name] = pa.array(values)
    return pa.table(arrays)


def _file(table: Any, kind: str) -> bytes:
    out = io.BytesIO()
    if kind == "parquet":
        parquet.write_table(table, out, compression="zstd")
    else:
        feather.write_feather(table, out, compression="zstd")
    return out.getvalue()


# --- a folder -------------------------------------------------------------------------------


@dataclass
class Dataset:
    """A folder with a set, as far as it has been made."""

    folder: Path
    recipe: Recipe
    shard_games: int
    kind: str
    shards: dict[int, Shard] = field(default_factory=dict[int, Shard])

    @classmethod
    def open(cls, folder: Path, recipe: Recipe, shard_games: int, kind: str) -> Dataset:
        """A new set, or the rest of one that was made by the same recipe."""
        if shard_games < 1:
            raise BadDataset(f"A file holds at least one game, not {shard_games}.")
        if kind not in FORMATS:
            raise BadDataset(f"A format is one of {', '.join(FORMATS)}, not {kind!r}.")
        found = cls(folder, recipe, shard_games, kind)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / MANIFEST).exists():
                found._go_on(read_manifest(folder))
            elif any(folder.iterdir()):
                raise BadDataset(f"{folder} holds something else. Take an empty folder.")
        except OSError as problem:
            raise BadDataset(f"{folder} cannot be used: {problem.strerror}.") from problem
        return found

    def _go_on(self, manifest: dict[str, Any]) -> None:
        for name, value in self.header().items():
            if manifest.get(name) != value and name not in ("dalang", "columns", "features"):
                raise BadDataset(_difference(self.folder, name, manifest.get(name), value))
        for given in manifest["shards"]:
            shard = Shard(**given)
            path = self.folder / shard.name
            if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == shard.sha256:
                self.shards[shard.first] = shard

    def header(self) -> dict[str, Any]:
        """All that the rows depend on, and what they mean."""
        recipe = self.recipe
        return {
            "dalang_dataset": FORMAT,
            "game": recipe.key,
            "edition": game(recipe.key).edition,
            "players": recipe.players,
            "bots": recipe.names(),
            "seed": recipe.seed,
            "code": fingerprint(recipe.key, recipe.bots),
            "format": self.kind,
            "shard_games": self.shard_games,
            "dalang": __version__,
            "columns": {name: np.dtype(kind).name for name, kind in COLUMNS.items()},
            "features": [str(feature) for feature in recipe.layout.describe()],
        }

    def tasks(self, games: int) -> Iterator[Task]:
        """The shards that are missing."""
        for first in range(0, games, self.shard_games):
            count = min(self.shard_games, games - first)
            done = self.shards.get(first)
            if done is None or done.games < count:
                yield Task(self.recipe, first, count, self.kind)

    def add(self, shard: Shard, file: bytes) -> None:
        """Puts a file in place, whole; then the manifest, which names it."""
        before = self.shards.get(shard.first)
        _write(self.folder / shard.name, file)
        self.shards[shard.first] = shard
        self._save()
        if before is not None and before.name != shard.name:
            (self.folder / before.name).unlink(missing_ok=True)

    def _save(self) -> None:
        told = self.header() | self.summary()
        told["shards"] = [asdict(shard) for shard in self.in_order()]
        _write(self.folder / MANIFEST, json.dumps(told, indent=1).encode())

    def in_order(self) -> list[Shard]:
        """All shards there are."""
        return [self.shards[first] for first in sorted(self.shards)]

    def summary(self) -> dict[str, Any]:
        """How much there is, and its checksum."""
        shards = self.in_order()
        return {
            "games": sum(shard.games for shard in shards),
            "rows": sum(shard.rows for shard in shards),
            "checksum": checksum(each for shard in shards for each in shard.digests),
        }


def make(dataset: Dataset, games: int, workers: Workers, watching: Watching) -> None:
    """Plays what is missing; a shard is on the disk as soon as it is complete."""
    if games < 1:
        raise BadDataset(f"At least one game has to be played, not {games}.")
    tasks = list(dataset.tasks(games))
    missing = sum(task.games for task in tasks)
    done = 0
    watching(games - missing, games)
    for shard, file in workers.do(make_shard, tasks):
        dataset.add(shard, file)
        done += shard.games
        watching(games - missing + done, games)


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    draft = path.with_name(f"_{path.name}.part")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as problem:
        raise BadDataset(f"{path} cannot be written: {problem.strerror}.") from problem


def _difference(folder: Path, name: str, found: object, expected: object) -> str:
    if name == "code":
        return (
            f"The games in {folder} were played by other bots: their code or their weights have "
            "changed since. Take another folder."
        )
    return (
        f"{folder} holds another data set: its {name} is {found!r}, not {expected!r}. "
        "Take another folder."
    )


# --- reading --------------------------------------------------------------------------------


def read_manifest(folder: Path | str) -> dict[str, Any]:
    """What a set says about itself."""
    path = Path(folder) / MANIFEST
    try:
        found: Any = json.loads(path.read_bytes())
        if found["dalang_dataset"] != FORMAT or not isinstance(found["shards"], list):
            raise ValueError
    except FileNotFoundError:
        raise BadDataset(f"{folder} is no data set: it has no {MANIFEST}.") from None
    except (KeyError, TypeError, ValueError):
        raise BadDataset(f"{path} is damaged, or of another release.") from None
    return dict(found)


def load(folder: Path | str) -> Arrays:
    """All rows of a set as arrays, game by game; `bot` and `ended_by` are numbers of names."""
    shards = read_manifest(folder)["shards"]
    tables = [_read(Path(folder) / shard["name"]) for shard in shards]
    if not tables:
        raise BadDataset(f"{folder} has no games yet.")
    return {name: np.concatenate([_numbers(each[name]) for each in tables]) for name in COLUMNS}


def _read(path: Path) -> Any:
    try:
        if path.suffix == ".parquet":
            return parquet.read_table(path)
        return feather.read_table(path)
    except (OSError, pa.ArrowInvalid) as problem:
        raise BadDataset(f"{path} cannot be read: {problem}") from problem


def _numbers(column: Any) -> Any:
    array = column.combine_chunks()
    if isinstance(array.type, pa.FixedSizeListType):
        return array.flatten().to_numpy(zero_copy_only=False).reshape(-1, array.type.list_size)
    if isinstance(array.type, pa.DictionaryType):
        array = array.indices
    return array.to_numpy(zero_copy_only=False)


def verify(folder: Path | str) -> str:
    """The checksum of what is in the files, worked out from the rows; raises if it is another."""
    manifest, columns = read_manifest(folder), load(folder)
    bounds = np.flatnonzero(np.diff(columns["game"], prepend=-1, append=-1))
    parts = ({name: column[a:b] for name, column in columns.items()} for a, b in pairwise(bounds))
    found = checksum(digest(part) for part in parts)
    if found != manifest["checksum"]:
        raise BadDataset(f"The rows in {folder} are not those that were written there.")
    return found
