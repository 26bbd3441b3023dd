"""What can be wrong with a match somebody asks for.  Every message is a sentence for them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from dalang.engine.errors import DalangError


class BadMatch(DalangError):
    """A match that cannot be played."""


class BadResults(DalangError):
    """A file of results that is broken, or of another match."""


class MissingPackage(DalangError):
    """Something was asked for that needs packages a plain installation leaves out."""


@contextmanager
def arena_extra() -> Generator[None]:
    """Around imports of what only the arena needs: says how to install what is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "dalang":
            raise
        raise MissingPackage(
            f"This needs the packages of the arena, and {error.name} is not installed. "
            "Install them with: pip install 'dalang[arena]'"
        ) from None
