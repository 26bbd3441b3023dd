"""Draws moments of finished games in a separate thread, and keeps the drawings.

Drawing a moment takes much longer than a move, so it must not block the event loop.  The thread has
its own renderer, because renderers are not thread-safe.  A finished game never changes and is
public, so a drawing can be shown to everybody.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor

from dalang.server.errors import TooBusy
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.replay_page import Screen

MOST_KEPT = 24_000_000  # characters of drawings
MOST_WAITING = 120  # moments to be drawn, for all people

Regions = dict[str, str]


class ReplayPainter:
    """Draws one moment after the other."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting  # for one address
        self._waiting: Counter[str] = Counter()  # by address
        self._kept: OrderedDict[Hashable, Regions] = OrderedDict()
        self._size = 0
        self._renderer: Renderer | None = None
        self._thread = ThreadPoolExecutor(1, "replays")

    def kept(self, screen: Screen) -> Regions | None:
        """The kept drawing of a moment, if there is one."""
        if screen.key not in self._kept:
            return None
        self._kept.move_to_end(screen.key)
        return self._kept[screen.key]

    async def draw(self, screen: Screen, place: str) -> Regions:
        """Draws a moment for an address; raises TooBusy if too many are waiting."""
        if self._waiting[place] >= self._most_waiting or self._waiting.total() >= MOST_WAITING:
            raise TooBusy("slow_down")
        self._waiting[place] += 1
        try:
            loop = asyncio.get_running_loop()
            drawn = await loop.run_in_executor(self._thread, self._draw, screen)
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place]
        self._keep(screen.key, drawn)
        return drawn

    def stop(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _draw(self, screen: Screen) -> Regions:
        if self._renderer is None:
            self._renderer = Renderer()
        return screen.regions(self._renderer)

    def _keep(self, key: Hashable, drawn: Regions) -> None:
        if key not in self._kept:
            self._kept[key] = drawn
            self._size += _size(drawn)
        while self._size > MOST_KEPT:
            self._size -= _size(self._kept.popitem(last=False)[1])


def _size(drawn: Regions) -> int:
    return sum(map(len, drawn.values()))
