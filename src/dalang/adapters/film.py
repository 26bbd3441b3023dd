"""A game as a film of its board: an animated GIF or WebP, or a folder of drawings."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from dalang.adapters import MissingLibrary
from dalang.adapters.drawing import SIDE, Draughtsman
from dalang.engine.api import CHANCE, WATCHER
from dalang.engine.errors import DalangError
from dalang.engine.replay import Replay, play_through
from dalang.registry import game

KINDS: Final = (".gif", ".webp")
FRAME: Final = 800  # milliseconds that a picture is shown …
LAST: Final = 4000  # … and the last one
MOST_PIXELS: Final = 4000  # of a side


class BadFilm(DalangError):
    """There is no film of that kind."""


def shoot(replay: Replay, target: Path, side: int) -> int:
    """Makes a film of a game as an onlooker sees it; returns how many pictures it has."""
    if target.suffix and target.suffix not in KINDS:
        raise BadFilm(f"A film ends in {' or '.join(KINDS)}, or is a folder; not {target.name!r}.")
    if not 1 <= side <= MOST_PIXELS:
        raise BadFilm(f"The side of a film is 1 to {MOST_PIXELS} pixels, not {side}.")
    pictures = drawings(replay)
    return _animation(pictures, target, side) if target.suffix else _folder(pictures, target)


def drawings(replay: Replay) -> Iterator[str]:
    """The board at the beginning of every turn, and in the end."""
    spec = game(replay.game)
    draughtsman, seat, before = Draughtsman(spec, replay.players), CHANCE, ""
    for _, session, _ in play_through(spec, replay):
        actor = int(session.position.actor())
        if actor != CHANCE and actor != seat:
            seat = actor
            drawing = draughtsman.svg(spec.observe(session.position, WATCHER))
            if drawing != before:
                yield drawing
            before = drawing


def _folder(pictures: Iterator[str], target: Path) -> int:
    target.mkdir(parents=True, exist_ok=True)
    count = 0
    for count, drawing in enumerate(pictures, 1):
        (target / f"{count:04}.svg").write_text(drawing, "utf-8")
    return count


def _animation(pictures: Iterator[str], target: Path, side: int) -> int:
    from dalang.adapters.camera import camera

    try:
        from PIL import Image
        from playwright.sync_api import Error as BrowserError
    except ModuleNotFoundError as missing:
        raise MissingLibrary(missing) from missing
    try:
        frames = [
            Image.fromarray(camera().picture(drawing, SIDE)).resize((side, side))
            for drawing in pictures
        ]
    except BrowserError as problem:
        raise BadFilm(
            "A GIF or WebP takes a Chromium, which cannot be used: "
            f"{problem.message.splitlines()[0]}. The variable CHROMIUM says where one is, and "
            "`playwright install chromium` installs one; a folder of drawings needs none."
        ) from problem
    if not frames:
        raise BadFilm("Nothing has happened in this game yet.")
    made = BytesIO()
    frames[0].save(
        made,
        format=target.suffix[1:],
        save_all=True,
        append_images=frames[1:],
        duration=[FRAME] * (len(frames) - 1) + [LAST],
        loop=0,
    )
    target.write_bytes(made.getvalue())
    return len(frames)
