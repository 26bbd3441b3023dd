"""Who looks at a table, and who waits for news of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager, suppress


class Audience:
    """The open pages of a table, the programs that poll it, and how all of them are woken."""

    def __init__(self) -> None:
        self.version = 0  # rises with everything a viewer could notice
        self.closed = False  # the server is ending: nobody may wait any longer
        self._pages: Counter[str] = Counter()  # that are open, by person
        self._elsewhere: frozenset[str] = frozenset()  # who has one through another process
        self._whispers: Counter[str] = Counter()  # changes that only one person could notice
        self._polls = 0  # programs that wait for news
        self._changed = asyncio.Event()
        self._stirred = asyncio.Event()  # the same, or somebody has come

    @property
    def viewers(self) -> int:
        """Pages that are open."""
        return self._pages.total()

    @property
    def is_served(self) -> bool:
        """Whether a page is open through this process, or a program waits for news here."""
        return self._polls > 0 or self.viewers > 0

    @property
    def is_watching(self) -> bool:
        """Whether a page is open, or a program waits for news."""
        return self.is_served or bool(self._elsewhere)

    @property
    def people(self) -> frozenset[str]:
        """Who has a page open."""
        return self._elsewhere.union(self._pages) if self._elsewhere else frozenset(self._pages)

    @property
    def own_people(self) -> frozenset[str]:
        """Who has a page open through this process."""
        return frozenset(self._pages)

    def is_present(self, person: str | None) -> bool:
        """Whether somebody has a page open."""
        return person in self._pages or person in self._elsewhere

    def pages_of(self, person: str) -> int:
        """How many pages somebody has open through this process."""
        return self._pages[person]

    def look_elsewhere(self, people: frozenset[str]) -> None:
        """Who has a page open through another process."""
        if people != self._elsewhere:
            self._elsewhere = people
            self.stir()

    def come(self, person: str) -> None:
        """A page has been opened."""
        self._pages[person] += 1
        self.stir()

    def go(self, person: str) -> None:
        """A page has been closed."""
        self._pages[person] -= 1
        self._pages += Counter()  # forgets people who have none left

    @contextmanager
    def polling(self) -> Generator[None]:
        """A program waits for news meanwhile."""
        self._polls += 1
        try:
            yield
        finally:
            self._polls -= 1

    def wake(self) -> None:
        """Something has changed: wakes everybody who waits."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()
        self.stir()

    def whisper(self, person: str) -> None:
        """Something has changed that only this person may notice: nobody else is sent anything."""
        self._whispers[person] += 1
        self._changed.set()
        self._changed = asyncio.Event()
        self.stir()

    def whispers(self, person: str) -> int:
        """How often that has happened."""
        return self._whispers[person]

    def close(self) -> None:
        """The server is ending."""
        self.closed = True
        self.wake()

    async def wait_newer(self, version: int, person: str = "", heard: int = 0) -> None:
        """Until something has changed since a version, for all or for this person."""
        while self.version <= version and self._whispers[person] <= heard:
            await self._changed.wait()

    async def wait_stirred(self, seconds: float) -> None:
        """Waits until something changes or somebody comes, at most this many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stirred.wait()

    def stir(self) -> None:
        """Wakes those who act by themselves: something concerns them, and no page."""
        self._stirred.set()
        self._stirred = asyncio.Event()
