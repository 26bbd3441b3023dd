"""When Python collects garbage: when nobody has to wait for it.

Most objects are freed at once by their reference counts; the collector only has to find cycles, of
which there are hardly any.  But it traverses all objects, and a thousand games have many: by
default, everybody would have to wait for half a second now and then.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import monotonic

REST = 10.0  # seconds without a move: nobody is playing just now
OFTEN = 600.0  # seconds between two collections while nobody plays …
RARELY = 6 * 3600.0  # … and if somebody always does
# New objects, less those that were freed, old ones included: so really there are many more of them.
# Checking them takes some hundredths of a second; with 200,000 it took up to 0.7 seconds where a
# thousand games were played.
MANY = 5_000


Collect = Callable[[int], object]


def new_things() -> int:
    """How many objects were created since the last collection and not freed."""
    return gc.get_count()[0]


class GarbagePolicy:
    """Collects garbage instead of Python."""

    def __init__(
        self, clock: Callable[[], float] = monotonic, collect: Callable[[], object] = gc.collect
    ) -> None:
        self._clock, self._collect = clock, collect
        self._last = clock()

    @staticmethod
    def take_over() -> None:
        """Applies the policy from now on; existing objects are never collected."""
        gc.collect()
        gc.freeze()
        gc.disable()

    @staticmethod
    def bound(count: Callable[[], int] = new_things, collect: Collect = gc.collect) -> None:
        """Checks new objects if there are many: requests can create garbage in bulk."""
        if count() > MANY:
            collect(0)

    def look(self, resting: float) -> None:
        """Collects if it is time to, given for how many seconds nobody has moved."""
        waited = self._clock() - self._last
        if waited > RARELY or (waited > OFTEN and resting > REST):
            self._collect()
            self._last = self._clock()
