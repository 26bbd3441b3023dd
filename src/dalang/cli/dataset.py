"""dalang dataset"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dalang.arena.errors import MissingPackage
from dalang.arena.workers import workers
from dalang.cli.arena import INTERRUPTED, say
from dalang.cli.telling import Teller, console, tell_json


def dataset(
    key: str,
    players: int | None,
    bots: str,
    games: int,
    seed: int,
    folder: Path | None,
    kind: str,
    shard_games: int,
    workers_count: int | None,
    cluster: str | None,
    as_json: bool,
    language: str,
) -> int:
    """Plays games, or the rest of them, and writes every decision."""
    with _data_extra():
        from dalang.adapters.dataset import Dataset, make
        from dalang.adapters.recording import Recipe
    recipe, teller = Recipe.of(key, players, bots, seed), Teller(language)
    path = folder or Path(f"{key}-{recipe.players}-data")
    found = Dataset.open(path, recipe, shard_games, kind)
    try:
        with workers(workers_count, cluster) as staff, _progress() as watching:
            make(found, games, staff, watching)
    except KeyboardInterrupt:
        say(teller.text("dataset_interrupted", path=path))
        return INTERRUPTED
    summary = found.summary()
    if as_json:
        told = {name: value for name, value in found.header().items() if name != "features"}
        files = [shard.name for shard in found.in_order()]
        tell_json(told | summary | {"folder": str(path), "files": files})
    else:
        teller.say("dataset_made", path=path, files=len(found.shards), **summary)
    return 0


@contextmanager
def _data_extra() -> Generator[None]:
    """Around imports of what only data sets need: says how to install what is missing."""
    try:
        yield
    except ImportError as error:
        if error.name is None or error.name.split(".")[0] == "dalang":
            raise
        raise MissingPackage(
            f"This needs {error.name}, which is not installed. "
            "Install it with: pip install 'dalang[data]'"
        ) from None


@contextmanager
def _progress() -> Generator[Callable[[int, int], None]]:
    """A bar, if somebody is looking."""
    screen = console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    bar = Progress(*columns, TimeRemainingColumn(), console=screen, disable=not screen.is_terminal)
    with bar:
        task = bar.add_task("playing", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
