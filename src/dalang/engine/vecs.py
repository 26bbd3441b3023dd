"""Packed arrays, which positions are made of.  This module is never compiled.

Compiled code uses librt's packed arrays as C arrays.  In plain Python they are slower than lists,
because every number has to be boxed when it is read; so where nothing is compiled, an array is a
list.  This is decided here for all modules, so that a compiled engine and a game that is not
compiled share their arrays.
"""

from __future__ import annotations

import copyreg
from importlib.machinery import ExtensionFileLoader, PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

__all__ = ["COMPILED", "append", "pop", "vec"]


def _is_compiled() -> bool:
    """Whether `dalang.engine.api` is; it may be just being imported, so it cannot be asked."""
    found = PathFinder.find_spec("dalang.engine.api", [str(Path(__file__).parent)])
    return found is not None and isinstance(found.loader, ExtensionFileLoader)


COMPILED = _is_compiled()

if TYPE_CHECKING or COMPILED:
    from librt.vecs import append, pop, vec
    from mypy_extensions import i64

    def _array(items: list[int]) -> vec[i64]:
        return vec[i64](items)

    def _as_list(array: vec[i64]) -> tuple[Any, ...]:
        return _array, (list(array),)

    # Packed arrays know neither pickle nor copy.
    copyreg.pickle(type(vec[i64]()), _as_list)
else:
    from array import array

    from mypy_extensions import i32, i64, u8

    # Rows of tensors and masks are read by others as they lie in memory.
    vec = {i64: list, float: list, i32: lambda items=(): array("i", items), u8: bytearray}

    def append(items: list[Any], item: object) -> list[Any]:
        """A longer array; the old one, which somebody else may hold, stays what it was."""
        return [*items, item]

    def pop(items: list[Any]) -> tuple[list[Any], Any]:
        """A shorter array, and what was its last item."""
        return items[:-1], items[-1]
