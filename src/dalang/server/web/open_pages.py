"""Which sockets and streams are open for whom: signing out everywhere closes them all."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class OpenPages:
    """The sockets, or the streams, of every person, as tasks."""

    def __init__(self) -> None:
        self._tasks: dict[str, set[asyncio.Task[None]]] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(map(len, self._tasks.values()))

    @property
    def people(self) -> set[str]:
        """Who has one."""
        return {person for person in self._tasks if person}

    async def keep(self, person: str, page: Coroutine[None, None, None]) -> bool:
        """Lets a page be attended to until it is closed; False if it was ended here."""
        task = asyncio.ensure_future(page)
        own = self._tasks.setdefault(person, set())
        own.add(task)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()  # if it is the server that ends
            own.discard(task)
            if not own:
                self._tasks.pop(person, None)
        if task.cancelled():
            return False
        task.result()
        return True

    def end(self, person: str) -> None:
        """Ends all pages of a person."""
        for task in self._tasks.get(person, ()):
            task.cancel()
