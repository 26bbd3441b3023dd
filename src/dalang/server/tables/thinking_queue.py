"""Whose bot thinks next: there are fewer worker processes than tables.

Tables that somebody looks at come first, in the order in which they came; a table that has had its
turn comes again behind all others, so they take turns.  One of eight turns goes to a table that
nobody looks at: such games go on too, however busy the server is.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

SHARE: Final = 8  # every eighth turn is for those whom nobody looks at

Watched = Callable[[], bool]


class ThinkingQueue:
    """Lets a number of tables think at a time."""

    def __init__(self, places: int, elsewhere: Callable[[], int] = lambda: 0) -> None:
        self._free = places
        self._elsewhere = elsewhere  # how many more there are on other machines now
        self._waiting: dict[asyncio.Future[None], Watched] = {}  # in the order they came
        self._favours = 0  # turns of the watched ones while others waited

    def __len__(self) -> int:
        """Tables that wait for a place."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, watched: Watched) -> AsyncGenerator[None]:
        """Waits for a place; `watched` is asked whenever one becomes free."""
        await self._enter(watched)
        try:
            yield
        finally:
            self._free += 1
            self._admit()

    async def _enter(self, watched: Watched) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[place] = watched
        self._admit()
        try:
            await place
        except asyncio.CancelledError:
            self._waiting.pop(place, None)
            if not place.cancelled():  # it was given just now
                self._free += 1
                self._admit()
            raise

    def _admit(self) -> None:
        while self._waiting and self._free + self._elsewhere() > 0:
            place = self._next()
            del self._waiting[place]
            if not place.done():  # the table may have given up in this very moment
                self._free -= 1
                place.set_result(None)

    def _next(self) -> asyncio.Future[None]:
        watched = next((place for place, looks in self._waiting.items() if looks()), None)
        other = next((place for place, looks in self._waiting.items() if not looks()), None)
        if watched is None or other is None:
            found = watched or other
            assert found is not None
            return found
        self._favours = (self._favours + 1) % SHARE
        return watched if self._favours else other
