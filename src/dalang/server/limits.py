"""Limits, and how they are counted.

Anybody can become a new guest by deleting a cookie, so what is counted by person is also counted by
address.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, fields
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import isfinite
from time import monotonic

MOST_KEPT = 10_000  # addresses or people whose requests are counted
NETWORK = 64  # bits of an IPv6 address; a client chooses the rest by itself


@dataclass(frozen=True)
class Limits:
    """Limits for one address, unless a comment says otherwise.  Hosts can set all of them."""

    rate: float = 40.0  # requests a second, on average
    burst: float = 120.0  # requests at once
    files: float = 300.0  # styles, scripts and pictures a second, on average
    file_burst: float = 1500.0  # and at once: the files of 80 pages
    head: int = 16 * 1024  # bytes of a request before its body
    cookies: int = 8 * 1024  # bytes of them
    body: int = 64 * 1024  # bytes
    head_seconds: float = 10.0  # for sending the head of a request
    body_seconds: float = 30.0  # for sending its body
    stuck_seconds: float = 30.0  # in which nothing is taken of what was sent to somebody
    unsent: int = 512 * 1024  # bytes that wait until one socket takes them
    sockets: int = 200  # open at a time; streams and requests that wait for news count, too
    own_sockets: int = 60  # of one person
    frames: float = 10.0  # messages a second in one socket, on average
    frame_burst: float = 40.0  # and at once
    wire_frames: float = 20.0  # frames of any kind a second in one socket, on average
    wire_frame_burst: float = 100.0  # and at once
    wire_bytes: float = 8.0 * 1024  # bytes a second in one socket, on average
    wire_byte_burst: float = 64.0 * 1024  # and at once
    hints: float = 0.25  # a second for one person, on average
    hint_burst: float = 6.0  # and at once
    waiting: int = 8  # for a hint, or for an analysis, of all people
    drawings: float = 10.0  # moments of replays drawn anew a second, on average
    drawing_burst: float = 250.0  # and at once; what is found drawn already costs nothing
    drawing_queue: int = 30  # that wait to be drawn
    chat: float = 0.5  # lines a second of one person, on average
    chat_burst: float = 10.0  # and at once
    uploads: float = 1 / 60  # replays a second of one person, on average
    upload_burst: float = 20.0  # and at once
    tokens: float = 1 / 60  # new tokens a second for one person, on average
    token_burst: float = 10.0  # and at once
    sign_ins: float = 0.1  # attempts to sign in a second, on average
    sign_in_burst: float = 30.0  # and at once
    letters: float = 1 / 300  # e-mails a second that one person asks for, on average
    letter_burst: float = 5.0  # and at once
    exports: float = 1 / 300  # of everything about oneself, a second, on average
    export_burst: float = 5.0  # and at once
    reports: float = 1 / 120  # reports a second of one person, on average
    report_burst: float = 5.0  # and at once
    asks: float = 1 / 10  # people asked, answered or blocked a second by one person, on average
    ask_burst: float = 30.0  # and at once
    searches: float = 1 / 15  # for a game with strangers, and entries of tournaments, a second
    search_burst: float = 10.0  # and at once
    guests: float = 0.2  # new guests a second, on average
    guest_burst: float = 100.0  # and at once
    crowd: float = 5.0  # people for whom an address counts where people are counted

    @classmethod
    def parse(cls, text: str) -> Limits:
        """The limits of `rate=80 burst=400`, the usual ones otherwise; raises ValueError."""
        usual = {field.name: field.default for field in fields(cls)}
        given: dict[str, int | float] = {}
        for word in text.replace(",", " ").split():
            name, _, number = word.partition("=")
            if name not in usual:
                raise ValueError(f"there is no limit {name!r}")
            value = int(number) if isinstance(usual[name], int) else float(number)
            if not isfinite(value) or value < 0:
                raise ValueError(f"{word!r} is no limit")
            given[name] = value
        return cls(**given)  # type: ignore[arg-type]


class Bucket:
    """Lets a number of requests per second through on average, and a number at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._then = burst, monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Whether there is room for `count` more."""
        moment = monotonic()
        self._left = min(self._burst, self._left + (moment - self._then) * self._rate)
        self._then = moment
        if self._left < count:
            return False
        self._left -= count
        return True


@dataclass(frozen=True)
class Share:
    """What somebody may have of something, through all processes together."""

    name: str  # of what, and who
    rate: float
    burst: float


class Buckets:
    """A bucket for each key; the least recently used ones are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def share(self, name: str) -> Share:
        """What one key may have, for processes that count together."""
        return Share(name, self._rate, self._burst)

    def take(self, whose: str, count: float = 1.0) -> bool:
        """Whether there is room for `count` more."""
        bucket = self._kept.get(whose)
        if bucket is None:
            bucket = self._kept[whose] = Bucket(self._rate, self._burst)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(whose)
        return bucket.take(count)


class Quota:
    """A limit for each person, and `crowd` times as much for each address."""

    def __init__(self, name: str, rate: float, burst: float, crowd: float) -> None:
        self._name = name
        self._people = Buckets(rate, burst)
        self._places = Buckets(rate * crowd, burst * crowd)

    def take(self, place: str, person: str = "") -> bool:
        """Whether there is room for one more; without a person, only the address counts."""
        if person and not self._people.take(person):
            return False
        return self._places.take(place)

    def shares(self, mark: str, person: str = "") -> list[Share]:
        """The same for processes that count together; of an address, only a mark is told."""
        places = [self._places.share(f"{self._name} at {mark}")]
        return [self._people.share(f"{self._name} as {person}"), *places] if person else places


class RateLimiter:
    """Counts requests, costs and open connections of every address and person."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._staying: Counter[str] = Counter()  # by address and by person
        self.requests = Buckets(limits.rate, limits.burst)
        self.files = Buckets(limits.files, limits.file_burst)
        self.drawings = Buckets(limits.drawings, limits.drawing_burst)
        self.guests = Buckets(limits.guests, limits.guest_burst)
        self.sign_ins = Buckets(limits.sign_ins, limits.sign_in_burst)
        self.letters = Quota("letters", limits.letters, limits.letter_burst, limits.crowd)
        self.reports = Quota("reports", limits.reports, limits.report_burst, limits.crowd)
        self.asks = Quota("asks", limits.asks, limits.ask_burst, limits.crowd)
        self.searches = Quota("searches", limits.searches, limits.search_burst, limits.crowd)
        self.exports = Quota("exports", limits.exports, limits.export_burst, limits.crowd)
        self.chat = Quota("chat", limits.chat, limits.chat_burst, limits.crowd)
        self.uploads = Quota("uploads", limits.uploads, limits.upload_burst, limits.crowd)
        self.tokens = Quota("tokens", limits.tokens, limits.token_burst, limits.crowd)

    def staying_at(self, place: str) -> AbstractContextManager[bool]:
        """Whether an address may open one more socket, stream or poll; counts it meanwhile."""
        return self._stay(f"at {place}", self._limits.sockets)

    def staying_as(self, person: str) -> AbstractContextManager[bool]:
        """The same for a person; without one, only the address counts."""
        return self._stay(f"as {person}", self._limits.own_sockets) if person else nullcontext(True)

    @contextmanager
    def _stay(self, who: str, most: int) -> Generator[bool]:
        if self._staying[who] >= most:
            yield False
            return
        self._staying[who] += 1
        try:
            yield True
        finally:
            self._staying[who] -= 1
            if not self._staying[who]:
                del self._staying[who]


@lru_cache(maxsize=MOST_KEPT)
def place_of(address: str) -> str:
    """The address that limits count by: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), NETWORK), strict=False))
