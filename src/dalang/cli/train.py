"""dalang train"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dalang.arena.drawing import check_picture
from dalang.arena.workers import workers
from dalang.cli.arena import INTERRUPTED, say
from dalang.cli.telling import Teller, console, tell_json
from dalang.training.running import TrainingRun, need_numpy
from dalang.training.settings import BadTraining, TrainingSettings
from dalang.training.strength import plot as draw


def train(
    key: str,
    settings_file: Path | None,
    generations: int | None,
    minutes: float | None,
    seed: int | None,
    results: Path | None,
    nets_file: Path | None,
    plot: Path | None,
    workers_count: int | None,
    cluster: str | None,
    as_json: bool,
    language: str,
) -> int:
    """Trains nets, or goes on; writes them where bots can be told to find them."""
    need_numpy()
    if plot:
        check_picture(plot)
    folder = results or Path(f"training-{key}")
    settings = _settings(key, settings_file, folder, generations, seed)
    if cluster is None and (workers_count or os.cpu_count() or 1) == 1:
        say("Training on one core: games are played one after the other, which takes long.")
    until = None if minutes is None else time.monotonic() + 60 * minutes
    path = nets_file or folder / "master.net"
    try:
        with workers(workers_count, cluster) as staff, _progress() as watch:
            run = TrainingRun(settings, folder, staff, say)
            done = run.go(lambda: until is None or time.monotonic() < until, watch)
            run.write_to(path, done)
            if plot:
                draw(run.folder, plot)
    except KeyboardInterrupt:
        say(Teller(language).text("interrupted", path=folder))
        return INTERRUPTED
    if as_json:
        tell_json({"game": key, "generations": done, "nets": str(path), "results": str(folder)})
    else:
        Teller(language).say("nets_trained", path=path, folder=folder, generations=done)
    return 0


def _settings(
    key: str, file: Path | None, folder: Path, generations: int | None, seed: int | None
) -> TrainingSettings:
    """Those of a file, or of the run that is there, or the usual ones."""
    kept = folder / "settings.toml"
    given = file or (kept if kept.exists() else None)
    settings = TrainingSettings.read(given) if given else TrainingSettings(key)
    if settings.game != key:
        raise BadTraining(f"{given} is about {settings.game}, not {key}.")
    if generations is not None:
        settings = replace(settings, generations=generations)
    return settings if seed is None else replace(settings, seed=seed)


@contextmanager
def _progress() -> Generator[Callable[[int, int], None]]:
    """A bar for every generation, if somebody is looking."""
    screen = console(stderr=True)
    bar = Progress(
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        disable=not screen.is_terminal,
    )
    with bar:
        task = bar.add_task("games", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
