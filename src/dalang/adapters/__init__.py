"""The games through other people's interfaces: PettingZoo, Gymnasium, OpenSpiel; data sets.

Each module needs the library it is named after: `pip install "dalang[research]"`.  Data sets need
`dalang[data]`.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from dalang.engine.errors import DalangError


class MissingLibrary(ImportError):
    """An optional library is not installed; the message says how to get it."""

    def __init__(self, missing: ModuleNotFoundError, extra: str = "research") -> None:
        super().__init__(
            f"dalang.adapters needs {missing.name}, which is not installed. "
            f'This installs it: pip install "dalang[{extra}]"',
            name=missing.name,
        )


@contextmanager
def as_value_error() -> Generator[None]:
    """What is wrong with an environment's settings, told as other environments tell it."""
    try:
        yield
    except DalangError as error:
        raise ValueError(str(error)) from error
