"""Arrays behave the same whether they are packed or, where nothing is compiled, plain lists."""

import pytest
from mypy_extensions import i32, i64, u8

from dalang.engine import api
from dalang.engine.arrays import EMPTY, replaced, zeros
from dalang.engine.vecs import COMPILED, append, pop, vec


def test_they_are_packed_exactly_where_the_engine_is_compiled() -> None:
    assert str(api.__file__).endswith(".py") is not COMPILED
    assert isinstance(vec[i64](), list) is not COMPILED


def test_a_longer_array_leaves_the_old_one_as_it_was() -> None:
    short = vec[i64]([1, 2])
    assert list(append(short, 3)) == [1, 2, 3]
    assert list(short) == [1, 2]
    assert list(append(EMPTY, 1)) == [1]
    assert not len(EMPTY)


def test_the_last_item_is_popped() -> None:
    shorter, last = pop(vec[i64]([4, 5, 6]))
    assert list(shorter) == [4, 5]
    assert last == 6
    with pytest.raises(IndexError):
        pop(vec[i64]())


def test_a_slice_is_a_copy() -> None:
    old = zeros(3)
    new = old[:]
    new[0] = 7
    assert list(old) == [0, 0, 0]
    assert list(new[1:]) == [0, 0]
    assert list(replaced(old, 2, 5)) == [0, 0, 5]


def test_arrays_are_equal_if_their_items_are() -> None:
    assert vec[i64]([1, 2]) == vec[i64](range(1, 3))
    assert vec[float]([0.5]) != vec[float]([0.25])
    assert 2 in vec[i64]([1, 2])


def test_rows_and_masks_can_be_read_as_they_lie_in_memory() -> None:
    row, mask = vec[i32]([0x3F800000, 0]), vec[u8]([0, 1])
    assert list(memoryview(row).cast("B").cast("f")) == [1.0, 0.0]
    watched = memoryview(mask)
    mask[0] = 1
    assert bytes(watched) == b"\1\1"


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(OverflowError):
        vec[i32]([1 << 40])
    with pytest.raises(IndexError):
        zeros(2)[2]
