"""Which Dalang this is: pyproject.toml says it, and nothing else does."""

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def _version() -> str:
    try:
        return version("dalang")
    except PackageNotFoundError:  # a clone that is not installed, as `make play` runs it
        pyproject = Path(__file__).parents[2] / "pyproject.toml"
        found: str = tomllib.loads(pyproject.read_text("utf-8"))["project"]["version"]
        return found


__version__ = _version()
