"""How many tables anybody may have: a host's decision, like the port.

DALANG_OPEN_PER_PERSON       tables that wait for players, of one person (default: 5)
DALANG_RUNNING_PER_PERSON    running games of one person (default: 40)
DALANG_OPEN_PER_ADDRESS      the same for all tables that were opened from one address (50)
DALANG_RUNNING_PER_ADDRESS   … and for the games (default: 400)
DALANG_OPEN_DAYS             days without news after which an open table is closed (7)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Final

# A game in which nothing has happened for so long waits for somebody who has gone: it costs
# nothing, and does not count.
RECENT: Final = timedelta(days=1)
_LARGEST: Final = 1_000_000


@dataclass(frozen=True)
class TableBounds:
    """The most tables of each kind."""

    open_per_person: int = 5
    running_per_person: int = 40
    open_per_address: int = 50
    running_per_address: int = 400
    open_days: int = 7

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> TableBounds:
        """What the environment says, else the defaults; raises ValueError, naming the variable."""
        given: dict[str, int] = {}
        for field in fields(cls):
            variable = f"DALANG_{field.name.upper()}"
            if text := environment.get(variable):
                given[field.name] = _count(variable, text)
        return cls(**given)


def _count(variable: str, text: str) -> int:
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= _LARGEST:
        return int(text)
    raise ValueError(f"{variable} is a number from 1 to {_LARGEST}, not {text!r}.")
