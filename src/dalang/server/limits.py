"""How much anybody may ask for: the numbers, and how they are counted."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True)
class Limits:
    """How much one address may ask for."""

    rate: float = 40.0  # requests a second, on average
    burst: float = 120.0  # requests at once
    body: int = 64 * 1024  # bytes
    sockets: int = 200  # open at a time
    frames: float = 10.0  # messages a second in one socket, on average
    frame_burst: float = 40.0  # and at once
    hints: float = 0.25  # a second for one person, on average
    hint_burst: float = 6.0  # and at once
    waiting: int = 8  # for a hint, or for an analysis, of all people


class Bucket:
    """Lets a number of requests per second through on average, and a number at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._then = burst, monotonic()

    def take(self) -> bool:
        """Whether there is room for one more."""
        moment = monotonic()
        self._left = min(self._burst, self._left + (moment - self._then) * self._rate)
        self._then = moment
        if self._left < 1:
            return False
        self._left -= 1
        return True
