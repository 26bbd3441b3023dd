"""When the question reached the page of the one who is asked, as this server has measured it.

Time counts from when the question was sent, and what the network took is given back, up to a bound
(`clocks.MOST_LAG`).  A page answers a question's update at once; the time until that answer is here
is what a move loses on the way.  Nothing that a page says is believed: one that answers late gains
at most what is bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic


@dataclass
class Delivery:
    """One question on its way to one person, in seconds of this process."""

    number: int  # of the log
    sent: float
    lag: float = 0.0  # there and back


class Deliveries:
    """The last question that each person at a table was sent."""

    def __init__(self) -> None:
        self._last: dict[str, Delivery] = {}

    def sent(self, person: str, number: int) -> None:
        """A page was sent what is asked at a number; the first of several pages counts."""
        last = self._last.get(person)
        if last is None or last.number != number:
            self._last[person] = Delivery(number, monotonic())

    def received(self, person: str, number: int) -> None:
        """A page has answered that it is there."""
        last = self._last.get(person)
        if last is not None and last.number == number and not last.lag:
            last.lag = monotonic() - last.sent

    def lost(self, person: str | None, number: int, asked_at: float) -> int:
        """Milliseconds that a person could not use, of a question put at a moment."""
        last = self._last.get(person or "")
        if last is None or last.number != number:
            return 0
        return int(1000 * (max(last.sent - asked_at, 0.0) + last.lag))
