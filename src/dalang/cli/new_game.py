"""dalang new-game"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from dalang.engine.conformance import CHECKS, FOLDER_CHECKS
from dalang.engine.errors import BadGame
from dalang.registry import all_games, game

TEMPLATE = Path(__file__).parent / "template_game"
KINDS = (".md", ".py", ".replay", ".toml")
PREFIX = re.compile(r"\bTG(?=[ -])|(?<=test_)TG(?=_)|(?<=\")TG(?=\")")  # of paragraphs
SEED = 1


def new_game(name: str, folder: Path) -> int:
    """Writes a small game that can be played and passes all tests; the author changes it."""
    if not re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise BadGame(f"{name!r} is no name for a game; write it like 'my_game'.")
    if name in all_games():
        raise BadGame(f"There is a game {name!r} already.")
    target = folder / name
    if target.exists():
        raise BadGame(f"{target} exists already.")
    for path, text in files(name):
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text, "utf-8")
    where = folder.absolute()
    print(
        f"{target} is a game of its own. Try it, then change it:\n\n"
        f"    DALANG_GAMES={where} dalang play {name}\n"
        f"    DALANG_GAMES={where} dalang check-game {name}\n\n"
        "docs/adding_a_game.md tells what else a game can have."
    )
    return 0


def files(name: str) -> Iterator[tuple[Path, str]]:
    """The files of a new game: those of the template, under another name."""
    words = name.split("_")
    initials = "".join(word[0] for word in words)
    prefix = (initials if len(initials) > 1 else name[:2]).upper()
    new = {
        "template_game": name,
        "TemplateGame": "".join(map(str.capitalize, words)),
        "Template Game": " ".join(map(str.capitalize, words)),
    }
    for path in sorted(TEMPLATE.rglob("*")):
        if path.suffix in KINDS:
            text = path.read_text("utf-8")
            for old, other in new.items():
                text = text.replace(old, other)
            yield path.relative_to(TEMPLATE), PREFIX.sub(prefix, text)


def check_game(name: str) -> int:
    """Runs the conformance suite on a game, wherever it is from."""
    spec, failed = game(name), 0
    runs = [(check.__name__, partial(check, spec)) for check in FOLDER_CHECKS]
    runs += [
        (f"{check.__name__}, {players} players", partial(check, spec, players, SEED))
        for check in CHECKS
        for players in spec.players
    ]
    for told, run in runs:
        try:
            run()
        except AssertionError as problem:
            failed += 1
            print(f"{told}: {problem}")
    print(f"{len(runs)} checks, {failed} failed")
    return 1 if failed else 0
