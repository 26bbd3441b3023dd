"""dalang replay, dalang check-games, dalang verify"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from rich.markup import escape

from dalang.cli.telling import Teller, console, tell_json
from dalang.cli.words import VOCABULARY
from dalang.engine.api import EVERYONE, Event, Phrase
from dalang.engine.errors import DalangError, ReplayError
from dalang.engine.replay import Replay, play_all, play_through
from dalang.engine.words import Words
from dalang.registry import game
from dalang.server.tables.dealing import verify

DIFFERENT = 1
UNFAIR = 1


def tell_replay(
    path: Path, names: str, film: Path | None, side: int, as_json: bool, language: str
) -> int:
    """Tells a game in words; nothing is printed unless the whole replay is sound."""
    replay = Replay.load(path)
    if film is not None:
        return _film(path, replay, film, side, as_json, language)
    spec = game(replay.game)
    people = [name.strip() for name in names.split(",")] if names else []
    words, own_words = Words(spec.vocabulary, language, people), Words(VOCABULARY, language, people)
    told: list[tuple[int, str]] = []
    try:
        for line, _, events in play_through(spec, replay):
            told += [(line.number, _told(event, words, own_words)) for event in events]
        position = play_all(spec, replay).position
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None
    seats = range(replay.players)
    standing = sorted(zip(position.ranking(), position.scores(), seats, strict=True))
    if as_json:
        tell_json(_as_data(replay, told, standing))
        return 0
    heading = Phrase("heading", {"title": spec.title, "edition": replay.edition})
    lines = [own_words.say(heading), *(f"{number:5}  {text}" for number, text in told)]
    for place, points, seat in standing:
        args: dict[str, object] = {"seat": seat, "points": points, "place": place}
        lines.append(own_words.say(Phrase("final" if replay.ended_by else "standing", args)))
    print("\n".join(lines))
    return 0


def _told(event: Event, words: Words, own_words: Words) -> str:
    """An event in words; what only one seat sees, such as a card dealt to it, names that seat."""
    text = words.say(event)
    if event.seen_by == EVERYONE:
        return text
    return own_words.say(Phrase("told_to", {"seat": event.seen_by, "text": text}))


def _as_data(
    replay: Replay, told: list[tuple[int, str]], standing: list[tuple[int, int, int]]
) -> dict[str, object]:
    return {
        "game": replay.game,
        "edition": replay.edition,
        "players": replay.players,
        "options": replay.options,
        "ended_by": replay.ended_by,
        "told": [{"line": line, "text": text} for line, text in told],
        "standing": [
            {"seat": seat, "place": place, "points": points} for place, points, seat in standing
        ],
    }


def _film(path: Path, replay: Replay, target: Path, side: int, as_json: bool, language: str) -> int:
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
    if as_json:
        tell_json({"film": str(target), "pictures": count})
    else:
        Teller(language).say("filmed", path=target, count=count)
    return 0


def check_games(directory: Path, as_json: bool, language: str) -> int:
    """Replays every stored game on the present rules and says which ones differ."""
    if not directory.is_dir():
        raise ReplayError(f"{directory} is not a directory.")
    paths = sorted(directory.rglob("*.replay"))
    if not paths:
        raise ReplayError(f"There is no *.replay below {directory}.")
    verdicts = [(str(path.relative_to(directory)), *_verdict(path)) for path in paths]
    different = sum(1 for _, _, trouble in verdicts if trouble)
    if as_json:
        found = [
            {"replay": path, "edition": edition, "trouble": trouble}
            for path, edition, trouble in verdicts
        ]
        tell_json({"games": len(paths), "different": different, "replays": found})
    else:
        teller = Teller(language)
        table = teller.table("column_replay", "column_edition", "column_verdict")
        for path, edition, trouble in verdicts:
            table.add_row(escape(path), edition, escape(trouble) or teller.text("same"))
        console().print(table)
        teller.say("games_checked", count=len(paths), different=different)
    return DIFFERENT if different else 0


def verify_replay(path: Path, as_json: bool, language: str) -> int:
    """Computes every deal of a game again from its secret."""
    replay = Replay.load(path)
    try:
        verdict = verify(game(replay.game), replay)
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None
    teller = Teller(language)
    if as_json:
        tell_json(asdict(verdict) | {"fair": verdict.fair})
    elif not verdict.fair:
        teller.say("unfair", trouble=verdict.trouble)
    else:
        teller.say("fair", outcomes=verdict.outcomes, commitment=verdict.commitment)
        if verdict.inherited:
            teller.say("inherited", count=verdict.inherited)
    return 0 if verdict.fair else UNFAIR


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
