"""dalang new-game and check-game: games of one's own."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from dalang.cli.telling import Teller, tell_json
from dalang.engine.conformance import CHECKS, FOLDER_CHECKS
from dalang.engine.errors import BadGame
from dalang.engine.spec import GameSpec
from dalang.registry import all_games, game

TEMPLATE = Path(__file__).parent / "template_game"
KINDS = (".md", ".py", ".replay", ".toml")
PREFIX = re.compile(r"\bTG(?=[ -])|(?<=test_)TG(?=_)|(?<=\")TG(?=\")")  # of paragraphs
SEED = 1


def new_game(name: str, folder: Path, as_json: bool, language: str) -> int:
    """Writes a small game that can be played and passes all tests; the author changes it."""
    if not re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise BadGame(f"{name!r} is no name for a game; write it like 'my_game'.")
    if name in all_games():
        raise BadGame(f"There is a game {name!r} already.")
    target = folder / name
    if target.exists():
        raise BadGame(f"{target} exists already.")
    try:
        for path, text in files(name):
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_text(text, "utf-8")
    except OSError as error:
        raise BadGame(f"{target} cannot be written: {error.strerror}.") from None
    if as_json:
        tell_json({"game": name, "folder": str(target)})
        return 0
    command = f"    DALANG_GAMES={folder.absolute()} dalang"
    print(f"{Teller(language).text('new_game', folder=target)}\n")
    print(f"{command} play {name}\n{command} check-game {name}")
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


def check_game(name: str, as_json: bool, language: str) -> int:
    """Runs the conformance suite on a game, wherever it is from."""
    checks, failed = 0, list[str]()
    for told, problem in checked(game(name)):
        checks += 1
        if problem is not None:
            failed.append(f"{told}: {problem}")
    if as_json:
        tell_json({"game": name, "checks": checks, "failed": failed})
    else:
        print(*failed, sep="\n", end="\n" if failed else "")
        Teller(language).say("game_checked", checks=checks, failed=len(failed))
    return 1 if failed else 0


def checked(spec: GameSpec) -> Iterator[tuple[str, str | None]]:
    """What was checked, and what was found, if anything."""
    for look in FOLDER_CHECKS:
        yield look.__name__, found(partial(look, spec))
    for check in CHECKS:
        for players in spec.players:
            told = f"{check.__name__}, {players} players"
            yield told, found(partial(check, spec, players, SEED))


def found(run: Callable[[], None]) -> str | None:
    """What a check complains about, or how the game breaks it: the other checks go on."""
    try:
        run()
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    return None
