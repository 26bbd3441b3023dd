"""The games through other people's interfaces: PettingZoo, Gymnasium, OpenSpiel.

Each module needs the library it is named after: `pip install "dalang[research]"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from dalang.engine.errors import DalangError


class MissingLibrary(ImportError):
    """An optional library that is not installed."""


def library(name: str) -> ModuleType:
    """An optional library, or a message how to get it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name.partition(".")[0]:
            raise
        raise MissingLibrary(
            f"dalang.adapters needs {error.name}, which is not installed. "
            'This installs it: pip install "dalang[research]"',
            name=error.name,
        ) from error


@contextmanager
def as_value_error() -> Iterator[None]:
    """What is wrong with an environment's settings, told as other environments tell it."""
    try:
        yield
    except DalangError as error:
        raise ValueError(str(error)) from error
