"""What columns of Bali's rows of numbers hold, if no field has that name."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from dalang.engine.testing import Columned, tally

NO_CARD = 11  # behind the last kind of card


def piles(known: Any) -> list[list[int]]:
    ends = [0, *known.ends]
    return [list(known.piled)[begin:end] for begin, end in pairwise(ends)]


COLUMNS: Columned = {
    "pile_size": lambda known: [len(pile) for pile in piles(known)],
    "piled": lambda known: [
        tally([card for card in pile if card >= 0], NO_CARD) for pile in piles(known)
    ],
    "top": lambda known: [pile[-1] if pile else -1 for pile in piles(known)],
}
