"""The file of results: a line for the match, then a line for every game, as soon as it is over."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any

from dalang.arena.contenders import fingerprint
from dalang.arena.errors import BadResults
from dalang.arena.game import Result
from dalang.arena.journal import drop_torn_line, whole_lines
from dalang.arena.match import Job, Match
from dalang.registry import game

FORMAT = 1


class Book:
    """Results on disk.  Opening an existing file continues it."""

    def __init__(self, path: Path, match: Match, keep: bool = False) -> None:
        self.path = path
        self.match = match
        self.results: list[Result] = []
        if path.exists():
            self._go_on(keep)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(header(match)) + "\n", encoding="utf-8")
        self._file = path.open("a", encoding="utf-8")

    def __enter__(self) -> Book:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, result: Result) -> None:
        """Writes one line, which nothing that happens afterwards can take away."""
        self._file.write(json.dumps(result.as_json()) + "\n")
        self._file.flush()
        self.results.append(result)

    def missing(self, deals: int) -> list[Job]:
        """The games still to be played."""
        done = {(result.deal, result.number) for result in self.results}
        return [job for job in self.match.jobs(deals) if (job.deal, job.number) not in done]

    def _go_on(self, keep: bool) -> None:
        found, self.results = read(self.path)
        expected = header(self.match)
        if keep:
            found["code"] = expected["code"]
        for key, value in expected.items():
            if found.get(key) != value:
                raise BadResults(_difference(self.path, key, found.get(key), value))
        drop_torn_line(self.path)


def header(match: Match) -> dict[str, Any]:
    """The first line: everything that the results depend on, except how many there are."""
    weights = [contender.weights for contender in match.contenders]
    return {
        "dalang_arena": FORMAT,
        "game": match.key,
        "edition": game(match.key).edition,
        "players": match.players,
        "bots": [contender.description for contender in match.contenders],
        "seating": match.seating,
        "seed": match.seed,
        "code": fingerprint(match.key, match.contenders),
        **({"weights": [each and list(each) for each in weights]} if any(weights) else {}),
    }


def read(path: Path) -> tuple[dict[str, Any], list[Result]]:
    """The header, and the results, each game once."""
    try:
        lines = whole_lines(path)
    except OSError as problem:
        raise BadResults(f"{path} cannot be read: {problem.strerror}.") from problem
    try:
        found: dict[str, Any] = dict(json.loads(lines[0]))
    except (IndexError, TypeError, ValueError):
        found = {}
    if found.get("dalang_arena") != FORMAT:
        raise BadResults(f"{path} is no file of arena results: its first line does not say so.")
    results = [_result(path, number, line) for number, line in enumerate(lines[1:], start=2)]
    once = {(result.deal, result.number): result for result in results}
    return found, list(once.values())


def match_of(found: dict[str, Any], path: Path) -> Match:
    """The match a file is about, to report on it without playing."""
    try:
        bots = ",".join(found["bots"])
        return Match.of(found["game"], found["players"], bots, found["seating"], found["seed"])
    except (KeyError, TypeError) as problem:
        raise BadResults(f"{path} does not say which match it is about ({problem}).") from problem


def _result(path: Path, number: int, line: bytes) -> Result:
    try:
        return Result.from_json(json.loads(line))
    except (KeyError, TypeError, ValueError) as problem:
        raise BadResults(f"{path}, line {number} is no result of a game ({problem}).") from problem


def _difference(path: Path, key: str, found: object, expected: object) -> str:
    if key == "code":
        return (
            f"The games in {path} were played by other bots: their code or their weights have "
            "changed since. Take another file (--results), or go on all the same with --keep."
        )
    return (
        f"{path} holds another match: its {key} is {found!r}, not {expected!r}. "
        "Take another file with --results."
    )
