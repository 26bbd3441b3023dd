"""A small, fast, seeded random generator with the same stream interpreted and compiled.

xoshiro128++ by Blackman and Vigna, on 32-bit words held in i64, so that nothing can overflow.  It
is for simulations and bots.  The server's deals come from the operating system's secure randomness
instead.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.objects import Reduced
from dalang.engine.vecs import vec

MASK32: Final[i64] = 0xFFFFFFFF


class Rng:
    """A stream of random numbers; equal seeds give equal streams."""

    def __init__(self, seed: int) -> None:
        words = _spread(seed)
        self.a: i64 = words[0]
        self.b: i64 = words[1]
        self.c: i64 = words[2]
        self.d: i64 = words[3]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rng) and self._words() == other._words()

    def __hash__(self) -> int:
        return hash(self._words())

    def __repr__(self) -> str:
        return f"<Rng at {self.a:08x}{self.b:08x}{self.c:08x}{self.d:08x}>"

    def __reduce__(self) -> Reduced:
        return _continued, self._words()

    def _words(self) -> tuple[int, int, int, int]:
        return int(self.a), int(self.b), int(self.c), int(self.d)

    def next32(self) -> i64:
        """The next 32 random bits."""
        total: i64 = (self.a + self.d) & MASK32
        result: i64 = ((((total << 7) & MASK32) | (total >> 25)) + self.a) & MASK32
        shifted: i64 = (self.b << 9) & MASK32
        self.c ^= self.a
        self.d ^= self.b
        self.b ^= self.c
        self.a ^= self.d
        self.c ^= shifted
        self.d = ((self.d << 11) & MASK32) | (self.d >> 21)
        return result

    def below(self, limit: i64) -> i64:
        """A number from 0 up to but not including `limit` (at most 2**31), each equally likely."""
        product: i64 = self.next32() * limit
        low: i64 = product & MASK32
        if low < limit:
            # The few values that would favour small numbers are drawn again (Lemire 2019).
            threshold: i64 = (MASK32 + 1 - limit) % limit
            while low < threshold:
                product = self.next32() * limit
                low = product & MASK32
        return product >> 32

    def chance(self) -> float:
        """A float in [0, 1) with 32 random bits."""
        return float(self.next32()) / 4294967296.0


def _continued(a: i64, b: i64, c: i64, d: i64) -> Rng:
    """A stream that goes on where another one was pickled or copied."""
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.d = a, b, c, d
    return rng


def draw(weights: vec[i64], rng: Rng) -> i64:
    """Picks an outcome with probability proportional to its weight."""
    total: i64 = 0
    for weight in weights:
        total += weight
    ticket = rng.below(total)
    outcome: i64 = 0
    for weight in weights:
        ticket -= weight
        if ticket < 0:
            break
        outcome += 1
    return outcome


def draw_among(weights: vec[i64], first: i64, count: i64, rng: Rng) -> i64:
    """The same for `count` of the weights, from the first one on; nothing is copied."""
    total: i64 = 0
    for place in range(first, first + count):
        total += weights[place]
    ticket = rng.below(total)
    outcome: i64 = 0
    while outcome < count:
        ticket -= weights[first + outcome]
        if ticket < 0:
            break
        outcome += 1
    return outcome


def shuffle(items: vec[i64], rng: Rng) -> None:
    """Puts the items into a random order, in place."""
    last: i64 = len(items) - 1
    while last > 0:
        other = rng.below(last + 1)
        items[last], items[other] = items[other], items[last]
        last -= 1


def _spread(seed: int) -> list[int]:
    """Four well-mixed 32-bit words from any integer (SplitMix64, on Python's unbounded ints)."""
    words: list[int] = []
    state = seed & 0xFFFFFFFFFFFFFFFF
    for _ in range(2):
        state = (state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        mixed ^= mixed >> 31
        words.append(mixed & 0xFFFFFFFF)
        words.append(mixed >> 32)
    return words
