"""A file that grows by a line for everything that is done, so that nothing has to be done twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from dalang.arena.errors import BadResults

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Line = TypeVar("Line", bound="DataclassInstance")


class Journal(Generic[Line]):
    """What was done so far, and more as it is done.  The first line says what it is about."""

    def __init__(self, path: Path, header: dict[str, Any], read: Callable[[Any], Line]) -> None:
        self._path = path
        self.lines: list[Line] = []
        if path.exists():
            self._read(header, read)
        else:
            path.write_text(json.dumps(header) + "\n", encoding="utf-8")

    def _read(self, header: dict[str, Any], read: Callable[[Any], Line]) -> None:
        lines = whole_lines(self._path)
        try:
            found = json.loads(lines[0])
            for line in lines[1:]:
                self.lines.append(read(json.loads(line)))
        except (IndexError, KeyError, TypeError, ValueError) as problem:
            near = len(self.lines) + 2
            raise BadResults(f"{self._path} is damaged near line {near} ({problem}).") from problem
        if found != header:
            raise BadResults(
                f"The games in {self._path} were played by another bot, or with other weights or "
                "settings. Take another folder with --results."
            )
        drop_torn_line(self._path)

    def add(self, line: Line) -> None:
        """Something more was done, and is on the disk."""
        self.lines.append(line)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(line)) + "\n")


def whole_lines(path: Path) -> list[bytes]:
    """All lines but one that was cut off when the program ended."""
    *whole, _ = path.read_bytes().split(b"\n")
    return whole


def drop_torn_line(path: Path) -> None:
    """Removes a line that was cut off, so that the next one begins where it should."""
    with path.open("r+b") as file:
        file.truncate(sum(len(line) + 1 for line in whole_lines(path)))
