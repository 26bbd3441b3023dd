"""The games through other people's interfaces: PettingZoo, Gymnasium, OpenSpiel.

Each module needs the library it is named after: `pip install "dalang[research]"`.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from dalang.engine.errors import DalangError


class MissingLibrary(ImportError):
    """An optional library is not installed; the message says how to get it."""

    def __init__(self, missing: ModuleNotFoundError) -> None:
        super().__init__(
            f"dalang.adapters needs {missing.name}, which is not installed. "
            'This installs it: pip install "dalang[research]"',
            name=missing.name,
        )


@contextmanager
def as_value_error() -> Generator[None]:
    """What is wrong with an environment's settings, told as other environments tell it."""
    try:
        yield
    except DalangError as error:
        raise ValueError(str(error)) from error
