"""What the tests of an installed Dalang need to know where the repository is not at hand.

The tests of the games are installed with them and run by `pytest --pyargs dalang`.  Those by
browsers share helpers that are kept in the repository, in tests/browser.
"""

from importlib.util import find_spec
from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Tests by browsers are left out where there is nothing to run them with."""
    return True if collection_path.name == "browser" and not _helpers_are_there() else None


def _helpers_are_there() -> bool:
    try:
        return find_spec("tests.browser.fixtures") is not None
    except ModuleNotFoundError:
        return False
