"""Garbage is looked for when nobody plays, and rarely if somebody always does."""

import gc

import pytest

from dalang.server.gc_policy import MANY, OFTEN, RARELY, REST, GarbagePolicy, new_things


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("waited", "resting", "collects"),
    [
        (OFTEN - 1, REST + 1, False),
        (OFTEN + 1, REST - 1, False),
        (OFTEN + 1, REST + 1, True),
        (RARELY - 1, 0.0, False),
        (RARELY + 1, 0.0, True),
    ],
)
def test_when_garbage_is_collected(waited: float, resting: float, collects: bool) -> None:
    clock, collected = Clock(), list[float]()
    collector = GarbagePolicy(clock, lambda: collected.append(clock.now))
    clock.now = waited
    collector.look(resting)
    collector.look(resting)  # and not a second time at once
    assert collected == ([waited] if collects else [])


@pytest.mark.slow
def test_python_no_longer_collects_by_itself() -> None:
    try:
        GarbagePolicy.take_over()
        assert not gc.isenabled()
    finally:
        gc.unfreeze()
        gc.enable()


def test_much_garbage_is_not_kept_until_nobody_plays() -> None:
    """Only what is new is looked at: everybody can wait for that."""
    collected: list[int] = []
    GarbagePolicy.bound(lambda: MANY, collected.append)
    assert collected == []
    GarbagePolicy.bound(lambda: MANY + 1, collected.append)
    assert collected == [0]


@pytest.mark.slow
def test_new_things_are_counted_while_python_does_not_collect() -> None:
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        gc.collect()
        for _ in range(10_000):
            circle: list[object] = []
            circle.append(circle)
        assert new_things() > 9_000
        gc.collect(0)
        assert new_things() < 9_000
    finally:
        if was_enabled:
            gc.enable()
