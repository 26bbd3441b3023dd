"""Small helpers for the packed arrays that positions are made of."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.vecs import vec

EMPTY: Final = vec[i64]()


def zeros(length: i64) -> vec[i64]:
    """A fresh array of zeros."""
    return vec[i64]([0] * int(length))


def filled(length: i64, value: i64) -> vec[i64]:
    """A fresh array with one value throughout."""
    return vec[i64]([int(value)] * int(length))


def total(counts: vec[i64]) -> i64:
    """The sum of an array."""
    result: i64 = 0
    for count in counts:
        result += count
    return result


def row_total(table: vec[i64], row: i64, width: i64) -> i64:
    """The sum of one row of a flat table."""
    result: i64 = 0
    for place in range(row * width, (row + 1) * width):
        result += table[place]
    return result


def replaced(array: vec[i64], place: i64, value: i64) -> vec[i64]:
    """A copy in which one value is another.  For arrays that are never changed in place."""
    copy = array[:]
    copy[place] = value
    return copy
