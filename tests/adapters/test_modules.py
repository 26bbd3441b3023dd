"""The sessions in the adapters run; a missing library is named, and how to get it."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module

import pytest

WITHOUT = """
import sys
sys.modules[{library!r}] = None
try:
    import dalang.adapters.{adapter}
except ImportError as error:
    print(error.name, error)
"""


@pytest.mark.parametrize("adapter", ["gymnasium", "openspiel", "pettingzoo", "tensors"])
def test_the_session_in_an_adapter_runs(adapter: str) -> None:
    result = doctest.testmod(import_module(f"dalang.adapters.{adapter}"))
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("adapter", "library"),
    [
        ("gymnasium", "gymnasium"),
        ("openspiel", "pyspiel"),
        ("pettingzoo", "pettingzoo"),
        ("tensors", "numpy"),
    ],
)
def test_a_missing_library_is_named(adapter: str, library: str) -> None:
    code = WITHOUT.format(adapter=adapter, library=library)
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert told.startswith(f"{library} dalang.adapters needs {library}")
    assert 'pip install "dalang[research]"' in told
