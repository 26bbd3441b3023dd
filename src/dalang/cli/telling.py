"""How commands print what they found: in one language, and wrapped only on a terminal."""

from __future__ import annotations

import json
import sys
from typing import Literal

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dalang.cli.words import VOCABULARY
from dalang.engine.api import Phrase
from dalang.engine.words import Words

WIDE = 4000  # columns of what is not a terminal: a path in a file or a pipe stays in one piece


def console(stderr: bool = False) -> Console:
    """A terminal, or an output without a width."""
    found = Console(highlight=False, stderr=stderr)
    if not found.is_terminal:
        found.width = WIDE
    return found


class Teller:
    """What the command line itself says, in one language."""

    def __init__(self, language: str, as_json: bool = False) -> None:
        self._words = Words(VOCABULARY, language)
        self.as_json = as_json  # the output is for programs then
        self._file = sys.stderr if as_json else sys.stdout

    def text(self, key: str, **args: object) -> str:
        """A sentence."""
        return self._words.say(Phrase(key, args))

    def say(self, key: str, **args: object) -> None:
        """Prints a sentence."""
        self.print(self.text(key, **args))

    def print(self, *lines: str) -> None:
        """Prints sentences that are complete."""
        for line in lines:
            print(line, file=self._file, flush=True)

    def table(self, *columns: str, right: bool = False) -> Table:
        """A table with these headings; to the right, all but the first hold numbers."""
        table = Table(box=None, pad_edge=False)
        for number, column in enumerate(columns):
            side: Literal["left", "right"] = "right" if right and number else "left"
            table.add_column(escape(self.text(column)), justify=side, overflow="fold")
        return table


def tell_json(report: object, in_one_line: bool = False) -> None:
    """Prints data for programs; in one line if the command goes on."""
    print(json.dumps(report, indent=None if in_one_line else 2, ensure_ascii=False), flush=True)
