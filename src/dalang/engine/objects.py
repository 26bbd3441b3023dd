"""What Python and notebooks ask of positions besides the rules.  This module is never compiled.

Compiled classes have no dictionary of their attributes, and packed arrays cannot be pickled by
themselves: this module and vecs.py make up for both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Reduced: TypeAlias = tuple[object, tuple[object, ...]]  # what makes a thing again, and from what
Painter: TypeAlias = Callable[[object], str | None]

_painters: list[Painter] = []


def attributes(thing: object) -> set[str]:
    """The names of all attributes.

    Those of a compiled class are listed; a class that is not, even if it is derived from one, has a
    dictionary.
    """
    compiled: tuple[str, ...] = getattr(type(thing), "__mypyc_attrs__", ())
    plain: dict[str, object] = getattr(thing, "__dict__", {})
    return {*compiled, *plain} - {"__dict__"}


def reduced(thing: object) -> Reduced:
    """What pickle keeps of something that can be made without arguments: all its attributes."""
    return restored, (type(thing), {name: getattr(thing, name) for name in attributes(thing)})


def restored(kind: type[T], values: dict[str, object]) -> T:
    """The thing again."""
    thing = kind()
    for name, value in values.items():
        setattr(thing, name, value)
    return thing


def draw_with(painter: Painter) -> None:
    """From now on notebooks show positions and views as this function draws them.

    The engine knows no drawings; who can draw says so here.
    """
    _painters[:] = [painter]


def drawn(thing: object) -> str | None:
    """A position or a view as an SVG file; None where nobody can draw."""
    return _painters[0](thing) if _painters else None
