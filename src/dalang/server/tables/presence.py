"""Who of the people at a table is here, away or gone."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final, Literal

GRACE: Final = 5.0  # seconds until somebody without a page is gone: it may be just loading again

Whereabouts = Literal["here", "away", "gone"]
Later = Callable[[float, Callable[[], None]], object]


def _later(seconds: float, call: Callable[[], None]) -> object:
    return asyncio.get_running_loop().call_later(seconds, call)


class Presence:
    """Counts the pages of everybody who sits at a table, and those that nobody looks at.

    `told` is called when somebody's whereabouts have changed, and only then.
    """

    def __init__(self, told: Callable[[], None], later: Later = _later) -> None:
        self._told, self._later = told, later
        self._pages: Counter[str] = Counter()  # that are open, by person
        self._unseen: Counter[str] = Counter()  # those of them in a hidden tab or window
        self._elsewhere: dict[str, tuple[int, int]] = {}  # both, through other processes
        self._known: dict[str, Whereabouts] = {}

    def of(self, person: str | None) -> Whereabouts:
        """Where somebody is, as everybody was told last."""
        return self._known.get(person or "", "gone")

    def come(self, person: str) -> None:
        """A page was opened."""
        self._pages[person] += 1
        self._tell(person)

    def go(self, person: str, unseen: bool) -> None:
        """A page was closed, which nobody had looked at last if `unseen`."""
        self._pages[person] -= 1
        self._unseen[person] -= unseen
        self._tell_of_leaving(person)

    def look(self, person: str, unseen: bool) -> None:
        """A page was looked away from, or looked at again."""
        self._unseen[person] += 1 if unseen else -1
        self._tell(person)

    def unseen(self, person: str) -> int:
        """How many pages of somebody's nobody looks at, of those of this process."""
        return self._unseen[person]

    def look_elsewhere(self, pages: dict[str, tuple[int, int]]) -> None:
        """The pages of people through other processes, and how many of them are unseen."""
        before, self._elsewhere = self._elsewhere, pages
        for person in before.keys() | pages.keys():
            if before.get(person) != pages.get(person):
                self._tell_of_leaving(person)

    def _tell_of_leaving(self, person: str) -> None:
        if self._whereabouts(person) == "gone":
            self._later(GRACE, lambda: self._tell(person))
        else:
            self._tell(person)

    def _tell(self, person: str) -> None:
        now = self._whereabouts(person)
        if now != self.of(person):
            self._known[person] = now
            self._told()

    def _whereabouts(self, person: str) -> Whereabouts:
        pages, unseen = self._elsewhere.get(person, (0, 0))
        pages, unseen = pages + self._pages[person], unseen + self._unseen[person]
        if pages <= 0:
            return "gone"
        return "here" if pages > unseen else "away"
