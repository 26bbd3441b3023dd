"""The actions of a game as one list: every action's number, lasting text and phrase.

A game declares its kinds of action in the order of their numbers.  The rules only use the numbers,
which are constants so that they compile to plain ints; texts and phrases come from the list.  The
list refuses a constant that is not the number of its first action.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from dalang.engine.api import Args, Phrase


class Kind:
    """Actions of one kind: a text with places to fill in, a phrase, and what fills them."""

    def __init__(self, first: int, text: str, key: str, rows: Sequence[Args] = ({},)) -> None:
        self.first = first
        self.text = text
        self.key = key
        self.rows = rows


def each(**things: Sequence[object]) -> list[Args]:
    """What fills in a kind: one row for each thing, or for each combination of several."""
    return [dict(zip(things, chosen, strict=True)) for chosen in product(*things.values())]


class ActionList:
    """Every action of a game, by number and by text."""

    def __init__(self, *kinds: Kind) -> None:
        self.texts: list[str] = []
        self.phrases: list[Phrase] = []
        for kind in kinds:
            if kind.first != len(self.texts):
                raise ValueError(f"{kind.text!r} begins at {len(self.texts)}, not {kind.first}.")
            self.texts += [kind.text.format_map(row) for row in kind.rows]
            self.phrases += [Phrase(kind.key, row) for row in kind.rows]
        self._numbers = {text: number for number, text in enumerate(self.texts)}
        if len(self._numbers) < len(self.texts):
            raise ValueError("Two actions have the same text.")

    def __len__(self) -> int:
        return len(self.texts)

    def find(self, text: str) -> int:
        """The number of the action of that text, or -1."""
        return self._numbers.get(text, -1)
