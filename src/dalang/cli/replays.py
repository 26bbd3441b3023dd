"""dalang replay, dalang check-games, dalang verify"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from dalang.cli.words import VOCABULARY
from dalang.engine.api import Phrase
from dalang.engine.errors import DalangError, ReplayError
from dalang.engine.replay import Replay, play_all, play_through
from dalang.engine.words import Words
from dalang.registry import game
from dalang.server.tables.dealing import verify

DIFFERENT = 1
UNFAIR = 1


def tell_replay(path: Path, names: str, language: str, film: Path | None, side: int) -> int:
    """Tells a game in words; nothing is printed unless the whole replay is sound."""
    replay = Replay.load(path)
    if film is not None:
        return _film(path, replay, film, side)
    spec = game(replay.game)
    people = [name.strip() for name in names.split(",")] if names else []
    words, own_words = Words(spec.vocabulary, language, people), Words(VOCABULARY, language, people)
    lines = [own_words.say(Phrase("heading", {"title": spec.title, "edition": replay.edition}))]
    try:
        for line, _, events in play_through(spec, replay):
            lines += [f"{line.number:5}  {words.say(event)}" for event in events]
        position = play_all(spec, replay).position
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None
    for seat, (score, place) in enumerate(zip(position.scores(), position.ranking(), strict=True)):
        args: dict[str, object] = {"seat": seat, "points": score, "place": place}
        lines.append(own_words.say(Phrase("final" if replay.ended_by else "standing", args)))
    print("\n".join(lines))
    return 0


def _film(path: Path, replay: Replay, target: Path, side: int) -> int:
    """Makes a film of the game instead."""
    try:
        from dalang.adapters.film import shoot

        count = shoot(replay, target, side)
    except ImportError as missing:
        raise DalangError(str(missing)) from missing
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None
    except OSError as error:
        raise DalangError(f"{target} cannot be written: {error.strerror}.") from None
    print(f"{target}: {count} pictures")
    return 0


def check_games(directory: Path) -> int:
    """Replays every stored game on the present rules and says which ones differ."""
    if not directory.is_dir():
        raise ReplayError(f"{directory} is not a directory.")
    paths = sorted(directory.rglob("*.replay"))
    if not paths:
        raise ReplayError(f"There is no *.replay below {directory}.")
    verdicts = [(path, *_verdict(path)) for path in paths]
    table = Table(box=None, pad_edge=False)
    for heading in ("replay", "played with", "verdict"):
        table.add_column(heading, overflow="fold")
    for path, edition, trouble in verdicts:
        table.add_row(str(path.relative_to(directory)), edition, trouble or "the same")
    console = Console()
    console.print(table)
    different = sum(1 for _, _, trouble in verdicts if trouble)
    console.print(f"{len(paths)} games, {different} different")
    return DIFFERENT if different else 0


def verify_replay(path: Path) -> int:
    """Computes every deal of a game again from its secret."""
    replay = Replay.load(path)
    try:
        verdict = verify(game(replay.game), replay)
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None
    if not verdict.fair:
        print(f"Not fair. {verdict.trouble}")
        return UNFAIR
    print(
        f"Fair: all {verdict.outcomes} outcomes follow from the secret, and the secret from the "
        f"commitment\n{verdict.commitment}\n"
        "Compare that with the commitment shown when the game began."
    )
    if verdict.inherited:
        print(
            f"The first {verdict.inherited} outcomes are not among them: they come from the game "
            "that this one went on from."
        )
    return 0


def _verdict(path: Path) -> tuple[str, str]:
    """The edition a game was played with, and what is different now, if anything."""
    try:
        replay = Replay.load(path)
    except DalangError as error:
        return "?", str(error)
    try:
        play_all(game(replay.game), replay)
    except DalangError as error:
        return replay.edition, str(error)
    return replay.edition, ""
