"""The games through other people's interfaces: PettingZoo, Gymnasium, OpenSpiel.

Each module needs the library it is named after: `pip install "dalang[research]"`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


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
